// A map as it is written: expression trees, a box and constraints, in plain arrays of fixed capacity.
#pragma once

#include "mercator/core/interval.hpp"

namespace mercator::symbolic {

enum class op : unsigned char { constant, variable, sum, product, floordiv, ceildiv, mod, min, max };

/// The kinds of variables, in the order in which a map numbers them.
enum class variable_kind : unsigned char { dimension, range, runtime };

/// The bounds of what one map may hold; what does not fit sets map_tree::full.
struct limits {
  static constexpr int variables = 64;
  static constexpr int results = 64;
  static constexpr int constraints = 128;
  static constexpr int nodes = 4096;
  static constexpr int children = 4096;
  static constexpr int name_characters = 1024;
  static constexpr int nesting = 64;  ///< pairs of parentheses within each other that the parser reads
};

/// A map as written. Nodes are handles into parallel arrays; a node's children stand before it, so a loop over the
/// nodes in order sees every child first.
///   constant  value                      variable  value: its number (dimensions, then ranges, then runtime variables)
///   sum       children                   product   children[0] * value
///   floordiv, ceildiv, mod               children[0] by value, which is not 0
///   min, max  two children
/// Arrays are uninitialised beyond their counts, and a copy copies what is there.
struct map_tree {
  int dims = 0, ranges = 0, runtimes = 0;
  int results = 0, constraints = 0;
  int nodes = 0, children = 0;
  bool known_empty = false;  ///< the domain is written KNOWN EMPTY: there is no box
  bool named = false;        ///< the names are not d0.., s0.., rt0.., and are kept
  bool full = false;         ///< something did not fit: the rest of the value means nothing

  interval box[limits::variables];
  int result[limits::results];
  int constraint[limits::constraints];
  interval constraint_range[limits::constraints];

  op kind[limits::nodes];
  i64 value[limits::nodes];
  int first[limits::nodes];               ///< where the node's children begin in child
  int name_begin[limits::variables + 1];  ///< names stand one after the other in name; only if named
  int count[limits::nodes];
  char name[limits::name_characters];
  int child[limits::children];

  constexpr map_tree() {}
  constexpr map_tree(const map_tree& o) { copy(o); }
  constexpr map_tree& operator=(const map_tree& o) {
    if (this != &o) copy(o);
    return *this;
  }

  constexpr int variables() const { return dims + ranges + runtimes; }

  /// The number of variable n of a kind, counted over all kinds.
  constexpr int variable_number(variable_kind k, int n) const {
    return n + (k == variable_kind::dimension ? 0 : k == variable_kind::range ? dims : dims + ranges);
  }

  constexpr int operand(int n, int i = 0) const { return child[first[n] + i]; }

  constexpr int constant(i64 k) { return make_over(op::constant, k, children, 0); }
  constexpr int variable(int number) { return make_over(op::variable, number, children, 0); }

  /// A product, floordiv, ceildiv or mod of one operand and a constant.
  constexpr int unary(op k, int operand, i64 constant) {
    const int n = make(k, constant, 1);
    if (!full) child[first[n]] = operand;
    return n;
  }

  /// The node times a factor.
  constexpr int scaled(int n, i64 factor) { return factor == 1 ? n : unary(op::product, n, factor); }

  /// A minimum or maximum, or a sum of two.
  constexpr int binary(op k, int a, int b) {
    const int n = make(k, 0, 2);
    if (!full) {
      child[first[n]] = a;
      child[first[n] + 1] = b;
    }
    return n;
  }

  /// A node with room for operands, to be filled in child[first[n]..]. 0, and `full`, where there is no room.
  constexpr int make(op k, i64 v, int operands) { return make_over(k, v, reserve(operands), operands); }

  /// Room for so many operands, and a node over operands that have room already.
  constexpr int reserve(int operands) {
    if (children + operands > limits::children) {
      full = true;
      return 0;
    }
    const int begin = children;
    children += operands;
    return begin;
  }
  constexpr int make_over(op k, i64 v, int begin, int operands) {
    if (nodes == limits::nodes || full) {
      full = true;
      return 0;
    }
    kind[nodes] = k;
    value[nodes] = v;
    first[nodes] = begin;
    count[nodes] = operands;
    return nodes++;
  }

  constexpr void add_result(int n) {
    if (results == limits::results)
      full = true;
    else
      result[results++] = n;
  }

  constexpr void add_constraint(int n, interval range) {
    if (constraints == limits::constraints) {
      full = true;
      return;
    }
    constraint[constraints] = n;
    constraint_range[constraints++] = range;
  }

 private:
  constexpr void copy(const map_tree& o) {
    dims = o.dims, ranges = o.ranges, runtimes = o.runtimes;
    results = o.results, constraints = o.constraints, nodes = o.nodes, children = o.children;
    known_empty = o.known_empty, named = o.named, full = o.full;
    const int vars = o.variables();
    if (!known_empty)
      for (int i = 0; i < vars; ++i) box[i] = o.box[i];
    for (int i = 0; i < results; ++i) result[i] = o.result[i];
    for (int i = 0; i < constraints; ++i) {
      constraint[i] = o.constraint[i];
      constraint_range[i] = o.constraint_range[i];
    }
    for (int i = 0; i < nodes; ++i) {
      kind[i] = o.kind[i];
      value[i] = o.value[i];
      first[i] = o.first[i];
      count[i] = o.count[i];
    }
    for (int i = 0; i < children; ++i) child[i] = o.child[i];
    if (!named) return;
    for (int i = 0; i <= vars; ++i) name_begin[i] = o.name_begin[i];
    for (int i = 0; i < o.name_begin[vars]; ++i) name[i] = o.name[i];
  }
};

}  // namespace mercator::symbolic
