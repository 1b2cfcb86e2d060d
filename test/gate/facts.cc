// Proofs about a kernel's accesses.
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto write =
    "(th_x, bl_x)[v] -> (bl_x, th_x * 4 + v), domain: th_x in [0, 127], bl_x in [0, 63], v in [0, 3]"_map;
static_assert(is_injective(write));
static_assert(covers(write, shape<64, 512>{}));
static_assert(in_bounds(write, shape<64, 512>{}));
static_assert(coalescing<4>(write, shape<64, 512>{}).sectors > 0);
