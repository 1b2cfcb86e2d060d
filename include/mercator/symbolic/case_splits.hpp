// Ways to split a map into few maps of parts of its domain, each simpler: case by case.
#pragma once

#include "mercator/symbolic/substitute.hpp"

namespace mercator::symbolic {

/// The ways to split a map: by whether the operand of a positive part, as of min and max, is positive; by the values of
/// a quotient that has few; by the residues of a variable whose quotient is taken. Those of few cases come first, and
/// of these what others are made of.
class case_splits {
 public:
  static constexpr int max_cases = 8;

  /// The domain is simplified. What was found first is what other atoms are made of.
  constexpr explicit case_splits(const map_form& m) : m_(m), p_(m.p) {
    bool used[pool::max_atoms] = {};
    mark_atoms(m, used);
    for (int a = p_.variables; a < p_.atoms; ++a) {
      if (!used[a]) continue;
      if (p_.kind[a] == atom_kind::positive_part)
        add({a, -1, 0, {0, 1}});
      else
        add_quotient(a);
    }
  }

  constexpr int count() const { return count_; }
  constexpr i64 cases(int split) const { return split_[split].values.count(); }

  /// The variable that stands for `factor` of its values in every case; -1: none does.
  constexpr int scaled_variable(int split) const { return split_[split].variable; }
  constexpr i64 factor(int split) const { return split_[split].modulus; }
  constexpr i64 residue(int split, i64 number) const { return split_[split].values.lo + number; }

  /// Case number `number` of a split, into a fresh form. Of a scaled variable v it has w, which v is factor * w +
  /// residue of.
  constexpr void extract(int split, i64 number, map_form& out) const {
    const way& by = split_[split];
    const i64 value = by.values.lo + number;
    int image[limits::variables];
    for (int v = 0; v < m_.variables(); ++v)
      out.add_like(m_, v, v == by.variable ? quotients(v, by.modulus, value) : p_.range(v));
    if (out.known_empty) return out.become_empty(m_.results);
    for (int v = 0; v < m_.variables(); ++v) image[v] = out.p.variable(v);
    if (by.variable >= 0) image[by.variable] = out.p.shift(out.p.scale(image[by.variable], by.modulus), value);
    substitution s(out.p, p_, image);
    if (by.variable < 0) require(by.atom, value, s, out);
    if (out.known_empty) return out.become_empty(m_.results);
    for (int i = 0; i < m_.results; ++i) out.add_result(s.line(m_.result[i]));
    for (int i = 0; i < m_.constraints; ++i) out.add_constraint(s.line(m_.constraint[i]), m_.constraint_range[i]);
  }

 private:
  static constexpr int max_splits = 32;
  static constexpr i64 largest = i64{1} << 62;  ///< of a variable whose residues are taken

  struct way {
    int atom;
    int variable;  ///< whose residues are the values; -1: those of the atom are
    i64 modulus;
    interval values;
  };

  /// Behind those that have as few cases.
  constexpr void add(const way& by) {
    if (count_ == max_splits || by.values.count() > max_cases) return;
    int k = count_++;
    for (; k > 0 && split_[k - 1].values.count() > by.values.count(); --k) split_[k] = split_[k - 1];
    split_[k] = by;
  }

  constexpr void add_quotient(int a) {
    add({a, -1, 0, p_.range(a)});
    if (p_.divisor[a] < p_.range(a).count()) add_residues(p_.operand[a], p_.divisor[a]);
  }

  /// Of the dimensions and ranges in a line of variables: each.
  constexpr void add_residues(int line, i64 modulus) {
    if (!p_.has_only_variables(line)) return;
    for (int i = p_.begin[line]; i < p_.end(line); ++i) {
      const int v = p_.atom[i];
      const bool is_there = has_residues(v, modulus), divides = p_.coefficient[i] % modulus == 0;
      if (v < m_.dims + m_.ranges && !is_there && !divides && interval{-largest, largest}.contains(p_.range(v)))
        add({-1, v, modulus, {0, modulus - 1}});
    }
  }

  constexpr bool has_residues(int v, i64 modulus) const {
    for (int k = 0; k < count_; ++k)
      if (split_[k].variable == v && split_[k].modulus == modulus) return true;
    return false;
  }

  /// The w with modulus * w + residue in the interval of variable v.
  constexpr interval quotients(int v, i64 modulus, i64 residue) const {
    return {ceil_div(p_.lo[v] - residue, modulus), floor_div(p_.hi[v] - residue, modulus)};
  }

  /// That the atom has the value, or that a positive part is 0 or is its operand.
  constexpr void require(int atom, i64 value, substitution& s, map_form& out) const {
    const int operand = s.line(p_.operand[atom]);
    if (p_.kind[atom] == atom_kind::quotient) {
      const i64 c = p_.divisor[atom];
      s.replace(atom, out.p.number(value));
      return out.add_constraint(out.p.add(operand, out.p.number(value), -c), {0, c - 1});
    }
    const interval r = bounds(out.p, operand), allowed = value == 0 ? interval{r.lo, 0} : interval{1, r.hi};
    s.replace(atom, value == 0 ? out.p.number(0) : operand);
    out.known_empty = allowed.empty();
    out.add_constraint(operand, allowed);
  }

  const map_form& m_;
  const pool& p_;
  int count_ = 0;
  way split_[max_splits];
};

}  // namespace mercator::symbolic
