// expect: map_lacks_a_variable<
// expect: mercator: a map requires an interval for each variable that it uses
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = make_map(dims<in<0, 3>>{}, results(d<1>));
