// Operations whose maps have ranges, as types, against the same maps as text.
#include <type_traits>

#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

namespace {

using namespace mercator;
using namespace mercator::literals;

/// The operation's shape.
template <class Shape, class Operation>
constexpr bool has_output(Operation op, Shape) {
  return std::is_same_v<decltype(op.output()), Shape> && std::is_empty_v<Operation>;
}

// ---- concatenate

constexpr auto joined = ops::concatenate(ops::axes<1>{}, shape<2, 5, 7>{}, shape<2, 11, 7>{}, shape<2, 17, 7>{});
static_assert(has_output(joined, shape<2, 33, 7>{}) && joined.operands == 3);
static_assert(joined.output_to_input<0>() ==
              "(d0, d1, d2) -> (d0, d1, d2), domain: d0 in [0, 1], d1 in [0, 4], d2 in [0, 6]"_map);
static_assert(joined.output_to_input<1>() ==
              "(d0, d1, d2) -> (d0, d1 - 5, d2), domain: d0 in [0, 1], d1 in [5, 15], d2 in [0, 6]"_map);
static_assert(joined.output_to_input<2>() ==
              "(d0, d1, d2) -> (d0, d1 - 16, d2), domain: d0 in [0, 1], d1 in [16, 32], d2 in [0, 6]"_map);
static_assert(joined.input_to_output<1>() ==
              "(d0, d1, d2) -> (d0, d1 + 5, d2), domain: d0 in [0, 1], d1 in [0, 10], d2 in [0, 6]"_map);
static_assert(joined.input_to_output<2>() ==
              "(d0, d1, d2) -> (d0, d1 + 16, d2), domain: d0 in [0, 1], d1 in [0, 16], d2 in [0, 6]"_map);

// ---- iota, constant

constexpr auto counted = ops::iota(shape<2, 4>{}, ops::axes<1>{});
static_assert(has_output(counted, shape<2, 4>{}));
static_assert(counted.output_to_input() == "(d0, d1) -> (), domain: d0 in [0, 1], d1 in [0, 3]"_map);
static_assert(counted.input_to_output() == "()[s0, s1] -> (s0, s1), domain: s0 in [0, 1], s1 in [0, 3]"_map);
static_assert(ops::constant(shape<>{}).output_to_input() == identity(shape<>{}));

// ---- reduce, sort

constexpr auto sum = ops::reduce(shape<2, 4, 8, 16>{}, ops::axes<0, 3>{});
static_assert(has_output(sum, shape<4, 8>{}) && sum.operands == 2);
static_assert(sum.output_to_input<0>() ==
              "(d0, d1)[s0, s1] -> (s0, d0, d1, s1), domain: d0 in [0, 3], d1 in [0, 7],"
              " s0 in [0, 1], s1 in [0, 15]"_map);
static_assert(sum.input_to_output<0>() ==
              "(d0, d1, d2, d3) -> (d1, d2), domain: d0 in [0, 1], d1 in [0, 3],"
              " d2 in [0, 7], d3 in [0, 15]"_map);
constexpr auto pairs = ops::reduce(shape<256, 10>{}, ops::axes<0>{}, ops::input_count<2>{});
static_assert(has_output(pairs, shape<10>{}) && pairs.operands == 4);
static_assert(pairs.output_to_input<1>() == "(d0)[s0] -> (s0, d0), domain: d0 in [0, 9], s0 in [0, 255]"_map);
static_assert(pairs.output_to_input<2>() == "(d0) -> (), domain: d0 in [0, 9]"_map);
static_assert(pairs.input_to_output<1>() == "(d0, d1) -> (d1), domain: d0 in [0, 255], d1 in [0, 9]"_map);
static_assert(pairs.input_to_output<3>() == "()[s0] -> (s0), domain: s0 in [0, 9]"_map);
static_assert(ops::reduce(shape<150, 20, 10, 50>{}, ops::axes<3, 1>{}).output_to_input<0>() ==
              "(d0, d1)[s0, s1] -> (d0, s0, d1, s1), domain: d0 in [0, 149], d1 in [0, 9], s0 in [0, 19],"
              " s1 in [0, 49]"_map);
static_assert(converse(sum.output_to_input<0>()) == sum.input_to_output<0>());

constexpr auto sorted = ops::sort(shape<4, 8>{}, ops::axes<1>{}, ops::input_count<2>{});
static_assert(has_output(sorted, shape<4, 8>{}) && sorted.operands == 2);
static_assert(sorted.output_to_input<1>() ==
              "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 3], d1 in [0, 7], s0 in [0, 7]"_map);
static_assert(sorted.input_to_output<1>() == sorted.output_to_input<0>());

// ---- dot

constexpr auto product =
    ops::dot(shape<4, 128, 256>{}, shape<4, 256, 64>{}, ops::lhs_batch_dims<0>{}, ops::rhs_batch_dims<0>{},
             ops::lhs_contracting_dims<2>{}, ops::rhs_contracting_dims<1>{});
static_assert(has_output(product, shape<4, 128, 64>{}));
static_assert(product.output_to_input<0>() ==
              "(d0, d1, d2)[s0] -> (d0, d1, s0), domain: d0 in [0, 3], d1 in [0, 127],"
              " d2 in [0, 63], s0 in [0, 255]"_map);
static_assert(product.output_to_input<1>() ==
              "(d0, d1, d2)[s0] -> (d0, s0, d2), domain: d0 in [0, 3], d1 in [0, 127],"
              " d2 in [0, 63], s0 in [0, 255]"_map);
static_assert(product.input_to_output<0>() ==
              "(d0, d1, d2)[s0] -> (d0, d1, s0), domain: d0 in [0, 3], d1 in [0, 127],"
              " d2 in [0, 255], s0 in [0, 63]"_map);
static_assert(product.input_to_output<1>() ==
              "(d0, d1, d2)[s0] -> (d0, s0, d2), domain: d0 in [0, 3], d1 in [0, 255],"
              " d2 in [0, 63], s0 in [0, 127]"_map);
static_assert(converse(product.output_to_input<1>()) == product.input_to_output<1>());
// The order of attributes does not matter.
static_assert(ops::dot(shape<4, 38, 17, 11, 18, 10>{}, shape<17, 10, 16, 18, 22, 38>{},
                       ops::rhs_contracting_dims<3, 0>{}, ops::lhs_contracting_dims<4, 2>{},
                       ops::lhs_batch_dims<5, 1>{}, ops::rhs_batch_dims<1, 5>{})
                  .output_to_input<1>() ==
              "(d0, d1, d2, d3, d4, d5)[s0, s1] -> (s1, d0, d4, s0, d5, d1), domain: d0 in [0, 9], d1 in [0, 37],"
              " d2 in [0, 3], d3 in [0, 10], d4 in [0, 15], d5 in [0, 21], s0 in [0, 17], s1 in [0, 16]"_map);
static_assert(has_output(ops::dot(shape<>{}, shape<3>{}), shape<3>{}));

constexpr auto scaled = ops::scaled_dot(shape<2, 10>{}, shape<10, 2>{}, shape<2, 2>{}, shape<2, 2>{},
                                        ops::lhs_contracting_dims<1>{}, ops::rhs_contracting_dims<0>{});
static_assert(has_output(scaled, shape<2, 2>{}) && scaled.operands == 4);
static_assert(scaled.output_to_input<1>() ==
              "(d0, d1)[s0] -> (s0, d1), domain: d0 in [0, 1], d1 in [0, 1], s0 in [0, 9]"_map);
static_assert(scaled.output_to_input<2>() ==
              "(d0, d1)[s0] -> (d0, s0 floordiv 5), domain: d0 in [0, 1], d1 in [0, 1], s0 in [0, 9]"_map);
static_assert(scaled.output_to_input<3>() ==
              "(d0, d1)[s0] -> (s0 floordiv 5, d1), domain: d0 in [0, 1], d1 in [0, 1], s0 in [0, 9]"_map);
static_assert(scaled.input_to_output<2>() ==
              "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 1], d1 in [0, 1], s0 in [0, 1]"_map);

// ---- bitcast

constexpr auto same_bytes = ops::bitcast(shape<3, 12288, 6, 128>{}, shape<3, 6, 128, 12288>{},
                                         ops::layout<3, 2, 1, 0>{}, ops::layout<2, 1, 3, 0>{});
static_assert(same_bytes.output_to_input() ==
              "(d0, d1, d2, d3) -> (d0, d3, d1, d2), domain: d0 in [0, 2],"
              " d1 in [0, 5], d2 in [0, 127], d3 in [0, 12287]"_map);
static_assert(
    ops::bitcast(shape<16, 17, 3>{}, shape<51, 16>{}, ops::layout<2, 1, 0>{}, ops::layout<0, 1>{}).input_to_output() ==
    "(d0, d1, d2) -> (d1 * 3 + d2, d0), domain: d0 in [0, 15], d1 in [0, 16], d2 in [0, 2]"_map);
static_assert(ops::bitcast(shape<4, 8>{}, shape<32>{}).output_to_input() ==
              ops::reshape(shape<4, 8>{}, shape<32>{}).output_to_input<0>());

constexpr auto bytes = ops::bitcast_convert(shape<10>{}, shape<10, 4>{});
static_assert(bytes.output_to_input() == "(d0, d1) -> (d0), domain: d0 in [0, 9], d1 in [0, 3]"_map);
static_assert(bytes.input_to_output() == "(d0)[s0] -> (d0, s0), domain: d0 in [0, 9], s0 in [0, 3]"_map);
static_assert(ops::bitcast_convert(shape<10, 4>{}, shape<10>{}).output_to_input() == bytes.input_to_output());

}  // namespace
