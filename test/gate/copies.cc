// The algorithms: a tiled transpose, a pad, a sum.
#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

using namespace mercator;

constexpr auto turn = ops::transpose(shape<64, 96>{}, perm<1, 0>{});
constexpr auto frame = ops::pad(shape<96, 64>{}, ops::low<1, 1>{}, ops::high<1, 1>{});

void transposed(const float* from, float* to) {
  copy(turn.output_to_input<0>(), tensor_view(from, shape<64, 96>{}), tensor_view(to, shape<96, 64>{}));
}
void padded(const float* from, float* to) {
  assemble(ops::pieces(frame), tensor_view(to, shape<98, 66>{}), tensor_view(from, shape<96, 64>{}), 0.0f);
}
