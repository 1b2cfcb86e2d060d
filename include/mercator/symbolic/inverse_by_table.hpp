// The inverse of a map of few points from the table of these, whatever the map is made of.
#pragma once

#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/node_sums.hpp"
#include "mercator/symbolic/point_table.hpp"
#include "mercator/symbolic/residue_chains.hpp"

namespace mercator::symbolic {

/// What becomes of an inverse by a table.
enum class inversion : unsigned char {
  done,
  not_injective,    ///< two points have the same results
  too_many_points,  ///< more than are looked at, or than there is room for
  too_large         ///< it has more nodes than a map may have, or numbers that do not fit
};

/// How the steps of a table are written.
enum class step_form : unsigned char {
  sums,   ///< each as a quotient: a few nodes, which are easily simplified and composed
  chains  ///< each as a residue of what stands there: one node, and numbers of any size
};

/// Writes the inverse of a map by looking at all points of its domain. Every dimension and range is a sum of steps: of
/// some results and runtime variables as the digits of one number, the key. A point lies in the image where the digits
/// of some, the base, make a number that is there, and the others are what the base says. Results that are too large
/// for the digits of a number make one of their residues that tells the points apart. A thorough search, which takes
/// some milliseconds at run time, finds sums of results by which variables change seldom.
template <int MaxRows, bool Thorough>
class inverse_by_table {
 public:
  /// The domain is simplified; the tree is fresh.
  constexpr inverse_by_table(const map_form& m, map_tree& out)
      : m_(m), out_(out), table_(m), sorted_(table_), nodes_(out) {}

  /// At most so many points of the box are looked at.
  constexpr inversion make(i64 most_points, step_form steps = step_form::sums) {
    in_chains_ = steps == step_form::chains;
    if (m_.results + m_.runtimes > limits::variables) return inversion::too_large;
    if (!m_.known_empty && !table_.fill(most_points))
      return table_.overflow() ? inversion::too_large : inversion::too_many_points;
    add_variables();
    if (out_.known_empty) return inversion::done;
    take_all_as_base();
    if (in_chains_ && !sorted_.find_residue(is_input_, residue_)) return inversion::too_large;
    if (find_witness()) return inversion::not_injective;
    for (int c = table_.columns() - 1; c >= sources(); --c)
      if (is_base_[c] && removed_ < max_removed) try_without(c);
    if (find_witness()) return inversion::not_injective;
    if (base_nodes_ == none && !in_chains_) return inversion::too_large;
    function best[limits::variables];
    find_functions(0, sources(), is_input_, best);
    for (int v = 0; v < sources(); ++v)
      if (best[v].nodes == none) return inversion::too_large;
    for (int v = 0; v < sources(); ++v) out_.add_result(function_node(v, best[v].key));
    for (int k = 0; k < removed_; ++k) require(removed_column_[k], removed_key_[k]);
    if (base_nodes_ == none)
      require_residues();
    else if (in_chains_)
      require_runs();
    else
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
  static constexpr int max_pairs = 8;                        ///< more columns are not tried two by two
  static constexpr int few_nodes = 64;                       ///< fewer are not worth a search
  static constexpr int most_combined = 4, most_rows = 1000;  ///< more take long
  static constexpr int rounds = 3;
  static constexpr i64 largest_factor = 12;
  static constexpr i64 half = i64{1} << 32;  ///< of a column that is too large for a chain

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
    if (base_nodes_ == none && !in_chains_) return false;
    sorted_.sort_by(base_nodes_ == none ? residue_ : base_key_);
    for (int v = 0; v < sources(); ++v)
      if (witness_ = sorted_.contradiction(v); witness_ >= 0) return true;
    return false;
  }

  static constexpr int nodes_of_number(const table_key& key) { return 2 + 2 * key.terms; }

  /// About how many nodes so many steps are.
  constexpr int nodes_of(int steps, const table_key& key) const {
    return in_chains_ ? steps + (steps / chains::longest + 1) * nodes_of_number(key) : steps * nodes_of_number(key);
  }

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
    if (in_chains_ && allowed == is_input_)
      for (int k = 0; k < count; ++k)
        if (best[k].nodes == none) consider(residue_);
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
    const int nodes = nodes_of(sorted_.count_changes(column), key);
    const i64 values = table_.range(column).count();
    if (nodes >= best.nodes || (in_chains_ ? !key.has_room_for(values) : values > table_key::largest) ||
        sorted_.contradiction(column) >= 0)
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
      const int nodes = in_chains_ ? nodes_of_runs(key) : nodes_of_distances(key);
      if (nodes >= least) continue;
      least = nodes;
      best = key;
    }
    return some ? least : 0;
  }

  constexpr int nodes_of_distances(const table_key& key) {
    int nodes = 0;
    for (number_runs<MaxRows> run(sorted_); run.next();) nodes += nodes_of_number(key) * (run.is_one() ? 1 : 3);
    return nodes;
  }

  constexpr int nodes_of_runs(const table_key& key) {
    if (!key.has_room_for(2)) return none;
    find_runs(key);
    return nodes_of(chains_.steps(), key);
  }

  // ---- nodes

  /// The column as a function of the key's number: its last value, and a step wherever it changes.
  constexpr int function_node(int column, const table_key& key) {
    sorted_.sort_by(key);
    if (in_chains_) return chains_node(key, [&](int i) { return sorted_.value(i, column); });
    nodes_.clear();
    for (int i = 0; i + 1 < table_.rows(); ++i)
      if (sorted_.changes(i, column))
        nodes_.add(step(key, sorted_.number(i + 1)), sorted_.value(i + 1, column) - sorted_.value(i, column));
    return nodes_.add_up(sorted_.value(table_.rows() - 1, column));
  }

  /// What value(i) is of the row at place i, as a function of the key's number.
  template <class Value>
  constexpr int chains_node(const table_key& key, Value value) {
    chains_.start(key.values, value(0));
    for (int i = 1; i < table_.rows(); ++i) chains_.add(sorted_.number(i), value(i));
    return node_of_chains(key);
  }

  constexpr int node_of_chains(const table_key& key) {
    nodes_.clear();
    for (int c = 0; c < chains_.chains(); ++c)
      nodes_.add(chains_.node(out_, c, [&](i64 factor, i64 more) { return number_node(key, more, factor); }), 1);
    return nodes_.add_up(chains_.rest());
  }

  /// 0 from number k on, -1 before.
  constexpr int step(const table_key& key, i64 k) {
    return out_.unary(op::floordiv, number_node(key, -k), sorted_.divisor_of_step(k));
  }

  /// The key's number times a factor, and more.
  constexpr int number_node(const table_key& key, i64 more, i64 factor = 1) {
    int term[table_key::max_terms];
    const i64 m = key.modulus;
    for (int k = 0; k < key.terms; ++k)
      term[k] = m != 0 ? out_.scaled(out_.unary(op::mod, variable(key.column[k]), m), key.factor[k])
                       : out_.scaled(variable(key.column[k]), key.factor[k] * factor);
    if (m == 0) return nodes_.sum(term, key.terms, more - key.least * factor);
    term[0] = out_.scaled(out_.unary(op::mod, nodes_.sum(term, key.terms, 0), m), factor);
    return nodes_.sum(term, 1, more);
  }

  constexpr int variable(int column) { return out_.variable(column - sources()); }

  // ---- the image

  constexpr void require(int column, const table_key& key) {
    require_same(variable(column), function_node(column, key));
  }

  constexpr void require_same(int a, int b) {
    out_.add_constraint(out_.binary(op::sum, a, out_.scaled(b, -1)), {0, 0});
  }

  /// That the columns of the base are those of a row: one with this residue, and that is the last one not beyond it.
  constexpr void require_residues() {
    for (int c = sources(); c < table_.columns(); ++c) {
      if (!is_base_[c]) continue;
      if (residue_.has_room_for(table_.range(c).count())) {
        require(c, residue_);
        continue;
      }
      sorted_.sort_by(residue_);
      const int low = chains_node(residue_, [&](int i) { return floor_mod(sorted_.value(i, c), half); });
      require_same(out_.unary(op::mod, variable(c), half), low);
      const int high = chains_node(residue_, [&](int i) { return floor_div(sorted_.value(i, c), half); });
      require_same(out_.unary(op::floordiv, variable(c), half), high);
    }
  }

  /// Where the runs of the key's numbers end, as a function of the number; or where that does not fit whether it is in
  /// none. How far the longest goes.
  constexpr i64 find_runs(const table_key& key) {
    const bool with_ends = key.has_room_for(key.values);
    i64 longest = 0;
    chains_.start(key.values, sorted_.number(0) == 0 ? 0 : with_ends ? -1 : 1);
    for (int i = 0, j = 0; i < table_.rows(); i = j) {
      for (j = i + 1; j < table_.rows() && sorted_.number(j) <= sorted_.number(j - 1) + 1;) ++j;
      const i64 first = sorted_.number(i), last = sorted_.number(j - 1);
      if (first == 0)
        chains_.start(key.values, with_ends ? last : 0);
      else
        chains_.add(first, with_ends ? last : 0);
      if (!with_ends) chains_.add(last + 1, 1);
      if (last - first > longest) longest = last - first;
    }
    return longest;
  }

  /// That the base's number is in a run.
  constexpr void require_runs() {
    sorted_.sort_by(base_key_);
    const i64 longest = find_runs(base_key_);
    if (longest + 1 == base_key_.values) return;
    const int node = node_of_chains(base_key_);
    if (!base_key_.has_room_for(base_key_.values)) return out_.add_constraint(node, {0, 0});
    out_.add_constraint(out_.binary(op::sum, node, number_node(base_key_, 0, -1)), {0, longest});
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
    nodes_.clear();
    for (int k = 0; k < key.terms; ++k) nodes_.add(variable(key.column[k]), key.factor[k]);
    do {
      if (run.first() != first) nodes_.add(step(key, run.first()), before - run.first());
      jumps += run.first() - before;
      before = run.last();
      if (!run.is_one()) add_run(key, run);
    } while (run.next());
    const i64 value = key.least + first + jumps;
    out_.add_constraint(nodes_.add_up(0), {value, value});
  }

  /// How far the number is within a run, of which it takes away whole distances.
  constexpr void add_run(const table_key& key, const number_runs<MaxRows>& run) {
    int within = number_node(key, -run.first());
    if (run.first() != 0) within = out_.binary(op::max, within, out_.constant(0));
    if (run.last() + 1 != key.values) within = out_.binary(op::min, within, out_.constant(run.last() - run.first()));
    nodes_.add(run.distance() == 1 ? within : out_.unary(op::floordiv, within, run.distance()), -run.distance());
  }

  using chains = residue_chains<Thorough ? 2 * MaxRows : 1>;

  const map_form& m_;
  map_tree& out_;
  bool in_chains_ = false;
  point_table<MaxRows> table_;
  sorted_table<MaxRows> sorted_;
  int witness_ = -1;
  bool is_input_[max_columns], is_base_[max_columns];
  table_key base_key_, residue_;
  chains chains_;
  int base_nodes_ = none;
  int removed_ = 0;
  int removed_column_[max_removed];
  table_key removed_key_[max_removed];
  node_sums<2 * MaxRows> nodes_;
};

}  // namespace mercator::symbolic
