// Bounds of a tree's nodes as they are written: an index below 12 after `mod 12`, whatever its normal form says.
#pragma once

#include "mercator/symbolic/tree.hpp"

namespace mercator::symbolic {

/// Intervals of the values of nodes over the box, each found when it is asked for, and once. They are those of the
/// operations, of one operand at a time. Ends that do not fit 64 bits are without bound.
class tree_bounds {
 public:
  constexpr explicit tree_bounds(const map_tree& t) : t_(t) {}

  constexpr interval of(int n) {
    for (; known_ <= n; ++known_) range_[known_] = nothing;
    if (range_[n].empty()) range_[n] = make(n);
    return range_[n];
  }

 private:
  constexpr interval make(int n) {
    const i64 v = t_.value[n];
    const op k = t_.kind[n];
    if (k == op::constant) return {v, v};
    if (k == op::variable) return t_.box[v];
    const interval a = of(t_.operand(n));
    if (k == op::product) return a * v;
    if (k == op::floordiv) return floor_div(a, v);
    if (k == op::ceildiv) return floor_div(a * -1, v) * -1;
    if (k == op::mod) return floor_mod(a, v);
    if (k == op::min) return minimum(a, of(t_.operand(n, 1)));
    if (k == op::max) return maximum(a, of(t_.operand(n, 1)));
    interval sum = a;
    for (int i = 1; i < t_.count[n]; ++i) sum = sum + of(t_.operand(n, i));
    return sum;
  }

  const map_tree& t_;
  int known_ = 0;  ///< nodes from here on have not been asked for
  interval range_[limits::nodes];
};

}  // namespace mercator::symbolic
