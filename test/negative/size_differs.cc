// As many results as the runtime variable says.
// expect: size_undecided<
// expect: of whose results there are as many for every value of its runtime variables
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(d0){rt0} -> (d0), domain: d0 in [0, 7], rt0 in [0, 7], d0 - rt0 in [-7, 0]"_map;
static_assert(image_size(m) == 8);
