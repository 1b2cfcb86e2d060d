// expect: product_of_coefficients<4611686018427387904, 4
// expect: mercator: a coefficient requires a value that fits 64 bits; got the product of these two
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto e = d<0> * boost::hana::llong_c<4611686018427387904> * 4_c;
