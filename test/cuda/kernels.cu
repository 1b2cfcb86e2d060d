// for_each, eval and views in kernels, each map given as a type. Runs where there is a GPU.
#include <cstdio>

#include <mercator/mercator.hpp>

using namespace mercator;

namespace {

constexpr auto turn = ops::transpose(shape<6, 4>{}, perm<1, 0>{});
constexpr auto flat = ops::reshape(turn.output(), shape<24>{});
using fused = decltype(simplify(flat.output_to_input<0>() >> turn.output_to_input<0>()));

/// One thread an element.
template <class Map>
__global__ void gather_each(const float* in, float* out) {
  const tensor_view from(in, shape<6, 4>{});
  const int place = static_cast<int>(threadIdx.x);
  out[place] = from[Map::eval(place)];
}

/// One thread for all.
template <class Map>
__global__ void gather_all(const float* in, float* out) {
  const tensor_view from(in, shape<6, 4>{});
  const tensor_view to(out, shape<24>{});
  for_each(Map{}, [&](auto written, auto read) { to[written] = from[read]; });
}

/// The same without a type of its own for the map: a local copy can be called.
__global__ void gather_local(const float* in, float* out) {
  constexpr auto map = decltype(turn.output_to_input<0>()){};
  const auto at = map(threadIdx.x / 6, threadIdx.x % 6);
  out[threadIdx.x] = in[at[0] * 4 + at[1]];
}

bool holds_transpose(const float* out) {
  for (int k = 0; k < 24; ++k)
    if (out[k] != static_cast<float>(k % 6 * 4 + k / 6)) return false;
  return true;
}

}  // namespace

int main() {
  float *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, 24 * sizeof(float));
  cudaMallocManaged(&out, 3 * 24 * sizeof(float));
  for (int k = 0; k < 24; ++k) in[k] = static_cast<float>(k);
  gather_each<fused><<<1, 24>>>(in, out);
  gather_all<fused><<<1, 1>>>(in, out + 24);
  gather_local<<<1, 24>>>(in, out + 48);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("the kernels failed: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }
  for (int k = 0; k < 3; ++k) {
    if (holds_transpose(out + 24 * k)) continue;
    std::printf("kernel %d wrote something else\n", k);
    return 1;
  }
  std::printf("passed\n");
}
