// expect: mercator: concatenate requires one axis and operands that have the same sizes but along it
// expect: shape<3, 6>
#include "mercator/ops/concatenate.hpp"

using namespace mercator;

constexpr auto wrong = ops::concatenate(ops::axes<0>{}, shape<2, 5>{}, shape<3, 6>{});
