// expect: syntax_error_division_by_zero<22, 
// expect: mercator: a map text requires divisors other than 0
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto m = "(d0) -> (d0 floordiv 0), domain: d0 in [0, 3]"_map;
