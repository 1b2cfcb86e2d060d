// An einsum's maps in a kernel: one thread for each element of the output sums over the ranges. Runs where there is a GPU.
#include <cstdio>

#include <mercator/einsum.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

using left = shape<2, 3, 4>;
using right = shape<5, 4, 2>;
constexpr auto e = einsum<"ijk,lki->li">(left{}, right{});
using output = decltype(e.output());
using left_map = decltype(simplify(e.output_to_input<0>()));
using right_map = decltype(simplify(e.output_to_input<1>()));

static_assert(e.output_to_input<1>() ==
              "(d0, d1)[s0, s1] -> (d0, s1, d1), domain: d0 in [0, 4], d1 in [0, 1], s0 in [0, 2], s1 in [0, 3]"_map);
static_assert(e.composed_steps<0>() == e.output_to_input<0>());
static_assert(e.composed_steps<1>() == e.output_to_input<1>());

template <class Left, class Right>
__global__ void sums(const float* a, const float* b, float* out) {
  const tensor_view x(a, left{});
  const tensor_view y(b, right{});
  const int l = static_cast<int>(threadIdx.x) / 2, i = static_cast<int>(threadIdx.x) % 2;
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 4; ++k) sum += x[Left::eval(l, i, j, k)] * y[Right::eval(l, i, j, k)];
  out[threadIdx.x] = sum;
}

}  // namespace

int main() {
  float *a = nullptr, *b = nullptr, *out = nullptr;
  cudaMallocManaged(&a, left::elements * sizeof(float));
  cudaMallocManaged(&b, right::elements * sizeof(float));
  cudaMallocManaged(&out, output::elements * sizeof(float));
  for (int k = 0; k < left::elements; ++k) a[k] = static_cast<float>(k % 7 - 3);
  for (int k = 0; k < right::elements; ++k) b[k] = static_cast<float>(k % 5 - 2);
  sums<left_map, right_map><<<1, output::elements>>>(a, b, out);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("the kernel failed: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }
  float expected[output::elements];
  einsum<"ijk,lki->li">.contract(tensor_view(expected, output{}), tensor_view(a, left{}), tensor_view(b, right{}));
  for (int k = 0; k < output::elements; ++k) {
    if (out[k] == expected[k]) continue;
    std::printf("element %d is %f, not %f\n", k, static_cast<double>(out[k]), static_cast<double>(expected[k]));
    return 1;
  }
  std::printf("the einsum agrees\n");
  return 0;
}
