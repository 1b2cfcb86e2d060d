// expect: mercator: reduce requires a shape and axes that name dimensions of it, none twice
// expect: axes<1, 1>
#include "mercator/ops/reduce.hpp"

using namespace mercator;

constexpr auto wrong = ops::reduce(shape<2, 4>{}, ops::axes<1, 1>{});
