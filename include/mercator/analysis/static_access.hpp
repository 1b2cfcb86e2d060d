// Accesses of static maps: what is launched for them, and what the compiler says where there is no access.
#pragma once

#include "mercator/analysis/access.hpp"
#include "mercator/analysis/subject.hpp"

namespace mercator {

/// The block of threads that is launched, blockDim.x first: thread_block<32, 8>. thread_block<>: what the map says.
template <i64... Sizes>
struct thread_block {
  static_assert(((Sizes > 0) && ...), "mercator: thread_block<...> requires sizes of at least 1");
  /// The number of dimensions.
  static constexpr int rank = sizeof...(Sizes);
  static constexpr extents value{rank, {Sizes...}};
};

/// An error: the map of the first argument is no map from threads to elements of the shape.
template <class Map, class Shape>
struct access_requires_a_map_from_threads_to_elements {
  static_assert(sizeof(Map) == 0,
                "mercator: an access requires a map whose first dimensions are the thread's and whose results "
                "are indices of the shape, and for a vector a range variable");
};
/// An error: the block has Sizes sizes, where Threads dimensions of the map are the thread's.
template <int Sizes, int Threads>
struct thread_block_requires_a_size_for_each_thread_dimension {
  static_assert(Sizes == Threads,
                "mercator: coalescing<E, T>(m, shape, thread_block<...>{}) requires as many sizes as T says dimensions "
                "are the thread's; got the numbers shown");
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
  else if constexpr (Block::rank == 0 || Block::rank != Threads)
    return Block::rank == 0;
  else
    return beyond_block<Map, Access> < 0;
}

/// The error that says why there is none.
template <class Map, class Shape, int Threads, bool Vector, class Block, class Access>
constexpr void fail_without_access() {
  if constexpr (!has_counts_of_access<Map, Shape, Threads, Vector>)
    static_cast<void>(sizeof(access_requires_a_map_from_threads_to_elements<simplified_t<Map>, Shape>));
  else if constexpr (Block::rank != Threads)
    static_cast<void>(thread_block_requires_a_size_for_each_thread_dimension<Block::rank, Threads>{});
  else
    static_cast<void>(sizeof(map_has_threads_beyond_the_block<simplified_t<Map>, Block, beyond_block<Map, Access>>));
}

/// Calls count(tree, access, means) at run time; `known` is false of what it gives where there is no such access.
template <class Report, RuntimeMap Map, class Count>
Report count_access(const Map& m, const access& a, const extents& block, Count count) {
  return ask(m, [&](const map_tree& t, means with) {
    bool possible = fits(t, a) && (block.rank == 0 || block.rank == a.threads);
    for (int d = 0; d < block.rank; ++d) possible = possible && block[d] > 0;
    const access in_block = launched(a, block);
    possible = possible && (block.rank == 0 || dimension_beyond_block(t, in_block) < 0);
    return possible ? count(t, in_block, with) : Report{};
  });
}

}  // namespace analysis

}  // namespace mercator
