// expect: access_requires_a_map_from_threads_to_elements<
// expect: mercator: an access requires a map whose first dimensions are the thread's and whose results are indices of the
// expect: shape<8, 8>
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto m = "(th_x) -> (th_x), domain: th_x in [0, 63]"_map;
constexpr auto c = coalescing<4>(m, shape<8, 8>{});
