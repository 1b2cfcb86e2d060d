// expect: mercator: input_count requires one number, at least 1
// expect: input_count<0>
#include "mercator/ops/reduce.hpp"

using namespace mercator;

constexpr auto wrong = ops::reduce(shape<2, 4>{}, ops::axes<1>{}, ops::input_count<0>{});
