// expect: division_by_zero<
// expect: mercator: floordiv, ceildiv and mod require a divisor other than 0
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto e = floordiv(d<0>, 0_c);
