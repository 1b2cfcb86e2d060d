// Wrong arguments of what makes maps, takes them apart and compares them.
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto flip = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto rows = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 4]"_map;

//// inverse_beyond_64_bits
// expect: inverse_requires_a_map_that_can_be_solved<
// expect: mercator: inverse(m) requires an injective map that the engine can solve
constexpr auto wrong = inverse(
    "(d0, d1) -> (d0 * 8589934593 + (d1 floordiv 4) * 3221225471), domain: d0 in [0, 15], d1 in [0, 15]"_map);

//// bounds_of_no_result
// expect: mercator: bounds<K>(m), image_bounds<K>(m) and submap<K...>(m) require numbers of m's results
// expect: map_has_no_result_of_that_number<3, 2>
constexpr auto wrong = bounds<3>(flip);

//// bounds_below_zero
// expect: map_has_no_result_of_that_number<-1, 2>
constexpr auto wrong = bounds<-1>(flip);

//// submap_of_no_result
// expect: map_has_no_result_of_that_number<2, 2>
constexpr auto wrong = submap<0, 2>(flip);

//// dimensions_to_ranges_of_too_many
// expect: mercator: dimensions_to_ranges<N>(m) requires that m has N dimensions
// expect: 3>
constexpr auto wrong = dimensions_to_ranges<3>(flip);

//// side_by_side_of_other_variables
// expect: mercator: side_by_side(f, g) requires that f and g have as many variables of each kind
constexpr auto wrong = side_by_side(flip, rows);

//// fold_runtime_of_no_variable
// expect: mercator: fold_runtime<N>(m, value) requires that m has a runtime variable N, counted from 0
constexpr auto wrong = fold_runtime<1>(rows, 2_c);

//// interval_beyond_64_bits
// expect: mercator: in<Lo, Hi> requires ends within 64 bits, the last numbers excluded
static_assert(make_map(dims<in<0, 9223372036854775807>>{}, results(d<0>)) == identity(shape<4>{}));

//// interval_from_the_smallest_number
// expect: mercator: in<Lo, Hi> requires ends within 64 bits, the last numbers excluded
static_assert(make_map(dims<in<-9223372036854775807 - 1, 0>>{}, results(d<0>)) == identity(shape<4>{}));

//// too_many_results
// expect: mercator: a static map requires less room: it has too many variables or terms
template <int... K>
constexpr auto many(std::integer_sequence<int, K...>) {
  return make_map(dims<in<0, 3>>{}, results((d<0> + cst<K>{})...));
}
constexpr auto wrong = many(std::make_integer_sequence<int, 65>{});

//// shape_of_negative_size
// expect: mercator: a shape requires sizes that are not negative
// expect: shape<4, -1>
constexpr shape<4, -1> wrong;

//// shape_of_too_many_dimensions
// expect: mercator: a shape requires at most 32 dimensions
constexpr shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1> wrong;

//// shape_of_too_many_elements
// expect: mercator: a shape requires a number of elements that fits 64 bits
// expect: 4294967296, 4294967296
constexpr auto wrong = identity(shape<4294967296, 4294967296>{}) >> identity(shape<4, 4>{});
static_assert(shape<4294967296, 4294967296>::elements > 0);

//// coordinate_beyond_the_last
// expect: mercator: get<K>(coord<N>) requires K < N
constexpr auto at = flip(1, 2);
constexpr auto wrong = get<2>(at);

//// modulo_zero
// expect: mercator: floordiv, ceildiv and mod require a divisor other than 0
constexpr auto wrong = d<0> % 0_c;

//// call_with_no_integer
// expect: mercator: m(...) requires integers, or what converts to one such as 3_c
// expect: call_requires_integers<double, int>
constexpr auto wrong = flip(1.5, 2);

//// call_of_a_recipe_with_too_many
// expect: call_requires_an_index_for_each_variable<3, 2>
// expect: mercator: m(...) requires one index for each dimension, range and runtime variable
constexpr auto wrong = compose(flip, flip)(1, 2, 3);

//// eval_with_too_few
// expect: eval
constexpr auto wrong = decltype(flip)::eval(1);

//// same_reads_undecided
// expect: mercator: f == g and same_reads(f, g) require maps that can be compared with little work
constexpr auto f = "(d0)[s0] -> (min(d0 * 7 + s0 floordiv 3, s0 * 5)), domain: d0 in [0, 3000], s0 in [0, 8000]"_map;
constexpr auto g = "(d0)[s0] -> (min(s0 * 5, d0 * 7 + (s0 + 1) floordiv 3)), domain: d0 in [0, 3000], s0 in [0, 8000]"_map;
static_assert(same_reads(f, g));

//// simplify_of_a_number
// expect-g++: (const mercator::simplify_verb) (int)
// expect-clang++: 'int' does not satisfy 'IndexingMap'
// expect-nvcc: simplify_verb
constexpr auto wrong = simplify(3);

//// compose_with_a_number
// expect: compose
constexpr auto wrong = compose(flip, 3);

//// constraint_between_numbers
// expect: write_8_c_for_a_constant_8
constexpr auto wrong = make_map(dims<in<0, 3>>{}, results(d<0>), where(between(d<0>, 0, 8)));

//// fold_runtime_of_a_number
// expect: write_8_c_for_a_constant_8
constexpr auto wrong = fold_runtime<0>(rows, 2);

//// minimum_with_a_number
// expect: write_8_c_for_a_constant_8
constexpr auto wrong = min(d<0>, 5);

//// maximum_of_a_number
// expect: write_8_c_for_a_constant_8
constexpr auto wrong = max(5, d<0>);

//// division_by_a_number
// expect: write_8_c_for_a_constant_8
constexpr auto wrong = floordiv(d<0>, 5);
