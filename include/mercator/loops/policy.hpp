// How an algorithm may go about its work: the first argument of each.
#pragma once

#include <type_traits>

#include "mercator/core/config.hpp"

namespace mercator {

/// The result is that of the plain loop, bit for bit: elements are combined in lexicographic order of the
/// ranges. The default. Loads and stores come in any order: operands and output do not overlap.
struct in_order_policy {};
/// As a first argument: elements in the order of the ranges, so that results have the bits of the plain loop.
inline constexpr in_order_policy in_order{};

/// Elements may be combined in any order and grouping: what combine does has to be associative and commutative,
/// nearly.
struct reassociate_policy {};
/// As a first argument: elements are combined in any order and grouping.
inline constexpr reassociate_policy reassociate{};

/// Points may come in any order; elements are combined in the order of the ranges.
struct unordered_policy {};
/// As a first argument: points come in any order.
inline constexpr unordered_policy unordered{};

/// The output of copy, transform or assemble may overlap operands: element by element, in lexicographic order,
/// each read after all writes before it.
struct may_alias_policy {};
/// As a first argument: views overlap: element by element, in order.
inline constexpr may_alias_policy may_alias{};

/// The work is cut into parts that may run at the same time: executor(count, task) calls task(begin, end) for
/// parts of [0, count) that cover it, and returns when all are done. Reductions are reassociated within Inner's
/// rules only.
template <class Executor, class Inner = in_order_policy>
struct parallel_policy {
  /// Who runs the parts.
  Executor& executor;
};

/// An error: what overlaps has one order, element after element.
template <class Inner>
struct parallel_requires_views_that_do_not_overlap {
  static_assert(!std::is_same_v<Inner, may_alias_policy>,
                "mercator: parallel(executor, policy) requires in_order, unordered or reassociate; got may_alias");
};
/// An error: the output has its identities before the first operand is read.
template <class How>
struct reduction_requires_views_that_do_not_overlap {
  static_assert(!std::is_same_v<How, may_alias_policy>,
                "mercator: reduce, arg_reduce and contract require an output that overlaps no operand; got may_alias");
};

/// parallel(executor): the policy; executor(count, task) calls task(begin, end) for parts of 0..count-1, on threads
/// of its choice.
template <class Executor, class Inner = in_order_policy>
constexpr parallel_policy<Executor, Inner> parallel(Executor& executor, Inner = {}) {
  static_cast<void>(parallel_requires_views_that_do_not_overlap<Inner>{});
  return {executor};
}

template <class Policy>
inline constexpr bool is_policy = false;
template <>
inline constexpr bool is_policy<in_order_policy> = true;
template <>
inline constexpr bool is_policy<reassociate_policy> = true;
template <>
inline constexpr bool is_policy<unordered_policy> = true;
template <>
inline constexpr bool is_policy<may_alias_policy> = true;
template <class Executor, class Inner>
inline constexpr bool is_policy<parallel_policy<Executor, Inner>> = true;

template <class Type>
concept Policy = is_policy<Type>;

}  // namespace mercator
