// expect: mercator: bitcast_convert requires two shapes that are the same, or one of which has one more
// expect: shape<4, 2, 2>
#include "mercator/ops/bitcast.hpp"

using namespace mercator;

constexpr auto wrong = ops::bitcast_convert(shape<4>{}, shape<4, 2, 2>{});
