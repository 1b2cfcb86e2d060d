// expect: map_overflows<
// expect: mercator: a map requires values that fit 64 bits, over its whole domain
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = make_map(dims<in<0, 3>>{}, results(d<0> * boost::hana::llong_c<4611686018427387904>));
