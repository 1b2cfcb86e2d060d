// The value of a map at a point.
#pragma once

#include "mercator/core/checked.hpp"
#include "mercator/symbolic/tree.hpp"

namespace mercator::symbolic {

namespace detail {

/// The value of node n from the values of the nodes before it.
template <class Tree>
constexpr i64 node_value(const Tree& t, const i64* point, const i64* values, int n) {
  const i64 v = t.value[n];
  const op k = t.kind[n];
  if (k == op::constant) return v;
  if (k == op::variable) return point[v];
  const int first = t.first[n];
  i64 r = values[t.child[first]];
  switch (k) {
    case op::product:
      return r * v;
    case op::floordiv:
      return floor_div(r, v);
    case op::ceildiv:
      return ceil_div(r, v);
    case op::mod:
      return floor_mod(r, v);
    default:
      break;
  }
  for (int i = first + 1, e = first + t.count[n]; i < e; ++i) {
    const i64 b = values[t.child[i]];
    if (k == op::sum)
      r += b;
    else if ((k == op::min) == (b < r))
      r = b;
  }
  return r;
}

template <class Tree>
constexpr void node_values(const Tree& t, const i64* point, i64* values) {
  for (int n = 0; n < t.nodes; ++n) values[n] = node_value(t, point, values, n);
}

template <class Tree>
constexpr bool in_box(const Tree& t, const i64* point) {
  const int variables = t.dims + t.ranges + t.runtimes;
  for (int v = 0; v < variables; ++v)
    if (!t.box[v].contains(point[v])) return false;
  return true;
}

template <class Tree>
constexpr bool keeps_constraints(const Tree& t, const i64* values) {
  for (int i = 0; i < t.constraints; ++i)
    if (!t.constraint_range[i].contains(values[t.constraint[i]])) return false;
  return true;
}

}  // namespace detail

/// Whether the point (dimensions, then ranges, then runtime variables) is in the map's domain.
template <class Tree>
constexpr bool contains(const Tree& t, const i64* point) {
  if (t.known_empty || !detail::in_box(t, point)) return false;
  if (t.constraints == 0) return true;
  i64 values[limits::nodes];
  detail::node_values(t, point, values);
  return detail::keeps_constraints(t, values);
}

/// The results at a point of the box. Outside the box a value may not fit 64 bits: the caller keeps inside it.
template <class Tree>
constexpr void evaluate(const Tree& t, const i64* point, i64* results) {
  i64 values[limits::nodes];
  detail::node_values(t, point, values);
  for (int i = 0; i < t.results; ++i) results[i] = t.known_empty ? 0 : values[t.result[i]];
}

/// The results at a point, and whether it is in the domain; where it is not, results are left as they are.
template <class Tree>
constexpr bool evaluate_inside(const Tree& t, const i64* point, i64* results) {
  if (t.known_empty || !detail::in_box(t, point)) return false;
  i64 values[limits::nodes];
  detail::node_values(t, point, values);
  if (!detail::keeps_constraints(t, values)) return false;
  for (int i = 0; i < t.results; ++i) results[i] = values[t.result[i]];
  return true;
}

}  // namespace mercator::symbolic
