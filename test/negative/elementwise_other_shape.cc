// expect: mercator: elementwise requires operands of one shape, or scalars; got
// expect: shape<8, 4>
#include "mercator/ops/elementwise.hpp"

using namespace mercator;

constexpr auto sum = ops::elementwise(shape<4, 8>{}, shape<8, 4>{});
