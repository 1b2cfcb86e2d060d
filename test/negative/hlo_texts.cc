// HLO text with mistakes, and questions about it that have no answer.
#include <mercator/hlo.hpp>

using namespace mercator;

//// of_a_parameter_twice
// expect: hlo_syntax_error<
// expect: mercator: hlo<text> requires text that keeps the rule shown here
constexpr auto wrong = hlo<"a = f32[2] parameter(0)\nb = f32[2] parameter(0)">{};

//// of_nothing
// expect: hlo_syntax_error<
constexpr auto wrong = hlo<"">{};

//// source_of_no_variable
// expect: mercator: the source of a runtime variable requires its number, counted from 0
using slice = hlo<"p = f32[9] parameter(0)\ni = s32[] parameter(1)\nROOT s = f32[4] dynamic-slice(p, i), dynamic_slice_sizes={4}">;
constexpr auto wrong = slice::source<0, 0, 1>();

//// physical_maps_of_no_operand
// expect: hlo_requires_the_number_of_an_operand<1, 1>
using turned = hlo<"p = f32[4,8] parameter(0)\nt = f32[8,4] transpose(p), dimensions={1,0}">;
constexpr auto wrong = turned::physical_output_to_input<1>();
