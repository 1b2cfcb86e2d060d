// The ends of the intervals of variables that constraints on them alone leave.
#pragma once

#include "mercator/symbolic/form.hpp"

namespace mercator::symbolic::constraints {

/// Lines that have one variable, the same, and their values where it has a value.
class lines_of_one_variable {
 public:
  constexpr explicit lines_of_one_variable(const pool& p) : p_(p) {
    for (int a = 0; a < p.atoms; ++a) used_[a] = false;
  }

  constexpr void add(int line) { mark_atoms(p_, line, used_); }

  /// The only variable of the lines; -1 for none or several.
  constexpr int only_variable() const {
    int found = -1;
    for (int v = 0; v < p_.variables; ++v) {
      if (!used_[v]) continue;
      if (found >= 0) return -1;
      found = v;
    }
    return found;
  }

  /// Gives the variable a value; false where something does not fit. Atoms stand behind those they are made of.
  constexpr bool set(i64 x) {
    for (int a = 0; a < p_.atoms; ++a) {
      if (!used_[a]) continue;
      value_[a] = x;
      if (p_.is_variable(a)) continue;
      if (!value(p_.operand[a], value_[a])) return false;
      value_[a] = p_.kind[a] == atom_kind::quotient ? floor_div(value_[a], p_.divisor[a])
                  : value_[a] > 0                   ? value_[a]
                                                    : 0;
    }
    return true;
  }

  /// The value of one of the lines there, or false where it does not fit.
  constexpr bool value(int line, i64& out) const {
    out = p_.constant[line];
    for (int i = p_.begin[line], e = i + p_.length[line]; i < e; ++i)
      if (!checked_multiply_add(out, p_.coefficient[i], value_[p_.atom[i]], out)) return false;
    return true;
  }

 private:
  const pool& p_;
  bool used_[pool::max_atoms];
  i64 value_[pool::max_atoms];
};

/// The only variable that a line is made of; -1 for none or several.
constexpr int only_variable(const pool& p, int line) {
  lines_of_one_variable lines(p);
  lines.add(line);
  return lines.only_variable();
}

/// Moves both ends of the interval of variable v, each over so many values at most, to the next value that satisfies
/// all constraints i with `variable[i] == v`, which have no other variable.
constexpr void drop_end_values(map_form& m, int v, const int* variable, int trials) {
  lines_of_one_variable lines(m.p);
  for (int i = 0; i < m.constraints; ++i)
    if (variable[i] == v) lines.add(m.constraint[i]);
  const auto is_excluded = [&](i64 at) {
    if (!lines.set(at)) return false;
    for (int i = 0; i < m.constraints; ++i) {
      i64 x = 0;
      if (variable[i] != v) continue;
      if (!lines.value(m.constraint[i], x)) return false;
      if (!m.constraint_range[i].contains(x)) return true;
    }
    return false;
  };
  interval r = m.p.range(v);
  if (!r.bounded()) return;
  for (int i = 0; i < trials && !r.empty() && is_excluded(r.lo); ++i) ++r.lo;
  for (int i = 0; i < trials && !r.empty() && is_excluded(r.hi); ++i) --r.hi;
  m.p.narrow(v, r);
}

/// The same of every variable.
constexpr void drop_end_values(map_form& m, int trials) {
  int variable[limits::constraints];
  for (int i = 0; i < m.constraints; ++i) {
    const int line = m.constraint[i];
    variable[i] = m.p.has_only_variables(line) ? -1 : only_variable(m.p, line);
  }
  for (int i = 0; i < m.constraints; ++i) {
    bool first = variable[i] >= 0;
    for (int j = 0; j < i && first; ++j) first = variable[j] != variable[i];
    if (first) drop_end_values(m, variable[i], variable, trials);
  }
}

}  // namespace mercator::symbolic::constraints
