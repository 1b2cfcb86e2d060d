// Transposes in registers.
#pragma once

#include "mercator/loops/vector.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

namespace registers {

constexpr int reversed_bits(int x, int count) {
  int out = 0;
  for (int k = 0; k < count; ++k) out |= ((x >> k) & 1) << (count - 1 - k);
  return out;
}

// Everything is a fold: loops are not always unrolled, and rows then go through memory.

template <int Stage, int First, class Vector>
MERCATOR_INLINE void exchange_pair(Vector* row) {
  const Vector a = row[First], b = row[First + (1 << Stage)];
  row[First] = exchange<Stage, 0>(a, b);
  row[First + (1 << Stage)] = exchange<Stage, 1>(a, b);
}

template <int Stage, class Vector, int... Pair>
MERCATOR_INLINE void exchange_rows(Vector* row, std::integer_sequence<int, Pair...> pairs) {
  if constexpr ((1 << Stage) < lane_count<Vector>) {
    constexpr int distance = 1 << Stage;
    (exchange_pair<Stage, Pair / distance * 2 * distance + Pair % distance>(row), ...);
    exchange_rows<Stage + 1>(row, pairs);
  }
}

template <i64 From, class Vector, class T, int... Row>
MERCATOR_INLINE void load_rows(Vector* row, const T* from, std::integer_sequence<int, Row...>) {
  ((row[Row] = load<Vector>(from + Row * From)), ...);
}

/// Row number k comes out of the exchanges as this column.
template <class Vector>
constexpr int column_of(int k) {
  constexpr int group = group_lanes<Vector>;
  return k / group * group + reversed_bits(k % group, logarithm(group));
}

template <i64 To, int Row, int Written, class Vector, class T>
MERCATOR_INLINE void store_column(const Vector* row, T* to) {
  if constexpr (column_of<Vector>(Row) < Written) store(to + column_of<Vector>(Row) * To, row[Row]);
}

template <i64 To, int Written, class Vector, class T, int... Row>
MERCATOR_INLINE void store_columns(const Vector* row, T* to, std::integer_sequence<int, Row...>) {
  (store_column<To, column_of<Vector>(Row), Written>(row, to), ...);
}

}  // namespace registers

/// Rows rows of as many elements, From apart, become columns: the first Written of them are stored, To apart.
template <int Rows, i64 From, i64 To, int Written, class T>
MERCATOR_INLINE void transpose_small_tile(const T* from, T* to) {
  using vector = lanes<T, Rows>;
  using numbers = std::make_integer_sequence<int, Rows>;
  vector row[static_cast<unsigned>(Rows)];
  registers::load_rows<From>(row, from, numbers{});
  registers::exchange_rows<0>(row, std::make_integer_sequence<int, Rows / 2>{});
  registers::store_columns<To, Written>(row, to, numbers{});
}

/// The same as a function of its own: mixed with the loads and stores of its neighbours a large tile is slower.
template <int Rows, i64 From, i64 To, int Written, class T>
[[gnu::noinline, gnu::aligned(64)]] void transpose_large_tile(const T* from, T* to) {
  transpose_small_tile<Rows, From, To, Written>(from, to);
}

template <class T, int Rows, i64 From, i64 To, int Written = Rows>
MERCATOR_INLINE void transpose_tile(const T* from, T* to) {
  if constexpr (Rows <= 4)
    transpose_small_tile<Rows, From, To, Written>(from, to);
  else
    transpose_large_tile<Rows, From, To, Written>(from, to);
}

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops
