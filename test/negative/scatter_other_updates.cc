// expect: mercator: scatter requires the shapes of an operand, of indices and of updates
// expect: shape<8, 76>
#include "mercator/ops/scatter.hpp"

using namespace mercator;

constexpr auto wrong = ops::scatter(shape<33, 76>{}, shape<9, 1>{}, shape<8, 76>{},
                                    ops::update_window_dims<1>{}, ops::inserted_window_dims<0>{},
                                    ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{});
