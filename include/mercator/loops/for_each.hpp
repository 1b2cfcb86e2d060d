// for_each(map, body): every point of a map's domain, once, as plain nested loops.
#pragma once

#include "mercator/map/simplify.hpp"

namespace mercator {

/// An error: the map has as many runtime variables as Runtimes says, whose values nobody gave.
template <int Runtimes, class Map>
struct for_each_requires_runtime_variables_to_be_given {
  static_assert(
      Runtimes == 0,
      "mercator: for_each requires a map without runtime variables; got one that has as many as the number "
      "shown here says");
};

namespace loops {

/// The loops of a simplified map, outermost first, and the body within them. Always inlined: compilers would
/// keep the levels of a deep nest apart.
template <class Map>
struct nest;

template <class Dims, class Ranges, class Results, class... Constraints>
struct nest<indexing_map<Dims, Ranges, runtimes<>, Results, where<Constraints...>>> {
  using map = indexing_map<Dims, Ranges, runtimes<>, Results, where<Constraints...>>;

#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
  template <class Body, class... Outer>
  [[gnu::always_inline]] MERCATOR_HD static constexpr void run(Body& body, Outer... outer) {
    constexpr int depth = sizeof...(Outer);
    if constexpr (depth == map::counts.variables()) {
      visit(body, coord<depth>{{outer...}});
    } else {
      constexpr interval r = map::variable(depth);
      if constexpr (r.is_point())
        run(body, outer..., r.lo);
      else
        for (i64 index = r.lo; index <= r.hi; ++index) run(body, outer..., index);
    }
  }

 private:
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
  template <class Body, int Variables>
  [[gnu::always_inline]] MERCATOR_HD static constexpr void visit(Body& body, coord<Variables> from) {
    const expr::point<i64> at{from.indices, from.indices + map::counts.dimensions, nullptr};
    if ((Constraints::holds(at) && ...)) body(from, map::at_point(at));
  }
};

template <class Dims, class Ranges, class Results>
struct nest<indexing_map<Dims, Ranges, runtimes<>, Results, where<known_empty>>> {
  template <class Body>
  MERCATOR_HD static constexpr void run(Body&) {}
};

}  // namespace loops

/// Calls body(from, to) for every point of the map's domain: from is a coord of the dimensions, then ranges,
/// and to one of the results. The points come in lexicographic order of from, the last variable fastest. A map
/// with a constraint is tested at each point of the intervals. Allocates nothing; usable in device code with a
/// body that is.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
template <IndexingMap Map, class Body>
MERCATOR_HD constexpr void for_each(Map, Body&& body) {
  static_cast<void>(for_each_requires_runtime_variables_to_be_given<Map::counts.runtimes, Map>{});
  if constexpr (Map::counts.runtimes == 0) loops::nest<simplified_t<Map>>::run(body);
}

}  // namespace mercator
