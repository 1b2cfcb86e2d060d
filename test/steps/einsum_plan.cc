// steps: 12000
// The plan of an einsum whose operands both have to be looked at for copies, and its proof.
#include <mercator/einsum.hpp>
using namespace mercator;

constexpr auto crossed = einsum<"abcd,dceb->ae">(shape<2, 3, 4, 5>{}, shape<5, 4, 6, 3>{});
static_assert(crossed.plan().data_moves() == 1);
static_assert(crossed.composed_steps<0>() == crossed.output_to_input<0>());
static_assert(crossed.composed_steps<1>() == crossed.output_to_input<1>());
