// expect: einsum_error_unknown_character<9, 
// expect: label<'$'>
// expect: mercator: einsum<...>(...) requires labels a-z and A-Z, ',', '...', '->' and spaces
#include <mercator/einsum.hpp>

using namespace mercator;

constexpr auto wrong = einsum<"ij,jk->i$">(shape<2, 3>{}, shape<3, 4>{});
