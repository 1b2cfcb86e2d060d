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
  for (int k = 0; k < Count && m.dims + m.ranges + k < p.variables; ++k) out.of[k] = p.range(m.dims + m.ranges + k);
  return out;
}

/// The width of the narrowest integer that holds every value in the intervals.
template <int Count>
constexpr int narrowest_bits(const intervals<Count>& list) {
  int bits = 8;
  for (int k = 0; k < Count; ++k)
    while (bits < 64 && (list.of[k].lo < -(i64{1} << (bits - 1)) || list.of[k].hi >= i64{1} << (bits - 1))) bits *= 2;
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
  constexpr interval left = spelled_map<simplified_t<Map>>::variable(Map::counts.dimensions + Map::counts.ranges + K);
  if constexpr (left.contains(allowed))
    return true;
  else
    return left.contains(value);
}

namespace detail {

/// How a constraint ties loops and runtime variables together.
struct tie {
  int last = -1;  ///< the innermost loop that it needs
  i64 step = 0;   ///< what one more there adds to its expression; 0 where that varies or may not fit 64 bits
  std::uint64_t runtimes = 0;  ///< the runtime variables that it needs, as bits
};

template <int Count>
struct ties {
  tie of[static_cast<unsigned>(Count > 0 ? Count : 1)] = {};
};

constexpr tie tie_of(symbolic::map_form& m, int constraint) {
  symbolic::pool& p = m.p;
  const int line = m.constraint[constraint], loops = m.dims + m.ranges;
  bool used[symbolic::pool::max_atoms] = {};
  symbolic::mark_atoms(p, line, used);
  tie out;
  for (int v = 0; v < m.variables(); ++v) {
    if (!used[v]) continue;
    if (v < loops)
      out.last = v;
    else
      out.runtimes |= std::uint64_t{1} << (v - loops);
  }
  if (out.last < 0) return out;
  for (int i = p.begin[line]; i < p.end(line); ++i) {
    if (p.is_variable(p.atom[i])) continue;
    bool within[symbolic::pool::max_atoms] = {};
    symbolic::mark_atoms(p, p.operand[p.atom[i]], within);
    if (within[out.last]) return out;
  }
  const interval room = m.constraint_range[constraint] + symbolic::bounds(p, line) * -1 + p.range(out.last);
  if (room.bounded()) out.step = p.coefficient_of(line, out.last);
  return out;
}

template <int Count>
constexpr ties<Count> ties_of(written::writer map) {
  symbolic::map_tree t;
  map(t);
  symbolic::pool p;
  symbolic::map_form m(p);
  symbolic::lower(t, m);
  ties<Count> out;
  for (int k = 0; k < Count && k < m.constraints; ++k) out.of[k] = tie_of(m, k);
  return out;
}

/// A constraint as a bound of a loop of which one step adds Step.
template <i64 Step, class Constraint>
struct loop_bound;
template <i64 Step, class Expression, i64 Lo, i64 Hi>
struct loop_bound<Step, constraint<Expression, Lo, Hi>> {
  /// Cuts the loop's interval; `at` stands at its lower end `first`.
  MERCATOR_HD static constexpr void cut(interval& loop, i64 first, expr::point at) {
    const i64 value = Expression::eval(at);
    const i64 before = Step > 0 ? Lo - value : value - Hi, after = Step > 0 ? Hi - value : value - Lo;
    constexpr i64 size = Step > 0 ? Step : -Step;
    const i64 lo = first + ceil_div(before, size), hi = first + floor_div(after, size);
    if (lo > loop.lo) loop.lo = lo;
    if (hi < loop.hi) loop.hi = hi;
  }
};

}  // namespace detail

/// The loops of a simplified map, outermost first, and the body within them. Given is what knows the runtime
/// variables. Within the loops over the first Depth variables, `given.read<Depth>(values, indices)` sets those
/// that are known there and not further out, which are those with `Given::depth(k) == Depth`; false: there is
/// nothing to visit. A constraint bounds the innermost loop that it needs, where it is linear in it and its
/// runtime variables are known before; elsewhere it is tested in the outermost loop in which it is known.
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
    if constexpr (sizeof...(Constraints) > 0) {
      if (!holds<Given, depth>(each{}, runtime, coord<loops>{{outer...}})) return;
    }
    if constexpr (depth == loops) {
      const coord<loops> from{{outer...}};
      body(from, spelled_map<map>::at_point(pointers(from, runtime)));
    } else {
      constexpr interval r = spelled_map<map>::variable(depth);
      if constexpr (r.is_point()) {
        run(given, body, runtime, outer..., r.lo);
      } else {
        interval left = r;
        if constexpr (sizeof...(Constraints) > 0)
          cut<Given, depth>(each{}, left, runtime, coord<loops>{{outer..., r.lo}});
        for (i64 index = left.lo; index <= left.hi; ++index) run(given, body, runtime, outer..., index);
      }
    }
  }

 private:
  using each = std::make_integer_sequence<int, static_cast<int>(sizeof...(Constraints))>;

  static constexpr detail::ties<sizeof...(Constraints)> ties() {
    if constexpr (sizeof...(Constraints) > 0)
      return detail::ties_of<sizeof...(Constraints)>(&spelled_map<map>::write);
    else
      return {};
  }
  static constexpr detail::ties<sizeof...(Constraints)> tied = ties();

  /// Within how many loops the runtime variables of a constraint are known.
  template <class Given>
  static constexpr int known(int constraint) {
    int depth = 0;
    for (int k = 0; k < map::counts.runtimes; ++k)
      if ((tied.of[constraint].runtimes >> k & 1) != 0 && Given::depth(k) > depth) depth = Given::depth(k);
    return depth;
  }
  /// The loop that a constraint bounds; -1 for one that is tested.
  template <class Given>
  static constexpr int bounded_loop(int constraint) {
    const detail::tie& t = tied.of[constraint];
    return t.step != 0 && known<Given>(constraint) <= t.last ? t.last : -1;
  }
  /// Within how many loops a constraint is tested; -1 for one that bounds a loop.
  template <class Given>
  static constexpr int tested_within(int constraint) {
    const int outermost = tied.of[constraint].last + 1, depth = known<Given>(constraint);
    return bounded_loop<Given>(constraint) >= 0 ? -1 : depth > outermost ? depth : outermost;
  }

  MERCATOR_HD static constexpr expr::point pointers(const coord<loops>& from, const values& runtime) {
    return {from.indices, from.indices + map::counts.dimensions, runtime.indices};
  }

  template <class Given, int Depth, int... K>
  MERCATOR_HD static constexpr bool holds(std::integer_sequence<int, K...>, const values& runtime,
                                          const coord<loops>& from) {
    return (test<tested_within<Given>(K) == Depth, Constraints>(pointers(from, runtime)) && ...);
  }
  template <bool Here, class Constraint>
  MERCATOR_HD static constexpr bool test([[maybe_unused]] const expr::point& at) {
    if constexpr (Here)
      return Constraint::holds(at);
    else
      return true;
  }

  /// By how much a step of the loop at Depth moves a constraint that bounds it; 0 for another constraint.
  template <class Given, int Depth>
  static constexpr i64 step_here(int constraint) {
    return bounded_loop<Given>(constraint) == Depth ? tied.of[constraint].step : 0;
  }
  template <class Given, int Depth, int... K>
  MERCATOR_HD static constexpr void cut(std::integer_sequence<int, K...>, interval& left, const values& runtime,
                                        const coord<loops>& from) {
    (bound<step_here<Given, Depth>(K), Constraints>(left, from[Depth], pointers(from, runtime)), ...);
  }
  template <i64 Step, class Constraint>
  MERCATOR_HD static constexpr void bound([[maybe_unused]] interval& left, [[maybe_unused]] i64 first,
                                          [[maybe_unused]] const expr::point& at) {
    if constexpr (Step != 0) detail::loop_bound<Step, Constraint>::cut(left, first, at);
  }
};

template <class Dims, class Ranges, class Runtimes, class Results>
struct given_nest<indexing_map<Dims, Ranges, Runtimes, Results, where<known_empty>>> {
  template <class... Arguments>
  MERCATOR_HD static constexpr void run(const Arguments&...) {}
};

}  // namespace mercator::loops
