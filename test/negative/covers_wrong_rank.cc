// expect: mercator: covers(p, shape) requires a shape with as many dimensions as the pieces have
// expect: <2, 1>
#include "mercator/ops/pieces.hpp"

using namespace mercator;

constexpr auto joined = ops::pieces(ops::concatenate(ops::axes<0>{}, shape<2, 5>{}, shape<3, 5>{}));
static_assert(covers(joined, shape<5>{}));
