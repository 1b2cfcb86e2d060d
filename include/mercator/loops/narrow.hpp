// Static maps evaluated in integers narrower than 64 bits, which GPUs compute faster with.
#pragma once

#include "mercator/map/indexing_map.hpp"

namespace mercator::loops {

/// The values of a map's variables, and what the map says there, in integers T that hold every intermediate value: what
/// the nodes' own `eval` computes in 64 bits.
template <class T>
struct narrow_point {
  const T* dimension_values;
  const T* range_values;
  const T* runtime_values;

  template <int N, i64 C>
  MERCATOR_HD constexpr T value(expr::dim<N, C>) const {
    return dimension_values[N] * static_cast<T>(C);
  }
  template <int N, i64 C>
  MERCATOR_HD constexpr T value(expr::range<N, C>) const {
    return range_values[N] * static_cast<T>(C);
  }
  template <int N, i64 C>
  MERCATOR_HD constexpr T value(expr::runtime<N, C>) const {
    return runtime_values[N] * static_cast<T>(C);
  }
  template <i64 K>
  MERCATOR_HD constexpr T value(expr::cst<K>) const {
    return static_cast<T>(K);
  }
  template <class... A>
  MERCATOR_HD constexpr T value(expr::sum<A...>) const {
    return (value(A{}) + ...);
  }
  template <class A, i64 C>
  MERCATOR_HD constexpr T value(expr::mul<A, C>) const {
    return value(A{}) * static_cast<T>(C);
  }
  template <class A, i64 D, i64 C>
  MERCATOR_HD constexpr T value(expr::floordiv<A, D, C>) const {
    return expr::detail::floor_quotient(value(A{}), D) * static_cast<T>(C);
  }
  template <class A, i64 D, i64 C>
  MERCATOR_HD constexpr T value(expr::ceildiv<A, D, C>) const {
    return -expr::detail::floor_quotient(-value(A{}), D) * static_cast<T>(C);
  }
  template <class A, i64 D, i64 C>
  MERCATOR_HD constexpr T value(expr::mod<A, D, C>) const {
    return expr::detail::floor_remainder(value(A{}), D) * static_cast<T>(C);
  }
  template <class A, class B, i64 C>
  MERCATOR_HD constexpr T value(expr::min<A, B, C>) const {
    const T a = value(A{}), b = value(B{});
    return (b < a ? b : a) * static_cast<T>(C);
  }
  template <class A, class B, i64 C>
  MERCATOR_HD constexpr T value(expr::max<A, B, C>) const {
    const T a = value(A{}), b = value(B{});
    return (a < b ? b : a) * static_cast<T>(C);
  }

  template <class E, i64 Lo, i64 Hi>
  MERCATOR_HD constexpr bool satisfies(constraint<E, Lo, Hi>) const {
    const T x = value(E{});
    return Lo <= x && x <= Hi;
  }
  MERCATOR_HD constexpr bool satisfies(known_empty) const { return false; }

  /// Whether the point is in the map's domain.
  template <i64... DimsLo, i64... DimsHi, class... DimNames, i64... RangesLo, i64... RangesHi, class... RangeNames,
            i64... RuntimesLo, i64... RuntimesHi, class... RuntimeNames, class Results, class... Constraints>
  MERCATOR_HD constexpr bool is_in(
      indexing_map<dims<in<DimsLo, DimsHi, DimNames>...>, ranges<in<RangesLo, RangesHi, RangeNames>...>,
                   runtimes<in<RuntimesLo, RuntimesHi, RuntimeNames>...>, Results, where<Constraints...>>) const {
    [[maybe_unused]] narrow_point next = *this;
    return ((DimsLo <= *next.dimension_values && *next.dimension_values++ <= DimsHi) && ...) &&
           ((RangesLo <= *next.range_values && *next.range_values++ <= RangesHi) && ...) &&
           ((RuntimesLo <= *next.runtime_values && *next.runtime_values++ <= RuntimesHi) && ...) &&
           (satisfies(Constraints{}) && ...);
  }

  /// The map's results at the point, which is known to be in its domain.
  template <class Dims, class Ranges, class Runtimes, class... Results, class Where>
  MERCATOR_HD constexpr coord<sizeof...(Results), T> results_of(
      indexing_map<Dims, Ranges, Runtimes, results<Results...>, Where>) const {
    return {{value(Results{})...}};
  }
};

}  // namespace mercator::loops
