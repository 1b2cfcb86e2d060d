// expect: syntax_error_expected_closing<21, 
// expect: near<'$', ' ', '4'
// expect: mercator: a map text requires an operator or the closing ')' here
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d1, d0 $ 4), domain: d0 in [0, 3], d1 in [0, 7]"_map;
