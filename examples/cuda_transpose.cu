// A matrix transposed on a GPU through tiles in shared memory: nvcc -std=c++20 -I include
// examples/cuda_transpose.cu
//
// Maps say who does what: a grid map deals a tile's elements out to the threads of a block, and a swizzled tile
// keeps both the rows that are written and the columns that are read apart in the banks.
#include <mercator/loops/grid.hpp>
#include <mercator/mercator.hpp>

#include <cstdio>
#include <vector>

using namespace mercator;

constexpr int rows = 1024, columns = 768, side = 32, threads = 256;
constexpr grid_map within_tile{shape<side, side>{}, grid<threads, side * side / threads>{}};
using tile = swizzled_tile<side, side>;

__global__ void transpose(const float* in, float* out) {
  __shared__ float shared[tile::elements];
  const int row = static_cast<int>(blockIdx.y) * side, column = static_cast<int>(blockIdx.x) * side;
  const int thread = static_cast<int>(threadIdx.x);
  for_each_thread(decltype(within_tile){}, thread, 0, [&](auto at) {
    shared[tile::at(at[0], at[1])] = in[(row + at[0]) * columns + column + at[1]];
  });
  __syncthreads();
  for_each_thread(decltype(within_tile){}, thread, 0, [&](auto at) {
    out[(column + at[0]) * rows + row + at[1]] = shared[tile::at(at[1], at[0])];
  });
}

int main() {
  constexpr std::size_t count = std::size_t{rows} * columns;
  std::vector<float> in(count), out(count);
  for (std::size_t k = 0; k < count; ++k) in[k] = static_cast<float>(k);
  float *from = nullptr, *to = nullptr;
  if (cudaMalloc(&from, count * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&to, count * sizeof(float)) != cudaSuccess) {
    std::puts("there is no device memory");
    return 1;
  }
  cudaMemcpy(from, in.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  transpose<<<dim3(columns / side, rows / side), threads>>>(from, to);
  if (cudaMemcpy(out.data(), to, count * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      if (out[c * rows + r] != in[r * columns + c]) {
        std::printf("wrong at (%zu, %zu)\n", r, c);
        return 1;
      }
  std::puts("transposed");
}
