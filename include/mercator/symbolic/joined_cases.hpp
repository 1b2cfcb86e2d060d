// Maps of parts of a domain joined to one, without products of variables.
#pragma once

#include "mercator/symbolic/tree.hpp"
#include "mercator/symbolic/tree_bounds.hpp"

namespace mercator::symbolic {

/// Some of the conditions that make a domain: the lower and the upper end of each interval of its box, then its
/// constraints.
struct domain_conditions {
  static constexpr int most = 2 * limits::variables + limits::constraints;

  bool holds[most];

  constexpr explicit domain_conditions(bool all) {
    for (bool& h : holds) h = all;
  }

  constexpr bool lower(int v) const { return holds[2 * v]; }
  constexpr bool upper(int v) const { return holds[2 * v + 1]; }
  constexpr bool constraint(const map_tree& t, int i) const { return holds[2 * t.variables() + i]; }

  /// Leaves a map no other conditions, within a box that holds its own.
  constexpr void apply(const interval* box, map_tree& t) const {
    for (int v = 0; v < t.variables(); ++v)
      t.box[v] = {lower(v) ? t.box[v].lo : box[v].lo, upper(v) ? t.box[v].hi : box[v].hi};
    const int constraints = t.constraints;
    t.constraints = 0;
    for (int i = 0; i < constraints; ++i)
      if (constraint(t, i)) t.add_constraint(t.constraint[i], t.constraint_range[i]);
  }
};

/// Joins maps of the same dimensions, runtime variables and results whose domains are disjoint: the domain is their
/// union, where the results are those of the map whose domain it is. Whether conditions hold is a number of 0 or 1,
///   max(min(1, slack, …), 0)
/// where the slacks of `x in [a, b]` are x - a + 1 and b + 1 - x. A result in [lo, hi] is
///   lo + min(max(x - lo, 0), (hi - lo) * number) + …
/// of the maps' results x, and numbers that say which map it is. What does not fit 64 bits is left to `check_range`.
class joined_cases {
 public:
  static constexpr int max_cases = 64;

  /// In a fresh tree: maps of domains in a box.
  constexpr joined_cases(int dims, int runtimes, const interval* box, map_tree& out) : out_(out), bounds_(out) {
    out.dims = dims;
    out.runtimes = runtimes;
    for (int v = 0; v < out.variables(); ++v) {
      out.box[v] = box[v];
      variable_[v] = out.variable(v);
    }
    zero_ = out.constant(0);
    one_ = out.constant(1);
  }

  /// One of the maps, which has points; and conditions of its domain that hold in no other.
  constexpr void add(const map_tree& in, const domain_conditions& telling) {
    if (cases_ == max_cases) out_.full = true;
    if (out_.full) return;
    copy(in);
    for (int i = 0; i < in.results; ++i) value_[cases_][i] = node_[in.result[i]];
    is_told_[cases_] = number(in, telling);
    is_inside_[cases_++] = number(in, domain_conditions(true));
  }

  /// Result i of the maps, which lies in an interval.
  constexpr void add_result(int i, interval r) {
    if (!is_moderate(r.lo) || !is_moderate(r.hi)) out_.full = true;
    if (out_.full) return;
    int first[max_cases], which[max_cases], groups = 0;  // of cases with the same result
    for (int k = 0; k < cases_ && !out_.full; ++k) {
      int g = 0;
      while (g < groups && value_[first[g]][i] != value_[k][i]) ++g;
      which[g] = g < groups ? out_.binary(op::max, which[g], is_told_[k]) : is_told_[k];
      if (g == groups) first[groups++] = k;
    }
    if (groups == 1) return out_.add_result(value_[0][i]);
    int sum = out_.constant(r.lo);
    for (int g = 0; g < groups && !out_.full; ++g) {
      int x = plus(value_[first[g]][i], -r.lo);
      if (bounds_.of(x).lo < 0) x = out_.binary(op::max, x, zero_);
      const int term = out_.binary(op::min, x, out_.scaled(which[g], r.hi - r.lo));
      sum = g == 0 && r.lo == 0 ? term : out_.binary(op::sum, sum, term);
    }
    out_.add_result(sum);
  }

  /// Leaves out the points that are in no domain.
  constexpr void require_one() {
    int any = is_inside_[0];
    for (int k = 1; k < cases_; ++k) any = out_.binary(op::max, any, is_inside_[k]);
    out_.add_constraint(any, {1, 1});
  }

 private:
  static constexpr i64 largest = (i64{1} << 62) - 1;  ///< of numbers that are added to others

  static constexpr bool is_moderate(i64 x) { return -largest <= x && x <= largest; }

  /// Whether conditions hold of the map whose nodes were copied.
  constexpr int number(const map_tree& in, const domain_conditions& conditions) {
    int least = one_;
    const auto narrow = [&](int slack) { least = out_.binary(op::min, slack, least); };
    for (int v = 0; v < in.variables(); ++v)
      for_each_slack(variable_[v],
                     {conditions.lower(v) ? in.box[v].lo : i64_min, conditions.upper(v) ? in.box[v].hi : i64_max},
                     narrow);
    for (int i = 0; i < in.constraints; ++i)
      if (conditions.constraint(in, i)) for_each_slack(node_[in.constraint[i]], in.constraint_range[i], narrow);
    return least == one_ ? one_ : out_.binary(op::max, least, zero_);
  }

  /// Calls visit(slack) for the ends of an interval that a node can leave.
  template <class Visit>
  constexpr void for_each_slack(int n, interval r, Visit visit) {
    if (out_.full) return;
    const interval known = bounds_.of(n);
    const bool below = known.lo<r.lo, above = known.hi> r.hi;
    if ((below && !is_moderate(r.lo)) || (above && !is_moderate(r.hi))) out_.full = true;
    if (out_.full) return;
    if (below) visit(plus(n, 1 - r.lo));
    if (above) visit(plus(out_.scaled(n, -1), r.hi + 1));
  }

  constexpr int plus(int n, i64 k) { return k == 0 ? n : out_.binary(op::sum, n, out_.constant(k)); }

  /// The nodes of a map, those that are there already once.
  constexpr void copy(const map_tree& in) {
    for (int n = 0; n < in.nodes && !out_.full; ++n)
      node_[n] = in.kind[n] == op::variable ? variable_[in.value[n]] : copy(in, n);
  }

  constexpr int copy(const map_tree& in, int n) {
    for (int a = 0; a < out_.nodes; ++a)
      if (is_same(in, n, a)) return a;
    const int made = out_.make(in.kind[n], in.value[n], in.count[n]);
    for (int k = 0; k < in.count[n] && !out_.full; ++k) out_.child[out_.first[made] + k] = node_[in.operand(n, k)];
    return made;
  }

  constexpr bool is_same(const map_tree& in, int n, int a) const {
    if (out_.kind[a] != in.kind[n] || out_.value[a] != in.value[n] || out_.count[a] != in.count[n]) return false;
    for (int k = 0; k < in.count[n]; ++k)
      if (out_.operand(a, k) != node_[in.operand(n, k)]) return false;
    return true;
  }

  map_tree& out_;
  tree_bounds bounds_;
  int zero_ = 0, one_ = 0, cases_ = 0;
  int variable_[limits::variables];
  int node_[limits::nodes];  ///< of the map that is added
  int value_[max_cases][limits::results];
  int is_told_[max_cases], is_inside_[max_cases];
};

}  // namespace mercator::symbolic
