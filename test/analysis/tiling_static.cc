// Tiles of operands through operations and chains.
#include <string_view>

#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr bool is(const analysis::tile_shape& t, i64 a, i64 b) {
  return t.known && t.rank == 2 && t.size[0] == a && t.size[1] == b;
}

// ---- a transpose, and a reshape of it, in one
constexpr auto turn = ops::transpose(shape<64, 96>{}, perm<1, 0>{});
constexpr auto flat = ops::reshape(turn.output(), shape<6144>{});
constexpr auto both = flat.output_to_input<0>() >> turn.output_to_input<0>();
static_assert(is(tile_of(turn.output_to_input<0>(), tile<32, 16>{}), 16, 32));
static_assert(is(tile_of(both, tile<128>{}), 64, 2) && is(tile_of(both, tile<32>{}), 32, 1));
static_assert(tile_offsets(both, tile<128>{}) == "(d0) -> (0, d0 * 2), domain: d0 in [0, 47]"_map);
static_assert(tile_offsets(both, tile<32>{}) == "(d0) -> (d0 mod 2 * 32, d0 floordiv 2), domain: d0 in [0, 191]"_map);
static_assert(tile_of(both, tile<48>{}).why == analysis::no_tile::mixed_quotient);

// ---- softmax and the product that follows it: rows of the scores, by columns of the values
constexpr auto softmax_row =
    "(b, q, k)[s] -> (b, q, s), domain: b in [0, 15], q in [0, 1023], k in [0, 1023], s in [0, 1023]"_map;
constexpr auto product_left =
    "(b, q, v)[k] -> (b, q, k), domain: b in [0, 15], q in [0, 1023], v in [0, 63], k in [0, 1023]"_map;
constexpr auto attention = tile_of(product_left >> softmax_row, tile<1, 64, 64>{});
static_assert(attention.known && attention.size[0] == 1 && attention.size[1] == 64 && attention.size[2] == 1024);

// ---- a padded convolution of stride 2: windows that overlap, cut at the borders
constexpr auto window =
    "(y, x)[ky, kx] -> (y * 2 + ky - 1, x * 2 + kx - 1), domain: y in [0, 111], x in [0, 111], ky in [0, 2], "
    "kx in [0, 2], y * 2 + ky - 1 in [0, 223], x * 2 + kx - 1 in [0, 223]"_map;
constexpr auto input = tile_of(window, tile<8, 16>{});
static_assert(is(input, 17, 33) && input.clipped[0] && input.clip[0].lo == 0);
static_assert(tile_offsets(window, tile<8, 16>{}) ==
              "(d0, d1) -> (d0 * 16 - 1, d1 * 32 - 1), domain: d0 in [0, 13], d1 in [0, 6]"_map);
static_assert(std::string_view(explain(input).c_str()) == "A tile of [17, 33] elements, without those out of bounds.");

// ---- strides, and the other direction: where the elements of an input's tile go
constexpr auto every_third = ops::slice(shape<300>{}, ops::start<1>{}, ops::limit<300>{}, ops::stride<3>{});
static_assert(tile_of(every_third.output_to_input<0>(), tile<10>{}).stride[0] == 3);
static_assert(is(tile_of(turn.input_to_output<0>(), tile<8, 32>{}), 32, 8));

// ---- boxes that reach to the ends of 64 bits: what nothing uses does not matter, and else nothing is known
constexpr auto long_range = "(d0)[s0] -> (d0 * 2), domain: d0 in [0, 9], s0 in [-9223372036854775806, 131072]"_map;
constexpr auto long_tensor = "(d0) -> (d0), domain: d0 in [0, 9223372036854775807]"_map;
static_assert(image_bounds<0>(long_range) == interval{0, 18});
static_assert(!tile_of(long_range, tile<2>{}).known && tile_cases(long_range) == 0);
static_assert(!tile_of(long_tensor, tile<2>{}).known && tile_cases(long_tensor) == 0);

// ---- tiles are full within the intervals that a map is written with, whatever residues and guards leave of them
constexpr auto fourth = "(d0) -> ((d0 + 3) floordiv 4), domain: d0 in [0, 11], (d0 + 3) mod 4 in [0, 0]"_map;
static_assert(tile_offsets(fourth, tile<4>{}) == "(d0) -> (d0 + 1), domain: d0 in [0, 2]"_map);
constexpr auto guarded = "(d0) -> (d0 floordiv 2), domain: d0 in [0, 11], d0 in [0, 7]"_map;
static_assert(tile_offsets(guarded, tile<4>{}) == "(d0) -> (d0 * 2), domain: d0 in [0, 1]"_map);
static_assert(tile_of(guarded, tile<6>{}).why == analysis::no_tile::mixed_constraint);
