// expect: mercator: dot requires two shapes
// expect: lhs_batch_dims<1>
#include "mercator/ops/dot.hpp"

using namespace mercator;

constexpr auto wrong = ops::dot(shape<2, 2>{}, shape<2, 2>{}, ops::lhs_batch_dims<0>{},
                                ops::rhs_batch_dims<0>{}, ops::lhs_batch_dims<1>{});
