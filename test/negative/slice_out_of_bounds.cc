// expect: mercator: slice requires 0 <= start <= limit <= size and stride >= 1, each given for every dimension; got
// expect: slice_requires_bounds_within_the_shape
// expect: limit<4, 9>
// expect: shape<4, 8>
#include "mercator/ops/slice.hpp"

using namespace mercator;

constexpr auto part = ops::slice(shape<4, 8>{}, ops::start<0, 2>{}, ops::limit<4, 9>{});
constexpr auto map = part.output_to_input<0>();
