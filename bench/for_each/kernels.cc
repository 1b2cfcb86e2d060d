// The same kernels through for_each and as plain nested loops by hand. They live in a file of their own, so
// that nothing about the callers is known while they are compiled.
#include "kernels.hpp"

#include <mercator/loops/for_each_piece.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

#include <cmath>

using namespace mercator;

namespace {

/// out[at] = in[from] over the map, which is given as a type: it is an empty one. g++ -O3 unrolls short loops before it
/// inlines bodies that do not say always_inline.
template <class Operand, class Output, class Map, class T>
void copy_through(Map map, const T* in, T* out) {
  const tensor_view from(in, Operand{});
  const tensor_view to(out, Output{});
  for_each(
      map, [&](auto written, auto read) __attribute__((always_inline)) { to[written] = from[read]; });
}

float most[1024], total[1024];  // of each row of the softmax

}  // namespace

void transpose_mercator(const float* in, const float*, float* out) {
  constexpr auto op = ops::transpose(shape<1024, 1024>{}, perm<1, 0>{});
  copy_through<shape<1024, 1024>, decltype(op.output())>(op.output_to_input<0>(), in, out);
}

void transpose_hand(const float* in, const float*, float* out) {
  for (long i = 0; i < 1024; ++i)
    for (long j = 0; j < 1024; ++j) out[i * 1024 + j] = in[j * 1024 + i];
}

void reshape_of_transpose_mercator(const float* in, const float*, float* out) {
  constexpr auto turned = ops::transpose(shape<64, 48, 32, 16>{}, perm<0, 2, 1, 3>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<64, 32, 768>{});
  copy_through<shape<64, 48, 32, 16>, shape<64, 32, 768>>(flat.output_to_input<0>() >> turned.output_to_input<0>(), in,
                                                          out);
}

void reshape_of_transpose_hand(const float* in, const float*, float* out) {
  for (long i = 0; i < 64; ++i)
    for (long j = 0; j < 32; ++j)
      for (long k = 0; k < 48; ++k)
        for (long l = 0; l < 16; ++l) out[((i * 32 + j) * 48 + k) * 16 + l] = in[((i * 48 + k) * 32 + j) * 16 + l];
}

void uneven_reshape_mercator(const float* in, const float*, float* out) {
  constexpr auto turned = ops::transpose(shape<6, 40, 50, 14>{}, perm<1, 0, 3, 2>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<100, 1680>{});
  copy_through<shape<6, 40, 50, 14>, shape<100, 1680>>(flat.output_to_input<0>() >> turned.output_to_input<0>(), in,
                                                       out);
}

void uneven_reshape_hand(const float* in, const float*, float* out) {
  for (long x = 0; x < 40; ++x)
    for (long y = 0; y < 6; ++y)
      for (long z = 0; z < 14; ++z)
        for (long w = 0; w < 50; ++w) out[((x * 6 + y) * 14 + z) * 50 + w] = in[((y * 40 + x) * 50 + w) * 14 + z];
}

void slice_mercator(const float* in, const float*, float* out) {
  constexpr auto op =
      ops::slice(shape<128, 256, 256>{}, ops::start<2, 1, 0>{}, ops::limit<128, 256, 256>{}, ops::stride<2, 3, 2>{});
  copy_through<shape<128, 256, 256>, decltype(op.output())>(op.output_to_input<0>(), in, out);
}

void slice_hand(const float* in, const float*, float* out) {
  for (long i = 0; i < 63; ++i)
    for (long j = 0; j < 85; ++j)
      for (long k = 0; k < 128; ++k) out[(i * 85 + j) * 128 + k] = in[((i * 2 + 2) * 256 + (j * 3 + 1)) * 256 + k * 2];
}

void pad_mercator(const float* in, const float*, float* out) {
  constexpr auto op = ops::pad(shape<62, 126, 254>{}, ops::low<1, 1, 1>{}, ops::high<1, 1, 1>{});
  const tensor_view from(in, shape<62, 126, 254>{});
  const tensor_view to(out, op.output());
  for_each(ops::pieces(op), [&](auto operand, auto written, auto read) {
    if constexpr (operand.value == 0)
      to[written] = from[read];
    else
      to[written] = 0;
  });
}

void pad_hand(const float* in, const float*, float* out) {
  for (long i = 1; i < 63; ++i)
    for (long j = 1; j < 127; ++j)
      for (long k = 1; k < 255; ++k) out[(i * 128 + j) * 256 + k] = in[((i - 1) * 126 + (j - 1)) * 254 + (k - 1)];
  for (long i : {0, 63})
    for (long j = 0; j < 128; ++j)
      for (long k = 0; k < 256; ++k) out[(i * 128 + j) * 256 + k] = 0;
  for (long j : {0, 127})
    for (long i = 1; i < 63; ++i)
      for (long k = 0; k < 256; ++k) out[(i * 128 + j) * 256 + k] = 0;
  for (long k : {0, 255})
    for (long i = 1; i < 63; ++i)
      for (long j = 1; j < 127; ++j) out[(i * 128 + j) * 256 + k] = 0;
}

void reverse_mercator(const float* in, const float*, float* out) {
  constexpr auto op = ops::reverse(shape<128, 128, 128>{}, ops::axes<0, 2>{});
  copy_through<shape<128, 128, 128>, decltype(op.output())>(op.output_to_input<0>(), in, out);
}

void reverse_hand(const float* in, const float*, float* out) {
  for (long i = 0; i < 128; ++i)
    for (long j = 0; j < 128; ++j)
      for (long k = 0; k < 128; ++k) out[(i * 128 + j) * 128 + k] = in[((127 - i) * 128 + j) * 128 + 127 - k];
}

void sum_mercator(const float* in, const float*, float* out) {
  constexpr auto op = ops::reduce(shape<16, 64, 128, 32>{}, ops::axes<0, 3>{});
  const tensor_view from(in, shape<16, 64, 128, 32>{});
  const tensor_view to(out, op.output());
  for_each(identity(op.output()), [&](auto at, auto) { to[at] = 0; });
  for_each(op.output_to_input<0>(), [&](auto at, auto read) { to(at[0], at[1]) += from[read]; });
}

void sum_hand(const float* in, const float*, float* out) {
  for (long j = 0; j < 64; ++j)
    for (long k = 0; k < 128; ++k) out[j * 128 + k] = 0;
  for (long j = 0; j < 64; ++j)
    for (long k = 0; k < 128; ++k)
      for (long i = 0; i < 16; ++i)
        for (long l = 0; l < 32; ++l) out[j * 128 + k] += in[((i * 64 + j) * 128 + k) * 32 + l];
}

void broadcast_add_mercator(const float* a, const float* b, float* out) {
  constexpr shape<64, 128, 256> all;
  constexpr auto op = ops::broadcast(shape<128>{}, all, ops::axes<1>{});
  const tensor_view left(a, all);
  const tensor_view right(b, shape<128>{});
  const tensor_view to(out, all);
  for_each(op.output_to_input<0>(), [&](auto at, auto read) { to[at] = left[at] + right[read]; });
}

void broadcast_add_hand(const float* a, const float* b, float* out) {
  for (long i = 0; i < 64; ++i)
    for (long j = 0; j < 128; ++j)
      for (long k = 0; k < 256; ++k) out[(i * 128 + j) * 256 + k] = a[(i * 128 + j) * 256 + k] + b[j];
}

void concatenate_mercator(const float* a, const float* b, float* out) {
  constexpr auto op = ops::concatenate(ops::axes<1>{}, shape<64, 96, 128>{}, shape<64, 32, 128>{});
  const tensor_view first(a, shape<64, 96, 128>{});
  const tensor_view second(b, shape<64, 32, 128>{});
  const tensor_view to(out, op.output());
  for_each(ops::pieces(op), [&](auto operand, auto written, auto read) {
    if constexpr (operand.value == 0)
      to[written] = first[read];
    else
      to[written] = second[read];
  });
}

void concatenate_hand(const float* a, const float* b, float* out) {
  for (long i = 0; i < 64; ++i)
    for (long j = 0; j < 96; ++j)
      for (long k = 0; k < 128; ++k) out[(i * 128 + j) * 128 + k] = a[(i * 96 + j) * 128 + k];
  for (long i = 0; i < 64; ++i)
    for (long j = 0; j < 32; ++j)
      for (long k = 0; k < 128; ++k) out[(i * 128 + j + 96) * 128 + k] = b[(i * 32 + j) * 128 + k];
}

void softmax_mercator(const float* in, const float*, float* out) {
  constexpr shape<1024, 256> all;
  constexpr auto rows = ops::reduce(all, ops::axes<1>{}).output_to_input<0>();
  const tensor_view from(in, all);
  const tensor_view to(out, all);
  for (long i = 0; i < 1024; ++i) most[i] = in[i * 256], total[i] = 0;
  for_each(rows, [&](auto row, auto at) { most[row[0]] = from[at] > most[row[0]] ? from[at] : most[row[0]]; });
  for_each(rows, [&](auto row, auto at) { total[row[0]] += to[at] = std::exp(from[at] - most[row[0]]); });
  for_each(rows, [&](auto row, auto at) { to[at] /= total[row[0]]; });
}

void softmax_hand(const float* in, const float*, float* out) {
  for (long i = 0; i < 1024; ++i) most[i] = in[i * 256], total[i] = 0;
  for (long i = 0; i < 1024; ++i)
    for (long j = 0; j < 256; ++j) most[i] = in[i * 256 + j] > most[i] ? in[i * 256 + j] : most[i];
  for (long i = 0; i < 1024; ++i)
    for (long j = 0; j < 256; ++j) total[i] += out[i * 256 + j] = std::exp(in[i * 256 + j] - most[i]);
  for (long i = 0; i < 1024; ++i)
    for (long j = 0; j < 256; ++j) out[i * 256 + j] /= total[i];
}

void batched_matmul_mercator(const float* a, const float* b, float* out) {
  constexpr shape<16, 128, 128> all;
  constexpr auto op = ops::dot(all, all, ops::lhs_batch_dims<0>{}, ops::rhs_batch_dims<0>{},
                               ops::lhs_contracting_dims<2>{}, ops::rhs_contracting_dims<1>{});
  const tensor_view left(a, all);
  const tensor_view right(b, all);
  const tensor_view to(out, all);
  for_each(identity(all), [&](auto at, auto) { to[at] = 0; });
  for_each(side_by_side(op.output_to_input<0>(), op.output_to_input<1>()), [&](auto at, auto read) {
    to(at[0], at[1], at[2]) += left(read[0], read[1], read[2]) * right(read[3], read[4], read[5]);
  });
}

void batched_matmul_hand(const float* a, const float* b, float* out) {
  for (long z = 0; z < 16; ++z)
    for (long i = 0; i < 128; ++i)
      for (long k = 0; k < 128; ++k) out[(z * 128 + i) * 128 + k] = 0;
  for (long z = 0; z < 16; ++z)
    for (long i = 0; i < 128; ++i)
      for (long k = 0; k < 128; ++k)
        for (long j = 0; j < 128; ++j)
          out[(z * 128 + i) * 128 + k] += a[(z * 128 + i) * 128 + j] * b[(z * 128 + j) * 128 + k];
}

void preprocess_mercator(const unsigned char* in, const unsigned char*, unsigned char* out) {
  constexpr auto crop = ops::slice(shape<480, 640, 3>{}, ops::start<16, 96, 0>{}, ops::limit<464, 544, 3>{});
  constexpr auto flip = ops::reverse(crop.output(), ops::axes<1>{});
  constexpr auto planes = ops::transpose(flip.output(), perm<2, 0, 1>{});
  constexpr auto pad = ops::pad(planes.output(), ops::low<0, 16, 16>{}, ops::high<0, 16, 16>{});
  copy_through<shape<480, 640, 3>, shape<3, 480, 480>>(
      pad.output_to_input<0>() >> planes.output_to_input<0>() >> flip.output_to_input<0>() >> crop.output_to_input<0>(),
      in, out);
}

void preprocess_hand(const unsigned char* in, const unsigned char*, unsigned char* out) {
  for (long c = 0; c < 3; ++c)
    for (long y = 16; y < 464; ++y)
      for (long x = 16; x < 464; ++x) out[(c * 480 + y) * 480 + x] = in[(y * 640 + 559 - x) * 3 + c];
}
