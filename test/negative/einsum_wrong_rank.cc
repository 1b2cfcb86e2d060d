// expect: einsum_error_rank_of_labels<4, 
// expect: operand<1>
// expect: got<1>
// expect: wanted<2>
#include <mercator/einsum.hpp>

using namespace mercator;

constexpr auto wrong = einsum<"ij,jk->ik">(shape<2, 3>{}, shape<3>{});
