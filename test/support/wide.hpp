// Numbers in which no test overflows, division by its definition, and points.
#pragma once

#include <vector>

#include "mercator/core/config.hpp"

namespace mercator_test {

using mercator::i64;

__extension__ using wide = __int128;
using point = std::vector<i64>;

/// The quotient rounded toward minus infinity.
inline wide floor_quotient(wide a, wide c) {
  const wide q = a / c;
  return a % c != 0 && (a < 0) != (c < 0) ? q - 1 : q;
}

}  // namespace mercator_test
