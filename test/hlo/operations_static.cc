// Maps of operations from HLO text, each against the map as text.
#include <mercator/hlo.hpp>

#include "test/hlo/typed_maps.hpp"

namespace {

using namespace mercator::literals;
using mercator_test::are;

constexpr auto elementwise = mercator::hlo<R"(p0 = f32[10,20] parameter(0)
p1 = f32[10,20] parameter(1)
ROOT output = f32[10,20] add(p0, p1))">{};
static_assert(are(elementwise.output_to_input<0>(), "(d0, d1) -> (d0, d1), domain: d0 in [0, 9], d1 in [0, 19]"_map));
static_assert(are(elementwise.input_to_output<0>(), "(d0, d1) -> (d0, d1), domain: d0 in [0, 9], d1 in [0, 19]"_map));

constexpr auto broadcast = mercator::hlo<R"(p0 = f32[20] parameter(0)
ROOT bc0 = f32[10,20,30] broadcast(p0), dimensions={1})">{};
static_assert(are(broadcast.output_to_input<0>(),
                  "(d0, d1, d2) -> (d1), domain: d0 in [0, 9], d1 in [0, 19], d2 in [0, 29]"_map));
static_assert(are(broadcast.input_to_output<0>(),
                  "(d0)[s0, s1] -> (s0, d0, s1), domain: d0 in [0, 19], s0 in [0, 9], s1 in [0, 29]"_map));

constexpr auto iota = mercator::hlo<R"(ROOT iota = f32[2,4] iota(), iota_dimension=1)">{};
static_assert(are(iota.output_to_input<>(), "(d0, d1) -> (), domain: d0 in [0, 1], d1 in [0, 3]"_map));
static_assert(are(iota.input_to_output<>(), "()[s0, s1] -> (s0, s1), domain: s0 in [0, 1], s1 in [0, 3]"_map));

constexpr auto dynamic_slice = mercator::hlo<R"(src = s32[2,2,258] parameter(0)
of1 = s32[] parameter(1)
of2 = s32[] parameter(2)
of3 = s32[] parameter(3)
ROOT ds = s32[1,2,32] dynamic-slice(src, of1, of2, of3), dynamic_slice_sizes={1,2,32})">{};
static_assert(are(dynamic_slice.output_to_input<0>(),
                  "(d0, d1, d2){rt0, rt1} -> (rt0, d1, d2 + rt1), "
                  "domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 31], rt0 in [0, 1], rt1 in [0, 226]"_map));
static_assert(are(dynamic_slice.output_to_input<1>(),
                  "(d0, d1, d2) -> (), domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 31]"_map));
static_assert(are(dynamic_slice.output_to_input<2>(),
                  "(d0, d1, d2) -> (), domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 31]"_map));
static_assert(are(dynamic_slice.output_to_input<3>(),
                  "(d0, d1, d2) -> (), domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 31]"_map));

constexpr auto dynamic_update_slice = mercator::hlo<R"(src = s32[20,30] parameter(0)
upd = s32[5,10] parameter(1)
of1 = s32[] parameter(2)
of2 = s32[] parameter(3)
ROOT dus = s32[20,30] dynamic-update-slice(src, upd, of1, of2))">{};
static_assert(are(dynamic_update_slice.output_to_input<0>(),
                  "(d0, d1) -> (d0, d1), domain: d0 in [0, 19], d1 in [0, 29]"_map));
static_assert(are(
    dynamic_update_slice.output_to_input<1>(),
    "(d0, d1){rt0, rt1} -> (d0 - rt0, d1 - rt1), "
    "domain: d0 in [0, 19], d1 in [0, 29], rt0 in [0, 15], rt1 in [0, 20], d0 - rt0 in [0, 4], d1 - rt1 in [0, 9]"_map));
static_assert(are(dynamic_update_slice.output_to_input<2>(),
                  "(d0, d1) -> (), domain: d0 in [0, 19], d1 in [0, 29]"_map));
static_assert(are(dynamic_update_slice.output_to_input<3>(),
                  "(d0, d1) -> (), domain: d0 in [0, 19], d1 in [0, 29]"_map));

constexpr auto gather = mercator::hlo<R"(operand = f32[33,76,70] parameter(0)
indices = s32[1806,2] parameter(1)
ROOT gather = f32[1806,7,8,4] gather(operand, indices), offset_dims={1,2,3}, collapsed_slice_dims={}, start_index_map={0,1}, index_vector_dim=1, slice_sizes={7,8,4})">{};
static_assert(
    are(gather.output_to_input<0>(),
        "(d0, d1, d2, d3){rt0, rt1} -> (d1 + rt0, d2 + rt1, d3), "
        "domain: d0 in [0, 1805], d1 in [0, 6], d2 in [0, 7], d3 in [0, 3], rt0 in [0, 26], rt1 in [0, 68]"_map));
static_assert(are(gather.output_to_input<1>(),
                  "(d0, d1, d2, d3)[s0] -> (d0, s0), "
                  "domain: d0 in [0, 1805], d1 in [0, 6], d2 in [0, 7], d3 in [0, 3], s0 in [0, 1]"_map));

constexpr auto transpose = mercator::hlo<R"(p0 = f32[3,12288,6,128] parameter(0)
ROOT transpose = f32[3,6,128,12288] transpose(p0), dimensions={0,2,3,1})">{};
static_assert(are(transpose.output_to_input<0>(),
                  "(d0, d1, d2, d3) -> (d0, d3, d1, d2), "
                  "domain: d0 in [0, 2], d1 in [0, 5], d2 in [0, 127], d3 in [0, 12287]"_map));
static_assert(are(transpose.input_to_output<0>(),
                  "(d0, d1, d2, d3) -> (d0, d2, d3, d1), "
                  "domain: d0 in [0, 2], d1 in [0, 12287], d2 in [0, 5], d3 in [0, 127]"_map));

constexpr auto reverse = mercator::hlo<R"(p0 = f32[1,17,9,9] parameter(0)
ROOT reverse = f32[1,17,9,9] reverse(p0), dimensions={1,2})">{};
static_assert(are(reverse.output_to_input<0>(),
                  "(d0, d1, d2, d3) -> (d0, -d1 + 16, -d2 + 8, d3), "
                  "domain: d0 in [0, 0], d1 in [0, 16], d2 in [0, 8], d3 in [0, 8]"_map));
static_assert(are(reverse.input_to_output<0>(),
                  "(d0, d1, d2, d3) -> (d0, -d1 + 16, -d2 + 8, d3), "
                  "domain: d0 in [0, 0], d1 in [0, 16], d2 in [0, 8], d3 in [0, 8]"_map));

constexpr auto reduce = mercator::hlo<R"(max {
  a0 = f32[] parameter(0)
  a1 = s32[] parameter(1)
  b0 = f32[] parameter(2)
  b1 = s32[] parameter(3)
  c = pred[] compare(a0, b0), direction=GT
  v = f32[] select(c, a0, b0)
  i = s32[] select(c, a1, b1)
  ROOT t = (f32[], s32[]) tuple(v, i)
}
ENTRY e {
  p0 = f32[256,10] parameter(0)
  p0_init = f32[] constant(-inf)
  p1 = s32[256,10] parameter(1)
  p1_init = s32[] constant(0)
  ROOT out = (f32[10], s32[10]) reduce(p0, p1, p0_init, p1_init), dimensions={0}, to_apply=max
})">{};
static_assert(are(reduce.output_to_input<0>(), "(d0)[s0] -> (s0, d0), domain: d0 in [0, 9], s0 in [0, 255]"_map));
static_assert(are(reduce.output_to_input<2>(), "(d0) -> (), domain: d0 in [0, 9]"_map));
static_assert(are(reduce.input_to_output<0>(), "(d0, d1) -> (d1), domain: d0 in [0, 255], d1 in [0, 9]"_map));
static_assert(are(reduce.input_to_output<2>(), "()[s0] -> (s0), domain: s0 in [0, 9]"_map));
static_assert(are(reduce.output_to_input<1>(), "(d0)[s0] -> (s0, d0), domain: d0 in [0, 9], s0 in [0, 255]"_map));
static_assert(are(reduce.output_to_input<3>(), "(d0) -> (), domain: d0 in [0, 9]"_map));
static_assert(are(reduce.input_to_output<1>(), "(d0, d1) -> (d1), domain: d0 in [0, 255], d1 in [0, 9]"_map));
static_assert(are(reduce.input_to_output<3>(), "()[s0] -> (s0), domain: s0 in [0, 9]"_map));

constexpr auto reduce2 = mercator::hlo<R"(add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] add(a, b)
}
ENTRY e {
  in = f32[2,4,8,16] parameter(0)
  zero = f32[] constant(0)
  ROOT out = f32[4,8] reduce(in, zero), dimensions={0,3}, to_apply=add
})">{};
static_assert(are(reduce2.input_to_output<0>(),
                  "(d0, d1, d2, d3) -> (d1, d2), "
                  "domain: d0 in [0, 1], d1 in [0, 3], d2 in [0, 7], d3 in [0, 15]"_map));
static_assert(are(reduce2.output_to_input<0>(),
                  "(d0, d1)[s0, s1] -> (s0, d0, d1, s1), "
                  "domain: d0 in [0, 3], d1 in [0, 7], s0 in [0, 1], s1 in [0, 15]"_map));

constexpr auto slice = mercator::hlo<R"(p0 = f32[10,20,50] parameter(0)
ROOT slice = f32[5,3,25] slice(p0), slice={[5:10:1], [3:20:7], [0:50:2]})">{};
static_assert(are(slice.output_to_input<0>(),
                  "(d0, d1, d2) -> (d0 + 5, d1 * 7 + 3, d2 * 2), "
                  "domain: d0 in [0, 4], d1 in [0, 2], d2 in [0, 24]"_map));
static_assert(
    are(slice.input_to_output<0>(),
        "(d0, d1, d2) -> (d0 - 5, (d1 - 3) floordiv 7, d2 floordiv 2), "
        "domain: d0 in [5, 9], d1 in [3, 17], d2 in [0, 48], (d1 - 3) mod 7 in [0, 0], d2 mod 2 in [0, 0]"_map));

constexpr auto reshape_collapse = mercator::hlo<R"(p0 = f32[4,8] parameter(0)
ROOT reshape = f32[32] reshape(p0))">{};
static_assert(are(reshape_collapse.output_to_input<0>(),
                  "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]"_map));
static_assert(are(reshape_collapse.input_to_output<0>(),
                  "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]"_map));

constexpr auto reshape_expand = mercator::hlo<R"(p0 = f32[32] parameter(0)
ROOT reshape = f32[4,8] reshape(p0))">{};
static_assert(are(reshape_expand.output_to_input<0>(),
                  "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]"_map));
static_assert(are(reshape_expand.input_to_output<0>(), "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]"_map));

constexpr auto reshape_generic = mercator::hlo<R"(p0 = f32[4,8] parameter(0)
ROOT reshape = f32[2,4,4] reshape(p0))">{};
static_assert(are(reshape_generic.output_to_input<0>(),
                  "(d0, d1, d2) -> (d0 * 2 + d1 floordiv 2, d2 + (d1 mod 2) * 4), "
                  "domain: d0 in [0, 1], d1 in [0, 3], d2 in [0, 3]"_map));
static_assert(are(reshape_generic.input_to_output<0>(),
                  "(d0, d1) -> (d0 floordiv 2, d1 floordiv 4 + (d0 mod 2) * 2, d1 mod 4), "
                  "domain: d0 in [0, 3], d1 in [0, 7]"_map));

constexpr auto reshape_subshapes = mercator::hlo<R"(p0 = f32[4,8,12] parameter(0)
ROOT reshape = f32[32,3,4] reshape(p0))">{};
static_assert(are(reshape_subshapes.output_to_input<0>(),
                  "(d0, d1, d2) -> (d0 floordiv 8, d0 mod 8, d1 * 4 + d2), "
                  "domain: d0 in [0, 31], d1 in [0, 2], d2 in [0, 3]"_map));
static_assert(are(reshape_subshapes.input_to_output<0>(),
                  "(d0, d1, d2) -> (d0 * 8 + d1, d2 floordiv 4, d2 mod 4), "
                  "domain: d0 in [0, 3], d1 in [0, 7], d2 in [0, 11]"_map));

constexpr auto concatenate = mercator::hlo<R"(p0 = f32[2,5,7] parameter(0)
p1 = f32[2,11,7] parameter(1)
p2 = f32[2,17,7] parameter(2)
ROOT output = f32[2,33,7] concatenate(p0, p1, p2), dimensions={1})">{};
static_assert(are(concatenate.output_to_input<0>(),
                  "(d0, d1, d2) -> (d0, d1, d2), domain: d0 in [0, 1], d1 in [0, 4], d2 in [0, 6]"_map));
static_assert(are(concatenate.input_to_output<0>(),
                  "(d0, d1, d2) -> (d0, d1, d2), domain: d0 in [0, 1], d1 in [0, 4], d2 in [0, 6]"_map));
static_assert(are(concatenate.output_to_input<1>(),
                  "(d0, d1, d2) -> (d0, d1 - 5, d2), domain: d0 in [0, 1], d1 in [5, 15], d2 in [0, 6]"_map));
static_assert(are(concatenate.input_to_output<1>(),
                  "(d0, d1, d2) -> (d0, d1 + 5, d2), domain: d0 in [0, 1], d1 in [0, 10], d2 in [0, 6]"_map));
static_assert(are(concatenate.output_to_input<2>(),
                  "(d0, d1, d2) -> (d0, d1 - 16, d2), domain: d0 in [0, 1], d1 in [16, 32], d2 in [0, 6]"_map));
static_assert(are(concatenate.input_to_output<2>(),
                  "(d0, d1, d2) -> (d0, d1 + 16, d2), domain: d0 in [0, 1], d1 in [0, 16], d2 in [0, 6]"_map));

constexpr auto dot = mercator::hlo<R"(p0 = f32[4,128,256] parameter(0)
p1 = f32[4,256,64] parameter(1)
ROOT output = f32[4,128,64] dot(p0, p1), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1})">{};
static_assert(are(dot.output_to_input<0>(),
                  "(d0, d1, d2)[s0] -> (d0, d1, s0), "
                  "domain: d0 in [0, 3], d1 in [0, 127], d2 in [0, 63], s0 in [0, 255]"_map));
static_assert(are(dot.output_to_input<1>(),
                  "(d0, d1, d2)[s0] -> (d0, s0, d2), "
                  "domain: d0 in [0, 3], d1 in [0, 127], d2 in [0, 63], s0 in [0, 255]"_map));
static_assert(are(dot.input_to_output<0>(),
                  "(d0, d1, d2)[s0] -> (d0, d1, s0), "
                  "domain: d0 in [0, 3], d1 in [0, 127], d2 in [0, 255], s0 in [0, 63]"_map));
static_assert(are(dot.input_to_output<1>(),
                  "(d0, d1, d2)[s0] -> (d0, s0, d2), "
                  "domain: d0 in [0, 3], d1 in [0, 255], d2 in [0, 63], s0 in [0, 127]"_map));

constexpr auto pad = mercator::hlo<R"(p0 = f32[4,4] parameter(0)
p1 = f32[] parameter(1)
ROOT pad = f32[12,16] pad(p0, p1), padding=1_4_1x4_8_0)">{};
static_assert(are(pad.output_to_input<0>(),
                  "(d0, d1) -> ((d0 - 1) floordiv 2, d1 - 4), "
                  "domain: d0 in [1, 7], d1 in [4, 7], (d0 - 1) mod 2 in [0, 0]"_map));
static_assert(are(pad.output_to_input<1>(), "(d0, d1) -> (), domain: d0 in [0, 11], d1 in [0, 15]"_map));

constexpr auto reduce_window = mercator::hlo<R"(max {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT m = f32[] maximum(a, b)
}
ENTRY e {
  c_inf = f32[] constant(-inf)
  p0 = f32[1024,514] parameter(0)
  ROOT output = f32[1024,3] reduce-window(p0, c_inf), window={size=1x512 pad=0_0x0_0}, to_apply=max
})">{};
static_assert(are(reduce_window.output_to_input<0>(),
                  "(d0, d1)[s0] -> (d0, d1 + s0), domain: d0 in [0, 1023], d1 in [0, 2], s0 in [0, 511]"_map));
static_assert(are(reduce_window.output_to_input<1>(), "(d0, d1) -> (), domain: d0 in [0, 1023], d1 in [0, 2]"_map));

}  // namespace
