// expect: mercator: einsum<...>.contract(to, ...) requires a tensor 'to' of the output's shape
// expect: shape<4, 2>
// expect: shape<2, 4>
#include <mercator/einsum.hpp>

using namespace mercator;

void wrong(float* to, const float* a, const float* b) {
  einsum<"ij,jk->ik">.contract(tensor_view(to, shape<4, 2>{}), tensor_view(a, shape<2, 3>{}),
                               tensor_view(b, shape<3, 4>{}));
}
