// The domain: constraints in normal form, the box they leave, and which of them the others already say.
#pragma once

#include "mercator/symbolic/small_domain.hpp"
#include "mercator/symbolic/substitute.hpp"

namespace mercator::symbolic {

namespace constraints {

constexpr int max_rounds = 16;   ///< of propagation; more would only tighten further
constexpr int few_rounds = 4;    ///< after which propagation is thorough
constexpr int max_trials = 256;  ///< values of one variable tried at each end of its interval

/// Narrows the interval of an atom to what the line's interval leaves for it; the same for what a quotient or positive
/// part is made of. Only variables' intervals are changed.
constexpr void tighten(pool& p, int line, interval target, int depth);

__extension__ using wide = __int128;

/// [lo, hi], ends that lie beyond 64 bits at the last number; ends of `from` without bound stay so. `exact` says
/// whether nothing was lost: lines may have values beyond 64 bits on the way.
constexpr interval clamped(interval from, wide lo, wide hi, bool& exact) {
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
  return clamped(quotient, static_cast<wide>(quotient.lo) * c, static_cast<wide>(quotient.hi) * c + (c - 1), exact);
}

/// x + k in [l, h] says x in [l - k, h - k].
constexpr interval without_constant(interval sum, i64 k, bool& exact) {
  return clamped(sum, static_cast<wide>(sum.lo) - k, static_cast<wide>(sum.hi) - k, exact);
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

/// x with a*x = b modulo m, as a congruence; modulus 0 where there is none.
constexpr congruence solve(i64 a, i64 b, i64 m) {
  const i64 d = gcd(floor_mod(a, m), m), n = m / d;
  if (floor_mod(b, d) != 0) return {0, 0};
  if (n == 1) return {1, 0};
  const wide x = static_cast<wide>(inverse_modulo(floor_mod(a, m) / d, n)) * (floor_mod(b, m) / d) % n;
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
  for (int i = p.begin[line], e = i + p.length[line]; i < e && p.is_variable(p.atom[i]); ++i) {
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

/// Values of the atoms that a line is made of, at values of one variable. Atoms stand behind those they are made of.
class atom_values {
 public:
  constexpr atom_values(const pool& p, int line) : p_(p), line_(line) {
    for (int a = 0; a < p.atoms; ++a) used_[a] = false;
    mark_atoms(p, line, used_);
  }

  /// The only variable that the line is made of; -1 for none or several.
  constexpr int only_variable() const {
    int found = -1;
    for (int v = 0; v < p_.variables; ++v) {
      if (!used_[v]) continue;
      if (found >= 0) return -1;
      found = v;
    }
    return found;
  }

  /// The line's value where its only variable is x, or false where something does not fit.
  constexpr bool at(i64 x, i64& out) {
    for (int a = 0; a < p_.atoms; ++a) {
      if (!used_[a]) continue;
      value_[a] = x;
      if (p_.is_variable(a)) continue;
      if (!line_value(p_.operand[a], value_[a])) return false;
      value_[a] = p_.kind[a] == atom_kind::quotient ? floor_div(value_[a], p_.divisor[a])
                  : value_[a] > 0                   ? value_[a]
                                                    : 0;
    }
    return line_value(line_, out);
  }

 private:
  constexpr bool line_value(int line, i64& out) const {
    out = p_.constant[line];
    for (int i = p_.begin[line], e = i + p_.length[line]; i < e; ++i)
      if (!checked_multiply_add(out, p_.coefficient[i], value_[p_.atom[i]], out)) return false;
    return true;
  }

  const pool& p_;
  int line_;
  bool used_[pool::max_atoms];
  i64 value_[pool::max_atoms];
};

/// Values at the ends of the interval of a constraint's only variable that do not satisfy it.
constexpr void drop_end_values(pool& p, int line, interval target) {
  if (p.has_only_variables(line)) return;
  atom_values values(p, line);
  const int v = values.only_variable();
  if (v < 0) return;
  interval r = p.range(v);
  if (!r.bounded()) return;
  i64 x = 0;
  for (int i = 0; i < max_trials && !r.empty() && values.at(r.lo, x) && !target.contains(x); ++i) ++r.lo;
  for (int i = 0; i < max_trials && !r.empty() && values.at(r.hi, x) && !target.contains(x); ++i) --r.hi;
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

constexpr void remove(map_form& m, int i) {
  --m.constraints;
  for (; i < m.constraints; ++i) {
    m.constraint[i] = m.constraint[i + 1];
    m.constraint_range[i] = m.constraint_range[i + 1];
  }
}

/// Normalises every constraint and merges those on the same line, whose intersection may have another form. False where
/// the domain is empty.
constexpr bool normalise_all(map_form& m) {
  for (bool merged = true; merged;) {
    merged = false;
    for (int i = 0; i < m.constraints;) {
      const state s = normalise(m.p, m.constraint[i], m.constraint_range[i]);
      if (s == state::contradiction) return false;
      bool gone = s == state::satisfied;
      for (int j = 0; j < i && !gone; ++j) {
        if (!m.p.same(m.constraint[j], m.constraint[i])) continue;
        m.constraint_range[j] = intersect(m.constraint_range[j], m.constraint_range[i]);
        if (m.constraint_range[j].empty()) return false;
        gone = merged = true;
      }
      if (gone)
        remove(m, i);
      else
        ++i;
    }
  }
  return true;
}

/// Narrows the box by every constraint, `thoroughly` by what its quotients are made of too. False where the domain is
/// empty.
constexpr bool propagate(map_form& m, bool thoroughly) {
  pool& p = m.p;
  p.congruences = false;
  for (int i = 0; i < m.constraints; ++i) {
    const interval r = m.constraint_range[i];
    tighten(p, m.constraint[i], r);
    if (thoroughly) tighten_definitions(p, m.constraint[i], r);
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
  for (int i = 0; i < m.constraints; ++i) {
    if (i == one) continue;
    if (m.constraint_range[i].is_point()) learn_congruences(p, m.constraint[i], m.constraint_range[i].lo);
    p.assume(m.constraint[i], m.constraint_range[i]);
  }
}

/// Removes constraints that the box and the others already say, the last first. False where they say that one does not
/// hold.
constexpr bool drop_implied(map_form& m) {
  bool possible = true;
  for (int i = m.constraints - 1; i >= 0 && m.constraints > 1 && possible; --i) {
    assume_all_but(m, i);
    const interval known = bounds(m.p, m.constraint[i]), r = m.constraint_range[i];
    possible = !intersect(r, known).empty();
    if (r.contains(known)) remove(m, i);
  }
  m.p.facts = 0;
  m.p.congruences = false;
  return possible;
}

/// Tightens the box and brings the constraints into normal form, until nothing changes; after the last round they are
/// brought into normal form only, which sees those that have become constant. False where no point is left.
constexpr bool tighten_box(map_form& m) {
  interval before[limits::variables];
  for (int round = 0; m.constraints > 0; ++round) {
    const bool last = round == max_rounds;
    for (int v = 0; v < m.p.variables; ++v) before[v] = m.p.range(v);
    const bool empty = !normalise_all(m) || (!last && !propagate(m, round >= few_rounds));
    if (m.p.overflow || m.p.full) return true;
    if (empty) return false;
    if (last) break;
    bool changed = false;
    for (int v = 0; v < m.p.variables; ++v) changed |= !(before[v] == m.p.range(v));
    if (!changed) break;
    // what is made anew may be another form than what is made once
    if (m.p.atoms > m.p.variables) m.p.ambiguous = true;
    renew(m, true);
    if (m.p.overflow || m.p.full) return true;
  }
  return true;
}

/// The tightest box of a small domain, and only the constraints that it needs. False where no point is left.
constexpr bool look_at_points(map_form& m) {
  while (!m.p.overflow && !m.p.full) {
    small_domain d(m);
    if (!d.applies()) return true;
    if (d.narrow()) {
      for (int v = 0; v < m.p.variables; ++v)
        if (m.p.range(v).empty()) return false;
      m.p.ambiguous = true;
      renew(m, true);
      if (m.p.overflow || m.p.full) return true;
      if (!tighten_box(m)) return false;
      continue;
    }
    int i = m.constraints - 1;
    while (i >= 0 && d.is_needed(i)) --i;
    if (i < 0) return true;
    remove(m, i);
  }
  return true;
}

}  // namespace constraints

/// Simplifies the domain: tightens the box, brings the constraints into normal form, drops those that are implied.
/// False, and known_empty, where no point is left. Lines of results are made anew under the new box. True where
/// something does not fit, and then the form means nothing.
constexpr bool simplify_domain(map_form& m) {
  if (m.known_empty) return false;
  if (m.constraints == 0) return true;
  const bool possible = constraints::tighten_box(m) && (m.constraints == 0 || constraints::look_at_points(m));
  if (m.p.overflow || m.p.full) return true;
  const bool some = possible && constraints::drop_implied(m);
  if (m.p.overflow || m.p.full) return true;
  m.known_empty = !some;
  return some;
}

}  // namespace mercator::symbolic
