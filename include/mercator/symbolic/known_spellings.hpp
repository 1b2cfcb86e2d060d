// What is known of a line's spellings before any is tried: which lines have one, and what all of them cost at least.
#pragma once

#include "mercator/symbolic/cost.hpp"
#include "mercator/symbolic/normal_form.hpp"

namespace mercator::symbolic::spellings {

/// Whether a line has no variable of the operand n of a quotient by c, none of which would stand negative.
constexpr bool is_apart(const pool& p, int line, int n, i64 c) {
  for (int i = p.begin[n], end = p.end(n); i < end; ++i)
    if ((p.coefficient[i] == c - 1 && c != 2) || p.coefficient_of(line, p.atom[i]) != 0) return false;
  return true;
}

/// Whether all other terms are subtracted, so that a term that is added would save a negation.
constexpr bool is_negative_beside(const pool& p, int line, int position) {
  for (int i = p.begin[line], e = p.end(line); i < e; ++i)
    if (i != position && p.coefficient[i] != -1) return false;
  return p.constant[line] == 0;
}

/// A quotient that nothing else in the line has to do with, which is variables, has one spelling.
constexpr bool shares_nothing(const pool& p, int line, int position) {
  const int a = p.atom[position], n = p.operand[a], e = p.end(line), youngest = position == e - 1 ? e - 2 : e - 1;
  const i64 c = p.divisor[a], k = p.constant[n];
  if (p.coefficient[position] % c == 0 || (youngest >= p.begin[line] && p.atom[youngest] >= p.variables)) return false;
  if (p.coefficient[position] == -1 && is_negative_beside(p, line, position)) return false;
  return (k == 0 || (p.constant[line] == 0 && k != c - 1)) && is_apart(p, line, n, c);
}

/// Whether a line, whose last term is that of atom a, is made of variables and one quotient of variables that has
/// nothing to do with them, or is what such a quotient leaves. Both have one spelling: as they stand, and as a mod.
constexpr bool is_plain_division(const pool& p, int line, int last, int a) {
  if (a < p.variables || p.kind[a] != atom_kind::quotient || !p.has_only_variables(p.operand[a])) return false;
  return p.coefficient[last] == -p.divisor[a]
             ? remainder_divisor(p, line) != 0 && quotient_rules::are_undoing_residues(p, p.operand[a], p.divisor[a])
             : shares_nothing(p, line, last);
}

/// Whether a line has two quotients, which are those of m * (N mod c) and of an M floordiv d that has nothing to do
/// with N: nothing is gained where they are spelled together.
constexpr bool is_digit_and_quotient(const pool& p, int line) {
  const int length = p.length[line], last = p.end(line) - 1;
  if (length < 2 || p.is_variable(p.atom[last - 1]) || (length > 2 && !p.is_variable(p.atom[last - 2]))) return false;
  const int a = p.atom[last], b = p.atom[last - 1], n = p.operand[a], m = p.operand[b];
  const i64 c = p.divisor[a];
  return p.kind[a] == atom_kind::quotient && p.kind[b] == atom_kind::quotient && p.has_only_variables(n) &&
         p.has_only_variables(m) && p.coefficient[last] == 1 && p.coefficient[last - 1] <= 0 &&
         p.coefficient[last - 1] % p.divisor[b] == 0 && p.constant[n] == 0 && is_apart(p, line, n, c) &&
         is_apart(p, m, n, c);
}

/// Whether the line divided by a number may become atom a. Of a line of variables the divisor can only become
/// smaller, by a factor; where it does not, what is left of the line is the atom's operand or the mirror image of
/// that.
constexpr bool may_become(const pool& p, int line, i64 by, int a) {
  if (!p.has_only_variables(line)) return true;
  const i64 c = p.divisor[a];
  if (by != c) return by % c == 0;
  const int n = p.operand[a];
  bool same = floor_mod(p.constant[line], c) == p.constant[n],
       mirrored = floor_mod(-1 - p.constant[line], c) == p.constant[n];
  int j = p.begin[n];
  const int end = p.end(n);
  for (int i = p.begin[line], e = p.end(line); i < e && (same || mirrored); ++i) {
    const i64 x = floor_mod(p.coefficient[i], c);
    if (x == 0) continue;
    if (j == end || p.atom[j] != p.atom[i]) return false;
    same &= x == p.coefficient[j];
    mirrored &= x == c - p.coefficient[j++];
  }
  return (same || mirrored) && j == end;
}

/// What variables that are divided cost at least: their coefficients change by multiples of the divisor only.
constexpr int least_cost_of_operand(const pool& p, int quotient) {
  const int n = p.operand[quotient];
  if (!p.has_only_variables(n)) return 0;
  int products = 0;
  for (int i = p.begin[n], e = p.end(n); i < e && products == 0; ++i)
    products += p.coefficient[i] != 1 && p.coefficient[i] != p.divisor[quotient] - 1;
  return p.length[n] - 1 + products * costs::product;
}

/// A line with so many quotients, one of them of so many variables, seldom costs less: each takes a division, but
/// where some cancel on their range.
constexpr int least_cost(const pool& p, int line) {
  int quotients = 0, youngest = -1;
  for (int i = p.end(line) - 1; i >= p.begin[line] && !p.is_variable(p.atom[i]); --i) {
    if (p.kind[p.atom[i]] != atom_kind::quotient) continue;
    ++quotients;
    if (youngest < 0) youngest = p.atom[i];
  }
  return youngest < 0 ? 0 : costs::division * quotients + least_cost_of_operand(p, youngest);
}

/// The same where the line stands in a sum.
constexpr int least_in_sum(const pool& p, int line) {
  if (!p.has_only_variables(line)) return least_cost(p, line);
  int products = 0;
  for (int i = p.begin[line], e = p.end(line); i < e && products == 0; ++i)
    products += p.coefficient[i] != 1 && p.coefficient[i] != -1;
  return p.length[line] + (p.constant[line] != 0) - 1 + products * costs::product;
}

}  // namespace mercator::symbolic::spellings
