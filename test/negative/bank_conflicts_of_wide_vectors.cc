// Eight elements of 4 bytes at once are more than any access takes.
// expect: bank_conflicts_undecided<
// expect: of 1, 2, 4, 8 or 16 bytes a thread
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(th_x)[v] -> (th_x * 8 + v), domain: th_x in [0, 31], v in [0, 7]"_map;
constexpr auto c = bank_conflicts<4, 1, true>(m, shape<256>{});
