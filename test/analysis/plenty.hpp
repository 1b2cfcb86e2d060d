// What tests let an analysis spend.
#pragma once

#include <vector>

#include "mercator/analysis/decide.hpp"

namespace mercator_test {

inline mercator::analysis::means plenty() {
  static std::vector<mercator::i64> room(400'000);
  return {{room.data(), static_cast<mercator::i64>(room.size()), 0}, 20'000, 1'000, 20'000, 12};
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
