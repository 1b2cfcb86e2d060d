// Sums of products of elements that lie side by side along what is summed over: dot products in lanes.
#pragma once

#include "mercator/loops/lanes.hpp"
#include "mercator/loops/product_tiles.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

/// The first lanes are 0, the last Kept lanes stay: lanes of zeros, then of the vector.
template <int Lanes, int Kept>
struct kept_last {
  static constexpr int at(int lane) { return lane < Lanes - Kept ? lane : Lanes + lane; }
};

/// Partial sums of Outputs dot products, in Vectors vectors each, along runs of Length elements. The operands
/// of one output and the next are A and B apart.
template <class V, int Outputs, int Vectors, i64 Length, i64 A, i64 B>
struct dot_step {
  static constexpr i64 lanes = lane_count<V>, whole = Length / lanes * lanes, rest = Length - whole;

  V c[static_cast<unsigned>(Outputs)][static_cast<unsigned>(Vectors)];

  template <class T>
  MERCATOR_INLINE void operator()(const T*, const T* a, const T* b) {
    constexpr i64 unrolled = whole / (Vectors * lanes) * (Vectors * lanes);
    for (i64 k = 0; k < unrolled; k += Vectors * lanes)
      for (int o = 0; o < Outputs; ++o)
        for (int v = 0; v < Vectors; ++v)
          add(o, v, load<V>(a + o * A + k + v * lanes), load<V>(b + o * B + k + v * lanes));
    for (i64 k = unrolled; k < whole; k += lanes)
      for (int o = 0; o < Outputs; ++o) add(o, 0, load<V>(a + o * A + k), load<V>(b + o * B + k));
    if constexpr (rest != 0)  // in the last vector that there is
      for (int o = 0; o < Outputs; ++o)
        add(o, 0, last(load<V>(a + o * A + Length - lanes)), last(load<V>(b + o * B + Length - lanes)));
  }

 private:
  MERCATOR_INLINE void add(int output, int v, V a, V b) { c[output][v] = lane::multiply_add{}(c[output][v], a, b); }
  MERCATOR_INLINE static V last(V v) {
    return shuffle<kept_last<static_cast<int>(lanes), static_cast<int>(rest)>>(V{}, v);
  }
};

/// A box as dot products: the digit whose turns are outputs side by side, and the others.
template <class Box>
struct dot_products {
  static constexpr product value = product_of(Box::value);
  static constexpr int sums = value.depth.digits - 1, kept = value.outer.digits - !value.has_columns;
  static constexpr digit along = value.depth.loop[sums], output = value.has_columns ? value.n
                                                                  : kept < 0        ? digit{}
                                                                                    : value.outer.loop[kept];

  struct outer {
    static constexpr box value = first_digits(dot_products::value.outer, kept < 0 ? 0 : kept);
  };
  struct before {
    static constexpr box value = first_digits(dot_products::value.depth, sums);
  };

  /// Where there are no columns that tiles could read as they lie.
  static constexpr bool fit = along.stride[1] == 1 && along.stride[2] == 1 && along.count >= 4 &&
                              (!value.has_columns || (value.rows() == 1 && value.n.stride[2] != 1));
};

template <class T, bool Accumulate>
struct dot_contractor {
  T identity;

  template <class What>
  MERCATOR_INLINE void run(T* c, const T* a, const T* b) const {
    each_turn<typename What::outer>(
        [this](T * to, const T* left, const T* right)
            __attribute__((always_inline)) { outputs<What>(to, left, right); },
        c, a, b);
  }

 private:
  /// Where outputs share an operand, as many at a time as lanes, whose sums one tree of shuffles takes; then
  /// one by one.
  template <class What>
  MERCATOR_INLINE void outputs(T* c, const T* a, const T* b) const {
    constexpr digit d = What::output;
    constexpr int w = fitting_width(What::along.count, width<T>);
    constexpr bool share = d.stride[1] == 0 || d.stride[2] == 0;
    constexpr i64 whole = share && d.stride[0] == 1 && w <= 16 ? d.count / w * w : 0;
    for (i64 k = 0; k < whole; k += w)
      some_outputs<What, lanes<T, w>, w, 1>(c + k, a + k * d.stride[1], b + k * d.stride[2]);
    for (i64 k = whole; k < d.count; ++k)
      some_outputs<What, lanes<T, w>, 1, fitting_width(What::along.count / w, 8)>(
          c + k * d.stride[0], a + k * d.stride[1], b + k * d.stride[2]);
  }

  template <class What, class V, int Outputs, int Vectors>
  MERCATOR_INLINE void some_outputs(T* __restrict to, const T* __restrict left, const T* __restrict right) const {
    constexpr digit d = What::output;
    lane::plus plus;
    dot_step<V, Outputs, Vectors, What::along.count, d.stride[1], d.stride[2]> sums{};
    each_turn<typename What::before, 0>(What::before::value.loop[0].count, sums, to, left, right);
    if constexpr (Outputs == 1) {
      for (int half = Vectors / 2; half > 0; half /= 2)
        for (int v = 0; v < half; ++v) sums.c[0][v] += sums.c[0][v + half];
      *to = static_cast<T>((Accumulate ? *to : identity) + combine_lanes(sums.c[0][0], plus)[0]);
    } else {
      V each[static_cast<unsigned>(Outputs)];
      for (int o = 0; o < Outputs; ++o) each[o] = sums.c[o][0];
      store(to, (Accumulate ? load<V>(to) : splat<V>(identity)) + combine_each(each, plus));
    }
  }
};

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops
