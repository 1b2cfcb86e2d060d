// expect: hlo_syntax_error<
// expect: unknown_operand, 1, 47
#include <mercator/hlo.hpp>

constexpr auto f = mercator::hlo<"p = f32[4,8] parameter(0)\tt = f32[4,8] negate(q)">{};
