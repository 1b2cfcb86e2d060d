// Operands of algorithms: a map and the view that it leads into, and the movement that they make with an
// output.
#pragma once

#include "mercator/loops/for_each.hpp"
#include "mercator/loops/policy.hpp"
#include "mercator/loops/strided.hpp"
#include "mercator/loops/tensor_view.hpp"

namespace mercator {

/// A view read through a map from the output's indices to its own: through(map, view).
template <class Map, class T, class Shape>
struct mapped_view {
  /// From the indices that the algorithm runs over.
  using map = Map;
  /// The shape of the view.
  using shape = Shape;

  /// Its first element.
  const T* data;
};

/// through(map, view): an operand whose elements are view[map(index)].
template <IndexingMap Map, class T, class Shape>
constexpr mapped_view<Map, std::remove_const_t<T>, Shape> through(Map, tensor_view<T, Shape> view) {
  return {view.data()};
}

/// An error: a map leads to an index that was not shown to be inside the operand's shape, or its dimensions are
/// not indices of the output's shape; or it has other numbers of variables than the output and the other maps.
template <class Output, class... Operands>
struct algorithm_requires_maps_within_their_views {
  static_assert(sizeof(Output) == 0,
                "mercator: an algorithm requires maps from the output's indices to indices within the views' shapes, "
                "with the same ranges and without runtime variables; got the output's shape and the maps shown here");
};

namespace loops {

template <class Output, class... Operands>
struct places {
  static constexpr access value{
      Output::value, sizeof...(Operands), {&Operands::map::build...}, {Operands::shape::value...}};

  template <class Source>
  struct failure {
    using type = algorithm_requires_maps_within_their_views<Output, Operands...>;
  };
};

template <class Places, int Boxes>
struct movement_source {
  static constexpr movement<Boxes> value = make_movement<Boxes>(Places::value);
};

/// The movement of operands to an output: `value`.
template <class Places>
using movement_of = packing::fitting<Places, movement_source, 1>;

template <int Words>
constexpr packed_nest<Words> nest_of_places(const access& a) {
  return make_nest<Words>([&a](symbolic::map_form& m) { build_places(m, a); });
}

template <class Places, int Words>
struct places_source {
  static constexpr packed_nest<Words> value = nest_of_places<Words>(Places::value);
};

/// The nest of an access that is not strided; its visits have the places.
template <class Places>
using places_nest = packing::fitting<Places, places_source, usual_nest_words>;

/// What is called with the places, for places_nest.
template <class Body, class Places>
struct place_visitor;

template <class Body, int... Place>
struct place_visitor<Body, std::integer_sequence<int, Place...>> {
  Body& body;

  template <class Nest, i64 At, class Integer>
  [[gnu::always_inline]] constexpr void visit(const Integer* slot) {
    body(line_value<Nest, visited_line<Nest, At, Place>>(slot, terms_at<Nest, visited_line<Nest, At, Place>>{})...);
  }
};

/// Calls body(output's place, operands' places…) for each point, in lexicographic order.
template <class Places, class Body>
[[gnu::always_inline]] inline void for_each_place(Body body) {
  using nest = places_nest<Places>;
  i64 slot[static_cast<unsigned>(nest::value.slots + 1)];
  run_nodes<nest, word_at<nest, 0>>(place_visitor<Body, std::make_integer_sequence<int, nest::value.results>>{body},
                                    slot);
}

/// Box number Number of a movement, in storage order.
template <class Movement, int Number>
struct box_of {
  static constexpr box value = normal(Movement::value.part[Number]);
};

}  // namespace loops

}  // namespace mercator
