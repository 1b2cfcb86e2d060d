// Values of lines at a point, of the variables that have one.
#pragma once

#include "mercator/symbolic/pool.hpp"

namespace mercator::symbolic {

/// A value for some variables of a pool, and for the atoms that are made of these alone.
class point_values {
 public:
  constexpr explicit point_values(const pool& p) : p_(p) {}

  /// No variable has a value: before all else.
  constexpr void clear() {
    for (int a = 0; a < p_.atoms; ++a) has_value_[a] = false;
  }
  constexpr void take(int variable) { has_value_[variable] = true; }
  /// Atoms have values from here on, once they are computed: all, or the used ones.
  constexpr void take_atoms(const bool* used = nullptr) {
    for (int a = p_.variables; a < p_.atoms; ++a)
      has_value_[a] = (used == nullptr || used[a]) && is_known(p_.operand[a]);
  }

  constexpr bool has(int atom) const { return has_value_[atom]; }
  constexpr i64 value(int atom) const { return value_[atom]; }
  constexpr i64* values() { return value_; }

  constexpr bool is_known(int line) const {
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
      if (!has_value_[p_.atom[i]]) return false;
    return true;
  }

  /// The values of atoms from those of the variables. False where one does not fit.
  constexpr bool compute() {
    for (int a = p_.variables; a < p_.atoms; ++a) {
      if (!has_value_[a]) continue;
      i64 x = 0;
      if (!sum(p_.operand[a], x)) return false;
      value_[a] = p_.kind[a] == atom_kind::quotient ? floor_div(x, p_.divisor[a]) : x > 0 ? x : 0;
    }
    return true;
  }

  /// The sum of a line's terms that have values, or false where it does not fit.
  constexpr bool sum(int line, i64& out) const {
    out = p_.constant[line];
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
      if (has_value_[p_.atom[i]] && !checked_multiply_add(out, p_.coefficient[i], value_[p_.atom[i]], out))
        return false;
    return true;
  }

 private:
  const pool& p_;
  bool has_value_[pool::max_atoms];
  i64 value_[pool::max_atoms];
};

}  // namespace mercator::symbolic
