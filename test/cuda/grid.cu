// A vectorised copy and a transpose through shared memory, from grid maps; compared with the host's where there
// is a GPU.
#include <cstdio>
#include <vector>

#include <mercator/loops/grid.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;

template <class Map>
__global__ void scale(Map map, const float* in, float* out) {
  for_each_vector(map, static_cast<int>(threadIdx.x), static_cast<int>(blockIdx.x), [=](const auto& at) {
    const auto place = at[0] * static_cast<int>(Map::shape::size(1)) + at[1];
    auto v = load_vector<Map::grid::vector>(in + place);
    for (int k = 0; k < Map::grid::vector; ++k) v[k] *= 2.0f;
    store_vector(out + place, v);
  });
}

/// out[column, row] = in[row, column] in tiles of 32 x 32, a block each; Rows and Columns are multiples of 32.
template <int Rows, int Columns, class Tile>
__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[Tile::elements];
  constexpr grid_map map{shape<32, 32>{}, grid<256, 4>{}};
  const int row = static_cast<int>(blockIdx.y) * 32, column = static_cast<int>(blockIdx.x) * 32;
  for_each_thread(map, static_cast<int>(threadIdx.x), 0, [&](const auto& at) {
    tile[Tile::at(at[0], at[1])] = in[(row + at[0]) * Columns + column + at[1]];
  });
  __syncthreads();
  for_each_thread(map, static_cast<int>(threadIdx.x), 0, [&](const auto& at) {
    out[(column + at[0]) * Rows + row + at[1]] = tile[Tile::at(at[1], at[0])];
  });
}

int main() {
  constexpr int rows = 96, columns = 64, count = rows * columns;
  constexpr grid_map map{shape<rows, columns>{}, grid<64, 2, 4>{}};
  std::vector<float> in(count), doubled(count), turned(count);
  for (int k = 0; k < count; ++k) in[static_cast<unsigned>(k)] = static_cast<float>(k);
  float *from = nullptr, *to = nullptr;
  if (cudaMalloc(&from, count * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&to, count * sizeof(float)) != cudaSuccess)
    return 2;
  cudaMemcpy(from, in.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<static_cast<unsigned>(map.blocks), 64>>>(map, from, to);
  cudaMemcpy(doubled.data(), to, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (const bool swizzled : {false, true}) {
    const dim3 blocks(columns / 32, rows / 32);
    if (swizzled)
      transpose<rows, columns, swizzled_tile<32, 32>><<<blocks, 256>>>(from, to);
    else
      transpose<rows, columns, padded_tile<32, 32>><<<blocks, 256>>>(from, to);
    if (cudaMemcpy(turned.data(), to, count * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        const auto k = static_cast<unsigned>(r * columns + c);
        if (turned[static_cast<unsigned>(c * rows + r)] != in[k] || doubled[k] != 2 * in[k]) return 1;
      }
  }
  std::puts("as on the host");
}
