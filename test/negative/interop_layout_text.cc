// expect: mercator: a layout requires a text such as (4,(2,8)):(2,(1,8))
// expect: layout_syntax_error<
// expect: other_nesting
// expect: near<')'>
#include <mercator/interop/nested_layout.hpp>

using namespace mercator::literals;

constexpr auto wrong = "(4,8):(8)"_layout;
