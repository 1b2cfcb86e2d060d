// expect: algorithm_requires_maps_within_their_views
// expect: mercator: an algorithm requires maps from the output's indices to indices within the views' shapes
#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

// The operand has no elements, and its other sizes have a product beyond 64 bits.
void move(const float* in, float* out) {
  copy("(d0) -> (0, d0, d0), domain: d0 in [0, 7]"_map, tensor_view<const float, shape<0, (1L << 40), (1L << 40)>>(in),
       tensor_view<float, shape<8>>(out));
}
