// expect: mercator: sort requires a shape and one axis of it
// expect: axes<0, 1>
#include "mercator/ops/reduce.hpp"

using namespace mercator;

constexpr auto wrong = ops::sort(shape<2, 4>{}, ops::axes<0, 1>{});
