// Operations on maps beside composition, each a recipe.
#pragma once

#include "mercator/map/compose.hpp"
#include "mercator/map/indexing_map.hpp"
#include "mercator/map/make_map.hpp"
#include "mercator/symbolic/operations.hpp"

namespace mercator {

namespace detail {

constexpr void add_constraint(symbolic::map_form& m, int (*write)(symbolic::map_tree&), interval range) {
  if (m.known_empty) return;
  symbolic::map_tree t;
  t.dims = m.dims, t.ranges = m.ranges, t.runtimes = m.runtimes;
  for (int v = 0; v < m.variables(); ++v) t.box[v] = m.p.range(v);
  t.add_constraint(write(t), range);
  const written::fault f = written::fault_of(t);
  if (f != written::fault::none) {
    (f == written::fault::overflow ? m.p.overflow : m.p.full) = true;
    return;
  }
  m.add_constraint(symbolic::lowering(m.p, t).line(t.constraint[0]), range);
}

}  // namespace detail

template <class Map, class Constraint>
struct constrained;

template <class Map, class E, i64 Lo, i64 Hi>
struct constrained<Map, constraint<E, Lo, Hi>> : recipe<constrained<Map, constraint<E, Lo, Hi>>> {
  static constexpr map_counts counts = Map::counts;
  static constexpr void build(symbolic::map_form& m) {
    Map::build(m);
    detail::add_constraint(m, &E::write, {Lo, Hi});
  }
};

/// add_constraint(m, between(d<0> + d<1>, 0_c, 8_c)): the map on the part of its domain where the constraint holds.
inline constexpr struct add_constraint_verb {
  template <IndexingMap Map, class E, i64 Lo, i64 Hi>
  constexpr constrained<Map, constraint<E, Lo, Hi>> operator()(Map, constraint<E, Lo, Hi>) const {
    return {};
  }
} add_constraint{};

template <class Map>
struct with_ranges_as_dimensions : recipe<with_ranges_as_dimensions<Map>> {
  static constexpr map_counts counts{Map::counts.dimensions + Map::counts.ranges, 0, Map::counts.runtimes,
                                     Map::counts.results};
  static constexpr void build(symbolic::map_form& m) {
    Map::build(m);
    symbolic::ranges_to_dimensions(m);
  }
};

/// The range variables as dimensions, after those that there are.
inline constexpr struct ranges_to_dimensions_verb {
  template <IndexingMap Map>
  constexpr with_ranges_as_dimensions<Map> operator()(Map) const {
    return {};
  }
} ranges_to_dimensions{};

template <class Map, int Count>
struct with_dimensions_as_ranges : recipe<with_dimensions_as_ranges<Map, Count>> {
  static_assert(Count >= 0 && Count <= Map::counts.dimensions,
                "mercator: dimensions_to_ranges<N>(m) requires that m has N dimensions; got m and N shown here");
  static constexpr map_counts counts{Map::counts.dimensions - Count, Map::counts.ranges + Count, Map::counts.runtimes,
                                     Map::counts.results};
  static constexpr void build(symbolic::map_form& m) {
    Map::build(m);
    symbolic::dimensions_to_ranges(m, Count);
  }
};

template <int Count>
struct dimensions_to_ranges_verb {
  template <IndexingMap Map>
  constexpr with_dimensions_as_ranges<Map, Count> operator()(Map) const {
    return {};
  }
};

/// dimensions_to_ranges<N>(m): the last N dimensions as range variables, before those that there are.
template <int Count>
inline constexpr dimensions_to_ranges_verb<Count> dimensions_to_ranges{};

template <class Map, int... Results>
struct submap_of : recipe<submap_of<Map, Results...>> {
  static_assert((sizeof(map_has_no_result_of_that_number<Results, Map::counts.results>) + ... + 1) != 0);
  static constexpr map_counts counts{Map::counts.dimensions, Map::counts.ranges, Map::counts.runtimes,
                                     sizeof...(Results)};
  static constexpr void build(symbolic::map_form& m) {
    Map::build(m);
    const int number[] = {Results..., 0};
    symbolic::select_results(m, number, sizeof...(Results));
  }
};

template <int... Results>
struct submap_verb {
  template <IndexingMap Map>
  constexpr submap_of<Map, Results...> operator()(Map) const {
    return {};
  }
};

/// submap<2, 0>(m): the map with these results only, in this order.
template <int... Results>
inline constexpr submap_verb<Results...> submap{};

namespace detail {

constexpr void build_beside(symbolic::map_form& m, builder first, builder second) {
  symbolic::pool p;
  symbolic::map_form other(p);
  first(m);
  second(other);
  symbolic::append_results(m, other);
  pass_on_failure(p, m.p);
}

}  // namespace detail

template <class First, class Second>
struct beside : recipe<beside<First, Second>> {
  static_assert(First::counts.dimensions == Second::counts.dimensions &&
                    First::counts.ranges == Second::counts.ranges && First::counts.runtimes == Second::counts.runtimes,
                "mercator: side_by_side(f, g) requires that f and g have as many variables of each kind; got the maps "
                "shown here");
  static constexpr map_counts counts{First::counts.dimensions, First::counts.ranges, First::counts.runtimes,
                                     First::counts.results + Second::counts.results};
  static constexpr void build(symbolic::map_form& m) { detail::build_beside(m, &First::build, &Second::build); }
};

/// side_by_side(f, g): the results of f, then those of g, where both are defined.
inline constexpr struct side_by_side_verb {
  template <IndexingMap First, IndexingMap Second>
  constexpr beside<First, Second> operator()(First, Second) const {
    return {};
  }
} side_by_side{};

namespace detail {

constexpr interval result_bounds(builder build, int result) {
  symbolic::pool p;
  symbolic::map_form m(p);
  build(m);
  return symbolic::result_bounds(m, result);
}

template <class Map, int Result>
inline constexpr interval bounds_of = result_bounds(&Map::build, Result);

}  // namespace detail

template <int Result>
struct bounds_verb {
  template <IndexingMap Map>
  constexpr interval operator()(Map) const {
    static_cast<void>(map_has_no_result_of_that_number<Result, Map::counts.results>{});
    if constexpr (Result >= 0 && Result < Map::counts.results)
      return detail::bounds_of<Map, Result>;
    else
      return nothing;
  }
};

/// bounds<K>(m): an interval that holds every value of result K over the domain; empty where the domain is.
template <int Result>
inline constexpr bounds_verb<Result> bounds{};

}  // namespace mercator
