// expect: hlo_requires_the_name_of_an_instruction<
// expect: mercator: hlo<text>::instruction_named<name>() requires the name of an instruction of the text
#include <mercator/hlo.hpp>

constexpr auto f = mercator::hlo<"p = f32[4,8] parameter(0)\nt = f32[4,8] negate(p)">{};
constexpr auto maps = f.instruction_named<"q">();
