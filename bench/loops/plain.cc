// Plain nested loops in the order of the output, indices simplified by hand.
#include <cmath>

#include "bench/loops/kernels.hpp"

namespace {

void transpose(const float* __restrict a, const float*, float* __restrict out) {
  for (int i = 0; i < 1024; ++i)
    for (int j = 0; j < 1024; ++j) out[i * 1024 + j] = a[j * 1024 + i];
}

void reshape_transpose(const float* __restrict a, const float*, float* __restrict out) {
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 32; ++j)
      for (int k = 0; k < 48; ++k)
        for (int l = 0; l < 16; ++l) out[((i * 32 + j) * 48 + k) * 16 + l] = a[((i * 48 + k) * 32 + j) * 16 + l];
}

void uneven_reshape(const float* __restrict a, const float*, float* __restrict out) {
  for (int x = 0; x < 40; ++x)
    for (int y = 0; y < 6; ++y)
      for (int z = 0; z < 14; ++z)
        for (int w = 0; w < 50; ++w) *out++ = a[((y * 40 + x) * 50 + w) * 14 + z];
}

void slice(const float* __restrict a, const float*, float* __restrict out) {
  for (int i = 0; i < 63; ++i)
    for (int j = 0; j < 85; ++j)
      for (int k = 0; k < 128; ++k) out[(i * 85 + j) * 128 + k] = a[((2 + 2 * i) * 256 + 1 + 3 * j) * 256 + 2 * k];
}

void pad(const float* __restrict a, const float*, float* __restrict out) {
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 128; ++j)
      for (int k = 0; k < 256; ++k) {
        const bool inside = i >= 1 && i < 63 && j >= 1 && j < 127 && k >= 1 && k < 255;
        out[(i * 128 + j) * 256 + k] = inside ? a[((i - 1) * 126 + j - 1) * 254 + k - 1] : 0.0f;
      }
}

void reverse(const float* __restrict a, const float*, float* __restrict out) {
  for (int i = 0; i < 128; ++i)
    for (int j = 0; j < 128; ++j)
      for (int k = 0; k < 128; ++k) out[(i * 128 + j) * 128 + k] = a[((127 - i) * 128 + j) * 128 + 127 - k];
}

void sum(const float* __restrict a, const float*, float* __restrict out) {
  for (int j = 0; j < 64; ++j)
    for (int k = 0; k < 128; ++k) {
      float total = 0;
      for (int i = 0; i < 16; ++i)
        for (int l = 0; l < 32; ++l) total += a[((i * 64 + j) * 128 + k) * 32 + l];
      out[j * 128 + k] = total;
    }
}

void broadcast_add(const float* __restrict a, const float* __restrict b, float* __restrict out) {
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 128; ++j)
      for (int k = 0; k < 256; ++k) out[(i * 128 + j) * 256 + k] = a[(i * 128 + j) * 256 + k] + b[j];
}

void concatenate(const float* __restrict a, const float* __restrict b, float* __restrict out) {
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 128; ++j)
      for (int k = 0; k < 128; ++k)
        out[(i * 128 + j) * 128 + k] = j < 96 ? a[(i * 96 + j) * 128 + k] : b[(i * 32 + j - 96) * 128 + k];
}

void softmax(const float* __restrict a, const float*, float* __restrict out) {
  for (int i = 0; i < 1024; ++i) {
    const float* x = a + i * 256;
    float* y = out + i * 256;
    float most = x[0], total = 0;
    for (int j = 1; j < 256; ++j) most = x[j] > most ? x[j] : most;
    for (int j = 0; j < 256; ++j) total += y[j] = std::exp(x[j] - most);
    for (int j = 0; j < 256; ++j) y[j] /= total;
  }
}

void batched_matmul(const float* __restrict a, const float* __restrict b, float* __restrict out) {
  for (int z = 0; z < 16; ++z)
    for (int i = 0; i < 128; ++i)
      for (int k = 0; k < 128; ++k) {
        float total = 0;
        for (int j = 0; j < 128; ++j) total += a[(z * 128 + i) * 128 + j] * b[(z * 128 + j) * 128 + k];
        out[(z * 128 + i) * 128 + k] = total;
      }
}

}  // namespace

const bench::kernel bench::plain_kernels[] = {
    transpose, reshape_transpose, uneven_reshape, slice,   pad,           reverse,
    sum,       broadcast_add,     concatenate,    softmax, batched_matmul};
