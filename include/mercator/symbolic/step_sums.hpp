// Functions of a number that a table's rows make, as sums of steps: each a quotient of a few nodes.
#pragma once

#include "mercator/symbolic/key_nodes.hpp"

namespace mercator::symbolic {

/// The functions and the image of an inverse by a table as sums of steps. They are long, and are easily simplified and
/// composed.
template <int MaxRows>
class step_sums {
 public:
  static constexpr bool has_residue = false;

  constexpr step_sums(sorted_table<MaxRows>& sorted, map_tree& out)
      : sorted_(sorted), nodes_(out, sorted.table().first_input()) {}

  /// About how many nodes a function of so many steps is.
  static constexpr int nodes(int steps, const table_key& key) { return steps * (2 + 2 * key.terms); }

  /// Whether functions of so many values fit.
  static constexpr bool fits(const table_key&, i64 values) { return values <= table_key::largest; }

  /// About how many nodes the image is, of the key that the rows are sorted by.
  constexpr int nodes_of_image(const table_key& key) {
    int steps = 0;
    for (number_runs<MaxRows> run(sorted_); run.next();) steps += run.is_one() ? 1 : 3;
    return nodes(steps, key);
  }

  /// The column as a function of the key's number: its last value, and a step wherever it changes.
  constexpr int function(int column, const table_key& key) {
    sorted_.sort_by(key);
    nodes_.clear();
    for (int i = 0; i + 1 < sorted_.rows(); ++i)
      if (sorted_.changes(i, column))
        nodes_.add(step(key, sorted_.number(i + 1)), sorted_.value(i + 1, column) - sorted_.value(i, column));
    return nodes_.add_up(sorted_.value(sorted_.rows() - 1, column));
  }

  /// That the column is what the key's number says.
  constexpr void require(int column, const table_key& key) {
    const int node = function(column, key);
    nodes_.require_same(nodes_.variable(column), node);
  }

  /// That the key's number is the largest of those there that are not larger; below all, the least.
  constexpr void require_image(const table_key& key) {
    sorted_.sort_by(key);
    number_runs<MaxRows> run(sorted_);
    run.next();
    if (run.first() == 0 && (key.values == 1 || (run.distance() == 1 && run.last() + 1 == key.values))) return;
    const i64 first = run.first();
    i64 jumps = 0, before = first;
    nodes_.clear();
    for (int k = 0; k < key.terms; ++k) nodes_.add(nodes_.variable(key.column[k]), key.factor[k]);
    do {
      if (run.first() != first) nodes_.add(step(key, run.first()), before - run.first());
      jumps += run.first() - before;
      before = run.last();
      if (!run.is_one()) add_run(key, run);
    } while (run.next());
    const i64 value = key.least + first + jumps;
    nodes_.out().add_constraint(nodes_.add_up(0), {value, value});
  }

 private:
  /// 0 from number k on, -1 before.
  constexpr int step(const table_key& key, i64 k) {
    return nodes_.out().unary(op::floordiv, nodes_.number(key, -k), sorted_.divisor_of_step(k));
  }

  /// How far the number is within a run, of which it takes away whole distances.
  constexpr void add_run(const table_key& key, const number_runs<MaxRows>& run) {
    map_tree& out = nodes_.out();
    int within = nodes_.number(key, -run.first());
    if (run.first() != 0) within = out.binary(op::max, within, out.constant(0));
    if (run.last() + 1 != key.values) within = out.binary(op::min, within, out.constant(run.last() - run.first()));
    nodes_.add(run.distance() == 1 ? within : out.unary(op::floordiv, within, run.distance()), -run.distance());
  }

  sorted_table<MaxRows>& sorted_;
  key_nodes<2 * MaxRows> nodes_;
};

}  // namespace mercator::symbolic
