// The type of a map that is spelled out: its variables' intervals, its results and its constraints.
#pragma once

#include <cassert>
#include <type_traits>

#include "mercator/map/coord.hpp"
#include "mercator/map/expression.hpp"
#include "mercator/map/recipe.hpp"
#include "mercator/map/written.hpp"

namespace mercator {

/// A variable from Lo to Hi. Its name is d0, s0, rt0, … by default; maps from text keep other names until simplified.
template <i64 Lo, i64 Hi, class Name = void>
struct in {
  static_assert(Lo > i64_min && (Hi < i64_max || Lo == Hi),
                "mercator: in<Lo, Hi> requires ends within 64 bits, the last numbers excluded");
};

/// A constraint: an expression and the interval it lies in.
template <class E, i64 Lo, i64 Hi>
struct constraint {
  MERCATOR_HD static constexpr bool holds(const expr::point& at) {
    const i64 x = E::eval(at);
    return Lo <= x && x <= Hi;
  }
  static constexpr void write(symbolic::map_tree& t) { t.add_constraint(E::write(t), {Lo, Hi}); }
};

/// In the place of constraints: there is no point in the domain. The intervals are in<0, -1> then, the results 0.
struct known_empty {
  MERCATOR_HD static constexpr bool holds(const expr::point&) { return false; }
  static constexpr void write(symbolic::map_tree& t) { t.known_empty = true; }
};

template <class... Intervals>
struct dims {};
template <class... Intervals>
struct ranges {};
template <class... Intervals>
struct runtimes {};
/// The results of a map. results(d<0>, d<1> * 2_c) makes one from expressions.
template <class... E>
struct results {
  /// From expressions and constants.
  template <class... Terms>
  constexpr results(Terms...) {}
};
/// The constraints of a map. where(between(d<0> + d<1>, 0_c, 8_c)) makes one.
template <class... C>
struct where {
  /// From constraints.
  template <class... Constraints>
  constexpr where(Constraints...) {}
};

/// Evaluating a map outside its domain is a mistake of the caller: this call is no constant expression, and fails in a
/// debug build.
MERCATOR_HD inline void point_outside_the_domain() {
  assert(false && "mercator: m(...) requires a point of m's domain");
}

namespace detail {

/// `ends` are the lower ends of all intervals, then the upper ones.
MERCATOR_HD constexpr void check_box(const i64* value, const i64* ends, int count) {
  for (int v = 0; v < count; ++v)
    if (value[v] < ends[v] || value[v] > ends[count + v]) point_outside_the_domain();
}

/// The type of an index, one for each variable in a pack.
template <i64>
using index_for = i64;

#ifdef NDEBUG
inline constexpr bool checks_points = false;
#else
inline constexpr bool checks_points = true;
#endif

}  // namespace detail

template <class Dims, class Ranges, class Runtimes, class Results, class Where = where<>>
struct indexing_map;

/// A map as it is written. An empty type: everything about it is static.
template <i64... DimsLo, i64... DimsHi, class... DimNames, i64... RangesLo, i64... RangesHi, class... RangeNames,
          i64... RuntimesLo, i64... RuntimesHi, class... RuntimeNames, class... Results, class... Constraints>
struct indexing_map<dims<in<DimsLo, DimsHi, DimNames>...>, ranges<in<RangesLo, RangesHi, RangeNames>...>,
                    runtimes<in<RuntimesLo, RuntimesHi, RuntimeNames>...>, results<Results...>, where<Constraints...>>
    : static_map {
  static constexpr map_counts counts{sizeof...(DimsLo), sizeof...(RangesLo), sizeof...(RuntimesLo), sizeof...(Results)};

  /// The results at a point of the domain: dimensions, then ranges, then runtime variables. No template: that
  /// compiles faster.
  MERCATOR_HD static constexpr coord<sizeof...(Results)> eval(detail::index_for<DimsLo>... d,
                                                              detail::index_for<RangesLo>... s,
                                                              detail::index_for<RuntimesLo>... r) {
    const i64 value[] = {d..., s..., r..., 0};
    [[maybe_unused]] const expr::point p{value, value + sizeof...(DimsLo),
                                         value + sizeof...(DimsLo) + sizeof...(RangesLo)};
    if (detail::checks_points || __builtin_is_constant_evaluated()) {
      const i64 ends[] = {DimsLo..., RangesLo..., RuntimesLo..., DimsHi..., RangesHi..., RuntimesHi..., 0};
      detail::check_box(value, ends, sizeof...(DimsLo) + sizeof...(RangesLo) + sizeof...(RuntimesLo));
      if constexpr (sizeof...(Constraints) != 0)
        if (!(Constraints::holds(p) && ...)) point_outside_the_domain();
    }
    return {{Results::eval(p)...}};
  }

  template <class... Indices>
  MERCATOR_HD constexpr coord<sizeof...(Results)> operator()(Indices... at) const {
    static_cast<void>(call_requires_an_index_for_each_variable<sizeof...(Indices), counts.variables()>{});
    if constexpr (!(Index<Indices> && ...))
      static_cast<void>(call_requires_integers<Indices...>{});
    else if constexpr (sizeof...(Indices) == counts.variables())
      return eval(static_cast<i64>(at)...);
    return {};
  }

  static constexpr void build(symbolic::map_form& m) { written::build(m, &spelled_map<indexing_map>::write); }
};

template <i64... DimsLo, i64... DimsHi, class... DimNames, i64... RangesLo, i64... RangesHi, class... RangeNames,
          i64... RuntimesLo, i64... RuntimesHi, class... RuntimeNames, class... Results, class... Constraints>
struct spelled_map<
    indexing_map<dims<in<DimsLo, DimsHi, DimNames>...>, ranges<in<RangesLo, RangesHi, RangeNames>...>,
                 runtimes<in<RuntimesLo, RuntimesHi, RuntimeNames>...>, results<Results...>, where<Constraints...>>> {
  /// The results at a point that is known to be in the domain.
  MERCATOR_HD static constexpr coord<sizeof...(Results)> at_point([[maybe_unused]] const expr::point& p) {
    return {{Results::eval(p)...}};
  }

  /// Whether the point is in the domain.
  MERCATOR_HD static constexpr bool contains(const expr::point& p) {
    [[maybe_unused]] expr::point next = p;
    return ((DimsLo <= *next.dimensions && *next.dimensions++ <= DimsHi) && ...) &&
           ((RangesLo <= *next.ranges && *next.ranges++ <= RangesHi) && ...) &&
           ((RuntimesLo <= *next.runtimes && *next.runtimes++ <= RuntimesHi) && ...) && (Constraints::holds(p) && ...);
  }

  /// The interval of variable number v, counted over all kinds.
  MERCATOR_HD static constexpr interval variable(int v) {
    const interval box[] = {{DimsLo, DimsHi}..., {RangesLo, RangesHi}..., {RuntimesLo, RuntimesHi}..., nothing};
    return box[v];
  }

  /// The map as it is written, for the engine.
  static constexpr void write(symbolic::map_tree& t) {
    t.dims = sizeof...(DimsLo);
    t.ranges = sizeof...(RangesLo);
    t.runtimes = sizeof...(RuntimesLo);
    const interval box[] = {{DimsLo, DimsHi}..., {RangesLo, RangesHi}..., {RuntimesLo, RuntimesHi}..., nothing};
    written::write_box(t, box);
    if constexpr (!(std::is_void_v<DimNames> && ...) || !(std::is_void_v<RangeNames> && ...) ||
                  !(std::is_void_v<RuntimeNames> && ...))
      written::write_names<DimNames..., RangeNames..., RuntimeNames...>(t);
    (t.add_result(Results::write(t)), ...);
    (Constraints::write(t), ...);
  }
};

}  // namespace mercator
