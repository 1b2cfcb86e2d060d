// Bounds of lines: the sum of the atoms' intervals, trimmed by what the atoms' definitions and known facts say.
#pragma once

#include "mercator/symbolic/pool.hpp"

namespace mercator::symbolic {

/// How deep bounds looks into definitions; each step replaces one atom of the line by its definition.
inline constexpr int bounds_depth = 3;
/// How many such steps one call takes at most.
inline constexpr int bounds_steps = 150;
/// How many lines are read at most to see whether one step can gain anything.
inline constexpr int bounds_lines = 64;

constexpr interval bounds(pool& p, int line, int depth = bounds_depth);

/// Adds the interval of c * atom to [lo, hi], where numbers may be large.
MERCATOR_COLD constexpr void add_large_term(const pool& p, i64 c, int a, i64& lo, i64& hi) {
  const interval sum = interval{lo, hi} + p.range(a) * c;
  lo = sum.lo;
  hi = sum.hi;
}

/// The same of all numbers; c is a coefficient of a line, or its residue.
constexpr void add_term(const pool& p, i64 c, int a, i64& lo, i64& hi) {
  if (p.all_small) {
    lo += c * (c > 0 ? p.lo[a] : p.hi[a]);
    hi += c * (c > 0 ? p.hi[a] : p.lo[a]);
    return;
  }
  add_large_term(p, c, a, lo, hi);
}

/// The sum of the intervals of the terms, each on its own.
constexpr interval term_bounds(const pool& p, int line) {
  i64 lo = p.constant[line], hi = lo;
  const int b = p.begin[line], e = b + p.length[line];
  if (!p.all_small) {
    for (int i = b; i < e; ++i) add_large_term(p, p.coefficient[i], p.atom[i], lo, hi);
    return {lo, hi};
  }
  for (int i = b; i < e; ++i) {
    const i64 c = p.coefficient[i];
    const int a = p.atom[i];
    if (c > 0) {
      lo += c * p.lo[a];
      hi += c * p.hi[a];
    } else {
      lo += c * p.hi[a];
      hi += c * p.lo[a];
    }
  }
  return {lo, hi};
}

/// Whether bounds can know more of the line than its terms do. A lone quotient has its definition's bounds.
constexpr bool may_be_tighter(const pool& p, int line) {
  if (p.facts != 0 || p.congruences) return true;
  return !p.has_only_variables(line) && (p.length[line] != 1 || p.kind[p.atom[p.begin[line]]] != atom_kind::quotient);
}

/// c where the line is N - c * floor(N / c) as it stands, which is in [0, c - 1]; else 0.
constexpr i64 remainder_divisor(const pool& p, int line) {
  const int b = p.begin[line], last = b + p.length[line] - 1;
  if (last < b || p.is_variable(p.atom[last])) return 0;
  const int q = p.atom[last], n = p.operand[q];
  if (p.kind[q] != atom_kind::quotient || p.coefficient[last] != -p.divisor[q] || p.length[n] != last - b ||
      p.constant[n] != p.constant[line])
    return 0;
  for (int i = b, j = p.begin[n]; i < last; ++i, ++j)
    if (p.atom[i] != p.atom[j] || p.coefficient[i] != p.coefficient[j]) return 0;
  return p.divisor[q];
}

/// Whether the line is known to lie in r; looks no further than it has to.
constexpr bool lies_in(pool& p, int line, const interval& r) {
  if (p.is_atom(line)) {
    const int a = p.atom[p.begin[line]];
    if (r.lo <= p.lo[a] && p.hi[a] <= r.hi) return true;
  } else {
    const i64 c = remainder_divisor(p, line);
    if (c != 0 && r.lo <= 0 && c - 1 <= r.hi) return true;
    if (r.contains(term_bounds(p, line))) return true;
  }
  return may_be_tighter(p, line) && r.contains(bounds(p, line));
}

/// What the line is known to be congruent to: from the coefficients and the atoms' own congruences.
/// Modulus 0 means that the line is the constant `residue`.
constexpr congruence line_congruence(const pool& p, int line) {
  i64 modulus = 0, residue = p.constant[line];
  for (int i = p.begin[line], e = i + p.length[line]; i < e && modulus != 1; ++i) {
    const int a = p.atom[i];
    i64 step = p.coefficient[i], offset = 0;
    if (p.congruences &&
        (!checked_mul(p.coefficient[i], p.modulus[a], step) || !checked_mul(p.coefficient[i], p.residue[a], offset) ||
         !checked_add(residue, offset, residue)))
      return {1, 0};
    modulus = gcd(magnitude(step), modulus);
  }
  return modulus == 0 ? congruence{0, residue} : congruence{modulus, floor_mod(residue, modulus)};
}

/// The interval without the ends that the congruence rules out.
constexpr interval trim(interval r, congruence c) {
  if (c.modulus == 0) return intersect(r, {c.residue, c.residue});
  if (c.modulus == 1) return r;
  i64 up = 0, down = 0;
  if (r.lo != i64_min && checked_add(c.residue, -r.lo, up)) r.lo = saturating_add(r.lo, floor_mod(up, c.modulus));
  if (r.hi != i64_max && checked_add(r.hi, -c.residue, down)) r.hi = saturating_add(r.hi, -floor_mod(down, c.modulus));
  return r;
}

namespace bounding {

constexpr interval look(pool& p, int line, int depth);

/// Whether atom a stands in the line (outside the term at `skip`) with a positive (1) or negative (2) sign, or both
/// (3); what a quotient is made of counts as well, to a depth and as many lines as are left; beyond that both are taken
/// to be possible.
constexpr int signs_of(const pool& p, int line, int a, int skip, int& lines, int depth = bounds_depth) {
  if (--lines < 0) return 3;
  int signs = 0;
  for (int i = p.begin[line], e = i + p.length[line]; i < e; ++i) {
    const int b = p.atom[i];
    if (i == skip || b < a) continue;
    int s = b == a                             ? 1
            : p.kind[b] != atom_kind::quotient ? 0
            : depth == 0                       ? 3
                                               : signs_of(p, p.operand[b], a, -1, lines, depth - 1);
    if (p.coefficient[i] < 0) s = (s & 1) * 2 + (s >> 1);
    signs |= s;
  }
  return signs;
}

/// Whether a term that `source`, or its negative, brings in place of the term at `position` could cancel.
constexpr bool cancels(const pool& p, int line, int position, int source, bool positive) {
  int lines = bounds_lines;
  for (int j = p.begin[source], e = j + p.length[source]; j < e; ++j)
    if ((signs_of(p, line, p.atom[j], position, lines) & (positive == (p.coefficient[j] > 0) ? 2 : 1)) != 0)
      return true;
  return false;
}

/// A quotient q = N floordiv c with coefficient b: c*q = N - r with r in [0, c-1], so the line times c/g is
/// the rest times c/g plus N * b/g less r * b/g, where g = gcd(b, c).
constexpr interval by_quotient(pool& p, int line, int position, int depth) {
  const int a = p.atom[position], numerator = p.operand[a];
  const i64 b = p.coefficient[position], c = p.divisor[a], g = gcd(magnitude(b), c), up = c / g, m = b / g;
  if (!cancels(p, line, position, numerator, m > 0)) return everything;
  const pool::mark before = p.checkpoint();
  const int sum = p.add(p.scale(p.without(line, position), up), numerator, m);
  interval r = everything;
  if (!p.overflow) r = look(p, sum, depth - 1) + interval{0, c - 1} * -m;
  p.restore(before);
  return divide_exact(r, up);
}

/// A positive part max(M, 0) with coefficient m makes the line the larger (m > 0) or smaller of rest and rest + m*M.
constexpr interval by_positive_part(pool& p, int line, int position, int depth) {
  const int inner = p.operand[p.atom[position]];
  const i64 m = p.coefficient[position];
  const pool::mark before = p.checkpoint();
  const int rest = p.without(line, position), sum = p.add(rest, inner, m);
  interval r = everything;
  if (!p.overflow) {
    const interval x = look(p, rest, depth - 1), y = look(p, sum, depth - 1);
    r = m > 0 ? maximum(x, y) : minimum(x, y);
  }
  p.restore(before);
  return r;
}

/// Fact number f says that its line is in an interval: the line less a multiple of it, plus that interval's multiple.
/// Later facts only are used below, so that this ends.
constexpr interval by_fact(pool& p, int line, int f, int depth) {
  interval r = everything;
  const int known = p.fact[f];
  i64 tried = 0;
  for (int i = p.begin[known], e = i + p.length[known]; i < e; ++i) {
    const i64 x = p.coefficient_of(line, p.atom[i]), y = p.coefficient[i];
    if (x == 0 || x % y != 0 || x / y == tried) continue;
    const i64 m = tried = x / y;
    const pool::mark before = p.checkpoint();
    const int rest = p.add(line, known, -m), facts = p.facts;
    if (!p.overflow) {
      p.facts = f;
      r = intersect(r, look(p, rest, depth - 1) + interval{p.fact_lo[f], p.fact_hi[f]} * m);
      p.facts = facts;
    }
    p.restore(before);
  }
  return r;
}

constexpr interval look(pool& p, int line, int depth) {
  interval r = term_bounds(p, line);
  if (depth > 0) {
    for (int f = 0; f < p.facts && p.bounds_steps > 0; ++f) r = intersect(r, by_fact(p, line, f, depth));
    for (int i = p.end(line) - 1; i >= p.begin[line] && !p.is_variable(p.atom[i]) && p.bounds_steps > 0; --i) {
      --p.bounds_steps;
      r = intersect(r, p.kind[p.atom[i]] == atom_kind::quotient ? by_quotient(p, line, i, depth)
                                                                : by_positive_part(p, line, i, depth));
    }
  }
  return p.congruences ? trim(r, line_congruence(p, line)) : r;
}

}  // namespace bounding

/// An interval that holds every value of the line over the domain; not always the smallest. Ends that do not fit 64
/// bits are without bound. An empty interval says that the domain is empty.
constexpr interval bounds(pool& p, int line, int depth) {
  if (!may_be_tighter(p, line)) return term_bounds(p, line);
  p.bounds_steps = bounds_steps;
  const i64 g = p.has_only_variables(line) ? 1 : p.content(line), k = p.constant[line];
  if (g == 1) return bounding::look(p, line, depth);
  const pool::mark before = p.checkpoint();
  const interval r = bounding::look(p, p.divided(p.shift(line, -k), g), depth) * g + interval{k, k};
  p.restore(before);
  return r;
}

}  // namespace mercator::symbolic
