// Composition of maps in normal form.
#pragma once

#include "mercator/symbolic/substitute.hpp"

namespace mercator::symbolic {

namespace detail {

/// The lines of `from` in the pool of `to`: variable v of `from` becomes the line image[v].
constexpr void carry(map_form& to, const map_form& from, const int* image) {
  substitution s(to.p, from.p, image);
  to.results = 0;
  for (int i = 0; i < from.results; ++i) to.add_result(s.line(from.result[i]));
  for (int i = 0; i < from.constraints; ++i) to.add_constraint(s.line(from.constraint[i]), from.constraint_range[i]);
}

/// Constraints that first's results lie in the box of second's dimensions, where their bounds do not say so. Whether
/// they always do.
constexpr bool require_results_in_box(map_form& first, const map_form& second) {
  const int before = first.constraints;
  for (int i = 0; i < second.dims; ++i) {
    const interval box{second.p.lo[i], second.p.hi[i]};
    if (!lies_in(first.p, first.result[i], box)) first.add_constraint(first.result[i], box);
  }
  return first.constraints == before;
}

/// Bounds of second's results hold for them after first as well, where first is defined everywhere: what their lines
/// then do not show becomes a fact.
constexpr void keep_bounds(map_form& composed, const map_form& second) {
  for (int i = 0; i < second.results; ++i) {
    const int line = composed.result[i];
    if (composed.p.has_only_variables(line)) continue;
    const interval r = bounds(second.p, second.result[i]);
    if (!composed.p.overflow && !second.p.full && !lies_in(composed.p, line, r)) composed.p.assume(line, r);
  }
}

}  // namespace detail

/// second after first, into out, which is fresh: dimensions of first, ranges and runtime variables of second, then of
/// first. The domain says first's constraints, second's with first's results in place of its dimensions, and that each
/// result of first lies in the interval of second's dimension. The caller has checked that first has at least as many
/// results as second has dimensions; those beyond stay as they are, behind second's. An overflow shows in out.p.
///
/// `known` are bounds of first's results, one each, where the caller knows more than their lines say.
constexpr void compose(const map_form& first, const map_form& second, map_form& out, const interval* known = nullptr) {
  const int fd = first.dims, fr = first.ranges, sd = second.dims, sr = second.ranges;
  for (int i = 0; i < fd; ++i) out.add_dimension(first.p.range(i));
  for (int i = 0; i < sr; ++i) out.add_range(second.p.range(sd + i));
  for (int i = 0; i < fr; ++i) out.add_range(first.p.range(fd + i));
  for (int i = 0; i < second.runtimes; ++i) out.add_runtime(second.p.range(sd + sr + i));
  for (int i = 0; i < first.runtimes; ++i) out.add_runtime(first.p.range(fd + fr + i));
  const bool empty = out.known_empty || first.known_empty || second.known_empty;
  if (empty || out.p.full) {
    out.become_empty(second.results + first.results - sd);
    out.known_empty = empty;
    return;
  }
  int image[limits::variables];
  for (int i = 0; i < first.variables(); ++i) {
    const int v = i < fd ? i : i < fd + fr ? i + sr : i + sr + second.runtimes;
    image[i] = out.p.variable(v);
  }
  detail::carry(out, first, image);
  for (int i = 0; i < first.results && known != nullptr; ++i)
    if (!out.p.has_only_variables(out.result[i]) && !lies_in(out.p, out.result[i], known[i]))
      out.p.assume(out.result[i], known[i]);
  const bool everywhere = detail::require_results_in_box(out, second);
  int beyond[limits::results];
  for (int i = sd; i < first.results; ++i) beyond[i] = out.result[i];
  for (int i = 0; i < sd; ++i) image[i] = out.result[i];
  for (int i = sd; i < second.variables(); ++i) {
    const int v = i < sd + sr ? fd + i - sd : fd + sr + fr + i - sd - sr;
    image[i] = out.p.variable(v);
  }
  detail::carry(out, second, image);
  if (everywhere) detail::keep_bounds(out, second);
  for (int i = sd; i < first.results; ++i) out.add_result(beyond[i]);
}

/// first becomes second after first, where second has neither range nor runtime variables: first's variables keep their
/// numbers, and its lines stay where they are.
constexpr void compose_onto(map_form& first, const map_form& second) {
  if (first.known_empty || second.known_empty) return first.become_empty(second.results);
  const bool everywhere = detail::require_results_in_box(first, second);
  int image[limits::variables] = {};
  for (int i = 0; i < second.dims; ++i) image[i] = first.result[i];
  detail::carry(first, second, image);
  if (everywhere) detail::keep_bounds(first, second);
}

}  // namespace mercator::symbolic
