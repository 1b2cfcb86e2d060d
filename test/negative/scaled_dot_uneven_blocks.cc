// expect: mercator: scaled_dot requires what dot requires, and two shapes of scales whose sizes divide those
// expect: shape<2, 3>
#include "mercator/ops/dot.hpp"

using namespace mercator;

constexpr auto wrong = ops::scaled_dot(shape<2, 10>{}, shape<10, 2>{}, shape<2, 3>{}, shape<>{},
                                       ops::lhs_contracting_dims<1>{}, ops::rhs_contracting_dims<0>{});
