// Values of lines at two corners of the box.
#pragma once

#include "mercator/symbolic/pool.hpp"

namespace mercator::symbolic {

/// Values of the atoms where all variables have their least values, and where all have their greatest; for small
/// numbers.
class corner_values {
 public:
  constexpr explicit corner_values(const pool& p) : p_(p) {
    for (int v = 0; v < p.variables; ++v) {
      least_[v] = p.lo[v];
      greatest_[v] = p.hi[v];
    }
    for (int a = p.variables; a < p.atoms; ++a) {
      least_[a] = value(a, least_);
      greatest_[a] = value(a, greatest_);
    }
  }

  constexpr i64 least(int line) const { return sum(line, least_); }
  constexpr i64 greatest(int line) const { return sum(line, greatest_); }
  constexpr bool differ(int line) const { return least(line) != greatest(line); }

 private:
  constexpr i64 value(int a, const i64* at) const {
    const i64 x = sum(p_.operand[a], at);
    return p_.kind[a] == atom_kind::quotient ? floor_div(x, p_.divisor[a]) : x > 0 ? x : 0;
  }
  constexpr i64 sum(int line, const i64* at) const {
    i64 x = p_.constant[line];
    for (int i = p_.begin[line], e = i + p_.length[line]; i < e; ++i) x += p_.coefficient[i] * at[p_.atom[i]];
    return x;
  }

  const pool& p_;
  i64 least_[pool::max_atoms], greatest_[pool::max_atoms];
};

}  // namespace mercator::symbolic
