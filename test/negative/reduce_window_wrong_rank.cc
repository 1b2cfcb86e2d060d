// expect: mercator: reduce_window requires a shape and, with a number for every dimension each, window_size >=
// 1 expect: window_size<3>
#include "mercator/ops/reduce_window.hpp"

using namespace mercator;

constexpr auto wrong = ops::reduce_window(shape<13, 17>{}, ops::window_size<3>{});
