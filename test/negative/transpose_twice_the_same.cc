// expect: mercator: transpose requires a perm that names every dimension of the operand once; got the shape
// expect: perm<1, 1>
#include "mercator/ops/transpose.hpp"

constexpr auto turned = mercator::ops::transpose(mercator::shape<4, 8>{}, mercator::perm<1, 1>{});
