// An einsum of two operands, carried out.
#include <mercator/einsum.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;

constexpr auto attention = einsum<"bhqd,bhkd->bhqk">(shape<2, 4, 8, 16>{}, shape<2, 4, 10, 16>{});
static_assert(bounds<2>(attention.output_to_input<1>()).hi == 9);

void run(float* to, const float* a, const float* b) {
  einsum<"bhqd,bhkd->bhqk">.contract(tensor_view(to, shape<2, 4, 8, 10>{}), tensor_view(a, shape<2, 4, 8, 16>{}),
                                     tensor_view(b, shape<2, 4, 10, 16>{}));
}
