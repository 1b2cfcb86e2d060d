// steps: 10000
// A reshape of a transpose of rank 5 whose sizes divide.
#include <mercator/mercator.hpp>
using namespace mercator;

constexpr auto turned = ops::transpose(shape<6, 8, 10, 12, 14>{}, perm<4, 2, 0, 3, 1>{});
constexpr auto merged = ops::reshape(turned.output(), shape<140, 6, 4, 3, 8>{});
constexpr auto map = merged.output_to_input<0>() >> turned.output_to_input<0>();
static_assert(simplified_value<decltype(map)>::value.counts.results == 5);
