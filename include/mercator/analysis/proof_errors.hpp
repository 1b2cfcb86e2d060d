// What the compiler says where a required fact does not hold, or cannot be decided.
#pragma once

#include "mercator/core/config.hpp"

namespace mercator {

/// Elements: the results at a point, or an element of a tensor.
template <i64... Indices>
struct element {};

/// In the place of a witness: the answer is known by counting, and no example was found.
struct no_witness_found {};

/// An error: the map of the first argument is not injective.
template <class Map, class First, class Second, class Element>
struct is_not_injective {
  static_assert(sizeof(Map) == 0,
                "mercator: require_injective(m) requires different results at different points; got this map, "
                "which has the element shown at both points shown");
};
/// An error: a result of the map lies outside of the shape.
template <class Map, class Shape, class Point, class Element>
struct is_out_of_bounds {
  static_assert(sizeof(Map) == 0,
                "mercator: require_in_bounds(m, shape) requires results within the shape; got this map, which has the "
                "element shown at the point shown");
};
/// An error: an element of the shape is no result of the map. Runtimes are the values of its runtime variables
/// then.
template <class Map, class Shape, class Element, class Runtimes>
struct does_not_cover {
  static_assert(
      sizeof(Map) == 0,
      "mercator: require_covers(m, shape) requires every element of the shape as a result; got this map, which "
      "lacks the element shown");
};
/// An error: an element is a result of both maps.
template <class A, class B, class First, class Second, class Element>
struct are_not_disjoint {
  static_assert(sizeof(A) == 0,
                "mercator: require_disjoint(f, g) requires maps without a common result; got these, which "
                "have the element shown at the points shown");
};
/// An error: results go back.
template <class Map, class First, class Second>
struct is_not_monotonic {
  static_assert(
      sizeof(Map) == 0,
      "mercator: require_monotonic(m) requires results that do not go back as the point goes on; got this map, "
      "which does from the first point shown to the second");
};

/// Errors: neither proved nor disproved.
template <class... Subjects>
struct injectivity_undecided {
  static_assert(sizeof...(Subjects) == 0,
                "mercator: is_injective(m) requires a map that can be decided with little work");
};
template <class... Subjects>
struct bounds_undecided {
  static_assert(sizeof...(Subjects) == 0,
                "mercator: in_bounds(m, shape) and image_bounds<K>(m) require a map that can be decided with little "
                "work");
};
template <class... Subjects>
struct covering_undecided {
  static_assert(sizeof...(Subjects) == 0,
                "mercator: covers(m, shape) requires a map that can be decided with little work");
};
template <class... Subjects>
struct disjointness_undecided {
  static_assert(sizeof...(Subjects) == 0,
                "mercator: disjoint(f, g) requires maps that can be decided with little work");
};
template <class... Subjects>
struct monotonicity_undecided {
  static_assert(sizeof...(Subjects) == 0,
                "mercator: is_monotonic(m) requires a map that can be decided with little work");
};
/// An error: the number is not known, or differs with the values of the runtime variables.
template <class Map>
struct size_undecided {
  static_assert(sizeof(Map) == 0,
                "mercator: a size requires a map whose points can be counted with little work, and of whose "
                "results there are as many for every value of its runtime variables");
};
/// An error: what stands where a shape is asked for is of type Given.
template <class Given>
struct proof_requires_a_shape {
  static_assert(
      sizeof(Given) == 0,
      "mercator: a map's results are indices of a shape: requires one such as shape<4, 8>{}; got the type shown here");
};
/// An error: the tensor has Rank dimensions, the map as many results as Results says.
template <int Results, int Rank>
struct map_has_other_rank_than_the_shape {
  static_assert(Results == Rank,
                "mercator: a map's results are indices of a shape: requires a shape with as many dimensions");
};
/// An error: the maps have results for different tensors.
template <int Results, int Others>
struct maps_have_results_of_different_rank {
  static_assert(Results == Others, "mercator: disjoint(f, g) requires maps with as many results");
};

}  // namespace mercator
