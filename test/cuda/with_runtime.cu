// Maps with runtime variables given and read, and the kernels on top of them, in device code. Runs where there
// is a GPU.
#include <cstdio>

#include <mercator/loops/dynamic_slice.hpp>
#include <mercator/loops/gather.hpp>

using namespace mercator;

namespace {

constexpr auto cut = ops::dynamic_slice(shape<64, 64>{}, ops::slice_sizes<16, 16>{});
using cut_map = decltype(cut.output_to_input<0>());
using rows =
    decltype(ops::gather(shape<100, 8>{}, shape<4>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                         ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 8>{}));
using add_rows = decltype(ops::scatter(shape<3, 8>{}, shape<4>{}, shape<4, 8>{}, ops::update_window_dims<1>{},
                                       ops::inserted_window_dims<0>{}, ops::scatter_dims_to_operand_dims<0>{},
                                       ops::index_vector_dim<1>{}));

using row_map = decltype(rows::output_to_input<0>());
using index_map = decltype(rows::source<0, 0>());

struct plus {
  MERCATOR_HD float operator()(float a, float b) const { return a + b; }
};

/// The bound map as an argument of the kernel: two bytes.
__global__ void slice_each(bound_map<cut_map> map, const float* in, float* out) {
  static_assert(sizeof(map) == 2);
  const auto at = map(static_cast<int>(threadIdx.x) / 16, static_cast<int>(threadIdx.x) % 16);
  out[threadIdx.x] = in[at[0] * 64 + at[1]];
}

__global__ void slice_all(int y, int x, const float* in, float* out) {
  if (!with_runtime_checked(cut_map{}, y, x)) return;
  for_each(with_runtime(cut_map{}, y, x),
           [&](auto to, auto from) { out[to[0] * 16 + to[1]] = in[from[0] * 64 + from[1]]; });
}

/// One thread an element, each reading its own index.
__global__ void look_up(const float* in, const int* indices, float* out) {
  constexpr auto map = row_map{};
  const auto sourced = with_sources(map, from_element(tensor_view<const int, shape<4>>(indices), index_map{}));
  coord<2> at{};
  if (sourced.evaluate(at, static_cast<int>(threadIdx.x) / 8, static_cast<int>(threadIdx.x) % 8))
    out[threadIdx.x] = in[at[0] * 8 + at[1]];
}

template <class Gather, class Scatter>
__global__ void gather_and_scatter(Gather gather, Scatter scatter, const float* in, const int* indices,
                                   float* out, float* sums) {
  if (!kernels::gather(gather, in, indices, out)) return;
  if (!kernels::scatter(scatter, sums, indices, out, plus{})) return;
}

}  // namespace

int main() {
  float *in = nullptr, *out = nullptr;
  int* indices = nullptr;
  cudaMallocManaged(&in, 64 * 64 * sizeof(float));
  cudaMallocManaged(&out, 1024 * sizeof(float));
  cudaMallocManaged(&indices, 4 * sizeof(int));
  for (int k = 0; k < 64 * 64; ++k) in[k] = static_cast<float>(k);
  for (int k = 0; k < 1024; ++k) out[k] = 0;
  indices[0] = 2, indices[1] = -1, indices[2] = 2, indices[3] = 1;
  slice_each<<<1, 256>>>(with_runtime(cut_map{}, 5, 100), in, out);
  slice_all<<<1, 1>>>(5, 48, in, out + 256);
  constexpr auto taken =
      ops::gather(shape<100, 8>{}, shape<4>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                  ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 8>{});
  constexpr auto added = ops::scatter(shape<3, 8>{}, shape<4>{}, shape<4, 8>{}, ops::update_window_dims<1>{},
                                      ops::inserted_window_dims<0>{}, ops::scatter_dims_to_operand_dims<0>{},
                                      ops::index_vector_dim<1>{});
  gather_and_scatter<rows, add_rows><<<1, 1>>>(taken, added, in, indices, out + 512, out + 600);
  look_up<<<1, 32>>>(in, indices, out + 700);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("the kernels failed: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }
  bool right = true;
  for (int k = 0; k < 256; ++k)
    right = right && out[k] == static_cast<float>((k / 16 + 5) * 64 + k % 16 + 48) && out[256 + k] == out[k];
  for (int k = 0; k < 8; ++k) {
    right = right && out[700 + k] == static_cast<float>(16 + k) && out[708 + k] == static_cast<float>(k);
    right = right && out[512 + k] == static_cast<float>(16 + k) && out[520 + k] == static_cast<float>(k);
    right = right && out[600 + k] == 0 && out[608 + k] == static_cast<float>(8 + k) &&
            out[616 + k] == static_cast<float>(2 * (16 + k));
  }
  std::printf(right ? "passed\n" : "a kernel wrote something else\n");
  return right ? 0 : 1;
}
