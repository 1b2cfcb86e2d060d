// expect: mercator: dot requires two shapes, and lhs_batch_dims, rhs_batch_dims, lhs_contracting_dims and
// expect: lhs_contracting_dims<1>
#include "mercator/ops/dot.hpp"

using namespace mercator;

constexpr auto wrong =
    ops::dot(shape<2, 4>{}, shape<5, 3>{}, ops::lhs_contracting_dims<1>{}, ops::rhs_contracting_dims<0>{});
