// Parallel outer loops: the same work on 1, 2, 4, … threads, up to the cores that there are.
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "bench/loops/kernels.hpp"
#include "examples/executors.hpp"

#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

namespace {

using namespace mercator;

constexpr shape<64, 128, 256> cube;
constexpr shape<1024, 1024> square;
constexpr shape<16, 128, 128> batch;

struct memory {
  std::vector<float> a = std::vector<float>(static_cast<std::size_t>(cube.elements), 1.0f), b = a, out = a;

  template <class Shape>
  tensor_view<const float, Shape> from(Shape) const {
    return tensor_view<const float, Shape>(a.data());
  }
  template <class Shape>
  tensor_view<float, Shape> to(Shape) {
    return tensor_view<float, Shape>(out.data());
  }
};

void loop(thread_pool& pool, memory& m) {
  constexpr auto spread = ops::broadcast(shape<128>{}, cube, ops::axes<1>{});
  const auto left = m.from(cube);
  const auto to = m.to(cube);
  const auto right = m.from(shape<128>{});
  for_each(parallel(pool), spread.output_to_input<0>(), [&](auto at, auto read) { to[at] = left[at] + right[read]; });
}
void transpose(thread_pool& pool, memory& m) {
  constexpr auto turned = ops::transpose(square, perm<1, 0>{});
  copy(parallel(pool), turned.output_to_input<0>(), m.from(square), m.to(square));
}
void sum_rows(thread_pool& pool, memory& m) {
  constexpr auto summed = ops::reduce(cube, ops::axes<2>{});
  reduce(parallel(pool, reassociate), m.to(summed.output()), 0.0f, lane::plus{},
         through(summed.output_to_input<0>(), m.from(cube)));
}
void matmul(thread_pool& pool, memory& m) {
  constexpr auto product = ops::dot(batch, batch, ops::lhs_batch_dims<0>{}, ops::rhs_batch_dims<0>{},
                                    ops::lhs_contracting_dims<2>{}, ops::rhs_contracting_dims<1>{});
  contract(parallel(pool), m.to(batch), 0.0f, lane::multiply_add{},
           through(product.output_to_input<0>(), m.from(batch)), through(product.output_to_input<1>(), m.from(batch)));
}

double microseconds(void (*run)(thread_pool&, memory&), thread_pool& pool, memory& m) {
  double best = 1e30;
  for (int k = 0; k < 40; ++k) {
    const auto start = std::chrono::steady_clock::now();
    run(pool, m);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    if (time.count() < best) best = time.count();
  }
  return best;
}

}  // namespace

void bench::print_scaling() {
  const struct {
    const char* name;
    void (*run)(thread_pool&, memory&);
  } all[] = {{"for_each, broadcast add", loop},
             {"copy, transpose", transpose},
             {"reduce, sum", sum_rows},
             {"contract, matmul", matmul}};
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  std::vector<int> threads;
  for (int n = 1; n < cores; n *= 2) threads.push_back(n);
  threads.push_back(cores < 1 ? 1 : cores);
  std::printf("\n%-26s", "microseconds, threads");
  for (const int n : threads) std::printf(" %16d", n);
  std::printf("\n");
  memory m;
  for (const auto& kernel : all) {
    std::printf("%-26s", kernel.name);
    double one = 0;
    for (const int n : threads) {
      thread_pool pool(n);
      const double t = microseconds(kernel.run, pool, m);
      if (n == 1) one = t;
      std::printf(" %9.1f (%4.2f)", t, one / t);
    }
    std::printf("\n");
  }
}
