// A tile of another rank than the output, which the maps read alone.
// expect: a tile requires a size for each dimension of the output
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto flip = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto report = utilization(shape<8, 4>{}, tile<2>{}, flip);
