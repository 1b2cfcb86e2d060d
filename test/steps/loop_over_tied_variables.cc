// steps: 700000
// A nest over a residue that ties four variables: cutting them up gives thousands of parts, so it is given up in time.
#include <mercator/mercator.hpp>
using namespace mercator;
using namespace mercator::literals;

constexpr auto tied =
    "(d0, d1)[s0, s1] -> (d1), domain: d0 in [0, 4], d1 in [0, 30], s0 in [1, 32], s1 in [0, 4], (d0 * -1 + d1 * 3 + s0 * 2 + s1 + 1) mod 7 in [6, 6]"_map;
inline long points() {
  long out = 0;
  for_each(tied, [&](auto, auto) { ++out; });
  return out;
}
