// Accesses of static maps: what is launched for them, and what the compiler says where there is no access.
#pragma once

#include "mercator/analysis/access.hpp"
#include "mercator/analysis/subject.hpp"

namespace mercator {

/// The block of threads that is launched, blockDim.x first: thread_block<32, 8>. thread_block<>: what the map says.
template <i64... Sizes>
struct thread_block {
  /// The number of dimensions.
  static constexpr int rank = sizeof...(Sizes);
  static constexpr extents value{rank, {Sizes...}};
};

/// An error: so many dimensions are to be the thread's.
template <int Threads>
struct access_requires_one_to_three_thread_dimensions {
  static_assert(Threads >= 1 && Threads <= 3,
                "mercator: coalescing and bank_conflicts<E, T>(m, shape) require that T, how many dimensions are the "
                "thread's, is 1, 2 or 3; "
                "got the number shown");
};
/// An error: Threads dimensions are to be the thread's, where the map has Dimensions.
template <int Threads, int Dimensions>
struct access_requires_a_dimension_for_each_of_the_threads {
  static_assert(Threads <= Dimensions,
                "mercator: coalescing and bank_conflicts<E, T>(m, shape) require a map whose first T dimensions are "
                "the thread's; got T and "
                "the number of the map's dimensions as shown");
};
/// An error: the map has Results results, where the shape has Rank dimensions.
template <int Results, int Rank>
struct access_requires_a_result_for_each_dimension_of_the_shape {
  static_assert(Results == Rank,
                "mercator: coalescing and bank_conflicts<E>(m, shape) require a map with a result for each dimension "
                "of the shape, or for "
                "shape<> with one, the place in elements; got the numbers shown, of results and of dimensions");
};
/// An error: a vector's elements are the values of the last of the map's Ranges range variables.
template <int Ranges>
struct vector_access_requires_a_range_variable {
  static_assert(Ranges > 0,
                "mercator: coalescing and bank_conflicts<E, T, true>(m, shape) require a map whose last range variable "
                "is the vector's; got "
                "one without range variables");
};
/// An error: the block has Sizes sizes, where Threads dimensions of the map are the thread's.
template <int Sizes, int Threads>
struct thread_block_requires_a_size_for_each_thread_dimension {
  static_assert(Sizes == Threads,
                "mercator: coalescing and bank_conflicts<E, T>(m, shape, thread_block<...>{}) require as many sizes as "
                "T says dimensions "
                "are the thread's; got the numbers shown");
};
/// An error: a size of the block is less than 1.
template <class Block>
struct thread_block_requires_sizes_of_at_least_1 {
  static_assert(analysis::is_tile(Block::value, Block::rank),
                "mercator: thread_block<...> requires sizes of at least 1; got the block shown");
};
/// An error: along that dimension, counted from 0, the map has threads that the block does not have.
template <class Map, class Block, int Dimension>
struct map_has_threads_beyond_the_block {
  static_assert(sizeof(Map) == 0,
                "mercator: a thread_block requires threads from 0 to below its sizes; got a map whose dimension of the "
                "number shown has others");
};

namespace analysis {

/// The access with what is launched by the map as it is written, where `block` does not say it.
constexpr access launched_by(mercator::detail::builder build, const access& a, const extents& block) {
  pool p;
  map_form m(p);
  build(m);
  return launched(launched(a, block), m);
}

template <class Map, class Shape, int Threads, i64 ElementBytes, bool Vector, class Block>
struct static_access {
  static constexpr access value = launched_by(&Map::build, {Shape::value, Threads, ElementBytes, Vector}, Block::value);
};

template <class Map, class Access>
inline constexpr int beyond_block = ask<int>(&Map::build, [](const map_tree& t, means) {
  return dimension_beyond_block(t, Access::value);
});

/// Whether a static map's counts are those of an access to the shape.
template <class Map, class Shape, int Threads, bool Vector>
inline constexpr bool has_counts_of_access = Threads >= 1 && Threads <= 3 && (Threads <= Map::counts.dimensions) &&
                                             (Map::counts.results == (Shape::rank == 0 ? 1 : Shape::rank)) &&
                                             (!Vector || Map::counts.ranges > 0);

/// Whether there is such an access.
template <class Map, class Shape, int Threads, bool Vector, class Block, class Access>
constexpr bool is_access() {
  if constexpr (!has_counts_of_access<Map, Shape, Threads, Vector>)
    return false;
  else if constexpr (!is_tile(Block::value, Threads))
    return Block::rank == 0;
  else
    return beyond_block<Map, Access> < 0;
}

/// The error that says why there is none.
template <class Map, class Shape, int Threads, bool Vector, class Block, class Access>
constexpr void fail_without_access() {
  static_cast<void>(access_requires_one_to_three_thread_dimensions<Threads>{});
  static_cast<void>(access_requires_a_dimension_for_each_of_the_threads<Threads, Map::counts.dimensions>{});
  if constexpr (Shape::rank != 0 || Map::counts.results != 1)
    static_cast<void>(access_requires_a_result_for_each_dimension_of_the_shape<Map::counts.results, Shape::rank>{});
  if constexpr (Vector) static_cast<void>(vector_access_requires_a_range_variable<Map::counts.ranges>{});
  static_cast<void>(thread_block_requires_sizes_of_at_least_1<Block>{});
  if constexpr (Block::rank != 0)
    static_cast<void>(thread_block_requires_a_size_for_each_thread_dimension<Block::rank, Threads>{});
  if constexpr (has_counts_of_access<Map, Shape, Threads, Vector> && is_tile(Block::value, Threads))
    static_cast<void>(sizeof(map_has_threads_beyond_the_block<simplified_t<Map>, Block, beyond_block<Map, Access>>));
}

/// Calls count(tree, access, means) at run time; `known` is false of what it gives where there is no such access.
template <class Report, RuntimeMap Map, class Count>
Report count_access(const Map& m, const access& a, const extents& block, Count count) {
  return ask(m, [&](const map_tree& t, means with) {
    const access in_block = launched(a, block);
    const bool possible = block.rank == 0 || (is_tile(block, a.threads) && dimension_beyond_block(t, in_block) < 0);
    return fits(t, a) && possible ? count(t, in_block, with) : Report{};
  });
}

}  // namespace analysis

}  // namespace mercator
