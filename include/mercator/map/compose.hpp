// Composition of static maps: a recipe of its own, built and simplified once, however long the chain.
#pragma once

#include "mercator/map/recipe.hpp"
#include "mercator/symbolic/compose.hpp"

namespace mercator {

/// An error: the first map has Results results, where the second has Dimensions dimensions.
template <int Results, int Dimensions>
struct composition_of_different_ranks {
  static_assert(Results == Dimensions,
                "mercator: compose(first, second) requires as many results of first as second has dimensions");
};

template <class First, class Second>
struct composed;

namespace detail {

constexpr void pass_on_failure(const symbolic::pool& from, symbolic::pool& to) {
  to.full |= from.full;
  to.overflow |= from.overflow;
}

/// second after first where second can follow.
constexpr void build_followed(symbolic::map_form& m, const construction& first, const construction& second) {
  first(m);
  if (m.unfit) return;
  m.followed = true;
  if (first.operand == construction::by_itself) m.indices = 0;  // it may have changed the results of others
  second(m);
  m.followed = false;
  if (m.known_empty) m.constraints = 0;
}

/// Where second has dimensions only, first becomes the composition in place.
constexpr void build_composed(symbolic::map_form& m, const construction& first, const construction& second) {
  symbolic::pool after_lines;
  symbolic::map_form after(after_lines);
  second(after);
  if (after.unfit) return m.become_unfit();
  if (after.variables() == after.dims) {
    first(m);
    if (m.unfit) return;
    symbolic::compose_onto(m, after);
  } else {
    symbolic::pool before_lines;
    symbolic::map_form before(before_lines);
    first(before);
    if (before.unfit) return m.become_unfit();
    pass_on_failure(before.p, m.p);
    symbolic::compose(before, after, m);
  }
  pass_on_failure(after.p, m.p);
}

/// second after first.
struct composition {
  const construction &first, &second;

  constexpr void operator()(symbolic::map_form& m) const {
    second.can_follow ? build_followed(m, first, second) : build_composed(m, first, second);
  }
};

/// An error where an operation of the map is none: its class, which says why, is made complete.
template <class Map>
struct checked_operations {
  static_assert(sizeof(Map) != 0);
};
template <class First, class Second>
struct checked_operations<composed<First, Second>> {
  static_assert(sizeof(checked_operations<First>) + sizeof(checked_operations<Second>) != 0);
};

template <class First, class Second>
constexpr void build_composition(symbolic::map_form& m) {
  composition{construction_of<First>, construction_of<Second>}(m);
}
template <class First, class Second>
inline constexpr construction construction_of<composed<First, Second>>{&build_composition<First, Second>};

}  // namespace detail

/// Second after First.
template <class First, class Second>
struct composed : recipe<composed<First, Second>> {
  static constexpr map_counts counts{First::counts.dimensions, Second::counts.ranges + First::counts.ranges,
                                     Second::counts.runtimes + First::counts.runtimes, Second::counts.results};

  static constexpr void build(symbolic::map_form& m) {
    static_assert(sizeof(detail::checked_operations<composed>) != 0);
    detail::build_composition<First, Second>(m);
  }
};

/// compose(first, second) is second after first: the results of first are the dimensions of second. Its range and
/// runtime variables are second's, then first's. Simplified when it is used.
inline constexpr struct compose_verb {
  template <IndexingMap First, IndexingMap Second>
  constexpr auto operator()(First, Second) const {
    constexpr int results = First::counts.results, dimensions = Second::counts.dimensions;
    if constexpr (results != dimensions)
      return composition_of_different_ranks<results, dimensions>{};
    else
      return composed<First, Second>{};
  }
  /// Of maps one of which is known only at run time.
  template <class First, class Second>
    requires(ValueMap<First> || ValueMap<Second>)
  auto operator()(const First& first, const Second& second) const { return compose_values(first, second); }
} compose{};

/// first >> second is compose(first, second).
template <IndexingMap First, IndexingMap Second>
constexpr auto operator>>(First first, Second second) {
  return compose(first, second);
}

}  // namespace mercator
