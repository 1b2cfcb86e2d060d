// expect: einsum_error_sizes_of_label<4, 
// expect: label<'j'>
// expect: got<4>
// expect: wanted<3>
// expect: mercator: einsum<...>(...) requires one size for each label, or 1
#include <mercator/einsum.hpp>

using namespace mercator;

constexpr auto wrong = einsum<"ij,jk->ik">(shape<2, 3>{}, shape<4, 5>{});
