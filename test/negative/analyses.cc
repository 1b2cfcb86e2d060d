// Facts that cannot be decided, and wrong arguments of what asks for them.
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto flip = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
// Steps of two large primes: more work than is done while compiling.
constexpr auto hard = "(d0, d1) -> ((d0 * 7 + d1 * 5) floordiv 10007 + d0 * 3 floordiv 10009), domain: d0 in [0, 999999], d1 in [0, 999999]"_map;

//// in_bounds_of_no_shape
// expect: proof_requires_a_shape<int>
// expect: mercator: a map's results are indices of a shape: requires one such as shape<4, 8>{}; got the type shown here
static_assert(in_bounds(identity(shape<4>{}), 4));

//// bounds_undecided
// expect: bounds_undecided<
// expect: mercator: in_bounds(m, shape) and image_bounds<K>(m) require a map that can be decided with little work
static_assert(in_bounds(hard, shape<1401>{}));

//// image_bounds_undecided
// expect: mercator: in_bounds(m, shape) and image_bounds<K>(m) require a map that can be decided with little work
constexpr auto wrong = image_bounds<0>(hard);

//// image_bounds_of_no_result
// expect: map_has_no_result_of_that_number<2, 2>
constexpr auto wrong = image_bounds<2>(flip);

//// covering_undecided
// expect: covering_undecided<
// expect: mercator: covers(m, shape) requires a map that can be decided with little work
static_assert(covers(hard, shape<1401>{}));

//// disjointness_undecided
// expect: disjointness_undecided<
// expect: mercator: disjoint(f, g) requires maps that can be decided with little work
constexpr auto f = "(d0) -> (d0 * 1000003 + (d0 * 7) floordiv 10007), domain: d0 in [0, 999999]"_map;
constexpr auto g = "(d0) -> (d0 * 1000033 + (d0 * 5) floordiv 10009 + 500), domain: d0 in [0, 999999]"_map;
static_assert(disjoint(f, g));

//// monotonicity_undecided
// expect: monotonicity_undecided<
// expect: mercator: is_monotonic(m) requires a map that can be decided with little work
constexpr auto m = "(d0) -> (d0 * 1000003 floordiv 1009 - d0 * 1000 floordiv 1013), domain: d0 in [0, 999999]"_map;
static_assert(is_monotonic(m));

//// disjoint_of_other_ranks
// expect: maps_have_results_of_different_rank<2, 1>
// expect: mercator: disjoint(f, g) requires maps with as many results
static_assert(disjoint(flip, hard));

//// elements_of_no_size
// expect: mercator: coalescing<E>(m, shape) requires elements of at least a byte
constexpr auto wrong = coalescing<0>(flip, shape<8, 4>{});

//// banks_of_elements_of_no_size
// expect: mercator: bank_conflicts<E>(m, shape) requires elements of at least a byte
constexpr auto wrong = bank_conflicts<0>(flip, shape<8, 4>{});

//// access_of_four_thread_dimensions
// expect: access_requires_one_to_three_thread_dimensions<4>
// expect: mercator: coalescing and bank_conflicts<E, T>(m, shape) require that T, how many dimensions are the thread's, is 1, 2 or 3; got
constexpr auto of_four = "(d0, d1, d2, d3) -> (d0), domain: d0 in [0, 3], d1 in [0, 3], d2 in [0, 3], d3 in [0, 3]"_map;
constexpr auto wrong = coalescing<4, 4>(of_four, shape<4>{});

//// access_of_more_thread_dimensions_than_the_map_has
// expect: access_requires_a_dimension_for_each_of_the_threads<3, 2>
// expect: mercator: coalescing and bank_conflicts<E, T>(m, shape) require a map whose first T dimensions are the thread's; got T and the
constexpr auto wrong = coalescing<4, 3>(flip, shape<8, 4>{});

//// access_to_another_rank
// expect: access_requires_a_result_for_each_dimension_of_the_shape<2, 0>
// expect: mercator: coalescing and bank_conflicts<E>(m, shape) require a map with a result for each dimension of the shape, or for shape<>
constexpr auto wrong = bank_conflicts<4, 2>(flip, shape<>{});

//// vector_access_without_ranges
// expect: vector_access_requires_a_range_variable<0>
// expect: mercator: coalescing and bank_conflicts<E, T, true>(m, shape) require a map whose last range variable is the vector's; got one
constexpr auto wrong = coalescing<4, 2, true>(flip, shape<8, 4>{});

//// threads_beyond_the_block
// expect: map_has_threads_beyond_the_block<
// expect: thread_block<4, 4>, 1>
// expect: mercator: a thread_block requires threads from 0 to below its sizes; got a map whose dimension of the number shown
constexpr auto wrong = coalescing<4, 2>(flip, shape<8, 4>{}, thread_block<4, 4>{});

//// block_of_other_rank
// expect: thread_block_requires_a_size_for_each_thread_dimension<1, 2>
// expect: mercator: coalescing and bank_conflicts<E, T>(m, shape, thread_block<...>{}) require as many sizes as T says dimensions are the
constexpr auto wrong = bank_conflicts<4, 2>(flip, shape<8, 4>{}, thread_block<4>{});

//// block_of_no_size
// expect: thread_block_requires_sizes_of_at_least_1<
// expect: mercator: thread_block<...> requires sizes of at least 1; got the block shown
constexpr auto wrong = bank_conflicts<4, 2>(flip, shape<8, 4>{}, thread_block<4, 0>{});

//// lines_of_no_size
// expect: mercator: lines_touched<E, U> requires sizes of at least a byte
constexpr auto wrong = lines_touched<4, 0>(shape<8, 4>{}, flip);

//// lines_of_other_rank
// expect: map_has_other_rank_than_the_shape<2, 1>
// expect: mercator: a map's results are indices of a shape: requires a shape with as many dimensions
constexpr auto wrong = lines_touched<4, 32>(shape<32>{}, flip);

//// utilization_beyond_the_shape
// expect: reads_beyond_the_shape<
// expect: mercator: utilization and lines_touched(shape, maps...) require results within the shape; got this map, which has
constexpr auto wrong = utilization(shape<8, 3>{}, flip);

//// utilization_of_two_outputs
// expect: maps_have_different_numbers_of_dimensions<2, 1>
// expect: mercator: utilization and lines_touched(shape, maps...) require maps of one output, with as many dimensions
constexpr auto wrong = utilization(shape<8, 4>{}, flip, "(d0) -> (d0, 0), domain: d0 in [0, 7]"_map);

//// tile_of_mixed_quotient
// expect: no_tile_since_a_quotient_mixes_place_and_index<
// expect: mercator: tile_offsets(m, tile) requires results without a quotient of both the tile's place and an index in the
constexpr auto m = "(d0) -> (d0 floordiv 3), domain: d0 in [0, 63]"_map;
constexpr auto wrong = tile_offsets(m, tile<4>{});

//// tile_of_mixed_constraint
// expect: no_tile_since_a_constraint_mixes_place_and_index<
// expect: mercator: tile_offsets(m, tile) requires constraints on results or on indices in the tile
constexpr auto m = "(d0, d1) -> (d0, d1), domain: d0 in [0, 63], d1 in [0, 63], d0 * 3 + d1 in [5, 100]"_map;
constexpr auto wrong = tile_offsets(m, tile<4, 4>{});

//// tile_with_gaps
// expect: no_tile_since_a_result_is_not_evenly_spaced<
// expect: mercator: tile_offsets(m, tile) requires evenly spaced results
constexpr auto m = "(d0, d1) -> (d0 * 5 + d1), domain: d0 in [0, 63], d1 in [0, 1]"_map;
constexpr auto wrong = tile_offsets(m, tile<4, 2>{});

//// tile_undecided
// expect: no_tile_known<
// expect: mercator: tile_offsets(m, tile) requires a map that can be decided with little work
constexpr auto wrong = tile_offsets(hard, tile<1000000, 1000000>{});

//// utilization_without_maps
// expect: utilization
constexpr auto wrong = utilization(shape<8>{});

//// in_bounds_of_a_number
// expect: in_bounds
static_assert(in_bounds(3, shape<8>{}));

//// disjoint_of_one_map
// expect: disjoint
static_assert(disjoint(flip));
