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
/// of some, the base, make a number that is there, and the others are what the base says.
class inverse_by_table {
 public:
  /// The domain is simplified; the tree is fresh.
  constexpr inverse_by_table(const map_form& m, map_tree& out) : m_(m), out_(out), table_(m), sorted_(table_) {}

  /// At most so many points of the box are looked at.
  constexpr inversion make(i64 most_points) {
    if (!m_.known_empty && !table_.fill(most_points))
      return table_.overflow() ? inversion::too_large : inversion::too_many_points;
    add_variables();
    if (out_.known_empty) return inversion::done;
    choose_base();
    if (base_nodes_ == none) return inversion::too_large;
    sorted_.sort_by(base_key_);
    for (int v = 0; v < sources(); ++v)
      if (is_contradicted(v)) return inversion::not_injective;
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
  static constexpr int max_columns = point_table::max_columns;
  static constexpr int max_removed = 16;
  static constexpr int max_terms = 2 * point_table::max_rows;
  static constexpr int max_pairs = 8;  ///< more columns are not tried two by two

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

  constexpr bool is_contradicted(int column) {
    witness_ = sorted_.contradiction(column);
    return witness_ >= 0;
  }

  static constexpr int nodes_of_step(const table_key& key) { return 3 + 2 * key.digits; }

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
        if (d != c && allowed[d] && two.add(table_, d)) consider(two);
      }
      if (some > 1 && is_base_[c] && make_key(allowed, c, all)) consider(all);
    }
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
      if (allowed[c] && is_base_[c] && c != last && !key.add(table_, c)) return false;
    return key.add(table_, last);
  }

  // ---- the base

  constexpr void choose_base() {
    for (int c = 0; c < table_.columns(); ++c) is_input_[c] = is_base_[c] = c >= sources() && table_.varies(c);
    base_nodes_ = nodes_of_base(base_key_);
    for (int c = table_.columns() - 1; c >= sources(); --c)
      if (is_base_[c] && removed_ < max_removed) try_without(c);
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
      for (number_runs run(sorted_); run.next();) nodes += nodes_of_step(key) * (run.is_one() ? 1 : 3);
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
    return sum(term_, terms_, sorted_.value(table_.rows() - 1, column));
  }

  /// 0 from number k on, -1 before.
  constexpr int step(const table_key& key, i64 k) {
    return out_.unary(op::floordiv, number_node(key, -k), sorted_.divisor_of_step(k));
  }

  /// The key's number and more.
  constexpr int number_node(const table_key& key, i64 more) {
    int term[table_key::max_digits];
    for (int k = 0; k < key.digits; ++k) term[k] = scaled(variable(key.column[k]), key.factor[k]);
    return sum(term, key.digits, more - least_number(key));
  }

  /// What the digits would make, if they were the columns as they are.
  constexpr i64 least_number(const table_key& key) const {
    i64 n = 0;
    for (int k = 0; k < key.digits; ++k) n += key.factor[k] * table_.range(key.column[k]).lo;
    return n;
  }

  constexpr int variable(int column) { return out_.variable(column - sources()); }

  constexpr int scaled(int node, i64 factor) { return factor == 1 ? node : out_.unary(op::product, node, factor); }

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
    if (terms_ == max_terms) out_.full = true;
    if (!out_.full) term_[terms_++] = scaled(node, factor);
  }

  // ---- the image

  constexpr void require(int column, const table_key& key) {
    const int node = function_node(column, key);
    out_.add_constraint(out_.binary(op::sum, variable(column), scaled(node, -1)), {0, 0});
  }

  /// That the base's number is the largest of those there that are not larger; below all, the least.
  constexpr void require_base() {
    const table_key& key = base_key_;
    sorted_.sort_by(key);
    number_runs run(sorted_);
    run.next();
    if (run.first() == 0 && (key.values == 1 || (run.distance() == 1 && run.last() + 1 == key.values))) return;
    const i64 first = run.first();
    i64 jumps = 0, before = first;
    terms_ = 0;
    for (int k = 0; k < key.digits; ++k) add_term(variable(key.column[k]), key.factor[k]);
    do {
      if (run.first() != first) add_term(step(key, run.first()), before - run.first());
      jumps += run.first() - before;
      before = run.last();
      if (!run.is_one()) add_run(key, run);
    } while (run.next());
    const i64 value = least_number(key) + first + jumps;
    out_.add_constraint(sum(term_, terms_, 0), {value, value});
  }

  /// How far the number is within a run, of which it takes away whole distances.
  constexpr void add_run(const table_key& key, const number_runs& run) {
    int within = number_node(key, -run.first());
    if (run.first() != 0) within = out_.binary(op::max, within, out_.constant(0));
    if (run.last() + 1 != key.values) within = out_.binary(op::min, within, out_.constant(run.last() - run.first()));
    add_term(run.distance() == 1 ? within : out_.unary(op::floordiv, within, run.distance()), -run.distance());
  }

  const map_form& m_;
  map_tree& out_;
  point_table table_;
  sorted_table sorted_;
  int witness_ = -1;
  bool is_input_[max_columns], is_base_[max_columns];
  table_key base_key_;
  int base_nodes_ = none;
  int removed_ = 0;
  int removed_column_[max_removed];
  table_key removed_key_[max_removed];
  int terms_ = 0;
  int term_[max_terms];
};

}  // namespace mercator::symbolic
