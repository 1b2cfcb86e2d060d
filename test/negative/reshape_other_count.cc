// expect: mercator: reshape requires two shapes with the same number of elements, which fits 64 bits; got the shapes
// expect: reshape_requires_as_many_elements
// expect: shape<4, 8>
// expect: shape<5, 7>
#include "mercator/ops/reshape.hpp"

constexpr auto flat = mercator::ops::reshape(mercator::shape<4, 8>{}, mercator::shape<5, 7>{});
constexpr auto map = flat.output_to_input<0>();
