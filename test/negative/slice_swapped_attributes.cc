// expect: mercator: slice requires a shape, a start, a limit and perhaps a stride; got the types shown here
// expect: slice_requires_bounds_within_the_shape
#include "mercator/ops/slice.hpp"

using namespace mercator;

constexpr auto part = ops::slice(shape<8>{}, ops::limit<6>{}, ops::start<2>{});
