// Transposes in registers.
#pragma once

#include "mercator/loops/vector.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

namespace detail {

constexpr int reversed_bits(int x, int count) {
  int out = 0;
  for (int k = 0; k < count; ++k) out |= ((x >> k) & 1) << (count - 1 - k);
  return out;
}

template <int Stage, int Stages, class Vector>
MERCATOR_INLINE void exchange_rows(Vector* row) {
  if constexpr (Stage < Stages) {
    constexpr int rows = lane_count<Vector>, distance = 1 << Stage;
    for (int k = 0; k < rows; ++k) {
      if ((k & distance) != 0) continue;
      const Vector a = row[k], b = row[k + distance];
      row[k] = exchange<Stage, 0>(a, b);
      row[k + distance] = exchange<Stage, 1>(a, b);
    }
    exchange_rows<Stage + 1, Stages>(row);
  }
}

}  // namespace detail

/// Rows rows of as many elements, From apart, become columns: the first Written of them are stored, To apart. A
/// function of its own: mixed with the loads and stores of its neighbours it is slower.
template <class T, int Rows, i64 From, i64 To, int Written = Rows>
[[gnu::noinline]] void transpose_tile(const T* from, T* to) {
  using vector = lanes<T, Rows>;
  constexpr int stages = logarithm(Rows), group = group_lanes<vector>;
  vector row[static_cast<unsigned>(Rows)];
  for (int k = 0; k < Rows; ++k) row[k] = load<vector>(from + k * From);
  detail::exchange_rows<0, stages>(row);
  for (int k = 0; k < Rows; ++k) {
    const int column = k / group * group + detail::reversed_bits(k % group, logarithm(group));
    if (column < Written) store(to + column * To, row[k]);
  }
}

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops
