// The attributes of operations as types: perm<1, 0>, ops::start<5, 3>, ops::axes<1>.
#pragma once

#include <utility>

#include "mercator/map/shape.hpp"
#include "mercator/ops/numbers.hpp"

namespace mercator {

namespace ops {

/// Numbers known while compiling; `value` is what the functions on values take.
template <i64... Numbers>
struct number_list {
  static constexpr i64 list[sizeof...(Numbers) + 1] = {Numbers..., 0};
  static constexpr numbers value{list, sizeof...(Numbers)};
};

template <i64... Numbers>
struct axes : number_list<Numbers...> {};  ///< dimensions, counted from 0
template <i64... Numbers>
struct start : number_list<Numbers...> {};  ///< one a dimension, as all below
template <i64... Numbers>
struct limit : number_list<Numbers...> {};
template <i64... Numbers>
struct stride : number_list<Numbers...> {};
template <i64... Numbers>
struct low : number_list<Numbers...> {};
template <i64... Numbers>
struct high : number_list<Numbers...> {};
template <i64... Numbers>
struct interior : number_list<Numbers...> {};
template <i64... Numbers>
struct slice_sizes : number_list<Numbers...> {};
/// How many operands a variadic operation has, all of one shape: one number.
template <i64... Numbers>
struct input_count : number_list<Numbers...> {};

}  // namespace ops

/// A permutation: entry k is the dimension of the operand that becomes dimension k of the output.
template <i64... Numbers>
struct perm : ops::number_list<Numbers...> {};

namespace ops {

using mercator::perm;

namespace detail {

template <template <i64...> class List, i64 Number, class Places>
struct repeated;
template <template <i64...> class List, i64 Number, int... Places>
struct repeated<List, Number, std::integer_sequence<int, Places...>> {
  using type = List<(static_cast<void>(Places), Number)...>;
};

}  // namespace detail

/// List<Number, Number, …>, one for each dimension of a shape.
template <template <i64...> class List, i64 Number, class Shape>
using repeated = typename detail::repeated<List, Number, std::make_integer_sequence<int, Shape::rank>>::type;

}  // namespace ops
}  // namespace mercator
