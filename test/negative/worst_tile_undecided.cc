// More maps of one operand that read the same than are brought together.
// expect: utilization_undecided<
// expect: requires maps whose results can be counted with little work and within 64 bits: of more than six few may read
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m0 = "(d0) -> (d0), domain: d0 in [0, 9]"_map;
constexpr auto m1 = "(d0) -> (d0 + 1), domain: d0 in [0, 9]"_map;
constexpr auto m2 = "(d0) -> (d0 + 2), domain: d0 in [0, 9]"_map;
constexpr auto m3 = "(d0) -> (d0 + 3), domain: d0 in [0, 9]"_map;
constexpr auto m4 = "(d0) -> (d0 + 4), domain: d0 in [0, 9]"_map;
constexpr auto m5 = "(d0) -> (d0 + 5), domain: d0 in [0, 9]"_map;
constexpr auto m6 = "(d0) -> (d0 + 6), domain: d0 in [0, 9]"_map;
constexpr i64 worst = worst_tile(tile<10>{}, m0, m1, m2, m3, m4, m5, m6);
