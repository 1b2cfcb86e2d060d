// expect: mercator: broadcast requires an axis of the output for each dimension of the operand, each once and of the same size
// expect: shape<20>
// expect: axes<2>
#include "mercator/ops/broadcast.hpp"

using namespace mercator;

constexpr auto rows = ops::broadcast(shape<20>{}, shape<10, 20, 30>{}, ops::axes<2>{});
