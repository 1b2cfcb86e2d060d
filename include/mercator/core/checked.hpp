// Integer arithmetic that never overflows silently, and floor division for every divisor but 0.
#pragma once

#include "mercator/core/config.hpp"

namespace mercator {

// The smallest 64-bit number counts as one that does not fit: so every number has its negative, and saturating
// arithmetic can use the two ends of the range as infinities.

/// a + b, or false where the sum does not fit.
MERCATOR_HD constexpr bool checked_add(i64 a, i64 b, i64& sum) {
  if (b >= 0 ? a > i64_max - b : a <= i64_min - b) return false;
  sum = a + b;
  return true;
}

/// a * b for all numbers; see checked_mul.
MERCATOR_COLD MERCATOR_HD constexpr bool checked_wide_mul(i64 a, i64 b, i64& product) {
  const i128 exact = static_cast<i128>(a) * b;
  if (exact <= i64_min || exact > i64_max) return false;
  product = static_cast<i64>(exact);
  return true;
}

/// a + b * c for all numbers; see checked_multiply_add.
MERCATOR_COLD MERCATOR_HD constexpr bool checked_wide_multiply_add(i64 a, i64 b, i64 c, i64& out) {
  i64 product = 0;
  return checked_wide_mul(b, c, product) && checked_add(a, product, out);
}

/// a * b, or false where the product does not fit.
MERCATOR_HD constexpr bool checked_mul(i64 a, i64 b, i64& product) {
  constexpr i64 half = i64{1} << 31;
  if (a >= -half && a < half && b >= -half && b < half) {
    product = a * b;
    return true;
  }
  return checked_wide_mul(a, b, product);
}

/// a + b * c, or false where it or the product does not fit.
MERCATOR_HD constexpr bool checked_multiply_add(i64 a, i64 b, i64 c, i64& out) {
  constexpr i64 half = i64{1} << 30, large = i64{1} << 62;
  if (b > -half && b < half && c > -half && c < half && a > -large && a < large) {
    out = a + b * c;
    return true;
  }
  return checked_wide_multiply_add(a, b, c, out);
}

/// a + b, or the end of the 64-bit range that it lies beyond.
MERCATOR_HD constexpr i64 clamped_add(i64 a, i64 b) {
  i64 sum = 0;
  return checked_add(a, b, sum) ? sum : b > 0 ? i64_max : i64_min;
}

/// a * b, or the end of the 64-bit range that it lies beyond.
MERCATOR_HD constexpr i64 clamped_mul(i64 a, i64 b) {
  i64 product = 0;
  return checked_mul(a, b, product) ? product : (a < 0) == (b < 0) ? i64_max : i64_min;
}

/// a + b, with the ends of the 64-bit range standing for "without bound", which they stay.
MERCATOR_HD constexpr i64 saturating_add(i64 a, i64 b) {
  if (a == i64_min || a == i64_max) return a;
  if (b == i64_min || b == i64_max) return b;
  return clamped_add(a, b);
}

/// a * b, with the ends of the 64-bit range standing for "without bound"; 0 times anything is 0.
MERCATOR_HD constexpr i64 saturating_mul(i64 a, i64 b) {
  if (a == 0 || b == 0) return 0;
  const bool unbounded = a == i64_min || a == i64_max || b == i64_min || b == i64_max;
  return unbounded ? ((a < 0) == (b < 0) ? i64_max : i64_min) : clamped_mul(a, b);
}

/// |a|; the smallest number gives the largest.
MERCATOR_HD constexpr i64 magnitude(i64 a) { return a >= 0 ? a : a == i64_min ? i64_max : -a; }

/// The quotient rounded toward minus infinity, for every divisor but 0. i64_min by -1 is i64_max.
MERCATOR_HD constexpr i64 floor_div(i64 a, i64 c) {
  if (c == -1) return a == i64_min ? i64_max : -a;
  const i64 q = a / c;
  return a % c != 0 && (a < 0) != (c < 0) ? q - 1 : q;
}

/// a - c * floor_div(a, c): in [0, c - 1] for positive c, in [c + 1, 0] for negative c.
MERCATOR_HD constexpr i64 floor_mod(i64 a, i64 c) {
  if (c == -1) return 0;
  const i64 r = a % c;
  return r != 0 && (r < 0) != (c < 0) ? r + c : r;
}

/// The quotient rounded toward plus infinity: -floor_div(-a, c).
MERCATOR_HD constexpr i64 ceil_div(i64 a, i64 c) {
  if (c == -1) return a == i64_min ? i64_max : -a;
  const i64 q = a / c;
  return a % c != 0 && (a < 0) == (c < 0) ? q + 1 : q;
}

/// The greatest common divisor of two numbers that are not negative; gcd(0, a) = a.
MERCATOR_HD constexpr i64 gcd(i64 a, i64 b) {
  while (b != 0) {
    const i64 r = a % b;
    a = b;
    b = r;
  }
  return a;
}

/// The y in [0, m - 1] with x*y = 1 modulo m, for x without a common factor with m.
MERCATOR_HD constexpr i64 inverse_modulo(i64 x, i64 m) {
  i64 a = floor_mod(x, m), b = m, s = 1, t = 0;
  while (b != 0) {
    const i64 q = a / b, r = a % b, u = s - q * t;
    a = b;
    b = r;
    s = t;
    t = u;
  }
  return floor_mod(s, m);
}

}  // namespace mercator
