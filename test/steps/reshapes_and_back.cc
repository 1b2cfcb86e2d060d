// steps: 20000
// Reshapes to two shapes and back: the identity of 1.5 million points.
#include <mercator/mercator.hpp>
using namespace mercator;

constexpr auto first = ops::reshape(shape<64, 48, 32, 16>{}, shape<65536, 24>{});
constexpr auto second = ops::reshape(shape<65536, 24>{}, shape<3072, 512>{});
constexpr auto third = ops::reshape(shape<3072, 512>{}, shape<64, 48, 32, 16>{});
constexpr auto there_and_back = third.output_to_input<0>() >> second.output_to_input<0>() >> first.output_to_input<0>();
static_assert(there_and_back == identity(shape<64, 48, 32, 16>{}));
