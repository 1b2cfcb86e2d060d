// How an algorithm may go about its work: the first argument of each.
#pragma once

#include "mercator/core/config.hpp"

namespace mercator {

/// The result is that of the plain loop, bit for bit: elements are combined in lexicographic order of the
/// ranges. The default. Loads and stores come in any order: operands and output do not overlap.
struct in_order_policy {};
inline constexpr in_order_policy in_order{};

/// Elements may be combined in any order and grouping: what combine does has to be associative and commutative,
/// nearly.
struct reassociate_policy {};
inline constexpr reassociate_policy reassociate{};

/// Points may come in any order; elements are combined in the order of the ranges.
struct unordered_policy {};
inline constexpr unordered_policy unordered{};

/// The output may overlap operands: element by element, in lexicographic order, each read after all writes
/// before it.
struct may_alias_policy {};
inline constexpr may_alias_policy may_alias{};

/// The work is cut into parts that may run at the same time: executor(count, task) calls task(begin, end) for
/// parts of [0, count) that cover it, and returns when all are done. Reductions are reassociated within Inner's
/// rules only.
template <class Executor, class Inner = in_order_policy>
struct parallel_policy {
  Executor& executor;
};
template <class Executor, class Inner = in_order_policy>
constexpr parallel_policy<Executor, Inner> parallel(Executor& executor, Inner = {}) {
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
