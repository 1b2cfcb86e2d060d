// Spelled lines in the order in which they are written, which depends on content alone.
#pragma once

#include "mercator/symbolic/spelled_lines.hpp"

namespace mercator::symbolic {

/// Arranged lines are lines of the pool whose terms stand as they are to be written: variables ascending, then compound
/// terms in the order of `compare`. An atom of an arranged line is a variable, a node of the spelled lines, or a
/// *group*: terms whose coefficients have one magnitude are written as one product, (x - y) * 3. What needs no
/// arranging is the spelled line itself, which is nearly every line.
class arrangement {
 public:
  static constexpr int group_base = spelled_lines::node_base + spelled_lines::max_nodes;
  static constexpr int max_groups = 256;

  constexpr arrangement(pool& p, const spelled_lines& d) : p_(p), d_(d) {}

  constexpr const pool& lines() const { return p_; }
  constexpr const spelled_lines& nodes() const { return d_; }

  constexpr int line(int spelled) {
    const int b = p_.begin[spelled], e = b + p_.length[spelled];
    if (e - b <= 1) return spelled;
    if (has_factor(p_, b, e)) return sorted(grouped(b, e - b, p_.constant[spelled]));
    return p_.atom[e - 2] >= spelled_lines::node_base ? sorted(spelled) : spelled;
  }

  /// Whether two of the terms have coefficients of one magnitude, other than 1.
  static constexpr bool has_factor(const pool& p, int begin, int end) {
    for (int i = begin + 1; i < end; ++i) {
      const i64 c = p.coefficient[i];
      if (c == 1 || c == -1) continue;
      for (int j = begin; j < i; ++j)
        if (p.coefficient[j] == c || p.coefficient[j] == -c) return true;
    }
    return false;
  }

  static constexpr bool is_group(int atom) { return atom >= group_base; }
  constexpr int group_line(int atom) const { return group_[atom - group_base]; }

  /// The operands of a node, arranged: of floordiv and mod the first, of min and max both, a constant last.
  constexpr int operand(int node) {
    arrange_operands(node);
    return first_[node - spelled_lines::node_base];
  }
  constexpr int second_operand(int node) {
    arrange_operands(node);
    return second_[node - spelled_lines::node_base];
  }

  /// The total order of expressions, here of two arranged lines: by kind, then by constant (number of a variable,
  /// factor, divisor), then by operands. Negative, 0 or positive, as x comes before, with or after y.
  constexpr int compare(int x, int y) {
    if (x == y) return 0;
    const op k = kind_of(x), l = kind_of(y);
    if (k != l) return k < l ? -1 : 1;
    if (k == op::constant) return sign(p_.constant[x], p_.constant[y]);
    if (k != op::sum) return compare_terms(p_.begin[x], p_.begin[y]);
    const int m = p_.length[x], n = p_.length[y];
    for (int i = 0; i < m && i < n; ++i) {
      const int c = compare_terms(p_.begin[x] + i, p_.begin[y] + i);
      if (c != 0) return c;
    }
    const i64 a = p_.constant[x], b = p_.constant[y];
    return m != n ? m - n : a == 0 || b == 0 ? (a != 0) - (b != 0) : sign(a, b);
  }

 private:
  static constexpr int unknown = -2;  ///< no number of equal bytes: a loop that writes it is not made a call

  static constexpr int sign(i64 a, i64 b) { return a < b ? -1 : a > b; }

  constexpr op kind_of_atom(int a) const {
    return a < spelled_lines::node_base ? op::variable
           : is_group(a)                ? op::sum
                                        : d_.node_kind[a - spelled_lines::node_base];
  }
  constexpr op kind_of_term(int i) const { return p_.coefficient[i] != 1 ? op::product : kind_of_atom(p_.atom[i]); }
  constexpr op kind_of(int line) const {
    if (p_.length[line] == 0) return op::constant;
    return p_.length[line] > 1 || p_.constant[line] != 0 ? op::sum : kind_of_term(p_.begin[line]);
  }

  constexpr int compare_terms(int i, int j) {
    const op k = kind_of_term(i), l = kind_of_term(j);
    if (k != l) return k < l ? -1 : 1;
    const int c = compare_atoms(p_.atom[i], p_.atom[j]);
    return c != 0 ? c : sign(p_.coefficient[i], p_.coefficient[j]);
  }

  constexpr int compare_atoms(int a, int b) {
    if (a == b) return 0;
    const op k = kind_of_atom(a), l = kind_of_atom(b);
    if (k != l) return k < l ? -1 : 1;
    if (k == op::variable) return a - b;
    if (k == op::sum) return compare(group_line(a), group_line(b));
    const int m = a - spelled_lines::node_base, n = b - spelled_lines::node_base;
    if (d_.node_divisor[m] != d_.node_divisor[n]) return sign(d_.node_divisor[m], d_.node_divisor[n]);
    const int c = compare(operand(a), operand(b));
    return c != 0 || k == op::floordiv || k == op::mod ? c : compare(second_operand(a), second_operand(b));
  }

  constexpr void arrange_operands(int node) {
    const int n = node - spelled_lines::node_base;
    for (; known_ <= n; ++known_) first_[known_] = unknown;
    if (first_[n] != unknown) return;
    const int x = d_.node_line[n];
    int a = p_.length[x] <= 1 ? x : line(x);
    if (d_.node_kind[n] == op::min || d_.node_kind[n] == op::max) {
      int b = line(d_.node_second[n]);
      const bool turned = p_.is_constant(a) != p_.is_constant(b) ? p_.is_constant(a) : compare(b, a) < 0;
      second_[n] = turned ? a : b;
      if (turned) a = b;
    }
    first_[n] = a;
  }

  /// A new line in which terms of one magnitude of coefficient, other than 1, are a group.
  constexpr int grouped(int b, int n, i64 k) {
    constexpr int max_terms = 96;
    int member_of[max_terms], part[max_terms];  // the first term of that magnitude; the atom of them all
    if (n > max_terms) p_.full = true;
    if (p_.full) return 0;
    for (int i = 0; i < n; ++i) {
      const i64 c = magnitude(p_.coefficient[b + i]);
      member_of[i] = i;
      for (int j = 0; j < i && c != 1 && member_of[i] == i; ++j)
        if (magnitude(p_.coefficient[b + j]) == c) member_of[i] = j;
    }
    for (int i = 0; i < n; ++i)
      if (member_of[i] == i) part[i] = group(b, n, member_of, i);
    const int from = p_.terms;
    for (int i = 0; i < n; ++i)
      if (member_of[i] == i)
        p_.push(part[i] < group_base ? p_.coefficient[b + i] : factor_[part[i] - group_base], part[i]);
    return p_.close(k, from);
  }

  /// The atom for the terms that belong to term i: (x - y + …) * factor, or the term's own where it is alone.
  constexpr int group(int b, int n, const int* member_of, int i) {
    int members = 0;
    bool negative = true;
    for (int j = i; j < n; ++j)
      if (member_of[j] == i) {
        ++members;
        negative &= p_.coefficient[b + j] < 0;
      }
    if (members == 1) return p_.atom[b + i];
    if (groups_ == max_groups) {
      p_.full = true;
      return p_.atom[b + i];
    }
    const int from = p_.terms;
    for (int j = i; j < n; ++j)
      if (member_of[j] == i) p_.push((p_.coefficient[b + j] < 0) == negative ? 1 : -1, p_.atom[b + j]);
    const int g = groups_++;
    group_[g] = sorted(p_.close(0, from));
    factor_[g] = negative ? -magnitude(p_.coefficient[b + i]) : magnitude(p_.coefficient[b + i]);
    return group_base + g;
  }

  /// The line in which compound terms, which stand behind the variables or among them, are behind them and sorted.
  constexpr int sorted(int line) {
    const int n = p_.length[line], from = p_.terms, b = p_.begin[line];
    if (p_.full) return line;
    for (int i = b; i < b + n; ++i) p_.push(p_.coefficient[i], p_.atom[i]);
    const int out = p_.close(p_.constant[line], from);
    for (int i = from + 1; i < from + n && !p_.full; ++i)  // which may arrange operands, behind this line
      for (int j = i; j > from && comes_before(j, j - 1); --j) swap(j, j - 1);
    return out;
  }

  constexpr bool comes_before(int i, int j) {
    const bool variable = p_.atom[i] < spelled_lines::node_base;
    if (variable != (p_.atom[j] < spelled_lines::node_base)) return variable;
    return variable ? p_.atom[i] < p_.atom[j] : compare_terms(i, j) < 0;
  }

  constexpr void swap(int i, int j) {
    const int a = p_.atom[i];
    p_.atom[i] = p_.atom[j];
    p_.atom[j] = a;
    const i64 c = p_.coefficient[i];
    p_.coefficient[i] = p_.coefficient[j];
    p_.coefficient[j] = c;
  }

  pool& p_;
  const spelled_lines& d_;
  int known_ = 0;  ///< nodes from here on have not been asked for
  int first_[spelled_lines::max_nodes], second_[spelled_lines::max_nodes];
  int groups_ = 0;
  int group_[max_groups];
  i64 factor_[max_groups];
};

}  // namespace mercator::symbolic
