// expect: for_each_row_requires_rows_of_one_stride
// expect: mercator: for_each_row requires a map whose ranges lead through the view in steps of one length
#include <mercator/loops.hpp>
#include <mercator/ops.hpp>

using namespace mercator;

void rows(const float* in, float* out) {
  constexpr auto op = ops::reduce(shape<3, 4, 5>{}, ops::axes<0, 2>{});
  for_each_row(reassociate, op.output_to_input<0>(), tensor_view<const float, shape<3, 4, 5>>(in),
               tensor_view<float, shape<3, 4, 5>>(out), [](auto, auto) {});
}
