// expect: mercator: bitcast requires two shapes with the same number of elements, and layouts that name every
// expect: layout<0, 0>
#include "mercator/ops/bitcast.hpp"

using namespace mercator;

constexpr auto wrong = ops::bitcast(shape<4, 6>{}, shape<24>{}, ops::layout<0, 0>{});
