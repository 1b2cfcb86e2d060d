// reduce(to, identity, combine, through(map, view)): what is read over the ranges becomes one element. Host
// code only.
#pragma once

#include "mercator/loops/lanes.hpp"
#include "mercator/loops/transform.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

/// The kept digits first, in storage order; then the reduced ones, in their order or in the operand's.
struct reduction {
  int kept = 0;
  box value = {};
};

constexpr reduction arranged(const box& b, bool any_order) {
  reduction out;
  box reduced = b;
  out.value = b;
  out.value.digits = reduced.digits = 0;
  for (int k = 0; k < b.digits; ++k) {
    if (b.loop[k].count == 1) continue;
    box& side = b.loop[k].stride[0] != 0 ? out.value : reduced;
    side.loop[side.digits++] = b.loop[k];
  }
  out.value = normal(out.value);
  out.kept = out.value.digits;
  reduced = any_order ? normal(reduced) : merged(reduced);
  for (int k = 0; k < reduced.digits; ++k) out.value.loop[out.value.digits++] = reduced.loop[k];
  return out;
}

template <class Given, bool AnyOrder>
struct arranged_box {
  static constexpr reduction all = arranged(Given::value, AnyOrder);
  static constexpr box value = all.value;
  static constexpr int kept = all.kept;
  static constexpr digit last_kept = kept > 0 ? value.loop[kept - 1] : digit{};
  static constexpr digit last_reduced = kept < value.digits ? value.loop[value.digits - 1] : digit{};
};

/// Where an operand is read, moved along digit K of a box.
template <class Box, int K, class T>
MERCATOR_INLINE const T* moved(const T* from, i64 k) {
  return from + k * Box::value.loop[K].stride[1];
}

/// The reduced digits of a box from number K on, but the last `Left`: step(accumulators, place) within.
template <class Box, int Left, int K, class Step, class Accumulators, class Place>
MERCATOR_INLINE void over_reduced(const Step& step, Accumulators& acc, Place from) {
  if constexpr (K + Left == Box::value.digits) {
    step(acc, from);
  } else {
    constexpr i64 count = Box::value.loop[K].count;
    for (i64 k = 0; k < count; ++k) over_reduced<Box, Left, K + 1>(step, acc, moved<Box, K>(from, k));
  }
}

template <class V, int N>
struct accumulators {
  V v[static_cast<unsigned>(N)];
};

/// Outputs side by side in lanes, in Vectors vectors: the order of each output's elements is kept.
template <class V, int Vectors, class Combine>
struct step_of_columns {
  Combine& combine;

  template <class T>
  MERCATOR_INLINE void operator()(accumulators<V, Vectors>& acc, const T* from) const {
    for (int u = 0; u < Vectors; ++u) acc.v[u] = combine(acc.v[u], load<V>(from + u * lane_count<V>));
  }
};

/// Outputs one by one, Distance apart in the operand.
template <class T, int Outputs, i64 Distance, class Combine>
struct step_of_values {
  Combine& combine;

  template <class From>
  MERCATOR_INLINE void operator()(accumulators<T, Outputs>& acc, const From* from) const {
    for (int u = 0; u < Outputs; ++u) acc.v[u] = combine(acc.v[u], from[u * Distance]);
  }
};

/// Elements side by side in lanes: Outputs vectors of partial results, Length elements each, Distance apart.
template <class V, int Outputs, i64 Length, i64 Distance, class Combine>
struct step_of_rows {
  Combine& combine;

  template <class T>
  MERCATOR_INLINE void operator()(accumulators<V, Outputs>& acc, const T* from) const {
    constexpr int w = lane_count<V>;
    for (int u = 0; u < Outputs; ++u)
      for (i64 k = 0; k < Length; k += w) acc.v[u] = combine(acc.v[u], load<V>(from + u * Distance + k));
  }
};

/// One output: its elements side by side in lanes, in several vectors.
template <class V, int Vectors, i64 Length, class Combine>
struct step_of_row {
  Combine& combine;

  template <class T>
  MERCATOR_INLINE void operator()(accumulators<V, Vectors>& acc, const T* from) const {
    constexpr int w = lane_count<V>;
    for (i64 k = 0; k < Length; k += Vectors * w)
      for (int u = 0; u < Vectors; ++u) acc.v[u] = combine(acc.v[u], load<V>(from + k + u * w));
  }
};

template <bool AnyOrder, bool Accumulate, class Value, class Combine>
struct reducer {
  Value identity;
  Combine& combine;

  template <class Given, class T>
  MERCATOR_INLINE void run(Value* to, const T* from) const {
    level<arranged_box<Given, AnyOrder>, 0>(to, from);
  }

 private:
  template <class Box, int K, class T>
  MERCATOR_INLINE void level(Value* __restrict to, const T* __restrict from) const {
    if constexpr (K + 1 < Box::kept) {
      constexpr digit d = Box::value.loop[K];
      for (i64 k = 0; k < d.count; ++k) level<Box, K + 1>(to + k * d.stride[0], from + k * d.stride[1]);
    } else {
      outputs<Box>(to, from);
    }
  }

  /// The outputs along the last kept digit.
  template <class Box, class T>
  MERCATOR_INLINE void outputs(Value* __restrict to, const T* __restrict from) const {
    constexpr digit kept = Box::last_kept, reduced = Box::last_reduced;
    constexpr bool reduces = Box::value.digits > Box::kept;
    constexpr int w = std::is_same_v<T, Value> ? common_width<T>() : 1;
    constexpr int columns = fitting_width(kept.count, w), rows = fitting_width(reduced.count, w);
    if constexpr (columns > 1 && kept.stride[0] == 1 && kept.stride[1] == 1 && works_on<T, columns>()) {
      constexpr int vectors = kept.count >= 4 * columns ? 4 : 1;
      constexpr i64 wide = kept.count / (vectors * columns) * (vectors * columns);
      for (i64 k = 0; k < wide; k += vectors * columns) columns_of<Box, columns, vectors>(to + k, from + k);
      for (i64 k = wide; k + columns <= kept.count; k += columns) columns_of<Box, columns, 1>(to + k, from + k);
      values<Box, kept.count / columns * columns>(to, from);
    } else if constexpr (AnyOrder && reduces && rows > 1 && reduced.stride[1] == 1 && works_on<T, rows>()) {
      rows_of<Box, rows>(to, from);
    } else {
      values<Box, 0>(to, from);
    }
  }

  template <class T, int W>
  static constexpr bool works_on() {
    return OnLanes<Combine, lanes<T, W>, lanes<T, W>, lanes<T, W>>;
  }

  template <class Box, int W, int Vectors, class T>
  MERCATOR_INLINE void columns_of(Value* __restrict to, const T* __restrict from) const {
    using vector = lanes<T, W>;
    accumulators<vector, Vectors> acc;
    for (int u = 0; u < Vectors; ++u) acc.v[u] = Accumulate ? load<vector>(to + u * W) : splat<vector>(identity);
    over_reduced<Box, 0, Box::kept>(step_of_columns<vector, Vectors, Combine>{combine}, acc, from);
    for (int u = 0; u < Vectors; ++u) store(to + u * W, acc.v[u]);
  }

  /// The outputs from number First on as values, several at a time so that one need not wait for another.
  template <class Box, i64 First, class T>
  MERCATOR_INLINE void values(Value* __restrict to, const T* __restrict from) const {
    constexpr digit kept = Box::last_kept;
    constexpr i64 at_a_time = 8, whole = First + (kept.count - First) / at_a_time * at_a_time;
    for (i64 k = First; k < whole; k += at_a_time)
      some_values<Box, at_a_time>(to + k * kept.stride[0], from + k * kept.stride[1]);
    for (i64 k = whole; k < kept.count; ++k) some_values<Box, 1>(to + k * kept.stride[0], from + k * kept.stride[1]);
  }

  template <class Box, int Outputs, class T>
  MERCATOR_INLINE void some_values(Value* __restrict to, const T* __restrict from) const {
    constexpr digit kept = Box::last_kept;
    accumulators<Value, Outputs> acc;
    for (int u = 0; u < Outputs; ++u) acc.v[u] = Accumulate ? to[u * kept.stride[0]] : identity;
    over_reduced<Box, 0, Box::kept>(step_of_values<Value, Outputs, kept.stride[1], Combine>{combine}, acc, from);
    for (int u = 0; u < Outputs; ++u) to[u * kept.stride[0]] = acc.v[u];
  }

  /// Rows of elements in lanes: as many outputs at a time as lanes, whose partial results one tree of shuffles
  /// combines.
  template <class Box, int W, class T>
  MERCATOR_INLINE void rows_of(Value* __restrict to, const T* __restrict from) const {
    constexpr digit kept = Box::last_kept;
    constexpr i64 whole = kept.stride[0] == 1 ? kept.count / W * W : 0;
    for (i64 k = 0; k < whole; k += W) some_rows<Box, W>(to + k, from + k * kept.stride[1]);
    for (i64 k = whole; k < kept.count; ++k) one_row<Box, W>(to + k * kept.stride[0], from + k * kept.stride[1]);
  }

  template <class Box, int W, class T>
  MERCATOR_INLINE void some_rows(Value* __restrict to, const T* __restrict from) const {
    using vector = lanes<T, W>;
    constexpr i64 distance = Box::last_kept.stride[1], count = Box::last_reduced.count, length = count / W * W;
    accumulators<vector, W> acc;
    for (int u = 0; u < W; ++u) acc.v[u] = splat<vector>(identity);
    over_reduced<Box, 1, Box::kept>(step_of_rows<vector, W, length, distance, Combine>{combine}, acc, from);
    vector out = combine_each(acc.v, combine);
    if constexpr (length != count) out = combine(out, tails<Box, W, W>(from));
    store(to, Accumulate ? combine(load<vector>(to), out) : out);
  }

  template <class Box, int W, class T>
  MERCATOR_INLINE void one_row(Value* __restrict to, const T* __restrict from) const {
    using vector = lanes<T, W>;
    constexpr i64 count = Box::last_reduced.count, length = count / W * W;
    constexpr int vectors = length % (8 * W) == 0 ? 8 : length % (4 * W) == 0 ? 4 : length % (2 * W) == 0 ? 2 : 1;
    accumulators<vector, vectors> acc;
    for (int u = 0; u < vectors; ++u) acc.v[u] = splat<vector>(identity);
    over_reduced<Box, 1, Box::kept>(step_of_row<vector, vectors, length, Combine>{combine}, acc, from);
    for (int half = vectors / 2; half > 0; half /= 2)
      for (int u = 0; u < half; ++u) acc.v[u] = combine(acc.v[u], acc.v[u + half]);
    Value out = combine_lanes(acc.v[0], combine)[0];
    if constexpr (length != count) out = combine(out, tails<Box, W, 1>(from)[0]);
    *to = Accumulate ? combine(*to, out) : out;
  }

  /// What is left of each of the first Rows rows behind whole vectors, combined; the lanes beyond are the
  /// identity.
  template <class Box, int W, int Rows, class T>
  MERCATOR_INLINE lanes<T, (Rows > 1 ? Rows : 2)> tails(const T* __restrict from) const {
    constexpr digit reduced = Box::last_reduced;
    constexpr i64 length = reduced.count / W * W, left = reduced.count - length;
    auto out = splat<lanes<T, (Rows > 1 ? Rows : 2)>>(identity);
    for (int u = 0; u < Rows; ++u) {
      accumulators<Value, 1> acc{{identity}};
      over_reduced<Box, 1, Box::kept>(step_of_tail<left, Combine>{combine}, acc,
                                      from + length + u * Box::last_kept.stride[1]);
      out[u] = acc.v[0];
    }
    return out;
  }

  template <i64 Left, class With>
  struct step_of_tail {
    With& combine;

    template <class T>
    MERCATOR_INLINE void operator()(accumulators<Value, 1>& acc, const T* from) const {
      for (i64 k = 0; k < Left; ++k) acc.v[0] = combine(acc.v[0], from[k]);
    }
  };
};

/// How many outputs a box writes.
constexpr i64 outputs_of(const box& b) {
  i64 count = 1;
  for (int k = 0; k < b.digits; ++k)
    if (b.loop[k].stride[0] != 0) count *= b.loop[k].count;
  return count;
}

/// The kept digits first, so that an executor cuts those up; each kind in its order.
constexpr box kept_first(const box& b) {
  box out = b;
  out.digits = 0;
  for (const bool kept : {true, false})
    for (int k = 0; k < b.digits; ++k)
      if ((b.loop[k].stride[0] != 0) == kept && b.loop[k].count != 1) out.loop[out.digits++] = b.loop[k];
  return out;
}

/// Box number Number of a reduction.
template <class Movement, int Number>
struct plain_box_of {
  static constexpr box value = kept_first(Movement::value.part[Number]);
};

template <class How>
inline constexpr bool reassociates = std::is_same_v<How, reassociate_policy>;
template <class Executor, class Inner>
inline constexpr bool reassociates<parallel_policy<Executor, Inner>> = std::is_same_v<Inner, reassociate_policy>;

/// How a reduction to an output of so many elements goes about it: box by box or point by point, and whether
/// the output is written once, so that it needs no identities before.
template <class How, class Movement, i64 Elements>
struct way_of_reducing {
  static_assert(sizeof(reduction_requires_views_that_do_not_overlap<How>) != 0);
  static constexpr bool by_boxes = Movement::value.strided && (Movement::value.ordered || reassociates<How>);
  static constexpr bool direct =
      by_boxes && Movement::value.used == 1 && outputs_of(Movement::value.part[0]) == Elements;
};

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops

namespace mercator {

inline namespace MERCATOR_VECTORS {

/// reduce(to, identity, combine, through(map, view)): to[d] is combine(… combine(combine(identity, x0), x1) …)
/// of what the map reads at d over its ranges, in lexicographic order; the identity where that is nothing.
/// reduce(reassociate, …) combines in any order and grouping, which for sums of floats gives other roundings,
/// and is many times as fast where elements of one output stand side by side. A generic combine gets vectors of
/// lanes. parallel(executor, reassociate) cuts the outputs up.
inline constexpr struct reduce_verb {
  template <class T, class Shape, class Combine, class Map, class From, class FromShape>
  void operator()(tensor_view<T, Shape> to, const std::type_identity_t<T>& initial, Combine combine,
                  mapped_view<Map, From, FromShape> from) const {
    (*this)(in_order, to, initial, combine, from);
  }

  template <Policy How, class T, class Shape, class Combine, class Map, class From, class FromShape>
  [[gnu::flatten, gnu::noinline]] void operator()(How how, tensor_view<T, Shape> to,
                                                  const std::type_identity_t<T>& initial, Combine combine,
                                                  mapped_view<Map, From, FromShape> from) const {
    using places = loops::places<Shape, mapped_view<Map, From, FromShape>>;
    using movement = loops::movement_of<places>;
    using way = loops::way_of_reducing<How, movement, Shape::elements>;
    if constexpr (!way::direct) fill(to, initial);
    if constexpr (!way::by_boxes)
      loops::for_each_place<places>([&](i64 output, i64 place) __attribute__((always_inline)) {
        to.data()[output] = combine(to.data()[output], from.data[place]);
      });
    else
      loops::run_boxes<loops::plain_box_of, movement, 0>(
          how, loops::reducer<loops::reassociates<How>, !way::direct, T, Combine>{initial, combine},
          std::integer_sequence<int, 0>{}, to.data(), from.data);
  }
} reduce{};

}  // namespace MERCATOR_VECTORS

}  // namespace mercator
