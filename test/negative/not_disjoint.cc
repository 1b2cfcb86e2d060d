// expect: mercator: require_disjoint(f, g) requires maps without a common result
// expect: are_not_disjoint<
// expect: element<15>
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto f = "(d0) -> (d0 * 3), domain: d0 in [2, 5]"_map;
constexpr auto g = "(d0) -> (d0 * 5), domain: d0 in [2, 1000000]"_map;
static_assert(require_disjoint(f, g));
