// expect: require a map with one result and no variables
// expect: requires_one_result_of_dimensions_alone<2, 0>
#include <mercator/interop/strides.hpp>
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto wrong = mercator::strides_of("(d0) -> (d0, d0), domain: d0 in [0, 3]"_map);
