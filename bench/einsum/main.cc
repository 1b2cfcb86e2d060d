// Einsums against Eigen: TPU-MLIR's seven patterns and attention, f32. Eigen's contraction has no batch
// dimensions, so it is called for each of them, on maps of the operands where they lie.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include <Eigen/Core>
#include <mercator/einsum.hpp>

using mercator::i64;
using mercator::shape;
using mercator::tensor_view;

namespace {

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using stride = Eigen::OuterStride<>;
using operand = Eigen::Map<const matrix, 0, stride>;
using output = Eigen::Map<matrix, 0, stride>;

std::vector<float> random_values(i64 count, unsigned seed) {
  std::vector<float> out(static_cast<std::size_t>(count));
  for (float& x : out) {
    seed = seed * 1664525u + 1013904223u;
    x = static_cast<float>(seed >> 8) / static_cast<float>(1u << 24) - 0.5f;
  }
  return out;
}

/// Microseconds of the fastest of many calls.
template <class Call>
double microseconds(Call call) {
  using clock = std::chrono::steady_clock;
  double best = 1e30;
  const auto end = clock::now() + std::chrono::milliseconds(300);
  do {
    const auto begin = clock::now();
    call();
    best = std::min(best, std::chrono::duration<double, std::micro>(clock::now() - begin).count());
  } while (clock::now() < end);
  return best;
}

template <mercator::text Equation, class Left, class Right, class Eigens>
void compare(Left, Right, Eigens eigen) {
  constexpr auto e = mercator::einsum<Equation>(Left{}, Right{});
  using to = decltype(e.output());
  const auto a = random_values(Left::elements, 1), b = random_values(Right::elements, 2);
  std::vector<float> ours(to::elements), theirs(to::elements);
  const auto run = [&] {
    mercator::einsum<Equation>.contract(tensor_view(ours.data(), to{}), tensor_view(a.data(), Left{}),
                                        tensor_view(b.data(), Right{}));
  };
  const double mine = microseconds(run),
               other = microseconds([&] { eigen(theirs.data(), a.data(), b.data()); });
  float worst = 0;
  for (std::size_t k = 0; k < ours.size(); ++k) worst = std::max(worst, std::fabs(ours[k] - theirs[k]));
  const double gflops = 2e-3 * static_cast<double>(e.path().cost.multiply_adds) / mine;
  std::printf("%-18s %10.1f %10.1f %7.2f %8.1f%s\n", Equation.c_str(), mine, other, mine / other, gflops,
              worst < 1e-3f ? "" : "  RESULTS DIFFER");
}

/// Eigen's product out[m, n] = a[m, k] * b[k, n] with the distances of rows.
void product(float* out, i64 out_row, const float* a, i64 a_row, const float* b, i64 b_row, i64 m, i64 n,
             i64 k) {
  output(out, m, n, stride(out_row)).noalias() =
      operand(a, m, k, stride(a_row)) * operand(b, k, n, stride(b_row));
}
/// The same with b[n, k].
void product_t(float* out, i64 out_row, const float* a, i64 a_row, const float* b, i64 b_row, i64 m, i64 n,
               i64 k) {
  output(out, m, n, stride(out_row)).noalias() =
      operand(a, m, k, stride(a_row)) * operand(b, n, k, stride(b_row)).transpose();
}

}  // namespace

int main() {
  std::printf("%-18s %10s %10s %7s %8s\n", "", "einsum us", "Eigen us", "ratio", "GFLOP/s");
  compare<"a,b->ab">(shape<1024>{}, shape<1024>{}, [](float* to, const float* a, const float* b) {
    output(to, 1024, 1024, stride(1024)).noalias() =
        operand(a, 1024, 1, stride(1)) * operand(b, 1, 1024, stride(1024));
  });
  constexpr i64 A = 8, B = 16, C = 32, D = 64, E = 96;
  compare<"abcd,cde->abe">(
      shape<A, B, C, D>{}, shape<C, D, E>{},
      [](float* to, const float* a, const float* b) { product(to, E, a, C * D, b, E, A * B, E, C * D); });
  compare<"abcd,bed->abce">(shape<A, B, C, D>{}, shape<B, E, D>{},
                            [](float* to, const float* a, const float* b) {
                              for (i64 k = 0; k < A * B; ++k)
                                product_t(to + k * C * E, E, a + k * C * D, D, b + k % B * E * D, D, C, E, D);
                            });
  compare<"abcd,ced->abce">(shape<A, B, C, D>{}, shape<C, E, D>{},
                            [](float* to, const float* a, const float* b) {
                              for (i64 c = 0; c < C; ++c)
                                product_t(to + c * E, C * E, a + c * D, C * D, b + c * E * D, D, A * B, E, D);
                            });
  compare<"abcd,abed->abce">(shape<A, B, C, D>{}, shape<A, B, E, D>{},
                             [](float* to, const float* a, const float* b) {
                               for (i64 k = 0; k < A * B; ++k)
                                 product_t(to + k * C * E, E, a + k * C * D, D, b + k * E * D, D, C, E, D);
                             });
  compare<"abcd,abde->abce">(shape<A, B, C, D>{}, shape<A, B, D, E>{},
                             [](float* to, const float* a, const float* b) {
                               for (i64 k = 0; k < A * B; ++k)
                                 product(to + k * C * E, E, a + k * C * D, D, b + k * D * E, E, C, E, D);
                             });
  compare<"abcd,cde->abce">(shape<A, B, C, D>{}, shape<C, D, E>{},
                            [](float* to, const float* a, const float* b) {
                              for (i64 c = 0; c < C; ++c)
                                product(to + c * E, C * E, a + c * D, C * D, b + c * D * E, E, A * B, E, D);
                            });
  constexpr i64 H = 16, Q = 128;
  compare<"bhqd,bhkd->bhqk">(shape<2, H, Q, D>{}, shape<2, H, Q, D>{},
                             [](float* to, const float* a, const float* b) {
                               for (i64 k = 0; k < 2 * H; ++k)
                                 product_t(to + k * Q * Q, Q, a + k * Q * D, D, b + k * Q * D, D, Q, Q, D);
                             });
  compare<"bhqk,bhkd->bhqd">(shape<2, H, Q, Q>{}, shape<2, H, Q, D>{},
                             [](float* to, const float* a, const float* b) {
                               for (i64 k = 0; k < 2 * H; ++k)
                                 product(to + k * Q * D, D, a + k * Q * Q, Q, b + k * Q * D, D, Q, D, Q);
                             });
}
