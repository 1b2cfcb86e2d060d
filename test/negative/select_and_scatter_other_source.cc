// expect: mercator: select_and_scatter requires the shapes of an operand and of a source with one element for
// expect: shape<3>
#include "mercator/ops/select_and_scatter.hpp"

using namespace mercator;

constexpr auto wrong = ops::select_and_scatter(shape<6>{}, shape<3>{}, ops::window_size<3>{}, ops::stride<3>{});
