// expect: syntax_error_result_overflow<
// expect: mercator: a map text requires results that fit 64 bits over the whole domain
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto m = "(d0) -> (d0 * 4611686018427387904), domain: d0 in [0, 3]"_map;
