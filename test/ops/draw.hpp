// Random shapes and attributes.
#pragma once

#include <algorithm>
#include <random>

#include "test/ops/relation.hpp"

namespace mercator_test {

class draws {
 public:
  explicit draws(unsigned seed) : random_(seed) {}

  i64 operator()(i64 lo, i64 hi) { return std::uniform_int_distribution<i64>(lo, hi)(random_); }
  bool one_in(i64 n) { return (*this)(1, n) == 1; }

  index list(std::size_t count, i64 lo, i64 hi) {
    index out;
    while (out.size() < count) out.push_back((*this)(lo, hi));
    return out;
  }
  /// Sizes of at least 1, but for one in 15 shapes.
  index shape(std::size_t rank, i64 most) {
    index out = list(rank, 1, most);
    if (rank > 0 && one_in(15)) out[static_cast<std::size_t>((*this)(0, static_cast<i64>(rank) - 1))] = 0;
    return out;
  }
  index permutation(std::size_t rank) {
    index out;
    for (std::size_t k = 0; k < rank; ++k) out.push_back(static_cast<i64>(k));
    std::shuffle(out.begin(), out.end(), random_);
    return out;
  }
  /// Some of the numbers below rank, each once, in any order.
  index some(std::size_t rank) {
    index out = permutation(rank);
    out.resize(static_cast<std::size_t>((*this)(0, static_cast<i64>(rank))));
    return out;
  }

 private:
  std::mt19937 random_;
};

inline bool contains(const index& list, i64 x) { return std::find(list.begin(), list.end(), x) != list.end(); }
inline std::size_t place(i64 k) { return static_cast<std::size_t>(k); }

inline index sizes_of(const mercator::extents& e) { return index(e.size, e.size + e.rank); }

}  // namespace mercator_test
