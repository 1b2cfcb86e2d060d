// The domain: constraints in normal form, the box they leave, and which of them the others already say.
#pragma once

#include "mercator/symbolic/substitute.hpp"

namespace mercator::symbolic {

namespace constraints {

constexpr int max_rounds = 16;    ///< of propagation; more would only tighten further
constexpr int max_trials = 256;   ///< values of one variable tried at each end of its interval

/// Narrows the interval of an atom to what the line's interval leaves for it; the same for what a quotient or positive
/// part is made of. Only variables' intervals are changed.
constexpr void tighten(pool& p, int line, interval target, int depth);

/// N floordiv c in [l, h] says N in [c*l, c*h + c - 1].
constexpr interval numerator_range(interval quotient, i64 c) {
  return quotient * c + interval{0, c - 1};
}

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
  const int a = p.atom[position];
  const i64 c = p.coefficient[position];
  const pool::mark before = p.checkpoint();
  const int rest = p.without(line, position);
  const interval allowed = divide_exact(target + bounds(p, rest, 1) * -1, c);
  if (p.is_variable(a)) {
    p.narrow(a, allowed);
  } else if (p.kind[a] == atom_kind::quotient) {
    if (!allowed.contains(p.range(a)))
      tighten(p, p.operand[a], numerator_range(intersect(allowed, p.range(a)), p.divisor[a]), depth - 1);
  } else {
    const int y = p.add(rest, p.operand[a], c);
    if (!p.overflow) tighten_extremum(p, rest, y, c > 0, target, depth);
  }
  p.restore(before);
}

constexpr void tighten(pool& p, int line, interval target, int depth) {
  if (depth == 0) return;
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) tighten_term(p, line, i, target, depth);
}

/// x with a*x = b modulo m, as a congruence; modulus 0 where there is none.
constexpr congruence solve(i64 a, i64 b, i64 m) {
  const i64 d = gcd(floor_mod(a, m), m), n = m / d;
  if (floor_mod(b, d) != 0) return {0, 0};
  if (n == 1) return {1, 0};
  // the inverse of a/d modulo n, by Euclid's algorithm
  i64 r0 = n, r1 = floor_mod(a, m) / d % n, t0 = 0, t1 = 1;
  while (r1 != 0) {
    const i64 q = r0 / r1, r2 = r0 - q * r1, t2 = t0 - q * t1;
    r0 = r1, r1 = r2, t0 = t1, t1 = t2;
  }
  __extension__ using wide = __int128;
  const wide x = static_cast<wide>(floor_mod(t0, n)) * (floor_mod(b, m) / d) % n;
  return {n, static_cast<i64>(x)};
}

/// The numbers that satisfy both; modulus 0 where there are none. The first alone where the combination does not fit.
constexpr congruence merge(congruence a, congruence b) {
  // a.residue + a.modulus * t = b.residue modulo b.modulus
  const congruence t = solve(a.modulus, b.residue - a.residue, b.modulus);
  if (t.modulus == 0) return t;
  i64 modulus = 0, residue = 0;
  if (!checked_mul(a.modulus, t.modulus, modulus) || !checked_multiply_add(a.residue, a.modulus, t.residue, residue))
    return a;
  return {modulus, floor_mod(residue, modulus)};
}

/// Takes what `line = value` says of each variable modulo something into the variables' residues. False on a
/// contradiction.
constexpr bool learn_congruences(pool& p, int line, i64 value) {
  for (int i = p.begin[line], e = p.end(line); i < e && p.is_variable(p.atom[i]); ++i) {
    const pool::mark before = p.checkpoint();
    const congruence rest = line_congruence(p, p.without(line, i));
    p.restore(before);
    i64 b = 0;
    if (rest.modulus < 2 || !checked_add(value, -rest.residue, b)) continue;
    const congruence x = solve(p.coefficient[i], b, rest.modulus);
    const int a = p.atom[i];
    if (x.modulus == 1) continue;
    if (!p.congruences) p.start_congruences();
    const congruence both = x.modulus == 0 ? x : merge({p.modulus[a], p.residue[a]}, x);
    if (both.modulus == 0) return false;
    p.modulus[a] = both.modulus;
    p.residue[a] = both.residue;
  }
  return true;
}

/// The value of a line of one variable, or false where something does not fit.
constexpr bool value_at(const pool& p, int line, i64 x, i64& out) {
  out = p.constant[line];
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const int a = p.atom[i];
    i64 v = x;
    if (!p.is_variable(a)) {
      if (!value_at(p, p.operand[a], x, v)) return false;
      v = p.kind[a] == atom_kind::quotient ? floor_div(v, p.divisor[a]) : v > 0 ? v : 0;
    }
    if (!checked_multiply_add(out, p.coefficient[i], v, out)) return false;
  }
  return true;
}

/// The only variable that the line is made of; -1 for none or several.
constexpr int only_variable(const pool& p, int line) {
  int found = -1;
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const int a = p.atom[i], v = p.is_variable(a) ? a : only_variable(p, p.operand[a]);
    if (v < 0 || (found >= 0 && v != found)) return -1;
    found = v;
  }
  return found;
}

/// Values at the ends of the interval of a constraint's only variable that do not satisfy it.
constexpr void drop_end_values(pool& p, int line, interval target) {
  const int v = only_variable(p, line);
  if (v < 0) return;
  interval r = p.range(v);
  i64 x = 0;
  for (int i = 0; i < max_trials && !r.empty() && value_at(p, line, r.lo, x) && !target.contains(x); ++i) ++r.lo;
  for (int i = 0; i < max_trials && !r.empty() && value_at(p, line, r.hi, x) && !target.contains(x); ++i) --r.hi;
  p.narrow(v, r);
}

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

/// `X - c*floor((X + k) / c) = value`, which says X = value modulo c, in one form: the coefficients of X residues of the
/// smallest magnitude without a common factor, the first positive, k = 0. False on a contradiction.
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

/// One constraint without constant, common factor or outer divisor, the first coefficient positive, its interval within
/// the line's bounds. One on a single variable goes into the box.
constexpr state normalise(pool& p, int& line, interval& range) {
  while (true) {
    const i64 k = p.constant[line];
    line = p.shift(line, -k);
    range = range + interval{-k, -k};
    if (range.empty()) return state::contradiction;
    if (p.is_constant(line)) return range.contains(0) ? state::satisfied : state::contradiction;
    const int first = p.begin[line];
    const i64 g = p.coefficient[first] < 0 ? -p.content(line) : p.content(line);
    if (g != 1) {
      range = divide_exact(range, g);
      line = g < 0 ? p.scale(p.divided(line, -g), -1) : p.divided(line, g);
    }
    if (p.length[line] != 1) break;
    const int a = p.atom[first];
    if (p.is_variable(a)) {
      p.narrow(a, range);
      return p.range(a).empty() ? state::contradiction : state::satisfied;
    }
    if (p.kind[a] == atom_kind::positive_part) {
      if (range.hi < 0 || range.empty()) return state::contradiction;
      range.lo = range.lo > 0 ? range.lo : i64_min;
    } else {
      range = numerator_range(range, p.divisor[a]);
    }
    line = p.operand[a];
  }
  const interval known = bounds(p, line);
  if (range.contains(known)) return state::satisfied;
  range = intersect(range, known);
  if (range.empty()) return state::contradiction;
  const i64 c = range.is_point() ? residue_divisor(p, line) : 0;
  if (c == 0) return state::kept;
  if (!canonical_residue(p, line, range.lo, c)) return state::contradiction;
  range.hi = range.lo;
  return state::kept;
}

constexpr void remove(map_form& m, int i) {
  --m.constraints;
  for (; i < m.constraints; ++i) {
    m.constraint[i] = m.constraint[i + 1];
    m.constraint_range[i] = m.constraint_range[i + 1];
  }
}

/// Normalises every constraint and merges those on the same line. False where the domain is empty.
constexpr bool normalise_all(map_form& m) {
  for (int i = 0; i < m.constraints;) {
    const state s = normalise(m.p, m.constraint[i], m.constraint_range[i]);
    if (s == state::contradiction) return false;
    bool gone = s == state::satisfied;
    for (int j = 0; j < i && !gone; ++j) {
      if (!m.p.same(m.constraint[j], m.constraint[i])) continue;
      m.constraint_range[j] = intersect(m.constraint_range[j], m.constraint_range[i]);
      if (m.constraint_range[j].empty()) return false;
      gone = true;
    }
    if (gone) remove(m, i);
    else ++i;
  }
  return true;
}

/// Narrows the box by every constraint. False where the domain is empty.
constexpr bool propagate(map_form& m) {
  pool& p = m.p;
  p.congruences = false;
  for (int i = 0; i < m.constraints; ++i) {
    const interval r = m.constraint_range[i];
    tighten(p, m.constraint[i], r, 8);
    drop_end_values(p, m.constraint[i], r);
    if (r.is_point() && !learn_congruences(p, m.constraint[i], r.lo)) return false;
  }
  for (int v = 0; v < p.variables; ++v) {
    if (p.congruences) p.narrow(v, trim(p.range(v), {p.modulus[v], p.residue[v]}));
    if (p.range(v).empty()) return false;
  }
  p.congruences = false;
  return true;
}

/// Takes what all constraints but one say as facts: their lines, and the congruences of their equalities.
constexpr void assume_all_but(map_form& m, int one) {
  pool& p = m.p;
  p.congruences = false;
  p.facts = 0;
  for (int i = 0; i < m.constraints && p.facts < pool::max_facts; ++i) {
    if (i == one) continue;
    if (m.constraint_range[i].is_point()) learn_congruences(p, m.constraint[i], m.constraint_range[i].lo);
    p.fact[p.facts] = m.constraint[i];
    p.fact_lo[p.facts] = m.constraint_range[i].lo;
    p.fact_hi[p.facts++] = m.constraint_range[i].hi;
  }
}

/// Removes constraints that the box and the others already say, the last first.
constexpr void drop_implied(map_form& m) {
  for (int i = m.constraints - 1; i >= 0 && m.constraints > 1; --i) {
    assume_all_but(m, i);
    if (m.constraint_range[i].contains(bounds(m.p, m.constraint[i]))) remove(m, i);
  }
  m.p.facts = 0;
  m.p.congruences = false;
}

}  // namespace constraints

/// Simplifies the domain: tightens the box, brings the constraints into normal form, drops those that are implied.
/// False, and known_empty, where no point is left. Lines of results are made anew under the new box.
constexpr bool simplify_domain(map_form& m) {
  if (m.known_empty) return false;
  if (m.constraints == 0) return true;
  interval before[limits::variables];
  for (int round = 0; round < constraints::max_rounds && m.constraints > 0; ++round) {
    for (int v = 0; v < m.p.variables; ++v) before[v] = m.p.range(v);
    if (!constraints::normalise_all(m) || !constraints::propagate(m)) {
      m.known_empty = true;
      return false;
    }
    bool changed = false;
    for (int v = 0; v < m.p.variables; ++v) changed |= !(before[v] == m.p.range(v));
    if (!changed) break;
    renew(m, true);
  }
  constraints::drop_implied(m);
  return true;
}

}  // namespace mercator::symbolic
