// Each result shifts the other one by steps of a large prime.
// expect: injectivity_undecided<
// expect: mercator: is_injective(m) requires a map that can be decided with little work
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> (d0 + d1 floordiv 10007, d1 + d0 floordiv 10009), domain: d0 in [0, 999999], d1 in [0, 999999]"_map;
static_assert(is_injective(m));
