// kernels            times each kernel, both ways in turn, and prints the smallest times and their ratio
// kernels once       runs each kernel once, both ways, for counting instructions: see instructions.sh
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "kernels.hpp"

namespace {

double now_us() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

template <class T>
using kernel = void (*)(const T*, const T*, T*);

template <class T>
struct operands {
  std::vector<T> a, b;

  operands(std::size_t first, std::size_t second) : a(numbered(first)), b(numbered(second)) {}

  void run(kernel<T> one, std::vector<T>& out) const { one(a.data(), b.data(), out.data()); }

 private:
  static std::vector<T> numbered(std::size_t size) {
    std::vector<T> list(size);
    for (std::size_t k = 0; k < size; ++k) list[k] = static_cast<T>(k % 251);
    return list;
  }
};

template <class T>
double microseconds_of(kernel<T> one, const operands<T>& in, std::vector<T>& out) {
  const double start = now_us();
  in.run(one, out);
  return now_us() - start;
}

/// Sums may have other roundings, where they are vectorised in another way.
template <class T>
bool is_near(T a, T b) {
  const double x = static_cast<double>(a), y = static_cast<double>(b);
  return std::abs(x - y) <= 1e-5 * std::abs(x);
}

template <class T>
void compare(const char* name, kernel<T> ours, kernel<T> hand, const operands<T>& in, std::size_t output) {
  std::vector<T> a(output), b(output);
  double best_ours = 1e30, best_hand = 1e30;
  for (int round = 0; round < 40; ++round) {
    best_ours = std::min(best_ours, microseconds_of(ours, in, a));
    best_hand = std::min(best_hand, microseconds_of(hand, in, b));
  }
  if (!std::equal(a.begin(), a.end(), b.begin(), is_near<T>)) {
    std::printf("%s: the results differ\n", name);
    std::exit(1);
  }
  std::printf("%-22s %10.1f us %10.1f us %8.3f\n", name, best_ours, best_hand, best_ours / best_hand);
}

template <class T>
void run_once(kernel<T> ours, kernel<T> hand, const operands<T>& in, std::size_t output) {
  std::vector<T> out(output);
  in.run(ours, out);
  in.run(hand, out);
}

}  // namespace

int main(int argc, char**) {
  if (argc == 1) std::printf("%-22s %13s %13s %8s\n", "time", "for_each", "by hand", "ratio");
#define RUN(name, element, first, second, output)                                   \
  if (argc == 1)                                                                    \
    compare<element>(#name, name##_mercator, name##_hand, {first, second}, output); \
  else                                                                              \
    run_once<element>(name##_mercator, name##_hand, {first, second}, output);
  KERNELS(RUN)
}
