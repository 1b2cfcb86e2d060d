// Variables split into digits, so that quotients of them become linear: d0 floordiv 32 and d0 mod 32 are two
// digits.
#pragma once

#include "mercator/analysis/digit_merge.hpp"
#include "mercator/analysis/equalities.hpp"

namespace mercator::analysis {

namespace detail {

/// Where a variable is cut: v = size * high + low + offset, low in [0, size - 1]. Size 0: nowhere.
struct cut {
  i64 size = 0, offset = 0;
};

/// The largest cut that takes a digit of variable v out of a quotient in use.
constexpr cut cut_of(const pool& p, const bool* used, int v) {
  cut best;
  const i64 count = p.range(v).count();
  for (int a = p.variables; a < p.atoms; ++a) {
    if (!used[a] || p.kind[a] != symbolic::atom_kind::quotient) continue;
    const int line = p.operand[a];
    const i64 x = p.coefficient_of(line, v), c = p.divisor[a];
    if (x == 0) continue;
    const i64 size = c / gcd(magnitude(x), c);
    if (size > count / 2 || size <= best.size || size == 1) continue;
    const bool alone = p.length[line] == 1, unit = magnitude(x) == 1;
    const i64 k = p.constant[line];
    best = {size, !alone || !unit ? p.lo[v] : floor_mod(x == 1 ? -k : k + 1, size)};
  }
  return best;
}

/// Cuts every variable from `first` on and before `last` that can be cut once, into out, which is clear. False
/// where none can.
constexpr bool cut_once(digit_form& from, digit_form& out, int first = 0, int last = limits::variables) {
  const pool& p = from.p;
  const map_form& m = from.m;
  bool used[pool::max_atoms];
  for (int a = 0; a < p.atoms; ++a) used[a] = false;
  symbolic::mark_atoms(m, used);
  cut at[limits::variables];
  int number[limits::variables];
  bool any = false;
  int next = 0;
  for (int v = 0; v < m.variables(); ++v) {
    const interval r = p.range(v);
    number[v] = next++;
    if (v >= first && v < last && next < limits::variables - m.variables() && is_safe(r)) at[v] = cut_of(p, used, v);
    if (at[v].size == 0) {
      out.m.add_like(m, v, r);
      continue;
    }
    any = true;
    ++next;
    out.m.add_like(m, v, floor_div(r + interval{-at[v].offset, -at[v].offset}, at[v].size));
    out.m.add_like(m, v, {0, at[v].size - 1});
  }
  if (!any) return false;
  int image[limits::variables];
  for (int v = 0; v < m.variables(); ++v) {
    image[v] = out.p.variable(number[v]);
    if (at[v].size == 0) continue;
    image[v] = out.p.shift(out.p.add(out.p.single(number[v] + 1), image[v], at[v].size), at[v].offset);
    const interval r = p.range(v), all = symbolic::term_bounds(out.p, image[v]);
    if (!(r == all)) out.m.add_constraint(image[v], r);
  }
  symbolic::substitution s(out.p, p, image);
  for (int i = 0; i < m.results; ++i) out.m.add_result(s.line(m.result[i]));
  for (int i = 0; i < m.constraints; ++i) out.m.add_constraint(s.line(m.constraint[i]), m.constraint_range[i]);
  out.variables = from.variables;
  for (int v = 0; v < from.variables; ++v) out.origin[v] = s.line(from.origin[v]);
  return true;
}

}  // namespace detail

/// The map with its variables split into digits as often as that makes quotients go away, after digits of a sum
/// that is all that counts were put together, and without the variables that equalities give away. `a` holds
/// the map and is used up with `b`; the form that holds the outcome is returned, its domain simplified. A lack
/// of room shows in its pool. `in_order` keeps the order of the points.
constexpr digit_form& split_digits(digit_form& a, digit_form& b, bool in_order = false) {
  constexpr int max_rounds = 64;
  digit_form *from = &a, *to = &b;
  from->variables = from->m.variables();
  for (int v = 0; v < from->variables; ++v) from->origin[v] = from->m.known_empty ? 0 : from->p.single(v);
  bool merging = from->p.atoms != from->p.variables || from->m.constraints != 0;
  for (int round = 0; round < max_rounds; ++round) {
    if (!has_points(from->m) || !from->fits()) break;
    if (!split_equalities(from->m) || !drop_remainders(from->m)) from->m.known_empty = true;
    if (from->m.known_empty || !from->fits()) break;
    to->clear();
    const bool eliminated = !in_order && eliminate_once(*from, *to);
    if (!eliminated) merging = merging && detail::digit_merge(*from, *to, in_order).once();
    if (!eliminated && !merging) {
      to->clear();
      if (!detail::cut_once(*from, *to)) break;
    }
    digit_form* const done = from;
    from = to;
    to = done;
    if (round + 1 == max_rounds) has_points(from->m);
  }
  return *from;
}

}  // namespace mercator::analysis
