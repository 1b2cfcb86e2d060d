// The kernels by hand, as well as could be done: register tiles, explicit vectors and shuffles, cache blocking,
// trees in place of chains. Block sizes and prefetch distances were chosen by measurement on g++ 12 and clang
// 19, for AVX-512 and AVX2.
#include <algorithm>
#include <cstring>

#include "bench/loops/hand_tiles.hpp"
#include "bench/loops/kernels.hpp"

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace {

void transpose(const float* __restrict a, const float*, float* __restrict out) {
  constexpr int block_p = lanes == 16 ? 32 : 64, block_q = 128;  // squares of whole cache lines inside
  for (int bp = 0; bp < 1024; bp += block_p)
    for (int bq = 0; bq < 1024; bq += block_q)
      for (int p = bp; p < bp + block_p; p += 16)
        for (int q = bq; q < bq + block_q; q += 16)
          for (int i = p; i < p + 16; i += lanes)
            for (int j = q; j < q + 16; j += lanes) tile<lanes, 1024, 1024>(a + j * 1024 + i, out + i * 1024 + j);
}

void reshape_transpose(const float* __restrict a, const float*, float* __restrict out) {
  // Runs of one cache line: blocks of 4 x 4.
  for (int i = 0; i < 64; ++i)
    for (int k = 0; k < 48; k += 4)
      for (int j = 0; j < 32; j += 4) {
        const float* from = a + ((i * 48 + k) * 32 + j) * 16;
        float* to = out + ((i * 32 + j) * 48 + k) * 16;
        for (int y = 0; y < 4; ++y)
          for (int x = 0; x < 4; ++x)
            for (int h = 0; h < 16; h += lanes) store(to + (y * 48 + x) * 16 + h, load(from + (x * 32 + y) * 16 + h));
      }
}

void uneven_reshape(const float* __restrict a, const float*, float* __restrict out) {
  // Transposes 50 x 14 to 14 x 50: tiles of 48 rows, the last two rows zipped.
  for (int x = 0; x < 40; ++x)
    for (int y = 0; y < 6; ++y) {
      const float* from = a + (y * 40 + x) * 700;
      float* to = out + (x * 6 + y) * 700;
      if constexpr (lanes == 16) {
        for (int w = 0; w < 48; w += 16) tile<16, 14, 50, 14>(from + w * 14, to + w);  // 16 columns read, 14 written
      } else {
        for (int z = 0; z <= 6; z += 6)  // columns 0 to 7 and 6 to 13
          for (int w = 0; w < 48; w += 8) tile<8, 14, 50>(from + w * 14 + z, to + z * 50 + w);
      }
      float last[28];
      const float *p = from + 48 * 14, *q = p + 14;
      for (int z = 0; z <= 6; z += 6) {
        store(last + 2 * z, shuffle<zip<0>>(load<8>(p + z), load<8>(q + z)));
        store(last + 2 * z + 8, shuffle<zip<1>>(load<8>(p + z), load<8>(q + z)));
      }
      for (int z = 0; z < 14; ++z) std::memcpy(to + z * 50 + 48, last + 2 * z, 8);
    }
}

void slice(const float* __restrict a, const float*, float* __restrict out) {
  const auto row = [&](int i, int j) __attribute__((always_inline)) {
    return a + ((2 + 2 * i) * 256 + 1 + 3 * j) * 256;
  };
  for (int i = 0; i < 63; ++i)
    for (int j = 0; j < 85; ++j) {
      // Rows stand 3 KiB apart: hardware does not prefetch them.
      const float *from = row(i, j), *soon = j + 6 < 85 ? row(i, j + 6) : row(std::min(i + 1, 62), j + 6 - 85);
      float* to = out + (i * 85 + j) * 128;
      for (int k = 0; k < 256; k += 16) __builtin_prefetch(soon + k);
      for (int k = 0; k < 128; k += lanes)
        store(to + k, shuffle<evens>(load(from + 2 * k), load(from + 2 * k + lanes)));
    }
}

[[gnu::noinline]] void pad_row(const float* from, float* to) {
  constexpr int unrolled = 254 / lanes / 4 * 4 * lanes;  // g++ unrolls all of it in this form
  to[0] = 0;
  for (int k = 0; k < unrolled; k += 4 * lanes)
    for (int u = k; u < k + 4 * lanes; u += lanes) store(to + 1 + u, load(from + u));
  for (int k = unrolled; k + lanes <= 254; k += lanes) store(to + 1 + k, load(from + k));
  store(to + 255 - lanes, load(from + 254 - lanes));  // overlaps the one before
  to[255] = 0;
}
void zero_row(float* to) {
  for (int k = 0; k < 256; k += lanes) store(to + k, vector{});
}

void pad(const float* __restrict a, const float*, float* __restrict out) {
  for (int i = 0; i < 64; ++i) {
    float* to = out + i * 128 * 256;
    if (i == 0 || i == 63) {
      for (int j = 0; j < 128; ++j) zero_row(to + j * 256);
      continue;
    }
    zero_row(to);
    for (int j = 1; j < 127; ++j) pad_row(a + ((i - 1) * 126 + j - 1) * 254, to + j * 256);
    zero_row(to + 127 * 256);
  }
}

void reverse(const float* __restrict a, const float*, float* __restrict out) {
  for (int i = 127; i >= 0; --i)
    for (int j = 0; j < 128; ++j) {
      const float* from = a + ((127 - i) * 128 + j) * 128;
      float* to = out + (i * 128 + j) * 128;
      for (int k = 0; k < 128; k += lanes) {
        const vector v = load(from + k);
        store(to + 128 - lanes - k, shuffle<reversed>(v, v));
      }
    }
}

/// As many vectors as lanes to one vector of their sums.
BENCH_INLINE vector sums(vector* row) {
  for (int i = 0; i < lanes; i += 2)
    row[i / 2] = shuffle<unpack_ones<0>>(row[i], row[i + 1]) + shuffle<unpack_ones<1>>(row[i], row[i + 1]);
  for (int i = 0; i < lanes / 2; i += 2)
    row[i / 2] = shuffle<unpack_twos<0>>(row[i], row[i + 1]) + shuffle<unpack_twos<1>>(row[i], row[i + 1]);
  if constexpr (lanes == 16)
    for (int i = 0; i < 4; i += 2)
      row[i / 2] = shuffle<groups<0>>(row[i], row[i + 1]) + shuffle<groups<1>>(row[i], row[i + 1]);
  return shuffle<groups<0>>(row[0], row[1]) + shuffle<groups<1>>(row[0], row[1]);
}

void sum(const float* __restrict a, const float*, float* __restrict out) {
  constexpr int slabs = lanes == 16 ? 16 : 4;  // at a time; partial sums go through the output, which is 32 KiB
  for (int i = 0; i < 16; i += slabs)
    for (int t = 0; t < 64 * 128; t += lanes) {
      vector partial[lanes] = {};
      for (int s = i; s < i + slabs; ++s) {
        const float* from = a + (s * 64 * 128 + t) * 32;
        for (int r = 0; r < lanes; ++r)
          for (int q = 0; q < 32; q += lanes) partial[r] += load(from + r * 32 + q);
      }
      const vector total = sums(partial);
      store(out + t, i != 0 ? load(out + t) + total : total);
    }
}

void broadcast_add(const float* __restrict a, const float* __restrict b, float* __restrict out) {
  for (int r = 0; r < 64 * 128; ++r) {
    const float c = b[r & 127];
    for (int k = 0; k < 256; k += 8 * lanes)
      for (int u = k; u < k + 8 * lanes; u += lanes) store(out + r * 256 + u, load(a + r * 256 + u) + c);
  }
}

void concatenate(const float* __restrict a, const float* __restrict b, float* __restrict out) {
  for (int i = 0; i < 64; ++i) {
    std::memcpy(out + i * 128 * 128, a + i * 96 * 128, 96 * 128 * 4);
    std::memcpy(out + (i * 128 + 96) * 128, b + i * 32 * 128, 32 * 128 * 4);
  }
}

BENCH_INLINE vector larger(vector x, vector y) {  // g++ makes a comparison and a blend of x > y ? x : y
#if defined(__AVX512F__)
  return (vector)_mm512_max_ps((__m512)x, (__m512)y);
#elif defined(__AVX__)
  return (vector)_mm256_max_ps((__m256)x, (__m256)y);
#else
  return x > y ? x : y;
#endif
}

/// e^x for x <= 0: Cody and Waite's reduction, Estrin's scheme; n is in the low bits of t, so that one shift
/// and one integer addition bring it to the exponent.
BENCH_INLINE vector exponential(vector x) {
  x = larger(x, vector{} - 87.0f);
  const vector t = x * 1.44269504f + 12582912.0f, n = t - 12582912.0f;
  vector r = x - n * 0.693359375f;
  r = r + n * 2.12194440e-4f;
  const vector q = r * r;
  const vector p2 = 1.9875691500e-4f * r + 1.3981999507e-3f, p1 = 8.3334519073e-3f * r + 4.1665795894e-2f,
               p0 = 1.6666665459e-1f * r + 5.0000001201e-1f;
  const vector p = ((p2 * q + p1) * q + p0) * q + (r + 1.0f);
  return (vector)((int_vector)p + ((int_vector)t << 23));
}

template <int Distance = lanes / 2, class Combine>
BENCH_INLINE vector all_lanes(vector v, Combine combine) {
  v = combine(v, shuffle<exchange<Distance>>(v, v));
  if constexpr (Distance > 1)
    return all_lanes<Distance / 2>(v, combine);
  else
    return v;
}

void softmax(const float* __restrict a, const float*, float* __restrict out) {
  constexpr int rows = 2;  // at a time: the horizontal steps of one overlap the other
  const auto most = [](vector x, vector y) __attribute__((always_inline)) { return larger(x, y); };
  const auto add = [](vector x, vector y) __attribute__((always_inline)) { return x + y; };
  for (int i = 0; i < 1024; i += rows) {
    const float* x = a + i * 256;
    float* y = out + i * 256;
    vector largest[rows], total[rows];
    for (int r = 0; r < rows; ++r) {
      vector c[4];
      for (int u = 0; u < 4; ++u) c[u] = load(x + r * 256 + u * lanes);
      for (int j = 4 * lanes; j < 256; j += 4 * lanes)
        for (int u = 0; u < 4; ++u) c[u] = larger(c[u], load(x + r * 256 + j + u * lanes));
      largest[r] = all_lanes(larger(larger(c[0], c[1]), larger(c[2], c[3])), most);
    }
    for (int r = 0; r < rows; ++r) {
      vector c{};
      for (int j = r * 256; j < r * 256 + 256; j += lanes) {
        const vector e = exponential(load(x + j) - largest[r]);
        store(y + j, e);
        c += e;
      }
      total[r] = c;
    }
    for (int r = 0; r < rows; ++r) {
      const vector q = 1.0f / all_lanes(total[r], add);
      for (int j = r * 256; j < r * 256 + 256; j += lanes) store(y + j, load(y + j) * q);
    }
  }
}

void batched_matmul(const float* __restrict a, const float* __restrict b, float* __restrict out) {
  for (int z = 0; z < 16; ++z)
    for (int k = 0; k < 128; k += 2 * lanes) {  // packing b measured 2 to 5 % slower
      const float *left = a + z * 16384, *right = b + z * 16384 + k;
      float* to = out + z * 16384 + k;
      matmul_panel<128, 128, 128, 128, 128>(left, right, to);
    }
}

}  // namespace

const bench::kernel bench::hand_kernels[] = {
    transpose, reshape_transpose, uneven_reshape, slice,   pad,           reverse,
    sum,       broadcast_add,     concatenate,    softmax, batched_matmul};
