// expect: mercator: dynamic_slice requires a shape, and slice_sizes of at least 0 and at most its sizes
// expect: slice_sizes<5>
#include "mercator/ops/dynamic_slice.hpp"

using namespace mercator;

constexpr auto wrong = ops::dynamic_slice(shape<4>{}, ops::slice_sizes<5>{});
