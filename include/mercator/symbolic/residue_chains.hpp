// Step functions of a number as chains of residues: a node for each step.
#pragma once

#include "mercator/symbolic/tree.hpp"

namespace mercator::symbolic {

/// A function of a number K in [0, numbers - 1] that is constant between its steps. With W values from 0 on, p before
/// the first step, and steps at k_1 < … < k_n to v_1, …, v_n, it is
///
///     (W * (K + numbers + 1) + p) mod m_n … mod m_1 mod W,  m_i = W * (k_i + numbers + 1) + p - v_i:
///
/// moduli beyond K take nothing away, that of the last k_i <= K leaves W * (K - k_i) + v_i, which is below all others.
/// Text nests only so deep: many steps make several chains, which are added up.
template <int MaxSteps>
class residue_chains {
 public:
  static constexpr int longest = 48;

  /// Begins anew, with the value before all steps.
  constexpr void start(i64 numbers, i64 value) {
    numbers_ = numbers;
    steps_ = 0;
    value_[0] = value;
    values_ = {value, value};
  }

  /// From `place` on, which is beyond all before, it is `value`. One more step only where that is new; there is room.
  constexpr void add(i64 place, i64 value) {
    if (value == value_[steps_]) return;
    place_[++steps_] = place;
    value_[steps_] = value;
    values_ = hull(values_, {value, value});
  }

  constexpr int steps() const { return steps_; }
  constexpr int chains() const { return (steps_ + longest - 1) / longest; }

  /// Chain number c, of `number(factor, more)`: K * factor + more as a node.
  template <class Number>
  constexpr int node(map_tree& out, int c, Number number) const {
    const i64 width = values_.count(), before = value_[first(c)] - values_.lo;
    const int end = first(c) + longest < steps_ ? first(c) + longest : steps_;
    const auto at = [&](i64 k) { return width * (k + numbers_ + 1) + before; };
    int n = number(width, at(0));
    for (int i = end; i > first(c); --i) n = out.unary(op::mod, n, at(place_[i]) - (value_[i] - values_.lo));
    return out.unary(op::mod, n, width);
  }

  /// The function less the sum of its chains.
  constexpr i64 rest() const {
    i64 sum = chains() == 0 ? value_[0] : values_.lo;
    for (int c = 1; c < chains(); ++c) sum -= value_[first(c)] - values_.lo;
    return sum;
  }

 private:
  static constexpr int first(int c) { return c * longest; }

  i64 numbers_ = 1;
  int steps_ = 0;
  interval values_;
  i64 place_[static_cast<unsigned>(MaxSteps) + 1], value_[static_cast<unsigned>(MaxSteps) + 1];
};

}  // namespace mercator::symbolic
