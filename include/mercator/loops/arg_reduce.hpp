// arg_reduce(values, indices, better, through(map, view)): the best element over the ranges and which one it
// is. Host code only.
//
// A point's number among the ranges is one more operand of the movement: it moves by strides as the others do.
#pragma once

#include <limits>

#include "mercator/loops/lanes.hpp"
#include "mercator/loops/reduce.hpp"

namespace mercator::loops {

/// What a map's ranges number their points with: row-major over their intervals, as the map says them.
struct range_numbers {
  i64 points = 1;
  bool fits = true;  ///< 64 bits, and the output's indices hold the map's dimensions
};

constexpr range_numbers numbers_of_ranges(mercator::detail::builder build, const extents& output) {
  symbolic::pool p;
  symbolic::map_form m(p);
  build(m);
  range_numbers out;
  if (m.known_empty) return out;
  for (int v = 0; v < m.variables(); ++v) {
    const interval r = p.range(v);
    if (v < m.dims)
      out.fits = out.fits && v < output.rank && (r.empty() || interval{0, output[v] - 1}.contains(r));
    else
      out.fits = out.fits && r.count() < i64_max && checked_mul(out.points, r.count(), out.points);
  }
  return out;
}

/// From a map's variables to the number of its ranges' point.
template <class Map>
struct range_number {
  static constexpr void build(symbolic::map_form& m) {
    symbolic::pool lines;
    symbolic::map_form own(lines);
    Map::build(own);
    m.known_empty = own.known_empty;
    for (int v = 0; v < own.variables(); ++v)
      v < own.dims ? m.add_dimension(own.p.range(v)) : m.add_range(own.p.range(v));
    int line = m.p.number(0);
    i64 stride = 1;
    for (int v = m.variables() - 1; v >= m.dims && !own.known_empty; stride *= m.p.range(v--).count()) {
      if (m.p.range(v).empty()) break;
      if (!m.p.range(v).is_point()) line = m.p.add(line, m.p.shift(m.p.single(v), -m.p.lo[v]), stride);
    }
    m.add_result(line);
  }
};

inline namespace MERCATOR_VECTORS {

/// Where an operand is read, and the number of the point among the ranges.
template <class T>
struct numbered_place {
  const T* from;
  i64 number;
};

template <class Box, int K, class T>
MERCATOR_INLINE numbered_place<T> moved(numbered_place<T> at, i64 k) {
  constexpr digit d = Box::value.loop[K];
  return {at.from + k * d.stride[1], at.number + k * d.stride[2]};
}

/// A value and its number, or vectors of them; a number below 0: none.
template <class Value, class Number>
struct best {
  Value value;
  Number number;

  /// x, which comes later, takes the place where it is better.
  template <class Better>
  MERCATOR_INLINE void follow(Value x, Number n, Better& better) {
    const auto is_better = better(x, value);
    value = is_better ? x : value;
    number = is_better ? n : number;
  }

  /// The better of both; of equals that with the lower number.
  template <class Better>
  MERCATOR_INLINE void join(const best& other, Better& better) {
    const auto before = better(other.value, value) != 0, after = better(value, other.value) != 0;
    const auto wins = (other.number >= 0) & (before | ((after == 0) & (other.number < number)));
    value = wins ? other.value : value;
    number = wins ? other.number : number;
  }
};

/// What comparing lanes gives: signed integers of their size.
template <class Vector>
using comparison = std::remove_cvref_t<decltype(std::declval<Vector>() < std::declval<Vector>())>;

template <class T>
inline constexpr i64 largest_number = static_cast<i64>(std::numeric_limits<T>::max());

/// Whether better compares W lanes of T at a time, and numbers below Numbers fit in as many.
template <class Better, class T, int W, i64 Numbers>
constexpr bool compares_lanes() {
  if constexpr (W > 1) {
    using vector = lanes<T, W>;
    if constexpr (requires(Better & better, const vector& v) { requires Lanes<decltype(better(v, v))>; })
      return std::is_same_v<
                 std::remove_cvref_t<decltype(std::declval<Better&>()(std::declval<vector>(), std::declval<vector>()))>,
                 comparison<vector>> &&
             Numbers - 1 <= largest_number<lane_type<comparison<vector>>>;
  }
  return false;
}

/// The best of all lanes, which every lane then has: a tree of depth log2.
template <int Distance, class Best, class Better>
MERCATOR_INLINE void join_lanes(Best& b, Better& better) {
  b.join({shuffle<exchanged<Distance>>(b.value, b.value), shuffle<exchanged<Distance>>(b.number, b.number)}, better);
  if constexpr (Distance > 1) join_lanes<Distance / 2>(b, better);
}

template <class Vector, int... Lane>
MERCATOR_INLINE Vector lane_numbers(std::integer_sequence<int, Lane...>) {
  return Vector{static_cast<lane_type<Vector>>(Lane)...};
}

/// Over all reduced digits: outputs side by side in lanes, in Vectors vectors.
template <class Best, int Vectors, class Better>
struct arg_step_of_columns {
  Better& better;

  template <class T>
  MERCATOR_INLINE void operator()(Best* acc, numbered_place<T> at) const {
    using vector = decltype(Best::value);
    using number = decltype(Best::number);
    const number n = splat<number>(at.number);
    for (int u = 0; u < Vectors; ++u) acc[u].follow(load<vector>(at.from + u * lane_count<vector>), n, better);
  }
};

/// Outputs one by one, Distance apart in the operand.
template <int Outputs, i64 Distance, class Better>
struct arg_step_of_values {
  Better& better;

  template <class T>
  MERCATOR_INLINE void operator()(best<T, i64>* acc, numbered_place<T> at) const {
    for (int u = 0; u < Outputs; ++u) acc[u].follow(at.from[u * Distance], at.number, better);
  }
};

/// The best of Count elements side by side, compared in lanes: its number among them.
template <int W, i64 Count, class T, class Better>
MERCATOR_INLINE best<T, i64> best_of_row(const T* from, Better& better) {
  using vector = lanes<T, W>;
  using number = comparison<vector>;
  constexpr int vectors = Count >= 8 * W ? 4 : Count >= 4 * W ? 2 : 1;
  best<vector, number> acc[static_cast<unsigned>(vectors)];
  number at = lane_numbers<number>(std::make_integer_sequence<int, W>{});
  for (int u = 0; u < vectors; ++u) acc[u] = {load<vector>(from + u * W), at + splat<number>(u * W)};
  i64 k = vectors * W;
  for (; k + vectors * W <= Count; k += vectors * W) {
    at += splat<number>(vectors * W);
    for (int u = 0; u < vectors; ++u) acc[u].follow(load<vector>(from + k + u * W), at + splat<number>(u * W), better);
  }
  for (int u = 1; u < vectors; ++u) acc[0].join(acc[u], better);
  at += splat<number>(vectors * W);
  for (; k + W <= Count; k += W, at += splat<number>(W)) acc[0].follow(load<vector>(from + k), at, better);
  join_lanes<W / 2>(acc[0], better);
  best<T, i64> out{acc[0].value[0], acc[0].number[0]};
  for (; k < Count; ++k) out.follow(from[k], k, better);
  return out;
}

/// Over the reduced digits but the last: the best of each row along it.
template <class Box, int W, class Better>
struct arg_step_of_rows {
  Better& better;

  template <class T>
  MERCATOR_INLINE void operator()(best<T, i64>* acc, numbered_place<T> at) const {
    constexpr digit row = Box::last_reduced;
    const best<T, i64> found = best_of_row<W, row.count>(at.from, better);
    acc->join({found.value, at.number + found.number * row.stride[2]}, better);
  }
};

/// Operands: the values, where they come from, and the points' numbers. Index number K belongs to value K.
template <bool AnyOrder, bool Accumulate, i64 Numbers, class T, class Index, class Better>
struct arg_reducer {
  T* values;
  Index* indices;
  Better& better;

  template <class Given>
  MERCATOR_INLINE void run(T* to, const T* from, i64 number) const {
    using any = arranged_box<Given, AnyOrder>;
    constexpr digit row = any::last_reduced;
    constexpr int w = fitting_width(row.count, common_width<T>());
    if constexpr (AnyOrder && row.stride[1] == 1 && row.stride[2] > 0 && compares_lanes<Better, T, w, row.count + w>())
      level<any, 0, w>(to, {from, number});
    else
      level<arranged_box<Given, false>, 0, 0>(to, {from, number});
  }

 private:
  /// RowLanes: how many lanes rows are compared in; 0: outputs or values are.
  template <class Box, int K, int RowLanes>
  MERCATOR_INLINE void level(T* to, numbered_place<T> at) const {
    if constexpr (K + 1 < Box::kept) {
      constexpr digit d = Box::value.loop[K];
      for (i64 k = 0; k < d.count; ++k) level<Box, K + 1, RowLanes>(to + k * d.stride[0], moved<Box, K>(at, k));
    } else if constexpr (RowLanes > 0) {
      rows<Box, RowLanes>(to, at);
    } else {
      outputs<Box>(to, at);
    }
  }

  template <class Box, int W>
  MERCATOR_INLINE void rows(T* to, numbered_place<T> at) const {
    constexpr digit kept = Box::last_kept;
    for (i64 k = 0; k < kept.count; ++k) {
      const numbered_place<T> from{at.from + k * kept.stride[1], at.number};
      best<T, i64> acc[] = {start<best<T, i64>>(to + k * kept.stride[0], from)};
      over_reduced<Box, 1, Box::kept>(arg_step_of_rows<Box, W, Better>{better}, acc, from);
      finish(to + k * kept.stride[0], acc[0]);
    }
  }

  template <class Box>
  MERCATOR_INLINE void outputs(T* to, numbered_place<T> at) const {
    constexpr digit kept = Box::last_kept;
    constexpr int w = fitting_width(kept.count, common_width<T>());
    if constexpr (kept.stride[0] == 1 && kept.stride[1] == 1 && compares_lanes<Better, T, w, Numbers>()) {
      using vectors = best<lanes<T, w>, comparison<lanes<T, w>>>;
      constexpr i64 wide = kept.count / (4 * w) * (4 * w), whole = kept.count / w * w;
      for (i64 k = 0; k < wide; k += 4 * w)
        some<Box, vectors, 4, w, 1>(to + k, at, k, arg_step_of_columns<vectors, 4, Better>{better});
      for (i64 k = wide; k < whole; k += w)
        some<Box, vectors, 1, w, 1>(to + k, at, k, arg_step_of_columns<vectors, 1, Better>{better});
      one_by_one<Box, whole, whole>(to, at);
    } else {
      one_by_one<Box, 0, kept.count / 8 * 8>(to, at);
    }
  }

  /// The outputs from number First on: 8 at a time up to Whole, so that one need not wait for another.
  template <class Box, i64 First, i64 Whole>
  MERCATOR_INLINE void one_by_one(T* to, numbered_place<T> at) const {
    constexpr digit kept = Box::last_kept;
    constexpr i64 distance = kept.stride[1];
    using value = best<T, i64>;
    for (i64 k = First; k < Whole; k += 8)
      some<Box, value, 8, 1, distance>(to + k * kept.stride[0], at, k * distance,
                                       arg_step_of_values<8, distance, Better>{better});
    for (i64 k = Whole; k < kept.count; ++k)
      some<Box, value, 1, 1, distance>(to + k * kept.stride[0], at, k * distance,
                                       arg_step_of_values<1, distance, Better>{better});
  }

  /// Count accumulators of Width outputs each, from `offset` elements behind a place on.
  template <class Box, class Best, int Count, int Width, i64 Distance, class Step>
  MERCATOR_INLINE void some(T* to, numbered_place<T> at, i64 offset, const Step& step) const {
    constexpr i64 to_distance = Box::last_kept.stride[0];
    const numbered_place<T> from{at.from + offset, at.number};
    Best acc[static_cast<unsigned>(Count)];
    for (int u = 0; u < Count; ++u)
      acc[u] = start<Best>(to + u * Width * to_distance, {from.from + u * Width * Distance, from.number});
    over_reduced<Box, 0, Box::kept>(step, acc, from);
    for (int u = 0; u < Count; ++u) finish(to + u * Width * to_distance, acc[u]);
  }

  template <class Best>
  MERCATOR_INLINE Best found_before(const T* to) const {
    using number = decltype(Best::number);
    Best out{loaded<decltype(Best::value)>(to), number{}};
    const Index* index = indices + (to - values);
    if constexpr (Lanes<number>)
      for (int lane = 0; lane < lane_count<number>; ++lane)
        out.number[lane] = static_cast<lane_type<number>>(index[lane]);
    else
      out.number = static_cast<i64>(*index);
    return out;
  }

  /// What was found before, where its order counts, else the first element, which is met again.
  template <class Best>
  MERCATOR_INLINE Best start(const T* to, numbered_place<T> at) const {
    using value = decltype(Best::value);
    using number = decltype(Best::number);
    Best first{loaded<value>(at.from), splat<number>(at.number)};
    if constexpr (Accumulate && !AnyOrder) {
      const Best before = found_before<Best>(to);
      const auto found = before.number >= 0;
      first = {found ? before.value : first.value, found ? before.number : first.number};
    }
    return first;
  }

  template <class Value>
  MERCATOR_INLINE static Value loaded(const T* from) {
    if constexpr (std::is_same_v<Value, T>)
      return *from;
    else
      return load<Value>(from);
  }

  template <class Best>
  MERCATOR_INLINE void finish(T* to, Best acc) const {
    if constexpr (Accumulate && AnyOrder) acc.join(found_before<Best>(to), better);
    Index* index = indices + (to - values);
    if constexpr (Lanes<decltype(Best::number)>) {
      store(to, acc.value);
      for (int lane = 0; lane < lane_count<decltype(Best::number)>; ++lane)
        index[lane] = static_cast<Index>(acc.number[lane]);
    } else {
      *to = acc.value;
      *index = static_cast<Index>(acc.number);
    }
  }
};

/// Whether elements may be looked at in any order: what is found is the same where better is an order.
template <class How>
inline constexpr bool searches_in_any_order =
    std::is_same_v<How, reassociate_policy> || std::is_same_v<How, unordered_policy>;
template <class Executor, class Inner>
inline constexpr bool searches_in_any_order<parallel_policy<Executor, Inner>> = searches_in_any_order<Inner>;

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops

namespace mercator {

/// An error: the number of points that the map's ranges have is not below what an index can be.
template <class Index, i64 Points>
struct arg_reduce_requires_indices_that_hold_every_number {
  static_assert(std::is_integral_v<Index> && !std::is_same_v<Index, bool> && std::is_signed_v<Index> &&
                    Points - 1 <= static_cast<i64>(std::numeric_limits<Index>::max()),
                "mercator: arg_reduce requires indices of a signed integer type that holds the number of every "
                "point of the map's ranges; got the type and how many points there are");
};

namespace lane {

/// x > y, where what is not a number comes before every number: an order, so that the first largest element is
/// the same in whatever order elements are looked at. For arg_reduce: NumPy's argmax.
struct above {
  template <class T>
  MERCATOR_INLINE auto operator()(T x, T y) const {
    return (x > y) | ((x != x) & (y == y));
  }
};
/// x < y, where what is not a number comes before every number. For arg_reduce: NumPy's argmin.
struct below {
  template <class T>
  MERCATOR_INLINE auto operator()(T x, T y) const {
    return (x < y) | ((x != x) & (y == y));
  }
};

}  // namespace lane

inline namespace MERCATOR_VECTORS {

/// arg_reduce(values, indices, better, through(map, view)): values[d] is the best of what the map reads at d
/// over its ranges, and indices[d] its number: that of the ranges' point, row-major over their intervals from 0
/// on. Where nothing is read, indices[d] is -1 and values[d] means nothing. better(x, y) says whether x goes
/// before y: it is a strict weak order, such as lane::above (argmax) and lane::below (argmin), which put NaN
/// before all numbers. Of equals the first in the ranges' lexicographic order is found, with every policy.
///
/// In order, the default, the result is that of the loop that replaces what it has by x where better(x, it),
/// whatever better is: with a plain x > y, NaN is found if it comes first, and passed over later. reassociate
/// and unordered also compare elements of one output that stand side by side in lanes, which needs an order. A
/// generic better gets vectors of lanes, and gives what comparing them gives. parallel(executor, policy) cuts
/// the outputs up.
inline constexpr struct arg_reduce_verb {
  template <class T, class Shape, class Index, class Better, class Map, class FromShape>
  void operator()(tensor_view<T, Shape> values, tensor_view<Index, Shape> indices, Better better,
                  mapped_view<Map, T, FromShape> from) const {
    (*this)(in_order, values, indices, better, from);
  }

  template <Policy How, class T, class Shape, class Index, class Better, class Map, class FromShape>
  [[gnu::flatten, gnu::noinline]] void operator()(How how, tensor_view<T, Shape> values,
                                                  tensor_view<Index, Shape> indices, Better better,
                                                  mapped_view<Map, T, FromShape> from) const {
    constexpr loops::range_numbers numbers = loops::numbers_of_ranges(&Map::build, Shape::value);
    using number = mapped_view<loops::range_number<Map>, i64, shape<(numbers.points > 0 ? numbers.points : 1)>>;
    static_cast<void>(arg_reduce_requires_indices_that_hold_every_number<Index, numbers.points>{});
    if constexpr (!numbers.fits) {
      static_cast<void>(algorithm_requires_maps_within_their_views<Shape, mapped_view<Map, T, FromShape>>{});
    } else {
      using places = loops::places<Shape, mapped_view<Map, T, FromShape>, number>;
      using movement = loops::movement_of<places>;
      constexpr bool any_order = loops::searches_in_any_order<How>;
      using way =
          loops::way_of_reducing<std::conditional_t<any_order, reassociate_policy, How>, movement, Shape::elements>;
      if constexpr (!way::direct) fill(indices, Index{-1});
      if constexpr (!way::by_boxes)
        loops::for_each_place<places>([&](i64 output, i64 place, i64 n) __attribute__((always_inline)) {
          Index& index = indices.data()[output];
          if (index >= 0 && !better(from.data[place], values.data()[output])) return;
          values.data()[output] = from.data[place];
          index = static_cast<Index>(n);
        });
      else
        loops::run_boxes<loops::plain_box_of, movement, 0>(
            how,
            loops::arg_reducer<any_order, !way::direct, numbers.points, T, Index, Better>{values.data(), indices.data(),
                                                                                          better},
            std::integer_sequence<int, 0, 1>{}, values.data(), from.data, i64{0});
    }
  }
} arg_reduce{};

}  // namespace MERCATOR_VECTORS

}  // namespace mercator
