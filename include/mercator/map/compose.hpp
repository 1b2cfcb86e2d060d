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

namespace detail {

constexpr void pass_on_failure(const symbolic::pool& from, symbolic::pool& to) {
  to.full |= from.full;
  to.overflow |= from.overflow;
}

/// Whether M::build can write its map behind one that is followed: see map_form::followed. A map with ranges or runtime
/// variables cannot, since those would have to be numbered anew.
template <class M>
inline constexpr bool can_follow = false;

/// second after first where second can follow.
constexpr void build_followed(symbolic::map_form& m, builder first, builder second) {
  first(m);
  int followed[symbolic::limits::results];
  for (int k = 0; k < m.results; ++k) followed[k] = m.result[k];
  m.results = 0;
  m.followed = followed;
  second(m);
  m.followed = nullptr;
  if (m.known_empty) m.constraints = 0;
}

/// Where second has dimensions only, first becomes the composition in place.
constexpr void build_composed(symbolic::map_form& m, builder first, builder second, bool in_place) {
  symbolic::pool after_lines;
  symbolic::map_form after(after_lines);
  second(after);
  if (in_place) {
    first(m);
    symbolic::compose_onto(m, after);
  } else {
    symbolic::pool before_lines;
    symbolic::map_form before(before_lines);
    first(before);
    pass_on_failure(before.p, m.p);
    symbolic::compose(before, after, m);
  }
  pass_on_failure(after.p, m.p);
}

}  // namespace detail

/// Second after First.
template <class First, class Second>
struct composed : recipe<composed<First, Second>> {
  static constexpr map_counts counts{
      First::counts.dimensions, Second::counts.ranges + First::counts.ranges,
      Second::counts.runtimes + First::counts.runtimes, Second::counts.results};

  static constexpr void build(symbolic::map_form& m) {
    constexpr bool in_place = Second::counts.variables() == Second::counts.dimensions;
    if constexpr (in_place && detail::can_follow<Second>) detail::build_followed(m, &First::build, &Second::build);
    else detail::build_composed(m, &First::build, &Second::build, in_place);
  }
};

/// compose(first, second) is second after first: the results of first are the dimensions of second. Its range and
/// runtime variables are second's, then first's. Simplified when it is used.
inline constexpr struct compose_verb {
  template <IndexingMap First, IndexingMap Second>
  constexpr auto operator()(First, Second) const {
    constexpr int results = First::counts.results, dimensions = Second::counts.dimensions;
    if constexpr (results != dimensions) return composition_of_different_ranks<results, dimensions>{};
    else return composed<First, Second>{};
  }
  /// Of maps one of which is known only at run time.
  template <class First, class Second>
    requires(ValueMap<First> || ValueMap<Second>)
  auto operator()(const First& first, const Second& second) const {
    return compose_values(first, second);
  }
} compose{};

/// first >> second is compose(first, second).
template <IndexingMap First, IndexingMap Second>
constexpr auto operator>>(First first, Second second) {
  return compose(first, second);
}

}  // namespace mercator
