// expect: access_requires_a_result_for_each_dimension_of_the_shape<1, 2>
// expect: mercator: coalescing and bank_conflicts<E>(m, shape) require a map with a result for each dimension of the shape
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(th_x) -> (th_x), domain: th_x in [0, 63]"_map;
constexpr auto c = coalescing<4>(m, shape<8, 8>{});
