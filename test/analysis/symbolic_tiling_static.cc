// Tiles of symbolic size, through operations and chains.
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

// ---- a transpose, one case: (o0, o1, t0, t1)
constexpr auto turn = ops::transpose(shape<64, 96>{}, perm<1, 0>{});
constexpr auto turned = tile_case_of<0>(turn.output_to_input<0>());
static_assert(tile_cases(turn.output_to_input<0>()) == 1);
static_assert(turned.offset ==
              "(d0, d1, d2, d3) -> (d1, d0), domain: d0 in [0, 95], d1 in [0, 63], d2 in [1, 96], d3 in [1, 64], "
              "d0 + d2 in [1, 96], d1 + d3 in [1, 64]"_map);
static_assert(turned.size ==
              "(d0, d1, d2, d3) -> (d3, d2), domain: d0 in [0, 95], d1 in [0, 63], d2 in [1, 96], d3 in [1, 64], "
              "d0 + d2 in [1, 96], d1 + d3 in [1, 64]"_map);

// ---- a reshape of [96, 64] to [6144]: tiles within a row, and tiles of whole rows
constexpr auto flat = ops::reshape(turn.output(), shape<6144>{});
static_assert(tile_cases(flat.output_to_input<0>()) == 2);
static_assert(tile_case_of<0>(flat.output_to_input<0>()).size ==
              "(d0, d1) -> (1, d1), domain: d0 in [0, 6143], d1 in [1, 64], d0 mod 64 + d1 in [1, 64]"_map);
constexpr auto rows = tile_case_of<1>(flat.output_to_input<0>());
static_assert(rows.offset ==
              "(d0, d1) -> (d0 floordiv 64, 0), domain: d0 in [0, 6080], d1 in [64, 6144], d0 + d1 in [64, 6144], "
              "d0 mod 64 in [0, 0], d1 mod 64 in [0, 0]"_map);
static_assert(rows.size(128, 192) == coord<2>{3, 64} && rows.stride(128, 192) == coord<2>{1, 1});

// ---- both, in one
constexpr auto both = flat.output_to_input<0>() >> turn.output_to_input<0>();
static_assert(tile_cases(both) == 2);
static_assert(tile_case_of<1>(both).size(0, 128) == coord<2>{64, 2});

// ---- softmax and the product that follows it
constexpr auto softmax_row =
    "(b, q, k)[s] -> (b, q, s), domain: b in [0, 15], q in [0, 1023], k in [0, 1023], s in [0, 1023]"_map;
constexpr auto product_left =
    "(b, q, v)[k] -> (b, q, k), domain: b in [0, 15], q in [0, 1023], v in [0, 63], k in [0, 1023]"_map;
constexpr auto attention = tile_case_of<0>(product_left >> softmax_row);
static_assert(tile_cases(product_left >> softmax_row) == 1);
static_assert(attention.offset(3, 64, 0, 1, 64, 32) == coord<3>{3, 64, 0} &&
              attention.size(3, 64, 0, 1, 64, 32) == coord<3>{1, 64, 1024});

// ---- a padded convolution of stride 2, cut at the borders
constexpr auto window = "(x)[k] -> (x * 2 + k - 1), domain: x in [0, 111], k in [0, 2], x * 2 + k - 1 in [0, 223]"_map;
constexpr auto image = tile_case_of<0>(window);
static_assert(image.offset ==
              "(d0, d1) -> (max(d0 * 2 - 1, 0)), domain: d0 in [0, 111], d1 in [1, 112], d0 + d1 in [1, 112]"_map);
static_assert(image.size(0, 8)[0] == 16 && image.size(8, 8)[0] == 17);

// ---- the other direction: where the elements of an input's tile go
constexpr auto forward = tile_case_of<0>(turn.input_to_output<0>());
static_assert(forward.offset(8, 32, 4, 5) == coord<2>{32, 8} && forward.size(8, 32, 4, 5) == coord<2>{5, 4});

// ---- offsets that are known while running stay variables
constexpr auto sliced = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 9], rt0 in [0, 4]"_map;
static_assert(tile_case_of<0>(sliced).offset(2, 3, 4)[0] == 6);

// ---- tiles lie in the box that a map is written with: those with holes at their beginning too
constexpr auto fourth = "(d0) -> ((d0 + 3) floordiv 4), domain: d0 in [0, 11], (d0 + 3) mod 4 in [0, 0]"_map;
static_assert(tile_case_of<0>(fourth).offset(0, 4) == coord<1>{1} &&
              tile_case_of<0>(fourth).size(0, 12) == coord<1>{3});

// ---- a slice of 12 elements that takes 1, 5 and 9: tiles of the operand lie anywhere, before its first element too
constexpr auto taken = ops::slice(shape<12>{}, ops::start<1>{}, ops::limit<12>{}, ops::stride<4>{});
constexpr auto takers = tile_case_of<0>(taken.input_to_output<0>());
static_assert(tile_cases(taken.input_to_output<0>()) == 1);
static_assert(takers.offset(0, 4)[0] == 0 && takers.size(0, 4)[0] == 1 && takers.size(0, 6)[0] == 2);
static_assert(takers.offset(6, 6)[0] == 2 && takers.size(6, 6)[0] == 1);
