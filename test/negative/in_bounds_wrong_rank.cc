// expect: mercator: a map's results are indices of a shape: requires a shape with as many dimensions
// expect: <2, 1>
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0) -> (d0, 0), domain: d0 in [0, 7]"_map;
static_assert(in_bounds(m, shape<8>{}));
