// expect: hlo_syntax_error<
// expect: expected_dimension_end, 3, 15
// expect: mercator: hlo<text> requires text that keeps the rule shown here
#include <mercator/hlo.hpp>

constexpr auto f = mercator::hlo<R"(
  p = f32[4,8] parameter(0)
  t = f32[8,4 transpose(p), dimensions={1,0})">{};
