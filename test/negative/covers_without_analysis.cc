// expect: mercator: covers(m, shape) of a map requires <mercator/analysis.hpp>
#include "mercator/map/literals.hpp"
#include "mercator/map/piecewise.hpp"

using namespace mercator::literals;

constexpr auto m = "(d0) -> (d0), domain: d0 in [0, 7]"_map;
static_assert(mercator::covers(m, mercator::shape<8>{}));
