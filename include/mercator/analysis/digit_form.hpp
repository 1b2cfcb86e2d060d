// A map whose variables were exchanged for others, and the way back.
#pragma once

#include "mercator/symbolic/compose.hpp"
#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/partition.hpp"

namespace mercator::analysis {

using symbolic::limits;
using symbolic::map_form;
using symbolic::pool;
using symbolic::truth;

/// A map over digits, and the variables that it had before as lines of them.
struct digit_form {
  pool p;
  map_form m{p};
  int variables = 0;              ///< of the map before
  int origin[limits::variables];  ///< each of them as a line

  constexpr digit_form() {}
  digit_form(const digit_form&) = delete;
  digit_form& operator=(const digit_form&) = delete;

  constexpr bool fits() const { return !p.full && !p.overflow; }

  constexpr void clear() {
    p.atoms = p.variables = p.terms = p.lines = p.facts = 0;
    p.overflow = p.full = p.congruences = false;
    p.all_small = true;
    m.dims = m.ranges = m.runtimes = m.results = m.constraints = 0;
    m.known_empty = false;
    variables = 0;
  }

  /// The variables before, where the digits have these values.
  constexpr void restore(const i64* digits, i64* out) const {
    for (int v = 0; v < variables; ++v) out[v] = symbolic::detail::line_value(p, origin[v], digits);
  }
};

/// The same map into a fresh form.
constexpr void copy_form(const map_form& from, map_form& to) {
  for (int v = 0; v < from.variables(); ++v) to.add_like(from, v, from.p.range(v));
  if (from.known_empty || to.known_empty) return to.become_empty(from.results);
  int image[symbolic::limits::variables] = {};
  for (int v = 0; v < from.variables(); ++v) image[v] = to.p.variable(v);
  symbolic::detail::carry(to, from, image);
}

/// Whether a line depends on a variable.
constexpr bool depends(const pool& p, int line, int variable) {
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const int a = p.atom[i];
    if (a == variable || (!p.is_variable(a) && depends(p, p.operand[a], variable))) return true;
  }
  return false;
}

/// From here on numbers are too near to the ends of 64 bits to be added to each other without checks.
inline constexpr i64 too_large_to_add = i64{1} << 60;

/// Whether both ends are far from those of 64 bits.
constexpr bool is_safe(interval r) { return magnitude(r.lo) < too_large_to_add && magnitude(r.hi) < too_large_to_add; }

/// Whether the box of all variables is, also of those that no line uses.
constexpr bool has_safe_box(const map_form& m) {
  for (int v = 0; v < m.variables() && !m.known_empty; ++v)
    if (!is_safe(m.p.range(v))) return false;
  return true;
}

/// Whether a line's terms, added in any order over the box, stay far from the ends of 64 bits.
constexpr bool is_safe(const pool& p, int line) {
  i64 size = magnitude(p.constant[line]);
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const interval r = p.range(p.atom[i]);
    const i64 most = magnitude(r.lo) > magnitude(r.hi) ? magnitude(r.lo) : magnitude(r.hi);
    size = saturating_add(size, saturating_mul(magnitude(p.coefficient[i]), most));
  }
  return size < too_large_to_add;
}

/// Whether all lines of a map can be evaluated, and added to each other, without checks.
constexpr bool is_safe(const map_form& m) {
  const pool& p = m.p;
  if (p.all_small) return true;
  for (int a = p.variables; a < p.atoms; ++a)
    if (!is_safe(p, p.operand[a])) return false;
  for (int i = 0; i < m.results; ++i)
    if (!is_safe(p, m.result[i])) return false;
  for (int i = 0; i < m.constraints; ++i)
    if (!is_safe(p, m.constraint[i])) return false;
  return true;
}

/// Simplifies the domain; false where it is empty. A constraint that simplification leaves without variables is
/// looked at.
constexpr bool has_points(map_form& m) {
  if (!symbolic::simplify_domain(m)) return false;
  for (int i = 0; i < m.constraints; ++i)
    if (m.p.is_constant(m.constraint[i]) && !m.constraint_range[i].contains(m.p.constant[m.constraint[i]]))
      m.known_empty = true;
  return !m.known_empty;
}

}  // namespace mercator::analysis
