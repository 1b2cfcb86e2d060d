// expect: mercator: output_to_input requires the number of an operand, counted from 0; got the number
// expect: axes<1>
#include "mercator/ops/reverse.hpp"

using namespace mercator;

constexpr auto map = ops::reverse(shape<4, 8>{}, ops::axes<1>{}).output_to_input<1>();
