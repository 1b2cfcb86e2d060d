// Offsets that are given while running.
#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto window = ops::dynamic_slice(shape<64, 96>{}, ops::slice_sizes<8, 96>{});
constexpr auto read = simplify(window.output_to_input<0>());

void run(const float* from, float* to, int row) {
  int k = 0;
  for_each(with_runtime(read, row, 0), [&](auto, auto in) { to[k++] = from[in[0] * 96 + in[1]]; });
}
