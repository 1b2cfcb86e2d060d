// Closed intervals of integers. A lower end at i64_min and an upper end at i64_max mean "without bound"; an end at the
// other edge is a number like any other, else a sum that leaves the range and comes back would lose its values.
#pragma once

#include "mercator/core/checked.hpp"

namespace mercator {

/// All integers from lo to hi, both included; empty where lo > hi.
struct interval {
  /// The least integer.
  i64 lo;
  /// The greatest.
  i64 hi;

  /// Whether it holds no integer.
  MERCATOR_HD constexpr bool empty() const { return lo > hi; }
  /// Whether it holds exactly one integer.
  MERCATOR_HD constexpr bool is_point() const { return lo == hi; }
  /// Whether neither end is i64_min or i64_max, which stand for no bound.
  MERCATOR_HD constexpr bool bounded() const { return lo != i64_min && hi != i64_max; }
  /// How many integers it holds, i64_max where they are more.
  MERCATOR_HD constexpr i64 count() const {
    if (empty()) return 0;
    const std::uint64_t steps = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
    return steps >= static_cast<std::uint64_t>(i64_max) ? i64_max : static_cast<i64>(steps) + 1;
  }
  /// Whether it holds an integer.
  MERCATOR_HD constexpr bool contains(i64 x) const { return lo <= x && x <= hi; }
  /// Whether it holds all of another.
  MERCATOR_HD constexpr bool contains(interval x) const { return lo <= x.lo && x.hi <= hi; }
  MERCATOR_HD friend constexpr bool operator==(interval a, interval b) { return a.lo == b.lo && a.hi == b.hi; }

  /// The smallest interval that holds both.
  MERCATOR_HD friend constexpr interval hull(interval a, interval b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
  }

  /// The smaller of a value of a and one of b, neither of which is empty; and the larger.
  MERCATOR_HD friend constexpr interval minimum(interval a, interval b) {
    return {a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
  }
  MERCATOR_HD friend constexpr interval maximum(interval a, interval b) {
    return {a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
  }
};

/// All integers, without bound.
inline constexpr interval everything{i64_min, i64_max};
/// No integer.
inline constexpr interval nothing{0, -1};

/// The sums of a value of each; what does not fit stays at the edge.
MERCATOR_HD constexpr interval operator+(interval a, interval b) {
  return {a.lo == i64_min || b.lo == i64_min ? i64_min : clamped_add(a.lo, b.lo),
          a.hi == i64_max || b.hi == i64_max ? i64_max : clamped_add(a.hi, b.hi)};
}

/// The multiples of its values, and all between.
MERCATOR_HD constexpr interval operator*(interval a, i64 c) {
  if (c > 0)
    return {a.lo == i64_min ? i64_min : clamped_mul(a.lo, c), a.hi == i64_max ? i64_max : clamped_mul(a.hi, c)};
  if (c < 0)
    return {a.hi == i64_max ? i64_min : clamped_mul(a.hi, c), a.lo == i64_min ? i64_max : clamped_mul(a.lo, c)};
  return {0, 0};
}

/// What both hold.
MERCATOR_HD constexpr interval intersect(interval a, interval b) {
  return {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

/// The values of x floordiv c for x in a. Ends without bound stay so.
MERCATOR_HD constexpr interval floor_div(interval a, i64 c) {
  const i64 first = c > 0 ? a.lo : a.hi, last = c > 0 ? a.hi : a.lo;
  return {first == (c > 0 ? i64_min : i64_max) ? i64_min : floor_div(first, c),
          last == (c > 0 ? i64_max : i64_min) ? i64_max : floor_div(last, c)};
}

/// The smallest interval with x mod c for all x in a; all residues where a has an end without bound.
MERCATOR_HD constexpr interval floor_mod(interval a, i64 c) {
  if (a.bounded() && floor_div(a, c).is_point()) return {floor_mod(a.lo, c), floor_mod(a.hi, c)};
  return c > 0 ? interval{0, c - 1} : interval{c + 1, 0};
}

/// The integers x with x * c in a, for c other than 0.
MERCATOR_HD constexpr interval divide_exact(interval a, i64 c) {
  const i64 first = c > 0 ? a.lo : a.hi, last = c > 0 ? a.hi : a.lo;
  return {first == (c > 0 ? i64_min : i64_max) ? i64_min : ceil_div(first, c),
          last == (c > 0 ? i64_max : i64_min) ? i64_max : floor_div(last, c)};
}

}  // namespace mercator
