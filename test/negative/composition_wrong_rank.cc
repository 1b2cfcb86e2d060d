// expect: composition_of_different_ranks<2, 1>
// expect: mercator: compose(first, second) requires as many results of first as second has dimensions
#include <mercator/mercator.hpp>

using namespace mercator;

constexpr auto m = identity(shape<4, 8>{}) >> identity(shape<4>{});
