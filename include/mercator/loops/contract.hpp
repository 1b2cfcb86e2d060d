// contract(to, combine, through(map, a), through(map, b)): sums of products over common ranges, such as a
// batched matrix multiplication. Host code only.
#pragma once

#include "mercator/loops/reduce.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

/// Which digits of a box do what, in the words of matrix multiplication: operand 0 is [batch, M, N], operand 1
/// [batch, M, K], operand 2 [batch, K, N]. M and N: the digits that register tiles span; -1 where there is
/// none.
struct roles {
  int m = -1, n = -1;
  bool swapped = false;  ///< operands 1 and 2 change places
};

constexpr bool is_reduced(const digit& d) { return d.stride[0] == 0; }

constexpr roles roles_of(const box& b) {
  roles r;
  for (int k = 0; k < b.digits; ++k) {
    const digit& d = b.loop[k];
    if (d.stride[0] != 1) continue;
    if (d.stride[1] == 0 && d.stride[2] != 0) r.n = k;
    if (d.stride[1] != 0 && d.stride[2] == 0) {
      r.n = k;
      r.swapped = true;
    }
  }
  const int own = r.swapped ? 2 : 1, other = r.swapped ? 1 : 2;
  for (int k = 0; k < b.digits && r.n >= 0; ++k) {
    const digit& d = b.loop[k];
    if (is_reduced(d) || d.stride[own] == 0 || d.stride[other] != 0) continue;
    if (r.m < 0 || d.count > b.loop[r.m].count) r.m = k;
  }
  return r;
}

/// The box with the digits that tiles do not span first: kept, then reduced. Operands are changed over where
/// that is wanted.
template <class Box>
struct contraction {
  static constexpr roles role = roles_of(Box::value);

  static constexpr box arranged() {
    box b = Box::value, out = b;
    out.digits = 0;
    for (const bool reduced : {false, true})
      for (int k = 0; k < b.digits; ++k)
        if (k != role.m && k != role.n && is_reduced(b.loop[k]) == reduced) out.loop[out.digits++] = b.loop[k];
    return out;
  }
  static constexpr int count_kept() {
    int count = 0;
    for (int k = 0; k < value.digits; ++k) count += !is_reduced(value.loop[k]);
    return count;
  }
  static constexpr i64 count_reduced() {
    i64 count = 1;
    for (int k = 0; k < value.digits; ++k)
      if (is_reduced(value.loop[k])) count *= value.loop[k].count;
    return count;
  }

  static constexpr box value = arranged();
  static constexpr int kept = count_kept();
  static constexpr i64 depth = count_reduced();
  static constexpr int left = role.swapped ? 2 : 1, right = role.swapped ? 1 : 2;
  static constexpr digit m = role.m < 0 ? digit{} : Box::value.loop[role.m];
  static constexpr digit n = role.n < 0 ? digit{} : Box::value.loop[role.n];
};

/// Over the reduced digits: step(left, right).
template <class Case, int K, class Step, class T>
MERCATOR_INLINE void over_depth(Step& step, const T* left, const T* right) {
  if constexpr (K == Case::value.digits) {
    step(left, right);
  } else {
    constexpr digit d = Case::value.loop[K];
    for (i64 k = 0; k < d.count; ++k)
      over_depth<Case, K + 1>(step, left + k * d.stride[Case::left], right + k * d.stride[Case::right]);
  }
}

/// A register tile: Rows values of the left operand times Vectors vectors of the right one. Packed: the right
/// operand has been copied to rows of Vectors vectors, one after the other.
template <class V, int Rows, int Vectors, i64 Distance, bool Packed, class Combine>
struct tile_step {
  Combine& combine;
  V c[static_cast<unsigned>(Rows)][static_cast<unsigned>(Vectors)];
  const lane_type<V>* packed;

  template <class T>
  MERCATOR_INLINE void operator()(const T* left, const T* right) {
    if constexpr (Packed) {
      right = packed;
      packed += Vectors * lane_count<V>;
    }
    V b[static_cast<unsigned>(Vectors)];
    for (int v = 0; v < Vectors; ++v) b[v] = load<V>(right + v * lane_count<V>);
    for (int r = 0; r < Rows; ++r) {
      const V a = splat<V>(left[r * Distance]);
      for (int v = 0; v < Vectors; ++v) c[r][v] = combine(c[r][v], a, b[v]);
    }
  }
};

/// Copies what right has under a tile to rows one after the other.
template <class T, i64 Columns, i64 Distance>
struct pack_step {
  T* to;

  MERCATOR_INLINE void operator()(const T*, const T* right) {
    for (i64 k = 0; k < Columns; ++k) to[k] = right[k * Distance];
    to += Columns;
  }
};

template <class T, class Combine>
struct value_step {
  Combine& combine;
  T c;

  MERCATOR_INLINE void operator()(const T* left, const T* right) { c = combine(c, *left, *right); }
};

template <class T, bool Accumulate, class Combine>
struct contractor {
  T identity;
  Combine& combine;

  template <class Box>
  MERCATOR_INLINE void run(T* to, const T* a, const T* b) const {
    using what = contraction<Box>;
    level<what, 0>(to, what::role.swapped ? b : a, what::role.swapped ? a : b);
  }

 private:
  // A tile uses half of 32 registers, or all but four of 16, for its results.
  static constexpr int vectors = 2, rows = vector_bytes == 64 ? 8 : 6;

  template <class Case, int K>
  MERCATOR_INLINE void level(T* __restrict to, const T* __restrict left, const T* __restrict right) const {
    if constexpr (K < Case::kept) {
      constexpr digit d = Case::value.loop[K];
      for (i64 k = 0; k < d.count; ++k)
        level<Case, K + 1>(to + k * d.stride[0], left + k * d.stride[Case::left],
                           right + k * d.stride[Case::right]);
    } else {
      constexpr int w = Case::role.n < 0 ? 1 : fitting_width(Case::n.count, common_width<T>());
      if constexpr (w > 1 && OnLanes<Combine, lanes<T, w>, lanes<T, w>, lanes<T, w>, lanes<T, w>>)
        panels<Case, w>(to, left, right);
      else
        values<Case, 0>(to, left, right);
    }
  }

  /// Along N: whole panels of two vectors, one of one, then value by value.
  template <class Case, int W>
  MERCATOR_INLINE void panels(T* __restrict to, const T* __restrict left, const T* __restrict right) const {
    constexpr i64 count = Case::n.count, stride = Case::n.stride[Case::right], wide = vectors * W;
    constexpr i64 whole = count / wide * wide, narrow = (count - whole) / W * W;
    for (i64 n = 0; n < whole; n += wide) panel<Case, W, vectors>(to + n, left, right + n * stride);
    if constexpr (narrow != 0) panel<Case, W, 1>(to + whole, left, right + whole * stride);
    if constexpr (whole + narrow != count) {
      constexpr int rest = static_cast<int>(count - whole - narrow), v = fitting_width(rest, W);
      constexpr i64 done = whole + narrow;
      if constexpr (v > 1) panel<Case, v, 1>(to + done, left, right + done * stride);
      values<Case, done + (v > 1 ? v : 0)>(to, left, right);
    }
  }

  template <class Case, int W, int Vectors>
  MERCATOR_INLINE void panel(T* __restrict to, const T* __restrict left, const T* __restrict right) const {
    constexpr i64 stride = Case::n.stride[Case::right], columns = Vectors * W, most = i64{1} << 16;
    if constexpr (stride == 1) {
      tiles<Case, W, Vectors, false>(to, left, right, nullptr);
    } else if constexpr (Case::depth * columns * static_cast<i64>(sizeof(T)) <= most) {
      alignas(cache_line_bytes) T packed[static_cast<unsigned>(Case::depth * columns)];
      pack_step<T, columns, stride> pack{packed};
      over_depth<Case, Case::kept>(pack, left, right);
      tiles<Case, W, Vectors, true>(to, left, right, packed);
    } else {
      for (i64 m = 0; m < Case::m.count; ++m)
        for (i64 n = 0; n < columns; ++n)
          one_value<Case>(to + m * Case::m.stride[0] + n, left + m * Case::m.stride[Case::left],
                          right + n * stride);
    }
  }

  template <class Case, int W, int Vectors, bool Packed>
  MERCATOR_INLINE void tiles(T* __restrict to, const T* __restrict left, const T* __restrict right,
                             const T* packed) const {
    constexpr i64 count = Case::m.count, whole = row_tiles(count) * rows;
    for (i64 m = 0; m < whole; m += rows)
      tile<Case, W, Vectors, rows, Packed>(to + m * Case::m.stride[0], left + m * Case::m.stride[Case::left],
                                           right, packed);
    rest_of_rows<Case, W, Vectors, Packed, whole>(to, left, right, packed);
  }

  /// How many full tiles: what is left then is 0 or some rows that fill tiles of 4 where they can.
  static constexpr i64 row_tiles(i64 count) {
    for (i64 t = count / rows; t > 0 && t + 2 > count / rows; --t)
      if ((count - t * rows) % 4 == 0) return t;
    return count / rows;
  }

  template <class Case, int W, int Vectors, bool Packed, i64 Done>
  MERCATOR_INLINE void rest_of_rows(T* __restrict to, const T* __restrict left, const T* __restrict right,
                                    const T* packed) const {
    constexpr i64 rest = Case::m.count - Done;
    if constexpr (rest > 0) {
      constexpr int some = rest >= 4 ? 4 : static_cast<int>(rest);
      tile<Case, W, Vectors, some, Packed>(to + Done * Case::m.stride[0],
                                           left + Done * Case::m.stride[Case::left], right, packed);
      rest_of_rows<Case, W, Vectors, Packed, Done + some>(to, left, right, packed);
    }
  }

  template <class Case, int W, int Vectors, int Rows, bool Packed>
  MERCATOR_INLINE void tile(T* __restrict to, const T* __restrict left, const T* __restrict right,
                            const T* packed) const {
    using vector = lanes<T, W>;
    constexpr i64 distance = Case::m.stride[0];
    tile_step<vector, Rows, Vectors, Case::m.stride[Case::left], Packed, Combine> step{combine, {}, packed};
    for (int r = 0; r < Rows; ++r)
      for (int v = 0; v < Vectors; ++v)
        step.c[r][v] = Accumulate ? load<vector>(to + r * distance + v * W) : splat<vector>(identity);
    over_depth<Case, Case::kept>(step, left, right);
    for (int r = 0; r < Rows; ++r)
      for (int v = 0; v < Vectors; ++v) store(to + r * distance + v * W, step.c[r][v]);
  }

  template <class Case, i64 First>
  MERCATOR_INLINE void values(T* __restrict to, const T* __restrict left, const T* __restrict right) const {
    for (i64 m = 0; m < Case::m.count; ++m)
      for (i64 n = First; n < Case::n.count; ++n)
        one_value<Case>(to + m * Case::m.stride[0] + n * Case::n.stride[0],
                        left + m * Case::m.stride[Case::left], right + n * Case::n.stride[Case::right]);
  }

  template <class Case>
  MERCATOR_INLINE void one_value(T* __restrict to, const T* __restrict left, const T* __restrict right) const {
    value_step<T, Combine> step{combine, Accumulate ? *to : identity};
    over_depth<Case, Case::kept>(step, left, right);
    *to = step.c;
  }
};

template <class Movement, int K, class How, class Algorithm, class T>
MERCATOR_INLINE void contract_boxes(const How& how, const Algorithm& algorithm, T* to, const T* a, const T* b) {
  if constexpr (K < Movement::value.used) {
    using part = plain_box_of<Movement, K>;
    run_box<part>(how, algorithm, to + part::value.base[0], a + part::value.base[1], b + part::value.base[2]);
    contract_boxes<Movement, K + 1>(how, algorithm, to, a, b);
  }
}

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops

namespace mercator {

inline namespace MERCATOR_VECTORS {

/// contract(to, identity, combine, through(map_a, a), through(map_b, b)): to[d] is combine(…
/// combine(combine(identity, x0, y0), x1, y1) …) over the ranges that the two maps have in common, in
/// lexicographic order; combine(c, x, y) is lane::multiply_add for a matrix multiplication, and commutes in x
/// and y. A generic combine gets vectors of lanes. Register-blocked where a dimension of the output that stands
/// side by side is one of only one operand; operands may be transposed in any way. All elements are of one
/// type. parallel(executor) cuts the outputs up.
inline constexpr struct contract_verb {
  template <class T, class Shape, class Combine, class MapA, class ShapeA, class MapB, class ShapeB>
  void operator()(tensor_view<T, Shape> to, const std::type_identity_t<T>& initial, Combine combine,
                  mapped_view<MapA, T, ShapeA> a, mapped_view<MapB, T, ShapeB> b) const {
    (*this)(in_order, to, initial, combine, a, b);
  }

  template <Policy How, class T, class Shape, class Combine, class MapA, class ShapeA, class MapB, class ShapeB>
  [[gnu::flatten, gnu::noinline]] void operator()(How how, tensor_view<T, Shape> to,
                                                  const std::type_identity_t<T>& initial, Combine combine,
                                                  mapped_view<MapA, T, ShapeA> a,
                                                  mapped_view<MapB, T, ShapeB> b) const {
    using places = loops::places<Shape, mapped_view<MapA, T, ShapeA>, mapped_view<MapB, T, ShapeB>>;
    using movement = loops::movement_of<places>;
    using way = loops::way_of_reducing<How, movement, Shape::elements>;
    if constexpr (!way::direct) fill(to, initial);
    if constexpr (!way::by_boxes)
      loops::for_each_place<places>([&](i64 output, i64 left, i64 right) __attribute__((always_inline)) {
        to.data()[output] = combine(to.data()[output], a.data[left], b.data[right]);
      });
    else
      loops::contract_boxes<movement, 0>(how, loops::contractor<T, !way::direct, Combine>{initial, combine},
                                         to.data(), a.data, b.data);
  }
} contract{};

}  // namespace MERCATOR_VECTORS

}  // namespace mercator
