// expect: write_8_c_for_a_constant_8
#include <mercator/mercator.hpp>

using namespace mercator;

constexpr auto e = d<0> * 8;
