// expect: no_tile_since_a_quotient_mixes_place_and_index<
// expect: mercator: tile_offsets(m, tile) requires results without a quotient of both the tile's place and an index
// expect: tile<48>
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0) -> (d0 floordiv 64, d0 mod 64), domain: d0 in [0, 6143]"_map;
constexpr auto offsets = tile_offsets(m, tile<48>{});
