// expect: mercator: dynamic_update_slice requires two shapes, the update's sizes being at most the operand's
// expect: shape<2, 2>
#include "mercator/ops/dynamic_slice.hpp"

using namespace mercator;

constexpr auto wrong = ops::dynamic_update_slice(shape<4>{}, shape<2, 2>{});
