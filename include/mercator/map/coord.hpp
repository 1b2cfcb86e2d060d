// What evaluating a map gives: the indices of one element.
#pragma once

#include <cstddef>
#include <utility>

#include "mercator/core/config.hpp"

namespace mercator {

/// N indices: [k], ==, and structured bindings.
template <int N, class T = i64>
struct coord {
  /// How many indices there are.
  static constexpr int size = N;

  /// The N indices, the slowest dimension first.
  T indices[static_cast<std::size_t>(N > 0 ? N : 1)];

  [[gnu::always_inline]] MERCATOR_HD constexpr T operator[](int k) const { return indices[k]; }
  [[gnu::always_inline]] MERCATOR_HD constexpr T& operator[](int k) { return indices[k]; }

  MERCATOR_HD friend constexpr bool operator==(const coord& a, const coord& b) {
    for (int k = 0; k < N; ++k)
      if (a.indices[k] != b.indices[k]) return false;
    return true;
  }
};

template <class... T>
coord(T...) -> coord<sizeof...(T)>;

/// Index number K, for structured bindings.
template <std::size_t K, int N, class T>
MERCATOR_HD constexpr T get(const coord<N, T>& c) {
  static_assert(K < N, "mercator: get<K>(coord<N>) requires K < N");
  return c.indices[K < N ? K : 0];
}

}  // namespace mercator

template <int N, class T>
struct std::tuple_size<mercator::coord<N, T>> {
  static constexpr std::size_t value = N;
};

template <std::size_t K, int N, class T>
struct std::tuple_element<K, mercator::coord<N, T>> {
  using type = T;
};
