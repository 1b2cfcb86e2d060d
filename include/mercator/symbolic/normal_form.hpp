// Sums, products, floordiv, ceildiv, mod, min and max on lines, each result in normal form.
#pragma once

#include "mercator/symbolic/quotient_rules.hpp"

namespace mercator::symbolic {

namespace detail {

/// Splits line into c * whole + rest with the coefficients of rest in [0, c - 1].
constexpr quotient take_out_multiples(pool& p, int line, i64 c) {
  int from = p.terms;
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const i64 x = floor_div(p.coefficient[i], c);
    if (x != 0) p.push(x, p.atom[i]);
  }
  const i64 k = floor_div(p.constant[line], c);
  const int whole = p.close(k, from);
  from = p.terms;
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const i64 r = floor_mod(p.coefficient[i], c);
    if (r != 0) p.push(r, p.atom[i]);
  }
  const int rest = p.close(floor_mod(p.constant[line], c), from);
  return {whole, rest, c, term_bounds(p, rest)};
}

/// Applies one rule; what it made is taken back where it does not apply or an intermediate does not fit.
template <class Rule>
constexpr bool applies(pool& p, const quotient& q, Rule rule, int& out) {
  const pool::mark before = p.checkpoint();
  out = rule(p, q);
  if (out != no_line && !p.overflow) return true;
  p.restore(before);
  return false;
}

/// The rules in order: what makes the quotient go away first, then what makes it smaller.
constexpr int normal_quotient(pool& p, quotient q) {
  namespace r = quotient_rules;
  int out = no_line;
  if (applies(p, q, r::constant_on_range, out)) return out;
  if (p.facts != 0 || p.congruences || !p.has_only_variables(q.rest)) {
    q.range = intersect(q.range, bounds(p, q.rest));
    if (applies(p, q, r::constant_on_range, out)) return out;
  }
  if (applies(p, q, r::smallest_residues, out)) return out;
  if (applies(p, q, r::undone_quotients, out)) return out;
  if (applies(p, q, r::other_residue, out)) return out;
  if (applies(p, q, r::two_valued_variable, out)) return out;
  if (applies(p, q, r::common_factor, out)) return out;
  if (applies(p, q, r::factor_split, out)) return out;
  if (applies(p, q, r::unnest, out)) return out;
  return r::new_atom(p, q);
}

}  // namespace detail

constexpr int floor_divide(pool& p, int line, i64 c) {
  if (c == 1 || p.full) return line;
  const quotient q = detail::take_out_multiples(p, line, c);
  if (p.is_constant(q.rest)) return q.whole;
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
  return p.single(p.intern(atom_kind::positive_part, line, 0, {0, r.hi}));
}

/// max(a, b) = a + max(b - a, 0)
constexpr int max(pool& p, int a, int b) { return p.add(a, positive_part(p, p.add(b, a, -1))); }

/// min(a, b) = a - max(a - b, 0)
constexpr int min(pool& p, int a, int b) { return p.add(a, positive_part(p, p.add(a, b, -1)), -1); }

}  // namespace mercator::symbolic
