// A tensor in memory: a pointer and a static shape, row-major.
#pragma once

#include <cassert>
#include <utility>

#include "mercator/map/coord.hpp"
#include "mercator/map/recipe.hpp"
#include "mercator/map/shape.hpp"

namespace mercator {

/// An error: a view of a shape with Rank dimensions is given as many indices as Given says.
template <int Given, int Rank>
struct view_requires_an_index_for_each_dimension {
  static_assert(
      Given == Rank,
      "mercator: view(...) requires one index for each dimension of its shape; got as many as the first number "
      "shown here says, where the shape has as many dimensions as the second");
};

/// view(i, j), view(at) and view[at] are the element at indices within the shape; debug builds check them. The
/// memory is the caller's: Shape::elements elements of T, const T where they are only read. Usable in device
/// code.
template <class T, class Shape>
class tensor_view {
 public:
  /// The shape.
  using shape_type = Shape;

  /// The elements from data on; the shape counts by its type.
  MERCATOR_HD constexpr explicit tensor_view(T* data, Shape = {}) : data_(data) {}

  /// The first element.
  MERCATOR_HD constexpr T* data() const { return data_; }

  template <class Integer>
  [[gnu::always_inline]] MERCATOR_HD constexpr T& operator[](const coord<Shape::rank, Integer>& at) const {
    return data_[place(at, each_dimension{})];
  }

  template <class Integer>
  [[gnu::always_inline]] MERCATOR_HD constexpr T& operator()(const coord<Shape::rank, Integer>& at) const {
    return data_[place(at, each_dimension{})];
  }

  template <Index... Indices>
  [[gnu::always_inline]] MERCATOR_HD constexpr T& operator()(Indices... at) const {
    static_cast<void>(view_requires_an_index_for_each_dimension<sizeof...(Indices), Shape::rank>{});
    if constexpr (sizeof...(Indices) == Shape::rank)
      return (*this)[coord<Shape::rank>{{static_cast<i64>(at)...}}];
    else
      return *data_;
  }

 private:
  using each_dimension = std::make_integer_sequence<int, Shape::rank>;

  template <class Integer, int... K>
  [[gnu::always_inline]] MERCATOR_HD static constexpr i64 place(const coord<Shape::rank, Integer>& at,
                                                                std::integer_sequence<int, K...>) {
    assert(((0 <= at[K] && at[K] < Shape::size(K)) && ...) &&
           "mercator: view(...) requires indices within the view's shape");
    i64 place = 0;
    static_cast<void>(((place = place * Shape::size(K) + at[K]), ...));
    return place;
  }

  T* data_;
};

}  // namespace mercator
