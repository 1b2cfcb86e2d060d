// expect: mercator: fold_runtime_checked<N>(m, value) requires a value within the interval of runtime variable N
// expect-g++: fold_runtime_checked_requires_a_value_in_the_interval<0, 16, 16, 0, 15>
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto m = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 4], rt0 in [0, 15]"_map;
constexpr auto folded = mercator::fold_runtime_checked<0>(m, 16_c);
