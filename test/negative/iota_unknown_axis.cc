// expect: mercator: iota requires a shape and one axis of it
// expect: axes<2>
#include "mercator/ops/iota.hpp"

using namespace mercator;

constexpr auto wrong = ops::iota(shape<2, 4>{}, ops::axes<2>{});
