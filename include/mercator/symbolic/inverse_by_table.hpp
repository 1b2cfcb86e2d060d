// The inverse of a map of few points from the table of these, whatever the map is made of.
#pragma once

#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/step_sums.hpp"

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
/// takes some milliseconds at run time, finds sums of results by which variables change seldom. Steps are how that is
/// written: as step_sums, or as step_chains, which have room for more.
template <int MaxRows, bool Thorough, template <int> class Steps = step_sums>
class inverse_by_table {
 public:
  /// The domain is simplified; the tree is fresh.
  constexpr inverse_by_table(const map_form& m, map_tree& out)
      : m_(m), out_(out), table_(m), sorted_(table_), steps_(sorted_, out) {}
  /// Of the first results as functions of the others, at the points of a map without runtime variables.
  constexpr inverse_by_table(const map_form& m, int first_results, map_tree& out)
      : m_(m), out_(out), table_(m, first_results), sorted_(table_), steps_(sorted_, out) {}

  /// At most so many points of the box are looked at.
  constexpr inversion make(i64 most_points) {
    if (m_.results + m_.runtimes > limits::variables) return inversion::too_large;
    if (!m_.known_empty && !table_.fill(most_points))
      return table_.overflow() ? inversion::too_large : inversion::too_many_points;
    add_variables();
    if (out_.known_empty) return inversion::done;
    for (int c = 0; c < table_.columns(); ++c) is_input_[c] = is_base_[c] = c >= sources() && table_.varies(c);
    if constexpr (has_residue)
      if (!steps_.find_residue(is_input_)) return inversion::too_large;
    base_nodes_ = nodes_of_base(base_key_);
    if (find_witness()) return inversion::not_injective;
    for (int c = table_.columns() - 1; c >= sources(); --c)
      if (is_base_[c] && removed_ < max_removed) try_without(c);
    if (find_witness()) return inversion::not_injective;
    if (base_nodes_ == none && !has_residue) return inversion::too_large;
    function best[limits::variables];
    find_functions(0, sources(), is_input_, best);
    for (int v = 0; v < sources(); ++v)
      if (best[v].nodes == none) return inversion::too_large;
    for (int v = 0; v < sources(); ++v) out_.add_result(steps_.function(v, best[v].key));
    for (int k = 0; k < removed_; ++k) steps_.require(removed_column_[k], removed_key_[k]);
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
  static constexpr bool has_residue = Steps<MaxRows>::has_residue;

  /// What a column is a function of, and about how many nodes it takes.
  struct function {
    table_key key;
    int nodes = none;
  };

  constexpr int sources() const { return table_.first_input(); }

  constexpr void add_variables() {
    out_.dims = m_.known_empty ? m_.results : table_.columns() - sources() - m_.runtimes;
    out_.runtimes = m_.runtimes;
    out_.known_empty = table_.rows() == 0;
    if (out_.known_empty)
      for (int v = 0; v < sources(); ++v) out_.add_result(out_.constant(0));
    else
      for (int k = 0; k < out_.variables(); ++k) out_.box[k] = table_.range(sources() + k);
  }

  /// Two points that the base does not tell apart.
  constexpr bool find_witness() {
    if (base_nodes_ != none)
      sorted_.sort_by(base_key_);
    else if constexpr (has_residue)
      sorted_.sort_by(steps_.residue());
    else
      return false;
    for (int v = 0; v < sources(); ++v)
      if (witness_ = sorted_.contradiction(v); witness_ >= 0) return true;
    return false;
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
    if constexpr (has_residue)
      for (int k = 0; k < count && allowed == is_input_; ++k)
        if (best[k].nodes == none) consider(steps_.residue());
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
    const int nodes = steps_.nodes(sorted_.count_changes(column), key);
    if (nodes >= best.nodes || !steps_.fits(key, table_.range(column).count()) || sorted_.contradiction(column) >= 0)
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
      const int nodes = steps_.nodes_of_image(key);
      if (nodes >= least) continue;
      least = nodes;
      best = key;
    }
    return some ? least : 0;
  }

  constexpr void require_base() {
    if (base_nodes_ != none) return steps_.require_image(base_key_);
    if constexpr (has_residue) steps_.require_columns(is_base_);
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
  Steps<MaxRows> steps_;
};

}  // namespace mercator::symbolic
