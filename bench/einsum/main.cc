// Einsums against Eigen and, in f32, against matrix products by hand: TPU-MLIR's seven patterns, a batched
// matrix multiplication, attention. Eigen's contraction has no batch dimensions, so it is called for each of
// them, on maps of the operands where they lie.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <vector>

#include <Eigen/Core>
#include <mercator/einsum.hpp>

#include "bench/loops/hand_tiles.hpp"

using mercator::i64;
using mercator::shape;
using mercator::tensor_view;

namespace {

template <class T>
std::vector<T> random_values(i64 count, unsigned seed) {
  std::vector<T> out(static_cast<std::size_t>(count));
  for (T& x : out) {
    seed = seed * 1664525u + 1013904223u;
    x = static_cast<T>(seed >> 8) / static_cast<T>(1u << 24) - static_cast<T>(0.5);
  }
  return out;
}

/// Microseconds of the fastest of many calls of each, taken in turn.
template <class... Calls>
std::array<double, sizeof...(Calls)> microseconds(Calls... calls) {
  using clock = std::chrono::steady_clock;
  std::array<double, sizeof...(Calls)> best;
  best.fill(1e30);
  const auto timed = [](double& least, auto& call) {
    const auto begin = clock::now();
    call();
    least = std::min(least, std::chrono::duration<double, std::micro>(clock::now() - begin).count());
  };
  const auto end = clock::now() + std::chrono::milliseconds(500);
  do {
    std::size_t k = 0;
    (timed(best[k++], calls), ...);
  } while (clock::now() < end);
  return best;
}

template <class T>
void expect_near(const std::vector<T>& ours, const std::vector<T>& theirs) {
  bool near = true;
  for (std::size_t k = 0; k < ours.size(); ++k) near = near && std::fabs(ours[k] - theirs[k]) < T(1e-3);
  if (!near) std::printf("  RESULTS DIFFER");
}

/// One line: times and ratios. `by_hand` may be null.
template <mercator::text Equation, class T, class Left, class Right, class Eigens>
void compare(Left, Right, Eigens eigen, void (*by_hand)(T*, const T*, const T*) = nullptr) {
  constexpr auto e = mercator::einsum<Equation>(Left{}, Right{});
  using to = decltype(e.output());
  const auto a = random_values<T>(Left::elements, 1), b = random_values<T>(Right::elements, 2);
  std::vector<T> ours(to::elements), theirs(to::elements), hand(to::elements);
  const auto [mine, other, best] = microseconds(
      [&] {
        mercator::einsum<Equation>.contract(tensor_view(ours.data(), to{}), tensor_view(a.data(), Left{}),
                                            tensor_view(b.data(), Right{}));
      },
      [&] { eigen(theirs.data(), a.data(), b.data()); },
      [&] {
        if (by_hand != nullptr) by_hand(hand.data(), a.data(), b.data());
      });
  const double gflops = 2e-3 * static_cast<double>(e.path().cost.multiply_adds) / mine;
  std::printf("%-18s %10.1f %10.1f %7.2f", Equation.c_str(), mine, other, mine / other);
  if (by_hand != nullptr)
    std::printf(" %10.1f %7.2f", best, mine / best);
  else
    std::printf(" %10s %7s", "", "");
  std::printf(" %8.1f", gflops);
  expect_near(ours, theirs);
  if (by_hand != nullptr) expect_near(ours, hand);
  std::printf("\n");
}

// ---- Eigen's products out[m, n] = a[m, k] * b[k, n], or b[n, k], with the distances of rows

template <class T>
struct eigen {
  using matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using stride = Eigen::OuterStride<>;
  using operand = Eigen::Map<const matrix, 0, stride>;
  using output = Eigen::Map<matrix, 0, stride>;

  static void product(T* out, i64 out_row, const T* a, i64 a_row, const T* b, i64 b_row, i64 m, i64 n, i64 k) {
    output(out, m, n, stride(out_row)).noalias() = operand(a, m, k, stride(a_row)) * operand(b, k, n, stride(b_row));
  }
  static void product_t(T* out, i64 out_row, const T* a, i64 a_row, const T* b, i64 b_row, i64 m, i64 n, i64 k) {
    output(out, m, n, stride(out_row)).noalias() =
        operand(a, m, k, stride(a_row)) * operand(b, n, k, stride(b_row)).transpose();
  }
};

// ---- by hand

constexpr i64 H = 16, Q = 128, D = 64;

/// So many products of matrices.
template <int Batches, int M, int N, int K>
void products_by_hand(float* out, const float* a, const float* b) {
  for (int z = 0; z < Batches; ++z)
    for (int n = 0; n < N; n += 2 * lanes)
      matmul_panel<M, K, K, N, N>(a + z * M * K, b + z * K * N + n, out + z * M * N + n);
}

/// The same where b is [n, k]: a panel at a time is transposed.
template <int Batches, int M, int N, int K>
void transposed_products_by_hand(float* out, const float* a, const float* b) {
  alignas(64) float panel[K * 2 * lanes];
  for (int z = 0; z < Batches; ++z)
    for (int n = 0; n < N; n += 2 * lanes) {
      for (int c = 0; c < 2 * lanes; c += lanes)
        for (int k = 0; k < K; k += lanes)
          tile<lanes, K, 2 * lanes>(b + (z * N + n + c) * K + k, panel + k * 2 * lanes + c);
      matmul_panel<M, K, K, 2 * lanes, N>(a + z * M * K, panel, out + z * M * N + n);
    }
}

// ---- the equations

template <class T>
void compare_all(const char* type) {
  using they = eigen<T>;
  constexpr bool has_hand = std::is_same_v<T, float>;
  std::printf("%-18s %10s %10s %7s %10s %7s %8s\n", type, "einsum us", "Eigen us", "ratio", "hand us", "ratio",
              "GFLOP/s");
  compare<"a,b->ab", T>(shape<1024>{}, shape<1024>{},
                        [](T* to, const T* a, const T* b) { they::product(to, 1024, a, 1, b, 1024, 1024, 1024, 1); });
  constexpr i64 A = 8, B = 16, C = 32, E = 96;
  compare<"abcd,cde->abe", T>(shape<A, B, C, D>{}, shape<C, D, E>{}, [](T* to, const T* a, const T* b) {
    they::product(to, E, a, C * D, b, E, A * B, E, C * D);
  });
  compare<"abcd,bed->abce", T>(shape<A, B, C, D>{}, shape<B, E, D>{}, [](T* to, const T* a, const T* b) {
    for (i64 k = 0; k < A * B; ++k) they::product_t(to + k * C * E, E, a + k * C * D, D, b + k % B * E * D, D, C, E, D);
  });
  compare<"abcd,ced->abce", T>(shape<A, B, C, D>{}, shape<C, E, D>{}, [](T* to, const T* a, const T* b) {
    for (i64 c = 0; c < C; ++c) they::product_t(to + c * E, C * E, a + c * D, C * D, b + c * E * D, D, A * B, E, D);
  });
  compare<"abcd,abed->abce", T>(shape<A, B, C, D>{}, shape<A, B, E, D>{}, [](T* to, const T* a, const T* b) {
    for (i64 k = 0; k < A * B; ++k) they::product_t(to + k * C * E, E, a + k * C * D, D, b + k * E * D, D, C, E, D);
  });
  compare<"abcd,abde->abce", T>(shape<A, B, C, D>{}, shape<A, B, D, E>{}, [](T* to, const T* a, const T* b) {
    for (i64 k = 0; k < A * B; ++k) they::product(to + k * C * E, E, a + k * C * D, D, b + k * D * E, E, C, E, D);
  });
  compare<"abcd,cde->abce", T>(shape<A, B, C, D>{}, shape<C, D, E>{}, [](T* to, const T* a, const T* b) {
    for (i64 c = 0; c < C; ++c) they::product(to + c * E, C * E, a + c * D, C * D, b + c * D * E, E, A * B, E, D);
  });
  void (*matmul)(T*, const T*, const T*) = nullptr;
  void (*scores)(T*, const T*, const T*) = nullptr;
  void (*context)(T*, const T*, const T*) = nullptr;
  if constexpr (has_hand) {
    matmul = products_by_hand<16, Q, Q, Q>;
    scores = transposed_products_by_hand<2 * H, Q, Q, D>;
    context = products_by_hand<2 * H, Q, D, Q>;
  }
  compare<"bij,bjk->bik", T>(
      shape<16, Q, Q>{}, shape<16, Q, Q>{},
      [](T* to, const T* a, const T* b) {
        for (i64 k = 0; k < 16; ++k) they::product(to + k * Q * Q, Q, a + k * Q * Q, Q, b + k * Q * Q, Q, Q, Q, Q);
      },
      matmul);
  compare<"bhqd,bhkd->bhqk", T>(
      shape<2, H, Q, D>{}, shape<2, H, Q, D>{},
      [](T* to, const T* a, const T* b) {
        for (i64 k = 0; k < 2 * H; ++k) they::product_t(to + k * Q * Q, Q, a + k * Q * D, D, b + k * Q * D, D, Q, Q, D);
      },
      scores);
  compare<"bhqk,bhkd->bhqd", T>(
      shape<2, H, Q, Q>{}, shape<2, H, Q, D>{},
      [](T* to, const T* a, const T* b) {
        for (i64 k = 0; k < 2 * H; ++k) they::product(to + k * Q * D, D, a + k * Q * Q, Q, b + k * Q * D, D, Q, D, Q);
      },
      context);
}

}  // namespace

int main() {
  compare_all<float>("float");
  compare_all<double>("double");
}
