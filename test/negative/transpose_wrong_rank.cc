// expect: mercator: transpose requires a perm that names every dimension of the operand once; got the shape
// expect: transpose_requires_a_permutation
// expect: perm<0, 2, 1>
// expect: shape<4, 8>
#include "mercator/ops/transpose.hpp"

constexpr auto turned = mercator::ops::transpose(mercator::shape<4, 8>{}, mercator::perm<0, 2, 1>{});
constexpr auto map = turned.output_to_input<0>();
