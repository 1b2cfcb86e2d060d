// Maps with the sources of their runtime variables, as one map: its results are the indices, then the number of
// the replica where there is one, then for each runtime variable the indices of the element that it is read
// from. So a composition, a simplification and a comparison see all of it.
#pragma once

#include "mercator/hlo/module.hpp"
#include "mercator/ops/source.hpp"
#include "mercator/symbolic/compose.hpp"

namespace mercator::hlo_ir {

using ops::direction;
using ops::outside;

/// Where a runtime variable is read.
struct source {
  static constexpr int place_in_group = -1;  ///< the replica's own place in its group
  static constexpr int replica = -2;         ///< the replica's own number

  int instruction;  ///< its place among the module's, or one of the above
  int array;        ///< the place of the array's shape among the module's shapes
  outside values_outside;
  int indices;     ///< how many results of the map say which element
  interval clamp;  ///< what the value is brought into where values outside are clamped; the map's domain may
                   ///< say less

  friend constexpr bool operator==(const source& a, const source& b) {
    return a.instruction == b.instruction && a.array == b.array && a.values_outside == b.values_outside &&
           a.indices == b.indices && a.clamp == b.clamp;
  }
};

/// The form stands beside, as its pool does.
struct sourced_map {
  symbolic::map_form& m;
  int indices = 0;                              ///< the results that are indices of the array
  bool on_replica = false;                      ///< whether the replica is one more result
  source sources[symbolic::limits::variables];  ///< one for each runtime variable

  constexpr explicit sourced_map(symbolic::map_form& form) : m(form) {}

  constexpr int own_results() const { return indices + on_replica; }
  constexpr bool fits() const { return !m.p.full && !m.p.overflow; }
  /// The variable that is runtime variable number k.
  constexpr int runtime(int k) const { return m.dims + m.ranges + k; }
};

/// Adds the results of `element` to m: it has the dimensions and ranges of m for variables, or fewer.
constexpr void append_element(symbolic::map_form& m, const symbolic::map_form& element) {
  if (m.known_empty) {
    for (int k = 0; k < element.results; ++k) m.add_result(m.p.number(0));
    return;
  }
  symbolic::substitution s(m.p, element.p);
  for (int v = 0; v < element.variables(); ++v) s.replace(v, m.p.variable(v));
  for (int k = 0; k < element.results; ++k) m.add_result(s.line(element.result[k]));
}

/// second after first, into out, which is fresh. What there is no such map for is said; else nullptr.
constexpr const char* compose(const sourced_map& first, const sourced_map& second, sourced_map& out) {
  if (first.indices != second.m.dims) return "it meets an array of another rank";
  if (first.on_replica && (second.on_replica || second.m.runtimes > 0))
    return "it depends on the replica, and is reached through another one";
  symbolic::compose(first.m, second.m, out.m);
  out.indices = second.indices;
  out.on_replica = first.on_replica || second.on_replica;
  if (!out.fits()) return "its map has too many variables or terms";
  for (int k = 0; k < second.m.runtimes; ++k) out.sources[k] = second.sources[k];
  for (int k = 0; k < first.m.runtimes; ++k) out.sources[second.m.runtimes + k] = first.sources[k];
  return nullptr;
}

}  // namespace mercator::hlo_ir
