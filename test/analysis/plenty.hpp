// What tests let an analysis spend.
#pragma once

#include <vector>

#include "mercator/analysis/decide.hpp"
#include "test/support/random.hpp"

namespace mercator_test {

inline mercator::analysis::means plenty() {
  static std::vector<mercator::i64> room(400'000);
  return {{room.data(), static_cast<mercator::i64>(room.size()), 0}, 20'000, 1'000, 20'000, 12, 1'000};
}

/// Often too little: what is not known for want of means must not be taken for known.
inline mercator::analysis::means few(random_numbers& random) {
  mercator::analysis::means m = plenty();
  m.budget = random.in(1, 60);
  m.budget_of_step = random.in(1, 60);
  m.room.words = random.in(1, 400);
  m.room.streamed = random.in(1, 100);
  m.steps = random.between(1, 20);
  m.sets = random.between(1, 30);
  return m;
}

/// So few runs that groups are counted one after the other where that can be done.
inline mercator::analysis::means by_groups() {
  mercator::analysis::means out = plenty();
  out.room.words = 4'000;
  out.room.streamed = 1'000'000;
  out.budget = 8;
  return out;
}

}  // namespace mercator_test
