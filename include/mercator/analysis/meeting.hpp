// What several maps have in common: the points at which they have the same results.
#pragma once

#include "mercator/analysis/digits.hpp"

namespace mercator::analysis {

/// The points of both domains, side by side as dimensions of a fresh form, at which both maps have the same
/// results, which are its results. The maps have as many results as each other.
constexpr void build_meeting(const digit_form& a, const digit_form& b, digit_form& out) {
  const int n = a.m.variables();
  for (int v = 0; v < n; ++v) out.m.add_dimension(a.p.range(v));
  for (int v = 0; v < b.m.variables(); ++v) out.m.add_dimension(b.p.range(v));
  out.m.known_empty |= a.m.known_empty || b.m.known_empty;
  out.p.full |= a.p.full || b.p.full;
  out.p.overflow |= a.p.overflow || b.p.overflow;
  if (!out.fits()) return;
  if (out.m.known_empty) {
    for (int k = 0; k < a.m.results; ++k) out.m.add_result(out.p.number(0));
    return;
  }
  int image[limits::variables];
  for (int v = 0; v < n; ++v) image[v] = out.p.variable(v);
  symbolic::substitution sa(out.p, a.p, image);
  for (int v = 0; v < b.m.variables(); ++v) image[v] = out.p.variable(n + v);
  symbolic::substitution sb(out.p, b.p, image);
  for (int i = 0; i < a.m.constraints; ++i) out.m.add_constraint(sa.line(a.m.constraint[i]), a.m.constraint_range[i]);
  for (int i = 0; i < b.m.constraints; ++i) out.m.add_constraint(sb.line(b.m.constraint[i]), b.m.constraint_range[i]);
  for (int k = 0; k < a.m.results; ++k) {
    const int line = sa.line(a.m.result[k]);
    out.m.add_result(line);
    out.m.add_constraint(out.p.add(line, sb.line(b.m.result[k]), -1), {0, 0});
  }
}

}  // namespace mercator::analysis
