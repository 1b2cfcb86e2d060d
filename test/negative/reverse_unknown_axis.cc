// expect: mercator: reverse requires axes that name dimensions of the operand, none twice; got the shape
// expect: axes<2>
#include "mercator/ops/reverse.hpp"

constexpr auto flip = mercator::ops::reverse(mercator::shape<4, 8>{}, mercator::ops::axes<2>{});
