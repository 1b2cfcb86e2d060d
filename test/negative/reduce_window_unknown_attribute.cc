// expect: mercator: reduce_window requires a shape
// expect: interior<1, 1>
#include "mercator/ops/reduce_window.hpp"

using namespace mercator;

constexpr auto wrong = ops::reduce_window(shape<13, 17>{}, ops::window_size<3, 3>{}, ops::interior<1, 1>{});
