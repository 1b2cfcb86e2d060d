// Closed intervals of integers. An end at the edge of the 64-bit range means "without bound".
#pragma once

#include "mercator/core/checked.hpp"

namespace mercator {

/// All integers from lo to hi, both included; empty where lo > hi.
struct interval {
  i64 lo;
  i64 hi;

  MERCATOR_HD constexpr bool empty() const { return lo > hi; }
  MERCATOR_HD constexpr bool is_point() const { return lo == hi; }
  MERCATOR_HD constexpr bool bounded() const { return lo != i64_min && hi != i64_max; }
  /// How many integers it holds, i64_max where they are more.
  MERCATOR_HD constexpr i64 count() const {
    if (empty()) return 0;
    const std::uint64_t steps = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
    return steps >= static_cast<std::uint64_t>(i64_max) ? i64_max : static_cast<i64>(steps) + 1;
  }
  MERCATOR_HD constexpr bool contains(i64 x) const { return lo <= x && x <= hi; }
  MERCATOR_HD constexpr bool contains(interval x) const { return lo <= x.lo && x.hi <= hi; }
  MERCATOR_HD friend constexpr bool operator==(interval a, interval b) { return a.lo == b.lo && a.hi == b.hi; }
};

inline constexpr interval everything{i64_min, i64_max};
inline constexpr interval nothing{0, -1};

MERCATOR_HD constexpr interval operator+(interval a, interval b) {
  return {saturating_add(a.lo, b.lo), saturating_add(a.hi, b.hi)};
}

MERCATOR_HD constexpr interval operator*(interval a, i64 c) {
  if (c >= 0) return {saturating_mul(a.lo, c), saturating_mul(a.hi, c)};
  return {saturating_mul(a.hi, c), saturating_mul(a.lo, c)};
}

MERCATOR_HD constexpr interval intersect(interval a, interval b) {
  return {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

/// The values of x floordiv c for x in a. Ends without bound stay so.
MERCATOR_HD constexpr interval floor_div(interval a, i64 c) {
  const i64 first = c > 0 ? a.lo : a.hi, last = c > 0 ? a.hi : a.lo;
  return {first == i64_min || first == i64_max ? i64_min : floor_div(first, c),
          last == i64_min || last == i64_max ? i64_max : floor_div(last, c)};
}

/// The integers x with x * c in a, for c other than 0.
MERCATOR_HD constexpr interval divide_exact(interval a, i64 c) {
  const i64 first = c > 0 ? a.lo : a.hi, last = c > 0 ? a.hi : a.lo;
  return {first == i64_min || first == i64_max ? i64_min : ceil_div(first, c),
          last == i64_min || last == i64_max ? i64_max : floor_div(last, c)};
}

}  // namespace mercator
