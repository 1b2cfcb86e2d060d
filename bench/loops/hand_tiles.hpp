// What the kernels by hand are made of: vectors, shuffles, a transpose in registers, a tile of a matrix
// product.
#pragma once

#include <utility>

namespace {

#define BENCH_INLINE [[gnu::always_inline]] inline

#if defined(__AVX512F__)
constexpr int lanes = 16;
#else
constexpr int lanes = 8;
#endif

template <int Lanes>
struct vector_of {
  typedef float type __attribute__((vector_size(Lanes * 4)));
};
template <int Lanes>
using vector_t = typename vector_of<Lanes>::type;
using vector = vector_t<lanes>;
typedef int int_vector __attribute__((vector_size(lanes * 4)));

template <int Lanes = lanes>
BENCH_INLINE vector_t<Lanes> load(const float* p) {
  vector_t<Lanes> v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
template <class Vector>
BENCH_INLINE void store(float* p, Vector v) {
  __builtin_memcpy(p, &v, sizeof v);
}

/// Lane j is lane Pattern::at(j, lanes) of a and b, those of b counted on from a's.
template <class Pattern, class Vector, int... Lane>
BENCH_INLINE Vector shuffle(Vector a, Vector b, std::integer_sequence<int, Lane...>) {
  return __builtin_shufflevector(a, b, Pattern::at(Lane, int(sizeof...(Lane)))...);
}
template <class Pattern, class Vector>
BENCH_INLINE Vector shuffle(Vector a, Vector b) {
  return shuffle<Pattern>(a, b, std::make_integer_sequence<int, sizeof(Vector) / 4>{});
}

template <int Half>
struct unpack_ones {  // in groups of 4: a0 b0 a1 b1, or a2 b2 a3 b3
  static constexpr int at(int j, int w) { return j / 4 * 4 + Half * 2 + j % 4 / 2 + j % 2 * w; }
};
template <int Half>
struct unpack_twos {  // a0 a1 b0 b1, or a2 a3 b2 b3
  static constexpr int at(int j, int w) { return j / 4 * 4 + Half * 2 + j % 2 + j % 4 / 2 * w; }
};
template <int Half>
struct groups {  // the even or odd groups of 4 of a and b
  static constexpr int at(int j, int) { return (j / 4 * 2 + Half) * 4 + j % 4; }
};
template <int Half>
struct zip {
  static constexpr int at(int j, int w) { return Half * w / 2 + j / 2 + j % 2 * w; }
};
template <int Distance>
struct exchange {
  static constexpr int at(int j, int) { return j ^ Distance; }
};
struct evens {
  static constexpr int at(int j, int) { return 2 * j; }
};
struct reversed {
  static constexpr int at(int j, int w) { return w - 1 - j; }
};

template <int Distance, int W>
BENCH_INLINE void exchange_groups(vector_t<W>* row) {
  for (int i = 0; i < W; ++i)
    if (!(i & Distance)) {
      const vector_t<W> x = row[i], y = row[i + Distance];
      row[i] = shuffle<groups<0>>(x, y);
      row[i + Distance] = shuffle<groups<1>>(x, y);
    }
}

/// W x W in registers: rows From apart become columns; the first Written of them are stored, To apart. Not
/// inlined: mixed with the loads and stores of its neighbours it is up to 1.3 times as slow.
template <int W, int From, int To, int Written = W>
[[gnu::noinline, gnu::aligned(64)]] void tile(const float* from, float* to) {
  vector_t<W> row[unsigned(W)], half[unsigned(W)];
  for (int i = 0; i < W; ++i) row[i] = load<W>(from + i * From);
  for (int i = 0; i < W; i += 2) {
    half[i] = shuffle<unpack_ones<0>>(row[i], row[i + 1]);
    half[i + 1] = shuffle<unpack_ones<1>>(row[i], row[i + 1]);
  }
  for (int i = 0; i < W; i += 4)
    for (int k = 0; k < 2; ++k) {
      row[i + 2 * k] = shuffle<unpack_twos<0>>(half[i + k], half[i + 2 + k]);
      row[i + 2 * k + 1] = shuffle<unpack_twos<1>>(half[i + k], half[i + 2 + k]);
    }
  exchange_groups<4, W>(row);
  if constexpr (W == 16) exchange_groups<8, W>(row);
  for (int i = 0; i < Written; ++i) store(to + i * To, row[i]);
}

/// Rows rows of two vectors of a matrix product over K products; rows of a, b and out stand so far apart.
template <int Rows, int K, int A, int B, int Out>
BENCH_INLINE void matmul_tile(const float* a, const float* b, float* out) {
  vector c[unsigned(Rows)][2] = {};
  for (int j = 0; j < K; ++j) {
    const vector b0 = load(b + j * B), b1 = load(b + j * B + lanes);
    for (int r = 0; r < Rows; ++r) {
      const float x = a[r * A + j];
      c[r][0] += x * b0;
      c[r][1] += x * b1;
    }
  }
  for (int r = 0; r < Rows; ++r) {
    store(out + r * Out, c[r][0]);
    store(out + r * Out + lanes, c[r][1]);
  }
}

/// All of M rows, a multiple of 4.
template <int M, int K, int A, int B, int Out>
BENCH_INLINE void matmul_panel(const float* a, const float* b, float* out) {
  // 16 of 32 registers, which is two multiply-adds a cycle, or 12 of 16.
  constexpr int rows = lanes == 16 ? 8 : 6, whole = lanes == 16 ? M / 8 * 8 : M % 12 == 0 ? M : M / 12 * 12;
  for (int i = 0; i < whole; i += rows) matmul_tile<rows, K, A, B, Out>(a + i * A, b, out + i * Out);
  for (int i = whole; i < M; i += 4) matmul_tile<4, K, A, B, Out>(a + i * A, b, out + i * Out);
}

}  // namespace
