// Operations with windows, as types, against the same maps as text.
#include <type_traits>

#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

namespace {

using namespace mercator;
using namespace mercator::literals;

// ---- reduce-window

constexpr auto largest = ops::reduce_window(shape<1024, 514>{}, ops::window_size<1, 512>{});
static_assert(std::is_same_v<decltype(largest.output()), shape<1024, 3>> && largest.operands == 2);
static_assert(largest.output_to_input<0>() ==
              "(d0, d1)[s0] -> (d0, d1 + s0), domain: d0 in [0, 1023], d1 in [0, 2], s0 in [0, 511]"_map);
static_assert(largest.output_to_input<1>() == "(d0, d1) -> (), domain: d0 in [0, 1023], d1 in [0, 2]"_map);
static_assert(largest.input_to_output<0>() ==
              "(d0, d1)[s0] -> (d0, d1 - s0), domain: d0 in [0, 1023], d1 in [0, 513], s0 in [0, 511],"
              " d1 - s0 in [0, 2]"_map);

constexpr auto padded = ops::reduce_window(shape<13, 17>{}, ops::window_size<3, 2>{}, ops::stride<2, 1>{},
                                           ops::low<1, 0>{}, ops::high<1, 1>{});
static_assert(std::is_same_v<decltype(padded.output()), shape<7, 17>>);
static_assert(padded.output_to_input<0>() ==
              "(d0, d1)[s0, s1] -> (d0 * 2 + s0 - 1, d1 + s1), domain: d0 in [0, 6], d1 in [0, 16], s0 in [0, 2],"
              " s1 in [0, 1], d0 * 2 + s0 in [1, 13], d1 + s1 in [0, 16]"_map);

constexpr auto spread = ops::reduce_window(shape<2, 3>{}, ops::window_size<1, 1>{}, ops::base_dilation<2, 2>{});
static_assert(spread.output_to_input<0>() ==
              "(d0, d1) -> (d0 floordiv 2, d1 floordiv 2), domain: d0 in [0, 2], d1 in [0, 4], d0 mod 2 in [0, 0],"
              " d1 mod 2 in [0, 0]"_map);
static_assert(ops::reduce_window(shape<7, 3>{}, ops::window_size<2, 1>{}, ops::window_dilation<3, 1>{},
                                 ops::input_count<2>{})
                  .output_to_input<1>() ==
              "(d0, d1)[s0] -> (d0 + s0 * 3, d1), domain: d0 in [0, 3], d1 in [0, 2], s0 in [0, 1]"_map);

// ---- convolution

constexpr auto convolution = ops::convolution(shape<1, 12, 10, 4>{}, shape<4, 3, 5, 8>{}, ops::input_dims<0, 3, 1, 2>{},
                                              ops::kernel_dims<0, 3, 1, 2>{}, ops::output_dims<0, 3, 1, 2>{},
                                              ops::stride<2, 2>{}, ops::low<1, 2>{}, ops::high<1, 2>{});
static_assert(std::is_same_v<decltype(convolution.output()), shape<1, 6, 5, 8>>);
static_assert(convolution.output_to_input<0>() ==
              "(d0, d1, d2, d3)[s0, s1, s2] -> (0, d1 * 2 + s0 - 1, d2 * 2 + s1 - 2, s2), domain: d0 in [0, 0],"
              " d1 in [0, 5], d2 in [0, 4], d3 in [0, 7], s0 in [0, 2], s1 in [0, 4], s2 in [0, 3],"
              " d1 * 2 + s0 in [1, 12], d2 * 2 + s1 in [2, 11]"_map);
static_assert(convolution.output_to_input<1>() ==
              "(d0, d1, d2, d3)[s0, s1, s2] -> (s2, s0, s1, d3), domain: d0 in [0, 0], d1 in [0, 5], d2 in [0, 4],"
              " d3 in [0, 7], s0 in [0, 2], s1 in [0, 4], s2 in [0, 3]"_map);
static_assert(convolution.input_to_output<1>() ==
              "(d0, d1, d2, d3)[s0, s1, s2] -> (s0, s1, s2, d3), domain: d0 in [0, 3], d1 in [0, 2], d2 in [0, 4],"
              " d3 in [0, 7], s0 in [0, 0], s1 in [0, 5], s2 in [0, 4]"_map);

static_assert(ops::convolution(shape<1, 12, 10, 24>{}, shape<4, 3, 5, 48>{}, ops::input_dims<0, 3, 1, 2>{},
                               ops::kernel_dims<0, 3, 1, 2>{}, ops::output_dims<0, 3, 1, 2>{},
                               ops::feature_group_count<6>{})
                  .output_to_input<0>() ==
              "(d0, d1, d2, d3)[s0, s1, s2] -> (0, d1 + s0, d2 + s1, (d3 floordiv 8) * 4 + s2), domain: d0 in [0, 0],"
              " d1 in [0, 9], d2 in [0, 5], d3 in [0, 47], s0 in [0, 2], s1 in [0, 4], s2 in [0, 3]"_map);
static_assert(ops::convolution(shape<14, 12, 10, 4>{}, shape<4, 3, 5, 21>{}, ops::input_dims<0, 3, 1, 2>{},
                               ops::kernel_dims<0, 3, 1, 2>{}, ops::output_dims<0, 3, 1, 2>{},
                               ops::batch_group_count<7>{})
                  .output_to_input<0>() ==
              "(d0, d1, d2, d3)[s0, s1, s2] -> (d0 + (d3 floordiv 3) * 2, d1 + s0, d2 + s1, s2), domain: d0 in [0, 1],"
              " d1 in [0, 9], d2 in [0, 5], d3 in [0, 20], s0 in [0, 2], s1 in [0, 4], s2 in [0, 3]"_map);
static_assert(ops::convolution(shape<2, 3, 8>{}, shape<3, 4, 5>{}, ops::input_dims<0, 1, 2>{},
                               ops::kernel_dims<0, 1, 2>{}, ops::output_dims<0, 1, 2>{}, ops::window_reversal<0>{})
                  .output_to_input<1>() ==
              "(d0, d1, d2)[s0, s1] -> (s1, d1, -s0 + 4), domain: d0 in [0, 1], d1 in [0, 3], d2 in [0, 3],"
              " s0 in [0, 4], s1 in [0, 2]"_map);

// ---- select-and-scatter

constexpr auto unpooled = ops::select_and_scatter(shape<6>{}, shape<2>{}, ops::window_size<3>{}, ops::stride<3>{});
static_assert(std::is_same_v<decltype(unpooled.output()), shape<6>> && unpooled.operands == 3);
static_assert(unpooled.output_to_input<1>() ==
              "(d0)[s0] -> ((d0 - s0) floordiv 3), domain: d0 in [0, 5], s0 in [0, 2], d0 - s0 in [0, 3],"
              " (d0 - s0) mod 3 in [0, 0]"_map);
static_assert(unpooled.input_to_output<1>() == "(d0)[s0] -> (d0 * 3 + s0), domain: d0 in [0, 1], s0 in [0, 2]"_map);
static_assert(unpooled.output_to_input<2>() == "(d0) -> (), domain: d0 in [0, 5]"_map);

}  // namespace
