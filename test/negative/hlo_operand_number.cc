// expect: hlo_requires_the_number_of_an_operand<1, 1>
// expect: mercator: the maps of an instruction require the number of an operand, counted from 0
#include <mercator/hlo.hpp>

constexpr auto f = mercator::hlo<"p = f32[4,8] parameter(0)\nt = f32[4,8] negate(p)">{};
constexpr auto maps = f.output_to_input<1>();
