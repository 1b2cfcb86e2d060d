// Whether two maps read the same: equality as relations from dimensions to sets of results.
#pragma once

#include "mercator/symbolic/decide.hpp"

namespace mercator::symbolic {

namespace detail {

class read_equality {
 public:
  constexpr read_equality(const map_tree& a, const map_tree& b, int budget) : budget_(budget) {
    if (!trim(a, a_)) a_ = a;
    if (!trim(b, b_)) b_ = b;
  }

  constexpr verdict decide() {
    verdict v;
    if (a_.dims != b_.dims || a_.runtimes != b_.runtimes || a_.results != b_.results) {
      v.is = truth::no;
      v.counts_differ = true;
      return v;
    }
    if ((a_.ranges == b_.ranges && equal_up_to_order()) || (a_.known_empty && b_.known_empty))
      v.is = truth::yes;
    else
      enumerate(v);
    return v;
  }

 private:
  static constexpr int most_permuted = 4;

  /// The simplified map without unused range variables. False where it does not fit.
  static constexpr bool trim(const map_tree& t, map_tree& out) {
    pool p, q;
    map_form m(p), trimmed(q);
    lower(t, m);
    if (p.full || p.overflow) return false;
    simplify_domain(m);
    drop_unused(m, trimmed);
    simplify(trimmed, out);
    return !p.full && !p.overflow && !q.full && !q.overflow && !out.full;
  }

  /// Equality with b's range variables in some order.
  constexpr bool equal_up_to_order() const {
    if (a_.ranges > most_permuted) return decide_equal(a_, b_, 0).is == truth::yes;
    int order[most_permuted] = {0, 1, 2, 3};
    do {
      if (decide_equal(a_, with_ranges_in(order), 0).is == truth::yes) return true;
    } while (next_order(order, a_.ranges));
    return false;
  }

  static constexpr bool next_order(int* order, int n) {
    int i = n - 2;
    while (i >= 0 && order[i] > order[i + 1]) --i;
    if (i < 0) return false;
    int j = n - 1;
    while (order[j] < order[i]) --j;
    exchange(order[i], order[j]);
    for (int l = i + 1, r = n - 1; l < r; ++l, --r) exchange(order[l], order[r]);
    return true;
  }

  static constexpr void exchange(int& a, int& b) {
    const int t = a;
    a = b;
    b = t;
  }

  /// b with its range variable i as number order[i].
  constexpr map_tree with_ranges_in(const int* order) const {
    map_tree t = b_;
    if (t.known_empty) return t;
    for (int i = 0; i < t.ranges; ++i) t.box[t.dims + order[i]] = b_.box[t.dims + i];
    for (int n = 0; n < t.nodes; ++n) {
      const int i = static_cast<int>(t.value[n]) - t.dims;
      if (t.kind[n] == op::variable && i >= 0 && i < t.ranges) t.value[n] = t.dims + order[i];
    }
    return t;
  }

  // ---- enumeration

  /// Every read of one must be a read of the other at the same dimensions and runtime variables.
  constexpr void enumerate(verdict& v) const {
    const i64 ranges_a = range_points(a_), ranges_b = range_points(b_);
    const i64 work =
        saturating_mul(saturating_mul(ranges_a, ranges_b), saturating_add(fixed_points(a_), fixed_points(b_)));
    if (work > budget_) return;
    if (reads_missing(a_, b_, v) || reads_missing(b_, a_, v))
      v.is = truth::no;
    else
      v.is = truth::yes;
  }

  static constexpr i64 range_points(const map_tree& t) {
    i64 n = 1;
    for (int i = 0; i < t.ranges && !t.known_empty; ++i) n = saturating_mul(n, t.box[t.dims + i].count());
    return n;
  }

  static constexpr i64 fixed_points(const map_tree& t) {
    i64 n = t.known_empty ? 0 : 1;
    for (int i = 0; i < t.variables() && !t.known_empty; ++i)
      if (i < t.dims || i >= t.dims + t.ranges) n = saturating_mul(n, t.box[i].count());
    return n;
  }

  /// Whether a point of x reads what no point of y with the same dimensions and runtime variables does.
  static constexpr bool reads_missing(const map_tree& x, const map_tree& y, verdict& v) {
    if (x.known_empty) return false;
    i64 at[limits::variables], results[limits::results]{};
    for (int i = 0; i < x.variables(); ++i) at[i] = x.box[i].lo;
    do {
      if (!contains(x, at)) continue;
      evaluate(x, at, results);
      if (is_read(y, at, x, results)) continue;
      v.variables = x.variables();
      for (int i = 0; i < v.variables; ++i) v.point[i] = at[i];
      return true;
    } while (next_point(at, x.box, 0, x.variables()));
    return false;
  }

  static constexpr bool is_read(const map_tree& y, const i64* at, const map_tree& x, const i64* wanted) {
    if (y.known_empty) return false;
    i64 point[limits::variables], results[limits::results]{};
    for (int i = 0; i < y.dims; ++i) point[i] = at[i];
    for (int i = 0; i < y.ranges; ++i) point[y.dims + i] = y.box[y.dims + i].lo;
    for (int i = 0; i < y.runtimes; ++i) point[y.dims + y.ranges + i] = at[x.dims + x.ranges + i];
    do {
      if (!contains(y, point)) continue;
      evaluate(y, point, results);
      bool same = true;
      for (int i = 0; i < y.results && same; ++i) same = results[i] == wanted[i];
      if (same) return true;
    } while (next_point(point, y.box, y.dims, y.dims + y.ranges));
    return false;
  }

  int budget_;
  map_tree a_, b_;
};

}  // namespace detail

/// Whether two maps relate the same results to every value of dimensions and runtime variables, however often and
/// through whatever range variables. Where they differ, the point is one of either map at which the other reads nothing
/// like it.
constexpr verdict decide_same_reads(const map_tree& a, const map_tree& b, int budget) {
  return detail::read_equality(a, b, budget).decide();
}

}  // namespace mercator::symbolic
