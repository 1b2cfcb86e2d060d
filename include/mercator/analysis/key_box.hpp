// Boxes of keys: of what tells groups of results apart.
#pragma once

#include "mercator/core/interval.hpp"

namespace mercator::analysis {

/// An interval for each key: of a tile, its place along each dimension and the runtime variables; of a warp, what tells
/// it from others.
struct key_box {
  static constexpr int max_sides = 8, max_parts = 3;

  int sides = 0;   ///< -1 where there are more than there is room for
  int peeled = 0;  ///< bit k: side k has lost its ends
  interval side[max_sides] = {};

  /// The box in parts: the longest side without its ends, and these; where no side has both ends left, halves.
  /// How many parts.
  constexpr int split(key_box* part) const {
    const int whole = longest(true), cut = whole < 0 ? longest(false) : whole;
    if (cut < 0) return 0;
    const interval r = side[cut];
    const bool peels = whole >= 0;
    const i64 middle = r.lo + (r.hi - r.lo) / 2;
    const interval ranges[] = {peels ? interval{r.lo + 1, r.hi - 1} : interval{r.lo, middle},
                               peels ? interval{r.lo, r.lo} : interval{middle + 1, r.hi},
                               {r.hi, r.hi}};
    int parts = 0;
    for (int k = 0; k < (peels ? 3 : 2); ++k) {
      part[parts] = *this;
      part[parts].side[cut] = ranges[k];
      part[parts++].peeled |= 1 << cut;
    }
    return parts;
  }

 private:
  /// The longest side that can be cut; -1 where there is none.
  constexpr int longest(bool whole) const {
    int out = -1;
    for (int k = 0; k < sides; ++k)
      if (side[k].count() > (whole ? 2 : 1) && !(whole && (peeled >> k & 1) != 0) &&
          (out < 0 || side[k].count() > side[out].count()))
        out = k;
    return out;
  }
};

}  // namespace mercator::analysis
