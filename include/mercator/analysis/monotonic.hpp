// Whether a map's results come in the order of its points.
#pragma once

#include "mercator/analysis/decide.hpp"

namespace mercator::analysis {

namespace detail {

/// Whether the results of a map over digits, which are linear, grow from each point of the box to the next.
/// Where not, `variable` is the one whose step does it.
constexpr bool grows_linearly(const map_form& m, int& variable) {
  for (int v = 0; v < m.dims + m.ranges; ++v) {
    if (m.p.range(v).count() < 2) continue;
    for (int k = 0; k < m.results; ++k) {
      i64 change = m.p.coefficient_of(m.result[k], v);
      for (int u = v + 1; u < m.dims + m.ranges; ++u)
        change -= m.p.coefficient_of(m.result[k], u) * (m.p.hi[u] - m.p.lo[u]);
      if (change > 0) break;
      variable = v;
      if (change < 0) return false;
    }
  }
  return true;
}

/// -1, 0 or 1 as a comes before, with or after b in lexicographic order.
constexpr int compare(const i64* a, const i64* b, int count) {
  for (int k = 0; k < count; ++k)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

/// Point by point, for each value of the runtime variables.
constexpr proof compare_neighbours(const map_tree& t) {
  const int inner = t.dims + t.ranges;
  i64 before[limits::results] = {}, here[limits::results] = {};
  i64 last[limits::variables] = {}, point[limits::variables] = {};
  for (int v = 0; v < t.variables(); ++v) point[v] = t.box[v].lo;
  do {
    bool any = false;
    do {
      if (!symbolic::evaluate_inside(t, point, here)) continue;
      if (any && compare(before, here, t.results) > 0) return shown_by(t, last, point);
      any = true;
      for (int k = 0; k < t.results; ++k) before[k] = here[k];
      for (int v = 0; v < t.variables(); ++v) last[v] = point[v];
    } while (symbolic::next_point(point, t.box, 0, inner));
  } while (symbolic::next_point(point, t.box, inner, t.variables()));
  return answered(truth::yes);
}

/// Point by point, where there are few enough.
constexpr proof compare_points(const map_tree& t, means with) {
  i64 points = 1;
  for (int v = 0; v < t.variables(); ++v) points = saturating_mul(points, t.box[v].count());
  if (points == 0) return answered(truth::yes);
  return points <= with.budget ? compare_neighbours(t) : proof{};
}

}  // namespace detail

/// Whether the results never go back: of two points with the same runtime variables, the later one in
/// lexicographic order of dimensions and ranges has results that are not earlier in that order. The witness is
/// two points. By the steps from each point to the next.
constexpr proof prove_monotonic_by_steps(const map_tree& t, means with) {
  if (t.known_empty) return detail::answered(truth::yes);
  detail::loaded m(t);
  const digit_form& d = m.split(true);
  if (d.fits() && d.m.known_empty) return detail::answered(truth::yes);
  bool linear = d.fits();
  for (int k = 0; k < d.m.results && linear; ++k) linear = d.p.has_only_variables(d.m.result[k]);
  if (!linear) return detail::compare_points(t, with);
  int v = -1;
  if (detail::grows_linearly(d.m, v)) return detail::answered(truth::yes);
  if (d.m.constraints != 0) return detail::compare_points(t, with);
  i64 digits[limits::variables], first[limits::variables], second[limits::variables];
  const int inner = d.m.dims + d.m.ranges;
  for (int u = 0; u < d.m.variables(); ++u) digits[u] = u > v && u < inner ? d.p.hi[u] : d.p.lo[u];
  d.restore(digits, first);
  for (int u = v; u < inner; ++u) digits[u] = d.p.lo[u] + (u == v);
  d.restore(digits, second);
  return detail::shown_by(t, first, second);
}

/// The same of pairs of points that differ first in variable v.
constexpr proof prove_monotonic_in(const map_tree& t, int v, means with) {
  pair_search pairs(t, with.budget_of_step, with.atoms);
  const truth pair = pairs.reversed(v);
  if (pair == truth::undecided) return {};
  return pair == truth::no ? detail::answered(truth::yes) : detail::shown_by(t, pairs.first(), pairs.second());
}

/// By all means.
constexpr proof prove_monotonic(const map_tree& t, means with) {
  const proof stepped = prove_monotonic_by_steps(t, with);
  return stepped.is != truth::undecided ? stepped : detail::in_all_variables(t, &prove_monotonic_in, with);
}

}  // namespace mercator::analysis
