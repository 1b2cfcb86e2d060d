// expect: there_is_no_such_tile_case<
// expect: mercator: tile_case_of<K>(m) requires that the map has a case number K, counted from 0
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0) -> (d0 floordiv 64, d0 mod 64), domain: d0 in [0, 6143]"_map;
constexpr auto third = tile_case_of<2>(m);
