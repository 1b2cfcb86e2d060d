// What one constraint leaves of the intervals of its variables.
#pragma once

#include "mercator/symbolic/bounds.hpp"

namespace mercator::symbolic::constraints {

/// [lo, hi], ends that lie beyond 64 bits at the last number; ends of `from` without bound stay so. `exact` says
/// whether nothing was lost: lines may have values beyond 64 bits on the way.
constexpr interval clamped(interval from, i128 lo, i128 hi, bool& exact) {
  const bool open_below = from.lo == i64_min, open_above = from.hi == i64_max;
  exact = (open_below || (lo > i64_min && lo <= i64_max)) && (open_above || (hi >= i64_min && hi < i64_max));
  return {open_below || lo < i64_min ? i64_min
          : lo > i64_max             ? i64_max
                                     : static_cast<i64>(lo),
          open_above || hi > i64_max ? i64_max
          : hi < i64_min             ? i64_min
                                     : static_cast<i64>(hi)};
}

/// N floordiv c in [l, h] says N in [c*l, c*h + c - 1].
constexpr interval numerator_range(interval quotient, i64 c, bool& exact) {
  return clamped(quotient, static_cast<i128>(quotient.lo) * c, static_cast<i128>(quotient.hi) * c + (c - 1), exact);
}

/// x + k in [l, h] says x in [l - k, h - k].
constexpr interval without_constant(interval sum, i64 k, bool& exact) {
  return clamped(sum, static_cast<i128>(sum.lo) - k, static_cast<i128>(sum.hi) - k, exact);
}

/// Narrows the interval of an atom to what the line's interval leaves for it; the same for what a quotient or positive
/// part is made of. Only variables' intervals are changed.
constexpr void tighten(pool& p, int line, interval target, int depth);

/// rest + m*max(M, 0) is the larger (m > 0) or the smaller (m < 0) of x = rest and y = rest + m*M. The larger is at
/// most the upper end where both are, and reaches the lower end in y where x cannot; mirrored for the smaller.
constexpr void tighten_extremum(pool& p, int x, int y, bool largest, interval target, int depth) {
  const interval both = largest ? interval{i64_min, target.hi} : interval{target.lo, i64_max};
  const interval one = largest ? interval{target.lo, i64_max} : interval{i64_min, target.hi};
  tighten(p, x, both, depth - 1);
  tighten(p, y, both, depth - 1);
  if (intersect(bounds(p, x), one).empty()) tighten(p, y, one, depth - 1);
  if (intersect(bounds(p, y), one).empty()) tighten(p, x, one, depth - 1);
}

constexpr void tighten_term(pool& p, int line, int position, interval target, int depth) {
  --p.tighten_steps;
  const int a = p.atom[position];
  const i64 c = p.coefficient[position];
  const pool::mark before = p.checkpoint();
  const int rest = p.without(line, position);
  const interval allowed = divide_exact(target + bounds(p, rest, 1) * -1, c);
  if (p.is_variable(a)) {
    p.narrow(a, allowed);
  } else if (p.kind[a] == atom_kind::quotient) {
    bool exact = true;
    if (!allowed.contains(p.range(a)))
      tighten(p, p.operand[a], numerator_range(intersect(allowed, p.range(a)), p.divisor[a], exact), depth - 1);
  } else {
    const int y = p.add(rest, p.operand[a], c);
    if (!p.overflow) tighten_extremum(p, rest, y, c > 0, target, depth);
  }
  p.restore(before);
}

constexpr void tighten(pool& p, int line, interval target, int depth) {
  if (depth == 0) return;
  for (int i = p.begin[line], e = i + p.length[line]; i < e && p.tighten_steps > 0; ++i)
    tighten_term(p, line, i, target, depth);
}

/// The same from the start: many positive parts would take a number of steps that is exponential in the depth.
constexpr void tighten(pool& p, int line, interval target) {
  constexpr int depth = 8, steps = 2000;
  p.tighten_steps = steps;
  tighten(p, line, target, depth);
}

constexpr void tighten_definitions(pool& p, int line, interval target, int depth = bounds_depth);

/// The same of a line that may have a constant and a common factor, and of what its quotients are made of. An interval
/// of the box is empty then where no multiple of the factor is left.
constexpr void tighten_whole(pool& p, int line, interval target, int depth) {
  bool exact = true;
  const interval sum = without_constant(target, p.constant[line], exact);
  const bool none = p.is_constant(line) ? !sum.contains(0) : divide_exact(sum, p.content(line)).empty();
  if (!exact) return;
  if (none) return p.narrow(0, nothing);
  if (p.is_constant(line)) return;
  const i64 g = p.content(line);
  const int rest = p.divided(p.shift(line, -p.constant[line]), g);
  tighten(p, rest, divide_exact(sum, g), depth);
  tighten_definitions(p, rest, divide_exact(sum, g), depth);
}

/// The same of the line with its quotients replaced by what they are made of, where that leaves less: c*floor(N / c) is
/// N less a number in [0, c - 1]. Where a variable and a quotient of it bound each other, each tightens the other by a
/// part of what is left, again and again; this sees the whole.
constexpr void tighten_definitions(pool& p, int line, interval target, int depth) {
  for (int i = p.end(line) - 1; i >= p.begin[line] && !p.is_variable(p.atom[i]) && p.tighten_steps > 0; --i) {
    const int a = p.atom[i], numerator = p.operand[a];
    if (depth == 0 || p.kind[a] != atom_kind::quotient) continue;
    const i64 b = p.coefficient[i], c = p.divisor[a], g = gcd(magnitude(b), c), up = c / g, m = b / g;
    if (!bounding::cancels(p, line, i, numerator, m > 0)) continue;
    const pool::mark before = p.checkpoint();
    const int whole = p.add(p.scale(p.without(line, i), up), numerator, m);
    if (!p.overflow) tighten_whole(p, whole, target * up + interval{0, c - 1} * m, depth - 1);
    p.restore(before);
  }
}

}  // namespace mercator::symbolic::constraints
