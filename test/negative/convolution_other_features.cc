// expect: mercator: convolution requires the shapes of an input and a kernel
// expect: shape<5, 3, 5, 8>
#include "mercator/ops/convolution.hpp"

using namespace mercator;

constexpr auto wrong =
    ops::convolution(shape<1, 12, 10, 4>{}, shape<5, 3, 5, 8>{}, ops::input_dims<0, 3, 1, 2>{},
                     ops::kernel_dims<0, 3, 1, 2>{}, ops::output_dims<0, 3, 1, 2>{});
