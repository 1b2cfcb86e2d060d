// expect: mercator: source requires the number of a runtime variable of the map
// expect: 1
#include "mercator/ops/dynamic_slice.hpp"

using namespace mercator;

constexpr auto wrong = ops::dynamic_slice(shape<4>{}, ops::slice_sizes<2>{}).source<0, 1>();
