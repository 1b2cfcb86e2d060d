// steps: 60000
// The softmax fusion from HLO text, and its maps.
#include <mercator/hlo.hpp>

#include "../hlo/softmax.hpp"

using namespace mercator::literals;

constexpr auto softmax = mercator::hlo<mercator_test::softmax>{};
static_assert(softmax.output_to_input<0>()[0_c] ==
              "(d0, d1, d2) -> (d0, d1, d2), domain: d0 in [0, 1], d1 in [0, 64], d2 in [0, 124]"_map);
