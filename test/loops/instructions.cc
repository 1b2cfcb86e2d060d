// Loops over maps with runtime variables given, and the same loops with the offsets added by hand:
// `instructions NAME` runs one of them once, so that its instructions can be counted. Each must write the same
// as its counterpart.
#include <cstdio>
#include <cstring>
#include <vector>

#include <mercator/loops/sources.hpp>
#include <mercator/loops/tensor_view.hpp>
#include <mercator/ops/dynamic_slice.hpp>
#include <mercator/ops/gather.hpp>

using namespace mercator;

namespace {

using image = shape<512, 640, 4>;
using window = shape<256, 320, 4>;
constexpr auto cut = ops::dynamic_slice(image{}, ops::slice_sizes<256, 320, 4>{});
constexpr auto cut_map = cut.output_to_input<0>();
using bound = decltype(with_runtime(cut_map, 0, 0, 0));

constexpr auto put = ops::dynamic_update_slice(image{}, window{});
using bound_update = decltype(with_runtime(put.input_to_output<1>(), 0, 0, 0));
using bound_part = decltype(with_runtime(put.output_to_input<1>(), 0, 0, 0));

constexpr auto rows =
    ops::gather(shape<1000, 256>{}, shape<512>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 256>{});

}  // namespace

#define KERNEL extern "C" [[gnu::noinline]] void

KERNEL slice_mercator(bound map, const float* in, float* out) {
  const tensor_view<const float, image> from(in);
  const tensor_view<float, window> to(out);
  for_each(map, [&](auto written, auto read) { to[written] = from[read]; });
}
KERNEL slice_hand(bound offset, const float* in, float* out) {
  const long y = offset.runtime(0), x = offset.runtime(1);
  for (long i = 0; i < 256; ++i)
    for (long j = 0; j < 320; ++j)
      for (long k = 0; k < 4; ++k) out[(i * 320 + j) * 4 + k] = in[((i + y) * 640 + (j + x)) * 4 + k];
}

KERNEL update_mercator(bound_update map, const float* in, float* out) {
  const tensor_view<const float, window> from(in);
  const tensor_view<float, image> to(out);
  for_each(map, [&](auto read, auto written) { to[written] = from[read]; });
}
KERNEL update_hand(bound_update offset, const float* in, float* out) {
  const long y = offset.runtime(0), x = offset.runtime(1);
  for (long i = 0; i < 256; ++i)
    for (long j = 0; j < 320; ++j)
      for (long k = 0; k < 4; ++k) out[((i + y) * 640 + (j + x)) * 4 + k] = in[(i * 320 + j) * 4 + k];
}

KERNEL part_mercator(bound_part map, const float* in, float* out) {
  const tensor_view<const float, window> from(in);
  const tensor_view<float, image> to(out);
  for_each(map, [&](auto written, auto read) { to[written] = from[read]; });
}
KERNEL part_hand(bound_part offset, const float* in, float* out) {
  const long y = offset.runtime(0), x = offset.runtime(1);
  const long top = y < 0 ? 0 : y, bottom = y + 255 > 511 ? 511 : y + 255;
  const long left = x < 0 ? 0 : x, right = x + 319 > 639 ? 639 : x + 319;
  for (long i = top; i <= bottom; ++i)
    for (long j = left; j <= right; ++j)
      for (long k = 0; k < 4; ++k) out[(i * 640 + j) * 4 + k] = in[((i - y) * 320 + (j - x)) * 4 + k];
}

KERNEL rows_mercator(const int* indices, const float* in, float* out) {
  const tensor_view<const float, shape<1000, 256>> from(in);
  const tensor_view<float, shape<512, 256>> to(out);
  for_each(with_sources(rows.output_to_input<0>(),
                        from_element(tensor_view<const int, shape<512>>(indices), rows.source<0, 0>())),
           [&](auto written, auto read) { to[written] = from[read]; });
}
KERNEL rows_hand(const int* indices, const float* in, float* out) {
  for (long i = 0; i < 512; ++i) {
    long row = indices[i];
    row = row > 999 ? 999 : row < 0 ? 0 : row;
    for (long j = 0; j < 256; ++j) out[i * 256 + j] = in[row * 256 + j];
  }
}

int main(int count, char** name) {
  if (count != 2) return 1;
  std::vector<float> in(image::elements), out(image::elements);
  std::vector<int> indices(512);
  for (std::size_t k = 0; k < in.size(); ++k) in[k] = static_cast<float>(k % 1021);
  for (std::size_t k = 0; k < indices.size(); ++k) indices[k] = static_cast<int>(k * 37 % 1100) - 50;
  const auto is = [&](const char* what) { return std::strcmp(name[1], what) == 0; };
  const bound at = with_runtime(cut_map, count * 3, 17, 0);
  const bound_update to = with_runtime(put.input_to_output<1>(), count * 3, 17, 0);
  if (is("slice_mercator")) slice_mercator(at, in.data(), out.data());
  if (is("slice_hand")) slice_hand(at, in.data(), out.data());
  if (is("update_mercator")) update_mercator(to, in.data(), out.data());
  if (is("update_hand")) update_hand(to, in.data(), out.data());
  const bound_part part = with_runtime(put.output_to_input<1>(), count * 3, 17, 0);
  if (is("part_mercator")) part_mercator(part, in.data(), out.data());
  if (is("part_hand")) part_hand(part, in.data(), out.data());
  if (is("rows_mercator")) rows_mercator(indices.data(), in.data(), out.data());
  if (is("rows_hand")) rows_hand(indices.data(), in.data(), out.data());
  double sum = 0;
  for (std::size_t k = 0; k < out.size(); ++k) sum += out[k] * static_cast<float>(k % 7 + 1);
  std::printf("%.0f\n", sum);
}
