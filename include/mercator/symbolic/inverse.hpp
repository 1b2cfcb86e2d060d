// Maps turned round: inverse, converse; and unused range variables dropped.
#pragma once

#include "mercator/symbolic/compose.hpp"
#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/solve_points.hpp"

namespace mercator::symbolic {

namespace detail {

/// The domain of a turned map: what was solved lies in its interval, satisfies m's constraints, and gives y
/// back.
constexpr void require_image(map_form& m, equations& e, map_form& out) {
  substitution s(out.p, m.p);
  for (int v = 0; v < m.variables(); ++v) s.replace(v, e.solution(v));
  for (int v = 0; v < m.dims + m.ranges; ++v)
    if (!lies_in(out.p, e.solution(v), m.p.range(v))) out.add_constraint(e.solution(v), m.p.range(v));
  for (int i = 0; i < m.constraints; ++i) out.add_constraint(s.line(m.constraint[i]), m.constraint_range[i]);
  for (int j = 0; j < m.results; ++j) {
    const int difference = out.p.add(s.line(m.result[j]), out.p.single(j), -1);
    if (!lies_in(out.p, difference, {0, 0})) out.add_constraint(difference, {0, 0});
  }
}

/// m turned round, those of its variables that `is_free` marks as range variables. False where more would have
/// to be free.
template <class Equations = equations>
constexpr bool turn(map_form& m, const bool* is_free, bool with_ranges, solving_budget budget, map_form& out) {
  for (int j = 0; j < m.results; ++j) out.add_dimension(bounds(m.p, m.result[j]));
  const int wanted = with_ranges ? m.dims + m.ranges : m.dims;
  int free_number[limits::variables];
  for (int v = 0; v < m.dims + m.ranges; ++v) {
    free_number[v] = out.variables();
    if (is_free[v]) out.add_range(m.p.range(v));
  }
  int runtime[limits::variables];
  const int first_runtime = out.variables();
  for (int i = 0; i < m.runtimes; ++i) out.add_runtime(m.p.range(m.dims + m.ranges + i));
  for (int i = 0; i < m.runtimes; ++i) runtime[i] = out.p.variable(first_runtime + i);
  if (m.known_empty || out.known_empty) {
    out.become_empty(wanted);
    return true;
  }
  Equations e(m, out.p, runtime);
  for (int v = 0; v < m.dims + m.ranges; ++v)
    if (is_free[v]) e.give(v, out.p.variable(free_number[v]));
  e.solve();
  const auto is_solved = [&] {
    for (int v = 0; v < m.dims + m.ranges; ++v)
      if (!e.is_known(v)) return false;
    return true;
  };
  if (budget.points != 0 && !is_solved()) {
    solving_by_points points(m, e, out.p, budget);
    while (!is_solved() && (points.solve_one() || e.solve_further())) e.solve();
  }
  if (!is_solved()) return false;
  for (int v = 0; v < wanted; ++v) out.add_result(e.solution(v));
  require_image(m, e, out);
  return true;
}

/// The variables that are not determined by the results, the last range variables first: as few as the solver
/// needs.
constexpr void choose_free(map_form& m, bool* is_free) {
  pool scratch;
  for (int j = 0; j < m.results; ++j) scratch.add_variable(bounds(m.p, m.result[j]));
  int runtime[limits::variables];
  for (int v = 0; v < m.variables(); ++v) scratch.add_variable(m.p.range(v));
  for (int i = 0; i < m.runtimes; ++i) runtime[i] = scratch.variable(m.results + m.dims + m.ranges + i);
  equations e(m, scratch, runtime);
  e.solve();
  for (int v = m.dims + m.ranges - 1; v >= 0; --v) {
    is_free[v] = !e.is_known(v);
    if (!is_free[v]) continue;
    e.give(v, scratch.variable(m.results + v));
    e.solve();
  }
}

}  // namespace detail

/// The inverse of an injective map into out, which is fresh: results become dimensions, dimensions and then
/// ranges become results, runtime variables stay; its domain is the image. False where the map could not be
/// solved for its variables: it is not injective, or not by permutation, affine combination, mixed-radix
/// digits, residues and quotients that grow with what they are of, nor by looking at its values within the budget.
/// What can be done then: quotient_equations take more steps, and for a map of few points there is
/// inverse_by_table.hpp.
template <class Equations = equations>
constexpr bool inverse(map_form& m, map_form& out, solving_budget budget = {}) {
  bool is_free[limits::variables];
  for (int v = 0; v < m.variables(); ++v) is_free[v] = false;
  simplify_domain(m);
  return detail::turn<Equations>(m, is_free, true, budget, out);
}

/// The relation from dimensions to results turned round, into out, which is fresh: results become dimensions,
/// dimensions become results, and variables that the results do not determine become ranges. Turning an
/// output-to-input map gives the input-to-output one. False where it could not be solved.
constexpr bool converse(map_form& m, map_form& out) {
  bool is_free[limits::variables];
  detail::choose_free(m, is_free);
  return detail::turn(m, is_free, false, {0, 0}, out);
}

/// Removes range variables that neither results nor constraints use, into out, which is fresh. Which point of
/// such a range a value comes from is lost, and so how often it comes.
constexpr void drop_unused(const map_form& m, map_form& out) {
  bool used[pool::max_atoms];
  for (int a = 0; a < m.p.atoms; ++a) used[a] = false;
  mark_atoms(m, used);
  for (int v = 0; v < m.variables(); ++v) used[v] |= v < m.dims || v >= m.dims + m.ranges;
  for (int v = 0; v < m.dims; ++v) out.add_dimension(m.p.range(v));
  for (int v = m.dims; v < m.dims + m.ranges; ++v)
    if (used[v]) out.add_range(m.p.range(v));
  for (int v = m.dims + m.ranges; v < m.variables(); ++v) out.add_runtime(m.p.range(v));
  if (m.known_empty || out.known_empty) return out.become_empty(m.results);
  int image[limits::variables];
  int next = 0;
  for (int v = 0; v < m.variables(); ++v) image[v] = used[v] ? out.p.variable(next++) : no_line;
  detail::carry(out, m, image);
}

}  // namespace mercator::symbolic
