// expect: mercator: einsum<...>(...) requires shapes; got the types shown here
#include <mercator/einsum.hpp>

using namespace mercator;

constexpr auto wrong = einsum<"ij,jk->ik">(shape<2, 3>{}, 4);
