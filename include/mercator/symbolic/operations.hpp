// Operations on maps beside composition: what is added, taken out, or becomes another kind of variable.
#pragma once

#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/inverse.hpp"

namespace mercator::symbolic {

/// Range variables become dimensions: the last ones of the dimensions.
constexpr void ranges_to_dimensions(map_form& m) {
  m.dims += m.ranges;
  m.ranges = 0;
}

/// The last `count` dimensions become the first range variables.
constexpr void dimensions_to_ranges(map_form& m, int count) {
  m.dims -= count;
  m.ranges += count;
}

/// The results with these numbers, in this order.
constexpr void select_results(map_form& m, const int* number, int count) {
  int selected[limits::results];
  for (int i = 0; i < count; ++i) selected[i] = m.result[number[i]];
  m.results = 0;
  for (int i = 0; i < count; ++i) m.add_result(selected[i]);
}

/// The results of b after those of m, on the points that are in both domains. The counts of variables are the same.
constexpr void append_results(map_form& m, const map_form& b) {
  m.known_empty |= b.known_empty;
  if (m.known_empty) {
    for (int i = 0; i < b.results; ++i) m.add_result(m.p.number(0));
    return;
  }
  for (int v = 0; v < m.variables(); ++v) {
    m.p.narrow(v, b.p.range(v));
    m.known_empty |= m.p.range(v).empty();
  }
  renew(m, true);
  substitution s(m.p, b.p);
  for (int v = 0; v < m.variables(); ++v) s.replace(v, m.p.variable(v));
  for (int i = 0; i < b.results; ++i) m.add_result(s.line(b.result[i]));
  for (int i = 0; i < b.constraints; ++i) m.add_constraint(s.line(b.constraint[i]), b.constraint_range[i]);
}

/// An interval that holds every value of a result over the domain; empty where the domain is, everything where
/// something does not fit. The form is used up.
constexpr interval result_bounds(map_form& m, int result) {
  const auto fits = [&] { return !m.p.full && !m.p.overflow; };
  if (!fits()) return everything;
  if (!simplify_domain(m)) return nothing;
  constraints::assume_all_but(m, -1);
  const interval r = bounds(m.p, m.result[result]);
  return fits() ? r : everything;
}

namespace detail {

/// The range variable that a constraint `(c*s + …) mod k in [r, r]` leaves a step and an offset: s = residue modulo
/// modulus; modulus 0 where there is none to rescale.
constexpr congruence residue_constraint(map_form& m, int i, int& variable) {
  if (!m.constraint_range[i].is_point()) return {0, 0};
  variable = constraints::only_variable(m.p, m.constraint[i]);
  if (variable < m.dims || variable >= m.dims + m.ranges) return {0, 0};
  m.p.congruences = false;
  const bool consistent = constraints::learn_congruences(m.p, m.constraint[i], m.constraint_range[i].lo);
  const congruence known =
      consistent && m.p.congruences ? congruence{m.p.modulus[variable], m.p.residue[variable]} : congruence{0, 0};
  m.p.congruences = false;
  return known.modulus > 1 ? known : congruence{0, 0};
}

}  // namespace detail

/// Range variables with a residue constraint, `s mod k in [r, r]`, are rescaled by it, into out, which is fresh: s
/// becomes k*s + r, and the constraint is gone. The set of points from dimensions to results stays what it is.
constexpr void rescale_ranges(map_form& m, map_form& out) {
  i64 step[limits::variables], offset[limits::variables];
  for (int v = 0; v < m.variables(); ++v) {
    step[v] = 1;
    offset[v] = 0;
  }
  if (simplify_domain(m))
    for (int i = 0; i < m.constraints; ++i) {
      int v = -1;
      const congruence c = detail::residue_constraint(m, i, v);
      if (c.modulus == 0 || step[v] != 1) continue;
      step[v] = c.modulus;
      offset[v] = c.residue;
    }
  for (int v = 0; v < m.variables(); ++v) {
    const interval r = m.known_empty ? nothing : divide_exact(m.p.range(v) + interval{-offset[v], -offset[v]}, step[v]);
    out.add_like(m, v, r);
  }
  if (out.known_empty) return out.become_empty(m.results);
  int image[limits::variables];
  for (int v = 0; v < m.variables(); ++v) image[v] = out.p.shift(out.p.scale(out.p.variable(v), step[v]), offset[v]);
  detail::carry(out, m, image);
}

}  // namespace mercator::symbolic
