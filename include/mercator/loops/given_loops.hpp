// The loops of a map whose runtime variables are given: what with_runtime and with_sources have in common.
#pragma once

#include "mercator/map/simplify.hpp"

namespace mercator::loops {

/// An integer of any type as an index; those beyond 64 bits become the largest or smallest.
template <class Integer>
MERCATOR_HD constexpr i64 to_index(Integer x) {
  if constexpr (sizeof(Integer) >= sizeof(i64)) {
    if (x > 0 && x > static_cast<Integer>(i64_max)) return i64_max;
    if constexpr (Integer(-1) < Integer(0) && sizeof(Integer) > sizeof(i64))
      if (x < static_cast<Integer>(i64_min)) return i64_min;
  }
  return static_cast<i64>(x);
}

/// The number of the interval that is nearest to x; its lower end where it is empty.
MERCATOR_HD constexpr i64 clamp(i64 x, interval allowed) {
  return x > allowed.hi && allowed.lo <= allowed.hi ? allowed.hi : x < allowed.lo ? allowed.lo : x;
}

namespace detail {

template <int Count>
struct intervals {
  interval of[static_cast<unsigned>(Count > 0 ? Count : 1)] = {};
};

template <int Count>
constexpr intervals<Count> built_intervals(mercator::detail::builder build) {
  symbolic::pool p;
  symbolic::map_form m(p);
  build(m);
  intervals<Count> out;
  for (int k = 0; k < Count && m.dims + m.ranges + k < p.variables; ++k)
    out.of[k] = p.range(m.dims + m.ranges + k);
  return out;
}

/// The width of the narrowest integer that holds every value in the intervals.
template <int Count>
constexpr int narrowest_bits(const intervals<Count>& list) {
  int bits = 8;
  for (int k = 0; k < Count; ++k)
    while (bits < 64 && (list.of[k].lo < -(i64{1} << (bits - 1)) || list.of[k].hi >= i64{1} << (bits - 1)))
      bits *= 2;
  return bits;
}

template <class Map, class Places>
struct runtime_box;
template <class Map, int... K>
struct runtime_box<Map, std::integer_sequence<int, K...>> {
  static constexpr auto list = built_intervals<sizeof...(K)>(&Map::build);
  static constexpr int bits = narrowest_bits(list);
  template <int Number>
  static constexpr i64 lo = list.of[Number].lo;
  template <int Number>
  static constexpr i64 hi = list.of[Number].hi;

  MERCATOR_HD static constexpr interval of(int k) {
    const interval box[] = {{lo<K>, hi<K>}..., nothing};
    return box[k];
  }
  /// The nearest values that are allowed.
  MERCATOR_HD static constexpr coord<sizeof...(K)> clamped([[maybe_unused]] const coord<sizeof...(K)>& values) {
    return {{clamp(values[K], interval{lo<K>, hi<K>})...}};
  }
};

}  // namespace detail

/// The intervals of a map's runtime variables as the map says them, `of(k)`: an operation's limits for its
/// offsets. The simplified map's can be narrower, where a constraint leaves no point for some of the values.
template <class Map>
using runtime_box = detail::runtime_box<Map, std::make_integer_sequence<int, Map::counts.runtimes>>;

/// Whether a value that runtime variable number K may have is among those that the simplified map leaves.
template <class Map, int K>
MERCATOR_HD constexpr bool is_left(i64 value) {
  constexpr interval allowed = runtime_box<Map>::of(K);
  constexpr interval left = spelled<simplified_t<Map>>::variable(Map::counts.dimensions + Map::counts.ranges + K);
  if constexpr (left.contains(allowed))
    return true;
  else
    return left.contains(value);
}

/// The loops of a simplified map, outermost first, and the body within them. Given is what knows the runtime
/// variables. Within the loops over the first Depth variables, `given.read<Depth>(values, indices)` sets those
/// that are known there and not further out; false: there is nothing to visit.
template <class Map>
struct given_nest;

template <class Dims, class Ranges, class Runtimes, class Results, class... Constraints>
struct given_nest<indexing_map<Dims, Ranges, Runtimes, Results, where<Constraints...>>> {
  using map = indexing_map<Dims, Ranges, Runtimes, Results, where<Constraints...>>;
  using values = coord<map::counts.runtimes>;
  static constexpr int loops = map::counts.dimensions + map::counts.ranges;

#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
  template <class Given, class Body, class... Outer>
  [[gnu::always_inline]] MERCATOR_HD static constexpr void run(const Given& given, Body& body, values runtime,
                                                               Outer... outer) {
    constexpr int depth = sizeof...(Outer);
    if constexpr (Given::template reads<depth>) {
      if (!given.template read<depth>(runtime, coord<depth>{{outer...}})) return;
    }
    if constexpr (depth == loops) {
      visit(body, runtime, coord<depth>{{outer...}});
    } else {
      constexpr interval r = spelled<map>::variable(depth);
      if constexpr (r.is_point())
        run(given, body, runtime, outer..., r.lo);
      else
        for (i64 index = r.lo; index <= r.hi; ++index) run(given, body, runtime, outer..., index);
    }
  }

 private:
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
  template <class Body>
  [[gnu::always_inline]] MERCATOR_HD static constexpr void visit(Body& body, const values& runtime,
                                                                 coord<loops> from) {
    const expr::point<i64> at{from.indices, from.indices + map::counts.dimensions, runtime.indices};
    if ((Constraints::holds(at) && ...)) body(from, spelled<map>::at_point(at));
  }
};

template <class Dims, class Ranges, class Runtimes, class Results>
struct given_nest<indexing_map<Dims, Ranges, Runtimes, Results, where<known_empty>>> {
  template <class... Arguments>
  MERCATOR_HD static constexpr void run(const Arguments&...) {}
};

}  // namespace mercator::loops
