// Typed maps of HLO text: sources of runtime variables, layouts, tuples, whole computations, what is unknown,
// loops.
#include <type_traits>

#include "test/hlo/typed_maps.hpp"

namespace {

using namespace mercator::literals;
using mercator_test::are;
namespace hlo_ir = mercator::hlo_ir;

// runtime variables and where they are read
constexpr auto lookup = mercator::hlo<R"(
  f {
    table = f32[50,8] parameter(0)
    ids = s32[4,3] parameter(1)
    flat = s32[12,1] reshape(ids)
    rows = f32[12,8] gather(table, flat), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0},
      index_vector_dim=1, slice_sizes={1,8}
    ROOT out = f32[4,3,8] reshape(rows)
  }
  ENTRY e {
    table = f32[50,8] parameter(0)
    ids = s32[4,3] parameter(1)
    ROOT out = f32[4,3,8] fusion(table, ids), kind=kLoop, calls=f
  })">{};
static_assert(
    are(lookup.output_to_input<0>(),
        "(d0, d1, d2){rt0} -> (rt0, d2), domain: d0 in [0, 3], d1 in [0, 2], d2 in [0, 7], rt0 in [0, 49]"_map));
constexpr auto read = lookup.source<0>();
static_assert(read.operand == 1);
static_assert(decltype(read)::map{} ==
              "(d0, d1, d2){rt0} -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 2], d2 in [0, 7], rt0 in [0, 49]"_map);
static_assert(are(lookup.instruction_named<"rows">().output_to_input<1>(),
                  "(d0, d1) -> (d0, 0), domain: d0 in [0, 11], d1 in [0, 7]"_map));
static_assert(are(lookup.whole().input_to_output<1>(),
                  "(d0, d1)[s0] -> (d0, d1, s0), domain: d0 in [0, 3], d1 in [0, 2], "
                  "s0 in [0, 7]"_map));

// values known from a constant, of a runtime variable inside its interval and of one outside; an iota
constexpr auto known = mercator::hlo<R"(
  f {
    p = f32[100,7] parameter(0)
    c = s32[] constant(42)
    far = s32[] constant(9)
    a = f32[10,7] dynamic-slice(p, c, far), dynamic_slice_sizes={10,7}
    late = s32[] constant(95)
    b = f32[10,7] dynamic-slice(p, late, far), dynamic_slice_sizes={10,7}
    i = s32[10,1] iota(), iota_dimension=0
    g = f32[10,7] gather(p, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1,
      slice_sizes={1,7}
    ab = f32[10,7] add(a, b)
    ROOT abg = f32[10,7] add(ab, g)
  }
  ENTRY e {
    p = f32[100,7] parameter(0)
    ROOT out = f32[10,7] fusion(p), kind=kLoop, calls=f
  })">{};
static_assert(are(known.output_to_input<0>(), "(d0, d1) -> (d0 + 42, d1), domain: d0 in [0, 9], d1 in [0, 6]"_map,
                  "(d0, d1){rt0} -> (d0 + rt0, d1), domain: d0 in [0, 9], d1 in [0, 6], rt0 in [0, 90]"_map,
                  "(d0, d1) -> (d0, d1), domain: d0 in [0, 9], d1 in [0, 6]"_map));

// equal maps with different sources stay two
constexpr auto offsets = mercator::hlo<R"(
  f {
    p = f32[8] parameter(0)
    i = s32[] parameter(1)
    j = s32[] parameter(2)
    a = f32[4] dynamic-slice(p, i), dynamic_slice_sizes={4}
    b = f32[4] dynamic-slice(p, j), dynamic_slice_sizes={4}
    again = f32[4] dynamic-slice(p, i), dynamic_slice_sizes={4}
    ab = f32[4] add(a, b)
    ROOT r = f32[4] add(ab, again)
  }
  ENTRY e {
    p = f32[8] parameter(0)
    i = s32[] parameter(1)
    j = s32[] parameter(2)
    ROOT r = f32[4] fusion(p, i, j), kind=kLoop, calls=f
  })">{};
constexpr auto window = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 4]"_map;
static_assert(are(offsets.output_to_input<0>(), window, window));
static_assert(offsets.source<0, 0>().operand + offsets.source<0, 1>().operand == 3);

// a bitcast goes through the layouts
constexpr auto bitcast = mercator::hlo<R"(
  p0 = f32[16,17,3] parameter(0)
  ROOT b = f32[51,16]{0,1} bitcast(p0))">{};
static_assert(are(bitcast.output_to_input<0>(),
                  "(d0, d1) -> (d1, d0 floordiv 3, d0 mod 3), domain: d0 in [0, 50], d1 in [0, 15]"_map));
static_assert(are(bitcast.input_to_output<0>(),
                  "(d0, d1, d2) -> (d1 * 3 + d2, d0), domain: d0 in [0, 15], d1 in [0, 16], d2 in [0, 2]"_map));

// physical maps, and places in memory
constexpr auto layouts = mercator::hlo<R"(
  p0 = f32[10,20,30]{1,0,2} parameter(0)
  p1 = f32[10,20,30] parameter(1)
  ROOT add0 = f32[10,20,30]{0,1,2} add(p0, p1))">{};
static_assert(are(layouts.physical_output_to_input<0>(),
                  "(d0, d1, d2) -> (d0, d2, d1), domain: d0 in [0, 29], d1 in [0, 19], d2 in [0, 9]"_map));
static_assert(are(layouts.physical_output_to_input<1>(),
                  "(d0, d1, d2) -> (d2, d1, d0), domain: d0 in [0, 29], d1 in [0, 19], d2 in [0, 9]"_map));
static_assert(are(layouts.physical_input_to_output<0>(),
                  "(d0, d1, d2) -> (d0, d2, d1), domain: d0 in [0, 29], d1 in [0, 9], d2 in [0, 19]"_map));
static_assert(are(layouts.output_to_memory<0>(),
                  "(d0, d1, d2) -> (d2 * 200 + d0 * 20 + d1), domain: d0 in [0, 9], "
                  "d1 in [0, 19], d2 in [0, 29]"_map));
static_assert(are(layouts.output_to_memory<1>(),
                  "(d0, d1, d2) -> (d0 * 600 + d1 * 30 + d2), domain: d0 in [0, 9], "
                  "d1 in [0, 19], d2 in [0, 29]"_map));
static_assert(are(lookup.output_to_memory<0>(),
                  "(d0, d1, d2){rt0} -> (rt0 * 8 + d2), domain: d0 in [0, 3], "
                  "d1 in [0, 2], d2 in [0, 7], rt0 in [0, 49]"_map));
constexpr auto scalar = mercator::hlo<"p = f32[] parameter(0)\nb = f32[3] broadcast(p), dimensions={}">{};
static_assert(are(scalar.output_to_memory<0>(), "(d0) -> (0), domain: d0 in [0, 2]"_map));

// several outputs; an opaque operation spoils what comes through it alone
constexpr auto outputs = mercator::hlo<R"(
  f {
    p = f32[4,6] parameter(0)
    q = f32[4,4] parameter(1)
    t = f32[6,4] transpose(p), dimensions={1,0}
    l = f32[4,4] cholesky(q), lower=true
    s = f32[4,4] slice(p), slice={[0:4], [1:5]}
    ls = f32[4,4] add(l, s)
    ROOT out = (f32[6,4], f32[4,4]) tuple(t, ls)
  }
  ENTRY e {
    p = f32[4,6] parameter(0)
    q = f32[4,4] parameter(1)
    ROOT out = (f32[6,4], f32[4,4]) fusion(p, q), kind=kLoop, calls=f
  })">{};
static_assert(outputs.operands == 2 && outputs.outputs == 2);
static_assert(are(outputs.output_to_input<0, 0>(), "(d0, d1) -> (d1, d0), domain: d0 in [0, 5], d1 in [0, 3]"_map));
static_assert(are(outputs.output_to_input<1, 0>()));
static_assert(are(outputs.output_to_input<0, 1>(), "(d0, d1) -> (d0, d1 + 1), domain: d0 in [0, 3], d1 in [0, 3]"_map));
static_assert(are(outputs.input_to_output<0, 1>(), "(d0, d1) -> (d0, d1 - 1), domain: d0 in [0, 3], d1 in [1, 4]"_map));
static_assert(std::is_same_v<decltype(outputs.output_to_input<1, 1>()),
                             boost::hana::tuple<mercator::unknown_map<hlo_ir::opcode::cholesky>>>);

// a map in a loop
constexpr int reads() {
  int sum = 0;
  mercator::for_each(outputs.output_to_input<0, 0>()[0_c],
                     [&](auto to, auto from) { sum += static_cast<int>(to[0] * 100 + from[0]); });
  return sum;
}
static_assert(reads() == 4 * 1500 + 6 * 6);

}  // namespace
