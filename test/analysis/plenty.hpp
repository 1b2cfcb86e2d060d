// What tests let an analysis spend.
#pragma once

#include <vector>

#include "mercator/analysis/decide.hpp"

namespace mercator_test {

inline mercator::analysis::means plenty() {
  static std::vector<mercator::i64> room(400'000);
  return {{room.data(), static_cast<mercator::i64>(room.size())}, 20'000, 1'000, 20'000, 12};
}

}  // namespace mercator_test
