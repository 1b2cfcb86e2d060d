// expect: einsum_error_shape_for_each_operand<1, 
// expect: got<1>
// expect: wanted<2>
#include <mercator/einsum.hpp>

using namespace mercator;

constexpr auto wrong = einsum<"ij,jk->ik">(shape<2, 3>{});
