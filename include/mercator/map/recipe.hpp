// What every static map is: an empty type that can build its value.
//
// A new map, such as that of an operation, is a recipe: it names its counts and builds itself on lines. It costs next
// to nothing until someone simplifies, evaluates, compares or prints it.
//
//   template <class Shape>
//   struct reversed : recipe<reversed<Shape>> {
//     static constexpr map_counts counts{.dimensions = Shape::rank, .results = Shape::rank};
//     static constexpr void build(symbolic::map_form& m) { build_reversed(m, Shape::value); }
//   };
//
// `build` gets a fresh form, and calls a function that is no template where it can: that compiles faster. Everything
// else, m(1, 2), M::eval(1, 2), ==, >>, to_string and so on, is there for every recipe. Mistakes of the caller
// (a rank that does not fit) are for static_asserts in the function that returns the recipe.
#pragma once

#include <concepts>
#include <type_traits>

#include "mercator/map/shape.hpp"

namespace mercator {

namespace symbolic {
struct map_form;
}

/// How many variables of each kind a map has, and how many results.
struct map_counts {
  /// How many there are of each.
  int dimensions = 0, ranges = 0, runtimes = 0, results = 0;

  /// All variables.
  MERCATOR_HD constexpr int variables() const { return dimensions + ranges + runtimes; }
  MERCATOR_HD friend constexpr bool operator==(map_counts a, map_counts b) {
    return a.dimensions == b.dimensions && a.ranges == b.ranges && a.runtimes == b.runtimes && a.results == b.results;
  }
};

/// The tag by which Boost.Hana knows maps.
struct map_tag;

/// The base of every static map. It can be asked for by derivation: see IndexingMap.
struct static_map {
  using hana_tag = map_tag;
};

/// A static map: an empty type with `counts` and `build(symbolic::map_form&)`.
template <class M>
concept IndexingMap = std::is_base_of_v<static_map, M>;

/// A map known only while running: runtime_map.
template <class M>
concept ValueMap = requires {
  typename M::value_map;
};

namespace detail {

/// A function that builds a map on lines.
using builder = void (*)(symbolic::map_form&);

/// How a map is built: by a function of its own, by one for all operands of an operation, which compiles faster, or
/// from two lists that an operation's type consists of, which compiles fastest: that type need not be complete. Where
/// the lists describe no operation, the form is `unfit`.
struct construction {
  /// Numbers that are no operand. Under -fsanitize=undefined g++ compares no pointer with null in a constant.
  static constexpr int by_itself = -1, from_lists = -2;

  builder own = nullptr;
  void (*of_operand)(symbolic::map_form&, int) = nullptr;
  int operand = by_itself;
  bool can_follow = false;  ///< it can be written behind a map that is followed: see map_form::followed
  void (*of_lists)(symbolic::map_form&, const extents&, const extents&) = nullptr;
  extents first{}, second{};

  constexpr void operator()(symbolic::map_form& m) const {
    if (operand == from_lists)
      of_lists(m, first, second);
    else
      operand < 0 ? own(m) : of_operand(m, operand);
  }
};

template <class Map>
inline constexpr construction construction_of{&Map::build};

}  // namespace detail

/// What an index may be: an integer, or what converts to one, such as `3_c`.
template <class T>
concept Index = std::convertible_to<T, i64> && !std::is_floating_point_v<T>;

/// An error: a map with as many variables as Variables says was called with as many indices as Given says.
template <int Given, int Variables>
struct call_requires_an_index_for_each_variable {
  static_assert(
      Given == Variables,
      "mercator: m(...) requires one index for each dimension, range and runtime variable; got as many as the "
      "first number shown here says, where the map has as many variables as the second");
};

/// An error: an index is no integer.
template <class... Given>
struct call_requires_integers {
  static_assert((Index<Given> && ...),
                "mercator: m(...) requires integers, or what converts to one such as 3_c; got the types shown here");
};

/// An error: the map has as many results as Results says, and none of that number.
template <int Result, int Results>
struct map_has_no_result_of_that_number {
  static_assert(
      Result >= 0 && Result < Results,
      "mercator: bounds<K>(m), image_bounds<K>(m) and submap<K...>(m) require numbers of m's results, counted "
      "from 0; got a number and how many results there are");
};

/// simplified<M>::type is the indexing_map<...> of M's simplified value; see raise.hpp.
template <class M>
struct simplified;

/// The type itself.
template <class M>
using simplified_t = typename simplified<M>::type;

/// The base of maps that are built rather than spelled out.
template <class Map>
struct recipe : static_map {
  /// The results at a point: dimensions, then ranges, then runtime variables.
  template <Index... Indices>
  MERCATOR_HD static constexpr auto eval(Indices... at) {
    return simplified_t<Map>::eval(at...);
  }

  template <class... Indices>
  MERCATOR_HD constexpr auto operator()(Indices... at) const {
    return simplified_t<Map>{}(at...);
  }
};

}  // namespace mercator
