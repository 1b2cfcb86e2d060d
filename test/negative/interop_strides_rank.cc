// expect: mercator: strided_map(shape, strides) requires a stride for each dimension
// expect: strides<8, 1>
#include <mercator/interop/strides.hpp>

constexpr auto wrong = mercator::strided_map(mercator::shape<4, 8, 2>{}, mercator::strides<8, 1>{});
