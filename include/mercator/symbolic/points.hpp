// The points of a box, one after the other.
#pragma once

#include "mercator/core/interval.hpp"

namespace mercator::symbolic {

/// The next point in lexicographic order, of the variables from first to last - 1; the others stay. False after the
/// last one, when the point is the first again.
constexpr bool next_point(i64* point, const interval* box, int first, int last) {
  for (int v = last - 1; v >= first; --v) {
    if (point[v] < box[v].hi) {
      ++point[v];
      return true;
    }
    point[v] = box[v].lo;
  }
  return false;
}

}  // namespace mercator::symbolic
