// A softmax over the rows of a matrix on a GPU in one pass: nvcc -std=c++20 -I include examples/cuda_softmax.cu
//
// A block has a row, and a grid map deals its columns out to the threads in vectors. Each element is read once,
// stays in a register while the block finds the row's maximum and sum, and is written once. Only where the
// columns do not divide does the map bound them.
#include <mercator/loops/grid.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace mercator;

constexpr int threads = 128, warp = 32, warps = threads / warp, unroll = 2, width = 4;

template <i64 Columns>
using columns_map = grid_map<shape<Columns>, grid<threads, unroll, width>>;

/// combine of the values of all threads of the block; `shared` has a place for each warp.
template <class Combine>
__device__ float combine_block(float x, float* shared, Combine combine) {
  const int thread = static_cast<int>(threadIdx.x);
#pragma unroll
  for (int distance = warp / 2; distance > 0; distance /= 2)
    x = combine(x, __shfl_xor_sync(0xffffffffu, x, distance));
  if (thread % warp == 0) shared[thread / warp] = x;
  __syncthreads();
  x = shared[0];
#pragma unroll
  for (int k = 1; k < warps; ++k) x = combine(x, shared[k]);
  return x;
}

template <class Shape>
__global__ void softmax(const float* in, float* out) {
  using columns = columns_map<Shape::size(1)>;
  static_assert(columns::blocks == 1);
  __shared__ float largest_of_warp[warps], total_of_warp[warps];
  const tensor_view from(in, Shape{});
  const tensor_view to(out, Shape{});
  const int row = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x);

  // What is beyond the last column counts as nothing: e^-inf is 0.
  aligned_vector<float, width> x[unroll];
  float largest = -INFINITY, total = 0;
#pragma unroll
  for (int u = 0; u < unroll; ++u)
#pragma unroll
    for (int k = 0; k < width; ++k) x[u][k] = -INFINITY;
  for_each_vector(columns{}, thread, 0,
                  [&, u = 0](auto at) mutable { x[u++] = load_vector<width>(&from(row, at[0])); });
#pragma unroll
  for (int u = 0; u < unroll; ++u)
#pragma unroll
    for (int k = 0; k < width; ++k) largest = fmaxf(largest, x[u][k]);
  largest = combine_block(largest, largest_of_warp, [](float a, float b) { return fmaxf(a, b); });
#pragma unroll
  for (int u = 0; u < unroll; ++u)
#pragma unroll
    for (int k = 0; k < width; ++k) total += x[u][k] = expf(x[u][k] - largest);
  total = combine_block(total, total_of_warp, [](float a, float b) { return a + b; });
#pragma unroll
  for (int u = 0; u < unroll; ++u)
#pragma unroll
    for (int k = 0; k < width; ++k) x[u][k] /= total;
  for_each_vector(columns{}, thread, 0, [&, u = 0](auto at) mutable { store_vector(&to(row, at[0]), x[u++]); });
}

/// The same on the host, in double precision: sums over the ranges of a map.
template <class Shape>
std::vector<double> softmax_on_host(const std::vector<float>& in) {
  constexpr auto along = ops::reduce(Shape{}, ops::axes<1>{}).template output_to_input<0>();
  std::vector<double> largest(Shape::size(0), -INFINITY), total(largest.size()), out(in.size());
  const tensor_view from(in.data(), Shape{});
  const tensor_view to(out.data(), Shape{});
  for_each(along, [&](auto row, auto read) {
    double& most = largest[static_cast<std::size_t>(row[0])];
    most = std::fmax(most, static_cast<double>(from[read]));
  });
  for_each(along, [&](auto row, auto read) {
    const auto k = static_cast<std::size_t>(row[0]);
    total[k] += to[read] = std::exp(static_cast<double>(from[read]) - largest[k]);
  });
  for_each(along, [&](auto row, auto read) { to[read] /= total[static_cast<std::size_t>(row[0])]; });
  return out;
}

template <class Shape>
bool is_same_as_on_host(Shape) {
  constexpr auto count = static_cast<std::size_t>(Shape::elements);
  std::vector<float> in(count), out(count);
  for (std::size_t k = 0; k < count; ++k) in[k] = static_cast<float>(k * 2654435761u % 1000u) * 0.01f;
  float *from = nullptr, *to = nullptr;
  if (cudaMalloc(&from, count * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&to, count * sizeof(float)) != cudaSuccess) {
    std::puts("there is no device memory");
    return false;
  }
  cudaMemcpy(from, in.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  softmax<Shape><<<static_cast<unsigned>(Shape::size(0)), threads>>>(from, to);
  const bool ran = cudaMemcpy(out.data(), to, count * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(from);
  cudaFree(to);
  const std::vector<double> expected = softmax_on_host<Shape>(in);
  double worst = 0;
  bool near = true;
  for (std::size_t k = 0; k < count; ++k) {
    const double error = std::fabs(out[k] / expected[k] - 1);
    near = near && error < 1e-5;
    worst = std::fmax(worst, error);
  }
  std::printf("[%d, %d]: relative error %.1e\n", static_cast<int>(Shape::size(0)),
              static_cast<int>(Shape::size(1)), worst);
  return ran && near;
}

int main() {
  const bool even = is_same_as_on_host(shape<512, 1024>{});    // no bound is checked
  const bool uneven = is_same_as_on_host(shape<512, 1000>{});  // vectors beyond the last column are left out
  return even && uneven ? 0 : 1;
}
