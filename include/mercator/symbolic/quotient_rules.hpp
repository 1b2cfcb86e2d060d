// The rules that give floordiv its normal form, one function each. All work on floor(rest / divisor) with every
// coefficient of rest in [1, divisor - 1] and its constant in [0, divisor - 1]; `whole` is added outside. A rule
// returns the line that the quotient equals on the domain, or `no_line` where it does not apply.
#pragma once

#include "mercator/symbolic/bounds.hpp"

namespace mercator::symbolic {

/// floor(line / c) in normal form, c > 0.
constexpr int floor_divide(pool& p, int line, i64 c);

struct quotient {
  int whole;
  int rest;
  i64 divisor;
  i64 lo, hi;  ///< bounds of rest
};

inline constexpr int no_line = -1;

namespace quotient_rules {

/// Whether floor(x / c) is one number for all x in [lo, hi], for c > 0.
constexpr bool one_quotient(i64 lo, i64 hi, i64 c) {
  if (lo >= 0 && hi < c) return true;
  if (lo > hi || lo == i64_min || hi == i64_max) return false;
  const std::uint64_t steps = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
  const std::uint64_t period = static_cast<std::uint64_t>(c);
  return steps < period && static_cast<std::uint64_t>(floor_mod(lo, c)) + steps < period;
}

/// The line (x - residues(x)) / c, where every coefficient of residues differs from x's by a multiple of c.
constexpr int exact_part(pool& p, int x, int residues, i64 c) { return p.divided(p.add(x, residues, -1), c); }

constexpr bool has_two_values(i64 lo, i64 hi) { return lo != i64_min && hi != i64_max && lo < hi && hi - 1 == lo; }

/// floor(r / c) for a line r with two neighbouring values is linear in r.
constexpr int of_two_values(pool& p, int whole, int r, i64 lo, i64 c) {
  return p.shift(p.add(whole, p.shift(r, -lo)), floor_div(lo, c));
}

/// The quotient is constant on its range: (d0 + 3) floordiv 8 with d0 in [0, 4] is 0. Or it has two neighbouring
/// values.
constexpr int constant_on_range(pool& p, const quotient& q) {
  if (one_quotient(q.lo, q.hi, q.divisor)) return p.shift(q.whole, floor_div(q.lo, q.divisor));
  return has_two_values(q.lo, q.hi) ? of_two_values(p, q.whole, q.rest, q.lo, q.divisor) : no_line;
}

/// The residue of x modulo e with the smallest magnitude; x in [0, e - 1].
constexpr i64 smallest_residue(i64 x, i64 e) { return x > e - x ? x - e : x; }

/// (x - r) / e for the line r of the residues of smallest magnitude, plus k.
constexpr int smallest_residue_quotients(pool& p, int line, i64 e, i64 k) {
  const int from = p.terms;
  for (int i = p.begin[line], end = i + p.length[line]; i < end; ++i)
    if (p.coefficient[i] > e - p.coefficient[i]) p.push(1, p.atom[i]);
  return p.close(k, from);
}

/// The line of the residues of smallest magnitude of a line whose coefficients are in [0, e - 1].
constexpr int smallest_residue_line(pool& p, int line, i64 e) {
  const int from = p.terms;
  for (int i = p.begin[line], end = i + p.length[line]; i < end; ++i)
    p.push(smallest_residue(p.coefficient[i], e), p.atom[i]);
  return p.close(p.constant[line], from);
}

/// Whether r is that line for x.
constexpr bool are_smallest_residues(const pool& p, int r, int x, i64 e) {
  if (p.length[r] != p.length[x] || p.constant[r] != p.constant[x]) return false;
  for (int i = p.begin[r], j = p.begin[x], end = i + p.length[r]; i < end; ++i, ++j)
    if (p.coefficient[i] != smallest_residue(p.coefficient[j], e)) return false;
  return true;
}

/// The quotient where the line r of residues lies in a range.
constexpr int by_residues(pool& p, const quotient& q, int r, interval range) {
  const bool one = one_quotient(range.lo, range.hi, q.divisor);
  if (!one && !has_two_values(range.lo, range.hi)) return no_line;
  const int whole = p.add(q.whole, exact_part(p, q.rest, r, q.divisor));
  return one ? p.shift(whole, floor_div(range.lo, q.divisor)) : of_two_values(p, whole, r, range.lo, q.divisor);
}

/// Every coefficient replaced by its residue of smallest magnitude: 7*x over 8 is x + floor(-x / 8).
constexpr int smallest_residues(pool& p, const quotient& q) {
  const i64 c = q.divisor;
  i64 lo = p.constant[q.rest], hi = lo;
  bool changed = false;
  for (int i = p.begin[q.rest], e = i + p.length[q.rest]; i < e; ++i) {
    const i64 x = p.coefficient[i];
    const bool large = x > c - x;
    changed |= large;
    add_term(p, large ? x - c : x, p.atom[i], lo, hi);
  }
  if (!changed) return no_line;
  const bool linear = one_quotient(lo, hi, c);
  if (linear) return p.add(q.whole, smallest_residue_quotients(p, q.rest, c, floor_div(lo, c)));
  if (!may_be_tighter(p, q.rest)) return no_line;
  const int r = smallest_residue_line(p, q.rest, c);
  return by_residues(p, q, r, bounds(p, r));
}

/// Residues of the terms of x modulo e, chosen so that quotients undo what stands beside them: x + r*floor(x/a) with
/// r = -a where a and r agree modulo e.
constexpr int undoing_residues(pool& p, int x, i64 e) {
  const int from = p.terms;
  for (int i = p.begin[x], end = i + p.length[x]; i < end; ++i) {
    const i64 r = floor_mod(p.coefficient[i], e);
    if (r != 0) p.push(r == e - 1 && e > 2 ? -1 : r, p.atom[i]);
  }
  const int s = p.close(floor_mod(p.constant[x], e), from);
  for (int i = p.end(s) - 1; i >= p.begin[s] && !p.is_variable(p.atom[i]); --i) {
    const int a = p.atom[i];
    if (p.kind[a] != atom_kind::quotient) continue;
    for (int j = p.begin[p.operand[a]], end = j + p.length[p.operand[a]]; j < end; ++j) {
      const i64 f = p.coefficient_of(s, p.atom[j]);
      i64 undone = 0, sum = 0;
      if (f == 0 || f % p.coefficient[j] != 0 || !checked_mul(f / p.coefficient[j], p.divisor[a], undone) ||
          !checked_add(p.coefficient[i], undone, sum) || floor_mod(sum, e) != 0)
        continue;
      p.coefficient[i] = -undone;
      if (magnitude(undone) >= pool::small) p.all_small = false;
      break;
    }
  }
  return s;
}

/// Whether it is known that undoing_residues leaves a line of variables as it is.
constexpr bool are_undoing_residues(const pool& p, int x, i64 e) {
  if (p.constant[x] < 0 || p.constant[x] >= e) return false;
  const i64 most = e > 2 ? e - 2 : 1;
  for (int i = p.begin[x], end = i + p.length[x]; i < end; ++i)
    if (p.coefficient[i] <= 0 || p.coefficient[i] > most) return false;
  return true;
}

/// The rest and its smallest residues have been looked at before.
constexpr int undone_quotients(pool& p, const quotient& q) {
  if (p.has_only_variables(q.rest)) return no_line;
  const int r = undoing_residues(p, q.rest, q.divisor);
  if (p.same(r, q.rest) || (p.length[r] > 1 && are_smallest_residues(p, r, q.rest, q.divisor))) return no_line;
  return by_residues(p, q, r, bounds(p, r));
}

/// One term with the other residue, all others with the smallest: a tie, or a term whose variable is not near 0.
constexpr int other_residue(pool& p, const quotient& q) {
  const int b = p.begin[q.rest], e = b + p.length[q.rest];
  const i64 c = q.divisor;
  if (e - b < 2 || e - b > 4) return no_line;
  i64 least = 0;  // the range that the smallest residues have; any other has more
  for (int i = b; i < e && p.all_small; ++i)
    least += magnitude(smallest_residue(p.coefficient[i], c)) * (p.hi[p.atom[i]] - p.lo[p.atom[i]]);
  if (least >= c) return no_line;
  for (int t = b; t < e; ++t) {
    i64 lo = p.constant[q.rest], hi = lo;
    for (int i = b; i < e; ++i) {
      const i64 x = p.coefficient[i];
      add_term(p, (x > c - x) != (i == t) ? x - c : x, p.atom[i], lo, hi);
    }
    if (!one_quotient(lo, hi, c)) continue;
    const int from = p.terms;
    for (int i = b; i < e; ++i) {
      const i64 x = p.coefficient[i];
      p.push((x > c - x) != (i == t) ? x - c : x, p.atom[i]);
    }
    const int r = p.close(p.constant[q.rest], from);
    return p.shift(p.add(q.whole, exact_part(p, q.rest, r, c)), floor_div(lo, c));
  }
  return no_line;
}

/// A lone variable with two values: the line through both.
constexpr int two_valued_variable(pool& p, const quotient& q) {
  if (p.length[q.rest] != 1) return no_line;
  const int t = p.begin[q.rest], a = p.atom[t];
  if (p.lo[a] == i64_min || p.hi[a] - 1 != p.lo[a]) return no_line;
  const i64 x = p.coefficient[t], k = p.constant[q.rest];
  i64 at_lo = 0, at_hi = 0, offset = 0;
  if (!checked_multiply_add(k, x, p.lo[a], at_lo) || !checked_multiply_add(k, x, p.hi[a], at_hi)) return no_line;
  const i64 first = floor_div(at_lo, q.divisor), step = floor_div(at_hi, q.divisor) - first;
  if (!checked_multiply_add(first, -step, p.lo[a], offset)) return no_line;
  return p.plus(p.shift(q.whole, offset), a, step);
}

/// A factor of all coefficients and the divisor: (4*x + 3) over 8 is x over 2.
constexpr int common_factor(pool& p, const quotient& q) {
  const i64 g = gcd(p.content(q.rest), q.divisor);
  if (g == 1) return no_line;
  return p.add(q.whole, floor_divide(p, p.divided(q.rest, g), q.divisor / g));
}

/// Which residues modulo g of the terms of a line: the least ones, those of smallest magnitude, or of these where two
/// have the same magnitude the negative one.
enum class residues { least, smallest, smallest_negative };

constexpr bool is_lowered(i64 x, i64 g, residues which) {
  return which != residues::least && (x > g - x || (x == g - x && which == residues::smallest_negative));
}

/// Bounds of the terms and constant of a line modulo g. `next` says which residues may be others: the last where these
/// are all there are.
constexpr interval residue_bounds(const pool& p, int line, i64 g, residues which, residues& next) {
  i64 lo = p.constant[line] % g, hi = lo;
  next = which;
  for (int i = p.begin[line], e = i + p.length[line]; i < e; ++i) {
    i64 x = p.coefficient[i] % g;
    if (x == 0) continue;
    const i64 other = g - x;
    if (x >= other) {  // the other residue is no larger
      if (which == residues::least && (x > other || next == residues::smallest))
        next = residues::smallest;
      else if (which == residues::least)
        next = residues::smallest_negative;
      else if (x == other && which == residues::smallest)
        next = residues::smallest_negative;
      if (which != residues::least && (x > other || which == residues::smallest_negative)) x = -other;
    }
    add_term(p, x, p.atom[i], lo, hi);
  }
  return {lo, hi};
}

constexpr int residue_line(pool& p, int line, i64 g, residues which) {
  const int from = p.terms;
  for (int i = p.begin[line], e = i + p.length[line]; i < e; ++i) {
    const i64 x = p.coefficient[i] % g;
    if (x != 0) p.push(is_lowered(x, g, which) ? x - g : x, p.atom[i]);
  }
  return p.close(p.constant[line] % g, from);
}

/// The coefficients of s changed by multiples of g so that quotients undo all that they are made of, where they undo a
/// part: 4*y - x + 3*floor((x + 2*y) / 3) becomes -2*y - x + 3*floor((x + 2*y) / 3) where g is 6.
constexpr void undo_whole_operands(pool& p, int s, i64 g) {
  for (int i = p.end(s) - 1; i >= p.begin[s] && !p.is_variable(p.atom[i]); --i) {
    const int a = p.atom[i], n = p.operand[a];
    if (p.kind[a] != atom_kind::quotient || p.coefficient[i] % p.divisor[a] != 0) continue;
    const i64 times = -(p.coefficient[i] / p.divisor[a]);
    for (int j = p.begin[s]; j < i; ++j) {
      i64 undone = 0, off = 0;
      if (!checked_mul(p.coefficient_of(n, p.atom[j]), times, undone) || !checked_add(p.coefficient[j], -undone, off) ||
          undone == 0 || off % g != 0)
        continue;
      p.coefficient[j] = undone;
      if (magnitude(undone) >= pool::small) p.all_small = false;
    }
  }
}

/// What is left of a split where S is s.
constexpr int split_off(pool& p, const quotient& q, i64 g, int s, interval of_s) {
  const int m = p.shift(exact_part(p, q.rest, s, g), floor_div(of_s.lo, g));
  return p.add(q.whole, floor_divide(p, m, q.divisor / g));
}

/// A factor g of the divisor that splits the sum: rest = g*M + S where floor(S / g) is constant on S's range. Then
/// floor(rest / c) = floor((M + floor(S / g)) / (c / g)).
constexpr int split_by(pool& p, const quotient& q, i64 g) {
  residues which = residues::least;
  int least = no_line;
  while (true) {
    residues next = which;
    interval r = residue_bounds(p, q.rest, g, which, next);
    const bool known = one_quotient(r.lo, r.hi, g);
    if (known || may_be_tighter(p, q.rest)) {
      const int s = residue_line(p, q.rest, g, which);
      if (!known) r = bounds(p, s);
      if (one_quotient(r.lo, r.hi, g)) return split_off(p, q, g, s, r);
      if (least == no_line) least = s;
    }
    if (next == which) break;
    which = next;
  }
  if (p.has_only_variables(q.rest)) return no_line;
  const int s = undoing_residues(p, q.rest, g);
  undo_whole_operands(p, s, g);
  if (p.same(s, least)) return no_line;
  const interval r = bounds(p, s);
  return one_quotient(r.lo, r.hi, g) ? split_off(p, q, g, s, r) : no_line;
}

constexpr int factor_split(pool& p, const quotient& q) {
  const int b = p.begin[q.rest], n = p.length[q.rest];
  if (n < 2) return no_line;
  for (int t = b; t < b + n; ++t) {
    if (p.coefficient[t] == 1) continue;
    const i64 g = gcd(q.divisor, p.coefficient[t]);
    bool seen = g == 1;
    for (int i = b; i < t && !seen; ++i) seen = gcd(q.divisor, p.coefficient[i]) == g;
    if (seen) continue;
    const int line = split_by(p, q, g);
    if (line != no_line) return line;
  }
  return no_line;
}

/// A quotient inside with coefficient 1 or -1: floor((X + floor(N / a)) / c) = floor((a*X + N) / (a*c)).
constexpr int unnest(pool& p, const quotient& q) {
  const i64 c = q.divisor;
  for (int i = p.end(q.rest) - 1; i >= p.begin[q.rest] && !p.is_variable(p.atom[i]); --i) {
    const int a = p.atom[i];
    if (p.kind[a] != atom_kind::quotient || (p.coefficient[i] != 1 && p.coefficient[i] != c - 1)) continue;
    i64 by = 0;
    if (!checked_mul(p.divisor[a], c, by)) continue;
    const int beside = p.without(q.rest, i);
    p.ambiguous |= p.length[beside] != 0;
    const bool negative = p.coefficient[i] == c - 1 && (c != 2 || p.coefficient_of(q.whole, a) < 0);
    if (!negative) return p.add(q.whole, floor_divide(p, p.add(p.scale(beside, p.divisor[a]), p.operand[a]), by));
    // floor(x / c) = -floor((c - 1 - x) / c) turns (c - 1)*floor(N / a) into the first case
    const int negated = p.shift(p.scale(beside, -1), c - 1);
    const int inner = floor_divide(p, p.add(p.scale(negated, p.divisor[a]), p.operand[a]), by);
    return p.plus(p.add(q.whole, inner, -1), a, 1);
  }
  return no_line;
}

/// Whether c - 1 - rest is the canonical numerator: the first coefficient that is not half the divisor decides.
constexpr bool prefers_negation(const pool& p, int rest, i64 c) {
  for (int i = p.begin[rest], e = i + p.length[rest]; i < e; ++i)
    if (p.coefficient[i] != c - p.coefficient[i]) return p.coefficient[i] > c - p.coefficient[i];
  return p.constant[rest] > c - 1 - p.constant[rest];
}

/// What is left is an atom.
constexpr int added_atom(pool& p, const quotient& q) {
  const i64 c = q.divisor;
  return p.plus(q.whole, p.intern(atom_kind::quotient, q.rest, c, floor_div(interval{q.lo, q.hi}, c)), 1);
}

/// The quotient, of variables, is an atom that is there: the rules have nothing to say of it. They may have of its
/// mirror image.
constexpr int known_atom(pool& p, const quotient& q) {
  for (int a = p.outdated > p.variables ? p.outdated : p.variables; a < p.atoms; ++a)
    if (p.divisor[a] == q.divisor && p.kind[a] == atom_kind::quotient && p.same(p.operand[a], q.rest))
      return p.plus(q.whole, a, 1);
  return no_line;
}

/// floor(x / c) = X - floor((c - 1 - x') / c), where x' has the coefficients c - x_i and X is the sum of the atoms: the
/// quotient that is subtracted there, and X added outside of it.
constexpr quotient mirror_image(pool& p, const quotient& q) {
  const i64 c = q.divisor;
  int from = p.terms;
  for (int i = p.begin[q.rest], e = i + p.length[q.rest]; i < e; ++i) p.push(c - p.coefficient[i], p.atom[i]);
  const int mirrored = p.close(c - 1 - p.constant[q.rest], from);
  from = p.terms;
  for (int i = p.begin[q.rest], e = i + p.length[q.rest]; i < e; ++i) p.push(1, p.atom[i]);
  const int whole = p.add(q.whole, p.close(0, from));
  const interval range = bounds(p, mirrored);
  return {whole, mirrored, c, range.lo, range.hi};
}

}  // namespace quotient_rules

}  // namespace mercator::symbolic

#include "mercator/symbolic/normal_form.hpp"  // floor_divide, which applies the rules
