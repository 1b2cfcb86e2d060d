// expect: algorithm_requires_maps_within_their_views
// expect: mercator: an algorithm requires maps from the output's indices to indices within the views' shapes
#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

void shifted(const float* in, float* out) {
  copy("(d0) -> (d0 + 1), domain: d0 in [0, 7]"_map, tensor_view<const float, shape<8>>(in), tensor_view<float, shape<8>>(out));
}
