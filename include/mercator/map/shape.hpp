// The static shape of a tensor.
#pragma once

#include "mercator/core/checked.hpp"

namespace mercator {

/// The product of the sizes, which are not negative, or -1 where it does not fit 64 bits.
MERCATOR_HD constexpr i64 element_count(const i64* size, int rank) {
  constexpr i64 small = i64{1} << 31;
  i64 count = 1;
  int k = 0;
  for (; k < rank && (count | size[k]) < small; ++k) count *= size[k];
  bool fits = true;
  for (; k < rank; ++k) {
    if (size[k] == 0) return 0;
    fits = fits && checked_mul(count, size[k], count);
  }
  return fits ? count : -1;
}

/// The sizes of a tensor as a plain value. What operations compute with, so that their code is no template.
struct extents {
  /// Dimensions that there is room for.
  static constexpr int max_rank = 32;

  /// How many dimensions there are.
  int rank = 0;
  /// The size of each dimension; only the first `rank` count.
  i64 size[max_rank] = {};

  MERCATOR_HD constexpr i64 operator[](int k) const { return size[k]; }

  /// 1 for rank 0; -1 where it does not fit 64 bits.
  MERCATOR_HD constexpr i64 elements() const { return element_count(size, rank); }

  MERCATOR_HD friend constexpr bool operator==(const extents& a, const extents& b) {
    if (a.rank != b.rank) return false;
    for (int k = 0; k < a.rank; ++k)
      if (a.size[k] != b.size[k]) return false;
    return true;
  }
};

namespace detail {

template <i64... Sizes>
struct checked_elements {
  static constexpr i64 value = extents{sizeof...(Sizes), {Sizes...}}.elements();
  static_assert(value >= 0, "mercator: a shape requires a number of elements that fits 64 bits");
};

}  // namespace detail

/// The shape of a tensor as an empty type: shape<4, 8>. Sizes may be 0, the rank too. `value` is what functions that
/// are no templates take: build_transpose(m, Shape::value).
template <i64... Sizes>
struct shape {
  static_assert(sizeof...(Sizes) <= extents::max_rank, "mercator: a shape requires at most 32 dimensions");
  static_assert(((Sizes >= 0) && ...), "mercator: a shape requires sizes that are not negative");

  /// How many dimensions there are.
  static constexpr int rank = sizeof...(Sizes);
  static constexpr extents value{rank, {Sizes...}};
  /// The product of the sizes; 1 of rank 0.
  static constexpr i64 elements = detail::checked_elements<Sizes...>::value;

  /// The size of dimension k.
  MERCATOR_HD static constexpr i64 size(int k) { return value.size[k]; }
};

/// Whether rank and sizes are the same.
template <i64... A, i64... B>
MERCATOR_HD constexpr bool operator==(shape<A...>, shape<B...>) {
  return shape<A...>::value == shape<B...>::value;
}

}  // namespace mercator
