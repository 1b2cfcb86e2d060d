// The inverse of a map of few points from the table of these, whatever the map is made of.
#pragma once

#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/point_table.hpp"

namespace mercator::symbolic {

/// What becomes of an inverse by a table.
enum class inversion : unsigned char {
  done,
  not_injective,    ///< two points have the same results
  too_many_points,  ///< more than are looked at, or than there is room for
  too_large         ///< it has more nodes than a map may have, or numbers that do not fit
};

/// Writes the inverse of a map by looking at all points of its domain. Every dimension and range is a sum of steps: of
/// some results and runtime variables as the digits of one number, the key. A point lies in the image where the digits
/// of some, the base, make a number that is there, and the others are what the base says. A thorough search, which
/// takes some milliseconds at run time, finds sums of results by which variables change seldom.
template <int MaxRows, bool Thorough>
class inverse_by_table {
 public:
  /// The domain is simplified; the tree is fresh.
  constexpr inverse_by_table(const map_form& m, map_tree& out) : m_(m), out_(out), table_(m), sorted_(table_) {}

  /// At most so many points of the box are looked at.
  constexpr inversion make(i64 most_points) {
    if (m_.results + m_.runtimes > limits::variables) return inversion::too_large;
    if (!m_.known_empty && !table_.fill(most_points))
      return table_.overflow() ? inversion::too_large : inversion::too_many_points;
    add_variables();
    if (out_.known_empty) return inversion::done;
    take_all_as_base();
    if (find_witness()) return inversion::not_injective;
    for (int c = table_.columns() - 1; c >= sources(); --c)
      if (is_base_[c] && removed_ < max_removed) try_without(c);
    if (find_witness()) return inversion::not_injective;
    if (base_nodes_ == none) return inversion::too_large;
    function best[limits::variables];
    find_functions(0, sources(), is_input_, best);
    for (int v = 0; v < sources(); ++v) out_.add_result(function_node(v, best[v].key));
    for (int k = 0; k < removed_; ++k) require(removed_column_[k], removed_key_[k]);
    require_base();
    return out_.full || check_range(out_) ? inversion::too_large : inversion::done;
  }

  /// Variable v of one of two points with the same results.
  constexpr i64 witness(int which, int v) const {
    return table_.at(sorted_.row(witness_ + which), v < sources() ? v : v + m_.results);
  }

 private:
  static constexpr int none = 1 << 30;
  static constexpr unsigned max_columns = point_table<MaxRows>::max_columns;
  static constexpr int max_removed = 16;
  static constexpr unsigned max_terms = 2u * MaxRows;
  static constexpr int max_pairs = 8;                        ///< more columns are not tried two by two
  static constexpr int few_nodes = 64;                       ///< fewer are not worth a search
  static constexpr int most_combined = 4, most_rows = 1000;  ///< more take long
  static constexpr int rounds = 3;
  static constexpr i64 largest_factor = 12;

  /// What a column is a function of, and about how many nodes it takes.
  struct function {
    table_key key;
    int nodes = none;
  };

  constexpr int sources() const { return table_.first_input(); }

  constexpr void add_variables() {
    out_.dims = m_.results;
    out_.runtimes = m_.runtimes;
    out_.known_empty = table_.rows() == 0;
    if (out_.known_empty)
      for (int v = 0; v < sources(); ++v) out_.add_result(out_.constant(0));
    else
      for (int k = 0; k < out_.variables(); ++k) out_.box[k] = table_.range(sources() + k);
  }

  /// Two points that the base does not tell apart.
  constexpr bool find_witness() {
    if (base_nodes_ == none) return false;
    sorted_.sort_by(base_key_);
    for (int v = 0; v < sources(); ++v)
      if (witness_ = sorted_.contradiction(v); witness_ >= 0) return true;
    return false;
  }

  static constexpr int nodes_of_step(const table_key& key) { return 2 + 2 * key.terms; }

  // ---- functions

  /// The cheapest for each of some columns, from `first` on, of those of one allowed column, of two, or of all that the
  /// base has of them.
  constexpr void find_functions(int first, int count, const bool* allowed, function* best) {
    int some = 0;
    for (int c = sources(); c < table_.columns(); ++c) some += allowed[c];
    const auto consider = [&](const table_key& key) {
      sorted_.sort_by(key);
      for (int k = 0; k < count; ++k) consider_for(first + k, key, best[k]);
    };
    if (some == 0) consider(table_key());
    for (int c = sources(); c < table_.columns(); ++c) {
      if (!allowed[c]) continue;
      table_key one, all;
      if (one.add(table_, c)) consider(one);
      for (int d = sources(); d < table_.columns() && some > 2 && some <= max_pairs; ++d) {
        table_key two = one;
        if (d != c && allowed[d] && two.add_digit(table_, d)) consider(two);
      }
      if (some > 1 && is_base_[c] && make_key(allowed, c, all)) consider(all);
    }
    const bool search = Thorough && some > 1 && some <= most_combined && table_.rows() <= most_rows;
    for (int k = 0; k < count && search; ++k)
      if (best[k].nodes > few_nodes) find_combination(first + k, allowed, best[k]);
  }

  /// Sums of allowed columns by which the column changes seldom: one factor after the other is the best of small ones.
  constexpr void find_combination(int column, const bool* allowed, function& best) {
    i64 factor[max_columns];
    for (int c = 0; c < table_.columns(); ++c) factor[c] = 0;
    int fewest = none;
    for (int round = 0; round < rounds; ++round)
      for (int c = sources(); c < table_.columns(); ++c) {
        if (!allowed[c]) continue;
        i64 chosen = factor[c];
        for (i64 f = round == 0 ? 0 : -largest_factor; f <= largest_factor; ++f) {
          factor[c] = f;
          table_key key;
          if (!make_combination(allowed, factor, key)) continue;
          sorted_.sort_by(key);
          const int changes = sorted_.count_changes(column);
          if (changes < fewest) {
            fewest = changes;
            chosen = f;
          }
          consider_for(column, key, best);
        }
        factor[c] = chosen;
      }
  }

  constexpr bool make_combination(const bool* allowed, const i64* factor, table_key& key) const {
    for (int c = sources(); c < table_.columns(); ++c)
      if (allowed[c] && !key.add(table_, c, factor[c])) return false;
    return key.terms != 0;
  }

  constexpr void consider_for(int column, const table_key& key, function& best) const {
    const int nodes = sorted_.count_changes(column) * nodes_of_step(key);
    if (nodes >= best.nodes || table_.range(column).count() > table_key::largest || sorted_.contradiction(column) >= 0)
      return;
    best.key = key;
    best.nodes = nodes;
  }

  /// All allowed columns of the base, one of them the last.
  constexpr bool make_key(const bool* allowed, int last, table_key& key) const {
    for (int c = sources(); c < table_.columns(); ++c)
      if (allowed[c] && is_base_[c] && c != last && !key.add_digit(table_, c)) return false;
    return key.add_digit(table_, last);
  }

  // ---- the base

  constexpr void take_all_as_base() {
    for (int c = 0; c < table_.columns(); ++c) is_input_[c] = is_base_[c] = c >= sources() && table_.varies(c);
    base_nodes_ = nodes_of_base(base_key_);
  }

  constexpr void try_without(int c) {
    is_base_[c] = false;
    function f;
    find_functions(c, 1, is_base_, &f);
    table_key key;
    const int nodes = f.nodes == none ? none : nodes_of_base(key);
    is_base_[c] = f.nodes == none || (base_nodes_ != none && nodes + f.nodes >= base_nodes_);
    if (is_base_[c]) return;
    removed_column_[removed_] = c;
    removed_key_[removed_++] = f.key;
    base_nodes_ = nodes;
    base_key_ = key;
  }

  /// In its best order.
  constexpr int nodes_of_base(table_key& best) {
    int least = none;
    bool some = false;
    for (int c = sources(); c < table_.columns(); ++c) {
      some |= is_base_[c];
      table_key key;
      if (!is_base_[c] || !make_key(is_base_, c, key)) continue;
      sorted_.sort_by(key);
      int nodes = 0;
      for (number_runs<MaxRows> run(sorted_); run.next();) nodes += nodes_of_step(key) * (run.is_one() ? 1 : 3);
      if (nodes >= least) continue;
      least = nodes;
      best = key;
    }
    return some ? least : 0;
  }

  // ---- nodes

  /// The column as a function of the key's number: its last value, and a step wherever it changes.
  constexpr int function_node(int column, const table_key& key) {
    sorted_.sort_by(key);
    terms_ = 0;
    for (int i = 0; i + 1 < table_.rows(); ++i)
      if (sorted_.changes(i, column))
        add_term(step(key, sorted_.number(i + 1)), sorted_.value(i + 1, column) - sorted_.value(i, column));
    return sum_of_terms(sorted_.value(table_.rows() - 1, column));
  }

  /// 0 from number k on, -1 before.
  constexpr int step(const table_key& key, i64 k) {
    return out_.unary(op::floordiv, number_node(key, -k), sorted_.divisor_of_step(k));
  }

  /// The key's number and more.
  constexpr int number_node(const table_key& key, i64 more) {
    int term[table_key::max_terms];
    for (int k = 0; k < key.terms; ++k) term[k] = out_.scaled(variable(key.column[k]), key.factor[k]);
    return sum(term, key.terms, more - key.least);
  }

  constexpr int variable(int column) { return out_.variable(column - sources()); }

  constexpr int sum(const int* term, int terms, i64 more) {
    if (terms == 0) return out_.constant(more);
    if (terms == 1 && more == 0) return term[0];
    const int constant = more != 0 ? out_.constant(more) : 0;
    const int n = out_.make(op::sum, 0, terms + (more != 0));
    if (out_.full) return 0;
    for (int k = 0; k < terms; ++k) out_.child[out_.first[n] + k] = term[k];
    if (more != 0) out_.child[out_.first[n] + terms] = constant;
    return n;
  }

  constexpr void add_term(int node, i64 factor) {
    if (terms_ == static_cast<int>(max_terms)) out_.full = true;
    if (out_.full) return;
    term_[terms_] = node;
    factor_[terms_++] = factor;
  }

  /// The sum of the terms and more; those of one factor are added up first.
  constexpr int sum_of_terms(i64 more) {
    int part[max_terms];
    int parts = 0;
    for (int k = 0, end = 0; k < terms_ && !out_.full; k = end) {
      end = gather_same(k);
      if (factor_[k] != 1)
        part[parts++] = out_.scaled(sum(term_ + k, end - k, 0), factor_[k]);
      else
        while (k < end) part[parts++] = term_[k++];
    }
    return sum(part, parts, more);
  }

  /// Moves the terms with the factor of term k to it. The place behind them.
  constexpr int gather_same(int k) {
    int end = k;
    for (int i = k; i < terms_; ++i) {
      if (factor_[i] != factor_[k]) continue;
      const int node = term_[i];
      factor_[i] = factor_[end];
      term_[i] = term_[end];
      factor_[end] = factor_[k];
      term_[end++] = node;
    }
    return end;
  }

  // ---- the image

  constexpr void require(int column, const table_key& key) {
    const int node = function_node(column, key);
    out_.add_constraint(out_.binary(op::sum, variable(column), out_.scaled(node, -1)), {0, 0});
  }

  /// That the base's number is the largest of those there that are not larger; below all, the least.
  constexpr void require_base() {
    const table_key& key = base_key_;
    sorted_.sort_by(key);
    number_runs<MaxRows> run(sorted_);
    run.next();
    if (run.first() == 0 && (key.values == 1 || (run.distance() == 1 && run.last() + 1 == key.values))) return;
    const i64 first = run.first();
    i64 jumps = 0, before = first;
    terms_ = 0;
    for (int k = 0; k < key.terms; ++k) add_term(variable(key.column[k]), key.factor[k]);
    do {
      if (run.first() != first) add_term(step(key, run.first()), before - run.first());
      jumps += run.first() - before;
      before = run.last();
      if (!run.is_one()) add_run(key, run);
    } while (run.next());
    const i64 value = key.least + first + jumps;
    out_.add_constraint(sum_of_terms(0), {value, value});
  }

  /// How far the number is within a run, of which it takes away whole distances.
  constexpr void add_run(const table_key& key, const number_runs<MaxRows>& run) {
    int within = number_node(key, -run.first());
    if (run.first() != 0) within = out_.binary(op::max, within, out_.constant(0));
    if (run.last() + 1 != key.values) within = out_.binary(op::min, within, out_.constant(run.last() - run.first()));
    add_term(run.distance() == 1 ? within : out_.unary(op::floordiv, within, run.distance()), -run.distance());
  }

  const map_form& m_;
  map_tree& out_;
  point_table<MaxRows> table_;
  sorted_table<MaxRows> sorted_;
  int witness_ = -1;
  bool is_input_[max_columns], is_base_[max_columns];
  table_key base_key_;
  int base_nodes_ = none;
  int removed_ = 0;
  int removed_column_[max_removed];
  table_key removed_key_[max_removed];
  int terms_ = 0;
  int term_[max_terms];
  i64 factor_[max_terms];
};

}  // namespace mercator::symbolic
