// expect: einsum_error_unknown_output_label<9, 
// expect: label<'l'>
// expect: mercator: einsum<...>(...) requires labels in the output that an operand has
#include <mercator/einsum.hpp>

using namespace mercator;

constexpr auto wrong = einsum<"ij,jk->il">(shape<2, 3>{}, shape<3, 4>{});
