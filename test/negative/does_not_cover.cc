// expect: mercator: require_covers(m, shape) requires every element of the shape as a result
// expect: does_not_cover<
// expect: element<1999997>
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0)[s0] -> (d0 * 3 + s0), domain: d0 in [0, 1000000], s0 in [0, 1]"_map;
static_assert(require_covers(m, shape<1999999>{}));
