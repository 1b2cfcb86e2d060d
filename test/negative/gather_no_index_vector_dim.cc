// expect: mercator: gather requires the shapes of an operand and of indices; index_vector_dim
// expect: offset_dims<1, 2, 3>
#include "mercator/ops/gather.hpp"

using namespace mercator;

constexpr auto wrong = ops::gather(shape<33, 76, 70>{}, shape<1806, 2>{}, ops::offset_dims<1, 2, 3>{},
                                   ops::start_index_map<0, 1>{}, ops::slice_sizes<7, 8, 4>{});
