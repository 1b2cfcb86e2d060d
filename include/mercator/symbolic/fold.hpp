// Runtime variables replaced by what is known of them: a constant, or an expression such as that of an iota.
#pragma once

#include "mercator/symbolic/compose.hpp"

namespace mercator::symbolic {

/// What becomes of a value that is outside of its variable's interval.
enum class beyond : unsigned char {
  clamped,  ///< the nearest value of the interval
  excluded  ///< the point is not in the domain
};

namespace detail {

/// The variables of m without runtime variable number `variable`, in out, which is fresh; image[v] is the line
/// there of variable v.
constexpr void copy_other_variables(const map_form& m, int variable, map_form& out, int* image) {
  const int gone = m.dims + m.ranges + variable;
  for (int v = 0; v < m.dims; ++v) out.add_dimension(m.p.range(v));
  for (int v = m.dims; v < m.dims + m.ranges; ++v) out.add_range(m.p.range(v));
  for (int v = m.dims + m.ranges; v < m.variables(); ++v)
    if (v != gone) out.add_runtime(m.p.range(v));
  out.known_empty |= m.known_empty;
  for (int v = 0, next = 0; v < m.variables(); ++v)
    image[v] = v == gone || out.known_empty ? out.p.number(0) : out.p.variable(next++);
}

/// m, in whose place of a runtime variable the line stands.
constexpr void put_in_place(const map_form& m, int variable, int line, beyond what, map_form& out, int* image) {
  const int v = m.dims + m.ranges + variable;
  const interval allowed = m.p.range(v);
  if (!lies_in(out.p, line, allowed)) {
    if (what == beyond::excluded)
      out.add_constraint(line, allowed);
    else
      line = max(out.p, min(out.p, line, out.p.number(allowed.hi)), out.p.number(allowed.lo));
  }
  image[v] = line;
  carry(out, m, image);
}

}  // namespace detail

/// m with a constant in place of runtime variable number `variable`, into out, which is fresh.
constexpr void fold_runtime(const map_form& m, int variable, i64 value, beyond what, map_form& out) {
  int image[limits::variables];
  detail::copy_other_variables(m, variable, out, image);
  const interval allowed = m.p.range(m.dims + m.ranges + variable);
  if (out.known_empty || out.p.full || (what == beyond::excluded && !allowed.contains(value)))
    return out.become_empty(m.results);
  value = value < allowed.lo ? allowed.lo : value > allowed.hi ? allowed.hi : value;
  detail::put_in_place(m, variable, out.p.number(value), what, out, image);
}

/// m with the only result of `value` in place of runtime variable number `variable`, into out, which is fresh.
/// `value` has as many dimensions and ranges as m, whose values it takes, and no runtime variables; where it is
/// not defined, neither is the outcome.
constexpr void fold_runtime(const map_form& m, int variable, const map_form& value, beyond what, map_form& out) {
  int image[limits::variables];
  detail::copy_other_variables(m, variable, out, image);
  if (out.known_empty || out.p.full || value.known_empty) return out.become_empty(m.results);
  detail::carry(out, value, image);
  const int line = out.result[0];
  for (int v = 0; v < value.variables(); ++v)
    if (!lies_in(out.p, image[v], value.p.range(v))) out.add_constraint(image[v], value.p.range(v));
  detail::put_in_place(m, variable, line, what, out, image);
}

}  // namespace mercator::symbolic
