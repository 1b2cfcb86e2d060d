// Values to types: a packed map becomes an indexing_map<...>.
//
// This is what compile time goes into, so: one alias a line, one pack expansion over its terms, coefficients inside the
// nodes, and no class that only one map's line needs. Below, C is a class whose `value` is the packed map, P where a
// record of it begins and K a coefficient.
#pragma once

#include <utility>

#include "mercator/map/indexing_map.hpp"
#include "mercator/map/pack.hpp"

namespace mercator::raising {

template <int... N>
using numbers = std::integer_sequence<int, N...>;
template <int N>
using count_to = std::make_integer_sequence<int, N>;

/// line_of_form<F, P>::type<C> is the expression of the line with that form and payload, node_of_kind<K, P>::type<C, X>
/// the node of that kind and payload with coefficient X. Payloads are arguments of the classes, which many maps share,
/// and not of what is instantiated for each.
template <int Form, int P>
struct line_of_form;
template <int Kind, int P>
struct node_of_kind;

/// The line that R refers to, the node that Code says.
template <i64 R>
struct line_at : line_of_form<int(R % packing::forms), int(R / packing::forms)> {};
template <i64 Code>
struct node_at : node_of_kind<int(Code % packing::kinds), int(Code / packing::kinds)> {};

template <int P>
struct node_of_kind<int(packing::term::dimension), P> {
  template <class, i64 K = 1>
  using type = expr::dim<P, K>;
};
template <int P>
struct node_of_kind<int(packing::term::range), P> {
  template <class, i64 K = 1>
  using type = expr::range<P, K>;
};
template <int P>
struct node_of_kind<int(packing::term::runtime), P> {
  template <class, i64 K = 1>
  using type = expr::runtime<P, K>;
};
template <int P>
struct node_of_kind<int(packing::term::constant), P> {
  template <class, i64 K>
  using type = expr::cst<K>;
};
template <int P>
struct node_of_kind<int(packing::term::floordiv), P> {
  template <class C, i64 K = 1>
  using type = expr::floordiv<typename line_at<C::value.word[P]>::template type<C>, C::value.word[P + 1], K>;
};
template <int P>
struct node_of_kind<int(packing::term::ceildiv), P> {
  template <class C, i64 K = 1>
  using type = expr::ceildiv<typename line_at<C::value.word[P]>::template type<C>, C::value.word[P + 1], K>;
};
template <int P>
struct node_of_kind<int(packing::term::mod), P> {
  template <class C, i64 K = 1>
  using type = expr::mod<typename line_at<C::value.word[P]>::template type<C>, C::value.word[P + 1], K>;
};
template <int P>
struct node_of_kind<int(packing::term::scaled), P> {
  template <class C, i64 K = 1>
  using type = expr::mul<typename line_at<C::value.word[P]>::template type<C>, K>;
};
template <int P>
struct node_of_kind<int(packing::term::min), P> {
  template <class C, i64 K = 1>
  using type = expr::min<typename line_at<C::value.word[P]>::template type<C>,
                         typename line_at<C::value.word[P + 1]>::template type<C>, K>;
};
template <int P>
struct node_of_kind<int(packing::term::max), P> {
  template <class C, i64 K = 1>
  using type = expr::max<typename line_at<C::value.word[P]>::template type<C>,
                         typename line_at<C::value.word[P + 1]>::template type<C>, K>;
};

/// A line of dimensions D, then other terms O, and perhaps a constant, which begins at P.
template <class D, class O, bool Constant, int P>
struct line_of_terms;

template <int... D, int... O, int P>
struct line_of_terms<numbers<D...>, numbers<O...>, false, P> {
  static constexpr int o = P + 2 * int(sizeof...(D));

  template <class C>
  using type = expr::sum<expr::dim<C::value.word[P + 1 + 2 * D], C::value.word[P + 2 * D]>...,
                         typename node_at<C::value.word[o + 2 * O + 1]>::template type<C, C::value.word[o + 2 * O]>...>;
};

template <int... D, int... O, int P>
struct line_of_terms<numbers<D...>, numbers<O...>, true, P> {
  static constexpr int o = P + 2 * int(sizeof...(D)), k = o + 2 * int(sizeof...(O));

  template <class C>
  using type = expr::sum<expr::dim<C::value.word[P + 1 + 2 * D], C::value.word[P + 2 * D]>...,
                         typename node_at<C::value.word[o + 2 * O + 1]>::template type<C, C::value.word[o + 2 * O]>...,
                         expr::cst<C::value.word[k]>>;
};

template <int Form, int P>
struct line_of_form : line_of_terms<count_to<Form / 4096>, count_to<Form % 4096 / 2>, Form % 2 != 0, P> {};

template <int P>
struct line_of_form<packing::lone_dimension, P> : node_of_kind<int(packing::term::dimension), P> {};
template <int P>
struct line_of_form<packing::lone_term, P> : node_at<P> {};
template <int P>
struct line_of_form<int(packing::form_word(1, 0, false)), P> {
  template <class C>
  using type = expr::dim<C::value.word[P + 1], C::value.word[P]>;
};
template <int P>
struct line_of_form<int(packing::form_word(0, 1, false)), P> {
  template <class C>
  using type = typename node_at<C::value.word[P + 1]>::template type<C, C::value.word[P]>;
};
template <int P>
struct line_of_form<int(packing::form_word(0, 0, true)), P> {
  template <class C>
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
using constraint_at =
    constraint<typename line_at<C::value.word[P]>::template type<C>, C::value.word[P + 1], C::value.word[P + 2]>;

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
                            results<typename line_at<C::value.word[r + N]>::template type<C>...>,
                            where<constraint_at<C, k + 3 * M>...>>;
};

/// Most maps: all begins at 0, and there are no constraints.
template <int... D, int... N>
struct map_of_counts<true, numbers<D...>, numbers<>, numbers<>, numbers<N...>, numbers<>> {
  static constexpr int r = 2 * sizeof...(D);

  template <class C>
  using type = indexing_map<dims<in<0, C::value.word[2 * D + 1]>...>, ranges<>, runtimes<>,
                            results<typename line_at<C::value.word[r + N]>::template type<C>...>, where<>>;
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
