// expect: map_overflows<
// expect: composed<
// expect: mercator: a map requires values that fit 64 bits, over its whole domain
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto large = "(d0) -> (d0 * 4294967296), domain: d0 in [0, 3]"_map;
constexpr auto larger = "(d0) -> (d0 * 4294967296), domain: d0 in [0, 20000000]"_map;
constexpr auto m = simplify(large >> larger);
