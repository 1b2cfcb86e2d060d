// steps: 20000
// Texts that are known to simplify well: digits, tiles, nests and constraints.
#include <mercator/mercator.hpp>
using namespace mercator;
using namespace mercator::literals;

template <class Map>
constexpr int results_of(Map) {
  return simplified_value<Map>::value.counts.results;
}

static_assert(
    results_of(
        "(d0) -> ((d0 floordiv 100) * 100 + (d0 mod 100 floordiv 10) * 10 + d0 mod 10), domain: d0 in [0, 999]"_map) ==
    1);
static_assert(results_of("(d0, d1) -> (d0 + d1 floordiv 16, d1 mod 16), domain: d0 in [0, 6], d1 in [0, 14]"_map) == 2);
static_assert(results_of("(d0, d1, d2) -> ((d0 * 16 + d1 * 4 + d2) floordiv 8, (d0 * 16 + d1 * 4 + d2) mod 8), domain: "
                         "d0 in [0, 9], d1 in [0, 9], d2 in [0, 9]"_map) == 2);
static_assert(
    results_of(
        "(d0, d1, d2) -> (((d0 * 100 + d1 * 10 + d2) floordiv 20) mod 50, (d0 * 100 + d1 * 10 + d2) mod 20), domain: "
        "d0 in [0, 9], d1 in [0, 9], d2 in [0, 9]"_map) == 2);
static_assert(
    results_of(
        "(d0)[s0] -> (d0 * 2 + s0 - 1), domain: d0 in [0, 9], s0 in [0, 2], d0 * 2 + s0 in [1, 18], s0 mod 2 in [0, 0]"_map) ==
    1);
static_assert(results_of("(d0) -> (min(max(d0 - 3, 0), 6), -((-d0) floordiv 4)), domain: d0 in [-9, 9]"_map) == 2);
