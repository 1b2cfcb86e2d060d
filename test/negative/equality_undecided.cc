// floor(2y) = floor(y) + floor(y + 1/2), which no rule knows, over a period of 1001.
// expect: equality_undecided<
// expect: equal_within<N>(f, g)
#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto f = "(d0) -> (d0 * 2 floordiv 1001), domain: d0 in [0, 99999]"_map;
constexpr auto g = "(d0) -> (d0 floordiv 1001 + (d0 * 2 + 1001) floordiv 2002), domain: d0 in [0, 99999]"_map;
constexpr bool same = mercator::equal_v<decltype(f), decltype(g)>;
