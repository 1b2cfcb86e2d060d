// What the text of a map costs to evaluate: the measure by which the simplifier chooses.
#pragma once

#include "mercator/symbolic/print.hpp"

namespace mercator::symbolic {

/// The costs of operations.
struct costs {
  static constexpr int division = 8;  ///< floordiv, mod
  static constexpr int ceildiv = 10;
  static constexpr int product = 2;
  static constexpr int extremum = 2;
  static constexpr int addition = 1;  ///< and subtraction, and a negation where all terms are negative
};

/// Costs of nodes, as they are printed. A sum's like terms are one term with a coefficient: `d0 + d0` costs
/// what `d0 * 2` costs, and sums that are added or subtracted as a whole count as their terms.
template <class Tree>
class cost_model {
 public:
  constexpr explicit cost_model(const Tree& t) : t_(t) {}

  constexpr i64 of(int n) {
    switch (t_.kind[n]) {
      case op::constant:
      case op::variable:
        return 0;
      case op::product:
        return t_.value[n] == -1 ? sum(n) : costs::product + of(operand(n));
      case op::floordiv:
      case op::mod:
        return costs::division + of(operand(n));
      case op::ceildiv:
        return costs::ceildiv + of(operand(n));
      case op::min:
      case op::max:
        return costs::extremum + of(operand(n)) + of(operand(n, 1));
      case op::sum:
        return sum(n);
    }
    return 0;
  }

 private:
  static constexpr int no_node = -1;

  /// `times` times the term `node * factor`. A term that begins a sum keeps its sign as factor; others have it
  /// in times. A constant is no_node and the constant.
  struct term {
    int node;
    i64 factor;
    i64 times;
  };

  constexpr int operand(int n, int i = 0) const { return t_.child[t_.first[n] + i]; }

  /// The cost of a sum of different variables, in their order, some with positive coefficients; -1 of any other.
  constexpr i64 simple_sum(int n) const {
    i64 total = -1, last = -1;
    for (int i = t_.first[n], e = i + t_.count[n]; i < e; ++i) {
      const int a = t_.child[i];
      const bool product = t_.kind[a] == op::product && t_.value[a] > 1;
      const int x = product ? t_.child[t_.first[a]] : a;
      if (t_.kind[x] != op::variable || t_.value[x] <= last) return -1;
      last = t_.value[x];
      total += costs::addition + (product ? costs::product : 0);
    }
    return total;
  }

  constexpr i64 sum(int n) {
    if (t_.kind[n] == op::sum) {
      const i64 simple = simple_sum(n);
      if (simple >= 0) return simple;
    }
    const int begin = terms_;
    collect(n, 1, begin);
    const int end = terms_;
    i64 total = 0;
    int kept = 0, negative = 0;
    for (int k = begin; k < end; ++k) {
      const term x = term_[k];
      if (x.times == 0) continue;
      ++kept;
      negative += x.times < 0;
      if (x.node == no_node) continue;
      if (x.factor != 1) total += costs::product;
      if (x.times != 1 && x.times != -1) total += costs::product;
      total += of(x.node);
    }
    terms_ = begin;
    if (kept > 0) total += (kept - 1) * costs::addition;
    return kept > 0 && negative == kept ? total + costs::addition : total;
  }

  /// The terms of an expression that is printed whole.
  constexpr void collect(int n, i64 sign, int begin) {
    const op k = t_.kind[n];
    const i64 v = t_.value[n];
    if (k == op::constant) return add(no_node, v, sign, begin);
    if (k == op::product && v == -1) {
      const int a = operand(n);
      if (t_.kind[a] == op::constant)
        add(no_node, -t_.value[a], sign, begin);
      else
        collect(a, -sign, begin);
    } else if (k == op::product) {
      add(operand(n), v, sign, begin);
    } else if (k == op::sum) {
      detail::leading_search found;
      found.look_at(t_, n);
      int leading = found.choice();
      bool only_constants = !found.positive && leading == no_node;
      collect_terms(n, sign, leading, only_constants, begin);
    } else {
      add(n, 1, sign, begin);
    }
  }

  /// The terms of a sum and of the sums directly within it. What is negative is subtracted, unless it begins
  /// the sum.
  constexpr void collect_terms(int n, i64 sign, int& leading, bool& only_constants, int begin) {
    for (int i = 0; i < t_.count[n]; ++i) {
      const int a = operand(n, i);
      const op k = t_.kind[a];
      const i64 v = t_.value[a];
      if (k == op::sum) {
        collect_terms(a, sign, leading, only_constants, begin);
      } else if (k == op::constant) {
        if (v < 0 && !only_constants && a != leading)
          add(no_node, -v, -sign, begin);
        else
          add(no_node, v, sign, begin);
        only_constants = false;
        if (a == leading) leading = no_node;
      } else if (k == op::product && v < -1 && a != leading) {
        add(operand(a), -v, -sign, begin);
      } else {
        if (a == leading) leading = no_node;
        collect(a, sign, begin);
      }
    }
  }

  constexpr void add(int node, i64 factor, i64 times, int begin) {
    for (int k = begin; k < terms_; ++k) {
      if (term_[k].factor != factor || !same(term_[k].node, node)) continue;
      term_[k].times += times;
      return;
    }
    if (terms_ < limits::children) term_[terms_++] = {node, factor, times};
  }

  /// Whether two expressions have the same text.
  constexpr bool same(int a, int b) const {
    if (a == b) return true;
    if (a == no_node || b == no_node || t_.kind[a] != t_.kind[b] || t_.value[a] != t_.value[b]) return false;
    const op k = t_.kind[a];
    if (k == op::constant || k == op::variable) return true;
    if (k == op::sum) return text_hash(a) == text_hash(b);
    return same(operand(a), operand(b)) && ((k != op::min && k != op::max) || same(operand(a, 1), operand(b, 1)));
  }

  struct hashing_sink {
    std::uint64_t hash = 14695981039346656037u;
    constexpr void put(char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u; }
    constexpr void write(const char* first, std::size_t count) {
      for (std::size_t k = 0; k < count; ++k) put(first[k]);
    }
  };

  constexpr std::uint64_t text_hash(int n) const {
    hashing_sink to;
    print_expression(to, t_, n);
    return to.hash;
  }

  const Tree& t_;
  int terms_ = 0;
  term term_[limits::children];
};

/// The cost of one expression of the map.
template <class Tree>
constexpr i64 cost(const Tree& t, int node) {
  return cost_model<Tree>(t).of(node);
}

/// The cost of the map's results together. A map that is known to be empty costs nothing.
template <class Tree>
constexpr i64 cost(const Tree& t) {
  if (t.known_empty) return 0;
  cost_model<Tree> model(t);
  i64 total = 0;
  for (int i = 0; i < t.results; ++i) total += model.of(t.result[i]);
  return total;
}

}  // namespace mercator::symbolic
