// Constraints that say what a variable is: the variable goes.
#pragma once

#include "mercator/analysis/digit_form.hpp"

namespace mercator::analysis {

/// c*U + R = 0 where only one multiple m*c of c lies within the bounds of R says R = m*c and U = -m. False
/// where no multiple does: the domain is empty then.
constexpr bool split_equalities(map_form& m) {
  pool& p = m.p;
  for (int i = 0; i < m.constraints && m.constraints < limits::constraints; ++i) {
    if (!m.constraint_range[i].is_point()) continue;
    const int line = p.shift(m.constraint[i], -m.constraint_range[i].lo);
    if (p.overflow || p.full) return true;
    for (int t = p.begin[line], e = p.end(line); t < e; ++t) {
      const i64 c = magnitude(p.coefficient[t]);
      if (c == 1) continue;
      int from = p.terms;
      for (int k = p.begin[line]; k < e; ++k)
        if (p.coefficient[k] % c != 0) p.push(p.coefficient[k], p.atom[k]);
      const int rest = p.close(p.constant[line], from);
      const interval r = symbolic::bounds(p, rest);
      if (!r.bounded()) continue;
      const i64 multiple = ceil_div(r.lo, c);
      if (multiple > floor_div(r.hi, c)) return false;
      if (multiple < floor_div(r.hi, c) || p.length[rest] == 0) continue;
      from = p.terms;
      for (int k = p.begin[line]; k < e; ++k)
        if (p.coefficient[k] % c == 0) p.push(p.coefficient[k] / c, p.atom[k]);
      m.constraint[i] = p.close(0, from);
      m.constraint_range[i] = {-multiple, -multiple};
      m.add_constraint(rest, {multiple * c, multiple * c});
      break;
    }
  }
  return true;
}

/// lo <= c*U + R <= hi where the bounds of U are the same for all values of R is a constraint on U alone. False where
/// there is no such U: the domain is empty then.
constexpr bool drop_remainders(map_form& m) {
  pool& p = m.p;
  for (int i = 0; i < m.constraints; ++i) {
    const int line = m.constraint[i];
    const interval allowed = m.constraint_range[i];
    for (int t = p.begin[line], e = p.end(line); t < e; ++t) {
      const i64 c = magnitude(p.coefficient[t]);
      if (c == 1) continue;
      int from = p.terms;
      for (int k = p.begin[line]; k < e; ++k)
        if (p.coefficient[k] % c != 0) p.push(p.coefficient[k], p.atom[k]);
      const int rest = p.close(p.constant[line], from);
      const interval r = symbolic::bounds(p, rest);
      if (p.length[rest] == 0 || !r.bounded()) continue;
      const interval least = divide_exact(allowed + interval{-r.lo, -r.lo}, c),
                     most = divide_exact(allowed + interval{-r.hi, -r.hi}, c);
      if (least.lo != most.lo || least.hi != most.hi) continue;
      if (least.empty()) return false;
      from = p.terms;
      for (int k = p.begin[line]; k < e; ++k)
        if (p.coefficient[k] % c == 0) p.push(p.coefficient[k] / c, p.atom[k]);
      m.constraint[i] = p.close(0, from);
      m.constraint_range[i] = least;
      break;
    }
    if (p.overflow || p.full) return true;
  }
  return true;
}

/// Puts what an equality says of a variable that it has once, with coefficient 1 or -1, in the variable's
/// place, into the other form, which is clear. False where there is no such equality of a variable from `first`
/// on and before `last`.
constexpr bool eliminate_once(digit_form& from, digit_form& to, int first = 0, int last = limits::variables) {
  const map_form& m = from.m;
  pool& p = from.p;
  int found_in = -1, variable = -1;
  i64 sign = 0, most = 1;
  for (int i = 0; i < m.constraints; ++i) {
    const int line = m.constraint[i];
    if (!m.constraint_range[i].is_point()) continue;
    for (int t = p.begin[line], e = p.end(line); t < e; ++t) {
      const int v = p.atom[t];
      if (!p.is_variable(v) || magnitude(p.coefficient[t]) != 1 || p.range(v).count() <= most || v < first || v >= last)
        continue;
      bool within = false;
      for (int k = t + 1; k < e && !within; ++k)
        within = !p.is_variable(p.atom[k]) && depends(p, p.operand[p.atom[k]], v);
      if (within) continue;
      found_in = i;
      variable = v;
      sign = p.coefficient[t];
      most = p.range(v).count();
    }
  }
  if (variable < 0) return false;
  int image[limits::variables];
  for (int v = 0; v < m.variables(); ++v)
    if (v != variable) to.m.add_like(m, v, p.range(v));
  for (int v = 0; v < m.variables(); ++v)
    image[v] = v == variable ? to.p.number(0) : to.p.variable(v < variable ? v : v - 1);
  symbolic::substitution rest(to.p, p, image);
  const int left = to.p.shift(rest.line(m.constraint[found_in]), -m.constraint_range[found_in].lo);
  image[variable] = to.p.scale(left, -sign);
  symbolic::substitution s(to.p, p, image);
  for (int i = 0; i < m.results; ++i) to.m.add_result(s.line(m.result[i]));
  for (int i = 0; i < m.constraints; ++i)
    if (i != found_in) to.m.add_constraint(s.line(m.constraint[i]), m.constraint_range[i]);
  if (!symbolic::lies_in(to.p, image[variable], p.range(variable)))
    to.m.add_constraint(image[variable], p.range(variable));
  to.variables = from.variables;
  for (int v = 0; v < from.variables; ++v) to.origin[v] = s.line(from.origin[v]);
  return true;
}

}  // namespace mercator::analysis
