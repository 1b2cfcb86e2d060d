// expect: product_of_variables<
// expect: mercator: a * b requires that one of them is a constant, such as 8_c
#include <mercator/mercator.hpp>

using namespace mercator;

constexpr auto e = d<0> * d<1>;
