// Inverses of maps that kernels are written with, while compiling.
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

template <class Map, int Dimensions, int... Dimension, int... Result>
constexpr bool leads_back(Map m, coord<Dimensions> at, std::integer_sequence<int, Dimension...>,
                          std::integer_sequence<int, Result...>) {
  const auto to = m(at[Dimension]...);
  return inverse(m)(to[Result]...) == at;
}

/// Whether the inverse leads back from what a point is mapped to.
template <int Results, class Map, int Dimensions>
constexpr bool leads_back(Map m, coord<Dimensions> at) {
  return leads_back(m, at, std::make_integer_sequence<int, Dimensions>(), std::make_integer_sequence<int, Results>());
}

constexpr auto rotating_swizzle =
    "(d0, d1) -> (d0, (d1 floordiv 4 + d0 mod 8) mod 8 * 4 + d1 mod 4), domain: d0 in [0, 63], d1 in "
    "[0, 31]"_map;
static_assert(leads_back<2>(rotating_swizzle, coord<2>{63, 31}));
static_assert(leads_back<2>(rotating_swizzle, coord<2>{21, 15}));

constexpr auto exclusive_or =
    "(d0, d1) -> (d0 * 16 + d1 mod 4 + (d1 floordiv 4 + d0) mod 2 * 4 + (d1 floordiv 8 + d0 floordiv 2) mod 2 * 8), "
    "domain: d0 in [0, 63], d1 in [0, 15]"_map;
static_assert(leads_back<1>(exclusive_or, coord<2>{63, 15}));
static_assert(leads_back<1>(exclusive_or, coord<2>{21, 7}));

constexpr auto exclusive_or_of_three =
    "(d0, d1) -> (d0 * 64 + d1 mod 8 + (d1 floordiv 8 + d0) mod 2 * 8 + (d1 floordiv 16 + d0 floordiv 2) mod 2 * 16 + "
    "(d1 floordiv 32 + d0 floordiv 4) mod 2 * 32), domain: d0 in [0, 63], d1 in [0, 63]"_map;
static_assert(leads_back<1>(exclusive_or_of_three, coord<2>{63, 63}));
static_assert(leads_back<1>(exclusive_or_of_three, coord<2>{21, 38}));

constexpr auto padded = "(d0, d1) -> (d0 * 33 + d1), domain: d0 in [0, 31], d1 in [0, 31]"_map;
static_assert(leads_back<1>(padded, coord<2>{31, 31}));
static_assert(leads_back<1>(padded, coord<2>{10, 15}));

constexpr auto rotated = "(d0, d1) -> (d0 * 64 + (d1 + d0) mod 64), domain: d0 in [0, 63], d1 in [0, 63]"_map;
static_assert(leads_back<1>(rotated, coord<2>{63, 63}));
static_assert(leads_back<1>(rotated, coord<2>{21, 31}));

constexpr auto morton =
    "(d0, d1) -> (d0 mod 2 * 2 + d1 mod 2 + (d0 floordiv 2 mod 2 * 2 + d1 floordiv 2 mod 2) * 4 + "
    "(d0 floordiv 4 * 2 + d1 floordiv 4) * 16), domain: d0 in [0, 7], d1 in [0, 7]"_map;
static_assert(leads_back<1>(morton, coord<2>{7, 7}));
static_assert(leads_back<1>(morton, coord<2>{2, 3}));

constexpr auto bit_reversal =
    "(d0) -> (d0 mod 2 * 32 + d0 floordiv 2 mod 2 * 16 + d0 floordiv 4 mod 2 * 8 + d0 floordiv 8 mod "
    "2 * 4 + d0 floordiv 16 mod 2 * 2 + d0 floordiv 32), domain: d0 in [0, 63]"_map;
static_assert(leads_back<1>(bit_reversal, coord<1>{63}));
static_assert(leads_back<1>(bit_reversal, coord<1>{21}));

constexpr auto interleaved_halves =
    "(d0) -> (d0 floordiv 8, d0 mod 2 * 4 + d0 mod 8 floordiv 2), domain: d0 in [0, 4095]"_map;
static_assert(leads_back<2>(interleaved_halves, coord<1>{4095}));
static_assert(leads_back<2>(interleaved_halves, coord<1>{1365}));

constexpr auto blocked =
    "(d0, d1) -> (d0 floordiv 16, d1 floordiv 8, d0 mod 16 * 8 + d1 mod 8), domain: d0 in [0, 63], "
    "d1 in [0, 63]"_map;
static_assert(leads_back<3>(blocked, coord<2>{63, 63}));
static_assert(leads_back<3>(blocked, coord<2>{21, 31}));

constexpr auto block_cyclic =
    "(d0) -> (d0 floordiv 4 mod 8, d0 floordiv 32 * 4 + d0 mod 4), domain: d0 in [0, 4095]"_map;
static_assert(leads_back<2>(block_cyclic, coord<1>{4095}));
static_assert(leads_back<2>(block_cyclic, coord<1>{1365}));

constexpr auto fragment =
    "(d0, d1) -> (d0 floordiv 4 + d1 floordiv 2 mod 2 * 8, d0 mod 4 * 2 + d1 mod 2 + d1 floordiv 4 * "
    "8), domain: d0 in [0, 31], d1 in [0, 7]"_map;
static_assert(leads_back<2>(fragment, coord<2>{31, 7}));
static_assert(leads_back<2>(fragment, coord<2>{10, 3}));

constexpr auto windows =
    "(d0, d1, d2) -> (d0 floordiv 2, d1 floordiv 2, (d0 mod 2 * 2 + d1 mod 2) * 16 + d2), domain: d0 "
    "in [0, 31], d1 in [0, 31], d2 in [0, 15]"_map;
static_assert(leads_back<3>(windows, coord<3>{31, 31, 15}));
static_assert(leads_back<3>(windows, coord<3>{10, 15, 9}));

constexpr auto channels_blocked =
    "(d0, d1, d2, d3) -> (d0, d1 floordiv 8, d2, d3, d1 mod 8), domain: d0 in [0, 1], d1 in [0, 31], "
    "d2 in [0, 15], d3 in [0, 15]"_map;
static_assert(leads_back<5>(channels_blocked, coord<4>{1, 31, 15, 15}));
static_assert(leads_back<5>(channels_blocked, coord<4>{0, 15, 9, 10}));

constexpr auto affine_modulo = "(d0) -> ((d0 * 1103 + 12345) mod 4096), domain: d0 in [0, 4095]"_map;
static_assert(leads_back<1>(affine_modulo, coord<1>{4095}));
static_assert(leads_back<1>(affine_modulo, coord<1>{1365}));

constexpr auto unimodular = "(d0, d1) -> (d0 + d1, d0 + d1 * 2), domain: d0 in [0, 63], d1 in [0, 63]"_map;
static_assert(leads_back<2>(unimodular, coord<2>{63, 63}));
static_assert(leads_back<2>(unimodular, coord<2>{21, 31}));

constexpr auto diagonal = "(d0, d1) -> (d0), domain: d0 in [0, 63], d1 in [0, 15], d0 - d1 * 4 in [0, 3]"_map;
static_assert(leads_back<1>(diagonal, coord<2>{63, 15}));
static_assert(leads_back<1>(diagonal, coord<2>{9, 2}));

// its variables are results: their quotients need no digits
constexpr auto sums_beside =
    "(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5, d0 floordiv 12 + d1 floordiv 5 + d2 floordiv 12 + d3 "
    "floordiv "
    "7 + d4 floordiv 5 + d5 floordiv 5, d0 floordiv 12 + d1 floordiv 6 + d2 floordiv 2 + d3 floordiv 12 + d4 floordiv "
    "12 "
    "+ d5 floordiv 2, d0 floordiv 7 + d1 floordiv 10 + d2 floordiv 10 + d3 floordiv 3 + d4 floordiv 5 + d5 floordiv "
    "7), "
    "domain: d0 in [-13, 699], d1 in [-12, 274], d2 in [-10, 221], d3 in [-7, 695], d4 in [-17, 134], d5 in [-1, 359]"_map;
static_assert(leads_back<9>(sums_beside, coord<6>{328, 102, 102, 166, 3, 171}));

// and composed with it a map is the identity
static_assert((rotating_swizzle >> inverse(rotating_swizzle)) == identity(shape<64, 32>{}));
static_assert((bit_reversal >> inverse(bit_reversal)) == identity(shape<64>{}));
static_assert((blocked >> inverse(blocked)) == identity(shape<64, 64>{}));
static_assert((fragment >> inverse(fragment)) == identity(shape<32, 8>{}));
static_assert((affine_modulo >> inverse(affine_modulo)) == identity(shape<4096>{}));
static_assert((interleaved_halves >> inverse(interleaved_halves)) == identity(shape<4096>{}));

}  // namespace
