// expect: mercator: require_in_bounds(m, shape) requires results within the shape
// expect: shape<4, 8>
// expect: at_point<7, 0>
// expect: element<0, 8>
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d1, d0 + 1), domain: d0 in [0, 7], d1 in [0, 3]"_map;
static_assert(require_in_bounds(m, shape<4, 8>{}));
