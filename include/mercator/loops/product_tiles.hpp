// Register tiles of sums of products, and the panels that they read.
#pragma once

#include "mercator/loops/product.hpp"
#include "mercator/loops/tile.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

/// Every turn of the digits from number First on: step(c, a, b). `turns`: how many digit number First has.
template <class Digits, int First, class Step, class T>
MERCATOR_INLINE void each_turn(i64 turns, Step& step, T* c, const T* a, const T* b) {
  if constexpr (First == Digits::value.digits) {
    step(c, a, b);
  } else {
    constexpr digit d = Digits::value.loop[First];
    constexpr i64 inner = Digits::value.loop[First + 1].count;
    for (i64 k = 0; k < turns; ++k)
      each_turn<Digits, First + 1>(inner, step, c + k * d.stride[0], a + k * d.stride[1], b + k * d.stride[2]);
  }
}
template <class Digits, class Step, class T>
MERCATOR_INLINE void each_turn(Step step, T* c, const T* a, const T* b) {
  each_turn<Digits, 0>(Digits::value.loop[0].count, step, c, a, b);
}

/// A panel of B: Columns columns, as Vectors vectors of type V.
template <class V, int Columns>
struct panel_of {
  using vector = V;
  static constexpr int columns = Columns, lanes = lane_count<V>, vectors = (Columns + lanes - 1) / lanes,
                       width = vectors * lanes;
};

/// Turns rows of a panel, From apart in memory, whose columns are Across apart, become rows of whole vectors
/// one after the other.
template <class Panel, i64 From, i64 Across, int Tile, class T>
MERCATOR_INLINE void pack_rows(i64 turns, T* __restrict to, const T* __restrict from) {
  constexpr i64 columns = Panel::columns, width = Panel::width;
  if constexpr (Tile > 1) {
    if (turns < Tile) return pack_rows<Panel, From, Across, 1>(turns, to, from);
    for (i64 c = 0; c < columns; c += Tile) {  // the last tiles overlap those before
      const i64 column = c + Tile <= columns ? c : columns - Tile;
      for (i64 k = 0; k < turns; k += Tile) {
        const i64 row = k + Tile <= turns ? k : turns - Tile;
        transpose_tile<T, Tile, Across, width>(from + column * Across + row, to + row * width + column);
      }
    }
  } else {
    for (i64 k = 0; k < turns; ++k)
      for (i64 c = 0; c < columns; ++c) to[k * width + c] = from[k * From + c * Across];
  }
}

/// Lanes behind the last column become copies of it: values that combine may meet.
template <class Panel, class T>
MERCATOR_INLINE void fill_lanes(i64 turns, T* to) {
  for (i64 k = 0; k < turns; ++k)
    for (i64 c = Panel::columns; c < Panel::width; ++c)
      to[k * Panel::width + c] = to[k * Panel::width + Panel::columns - 1];
}

/// Packs what B has under a panel along Depth's digits from number K on.
template <class Panel, class Depth, i64 Across, int K, class T>
MERCATOR_INLINE T* pack_panel(i64 turns, T* to, const T* from) {
  constexpr digit d = Depth::value.loop[K];
  if constexpr (K + 1 < Depth::value.digits) {
    for (i64 k = 0; k < turns; ++k)
      to = pack_panel<Panel, Depth, Across, K + 1>(Depth::value.loop[K + 1].count, to, from + k * d.stride[2]);
    return to;
  } else {
    constexpr bool turned = d.stride[2] == 1 && Across != 1;
    constexpr i64 least = d.count < Panel::columns ? d.count : Panel::columns;
    pack_rows<Panel, d.stride[2], Across, turned ? fitting_width(least, width<T> < 16 ? width<T> : 16) : 1>(turns, to,
                                                                                                            from);
    fill_lanes<Panel>(turns, to);
    return to + turns * Panel::width;
  }
}

/// A register tile: Rows values of A times a panel's row, combined. Along: columns lie side by side in A too.
template <class Panel, int Rows, i64 Distance, bool Along, bool Packed, class Combine, class T>
struct tile_step {
  using V = typename Panel::vector;

  Combine& combine;
  const T* packed;
  V c[static_cast<unsigned>(Rows)][static_cast<unsigned>(Panel::vectors)];

  MERCATOR_INLINE void operator()(const T*, const T* a, const T* b) {
    if constexpr (Packed) {
      b = packed;
      packed += Panel::width;
    }
    V right[static_cast<unsigned>(Panel::vectors)];
    for (int v = 0; v < Panel::vectors; ++v) right[v] = load<V>(b + v * Panel::lanes);
    for (int r = 0; r < Rows; ++r) {
      if constexpr (Along) {
        for (int v = 0; v < Panel::vectors; ++v)
          c[r][v] = combine(c[r][v], load<V>(a + r * Distance + v * Panel::lanes), right[v]);
      } else {
        const V left = splat<V>(a[r * Distance]);
        for (int v = 0; v < Panel::vectors; ++v) c[r][v] = combine(c[r][v], left, right[v]);
      }
    }
  }
};

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops
