// expect: mercator: compose(first, second) requires as many results of first as second has dimensions
// expect: <1, 2>
#include "mercator/map/identity.hpp"
#include "mercator/ops/pieces.hpp"

using namespace mercator;

constexpr auto joined = ops::pieces(ops::concatenate(ops::axes<0>{}, shape<2, 5>{}, shape<3, 5>{}));
constexpr auto wrong = identity(shape<5>{}) >> joined;
