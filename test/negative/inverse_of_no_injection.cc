// expect: inverse_requires_a_map_that_can_be_solved<
// expect: mercator: inverse(m) requires an injective map that the engine can solve
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = inverse("(d0) -> (d0 floordiv 2), domain: d0 in [0, 5]"_map);
