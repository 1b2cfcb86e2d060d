// expect: mercator: require_injective(m) requires different results at different points
// expect: is_not_injective<
// expect: at_point<4, 0>, mercator::at_point<3, 2>
// expect: element<8>
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d0 * 2 + d1), domain: d0 in [3, 1000000], d1 in [0, 2]"_map;
static_assert(require_injective(m));
