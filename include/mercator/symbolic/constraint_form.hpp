// The normal form of one constraint.
#pragma once

#include "mercator/symbolic/congruences.hpp"
#include "mercator/symbolic/normal_form.hpp"
#include "mercator/symbolic/tighten.hpp"

namespace mercator::symbolic::constraints {

enum class state { kept, satisfied, contradiction };

/// The divisor c where the line is X - c*floor((X + k) / c) or its negative; else 0.
constexpr i64 residue_divisor(const pool& p, int line) {
  const int b = p.begin[line], last = p.end(line) - 1, q = p.atom[last];
  if (p.is_variable(q) || p.kind[q] != atom_kind::quotient || magnitude(p.coefficient[last]) != p.divisor[q]) return 0;
  const int n = p.operand[q];
  const i64 sign = p.coefficient[last] < 0 ? 1 : -1;
  if (p.length[n] != last - b) return 0;
  for (int i = b, j = p.begin[n]; i < last; ++i, ++j)
    if (p.atom[i] != p.atom[j] || p.coefficient[i] != sign * p.coefficient[j]) return 0;
  return p.divisor[q];
}

/// `X - c*floor((X + k) / c) = value`, which says X = value modulo c, in one form: the coefficients of X residues of
/// the smallest magnitude without a common factor, the first positive, k = 0. False on a contradiction.
constexpr bool canonical_residue(pool& p, int& line, i64& value, i64 c) {
  int from = p.terms;
  for (int i = p.begin[line], e = p.end(line) - 1; i < e; ++i) {
    const i64 x = quotient_rules::smallest_residue(floor_mod(p.coefficient[i], c), c);
    if (x != 0) p.push(x, p.atom[i]);
  }
  int x = p.close(0, from);
  const i64 g = gcd(p.content(x), c);
  if (value % g != 0) return false;
  x = p.divided(x, g);
  c /= g;
  value = floor_mod(value / g, c);
  if (p.length[x] == 1) {
    value = solve(p.coefficient[p.begin[x]], value, c).residue;
    x = p.single(p.atom[p.begin[x]]);
  } else if (p.length[x] != 0 && p.coefficient[p.begin[x]] < 0) {
    x = p.scale(x, -1);
    value = floor_mod(-value, c);
  }
  line = mod(p, x, c);
  return true;
}

/// The position in a line of the quotient with the least divisor that stands there once, added or subtracted; -1 where
/// there is none.
constexpr int lone_quotient(const pool& p, int line) {
  int found = -1;
  for (int i = p.end(line) - 1; i >= p.begin[line] && !p.is_variable(p.atom[i]); --i)
    if (magnitude(p.coefficient[i]) == 1 && p.kind[p.atom[i]] == atom_kind::quotient &&
        (found < 0 || p.divisor[p.atom[i]] < p.divisor[p.atom[found]]))
      found = i;
  return found;
}

/// X + N floordiv c in [l, h], X maybe nothing, says c*X + N in [c*l, c*h + c - 1]; the same where the quotient is
/// subtracted. False where the line has no such quotient, what it says does not fit, or it is an equality: that can be
/// solved as it is. One that becomes a sum of variables with a common factor is not left: it becomes tighter.
constexpr bool take_into_numerator(pool& p, int& line, interval& range) {
  const int position = lone_quotient(p, line);
  if (position < 0) return false;
  const int a = p.atom[position];
  const i64 sign = p.coefficient[position];
  bool exact = true;
  const interval numerator = numerator_range(range * sign, p.divisor[a], exact);
  if (!exact) return false;
  const pool::mark before = p.checkpoint();
  const int whole = p.add(p.operand[a], p.without(line, position), p.divisor[a] * sign);
  const bool equality = range.is_point() && p.length[line] != 1;
  if (p.overflow || (equality && (!p.has_only_variables(whole) || p.content(whole) == 1))) {
    p.restore(before);
    return false;
  }
  line = whole;
  range = numerator;
  return true;
}

/// One constraint without constant, common factor or outer divisor, the first coefficient positive, its interval within
/// the line's bounds. One on a single variable goes into the box.
constexpr state normalise(pool& p, int& line, interval& range) {
  while (true) {
    const i64 k = p.constant[line];
    bool exact = true;
    const interval shifted = without_constant(range, k, exact);
    if (!exact) break;
    line = p.shift(line, -k);
    range = shifted;
    if (range.empty()) return state::contradiction;
    if (p.is_constant(line)) return range.contains(0) ? state::satisfied : state::contradiction;
    const int first = p.begin[line];
    const i64 g = p.coefficient[first] < 0 ? -p.content(line) : p.content(line);
    if (g != 1) {
      range = divide_exact(range, g);
      line = g < 0 ? p.scale(p.divided(line, -g), -1) : p.divided(line, g);
    }
    const bool one = p.length[line] == 1;
    const int a = one ? p.atom[p.begin[line]] : 0;
    if (one && p.is_variable(a)) {
      p.narrow(a, range);
      return p.range(a).empty() ? state::contradiction : state::satisfied;
    }
    if (one && p.kind[a] == atom_kind::positive_part) {
      if (range.hi < 0 || range.empty()) return state::contradiction;
      range.lo = range.lo > 0 ? range.lo : i64_min;
      line = p.operand[a];
    } else if (!take_into_numerator(p, line, range)) {
      break;
    }
  }
  const interval known = bounds(p, line), possible = intersect(range, known);
  if (possible.empty()) return state::contradiction;
  if (range.contains(known)) return state::satisfied;
  range = possible;
  const i64 c = range.is_point() && p.constant[line] == 0 ? residue_divisor(p, line) : 0;
  if (c == 0) return state::kept;
  if (!canonical_residue(p, line, range.lo, c)) return state::contradiction;
  range.hi = range.lo;
  return state::kept;
}

}  // namespace mercator::symbolic::constraints
