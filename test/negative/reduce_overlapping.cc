// expect: reduction_requires_views_that_do_not_overlap
// expect: mercator: reduce, arg_reduce and contract require an output that overlaps no operand; got may_alias
#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

void sums(const float* in, float* out) {
  reduce(may_alias, tensor_view<float, shape<8>>(out), 0.0f, lane::plus{},
         through("(d0)[s0] -> (d0, s0), domain: d0 in [0, 7], s0 in [0, 3]"_map, tensor_view<const float, shape<8, 4>>(in)));
}
