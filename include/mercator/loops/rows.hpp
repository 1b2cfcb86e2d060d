// for_each_row(map, from, to, body): whole rows at a time, for what needs several passes over them, such as
// softmax. Host code only.
#pragma once

#include "mercator/loops/reduce.hpp"

namespace mercator {

namespace loops {
inline namespace MERCATOR_VECTORS {

/// A vector, or a value where W is 1.
template <class T, int W>
struct lanes_or_value {
  using type = lanes<T, W>;
};
template <class T>
struct lanes_or_value<T, 1> {
  using type = T;
};

template <class V>
MERCATOR_INLINE auto first_lane(V v) {
  if constexpr (Lanes<V>)
    return v[0];
  else
    return v;
}

/// A value for each of some rows: it stands in all lanes of a vector, where it is used next.
template <class T, int W, int Rows>
struct row_values {
  using vector = typename lanes_or_value<T, W>::type;

  vector value[static_cast<unsigned>(Rows)];

  T operator[](int row) const { return first_lane(value[row]); }

  /// f(value) for each row.
  template <class Function>
  MERCATOR_INLINE row_values map(Function f) const {
    row_values out;
    for (int r = 0; r < Rows; ++r) {
      if constexpr (OnLanes<Function, vector, vector>)
        out.value[r] = f(value[r]);
      else
        out.value[r] = splat<vector>(f(first_lane(value[r])));
    }
    return out;
  }
};

/// Rows of Count elements: Rows of them at a time, so that the end of one overlaps with the start of the next.
/// Element k of row r is data[r * Distance + k * Stride].
template <class T, i64 Count, i64 Stride, int Rows, i64 Distance>
struct row_group {
  using value_type = std::remove_const_t<T>;

  static constexpr int width_of_row = Stride == 1 ? fitting_width(Count, common_width<value_type>()) : 1;
  using values = row_values<value_type, width_of_row, Rows>;
  using vector = typename values::vector;

  T* data;

  /// combine of all elements of each row and the identity, in any order.
  template <class Combine>
  MERCATOR_INLINE values reduce(value_type identity, Combine combine) const {
    values out;
    for (int r = 0; r < Rows; ++r) out.value[r] = reduce_row(data + r * Distance, identity, combine);
    return out;
  }

  /// Every element x becomes f(x, what is given for its row…).
  template <class Function, class... Given>
  MERCATOR_INLINE void transform(Function f, const Given&... given) const {
    for (int r = 0; r < Rows; ++r) transform_row(data + r * Distance, f, given.value[r]...);
  }

  /// Every element becomes f(x, what is given for its row…), where x is that of `from` at its place; combine of
  /// what they become, in any order.
  template <class From, i64 FromStride, i64 FromDistance, class Combine, class Function, class... Given>
  MERCATOR_INLINE values transform_reduce(row_group<From, Count, FromStride, Rows, FromDistance> from,
                                          value_type identity, Combine combine, Function f,
                                          const Given&... given) const {
    values out;
    for (int r = 0; r < Rows; ++r)
      out.value[r] = transform_reduce_row<FromStride>(from.data + r * FromDistance, data + r * Distance, identity,
                                                      combine, f, given.value[r]...);
    return out;
  }

 private:
  template <class Combine>
  static constexpr bool combines_lanes = width_of_row > 1 && OnLanes<Combine, vector, vector, vector>;

  /// combine of acc's lanes and of what is left of the row.
  template <class Combine>
  MERCATOR_INLINE static vector finish(vector acc, const value_type* rest, Combine& combine) {
    acc = combine_lanes(acc, combine);
    for (i64 k = 0; k < Count % width_of_row; ++k) acc = combine(acc, splat<vector>(rest[k]));
    return acc;
  }

  template <class Combine>
  MERCATOR_INLINE static vector reduce_row(const value_type* x, value_type identity, Combine& combine) {
    constexpr int w = width_of_row;
    if constexpr (combines_lanes<Combine>) {
      constexpr i64 whole = Count / w;
      constexpr int vectors = whole >= 4 ? 4 : whole >= 2 ? 2 : 1;
      vector acc[static_cast<unsigned>(vectors)];
      for (int u = 0; u < vectors; ++u) acc[u] = load<vector>(x + u * w);
      acc[0] = combine(splat<vector>(identity), acc[0]);
      i64 k = vectors * w;
      for (; k + vectors * w <= Count; k += vectors * w)
        for (int u = 0; u < vectors; ++u) acc[u] = combine(acc[u], load<vector>(x + k + u * w));
      for (; k + w <= Count; k += w) acc[0] = combine(acc[0], load<vector>(x + k));
      if constexpr (vectors == 4) acc[0] = combine(combine(acc[0], acc[1]), combine(acc[2], acc[3]));
      if constexpr (vectors == 2) acc[0] = combine(acc[0], acc[1]);
      return finish(acc[0], x + k, combine);
    } else {
      value_type out = identity;
      for (i64 k = 0; k < Count; ++k) out = combine(out, x[k * Stride]);
      return splat<vector>(out);
    }
  }

  template <class Function, class... Given>
  MERCATOR_INLINE static void transform_row(value_type* y, Function& f, const Given&... given) {
    constexpr int w = width_of_row;
    i64 k = 0;
    if constexpr (w > 1)
      if constexpr (OnLanes<Function, vector, vector, Given...>)
        for (; k + w <= Count; k += w) store(y + k, f(load<vector>(y + k), given...));
    for (; k < Count; ++k) y[k * Stride] = f(y[k * Stride], first_lane(given)...);
  }

  template <i64 FromStride, class Combine, class Function, class... Given>
  MERCATOR_INLINE static vector transform_reduce_row(const value_type* x, value_type* y, value_type identity,
                                                     Combine& combine, Function& f, const Given&... given) {
    constexpr int w = width_of_row;
    if constexpr (FromStride == 1 && combines_lanes<Combine>) {
      if constexpr (OnLanes<Function, vector, vector, Given...>) {
        vector acc = splat<vector>(identity);
        i64 k = 0;
        for (; k + w <= Count; k += w) {
          const vector v = f(load<vector>(x + k), given...);
          store(y + k, v);
          acc = combine(acc, v);
        }
        for (i64 rest = k; rest < Count; ++rest) y[rest] = f(x[rest], first_lane(given)...);
        return finish(acc, y + k, combine);
      }
    }
    value_type out = identity;
    for (i64 k = 0; k < Count; ++k) {
      y[k * Stride] = f(x[k * FromStride], first_lane(given)...);
      out = combine(out, y[k * Stride]);
    }
    return splat<vector>(out);
  }
};

/// Whether all ranges are one digit: the last, along which the row's number (operand 0) stays the same.
constexpr bool is_of_rows(const box& b, i64 length) {
  for (int k = 0; k + 1 < b.digits; ++k)
    if (b.loop[k].stride[0] == 0) return false;
  const bool along = b.digits > 0 && b.loop[b.digits - 1].stride[0] == 0;
  return (along ? b.loop[b.digits - 1].count : 1) == length;
}

/// Operands: the rows' numbers, to and from.
template <class Body>
struct row_visitor {
  Body& body;

  template <class Box, class T, class From>
  MERCATOR_INLINE void run(i64, T* to, const From* from) const {
    level<Box, 0>(to, from);
  }

 private:
  static constexpr int at_a_time = 2;

  static constexpr int outer_digits(const box& b) {
    return b.digits > 0 && b.loop[b.digits - 1].stride[0] == 0 ? b.digits - 1 : b.digits;
  }

  template <class Box, int K, class T, class From>
  MERCATOR_INLINE void level(T* to, const From* from) const {
    constexpr box b = Box::value;
    constexpr int outer = outer_digits(b);
    if constexpr (K >= outer) {
      group<Box, 1, 0, 0>(to, from);
    } else if constexpr (K + 1 < outer) {
      constexpr digit d = b.loop[K];
      for (i64 k = 0; k < d.count; ++k) level<Box, K + 1>(to + k * d.stride[1], from + k * d.stride[2]);
    } else {
      constexpr digit d = b.loop[K];
      constexpr i64 whole = d.count / at_a_time * at_a_time;
      for (i64 k = 0; k < whole; k += at_a_time)
        group<Box, at_a_time, d.stride[1], d.stride[2]>(to + k * d.stride[1], from + k * d.stride[2]);
      if constexpr (whole != d.count)
        group<Box, static_cast<int>(d.count - whole), d.stride[1], d.stride[2]>(to + whole * d.stride[1],
                                                                                from + whole * d.stride[2]);
    }
  }

  template <class Box, int Rows, i64 ToDistance, i64 FromDistance, class T, class From>
  MERCATOR_INLINE void group(T* to, const From* from) const {
    constexpr box b = Box::value;
    constexpr bool along = outer_digits(b) < b.digits;
    constexpr digit d = along ? b.loop[b.digits - 1] : digit{1, {0, 1, 1}};
    body(row_group<const From, d.count, d.stride[2], Rows, FromDistance>{from},
         row_group<T, d.count, d.stride[1], Rows, ToDistance>{to});
  }
};

template <class Movement, int K, class How, class Algorithm, class T, class From>
MERCATOR_INLINE void visit_rows(const How& how, const Algorithm& algorithm, T* to, const From* from) {
  if constexpr (K < Movement::value.used) {
    using part = box_of<Movement, K>;
    run_box<part>(how, algorithm, i64{0}, to + part::value.base[1], from + part::value.base[2]);
    visit_rows<Movement, K + 1>(how, algorithm, to, from);
  }
}

}  // namespace MERCATOR_VECTORS

/// The shape whose indices the dimensions of a simplified map are.
template <class Map, class Dimensions = std::make_integer_sequence<int, Map::counts.dimensions>>
struct shape_of_dimensions;
template <class Map, int... K>
struct shape_of_dimensions<Map, std::integer_sequence<int, K...>> {
  using type = shape<(spelled_map<Map>::variable(K).hi + 1)...>;
};

template <class Map>
constexpr i64 range_points() {
  i64 count = 1;
  for (int v = Map::counts.dimensions; v < Map::counts.variables(); ++v) count *= spelled_map<Map>::variable(v).count();
  return count;
}

template <class Movement, int... K>
constexpr bool all_of_rows(i64 length, std::integer_sequence<int, K...>) {
  return Movement::value.strided && (is_of_rows(box_of<Movement, K>::value, length) && ...);
}

}  // namespace loops

/// An error: the elements that the map reads over its ranges do not stand one stride apart in the view.
template <class Map, class Shape>
struct for_each_row_requires_rows_of_one_stride {
  static_assert(sizeof(Map) == 0,
                "mercator: for_each_row requires a map whose ranges lead through the view in steps of one "
                "length; got the map and shape shown here");
};

inline namespace MERCATOR_VECTORS {

/// for_each_row(map, from, to, body): the map's dimensions are the rows, its ranges go along them; from and to
/// have the same shape and elements of the same type. body(in, out) gets groups of whole rows,
/// loops::row_group: in.reduce(identity, combine) gives a value for each row of the group,
/// out.transform_reduce(in, identity, combine, f, values…) computes f(x, value…) and combines it,
/// out.transform(f, values…) changes out in place. Rows are combined in any order, so the policy is reassociate
/// or parallel(executor, reassociate).
inline constexpr struct for_each_row_verb {
  template <Policy How, IndexingMap Map, class From, class T, class Shape, class Body>
    requires loops::reassociates<How>
  [[gnu::flatten, gnu::noinline]] void operator()(How how, Map, tensor_view<From, Shape> from, tensor_view<T, Shape> to,
                                                  Body body) const {
    using map = simplified_t<Map>;
    using rows = typename loops::shape_of_dimensions<map>::type;
    using places = loops::places<rows, mapped_view<Map, T, Shape>, mapped_view<Map, std::remove_const_t<From>, Shape>>;
    using movement = loops::movement_of<places>;
    using numbers = std::make_integer_sequence<int, movement::value.used>;
    if constexpr (!loops::all_of_rows<movement>(loops::range_points<map>(), numbers{}))
      static_cast<void>(for_each_row_requires_rows_of_one_stride<Map, Shape>{});
    else {
      const std::remove_const_t<From>* source = from.data();
      loops::visit_rows<movement, 0>(how, loops::row_visitor<Body>{body}, to.data(), source);
    }
  }
} for_each_row{};

}  // namespace MERCATOR_VECTORS

}  // namespace mercator
