// The headers for other libraries under nvcc; layouts in a kernel.
#include <type_traits>

#include <mercator/interop/mdspan.hpp>
#include <mercator/interop/mlir.hpp>
#include <mercator/interop/nested_layout.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto tiled = "((2,4),(4,2)):((4,16),(1,8))"_layout;
static_assert(to_layout(tiled).exists);
static_assert(strides_of(strided_map(shape<4, 8>{}, strides<8, 1>{}, 3_c)).offset == 3);
static_assert(affine_map<"affine_map<(d0)[s0] -> (d0 * 4 + s0)>">(dims<in<0, 7>>{}, ranges<in<0, 3>>{}) ==
              "(d0)[s0] -> (d0 * 4 + s0), domain: d0 in [0, 7], s0 in [0, 3]"_map);

template <class Map>
__global__ void fill(int* to) {
  for (int column = 0; column < 8; ++column) to[Map::eval(threadIdx.x, column)[0]] = column;
}

template __global__ void fill<std::remove_const_t<decltype(tiled)>>(int*);
