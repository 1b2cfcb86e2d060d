// How often a line repeats: quotients of a box are periodic plus linear.
#pragma once

#include "mercator/symbolic/pool.hpp"

namespace mercator::symbolic {

namespace detail {

/// How much the line grows when variable v grows by `step`. False where that is not the same everywhere, or does not
/// fit; then `factor` is what the step has to be multiplied by, 0 where nothing helps.
constexpr bool growth(const pool& p, int line, int v, i64 step, i64& grown, i64& factor) {
  grown = 0;
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const int a = p.atom[i];
    i64 g = a == v ? step : 0;
    if (p.kind[a] != atom_kind::variable) {
      if (!growth(p, p.operand[a], v, step, g, factor)) return false;
      if (g != 0 && p.kind[a] == atom_kind::positive_part) {
        factor = 0;
        return false;
      }
      if (g % (p.divisor[a] == 0 ? 1 : p.divisor[a]) != 0) {
        factor = p.divisor[a] / gcd(magnitude(g), p.divisor[a]);
        return false;
      }
      if (g != 0) g /= p.divisor[a];
    }
    if (!checked_multiply_add(grown, p.coefficient[i], g, grown)) {
      factor = 0;
      return false;
    }
  }
  return true;
}

}  // namespace detail

/// The smallest known step of variable v after which the line has grown by a constant, `grown`. 0 where there is none.
constexpr i64 period(const pool& p, int line, int v, i64& grown) {
  i64 step = 1, factor = 0;
  while (!detail::growth(p, line, v, step, grown, factor))
    if (factor == 0 || !checked_mul(step, factor, step)) return 0;
  return step;
}

}  // namespace mercator::symbolic
