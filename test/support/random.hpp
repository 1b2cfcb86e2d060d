// Random numbers whose sequence is the same in every run and on every platform.
#pragma once

#include <initializer_list>

#include "mercator/core/interval.hpp"

namespace mercator_test {

class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t x = state_;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  mercator::i64 in(mercator::i64 lo, mercator::i64 hi) {
    const std::uint64_t count = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo) + 1;
    const std::uint64_t offset = count == 0 ? bits() : bits() % count;
    return static_cast<mercator::i64>(static_cast<std::uint64_t>(lo) + offset);
  }

  int between(int lo, int hi) { return static_cast<int>(in(lo, hi)); }
  int below(int n) { return static_cast<int>(in(0, n - 1)); }
  bool one_in(int n) { return below(n) == 0; }

  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }

  /// Any size up to `limit` in magnitude, sizes of few bits as often as those of many.
  mercator::i64 of_any_size(mercator::i64 limit) {
    const mercator::i64 size = in(0, limit) >> below(63);
    return one_in(2) ? size : -size;
  }

 private:
  std::uint64_t state_;
};

}  // namespace mercator_test
