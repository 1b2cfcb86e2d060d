// The parser while compiling.
#include "mercator/core/text.hpp"
#include "mercator/hlo/constant_values.hpp"
#include "mercator/hlo/parser.hpp"
#include "mercator/hlo/replica_groups.hpp"
#include "mercator/hlo/storage.hpp"
#include "test/hlo/softmax.hpp"

namespace hlo = mercator::hlo_ir;
using hlo::attribute_key;
using hlo::parse_rule;
using mercator::i64;

namespace {

template <mercator::text Text>
inline constexpr hlo::module_counts capacity = hlo::measure(Text.characters, static_cast<int>(Text.size()));

/// Parses the text and asks `what` of the module, all in one evaluation. Without a module: -1.
template <mercator::text Text, class Question>
constexpr i64 ask(Question what) {
  hlo::module_room<capacity<Text>> room;
  hlo::module_arena arena = room.arena();
  hlo::hlo_module m;
  return hlo::parse(Text.characters, static_cast<int>(Text.size()), arena, m) ? -1 : what(m);
}

template <mercator::text Text>
constexpr bool fails(parse_rule rule, int line, int column) {
  hlo::module_room<capacity<Text>> room;
  hlo::module_arena arena = room.arena();
  hlo::hlo_module m;
  const hlo::parse_error error = hlo::parse(Text.characters, static_cast<int>(Text.size()), arena, m);
  const hlo::text_position at = hlo::position_of(Text.characters, error.offset);
  return error.rule == rule && at.line == line && at.column == column;
}

template <mercator::text Text>
constexpr hlo::module_counts counts_of() {
  hlo::module_room<capacity<Text>> room;
  hlo::module_arena arena = room.arena();
  hlo::hlo_module m;
  (void)hlo::parse(Text.characters, static_cast<int>(Text.size()), arena, m);
  return m.counts;
}

/// What outlives the evaluation.
template <mercator::text Text>
constexpr auto packed() {
  hlo::module_room<capacity<Text>> room;
  hlo::module_arena arena = room.arena();
  hlo::hlo_module m;
  (void)hlo::parse(Text.characters, static_cast<int>(Text.size()), arena, m);
  return hlo::packed_module<counts_of<Text>()>(m);
}

using mercator_test::softmax;

constexpr i64 size_of_the_fused_root(const hlo::hlo_module& m) {
  const hlo::instruction& fusion = m.root(m.entry_computation());
  const hlo::computation& fused = *m.called(fusion, attribute_key::calls);
  const hlo::instruction& root = m.root(fused);
  return m.sizes(m.shape_of(m.operand(root, 1)))[2] * 1000 + m.list(m.operand(root, 1), attribute_key::dimensions)[1];
}

static_assert(ask<softmax>([](const hlo::hlo_module& m) { return i64{m.counts.instructions}; }) == 18);
static_assert(ask<softmax>(size_of_the_fused_root) == 125001);

constexpr auto kept = packed<softmax>();
static_assert(size_of_the_fused_root(kept.view()) == 125001);
static_assert(kept.view().counts.computations == 4);
static_assert(kept.view().find_computation("max")->instructions == 3);

// every form of attribute, layouts, tuples, dynamic sizes, comments, constants, calls that come later
constexpr mercator::text forms = R"(HloModule m, num_partitions=4 // here
ENTRY %e (p: f32[8,8,3], w: f32[3,3,3,2]) -> (f32[8,8,3], /*index=1*/s32[]) {
  %p = f32[8,8,3]{2,1,0:T(8,128)} parameter(0)
  %w = f32[3,3,3,2] parameter(1)
  %four = f32[1,8,8,3] reshape(f32[8,8,3] %p), metadata={op_name="a } \" b"}
  %conv = f32[1,4,4,2] convolution(%four, %w),
    window={size=3x3 stride=2x2 pad=0_1x0_1}, dim_labels=b01f_01io->b01f
  %slice = f32[4,8,3] slice(%p), slice={[0:8:2], [0:8], [0:3]}
  %low = f32[] constant(-0x1.8p+3)
  %pad = f32[7,8,5] pad(%slice, %low), padding=0_0_1x0_0x1_1
  %gather = f32[7,8,10] all-gather(%pad), replica_groups=[2,2]<=[2,2]T(1,0), dimensions={2},
    control-predecessors={%conv}
  %shift = f32[7,8,10] collective-permute(%gather), source_target_pairs={{0,1},{1,0}}
  %dynamic = f32[<=7,?] frobnicate(%shift, axis: 3), what={{}}
  %one = s32[] constant({/* scalar */ 1})
  ROOT %t = (f32[8,8,3], s32[]) call(%p, %one), to_apply=later
}
later { x = f32[8,8,3] parameter(0) y = s32[] parameter(1) ROOT t = (f32[8,8,3], s32[]) tuple(x, y) })";

constexpr auto all = packed<forms>();
constexpr hlo::hlo_module module_of_forms = all.view();

constexpr const hlo::instruction& at(const char* name) {
  return *module_of_forms.find_instruction(module_of_forms.entry_computation(), name);
}

constexpr i64 number(const char* name, attribute_key key, int list, int k) {
  return module_of_forms.list(at(name), key, list)[k];
}

static_assert(module_of_forms.num_partitions == 4);
static_assert(number("conv", attribute_key::window, hlo::window_stride, 1) == 2);
static_assert(number("conv", attribute_key::window, hlo::window_pad_high, 0) == 1);
static_assert(number("conv", attribute_key::window, hlo::window_rhs_dilate, 0) == 1);
static_assert(number("conv", attribute_key::dim_labels, hlo::dim_labels_rhs, 1) == 3);
static_assert(number("slice", attribute_key::slice, hlo::slice_strides, 0) == 2);
static_assert(number("slice", attribute_key::slice, hlo::slice_limits, 2) == 3);
static_assert(number("pad", attribute_key::padding, hlo::padding_interior, 0) == 1);
static_assert(number("shift", attribute_key::source_target_pairs, 0, 1) == 1);
static_assert(hlo::replica_groups(module_of_forms, *module_of_forms.find(at("gather"), attribute_key::replica_groups))
                  .device(1, 0) == 1);
static_assert(module_of_forms.tiles(module_of_forms.shape_of(at("p"))) == "T(8,128)");
static_assert(at("dynamic").op == hlo::opcode::unknown && module_of_forms.shape_of(at("dynamic")).dynamic == 3);
static_assert(module_of_forms.name(*module_of_forms.called(at("t"), attribute_key::to_apply)) == "later");
static_assert(ask<"i = s64[] constant(-42)">([](const hlo::hlo_module& m) {
                i64 value = 0;
                return hlo::scalar_integer(m, m.instructions[0], value) ? value : 0;
              }) == -42);

static_assert(fails<"a = f32[2] parameter(0)\nb = f32[2] copy(c)">(parse_rule::unknown_operand, 2, 17));
static_assert(fails<"a = f32[2] parameter(0)\na = f32[2] copy(a)">(parse_rule::duplicate_instruction, 2, 1));
static_assert(fails<"a = f32[2] parameter(0), to_apply=f">(parse_rule::unknown_computation, 1, 35));
static_assert(fails<"a = f32[99999999999999999999] parameter(0)">(parse_rule::number_too_large, 1, 9));
static_assert(fails<"e { a = f32[2] parameter(0)">(parse_rule::expected_instruction, 1, 28));
static_assert(fails<"a = f32[2] parameter(0), x=\"">(parse_rule::unterminated_string, 1, 28));
static_assert(fails<"">(parse_rule::empty_module, 1, 1));

}  // namespace
