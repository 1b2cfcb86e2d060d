// Shapes and maps under Boost.Hana's concepts. A shape is a Foldable, Iterable, Searchable and Comparable sequence of
// integral constants. A map is Foldable and Searchable over its results, each a map with one result. Comparable it is
// without this header: hana::equal is ==. Hashable it is not: hana::map wants different hashes of different keys and
// the same of equal ones, and equal maps may have different types. Look for a map in a tuple, by hana::contains or
// hana::find.
#pragma once

#include "mercator/map/hana.hpp"
#include "mercator/map/operations.hpp"
#include "mercator/map/shape.hpp"

#pragma push_macro("I")
#undef I

#include <boost/hana/any_of.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/drop_front.hpp>
#include <boost/hana/find_if.hpp>
#include <boost/hana/is_empty.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/unpack.hpp>

#pragma pop_macro("I")

namespace mercator {

/// The tag by which Boost.Hana knows shapes.
struct shape_tag;

namespace interop {

/// The elements as a hana::tuple: sizes as integral constants, results as maps.
template <i64... Sizes>
constexpr auto as_tuple(shape<Sizes...>) {
  return boost::hana::make_tuple(boost::hana::integral_c<i64, Sizes>...);
}

template <class Map, int... K>
constexpr auto results_of(Map map, raising::numbers<K...>) {
  return boost::hana::make_tuple(submap<K>(map)...);
}

template <IndexingMap Map>
constexpr auto as_tuple(Map map) {
  return results_of(map, raising::count_to<Map::counts.results>{});
}

}  // namespace interop

/// results_as_tuple(m): a hana::tuple of maps with one result each, as many as m has.
inline constexpr struct results_as_tuple_verb {
  template <IndexingMap Map>
  constexpr auto operator()(Map map) const {
    return interop::as_tuple(map);
  }
} results_as_tuple{};

}  // namespace mercator

namespace boost::hana {

template <mercator::i64... Sizes>
struct tag_of<mercator::shape<Sizes...>> {
  using type = mercator::shape_tag;
};

template <>
struct unpack_impl<mercator::shape_tag> {
  template <mercator::i64... Sizes, class F>
  static constexpr decltype(auto) apply(mercator::shape<Sizes...>, F&& f) {
    return static_cast<F&&>(f)(integral_c<mercator::i64, Sizes>...);
  }
};

template <>
struct length_impl<mercator::shape_tag> {
  template <mercator::i64... Sizes>
  static constexpr auto apply(mercator::shape<Sizes...>) {
    return size_c<sizeof...(Sizes)>;
  }
};

template <>
struct at_impl<mercator::shape_tag> {
  template <class Shape, class N>
  static constexpr auto apply(Shape, const N&) {
    static_assert(N::value < Shape::rank, "mercator: hana::at(shape, n) requires that the shape has a dimension n");
    return integral_c<mercator::i64, Shape::value.size[N::value]>;
  }
};

template <>
struct is_empty_impl<mercator::shape_tag> {
  template <mercator::i64... Sizes>
  static constexpr auto apply(mercator::shape<Sizes...>) {
    return bool_c<sizeof...(Sizes) == 0>;
  }
};

template <>
struct drop_front_impl<mercator::shape_tag> {
  template <mercator::i64... Sizes, class N>
  static constexpr auto apply(mercator::shape<Sizes...> shape, const N&) {
    constexpr int rank = sizeof...(Sizes), dropped = N::value < rank ? static_cast<int>(N::value) : rank;
    return rest<dropped>(shape, mercator::raising::count_to<rank - dropped>{});
  }

 private:
  template <int First, class Shape, int... K>
  static constexpr auto rest(Shape, mercator::raising::numbers<K...>) {
    return mercator::shape<Shape::value.size[First + K]...>{};
  }
};

template <>
struct equal_impl<mercator::shape_tag, mercator::shape_tag> {
  template <class A, class B>
  static constexpr auto apply(A, B) {
    return bool_c<A::value == B::value>;
  }
};

template <>
struct find_if_impl<mercator::shape_tag> {
  template <class Shape, class Predicate>
  static constexpr auto apply(Shape shape, Predicate&& holds) {
    return hana::find_if(mercator::interop::as_tuple(shape), static_cast<Predicate&&>(holds));
  }
};

template <>
struct any_of_impl<mercator::shape_tag> {
  template <class Shape, class Predicate>
  static constexpr auto apply(Shape shape, Predicate&& holds) {
    return hana::any_of(mercator::interop::as_tuple(shape), static_cast<Predicate&&>(holds));
  }
};

template <>
struct unpack_impl<mercator::map_tag> {
  template <class Map, class F>
  static constexpr decltype(auto) apply(Map map, F&& f) {
    return hana::unpack(mercator::interop::as_tuple(map), static_cast<F&&>(f));
  }
};

template <>
struct length_impl<mercator::map_tag> {
  template <class Map>
  static constexpr auto apply(Map) {
    return size_c<static_cast<std::size_t>(Map::counts.results)>;
  }
};

template <>
struct find_if_impl<mercator::map_tag> {
  template <class Map, class Predicate>
  static constexpr auto apply(Map map, Predicate&& holds) {
    return hana::find_if(mercator::interop::as_tuple(map), static_cast<Predicate&&>(holds));
  }
};

template <>
struct any_of_impl<mercator::map_tag> {
  template <class Map, class Predicate>
  static constexpr auto apply(Map map, Predicate&& holds) {
    return hana::any_of(mercator::interop::as_tuple(map), static_cast<Predicate&&>(holds));
  }
};

}  // namespace boost::hana
