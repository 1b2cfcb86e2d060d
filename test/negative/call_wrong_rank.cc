// expect-g++: no match for call to
// expect-g++: dims<mercator::in<0, 3
// expect-clang++: no matching function for call
// expect-clang++: requires 2 arguments, but 1 was provided
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto at = m(1);
