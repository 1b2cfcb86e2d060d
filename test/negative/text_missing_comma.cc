// People paste domains with line breaks only.
// expect: syntax_error_missing_comma<23, 
// expect: near<'d', '1', ' ', 'i', 'n'
// expect: mercator: a map text requires a comma here
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto m = R"((d0, d1) -> (d1, d0), domain:
          d0 in [0, 3]
          d1 in [0, 7])"_map;
