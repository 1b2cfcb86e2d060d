// Steps of two large primes.
// expect: utilization_undecided<
// expect: mercator: utilization(shape, maps...) requires maps whose results can be counted with little work
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0, d1) -> ((d0 * 7 + d1 * 5) floordiv 10007 + d0 * 3 floordiv 10009), domain: d0 in [0, 999999], d1 in [0, 999999]"_map;
constexpr auto u = utilization(shape<2000000>{}, m);
