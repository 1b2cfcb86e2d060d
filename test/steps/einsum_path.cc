// steps: 700000
// The cheapest order of contractions of ten operands, with as many labels as there can be, and with ties everywhere.
#include <mercator/einsum.hpp>
using namespace mercator;

constexpr auto wide = einsum<"abcdef,fghijk,klmnop,pqrstu,uvwxyz,zABCDE,EFGHIJ,JKLMNO,OPQRST,TUVWXYZa->agmsy">(
    shape<2, 1, 2, 1, 2, 3>{}, shape<3, 1, 2, 1, 2, 2>{}, shape<2, 2, 1, 2, 1, 3>{}, shape<3, 1, 2, 1, 2, 2>{},
    shape<2, 2, 2, 1, 1, 3>{}, shape<3, 1, 1, 2, 1, 2>{}, shape<2, 1, 2, 1, 2, 3>{}, shape<3, 1, 2, 1, 2, 2>{},
    shape<2, 1, 2, 2, 1, 3>{}, shape<3, 1, 2, 1, 2, 1, 1, 2>{});
static_assert(wide.path().optimal && wide.path().steps == 9);
constexpr auto tied = einsum<"a,a,a,a,a,a,a,a,a,a->a">(shape<7>{}, shape<7>{}, shape<7>{}, shape<7>{}, shape<7>{},
                                                       shape<7>{}, shape<7>{}, shape<7>{}, shape<7>{}, shape<7>{});
static_assert(tied.path().optimal && tied.path().cost.multiply_adds == 63);
