// Whether a map's values fit 64 bits everywhere in its box, and whether its text can be read back.
#pragma once

#include "mercator/core/checked.hpp"
#include "mercator/symbolic/print.hpp"
#include "mercator/symbolic/tree.hpp"

namespace mercator::symbolic {

/// Where a map breaks a limit.
struct check_failure {
  int node = -1;  ///< -1: nowhere
  int index = 0;  ///< the first result, else the first constraint, that the node is part of, from 0
  bool in_constraint = false;

  constexpr explicit operator bool() const { return node >= 0; }
};

namespace detail {

/// Whether all numbers are small enough that nothing can come near 64 bits, by the largest magnitude of each
/// node: the quick answer for nearly every map. False says nothing.
constexpr bool is_small(const map_tree& t) {
  constexpr i64 factor = i64{1} << 31, large = i64{1} << 48;
  i64 size[limits::nodes];
  for (int n = 0, nodes = t.nodes; n < nodes; ++n) {
    const op k = t.kind[n];
    const int first = t.first[n];
    i64 x = t.value[n];
    if (k == op::variable) {
      const interval r = t.box[x];
      if (r.lo < -large || r.hi > large) return false;
      x = -r.lo > r.hi ? -r.lo : r.hi;
    } else if (k == op::sum) {
      for (int i = first, end = first + t.count[n]; i < end; ++i) x += size[t.child[i]];
    } else if (k >= op::product) {
      if (x < -factor || x > factor) return false;
      const i64 a = size[t.child[first]];
      if (k == op::product) {
        if (a > factor) return false;
        x *= a;
      } else if (k == op::floordiv || k == op::ceildiv) {
        x = a;
      } else if (k != op::mod) {
        x = a + size[t.child[first + 1]];
      }
    }
    if (x < -large || x > large) return false;
    size[n] = x < 0 ? -x : x;
  }
  return true;
}

constexpr bool scaled(interval a, i64 c, interval& r) {
  return checked_mul(c < 0 ? a.hi : a.lo, c, r.lo) && checked_mul(c < 0 ? a.lo : a.hi, c, r.hi);
}

constexpr bool divided(interval a, i64 c, bool up, interval& r) {
  if (c == -1) return scaled(a, -1, r);
  const i64 first = c < 0 ? a.hi : a.lo, last = c < 0 ? a.lo : a.hi;
  r = up ? interval{ceil_div(first, c), ceil_div(last, c)} : interval{floor_div(first, c), floor_div(last, c)};
  return true;
}

/// The interval of a node from those of its operands; false where an end, or one of a partial sum, does not
/// fit.
constexpr bool node_range(const map_tree& t, const interval* range, int n, interval& r) {
  const i64 v = t.value[n];
  const op k = t.kind[n];
  if (k == op::constant) {
    r = {v, v};
    return true;
  }
  if (k == op::variable) {
    r = t.box[v];
    return true;
  }
  r = range[t.operand(n)];
  switch (k) {
    case op::product:
      return scaled(r, v, r);
    case op::floordiv:
      return divided(r, v, false, r);
    case op::ceildiv:
      return divided(r, v, true, r);
    case op::mod:
      r = floor_mod(r, v);
      return true;
    default:
      break;
  }
  for (int i = 1; i < t.count[n]; ++i) {
    const interval b = range[t.operand(n, i)];
    if (k == op::min)
      r = minimum(r, b);
    else if (k == op::max)
      r = maximum(r, b);
    else if (!checked_add(r.lo, b.lo, r.lo) || !checked_add(r.hi, b.hi, r.hi))
      return false;
  }
  return true;
}

/// Adds the ranges of a sum's terms in the order in which they are printed, which is that of its text when read back.
class printed_sum {
 public:
  constexpr printed_sum(const map_tree& t, const interval* range) : t_(t), range_(range) {}

  /// Whether every partial sum fits.
  constexpr bool fits(int n) {
    leading_ = leading_negative(t_, n);
    const int first = leading_;
    if (first >= 0 && !add(range_[first])) return false;
    return terms(n, sum_part::positive) && terms(n, sum_part::negative) && terms(n, sum_part::constant);
  }

 private:
  constexpr bool add(interval r) {
    return checked_add(total_.lo, r.lo, total_.lo) && checked_add(total_.hi, r.hi, total_.hi);
  }

  constexpr bool terms(int n, sum_part which) {
    for (int i = 0; i < t_.count[n]; ++i) {
      const int a = t_.operand(n, i);
      if (t_.kind[a] == op::sum) {
        if (!terms(a, which)) return false;
      } else if (a == leading_) {
        if (part_of(t_, a) == which) leading_ = -1;
      } else if (part_of(t_, a) == which && !add(range_[a])) {
        return false;
      }
    }
    return true;
  }

  const map_tree& t_;
  const interval* range_;
  interval total_{0, 0};
  int leading_ = -1;
};

/// The result or constraint that a node is part of.
constexpr check_failure locate(const map_tree& t, int node) {
  bool above[limits::nodes];
  for (int n = 0; n < t.nodes; ++n) {
    above[n] = n == node;
    for (int i = 0; i < t.count[n]; ++i) above[n] |= above[t.operand(n, i)];
  }
  for (int i = 0; i < t.results; ++i)
    if (above[t.result[i]]) return {node, i, false};
  for (int i = 0; i < t.constraints; ++i)
    if (above[t.constraint[i]]) return {node, i, true};
  return {node, 0, false};
}

}  // namespace detail

/// Where the bound of a subexpression over the box does not fit 64 bits, the terms of a sum added from left to right,
/// and in the order in which they are printed. What passes can be evaluated in its domain without checks, and its text
/// can be read back. Constraints are not made use of: they are checked too.
constexpr check_failure check_range(const map_tree& t) {
  if (t.known_empty) return {};
  for (int v = 0; v < t.variables(); ++v)
    if (t.box[v].empty()) return {};
  if (detail::is_small(t)) return {};
  interval range[limits::nodes];
  for (int n = 0; n < t.nodes; ++n)
    if (!detail::node_range(t, range, n, range[n]) || (t.kind[n] == op::sum && !detail::printed_sum(t, range).fits(n)))
      return detail::locate(t, n);
  return {};
}

/// Where printed text would nest deeper than the parser reads: `a floordiv 2 floordiv 2 …` is read without
/// parentheses and printed with them.
constexpr check_failure check_nesting(const map_tree& t) {
  if (t.nodes <= limits::nesting) return {};
  int depth[limits::nodes];
  for (int n = 0; n < t.nodes; ++n) {
    const op k = t.kind[n];
    bool positive = false, compound = false;
    depth[n] = 0;
    for (int i = 0; i < t.count[n]; ++i) {
      const int a = t.operand(n, i);
      if (depth[a] > depth[n]) depth[n] = depth[a];
      compound |= t.kind[a] > op::variable && t.kind[a] < op::min;
      positive |= t.kind[a] != op::product || t.value[a] >= 0;
    }
    if (k >= op::min || (compound && (k != op::sum || !positive))) ++depth[n];
    if (depth[n] > limits::nesting) return detail::locate(t, n);
  }
  return {};
}

/// Whether the text has no more nodes than the parser reads: what stands in several places is one node of the tree, but
/// is written out in each.
constexpr bool fits_text(const map_tree& t) {
  i64 size[limits::nodes];
  i64 written = 0;
  for (int n = 0; n < t.nodes; ++n) {
    size[n] = 1;
    for (int i = 0; i < t.count[n]; ++i) size[n] = saturating_add(size[n], size[t.operand(n, i)]);
  }
  for (int i = 0; i < t.results; ++i) written = saturating_add(written, size[t.result[i]]);
  for (int i = 0; i < t.constraints; ++i) written = saturating_add(written, size[t.constraint[i]]);
  return written <= limits::nodes;
}

}  // namespace mercator::symbolic
