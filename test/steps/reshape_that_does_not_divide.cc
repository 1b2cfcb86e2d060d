// steps: 60000
// A reshape of a transpose whose sizes do not divide.
#include <mercator/mercator.hpp>
using namespace mercator;

constexpr auto turned = ops::transpose(shape<6, 40, 50, 14>{}, perm<1, 0, 3, 2>{});
constexpr auto merged = ops::reshape(turned.output(), shape<100, 1680>{});
constexpr auto map = merged.output_to_input<0>() >> turned.output_to_input<0>();
static_assert(simplified_value<decltype(map)>::value.counts.results == 4);
