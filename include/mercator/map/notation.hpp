// How expressions are written: d<0> * 8_c + floordiv(s<0>, 2_c). Constants are Hana's.
#pragma once

#include "mercator/map/boost_hana.hpp"
#include "mercator/map/expression.hpp"

namespace mercator::expr {

template <class T, T K>
using constant = boost::hana::integral_constant<T, K>;

/// Where a constant must be known to the compiler, a plain number is not enough: write 8_c for 8.
struct write_8_c_for_a_constant_8 {
  template <class T>
    requires std::is_integral_v<T>
  constexpr write_8_c_for_a_constant_8(T) {}
};

/// An error: the product of two expressions. One of two factors is a constant.
template <class A, class B>
struct product_of_variables {
  static_assert(sizeof(A) == 0, "mercator: a * b requires that one of them is a constant, such as 8_c");
  using type = cst<0>;
};

/// An error: A divided by 0.
template <class A>
struct division_by_zero {
  static_assert(sizeof(A) == 0, "mercator: floordiv, ceildiv and mod require a divisor other than 0");
  using type = cst<0>;
};

namespace detail {

constexpr bool fits(i64 a, i64 b) {
  i64 product = 0;
  return checked_mul(a, b, product);
}

}  // namespace detail

/// A coefficient times another, which is an error where it does not fit 64 bits.
template <i64 A, i64 B, bool Fits = detail::fits(A, B)>
struct product_of_coefficients {
  static constexpr i64 value = A * B;
};
template <i64 A, i64 B>
struct product_of_coefficients<A, B, false> {
  static_assert(A != A, "mercator: a coefficient requires a value that fits 64 bits; got the product of these two");
  static constexpr i64 value = 0;
};

namespace detail {

template <i64 A, i64 B>
inline constexpr i64 product = product_of_coefficients<A, B>::value;

/// A times K, the coefficient inside the node where it has a place for it.
template <class A, i64 K>
struct scaled {
  using type = mul<A, K>;
};
template <class A>
struct scaled<A, 1> {
  using type = A;
};
template <i64 C, i64 K>
struct scaled<cst<C>, K> {
  using type = cst<product<C, K>>;
};
template <class A, i64 C, i64 K>
struct scaled<mul<A, C>, K> {
  using type = mul<A, product<C, K>>;
};
template <template <int, i64> class Variable, int N, i64 C, i64 K>
struct scaled<Variable<N, C>, K> {
  using type = Variable<N, product<C, K>>;
};
template <template <class, i64, i64> class Division, class A, i64 D, i64 C, i64 K>
struct scaled<Division<A, D, C>, K> {
  using type = Division<A, D, product<C, K>>;
};
template <template <class, class, i64> class Extremum, class A, class B, i64 C, i64 K>
struct scaled<Extremum<A, B, C>, K> {
  using type = Extremum<A, B, product<C, K>>;
};

template <class A, class B>
struct added {
  using type = sum<A, B>;
};
template <class... A, class B>
struct added<sum<A...>, B> {
  using type = sum<A..., B>;
};
template <class A, class... B>
struct added<A, sum<B...>> {
  using type = sum<A, B...>;
};
template <class... A, class... B>
struct added<sum<A...>, sum<B...>> {
  using type = sum<A..., B...>;
};

template <template <class, i64, i64> class Division, class A, i64 D>
struct divided {
  using type = Division<A, D, 1>;
};
template <template <class, i64, i64> class Division, class A>
struct divided<Division, A, 0> : division_by_zero<A> {};

/// The expression that a constant is, and an expression itself.
template <class T>
struct as_expression {};
template <Expression E>
struct as_expression<E> {
  using type = E;
};
template <class T, T K>
struct as_expression<constant<T, K>> {
  using type = cst<K>;
};

}  // namespace detail

template <class T>
using as_expression_t = typename detail::as_expression<T>::type;

// ---- operators

template <Expression A, Expression B>
constexpr auto operator+(A, B) {
  return typename detail::added<A, B>::type{};
}
template <Expression A, class T, T K>
constexpr auto operator+(A, constant<T, K>) {
  return typename detail::added<A, cst<K>>::type{};
}
template <class T, T K, Expression A>
constexpr auto operator+(constant<T, K>, A) {
  return typename detail::added<cst<K>, A>::type{};
}

template <Expression A>
constexpr auto operator-(A) {
  return typename detail::scaled<A, -1>::type{};
}
template <Expression A, Expression B>
constexpr auto operator-(A a, B b) {
  return a + -b;
}
template <Expression A, class T, T K>
constexpr auto operator-(A a, constant<T, K>) {
  return a + -cst<K>{};
}
template <class T, T K, Expression A>
constexpr auto operator-(constant<T, K> k, A a) {
  return k + -a;
}

template <Expression A, class T, T K>
constexpr auto operator*(A, constant<T, K>) {
  return typename detail::scaled<A, K>::type{};
}
template <class T, T K, Expression A>
constexpr auto operator*(constant<T, K>, A) {
  return typename detail::scaled<A, K>::type{};
}
template <Expression A, Expression B>
constexpr auto operator*(A, B) {
  return typename product_of_variables<A, B>::type{};
}

/// a mod k, with the sign of k.
template <Expression A, class T, T K>
constexpr auto operator%(A, constant<T, K>) {
  return typename detail::divided<mod, A, K>::type{};
}

template <Expression A>
void operator+(A, write_8_c_for_a_constant_8) = delete;
template <Expression A>
void operator+(write_8_c_for_a_constant_8, A) = delete;
template <Expression A>
void operator-(A, write_8_c_for_a_constant_8) = delete;
template <Expression A>
void operator-(write_8_c_for_a_constant_8, A) = delete;
template <Expression A>
void operator*(A, write_8_c_for_a_constant_8) = delete;
template <Expression A>
void operator*(write_8_c_for_a_constant_8, A) = delete;
template <Expression A>
void operator%(A, write_8_c_for_a_constant_8) = delete;

// ---- functions

template <template <class, i64, i64> class Division>
struct division {
  template <Expression A, class T, T K>
  constexpr auto operator()(A, constant<T, K>) const {
    return typename detail::divided<Division, A, K>::type{};
  }
  template <Expression A>
  void operator()(A, write_8_c_for_a_constant_8) const = delete;
};

}  // namespace mercator::expr

namespace mercator {

/// Dimension, range and runtime variable number N.
template <int N>
inline constexpr dim<N> d{};
/// Range variable number N.
template <int N>
inline constexpr range<N> s{};
/// Runtime variable number N.
template <int N>
inline constexpr runtime<N> rt{};

/// a / k rounded toward minus infinity; toward plus infinity; what is left of a by the first.
inline constexpr expr::division<expr::floordiv> floordiv{};
/// ceildiv(a, k): a / k rounded toward plus infinity.
inline constexpr expr::division<expr::ceildiv> ceildiv{};
/// mod(a, k): a - k * floordiv(a, k), with the sign of k.
inline constexpr expr::division<expr::mod> mod{};

/// The smaller and the larger of two, one of which may be a constant. Functions, not objects: CUDA has a global min.
template <class A, class B>
  requires expr::Expression<A> || expr::Expression<B>
constexpr expr::min<expr::as_expression_t<A>, expr::as_expression_t<B>> min(A, B) { return {}; }

/// The larger of two, one of which may be a constant.
template <class A, class B>
  requires expr::Expression<A> || expr::Expression<B>
constexpr expr::max<expr::as_expression_t<A>, expr::as_expression_t<B>> max(A, B) { return {}; }

template <expr::Expression A>
void min(A, expr::write_8_c_for_a_constant_8) = delete;
template <expr::Expression A>
void min(expr::write_8_c_for_a_constant_8, A) = delete;
template <expr::Expression A>
void max(A, expr::write_8_c_for_a_constant_8) = delete;
template <expr::Expression A>
void max(expr::write_8_c_for_a_constant_8, A) = delete;

}  // namespace mercator
