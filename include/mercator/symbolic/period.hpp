// How often a line repeats: quotients of a box are periodic plus linear.
#pragma once

#include "mercator/symbolic/pool.hpp"

namespace mercator::symbolic {

namespace detail {

/// How much a line grows when variable v grows by `step`, and the atoms it is made of, each once.
class growth {
 public:
  constexpr growth(const pool& p, int line, int v) : p_(p), line_(line), v_(v) {
    for (int a = 0; a < p.atoms; ++a) used_[a] = false;
    mark_atoms(p, line, used_);
  }

  /// False where that is not the same everywhere, or does not fit; then `factor` is what the step has to be multiplied
  /// by, 0 where nothing helps.
  constexpr bool at(i64 step, i64& grown, i64& factor) {
    factor = 0;
    for (int a = 0; a < p_.atoms; ++a) {
      if (!used_[a]) continue;
      grown_[a] = a == v_ ? step : 0;
      if (p_.is_variable(a)) continue;
      i64 g = 0;
      if (!line_growth(p_.operand[a], g)) return false;
      if (g == 0) continue;
      if (p_.kind[a] == atom_kind::positive_part) return false;
      if (g % p_.divisor[a] != 0) {
        factor = p_.divisor[a] / gcd(magnitude(g), p_.divisor[a]);
        return false;
      }
      grown_[a] = g / p_.divisor[a];
    }
    return line_growth(line_, grown);
  }

 private:
  constexpr bool line_growth(int line, i64& out) const {
    out = 0;
    for (int i = p_.begin[line], e = i + p_.length[line]; i < e; ++i)
      if (!checked_multiply_add(out, p_.coefficient[i], grown_[p_.atom[i]], out)) return false;
    return true;
  }

  const pool& p_;
  int line_, v_;
  bool used_[pool::max_atoms];
  i64 grown_[pool::max_atoms];
};

}  // namespace detail

/// The smallest known step of variable v after which the line has grown by a constant, `grown`. 0 where there is none.
constexpr i64 period(const pool& p, int line, int v, i64& grown) {
  detail::growth g(p, line, v);
  i64 step = 1, factor = 0;
  while (!g.at(step, grown, factor))
    if (factor == 0 || !checked_mul(step, factor, step)) return 0;
  return step;
}

}  // namespace mercator::symbolic
