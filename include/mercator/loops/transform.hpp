// transform(to, f, through(map, view)…) and fill(to, value): a value for every element of an output. Host code
// only.
#pragma once

#include <concepts>

#include "mercator/loops/operands.hpp"
#include "mercator/loops/parallel.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

/// How many lanes values of all these types have side by side; 1 where one of them cannot be in a vector.
template <class... T>
constexpr int common_width() {
  if constexpr ((std::is_arithmetic_v<T> && ...) && !(std::is_same_v<T, bool> || ...) && ((sizeof(T) <= 8) && ...)) {
    int w = vector_bytes;
    ((w = w < width<T> ? w : width<T>), ...);
    return w;
  }
  return 1;
}

/// Whether f takes lanes as it takes values: then it gets lanes, and values where fewer are left. It is asked
/// for by calling it: a body whose parameters have types of their own takes values.
template <class Function, class Result, class... Arguments>
concept OnLanes = requires(Function& f, const Arguments&... x) {
  { f(x...) } -> std::same_as<Result>;
};

template <i64... N>
struct integers {};

/// What an operand with that stride is in a loop: its value in all lanes, or where it stands.
template <class Vector, i64 Stride, class T>
MERCATOR_INLINE auto hoisted(const T* p) {
  if constexpr (Stride == 0)
    return splat<Vector>(*p);
  else
    return p;
}
template <class Vector, i64 Stride, class T, int... Lane>
MERCATOR_INLINE Vector gathered(const T* p, std::integer_sequence<int, Lane...>) {
  return Vector{p[Lane * Stride]...};
}
template <class Vector, i64 Stride, class Hoisted>
MERCATOR_INLINE Vector operand_at(const Hoisted& h, i64 k) {
  if constexpr (Stride == 0) {
    return h;
  } else if constexpr (Stride == 1) {
    return load<Vector>(h + k);
  } else {
    return gathered<Vector, Stride>(h + k * Stride, std::make_integer_sequence<int, lane_count<Vector>>{});
  }
}

/// to[k] = value for k < Count. The last vector overlaps the one before.
template <i64 Count, class T>
MERCATOR_INLINE void fill_run(T* to, const T& value) {
  constexpr int w = fitting_width(Count, common_width<T>());
  if constexpr (w > 1) {
    const lanes<T, w> v = splat<lanes<T, w>>(value);
    for (i64 k = 0; k + w <= Count; k += w) store(to + k, v);
    if constexpr (Count % w != 0) store(to + Count - w, v);
  } else {
    for (i64 k = 0; k < Count; ++k) to[k] = value;
  }
}

/// All elements of an output, one after the other.
template <class Shape>
struct whole_output {
  static constexpr box value{1, 1, {}, {{Shape::elements, {1}}}};
};

/// A value for a box of the output.
template <class Box, int K = 0, class T>
MERCATOR_INLINE void fill_box(T* to, const T& value) {
  constexpr box b = Box::value;
  if constexpr (K + 1 < b.digits) {
    constexpr digit d = b.loop[K];
    for (i64 k = 0; k < d.count; ++k) fill_box<Box, K + 1>(to + k * d.stride[0], value);
  } else if constexpr (b.digits == 0) {
    *to = value;
  } else if constexpr (b.loop[K].stride[0] == 1) {
    fill_run<b.loop[K].count>(to, value);
  } else {
    for (i64 k = 0; k < b.loop[K].count; ++k) to[k * b.loop[K].stride[0]] = value;
  }
}

template <class T>
struct box_filler {
  const T& value;

  template <class Box>
  MERCATOR_INLINE void run(T* to) const {
    fill_box<Box>(to, value);
  }
};

template <class Function>
struct transformer {
  Function& f;

  template <class Box, class T, class... From>
  MERCATOR_INLINE void run(T* to, const From*... from) const {
    level<Box, 0>(std::make_integer_sequence<int, sizeof...(From)>{}, to, from...);
  }

 private:
  template <class Box, int K, int... Operand, class T, class... From>
  MERCATOR_INLINE void level(std::integer_sequence<int, Operand...> operands, T* __restrict to,
                             const From* __restrict... from) const {
    constexpr box b = Box::value;
    if constexpr (b.digits == 0) {
      *to = f(*from...);
    } else if constexpr (K + 1 < b.digits) {
      constexpr digit d = b.loop[K];
      for (i64 k = 0; k < d.count; ++k)
        level<Box, K + 1>(operands, to + k * d.stride[0], (from + k * d.stride[Operand + 1])...);
    } else {
      innermost<b.loop[K].count, b.loop[K].stride[0], b.loop[K].stride[Operand + 1]...>(to, from...);
    }
  }

  template <i64 Count, i64 ToStride, i64... Stride, class T, class... From>
  MERCATOR_INLINE void innermost(T* __restrict to, const From* __restrict... from) const {
    constexpr int w = fitting_width(Count, common_width<T, From...>());
    i64 done = 0;
    if constexpr (w > 1 && ToStride == 1) {
      if constexpr (OnLanes<Function, lanes<T, w>, lanes<From, w>...>) {
        vectors<Count, w, integers<Stride...>, From...>(to, hoisted<lanes<From, w>, Stride>(from)...);
        done = Count / w * w;
      }
    }
    for (; done < Count; ++done) to[done * ToStride] = f(from[done * Stride]...);
  }

  template <i64 Count, int W, class Strides, class... From, class T, class... Hoisted>
  MERCATOR_INLINE void vectors(T* __restrict to, Hoisted... h) const {
    constexpr i64 unrolled = Count / (4 * W) * (4 * W);
    for (i64 k = 0; k < unrolled; k += 4 * W)
      for (i64 u = k; u < k + 4 * W; u += W) one_vector<W, From...>(Strides{}, to, u, h...);
    for (i64 k = unrolled; k + W <= Count; k += W) one_vector<W, From...>(Strides{}, to, k, h...);
  }

  template <int W, class... From, i64... Stride, class T, class... Hoisted>
  MERCATOR_INLINE void one_vector(integers<Stride...>, T* __restrict to, i64 k, const Hoisted&... h) const {
    store(to + k, f(operand_at<lanes<From, W>, Stride>(h, k)...));
  }
};

/// The movement's boxes from number K on, each as Part arranges it, with an algorithm on the places of the
/// views' first elements.
template <template <class, int> class Part, class Movement, int K, class How, class Algorithm, class T, int... Operand,
          class... From>
MERCATOR_INLINE void run_boxes(const How& how, const Algorithm& algorithm,
                               std::integer_sequence<int, Operand...> operands, T* to, From... from) {
  if constexpr (K < Movement::value.used) {
    using part = Part<Movement, K>;
    run_box<part>(how, algorithm, to + part::value.base[0], (from + part::value.base[Operand + 1])...);
    run_boxes<Part, Movement, K + 1>(how, algorithm, operands, to, from...);
  }
}

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops

namespace mercator {

inline namespace MERCATOR_VECTORS {

/// transform(to, f, through(map, view)…): to[d] = f(view[map(d)]…) for every d in the domain of all maps. f
/// takes values and gives one of to's; a generic f gets vectors of lanes (see lanes.hpp) where elements stand
/// side by side. transform(policy, to, f, …): parallel(executor), may_alias. Without may_alias the views must
/// not overlap.
inline constexpr struct transform_verb {
  template <class T, class Shape, class Function, class... Map, class... From, class... FromShape>
  void operator()(tensor_view<T, Shape> to, Function f, mapped_view<Map, From, FromShape>... from) const {
    (*this)(in_order, to, f, from...);
  }

  template <Policy How, class T, class Shape, class Function, class... Map, class... From, class... FromShape>
  [[gnu::flatten, gnu::noinline]] void operator()(How how, tensor_view<T, Shape> to, Function f,
                                                  mapped_view<Map, From, FromShape>... from) const {
    using places = loops::places<Shape, mapped_view<Map, From, FromShape>...>;
    using movement = loops::movement_of<places>;
    if constexpr (std::is_same_v<How, may_alias_policy> || !movement::value.strided)
      loops::for_each_place<places>([&](i64 output, auto... place)
                                        __attribute__((always_inline)) { to.data()[output] = f(from.data[place]...); });
    else
      loops::run_boxes<loops::box_of, movement, 0>(how, loops::transformer<Function>{f},
                                                   std::make_integer_sequence<int, sizeof...(Map)>{}, to.data(),
                                                   from.data...);
  }
} transform{};

/// fill(to, value): every element of to becomes value. Any trivially copyable element. fill(policy, to, value):
/// parallel(executor) cuts the work up.
inline constexpr struct fill_verb {
  template <class T, class Shape>
  void operator()(tensor_view<T, Shape> to, const std::type_identity_t<T>& value) const {
    (*this)(in_order, to, value);
  }

  template <Policy How, class T, class Shape>
  void operator()(How how, tensor_view<T, Shape> to, const std::type_identity_t<T>& value) const {
    if constexpr (Shape::elements > 0)
      loops::run_box<loops::whole_output<Shape>>(how, loops::box_filler<T>{value}, to.data());
  }
} fill{};

}  // namespace MERCATOR_VECTORS

}  // namespace mercator
