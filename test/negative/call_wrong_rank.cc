// expect: mercator: m(...) requires one index for each dimension, range and runtime variable
// expect: call_requires_an_index_for_each_variable<1, 2>
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto at = m(1);
