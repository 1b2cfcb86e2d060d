// Functions for algorithms, on values and on vectors of lanes alike. Host code only.
#pragma once

#include "mercator/loops/vector.hpp"

namespace mercator::lane {

using loops::lane_count;
using loops::lane_type;
using loops::Lanes;
using loops::splat;

/// The unsigned and signed integers of a vector's, or value's, lanes' size.
template <class T>
struct integers_like {
  static_assert(sizeof(T) == 4);
  using type = int;
};
template <Lanes Vector>
struct integers_like<Vector> {
  using type = loops::lanes<int, lane_count<Vector>>;
};
/// The type itself.
template <class T>
using integers_like_t = typename integers_like<T>::type;

// One instruction of x86 is a > b ? a : b, NaN and zeros included; clang finds it, g++ makes two of it.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) && defined(__AVX__)
#define MERCATOR_HAS_MAXPS 1
namespace detail {

template <class T>
inline constexpr bool has_maxps = std::is_same_v<T, loops::lanes<float, 8>>
#if defined(__AVX512F__)
                                  || std::is_same_v<T, loops::lanes<float, 16>>
#endif
    ;

template <class T>
MERCATOR_INLINE T maxps(T a, T b) {
#if defined(__AVX512F__)
  if constexpr (lane_count<T> == 16)
    return __builtin_ia32_maxps512_mask(a, b, a, static_cast<short>(-1), 4);
  else
#endif
    return __builtin_ia32_maxps256(a, b);
}
template <class T>
MERCATOR_INLINE T minps(T a, T b) {
#if defined(__AVX512F__)
  if constexpr (lane_count<T> == 16)
    return __builtin_ia32_minps512_mask(a, b, a, static_cast<short>(-1), 4);
  else
#endif
    return __builtin_ia32_minps256(a, b);
}

}  // namespace detail
#else
#define MERCATOR_HAS_MAXPS 0
#endif

struct plus {
  template <class T>
  MERCATOR_INLINE T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct multiplies {
  template <class T>
  MERCATOR_INLINE T operator()(T a, T b) const {
    return static_cast<T>(a * b);
  }
};
/// a > b ? a : b, which is b where either is not a number.
struct maximum {
  template <class T>
  MERCATOR_INLINE T operator()(T a, T b) const {
#if MERCATOR_HAS_MAXPS
    if constexpr (detail::has_maxps<T>)
      return detail::maxps(a, b);
    else
#endif
      return a > b ? a : b;
  }
};
/// a < b ? a : b, which is b where either is not a number.
struct minimum {
  template <class T>
  MERCATOR_INLINE T operator()(T a, T b) const {
#if MERCATOR_HAS_MAXPS
    if constexpr (detail::has_maxps<T>)
      return detail::minps(a, b);
    else
#endif
      return a < b ? a : b;
  }
};
/// c + a * b, which compilers fuse within one function only.
struct multiply_add {
  template <class T>
  MERCATOR_INLINE T operator()(T c, T a, T b) const {
    return static_cast<T>(c + a * b);
  }
};

/// The same bits as another type of that size.
template <class To, class From>
MERCATOR_INLINE To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To out;
  __builtin_memcpy(&out, &from, sizeof out);
  return out;
}

/// Each lane of v as a To.
template <class To, class From>
MERCATOR_INLINE auto convert(From v) {
  if constexpr (Lanes<From>)
    return __builtin_convertvector(v, loops::lanes<To, lane_count<From>>);
  else
    return static_cast<To>(v);
}

/// e^x of floats, within 2 units in the last place; below -87 it is e^-87, above 88 it means nothing. x is
/// reduced to r in [-ln2/2, ln2/2] by two parts of ln2 (W. J. Cody, W. Waite, Software Manual for the
/// Elementary Functions, 1980), e^r is a polynomial of degree 7 by Estrin's scheme.
struct exponential {
  template <class T>
  MERCATOR_INLINE T operator()(T argument) const {
    using integers = integers_like_t<T>;
    const T x = maximum{}(argument, splat<T>(-87.0f));
    // The sum's low bits are x / ln2, rounded.
    const T shifted = x * 1.44269504f + 12582912.0f, n = shifted - 12582912.0f;
    const T part = x - n * 0.693359375f, r = part + n * 2.12194440e-4f, q = r * r;
    const T p2 = 1.9875691500e-4f * r + 1.3981999507e-3f, p1 = 8.3334519073e-3f * r + 4.1665795894e-2f,
            p0 = 1.6666665459e-1f * r + 5.0000001201e-1f;
    const T p = ((p2 * q + p1) * q + p0) * q + (r + 1.0f);
    return bit_cast<T>(static_cast<integers>(bit_cast<integers>(p) + (bit_cast<integers>(shifted) << 23)));
  }
};

}  // namespace mercator::lane
