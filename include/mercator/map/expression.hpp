// Index expressions as types. They are what a map's type is made of, and what users see in error messages.
//
//   dim<0, 4>                           d0 * 4
//   sum<dim<0, 8>, floordiv<range<0>, 2>>   d0 * 8 + s0 floordiv 2
//
// A coefficient stands inside its node, as the last argument, which is 1 where it is missing: that compiles faster than
// a product of its own. Each node evaluates itself at a point, and writes itself into a tree of the engine. Neither is
// a template, which compiles faster; loops/narrow.hpp evaluates in narrower integers.
#pragma once

#include <type_traits>

#include "mercator/symbolic/tree.hpp"

namespace mercator::expr {

/// The values of the variables.
struct point {
  const i64* dimensions;
  const i64* ranges;
  const i64* runtimes;
};

/// The base of all nodes.
struct node {};

template <class E>
concept Expression = std::is_base_of_v<node, E>;

namespace detail {

/// A variable that the map does not have becomes one beyond all, which checks find.
constexpr int write_variable(symbolic::map_tree& t, symbolic::variable_kind kind, int number, i64 coefficient) {
  const int count = kind == symbolic::variable_kind::dimension ? t.dims
                    : kind == symbolic::variable_kind::range   ? t.ranges
                                                               : t.runtimes;
  const int variable = t.variable(number < count ? t.variable_number(kind, number) : symbolic::limits::variables);
  return t.scaled(variable, coefficient);
}

constexpr int write_sum(symbolic::map_tree& t, const int* operand, int operands) {
  const int n = t.make(symbolic::op::sum, 0, operands);
  for (int k = 0; k < operands && !t.full; ++k) t.child[t.first[n] + k] = operand[k];
  return n;
}

MERCATOR_HD constexpr bool is_power_of_two(i64 d) { return d > 0 && (d & (d - 1)) == 0; }

/// Bit by bit: without a loop, so that it is a constant wherever its argument is one.
MERCATOR_HD constexpr int logarithm(i64 power_of_two) {
  const auto p = static_cast<unsigned long long>(power_of_two);
  return ((p & 0xAAAAAAAAAAAAAAAAu) != 0) + ((p & 0xCCCCCCCCCCCCCCCCu) != 0) * 2 +
         ((p & 0xF0F0F0F0F0F0F0F0u) != 0) * 4 + ((p & 0xFF00FF00FF00FF00u) != 0) * 8 +
         ((p & 0xFFFF0000FFFF0000u) != 0) * 16 + ((p & 0xFFFFFFFF00000000u) != 0) * 32;
}

/// Divisors are constants of the code that calls, where each test of them is decided. As template arguments they would
/// cost compile time.
///
/// T is i64, or a narrower integer that holds every value. Compilers do not see through the general form: powers of two
/// are shifted and masked, and T stays narrow.
template <class T>
[[gnu::always_inline]] MERCATOR_HD constexpr T floor_quotient(T a, i64 divisor) {
  const T d = static_cast<T>(divisor);
  if (__builtin_is_constant_evaluated() || d != divisor || divisor == -1) return static_cast<T>(floor_div(a, divisor));
  if (is_power_of_two(divisor)) return static_cast<T>(a >> logarithm(divisor));
  const T q = static_cast<T>(a / d), r = static_cast<T>(a - q * d);
  return static_cast<T>(q - (divisor > 0 ? r < 0 : r > 0));
}

template <class T>
[[gnu::always_inline]] MERCATOR_HD constexpr T floor_remainder(T a, i64 divisor) {
  const T d = static_cast<T>(divisor);
  if (__builtin_is_constant_evaluated() || d != divisor || divisor == -1) return static_cast<T>(floor_mod(a, divisor));
  if (is_power_of_two(divisor)) return static_cast<T>(a & static_cast<T>(divisor - 1));
  const T r = static_cast<T>(a % d);
  return static_cast<T>((divisor > 0 ? r < 0 : r > 0) ? r + d : r);
}

}  // namespace detail

/// Dimension variable N, times C.
template <int N, i64 C = 1>
struct dim : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) { return at.dimensions[N] * C; }
  static constexpr int write(symbolic::map_tree& t) {
    return detail::write_variable(t, symbolic::variable_kind::dimension, N, C);
  }
};

/// Range variable N, times C.
template <int N, i64 C = 1>
struct range : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) { return at.ranges[N] * C; }
  static constexpr int write(symbolic::map_tree& t) {
    return detail::write_variable(t, symbolic::variable_kind::range, N, C);
  }
};

/// Runtime variable N, times C.
template <int N, i64 C = 1>
struct runtime : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) { return at.runtimes[N] * C; }
  static constexpr int write(symbolic::map_tree& t) {
    return detail::write_variable(t, symbolic::variable_kind::runtime, N, C);
  }
};

/// The constant K.
template <i64 K>
struct cst : node {
  MERCATOR_HD static constexpr i64 eval(const point&) { return K; }
  static constexpr int write(symbolic::map_tree& t) { return t.constant(K); }
};

/// A sum of at least two.
template <class... A>
struct sum : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) { return (A::eval(at) + ...); }
  static constexpr int write(symbolic::map_tree& t) {
    const int operand[] = {A::write(t)...};
    return detail::write_sum(t, operand, sizeof...(A));
  }
};

/// C times an expression that has no place for a coefficient, such as a sum.
template <class A, i64 C>
struct mul : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) { return A::eval(at) * C; }
  static constexpr int write(symbolic::map_tree& t) { return t.unary(symbolic::op::product, A::write(t), C); }
};

/// A floordiv D, times C.
template <class A, i64 D, i64 C = 1>
struct floordiv : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) { return detail::floor_quotient(A::eval(at), D) * C; }
  static constexpr int write(symbolic::map_tree& t) {
    return t.scaled(t.unary(symbolic::op::floordiv, A::write(t), D), C);
  }
};

/// A ceildiv D, times C.
template <class A, i64 D, i64 C = 1>
struct ceildiv : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) { return -detail::floor_quotient(-A::eval(at), D) * C; }
  static constexpr int write(symbolic::map_tree& t) {
    return t.scaled(t.unary(symbolic::op::ceildiv, A::write(t), D), C);
  }
};

/// A mod D, times C.
template <class A, i64 D, i64 C = 1>
struct mod : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) { return detail::floor_remainder(A::eval(at), D) * C; }
  static constexpr int write(symbolic::map_tree& t) { return t.scaled(t.unary(symbolic::op::mod, A::write(t), D), C); }
};

/// The smaller of two, times C.
template <class A, class B, i64 C = 1>
struct min : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) {
    const i64 a = A::eval(at), b = B::eval(at);
    return (b < a ? b : a) * C;
  }
  static constexpr int write(symbolic::map_tree& t) {
    const int a = A::write(t);
    return t.scaled(t.binary(symbolic::op::min, a, B::write(t)), C);
  }
};

/// The larger of two, times C.
template <class A, class B, i64 C = 1>
struct max : node {
  MERCATOR_HD static constexpr i64 eval(const point& at) {
    const i64 a = A::eval(at), b = B::eval(at);
    return (a < b ? b : a) * C;
  }
  static constexpr int write(symbolic::map_tree& t) {
    const int a = A::write(t);
    return t.scaled(t.binary(symbolic::op::max, a, B::write(t)), C);
  }
};

}  // namespace mercator::expr

namespace mercator {

using expr::cst;
using expr::dim;
using expr::mul;
using expr::range;
using expr::runtime;
using expr::sum;

}  // namespace mercator
