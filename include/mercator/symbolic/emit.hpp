// Spelled lines as trees, in an order that depends on content alone.
#pragma once

#include "mercator/symbolic/display.hpp"

namespace mercator::symbolic {

/// The total order of expressions: by kind, then by constant (number of a variable, factor, divisor), then by operands.
/// Negative, 0 or positive, as a comes before, with or after b.
constexpr int compare(const map_tree& t, int a, int b) {
  if (a == b) return 0;
  if (t.kind[a] != t.kind[b]) return t.kind[a] < t.kind[b] ? -1 : 1;
  if (t.kind[a] == op::product) {  // x before x * 2 before y
    const int c = compare(t, t.operand(a), t.operand(b));
    return c != 0 ? c : t.value[a] < t.value[b] ? -1 : t.value[a] > t.value[b];
  }
  if (t.value[a] != t.value[b]) return t.value[a] < t.value[b] ? -1 : 1;
  for (int i = 0; i < t.count[a] && i < t.count[b]; ++i) {
    const int c = compare(t, t.operand(a, i), t.operand(b, i));
    if (c != 0) return c;
  }
  return t.count[a] - t.count[b];
}

class emission {
 public:
  constexpr emission(const pool& p, const display& d, map_tree& out) : p_(p), d_(d), out_(out) {}

  /// The spelled line as a node of the tree: variables ascending, then compound terms in the order of `compare`, then the
  /// constant. Terms whose coefficients have the same magnitude are one product.
  constexpr int line(int spelled) {
    const int n = p_.length[spelled], b = p_.begin[spelled];
    const i64 k = p_.constant[spelled];
    if (n == 0) return out_.constant(k);
    if (n == 1 && k == 0) return scaled(atom(p_.atom[b]), p_.coefficient[b]);
    if (n > max_terms) {
      out_.full = true;
      return 0;
    }
    int part[max_terms + 1];
    const bool simple = !shares_coefficient(b, n);
    const int parts = simple ? plain_terms(part, b, n) : grouped_terms(part, b, n);
    sort_compound(part, parts);
    return sum(part, parts, k);
  }

 private:
  static constexpr int max_terms = 96;

  /// Whether two terms have coefficients of the same magnitude, other than 1.
  constexpr bool shares_coefficient(int b, int n) const {
    for (int i = b; i < b + n; ++i) {
      const i64 c = p_.coefficient[i];
      if (c == 1 || c == -1) continue;
      for (int j = i + 1; j < b + n; ++j)
        if (p_.coefficient[j] == c || p_.coefficient[j] == -c) return true;
    }
    return false;
  }

  constexpr int plain_terms(int* part, int b, int n) {
    for (int i = 0; i < n; ++i) part[i] = scaled(atom(p_.atom[b + i]), p_.coefficient[b + i]);
    return n;
  }

  constexpr int grouped_terms(int* part, int b, int n) {
    bool done[max_terms];
    for (int i = 0; i < n; ++i) done[i] = false;
    int parts = 0;
    for (int i = 0; i < n; ++i) {
      if (done[i]) continue;
      const i64 c = p_.coefficient[b + i], size = magnitude(c);
      int members = 0, group[max_terms];
      bool negative = true;
      for (int j = i; j < n && (members == 0 || size != 1); ++j) {
        if (done[j] || magnitude(p_.coefficient[b + j]) != size) continue;
        done[j] = true;
        negative &= p_.coefficient[b + j] < 0;
        group[members++] = b + j;
      }
      part[parts++] = members == 1 ? scaled(atom(p_.atom[b + i]), c) : group_of(group, members, negative ? -size : size);
    }
    return parts;
  }

  /// (x - y + …) * factor
  constexpr int group_of(const int* group, int members, i64 factor) {
    int part[max_terms + 1];
    for (int i = 0; i < members; ++i)
      part[i] = scaled(atom(p_.atom[group[i]]), (p_.coefficient[group[i]] < 0) == (factor < 0) ? 1 : -1);
    sort_compound(part, members);
    return scaled(sum(part, members, 0), factor);
  }

  constexpr int sum(int* part, int parts, i64 constant) {
    if (constant != 0) part[parts++] = out_.constant(constant);
    if (parts == 1) return part[0];
    const int s = out_.make(op::sum, 0, parts);
    const int first = out_.first[s];
    for (int i = 0; i < parts && !out_.full; ++i) out_.child[first + i] = part[i];
    return s;
  }

  constexpr int scaled(int node, i64 factor) { return factor == 1 ? node : out_.unary(op::product, node, factor); }

  constexpr int atom(int a) {
    if (!d_.is_node(a)) return out_.variable(a);
    const int n = a - display::node_base;
    const op k = d_.node_kind[n];
    const int operand = line(d_.node_line[n]);
    if (k == op::floordiv || k == op::mod) return out_.unary(k, operand, d_.node_divisor[n]);
    const int second = line(d_.node_second[n]);
    return comes_first(second, operand) ? out_.binary(k, second, operand) : out_.binary(k, operand, second);
  }

  /// The order of the operands of min and max: a constant last.
  constexpr bool comes_first(int a, int b) const {
    if ((out_.kind[a] == op::constant) != (out_.kind[b] == op::constant)) return out_.kind[b] == op::constant;
    return compare(out_, a, b) < 0;
  }

  /// A variable, or a multiple of one.
  constexpr bool is_simple(int node) const {
    return out_.kind[node] == op::variable ||
           (out_.kind[node] == op::product && out_.kind[out_.operand(node)] == op::variable);
  }

  /// Simple terms first, as they come; compound ones sorted.
  constexpr void sort_compound(int* part, int n) {
    int i = 1;  // the variables of a line come first already
    while (i < n && is_simple(part[i])) ++i;
    for (; i < n; ++i)
      for (int j = i; j > 0 && comes_before(part[j], part[j - 1]); --j) {
        const int t = part[j];
        part[j] = part[j - 1];
        part[j - 1] = t;
      }
  }

  constexpr bool comes_before(int a, int b) const {
    const bool simple = is_simple(a);
    if (simple != is_simple(b)) return simple;
    return !simple && compare(out_, a, b) < 0;
  }

  const pool& p_;
  const display& d_;
  map_tree& out_;
};

}  // namespace mercator::symbolic
