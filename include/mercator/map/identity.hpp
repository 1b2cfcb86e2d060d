// The identity of a shape.
#pragma once

#include "mercator/map/recipe.hpp"
#include "mercator/map/shape.hpp"
#include "mercator/symbolic/compose.hpp"

namespace mercator {

namespace detail {

constexpr void build_identity(symbolic::map_form& m, const extents& sizes) {
  for (int k = 0; k < sizes.rank; ++k) m.add_dimension({0, sizes[k] - 1});
  for (int k = 0; k < sizes.rank; ++k) m.add_result(m.known_empty ? m.p.number(0) : m.p.variable(k));
}

}  // namespace detail

template <class Shape>
struct identity_map : recipe<identity_map<Shape>> {
  static constexpr map_counts counts{.dimensions = Shape::rank, .results = Shape::rank};
  static constexpr void build(symbolic::map_form& m) { detail::build_identity(m, Shape::value); }
};

/// Every index of the shape to itself.
inline constexpr struct identity_verb {
  template <i64... Sizes>
  constexpr identity_map<shape<Sizes...>> operator()(shape<Sizes...>) const {
    return {};
  }
} identity{};

}  // namespace mercator
