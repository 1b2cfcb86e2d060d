// expect: point_outside_the_domain()
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto at = m(1, 8);
