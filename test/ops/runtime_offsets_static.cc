// Operations with runtime variables, as types, against the same maps as text, and where the variables come
// from.
#include <type_traits>

#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

namespace {

using namespace mercator;
using namespace mercator::literals;
using ops::direction;

// ---- dynamic-slice

constexpr auto part = ops::dynamic_slice(shape<2, 2, 258>{}, ops::slice_sizes<1, 2, 32>{});
static_assert(std::is_same_v<decltype(part.output()), shape<1, 2, 32>> && part.operands == 4);
static_assert(part.output_to_input<0>() ==
              "(d0, d1, d2){rt0, rt1, rt2} -> (d0 + rt0, d1 + rt1, d2 + rt2), domain: d0 in [0, 0], d1 in [0, 1],"
              " d2 in [0, 31], rt0 in [0, 1], rt1 in [0, 0], rt2 in [0, 226]"_map);
static_assert(part.output_to_input<3>() == "(d0, d1, d2) -> (), domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 31]"_map);
static_assert(part.input_to_output<0>() ==
              "(d0, d1, d2){rt0, rt1, rt2} -> (0, d1, d2 - rt2), domain: d0 in [0, 1], d1 in [0, 1], d2 in [0, 257],"
              " rt0 in [0, 1], rt1 in [0, 0], rt2 in [0, 226], d0 - rt0 in [0, 0], d2 - rt2 in [0, 31]"_map);
static_assert(part.source<0, 2>().operand == 3);
static_assert(part.source<0, 2>() == part.output_to_input<3>());
static_assert(part.source<0, 1, direction::input_to_output>() ==
              "(d0, d1, d2) -> (), domain: d0 in [0, 1], d1 in [0, 1], d2 in [0, 257]"_map);

// ---- dynamic-update-slice

constexpr auto updated = ops::dynamic_update_slice(shape<20, 30>{}, shape<5, 10>{});
static_assert(std::is_same_v<decltype(updated.output()), shape<20, 30>> && updated.operands == 4);
static_assert(updated.output_to_input<0>() == identity(shape<20, 30>{}));
static_assert(updated.output_to_input<1>() ==
              "(d0, d1){rt0, rt1} -> (d0 - rt0, d1 - rt1), domain: d0 in [0, 19], d1 in [0, 29], rt0 in [0, 15],"
              " rt1 in [0, 20], d0 - rt0 in [0, 4], d1 - rt1 in [0, 9]"_map);
static_assert(updated.input_to_output<1>() ==
              "(d0, d1){rt0, rt1} -> (d0 + rt0, d1 + rt1), domain: d0 in [0, 4], d1 in [0, 9], rt0 in [0, 15],"
              " rt1 in [0, 20]"_map);
static_assert(updated.output_to_input<3>() == "(d0, d1) -> (), domain: d0 in [0, 19], d1 in [0, 29]"_map);
static_assert(updated.source<1, 0>().operand == 2 && updated.source<1, 1>().operand == 3);

// ---- gather

constexpr auto gathered =
    ops::gather(shape<33, 76, 70>{}, shape<1806, 2>{}, ops::offset_dims<1, 2, 3>{}, ops::start_index_map<0, 1>{},
                ops::index_vector_dim<1>{}, ops::slice_sizes<7, 8, 4>{});
static_assert(std::is_same_v<decltype(gathered.output()), shape<1806, 7, 8, 4>>);
static_assert(gathered.output_to_input<0>() ==
              "(d0, d1, d2, d3){rt0, rt1} -> (d1 + rt0, d2 + rt1, d3), domain: d0 in [0, 1805], d1 in [0, 6],"
              " d2 in [0, 7], d3 in [0, 3], rt0 in [0, 26], rt1 in [0, 68]"_map);
static_assert(gathered.output_to_input<1>() ==
              "(d0, d1, d2, d3)[s0] -> (d0, s0), domain: d0 in [0, 1805], d1 in [0, 6], d2 in [0, 7], d3 in [0, 3],"
              " s0 in [0, 1]"_map);
static_assert(gathered.source<0, 1>() ==
              "(d0, d1, d2, d3) -> (d0, 1), domain: d0 in [0, 1805], d1 in [0, 6], d2 in [0, 7], d3 in [0, 3]"_map);
static_assert(gathered.source<0, 1>().operand == 1 &&
              gathered.source<0>().from.values_outside == ops::outside::clamped);
static_assert(gathered.input_to_output<0>() ==
              "(d0, d1, d2)[s0]{rt0, rt1} -> (s0, d0 - rt0, d1 - rt1, d2), domain: d0 in [0, 32], d1 in [0, 75],"
              " d2 in [0, 3], s0 in [0, 1805], rt0 in [0, 26], rt1 in [0, 68], d0 - rt0 in [0, 6],"
              " d1 - rt1 in [0, 7]"_map);
static_assert(gathered.source<0, 1, direction::input_to_output>() ==
              "(d0, d1, d2)[s0] -> (s0, 1), domain: d0 in [0, 32], d1 in [0, 75], d2 in [0, 69], s0 in [0, 1805]"_map);
static_assert(gathered.input_to_output<1>() ==
              "(d0, d1)[s0, s1, s2] -> (d0, s0, s1, s2), domain: d0 in [0, 1805], d1 in [0, 1], s0 in [0, 6],"
              " s1 in [0, 7], s2 in [0, 3]"_map);
// The variables are in the operand's order, whatever the order of the components.
constexpr auto shuffled =
    ops::gather(shape<33, 76, 70>{}, shape<1806, 2>{}, ops::offset_dims<1, 2, 3>{}, ops::start_index_map<1, 0>{},
                ops::index_vector_dim<1>{}, ops::slice_sizes<7, 8, 4>{});
static_assert(shuffled.output_to_input<0>() == gathered.output_to_input<0>());
static_assert(shuffled.source<0, 0>() == gathered.source<0, 1>());
// A batching dimension: rows of a table for each batch.
static_assert(
    ops::gather(shape<4, 9, 8>{}, shape<4, 5>{}, ops::offset_dims<2>{}, ops::collapsed_slice_dims<1>{},
                ops::operand_batching_dims<0>{}, ops::start_indices_batching_dims<0>{}, ops::start_index_map<1>{},
                ops::index_vector_dim<2>{}, ops::slice_sizes<1, 1, 8>{})
        .output_to_input<0>() ==
    "(d0, d1, d2){rt0} -> (d0, rt0, d2), domain: d0 in [0, 3], d1 in [0, 4], d2 in [0, 7], rt0 in [0, 8]"_map);

// ---- scatter

constexpr auto scattered =
    ops::scatter(shape<33, 76>{}, shape<9, 1>{}, shape<9, 76>{}, ops::update_window_dims<1>{},
                 ops::inserted_window_dims<0>{}, ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{});
static_assert(std::is_same_v<decltype(scattered.output()), shape<33, 76>> && scattered.operands == 3);
static_assert(scattered.output_to_input<0>() == identity(shape<33, 76>{}));
static_assert(scattered.input_to_output<2>() ==
              "(d0, d1){rt0} -> (rt0, d1), domain: d0 in [0, 8], d1 in [0, 75], rt0 in [0, 32]"_map);
static_assert(scattered.output_to_input<2>() ==
              "(d0, d1)[s0]{rt0} -> (s0, d1), domain: d0 in [0, 32], d1 in [0, 75], s0 in [0, 8], rt0 in [0, 32],"
              " d0 - rt0 in [0, 0]"_map);
static_assert(scattered.source<2, 0>() ==
              "(d0, d1)[s0] -> (s0, 0), domain: d0 in [0, 32], d1 in [0, 75], s0 in [0, 8]"_map);
static_assert(scattered.source<2>().operand == 1 && scattered.source<2>().from.values_outside == ops::outside::skipped);
static_assert(scattered.output_to_input<1>() ==
              "(d0, d1)[s0, s1] -> (s0, s1), domain: d0 in [0, 32], d1 in [0, 75], s0 in [0, 8], s1 in [0, 0]"_map);
constexpr auto variadic =
    ops::scatter(shape<33, 76>{}, shape<9, 1>{}, shape<9, 76>{}, ops::update_window_dims<1>{}, ops::input_count<2>{},
                 ops::inserted_window_dims<0>{}, ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{});
static_assert(variadic.operands == 5 && variadic.source<4>().operand == 2);
static_assert(variadic.output_to_input<3>() == scattered.output_to_input<2>());

}  // namespace
