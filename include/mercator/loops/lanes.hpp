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
template <class T>
using integers_like_t = typename integers_like<T>::type;

struct plus {
  template <class T>
  MERCATOR_INLINE T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};
struct multiplies {
  template <class T>
  MERCATOR_INLINE T operator()(const T& a, const T& b) const {
    return static_cast<T>(a * b);
  }
};
struct maximum {
  template <class T>
  MERCATOR_INLINE T operator()(const T& a, const T& b) const {
    return a > b ? a : b;
  }
};
struct minimum {
  template <class T>
  MERCATOR_INLINE T operator()(const T& a, const T& b) const {
    return a < b ? a : b;
  }
};
/// c + a * b, which compilers fuse within one function only.
struct multiply_add {
  template <class T>
  MERCATOR_INLINE T operator()(const T& c, const T& a, const T& b) const {
    return static_cast<T>(c + a * b);
  }
};

/// The same bits as another type of that size.
template <class To, class From>
MERCATOR_INLINE To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To out;
  __builtin_memcpy(&out, &from, sizeof out);
  return out;
}

/// Each lane of v as a To.
template <class To, class From>
MERCATOR_INLINE auto convert(const From& v) {
  if constexpr (Lanes<From>) return __builtin_convertvector(v, loops::lanes<To, lane_count<From>>);
  else return static_cast<To>(v);
}

/// e^x of floats, within 3 units in the last place; below -87 it is e^-87, above 88 it means nothing. x is reduced to
/// r in [-ln2/2, ln2/2] by two parts of ln2 (W. J. Cody, W. Waite, Software Manual for the Elementary Functions, 1980), e^r is
/// a polynomial of degree 7 by Estrin's scheme.
struct exponential {
  template <class T>
  MERCATOR_INLINE T operator()(const T& argument) const {
    using integers = integers_like_t<T>;
    const T lowest = splat<T>(-87.0f), x = argument > lowest ? argument : lowest;
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
