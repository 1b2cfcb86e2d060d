// Sums, products, floordiv, ceildiv, mod, min and max on lines, each result in normal form.
#pragma once

#include "mercator/symbolic/quotient_rules.hpp"

namespace mercator::symbolic {

namespace detail {

/// Whether rest is a variable, perhaps with a constant, that no rule after `constant_on_range` has anything to say of.
constexpr bool is_lone_variable(const pool& p, const quotient& q) {
  if (p.length[q.rest] != 1) return false;
  const int i = p.begin[q.rest], a = p.atom[i];
  return p.coefficient[i] == 1 && q.divisor > 2 && a < p.variables && p.all_small && p.lo[a] + 1 < p.hi[a] &&
         p.facts == 0 && !p.congruences;
}

/// Whether a rule gave a line; where an intermediate did not fit, what the rule made is taken back.
constexpr bool applies(pool& p, const pool::mark& before, int line) {
  if (!p.overflow) return line != no_line;
  p.restore(before);
  return false;
}

/// What the first rule after `constant_on_range` that applies makes of the quotient: first what makes it go away, then
/// what makes it smaller. `no_line`, and nothing made, where none does.
constexpr int by_rules(pool& p, const quotient& q) {
  using namespace quotient_rules;
  const pool::mark before = p.checkpoint();
  int out = no_line;
  if (applies(p, before, out = smallest_residues(p, q)) || applies(p, before, out = undone_quotients(p, q)) ||
      applies(p, before, out = other_residue(p, q)) || applies(p, before, out = two_valued_variable(p, q)) ||
      applies(p, before, out = common_factor(p, q)) || applies(p, before, out = factor_split(p, q)) ||
      applies(p, before, out = unnest(p, q)))
    return out;
  p.restore(before);
  return no_line;
}

constexpr int normal_quotient(pool& p, quotient& q) {
  const pool::mark before = p.checkpoint();
  int out = quotient_rules::constant_on_range(p, q);
  if (out != no_line && !p.overflow) return out;
  if (is_lone_variable(p, q)) return quotient_rules::added_atom(p, q);
  if (may_be_tighter(p, q.rest)) {
    const interval known = bounds(p, q.rest);
    if (known.lo > q.lo) q.lo = known.lo;
    if (known.hi < q.hi) q.hi = known.hi;
    p.restore(before);
    out = quotient_rules::constant_on_range(p, q);
    if (out != no_line && !p.overflow) return out;
  }
  p.restore(before);
  if (p.facts == 0 && !p.congruences && p.has_only_variables(q.rest) &&
      applies(p, before, out = quotient_rules::known_atom(p, q)))
    return out;
  out = by_rules(p, q);
  if (out != no_line) return out;
  if (!quotient_rules::prefers_negation(p, q.rest, q.divisor)) return quotient_rules::added_atom(p, q);
  // no rule has anything to say of an atom: so it is read back as it is
  const quotient image = quotient_rules::mirror_image(p, q);
  const quotient alone{p.number(0), image.rest, image.divisor, image.lo, image.hi};
  if (p.has_only_variables(q.rest)) {
    const pool::mark made = p.checkpoint();
    out = quotient_rules::constant_on_range(p, alone);
    if (!applies(p, made, out)) out = by_rules(p, alone);
  }
  return p.add(image.whole, out != no_line ? out : quotient_rules::added_atom(p, alone), -1);
}

}  // namespace detail

/// The line of the residues modulo c of the terms of a line, with a constant.
constexpr int residue_line(pool& p, int line, i64 constant, i64 c) {
  const int from = p.terms;
  for (int i = p.begin[line], e = i + p.length[line]; i < e; ++i) {
    const i64 x = p.coefficient[i], r = x > 0 && x < c ? x : floor_mod(x, c);
    if (r != 0) p.push(r, p.atom[i]);
  }
  return p.close(constant, from);
}

/// Whether a is a variable of whose quotient by c no rule has anything to say, where all numbers are small.
constexpr bool has_lone_quotient(const pool& p, int a, i64 c) {
  const i64 lo = p.lo[a], hi = p.hi[a];
  return a < p.variables && c > 2 && lo >= 0 && lo + 1 < hi && lo / c < hi / c && p.facts == 0 && !p.congruences;
}

/// Takes multiples of c out of every coefficient first; what is left is often constant.
constexpr int floor_divide(pool& p, int line, i64 c) {
  if (c == 1 || p.full || p.overflow) return line;
  if (c >= pool::small) p.all_small = false;
  const int b = p.begin[line], e = b + p.length[line];
  const i64 k = p.constant[line], whole_constant = k >= 0 && k < c ? 0 : floor_div(k, c);
  const i64 rest_constant = whole_constant == 0 ? k : floor_mod(k, c);
  i64 lo = rest_constant, hi = rest_constant;
  int from = p.terms, left = 0, single = no_line;
  for (int i = b; i < e; ++i) {
    const i64 x = p.coefficient[i];
    i64 r = x;
    if (x < 0 || x >= c) {
      i64 times = x / c;
      r -= times * c;
      if (r < 0) {
        r += c;
        --times;
      }
      p.push(times, p.atom[i]);
      if (r == 0) continue;
    }
    ++left;
    if (x == 1) single = i;
    if (p.all_small) {
      lo += r * p.lo[p.atom[i]];
      hi += r * p.hi[p.atom[i]];
    } else {
      add_term(p, r, p.atom[i], lo, hi);
    }
  }
  const bool reduced = p.terms == from;
  const int whole = p.close(whole_constant, from);
  if (left == 0 || (lo >= 0 && hi < c)) return whole;
  if (left == 1 && single != no_line && rest_constant == 0 && p.all_small && has_lone_quotient(p, p.atom[single], c))
    return p.plus(whole, p.intern(atom_kind::quotient, p.part(single, 1), c, {lo / c, hi / c}), 1);
  quotient q{whole, reduced ? p.with_constant(line, rest_constant) : residue_line(p, line, rest_constant, c), c, lo,
             hi};
  return detail::normal_quotient(p, q);
}

/// floor(line / c) for every c but 0.
constexpr int floordiv(pool& p, int line, i64 c) {
  if (c > 0) return floor_divide(p, line, c);
  if (c == i64_min) p.overflow = true;
  return c == i64_min ? line : floor_divide(p, p.scale(line, -1), -c);
}

/// -floor(-line / c)
constexpr int ceildiv(pool& p, int line, i64 c) { return p.scale(floordiv(p, p.scale(line, -1), c), -1); }

/// line - c * floor(line / c)
constexpr int mod(pool& p, int line, i64 c) { return p.add(line, p.scale(floordiv(p, line, c), c), -1); }

/// max(line, 0): the content is taken out and the first coefficient made positive, max(x, 0) = x + max(-x, 0).
constexpr int positive_part(pool& p, int line) {
  const interval r = bounds(p, line);
  if (r.lo >= 0) return line;
  if (r.hi <= 0) return p.number(0);
  const i64 g = gcd(p.content(line), magnitude(p.constant[line]));
  if (g > 1) return p.scale(positive_part(p, p.divided(line, g)), g);
  if (p.coefficient[p.begin[line]] < 0) return p.add(line, positive_part(p, p.scale(line, -1)));
  p.ambiguous = true;
  return p.single(p.intern(atom_kind::positive_part, line, 0, {0, r.hi}));
}

/// max(a, b) = a + max(b - a, 0)
constexpr int max(pool& p, int a, int b) { return p.add(a, positive_part(p, p.add(b, a, -1))); }

/// min(a, b) = a - max(a - b, 0)
constexpr int min(pool& p, int a, int b) { return p.add(a, positive_part(p, p.add(a, b, -1)), -1); }

}  // namespace mercator::symbolic
