// Spelled lines: sums of variables and of nodes, which are floordiv, mod, min or max of spelled lines; and what they
// cost.
#pragma once

#include "mercator/symbolic/bounds.hpp"
#include "mercator/symbolic/cost.hpp"

namespace mercator::symbolic {

/// A spelled line is a line over variables and *nodes*; node n stands in it as atom `node_base + n`. Equal nodes are
/// one. Its cost is that of `costs`; terms of equal magnitude of coefficient share one multiplication.
class spelled_lines {
 public:
  static constexpr int node_base = pool::max_atoms;
  static constexpr int max_nodes = 512;

  int nodes = 0;
  op node_kind[max_nodes];
  int node_line[max_nodes];     ///< the operand
  int node_second[max_nodes];   ///< the second operand of min and max
  i64 node_divisor[max_nodes];  ///< of floordiv and mod

  constexpr explicit spelled_lines(pool& p) : p_(p) {}

  constexpr bool is_node(int atom) const { return atom >= node_base; }

  /// Whether a spelled line is a sum of variables and at most one floordiv or mod of a variable or the like.
  constexpr bool is_one_division(int line) const {
    const int last = p_.end(line) - 1;
    if (p_.length[line] == 0 || p_.atom[last] < node_base) return true;
    return node_cost_[p_.atom[last] - node_base] <= costs::division &&
           (p_.length[line] == 1 || p_.atom[last - 1] < node_base);
  }

  /// Whether a spelled line is a sum of variables and one floordiv or mod of such.
  constexpr bool has_one_division(int line) const {
    const int last = p_.end(line) - 1, n = p_.atom[last] - node_base;
    return n >= 0 && node_divisor[n] != 0 && is_of_variables(node_line[n]) &&
           (p_.length[line] == 1 || p_.atom[last - 1] < node_base);
  }

  /// Whether all that is divided in a spelled line are sums of variables, or lone quotients of such that have more than
  /// two values: one of two values is linear when it is divided again.
  constexpr bool is_plain(int line) const {
    for (int i = p_.end(line) - 1; i >= p_.begin[line] && is_node(p_.atom[i]); --i) {
      const int inner = node_line[p_.atom[i] - node_base];
      if (node_divisor[p_.atom[i] - node_base] == 0) return false;
      if (is_of_variables(inner)) continue;
      if (!is_plain(inner) || !p_.is_atom(inner) || range_of(inner).count() <= 2) return false;
    }
    return true;
  }

  /// Bounds of a spelled line.
  constexpr interval range_of(int line) const {
    if (is_of_variables(line)) return term_bounds(p_, line);
    interval r{p_.constant[line], p_.constant[line]};
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i) r = r + range_of_atom(p_.atom[i]) * p_.coefficient[i];
    return r;
  }

  /// The spelled line of a floordiv or mod of a spelled line.
  constexpr int division(op k, int line, i64 by) {
    if (p_.is_constant(line) || by == 1 || by == -1) {
      const i64 x = p_.constant[line];
      if (k == op::mod) return p_.number(by == 1 || by == -1 ? 0 : floor_mod(x, by));
      return by == 1 || by == -1 ? p_.scale(line, by) : p_.number(floor_div(x, by));
    }
    return p_.single(node(k, line, line, by));
  }

  /// The spelled line of a min or max of two spelled lines.
  constexpr int extremum(op k, int a, int b) {
    if (p_.is_constant(a) && p_.is_constant(b)) return (p_.constant[a] < p_.constant[b]) == (k == op::min) ? a : b;
    if (p_.same(a, b)) return a;
    return p_.single(node(k, a, b, 0));
  }

  /// The cost of a spelled line, beyond any other where it may not fit.
  constexpr int cost_if_fits(int line) const { return cost(line) + (p_.all_small || fits(line) ? 0 : does_not_fit); }

  constexpr int cost(int line) const {
    const int b = p_.begin[line], e = p_.end(line);
    if (b == e) return 0;
    int sum = e - b - 1 + (p_.constant[line] != 0);
    bool negative = p_.constant[line] == 0;
    for (int i = b; i < e; ++i) {
      const i64 factor = p_.coefficient[i];
      if (is_node(p_.atom[i])) sum += node_cost_[p_.atom[i] - node_base];
      if (factor == -1) continue;
      negative = false;
      if (factor == 1) continue;
      const i64 c = magnitude(factor);
      bool first = true;
      for (int j = b; j < i && first; ++j) first = magnitude(p_.coefficient[j]) != c;
      sum += first ? costs::product : 0;
    }
    return sum + (negative ? 1 : 0);
  }

 protected:
  /// The sum of the largest magnitudes of all terms: it bounds every partial sum, in any order.
  constexpr i64 size_of_line(int line) const {
    i64 sum = magnitude(p_.constant[line]);
    for (int i = p_.begin[line], e = i + p_.length[line]; i < e; ++i)
      sum = saturating_add(sum, saturating_mul(magnitude(p_.coefficient[i]), size(p_.atom[i])));
    return sum;
  }

  constexpr bool fits(int line) const { return size_of_line(line) != i64_max; }

  constexpr int node(op k, int line, int second, i64 by) {
    const bool divides = k == op::floordiv || k == op::mod;
    for (int n = 0; n < nodes; ++n)
      if (node_divisor[n] == by && node_kind[n] == k &&
          (divides ? p_.same(node_line[n], line) : are_operands(n, line, second) || are_operands(n, second, line)))
        return node_base + n;
    if (nodes == max_nodes) {
      p_.full = true;
      return node_base;
    }
    node_kind[nodes] = k;
    node_line[nodes] = line;
    node_second[nodes] = second;
    node_divisor[nodes] = by;
    const bool lone = divides && p_.is_atom(line) && !is_node(p_.atom[p_.begin[line]]);
    const int inner = lone ? 0 : cost(line) + (divides ? 0 : cost(second));
    node_cost_[nodes] = inner < most_expensive ? inner + (divides ? costs::division : costs::extremum) : most_expensive;
    if (p_.all_small)
      unsized_ = nodes + 1;
    else
      node_size_[nodes] = size_of_node(k, line, second, by);
    return node_base + nodes++;
  }

  pool& p_;

 private:
  static constexpr int most_expensive = 1 << 16;  ///< costs of nested nodes add up to no more
  static constexpr int does_not_fit = 1 << 20;

  constexpr interval range_of_atom(int a) const {
    if (!is_node(a)) return p_.range(a);
    const int n = a - node_base;
    const i64 v = node_divisor[n];
    const interval x = range_of(node_line[n]);
    if (node_kind[n] == op::mod) return floor_mod(x, v);
    if (node_kind[n] == op::floordiv) return floor_div(x, v);
    const interval y = range_of(node_second[n]);
    return node_kind[n] == op::min ? minimum(x, y) : maximum(x, y);
  }

  constexpr bool is_of_variables(int line) const { return p_.length[line] == 0 || !is_node(p_.atom[p_.end(line) - 1]); }

  /// The largest magnitude of an atom or node; i64_max where it is not known.
  constexpr i64 size(int a) const {
    if (is_node(a)) {
      const int n = a - node_base;
      return n >= unsized_ ? node_size_[n] : size_of_node(node_kind[n], node_line[n], node_second[n], node_divisor[n]);
    }
    const i64 l = magnitude(p_.lo[a]), h = magnitude(p_.hi[a]);
    return l > h ? l : h;
  }

  constexpr i64 size_of_node(op k, int line, int second, i64 by) const {
    const i64 x = size_of_line(line);
    if (x == i64_max) return x;
    if (k == op::mod) return magnitude(by) - 1;
    if (k == op::floordiv) return x / magnitude(by) + 1;
    const i64 y = size_of_line(second);
    return x > y ? x : y;
  }

  constexpr bool are_operands(int n, int first, int second) const {
    return p_.same(node_line[n], first) && p_.same(node_second[n], second);
  }

  int node_cost_[max_nodes];
  int unsized_ = 0;  ///< nodes from here on have their size: sizes are of interest once numbers are not all small
  i64 node_size_[max_nodes];
};

}  // namespace mercator::symbolic
