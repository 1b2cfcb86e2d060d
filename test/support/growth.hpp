// How processor time grows with the size of what is read.
#pragma once

#include <algorithm>
#include <ctime>
#include <functional>

#include <malloc.h>

namespace mercator_test {

/// Seconds of processor time of one of so many runs of the work.
inline double seconds(const std::function<void()>& work, int runs = 1) {
  const std::clock_t begin = std::clock();
  for (int k = 0; k < runs; ++k) work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / runs;
}

/// What work on a small text and on one four times as large takes, in seconds: the least of several runs each.
struct growth {
  double small = 1e9, large = 1e9;

  /// Whether it is nearer to four times as long than to sixteen. Below a microsecond there is nothing to blow up.
  bool in_proportion() const { return large < 9 * small + 1e-6; }
};

/// Both take turns, so that what else the machine does falls on both; and as that can still spoil one measurement
/// there are more where the first is out of proportion: what is quadratic is so every time.
inline growth measure_growth(const std::function<void()>& on_small, const std::function<void()>& on_large) {
  // Memory that is given back to the system and taken again costs more than what is read into it.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  int runs = 1;
  while (runs < 100000 && seconds(on_small, runs) * runs < 0.002) runs *= 4;
  growth seen;
  for (int again = 0; again < 4 && (again == 0 || !seen.in_proportion()); ++again) {
    seen = {};
    for (int round = 0; round < 5; ++round) {
      seen.small = std::min(seen.small, seconds(on_small, runs));
      seen.large = std::min(seen.large, seconds(on_large, (runs + 3) / 4));
    }
  }
  return seen;
}

}  // namespace mercator_test
