// Pairs of points of one map: two that have the same results, or results in the wrong order.
#pragma once

#include "mercator/analysis/image.hpp"
#include "mercator/symbolic/compose.hpp"

namespace mercator::analysis {

using symbolic::map_tree;

/// Looks for two points of a map with the same runtime variables that differ first in a dimension or range
/// variable v, in which the second is larger. It gives up where a form has more than `atoms` quotients.
class pair_search {
 public:
  constexpr pair_search(const map_tree& t, i64 budget, int atoms) : t_(t), budget_(budget), atoms_(atoms) {}

  /// Two with the same results.
  constexpr truth same_results(int v) { return at(v, t_.results, false); }

  /// Two of which the later one has results that come earlier, in lexicographic order.
  constexpr truth reversed(int v) {
    truth out = truth::no;
    for (int k = 0; k < t_.results; ++k) {
      const truth here = at(v, k, true);
      if (here == truth::yes) return here;
      if (here == truth::undecided) out = here;
    }
    return out;
  }

  constexpr const i64* first() const { return first_; }
  constexpr const i64* second() const { return second_; }

 private:
  /// Variables before v are the same in both points, v is larger in the second; the first `equal` results are
  /// the same, and the next is larger in the first point if `then_less`.
  constexpr truth at(int v, int equal, bool then_less) {
    const int inner = t_.dims + t_.ranges, variables = t_.variables(), both = inner - v;
    if (t_.known_empty || t_.box[v].count() < 2) return truth::no;
    if (variables + both > limits::variables) return truth::undecided;
    digit_form m, a, b;
    symbolic::lower(t_, m.m);
    for (int u = 0; u < inner; ++u) a.m.add_dimension(t_.box[u]);
    for (int u = v; u < inner; ++u) a.m.add_dimension(t_.box[u]);
    for (int u = inner; u < variables; ++u) a.m.add_dimension(t_.box[u]);
    if (!m.fits() || m.m.known_empty || a.m.known_empty) return m.fits() ? truth::no : truth::undecided;
    int x[limits::variables], y[limits::variables];
    for (int u = 0; u < variables; ++u) {
      x[u] = a.p.variable(u < inner ? u : u + both);
      y[u] = a.p.variable(u < v ? u : u + both);
    }
    symbolic::substitution first(a.p, m.p, x), second(a.p, m.p, y);
    for (int i = 0; i < m.m.constraints; ++i) {
      a.m.add_constraint(first.line(m.m.constraint[i]), m.m.constraint_range[i]);
      a.m.add_constraint(second.line(m.m.constraint[i]), m.m.constraint_range[i]);
    }
    a.m.add_constraint(a.p.add(y[v], x[v], -1), {1, i64_max});
    for (int k = 0; k < equal + then_less; ++k) {
      const int difference = a.p.add(first.line(m.m.result[k]), second.line(m.m.result[k]), -1);
      a.m.add_constraint(difference, k < equal ? interval{0, 0} : interval{1, i64_max});
    }
    b.clear();
    return solve(a, b, v);
  }

  constexpr truth solve(digit_form& a, digit_form& b, int v) {
    if (!a.fits() || a.p.atoms - a.p.variables > atoms_) return truth::undecided;
    const digit_form& d = split_digits(a, b);
    if (!d.fits() || (!d.m.known_empty && !is_safe(d.m))) return truth::undecided;
    i64 digits[limits::variables], values[limits::variables];
    const truth out = find_point(d.m, 0, budget_, digits);
    if (out != truth::yes) return out;
    d.restore(digits, values);
    const int inner = t_.dims + t_.ranges;
    for (int u = 0; u < t_.variables(); ++u) {
      first_[u] = values[u < inner ? u : u + inner - v];
      second_[u] = values[u < v ? u : u + inner - v];
    }
    return out;
  }

  const map_tree& t_;
  i64 budget_;
  int atoms_;
  i64 first_[limits::variables] = {}, second_[limits::variables] = {};
};

}  // namespace mercator::analysis
