// Functions of a number that a table's rows make, as chains of residues: a node a step, and numbers of any size.
#pragma once

#include "mercator/symbolic/key_nodes.hpp"
#include "mercator/symbolic/residue_chains.hpp"

namespace mercator::symbolic {

/// The functions and the image of an inverse by a table as chains of residues. Columns that are too large for the
/// digits of a number make one of their residues that tells the rows apart.
template <int MaxRows>
class step_chains {
 public:
  static constexpr bool has_residue = true;

  constexpr step_chains(sorted_table<MaxRows>& sorted, map_tree& out)
      : sorted_(sorted), nodes_(out, sorted.table().first_input()) {}

  static constexpr int nodes(int steps, const table_key& key) {
    return steps + (steps / chains::longest + 1) * (4 + 2 * key.terms);
  }

  static constexpr bool fits(const table_key& key, i64 values) { return key.has_room_for(values); }

  constexpr int nodes_of_image(const table_key& key) {
    constexpr int none = 1 << 30;
    if (!key.has_room_for(2)) return none;
    find_runs(key);
    const int by_residue = steps_by_residue(key);
    return nodes(by_residue < chains_.steps() ? by_residue : chains_.steps(), key);
  }

  constexpr int function(int column, const table_key& key) {
    return function(key, [&](int i) { return sorted_.value(i, column); });
  }

  constexpr void require(int column, const table_key& key) {
    const int node = function(column, key);
    nodes_.require_same(nodes_.variable(column), node);
  }

  /// That the key's number is in a run, or its columns are those of the row with this residue.
  constexpr void require_image(const table_key& key) {
    map_tree& out = nodes_.out();
    sorted_.sort_by(key);
    const i64 longest = find_runs(key);
    if (longest + 1 == key.values) return;
    if (steps_by_residue(key) < chains_.steps()) return require_columns(key.column, key.terms);
    const int node = node_of_chains(key);
    if (!key.has_room_for(key.values)) return out.add_constraint(node, {0, 0});
    out.add_constraint(out.binary(op::sum, node, nodes_.number(key, 0, -1)), {0, longest});
  }

  /// Finds a residue by which rows differ wherever one of these columns does. False if there is none among some.
  constexpr bool find_residue(const bool* columns) {
    constexpr int tries = 64;
    const i64 rows = sorted_.rows(), largest = rows * rows + 2 * tries;
    std::uint64_t random = 1;
    for (i64 modulus = largest; modulus > largest - tries; --modulus) {
      residue_ = table_key::residue(modulus);
      for (int c = 0; c < sorted_.table().columns(); ++c) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        if (columns[c] && !residue_.add_residue(c, static_cast<i64>(random >> 33U) % modulus)) return false;
      }
      sorted_.sort_by(residue_);
      bool differ = true;
      for (int c = 0; c < sorted_.table().columns() && differ; ++c)
        differ = !columns[c] || sorted_.contradiction(c) < 0;
      if (differ) return true;
    }
    return false;
  }

  constexpr const table_key& residue() const { return residue_; }

  /// That these columns are those of a row: one with this residue, and that is the last one not beyond it.
  constexpr void require_columns(const bool* columns) {
    int column[point_table<MaxRows>::max_columns];
    int count = 0;
    for (int c = 0; c < sorted_.table().columns(); ++c)
      if (columns[c]) column[count++] = c;
    require_columns(column, count);
  }

 private:
  using chains = residue_chains<2 * MaxRows>;
  static constexpr i64 half = i64{1} << 32;  ///< of a column that is too large for a chain

  /// What value(i) is of the row at place i.
  template <class Value>
  constexpr int function(const table_key& key, Value value) {
    sorted_.sort_by(key);
    chains_.start(key.values, value(0));
    for (int i = 1; i < sorted_.rows(); ++i) chains_.add(sorted_.number(i), value(i));
    return node_of_chains(key);
  }

  constexpr int node_of_chains(const table_key& key) {
    nodes_.clear();
    for (int c = 0; c < chains_.chains(); ++c)
      nodes_.add(chains_.node(nodes_.out(), c, [&](i64 factor, i64 more) { return number(key, more, factor); }), 1);
    return nodes_.add_up(chains_.rest());
  }

  constexpr int number(const table_key& key, i64 more, i64 factor) {
    if (key.modulus == 0) return nodes_.number(key, more, factor);
    map_tree& out = nodes_.out();
    int term[table_key::max_terms];
    for (int k = 0; k < key.terms; ++k)
      term[k] = out.scaled(out.unary(op::mod, nodes_.variable(key.column[k]), key.modulus), key.factor[k]);
    const int residue = out.unary(op::mod, nodes_.sum(term, key.terms, 0), key.modulus);
    term[0] = out.scaled(residue, factor);
    return nodes_.sum(term, 1, more);
  }

  constexpr void require_columns(const int* column, int count) {
    map_tree& out = nodes_.out();
    for_each_number(
        column, count,
        [&](const table_key& digits) {
          const int node = function(residue_, [&](int i) { return sorted_.number_by(digits, i); });
          nodes_.require_same(nodes_.number(digits, 0), node);
        },
        [&](int c) {
          const int low = function(residue_, [&](int i) { return floor_mod(sorted_.value(i, c), half); });
          nodes_.require_same(out.unary(op::mod, nodes_.variable(c), half), low);
          const int high = function(residue_, [&](int i) { return floor_div(sorted_.value(i, c), half); });
          nodes_.require_same(out.unary(op::floordiv, nodes_.variable(c), half), high);
        });
  }

  constexpr int steps_by_residue(const table_key& key) const {
    int steps = 0;
    for_each_number(
        key.column, key.terms, [&](const table_key&) { steps += sorted_.rows(); },
        [&](int) { steps += 2 * sorted_.rows(); });
    return steps;
  }

  /// Columns as digits of as few numbers as have room: visit(key), or visit_large(column) where one alone has none.
  template <class Visit, class VisitLarge>
  constexpr void for_each_number(const int* column, int count, Visit visit, VisitLarge visit_large) const {
    const auto add = [&](table_key& key, int c) {
      return key.add_digit(sorted_.table(), c) && residue_.has_room_for(key.values);
    };
    table_key digits;
    for (int k = 0; k < count; ++k) {
      table_key more = digits;
      if (!add(more, column[k])) {
        if (digits.terms != 0) visit(digits);
        more = table_key();
        if (!add(more, column[k])) {
          visit_large(column[k]);
          more = table_key();
        }
      }
      digits = more;
    }
    if (digits.terms != 0) visit(digits);
  }

  /// Where the runs of the numbers end, as a function of the number; or where that does not fit whether it is in none.
  /// How far the longest goes.
  constexpr i64 find_runs(const table_key& key) {
    const bool with_ends = key.has_room_for(key.values);
    i64 longest = 0;
    chains_.start(key.values, with_ends ? -1 : 1);
    for (int i = 0, j = 0; i < sorted_.rows(); i = j) {
      for (j = i + 1; j < sorted_.rows() && sorted_.number(j) <= sorted_.number(j - 1) + 1;) ++j;
      const i64 first = sorted_.number(i), last = sorted_.number(j - 1);
      const i64 value = with_ends ? last : 0;
      if (first == 0)
        chains_.start(key.values, value);
      else
        chains_.add(first, value);
      if (!with_ends) chains_.add(last + 1, 1);
      if (last - first > longest) longest = last - first;
    }
    return longest;
  }

  sorted_table<MaxRows>& sorted_;
  key_nodes<2 * MaxRows> nodes_;
  table_key residue_;
  chains chains_;
};

}  // namespace mercator::symbolic
