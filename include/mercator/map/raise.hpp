// Values to types: a packed map becomes an indexing_map<...>.
//
// This is what compile time goes into, so: one alias a line, one pack expansion over its terms, coefficients inside the
// nodes, and no class of its own for any line. Below, C is a class whose `value` is the packed map, P where a record of
// it begins and K a coefficient.
#pragma once

#include <utility>

#include "mercator/map/indexing_map.hpp"
#include "mercator/map/pack.hpp"

namespace mercator::raising {

template <int... N>
using numbers = std::integer_sequence<int, N...>;
template <int N>
using count_to = std::make_integer_sequence<int, N>;

/// line_of_form<F>::type<C, P> is the expression of the line with that form and payload.
template <int Form>
struct line_of_form;

/// The expression of the line that R refers to.
template <class C, i64 R>
using line = typename line_of_form<int(R % packing::forms)>::template type<C, int(R / packing::forms)>;

/// node_of_kind<K>::type<C, P, X> is the node of that kind with payload P and coefficient X.
template <int Kind>
struct node_of_kind;

template <class C, int P>
using term =
    typename node_of_kind<C::value.word[P + 1] %
                          packing::kinds>::template type<C, C::value.word[P + 1] / packing::kinds, C::value.word[P]>;

template <>
struct node_of_kind<int(packing::term::dimension)> {
  template <class, int P, i64 K>
  using type = expr::dim<P, K>;
};
template <>
struct node_of_kind<int(packing::term::range)> {
  template <class, int P, i64 K>
  using type = expr::range<P, K>;
};
template <>
struct node_of_kind<int(packing::term::runtime)> {
  template <class, int P, i64 K>
  using type = expr::runtime<P, K>;
};
template <>
struct node_of_kind<int(packing::term::constant)> {
  template <class, int, i64 K>
  using type = expr::cst<K>;
};
template <>
struct node_of_kind<int(packing::term::floordiv)> {
  template <class C, int P, i64 K>
  using type = expr::floordiv<line<C, C::value.word[P]>, C::value.word[P + 1], K>;
};
template <>
struct node_of_kind<int(packing::term::ceildiv)> {
  template <class C, int P, i64 K>
  using type = expr::ceildiv<line<C, C::value.word[P]>, C::value.word[P + 1], K>;
};
template <>
struct node_of_kind<int(packing::term::mod)> {
  template <class C, int P, i64 K>
  using type = expr::mod<line<C, C::value.word[P]>, C::value.word[P + 1], K>;
};
template <>
struct node_of_kind<int(packing::term::scaled)> {
  template <class C, int P, i64 K>
  using type = expr::mul<line<C, C::value.word[P]>, K>;
};
template <>
struct node_of_kind<int(packing::term::min)> {
  template <class C, int P, i64 K>
  using type = expr::min<line<C, C::value.word[P]>, line<C, C::value.word[P + 1]>, K>;
};
template <>
struct node_of_kind<int(packing::term::max)> {
  template <class C, int P, i64 K>
  using type = expr::max<line<C, C::value.word[P]>, line<C, C::value.word[P + 1]>, K>;
};

/// A line of dimensions D, then other terms O, and perhaps a constant.
template <class D, class O, bool Constant>
struct line_of_terms;

template <int... D, int... O>
struct line_of_terms<numbers<D...>, numbers<O...>, false> {
  template <class C, int P>
  using type = expr::sum<expr::dim<C::value.word[P + 1 + 2 * D], C::value.word[P + 2 * D]>...,
                         term<C, P + 2 * int(sizeof...(D)) + 2 * O>...>;
};

template <int... D, int... O>
struct line_of_terms<numbers<D...>, numbers<O...>, true> {
  template <class C, int P>
  using type = expr::sum<expr::dim<C::value.word[P + 1 + 2 * D], C::value.word[P + 2 * D]>...,
                         term<C, P + 2 * int(sizeof...(D)) + 2 * O>...,
                         expr::cst<C::value.word[P + 2 * int(sizeof...(D) + sizeof...(O))]>>;
};

template <int Form>
struct line_of_form : line_of_terms<count_to<Form / 4096>, count_to<Form % 4096 / 2>, Form % 2 != 0> {};

template <>
struct line_of_form<packing::lone_dimension> {
  template <class, int P>
  using type = expr::dim<P>;
};
template <>
struct line_of_form<packing::lone_term> {
  template <class C, int P>
  using type = typename node_of_kind<P % packing::kinds>::template type<C, P / packing::kinds, 1>;
};
template <>
struct line_of_form<int(packing::form_word(1, 0, false))> {
  template <class C, int P>
  using type = expr::dim<C::value.word[P + 1], C::value.word[P]>;
};
template <>
struct line_of_form<int(packing::form_word(0, 1, false))> {
  template <class C, int P>
  using type = term<C, P>;
};
template <>
struct line_of_form<int(packing::form_word(0, 0, true))> {
  template <class C, int P>
  using type = expr::cst<C::value.word[P]>;
};

/// The interval of variable V, where all begin at 0, and where some do not.
template <bool FromZero>
struct variable {
  template <class C, int V>
  using type = in<C::value.word[2 * V], C::value.word[2 * V + 1]>;
};
template <>
struct variable<true> {
  template <class C, int V>
  using type = in<0, C::value.word[2 * V + 1]>;
};

template <class C, int P>
using constraint_at = constraint<line<C, C::value.word[P]>, C::value.word[P + 1], C::value.word[P + 2]>;

/// The map with these numbers of dimensions, ranges, runtime variables, results and constraints. R is where the results
/// are, K where the constraints are.
template <bool FromZero, class Dimensions, class Ranges, class Runtimes, class Results, class Constraints>
struct map_of_counts;

template <bool FromZero, int... D, int... S, int... T, int... N, int... M>
struct map_of_counts<FromZero, numbers<D...>, numbers<S...>, numbers<T...>, numbers<N...>, numbers<M...>> {
  static constexpr int s = sizeof...(D), t = s + sizeof...(S), r = 2 * (t + sizeof...(T)), k = r + sizeof...(N);

  template <class C>
  using type = indexing_map<dims<typename variable<FromZero>::template type<C, D>...>,
                            ranges<typename variable<FromZero>::template type<C, s + S>...>,
                            runtimes<typename variable<FromZero>::template type<C, t + T>...>,
                            results<line<C, C::value.word[r + N]>...>, where<constraint_at<C, k + 3 * M>...>>;
};

// They depend on N for nvcc, which looks through an alias that does not, and then finds no pack to expand.
template <int N>
using no_value = in<nothing.lo + 0 * N, nothing.hi + 0 * N>;
template <int N>
using zero = cst<0 * N>;

template <bool FromZero, int... D, int... S, int... T, int... N>
struct map_of_counts<FromZero, numbers<D...>, numbers<S...>, numbers<T...>, numbers<N...>, known_empty> {
  template <class>
  using type = indexing_map<dims<no_value<D>...>, ranges<no_value<S>...>, runtimes<no_value<T>...>, results<zero<N>...>,
                            where<known_empty>>;
};

template <int Constraints>
struct constraint_numbers {
  using type = count_to<Constraints>;
};
template <>
struct constraint_numbers<packing::none_as_known_empty> {
  using type = known_empty;
};

/// The same for a key of packing::key_of.
template <i64 Key>
struct map_of_key
    : map_of_counts<(Key >> 28 & 1) != 0, count_to<Key & 127>, count_to<(Key >> 7 & 127)>, count_to<(Key >> 14 & 127)>,
                    count_to<(Key >> 21 & 127)>, typename constraint_numbers<int(Key >> 29) - 1>::type> {};

/// The type of the map in C::value.
template <class C>
using map = typename map_of_key<C::value.key>::template type<C>;

/// Its name, then its interval; for maps that keep names.
template <class C, int V, class Characters = count_to<C::value.name_length(V)>>
struct named_variable;

template <class C, int V, int... K>
struct named_variable<C, V, numbers<K...>> {
  using type = in<C::value.word[2 * V], C::value.word[2 * V + 1],
                  name<static_cast<char>(C::value.word[C::value.name_begin(V) + K])...>>;
};

template <class C, class Map, class Dimensions, class Ranges, class Runtimes>
struct with_names;

template <class C, class D, class S, class T, class Results, class Where, int... Ds, int... Ss, int... Ts>
struct with_names<C, indexing_map<D, S, T, Results, Where>, numbers<Ds...>, numbers<Ss...>, numbers<Ts...>> {
  static constexpr int s = sizeof...(Ds), t = s + sizeof...(Ss);
  using type =
      indexing_map<dims<typename named_variable<C, Ds>::type...>, ranges<typename named_variable<C, s + Ss>::type...>,
                   runtimes<typename named_variable<C, t + Ts>::type...>, Results, Where>;
};

/// The type of the map in C::value, its names included.
template <class C, bool Named = C::value.names != 0>
struct map_as_written {
  using type = map<C>;
};

template <class C>
struct map_as_written<C, true> {
  using type = typename with_names<C, map<C>, count_to<C::value.counts.dimensions>, count_to<C::value.counts.ranges>,
                                   count_to<C::value.counts.runtimes>>::type;
};

}  // namespace mercator::raising
