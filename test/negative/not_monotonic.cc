// expect: mercator: require_monotonic(m) requires results that do not go back
// expect: is_not_monotonic<
// expect: at_point<0, 9>, mercator::at_point<1, 0>
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 7], d1 in [0, 9]"_map;
static_assert(require_monotonic(m));
