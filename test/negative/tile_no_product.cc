// expect: no_tile_since_results_depend_on_each_other<
// expect: whose results within a tile are no rectangle
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d0 + d1, d1), domain: d0 in [0, 63], d1 in [0, 63]"_map;
constexpr auto t = tile_offsets(m, tile<8, 8>{});
