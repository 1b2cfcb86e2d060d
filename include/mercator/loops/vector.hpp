// Vectors of lanes: the compilers' vector extensions, and what the algorithms do with them. Host code only.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "mercator/core/config.hpp"

// Files built for different instruction sets may be linked together: each has functions of its own.
#if defined(__AVX512F__)
#define MERCATOR_VECTOR_BYTES 64
#define MERCATOR_VECTORS vectors_of_64_bytes
#elif defined(__AVX2__) && defined(__FMA__)
#define MERCATOR_VECTOR_BYTES 32
#define MERCATOR_VECTORS vectors_of_32_bytes_fused
#elif defined(__AVX__)
#define MERCATOR_VECTOR_BYTES 32
#define MERCATOR_VECTORS vectors_of_32_bytes
#else
#define MERCATOR_VECTOR_BYTES 16
#define MERCATOR_VECTORS vectors_of_16_bytes
#endif

#define MERCATOR_INLINE [[gnu::always_inline]] inline

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

inline constexpr int vector_bytes = MERCATOR_VECTOR_BYTES;
inline constexpr int cache_line_bytes = 64;

/// How many lanes of T a vector has.
template <class T>
inline constexpr int width = vector_bytes / static_cast<int>(sizeof(T));

namespace registers {

template <class T, int Lanes>
struct lanes {
  typedef T type __attribute__((vector_size(static_cast<std::size_t>(Lanes) * sizeof(T))));
};
template <class T>
struct lanes<T, 1> {
  using type = T;
};

}  // namespace registers

/// Lanes values of T side by side, where Lanes is a power of two; one is the value itself, which may be of any type.
template <class T, int Lanes>
using lanes = typename registers::lanes<T, Lanes>::type;

template <class Vector>
using lane_type = std::remove_cvref_t<decltype(std::declval<const Vector&>()[0])>;

template <class Vector>
inline constexpr int lane_count = static_cast<int>(sizeof(Vector) / sizeof(lane_type<Vector>));

/// A vector of lanes, as opposed to one value.
template <class T>
concept Lanes = !std::is_class_v<T> && !std::is_pointer_v<T> && !std::is_array_v<T> && requires(const T& v) {
  v[0];
};

template <class Vector, class T>
MERCATOR_INLINE Vector load(const T* from) {
  Vector out;
  __builtin_memcpy(&out, from, sizeof out);
  return out;
}

template <class Vector, class T>
MERCATOR_INLINE void store(T* to, Vector v) {
  __builtin_memcpy(to, &v, sizeof v);
}

namespace registers {

template <class Vector, class T, int... Lane>
MERCATOR_INLINE Vector splat(T x, std::integer_sequence<int, Lane...>) {
  return Vector{(static_cast<void>(Lane), x)...};  // adding x to zeros would lose -0.0
}

template <class Pattern, class Vector, int... Lane>
MERCATOR_INLINE Vector shuffle(Vector a, [[maybe_unused]] Vector b, std::integer_sequence<int, Lane...>) {
#if defined(__CUDACC__)
  constexpr int n = sizeof...(Lane);
  return Vector{(Pattern::at(Lane) < n ? a[Pattern::at(Lane) % n] : b[Pattern::at(Lane) % n])...};
#else
  return __builtin_shufflevector(a, b, Pattern::at(Lane)...);
#endif
}

}  // namespace registers

/// The same value in every lane; a value where Vector is one.
template <class Vector, class T>
MERCATOR_INLINE Vector splat(T x) {
  if constexpr (Lanes<Vector>)
    return registers::splat<Vector>(static_cast<lane_type<Vector>>(x),
                                    std::make_integer_sequence<int, lane_count<Vector>>{});
  else
    return static_cast<Vector>(x);
}

/// Lane j is lane Pattern::at(j) of a and b, those of b counted on from a's.
template <class Pattern, class Vector>
MERCATOR_INLINE Vector shuffle(Vector a, Vector b) {
  return registers::shuffle<Pattern>(a, b, std::make_integer_sequence<int, lane_count<Vector>>{});
}

constexpr int logarithm(int power_of_two) {
  int k = 0;
  while ((1 << k) < power_of_two) ++k;
  return k;
}

/// The largest power of two that is at most n, and at most `most`.
constexpr int fitting_width(i64 n, int most) {
  int w = most;
  while (w > 1 && w > n) w /= 2;
  return w;
}

/// Lanes 0, Step, 2 * Step, … of two vectors.
template <int Step>
struct every {
  static constexpr int at(int lane) { return lane * Step; }
};
template <int Count>
struct reversed {
  static constexpr int at(int lane) { return Count - 1 - lane; }
};
template <int Distance>
struct exchanged {
  static constexpr int at(int lane) { return lane ^ Distance; }
};
/// Within groups of Group lanes, blocks of Block lanes of a and b alternate, from the first (0) or second (1)
/// half.
template <int Count, int Group, int Block, int Half>
struct zipped {
  static constexpr int at(int lane) {
    const int place = lane % Group, block = place / Block;
    return lane / Group * Group + block / 2 * Block + place % Block + Half * (Group / 2) + (block % 2 != 0 ? Count : 0);
  }
};
/// The even (0) or odd (1) ones of the groups of Group lanes of a and b.
template <int Group, int Odd>
struct groups_of {
  static constexpr int at(int lane) { return (2 * (lane / Group) + Odd) * Group + lane % Group; }
};

/// Shuffles within 16 bytes are cheapest: a network of shuffles starts with those.
template <class Vector>
inline constexpr int group_lanes = lane_count<Vector> < static_cast<int>(16 / sizeof(lane_type<Vector>))
                                       ? lane_count<Vector>
                                       : static_cast<int>(16 / sizeof(lane_type<Vector>));

/// Stage number Stage of such a network on a pair of vectors: the first or second (Half) of what comes out.
template <int Stage, int Half, class Vector>
MERCATOR_INLINE Vector exchange(Vector a, Vector b) {
  constexpr int count = lane_count<Vector>, group = group_lanes<Vector>;
  if constexpr ((1 << Stage) < group)
    return shuffle<zipped<count, group, 1 << Stage, Half>>(a, b);
  else
    return shuffle<groups_of<group, Half>>(a, b);
}

/// Combines the lanes to one value, which every lane then has: a tree of depth log2.
template <int Distance, class Vector, class Combine>
MERCATOR_INLINE Vector combine_lanes_from(Vector v, Combine& combine) {
  v = combine(v, shuffle<exchanged<Distance>>(v, v));
  if constexpr (Distance > 1)
    return combine_lanes_from<Distance / 2>(v, combine);
  else
    return v;
}
template <class Vector, class Combine>
MERCATOR_INLINE Vector combine_lanes(Vector v, Combine& combine) {
  return combine_lanes_from<lane_count<Vector> / 2>(v, combine);
}

/// As many vectors as they have lanes: one vector whose lanes are what combining the lanes of each gives.
template <int Stage = 0, class Vector, class Combine>
MERCATOR_INLINE Vector combine_each(Vector* v, Combine& combine) {
  constexpr int left = lane_count<Vector> / (1 << Stage);
  if constexpr (left == 1) {
    return v[0];
  } else {
    for (int k = 0; k < left / 2; ++k)
      v[k] = combine(exchange<Stage, 0>(v[2 * k], v[2 * k + 1]), exchange<Stage, 1>(v[2 * k], v[2 * k + 1]));
    return combine_each<Stage + 1>(v, combine);
  }
}

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops
