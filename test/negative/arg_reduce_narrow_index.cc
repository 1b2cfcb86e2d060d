// expect: arg_reduce_requires_indices_that_hold_every_number
// expect: mercator: arg_reduce requires indices of a signed integer type that holds the number of every point of the map's ranges
// expect: 129
#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

void best(const float* in, float* value, signed char* index) {
  arg_reduce(tensor_view<float, shape<>>(value), tensor_view<signed char, shape<>>(index), lane::above{},
             through("()[s0] -> (s0), domain: s0 in [0, 128]"_map, tensor_view<const float, shape<129>>(in)));
}
