// The same kernels through for_each and as plain nested loops by hand. They live in a file of their own, so
// that nothing about the callers is known while they are compiled.
#include "kernels.hpp"

#include <mercator/mercator.hpp>

using namespace mercator;

namespace {

/// out[at] = in[from] over the map, which is given as a type: it is an empty one.
template <class Operand, class Output, class Map, class T>
void copy_through(Map map, const T* in, T* out) {
  const tensor_view from(in, Operand{});
  const tensor_view to(out, Output{});
  for_each(map, [&](auto written, auto read) { to[written] = from[read]; });
}

}  // namespace

void transpose_mercator(const float* in, float* out) {
  constexpr auto op = ops::transpose(shape<1024, 1024>{}, perm<1, 0>{});
  copy_through<shape<1024, 1024>, decltype(op.output())>(op.output_to_input<0>(), in, out);
}

void transpose_hand(const float* in, float* out) {
  for (long i = 0; i < 1024; ++i)
    for (long j = 0; j < 1024; ++j) out[i * 1024 + j] = in[j * 1024 + i];
}

void slice_mercator(const float* in, float* out) {
  constexpr auto op = ops::slice(shape<128, 256, 256>{}, ops::start<2, 1, 0>{}, ops::limit<128, 256, 256>{},
                                 ops::stride<2, 3, 2>{});
  copy_through<shape<128, 256, 256>, decltype(op.output())>(op.output_to_input<0>(), in, out);
}

void slice_hand(const float* in, float* out) {
  for (long i = 0; i < 63; ++i)
    for (long j = 0; j < 85; ++j)
      for (long k = 0; k < 128; ++k)
        out[(i * 85 + j) * 128 + k] = in[((i * 2 + 2) * 256 + (j * 3 + 1)) * 256 + k * 2];
}

void reverse_mercator(const float* in, float* out) {
  constexpr auto op = ops::reverse(shape<128, 128, 128>{}, ops::axes<0, 2>{});
  copy_through<shape<128, 128, 128>, decltype(op.output())>(op.output_to_input<0>(), in, out);
}

void reverse_hand(const float* in, float* out) {
  for (long i = 0; i < 128; ++i)
    for (long j = 0; j < 128; ++j)
      for (long k = 0; k < 128; ++k) out[(i * 128 + j) * 128 + k] = in[((127 - i) * 128 + j) * 128 + 127 - k];
}

void reshape_of_transpose_mercator(const float* in, float* out) {
  constexpr auto turned = ops::transpose(shape<64, 48, 32, 16>{}, perm<0, 2, 1, 3>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<64, 32, 768>{});
  copy_through<shape<64, 48, 32, 16>, shape<64, 32, 768>>(
      flat.output_to_input<0>() >> turned.output_to_input<0>(), in, out);
}

void reshape_of_transpose_hand(const float* in, float* out) {
  for (long i = 0; i < 64; ++i)
    for (long j = 0; j < 32; ++j)
      for (long k = 0; k < 768; ++k)
        out[(i * 32 + j) * 768 + k] = in[((i * 48 + k / 16) * 32 + j) * 16 + k % 16];
}

void preprocess_mercator(const unsigned char* in, unsigned char* out) {
  constexpr auto crop = ops::slice(shape<480, 640, 3>{}, ops::start<16, 96, 0>{}, ops::limit<464, 544, 3>{});
  constexpr auto flip = ops::reverse(crop.output(), ops::axes<1>{});
  constexpr auto planes = ops::transpose(flip.output(), perm<2, 0, 1>{});
  constexpr auto pad = ops::pad(planes.output(), ops::low<0, 16, 16>{}, ops::high<0, 16, 16>{});
  copy_through<shape<480, 640, 3>, shape<3, 480, 480>>(
      pad.output_to_input<0>() >> planes.output_to_input<0>() >> flip.output_to_input<0>() >>
          crop.output_to_input<0>(),
      in, out);
}

void preprocess_hand(const unsigned char* in, unsigned char* out) {
  for (long c = 0; c < 3; ++c)
    for (long y = 16; y < 464; ++y)
      for (long x = 16; x < 464; ++x) out[(c * 480 + y) * 480 + x] = in[(y * 640 + 559 - x) * 3 + c];
}
