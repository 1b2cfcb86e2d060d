// Maps of HLO text in a kernel: a fused lookup of rows, one thread for each element of the output, which reads the
// number of its row where the map's source says. Runs where there is a GPU.
#include <cstdio>

#include <mercator/hlo.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

constexpr auto lookup = hlo<R"(
  f {
    table = f32[50,8] parameter(0)
    ids = s32[4,3] parameter(1)
    flat = s32[12,1] reshape(ids)
    rows = f32[12,8] gather(table, flat), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0},
      index_vector_dim=1, slice_sizes={1,8}
    ROOT out = f32[4,3,8] reshape(rows)
  }
  ENTRY e {
    table = f32[50,8] parameter(0)
    ids = s32[4,3] parameter(1)
    ROOT out = f32[4,3,8] fusion(table, ids), kind=kLoop, calls=f
  })">{};
using map_of_table = std::decay_t<decltype(boost::hana::front(lookup.output_to_input<0>()))>;
constexpr auto row = lookup.source<0>();
using map_of_row = decltype(row)::map;
static_assert(decltype(row)::map{} ==
              "(d0, d1, d2){rt0} -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 2], d2 in [0, 7], rt0 in [0, 49]"_map);

using table_shape = shape<50, 8>;
using ids_shape = shape<4, 3>;

template <class Table, class Row>
__global__ void look_up(const float* table, const int* ids, float* out) {
  const tensor_view rows(table, table_shape{});
  const tensor_view numbers(ids, ids_shape{});
  const int at = static_cast<int>(threadIdx.x), d0 = at / 24, d1 = at / 8 % 3, d2 = at % 8;
  out[at] = rows[Table::eval(d0, d1, d2, numbers[Row::eval(d0, d1, d2, 0)])];
}

}  // namespace

int main() {
  float *table = nullptr, *out = nullptr;
  int* ids = nullptr;
  cudaMallocManaged(&table, table_shape::elements * sizeof(float));
  cudaMallocManaged(&ids, ids_shape::elements * sizeof(int));
  cudaMallocManaged(&out, ids_shape::elements * 8 * sizeof(float));
  for (int k = 0; k < table_shape::elements; ++k) table[k] = static_cast<float>(k);
  for (int k = 0; k < ids_shape::elements; ++k) ids[k] = k * 17 % 50;
  look_up<map_of_table, map_of_row><<<1, 96>>>(table, ids, out);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("the kernel failed: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }
  for (int k = 0; k < 96; ++k) {
    const float expected = static_cast<float>(ids[k / 8] * 8 + k % 8);
    if (out[k] == expected) continue;
    std::printf("element %d is %f, not %f\n", k, static_cast<double>(out[k]), static_cast<double>(expected));
    return 1;
  }
  std::printf("the rows agree\n");
  return 0;
}
