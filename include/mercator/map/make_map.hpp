// A map made by hand: from expressions and a domain.
//
//   make_map(dims<in<0, 9>, in<0, 4>>{}, ranges<in<0, 1>>{}, results(d<0>, d<1> * 2_c + s<0>),
//            where(between(d<1> * 2_c + s<0>, 0_c, 8_c)))
#pragma once

#include "mercator/map/indexing_map.hpp"
#include "mercator/map/notation.hpp"

namespace mercator {

template <class... E>
results(E...) -> results<expr::as_expression_t<E>...>;

template <class E, i64 Lo, i64 Hi>
where(constraint<E, Lo, Hi>) -> where<constraint<E, Lo, Hi>>;
template <class... C>
where(C...) -> where<C...>;

/// The constraint that an expression lies between two constants, both included.
inline constexpr struct between_verb {
  template <expr::Expression E, class T, T Lo, class U, U Hi>
  constexpr constraint<E, Lo, Hi> operator()(E, expr::constant<T, Lo>, expr::constant<U, Hi>) const {
    return {};
  }
  template <expr::Expression E>
  void operator()(E, expr::write_8_c_for_a_constant_8, expr::write_8_c_for_a_constant_8) const = delete;
} between{};

/// The map with these variables, results and constraints, as it is written. Ranges, runtime variables and constraints
/// may be left out.
inline constexpr struct make_map_verb {
  template <class... D, class... S, class... T, class... R, class... C>
  constexpr auto operator()(dims<D...>, ranges<S...>, runtimes<T...>, results<R...>, where<C...> = {}) const {
    return written::checked<indexing_map<dims<D...>, ranges<S...>, runtimes<T...>, results<R...>, where<C...>>>();
  }
  template <class... D, class... S, class... R, class... C>
  constexpr auto operator()(dims<D...> d, ranges<S...> s, results<R...> r, where<C...> w = {}) const {
    return (*this)(d, s, runtimes<>{}, r, w);
  }
  template <class... D, class... R, class... C>
  constexpr auto operator()(dims<D...> d, results<R...> r, where<C...> w = {}) const {
    return (*this)(d, ranges<>{}, runtimes<>{}, r, w);
  }
} make_map{};

}  // namespace mercator
