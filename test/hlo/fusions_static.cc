// Maps of fusions and whole computations from HLO text, each against the map as text.
#include <mercator/hlo.hpp>

#include "test/hlo/softmax.hpp"
#include "test/hlo/typed_maps.hpp"

namespace {

using namespace mercator::literals;
using mercator_test::are;

constexpr auto two_maps = mercator::hlo<R"(f {
  p0 = f32[1000,1000] parameter(0)
  transpose_p0 = f32[1000,1000]{0,1} transpose(p0), dimensions={1,0}
  ROOT a0 = f32[1000,1000] add(p0, transpose_p0)
}
ENTRY e {
  p0 = f32[1000,1000] parameter(0)
  ROOT fusion = f32[1000,1000] fusion(p0), kind=kLoop, calls=f
})">{};
static_assert(are(two_maps.output_to_input<0>(), "(d0, d1) -> (d0, d1), domain: d0 in [0, 999], d1 in [0, 999]"_map,
                  "(d0, d1) -> (d1, d0), domain: d0 in [0, 999], d1 in [0, 999]"_map));

constexpr auto deduplicated = mercator::hlo<R"(f {
  p0 = f32[20,10,50] parameter(0)
  lhs_transpose_1 = f32[10,20,50] transpose(p0), dimensions={1,0,2}
  lhs_e = f32[10,20,50] exponential(lhs_transpose_1)
  lhs_transpose_2 = f32[10,50,20] transpose(lhs_e), dimensions={0,2,1}
  rhs_transpose_1 = f32[50,10,20] transpose(p0), dimensions={2,1,0}
  rhs_log = f32[50,10,20] exponential(rhs_transpose_1)
  rhs_transpose_2 = f32[10,50,20] transpose(rhs_log), dimensions={1,0,2}
  ROOT output = f32[10,50,20] add(lhs_transpose_2, rhs_transpose_2)
}
ENTRY e {
  p0 = f32[20,10,50] parameter(0)
  ROOT fusion = f32[10,50,20] fusion(p0), kind=kLoop, calls=f
})">{};
static_assert(are(deduplicated.output_to_input<0>(),
                  "(d0, d1, d2) -> (d2, d0, d1), domain: d0 in [0, 9], d1 in [0, 49], d2 in [0, 19]"_map));

constexpr auto softmax = mercator::hlo<mercator_test::softmax>{};
static_assert(are(softmax.output_to_input<0>(),
                  "(d0, d1, d2)[s0] -> (d0, d1, s0), "
                  "domain: d0 in [0, 1], d1 in [0, 64], d2 in [0, 124], s0 in [0, 124]"_map,
                  "(d0, d1, d2) -> (d0, d1, d2), domain: d0 in [0, 1], d1 in [0, 64], d2 in [0, 124]"_map));

constexpr auto reshape_chain = mercator::hlo<R"(p0 = f32[10,10,10] parameter(0)
reshape1 = f32[50,20] reshape(p0)
ROOT reshape2 = f32[10,10,10] reshape(reshape1))">{};
static_assert(are(reshape_chain.whole().output_to_input<0>(),
                  "(d0, d1, d2) -> (d0, d1, d2), domain: d0 in [0, 9], d1 in [0, 9], d2 in [0, 9]"_map));

}  // namespace
