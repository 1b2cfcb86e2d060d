// expect: mercator: a tile requires a size for each dimension of the output
// expect: <1, 2>
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d1, d0), domain: d0 in [0, 63], d1 in [0, 63]"_map;
constexpr auto t = tile_of(m, tile<8>{});
