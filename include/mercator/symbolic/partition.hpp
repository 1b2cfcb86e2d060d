// Whether domains are disjoint, and whether they cover another: decided by cutting them out of it, one after
// the other.
#pragma once

#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/points.hpp"
#include "mercator/symbolic/truth.hpp"

namespace mercator::symbolic {

/// An answer about domains and, where it is no, a point that shows it (dimensions, then ranges, then runtime
/// variables).
struct ruling {
  truth is = truth::undecided;
  int variables = 0;
  i64 point[limits::variables]{};
};

namespace detail {

/// The value of a line at a point.
constexpr i64 line_value(const pool& p, int line, const i64* point) {
  i64 sum = p.constant[line];
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const int a = p.atom[i];
    if (p.is_variable(a)) {
      sum += p.coefficient[i] * point[a];
      continue;
    }
    const i64 inner = line_value(p, p.operand[a], point);
    sum += p.coefficient[i] * (p.kind[a] == atom_kind::quotient ? floor_div(inner, p.divisor[a])
                               : inner > 0                      ? inner
                                                                : 0);
  }
  return sum;
}

}  // namespace detail

/// Domains within a whole one, over the same variables. All their bounds are brought to intervals of common
/// lines, the variables among them, so that most of the time one region is seen to be outside of another
/// without any algebra.
class partition {
 public:
  static constexpr int max_domains = 80;
  static constexpr int max_lines = 160;
  static constexpr int max_bounds = 2048;

  constexpr explicit partition(const map_form& whole) : whole_is_empty_(whole.known_empty) {
    if (whole_is_empty_) return;
    for (int v = 0; v < whole.variables(); ++v) {
      p_.add_variable(whole.p.range(v));
      line_[lines_++] = p_.single(v);
    }
    variables_ = whole.variables();
    add(whole);
  }

  /// The domain of a map with as many variables.
  constexpr void add(const map_form& m) {
    if (whole_is_empty_) return;
    if (domains_ == max_domains || m.variables() != variables_ || m.p.full || m.p.overflow) {
      failed_ = true;
      return;
    }
    first_[domains_++] = bounds_;
    first_[domains_] = bounds_;
    if (m.known_empty) return constrain(p_.number(0), nothing);
    for (int v = 0; v < variables_; ++v) bound(v, m.p.range(v));
    substitution s(p_, m.p);
    for (int v = 0; v < variables_; ++v) s.replace(v, p_.single(v));
    for (int i = 0; i < m.constraints; ++i) constrain(s.line(m.constraint[i]), m.constraint_range[i]);
    failed_ |= p_.full || p_.overflow;
  }

  /// Whether no point is in two domains, looking at up to `budget` points.
  constexpr ruling disjoint(int budget) {
    begin(budget);
    for (int i = 1; i < domains_ && ruling_.is != truth::no; ++i) {
      region first(everywhere());
      if (!cut(first, 0) || !cut(first, i)) continue;
      for (int j = i + 1; j < domains_ && ruling_.is != truth::no; ++j) {
        if (!may_meet(first, j)) continue;
        region r(first);
        if (cut(r, j)) decide_empty(r);
      }
    }
    return ruling_;
  }

  /// Whether every point of the whole is in a domain, looking at up to `budget` points.
  constexpr ruling covered(int budget) {
    begin(budget);
    region r(everywhere());
    if (domains_ > 0 && cut(r, 0)) rest_after(r, 1);
    return ruling_;
  }

 private:
  /// An interval for every line.
  struct region {
    int lines = 0;
    interval range[max_lines];

    constexpr region() {}
    constexpr region(const region& o) : lines(o.lines) {
      for (int k = 0; k < lines; ++k) range[k] = o.range[k];
    }
    constexpr region& operator=(const region&) = delete;

    /// False where nothing is left.
    constexpr bool cut(int k, interval r) {
      range[k] = intersect(range[k], r);
      return !range[k].empty();
    }
  };

  // ---- what the domains are

  constexpr void bound(int line, interval r) {
    if (bounds_ == max_bounds) {
      failed_ = true;
      return;
    }
    bound_line_[bounds_] = line;
    bound_range_[bounds_++] = r;
    first_[domains_] = bounds_;
  }

  constexpr void constrain(int line, interval r) {
    bool exact = true;
    const interval shifted = constraints::without_constant(r, p_.constant[line], exact);
    if (exact) {
      r = shifted;
      line = p_.shift(line, -p_.constant[line]);
      const i64 g = p_.content(line);
      if (g > 1) {
        r = divide_exact(r, g);
        line = p_.divided(line, g);
      }
      if (g != 0 && p_.coefficient[p_.begin[line]] < 0) {
        r = r * -1;
        line = p_.scale(line, -1);
      }
    }
    const int k = number_of(line);
    if (k < lines_) bound(k, r);
  }

  constexpr int number_of(int line) {
    int k = 0;
    while (k < lines_ && !p_.same(line_[k], line)) ++k;
    if (k == lines_) {
      if (lines_ == max_lines)
        failed_ = true;
      else
        line_[lines_++] = line;
    }
    return k;
  }

  // ---- what is decided

  constexpr void begin(int budget) {
    budget_ = budget;
    steps_ = 4096 + budget;
    ruling_ = {};
    ruling_.variables = variables_;
    ruling_.is = failed_ ? truth::undecided : truth::yes;
  }

  constexpr void give_up() {
    if (ruling_.is == truth::yes) ruling_.is = truth::undecided;
  }

  constexpr region everywhere() {
    region out;
    for (; out.lines < lines_; ++out.lines)
      out.range[out.lines] = out.lines < variables_ ? p_.range(out.lines) : bounds(p_, line_[out.lines]);
    return out;
  }

  /// False where one bound alone keeps a domain out of a region.
  constexpr bool may_meet(const region& r, int domain) const {
    for (int i = first_[domain]; i < first_[domain + 1]; ++i)
      if (intersect(r.range[bound_line_[i]], bound_range_[i]).empty()) return false;
    return true;
  }

  constexpr bool cut(region& r, int domain) const {
    for (int i = first_[domain]; i < first_[domain + 1]; ++i)
      if (!r.cut(bound_line_[i], bound_range_[i])) return false;
    return true;
  }

  /// What the domains from that number on leave of a region has to be empty.
  constexpr void rest_after(const region& from, int domain) {
    if (ruling_.is == truth::no) return;
    if (--steps_ < 0) return give_up();
    while (domain < domains_ && !may_meet(from, domain)) ++domain;
    if (domain == domains_) return decide_empty(from);
    region r(from);
    for (int i = first_[domain]; i < first_[domain + 1]; ++i) {
      const int k = bound_line_[i];
      const interval in = bound_range_[i];
      if (r.range[k].lo < in.lo) rest_of_part(r, k, {r.range[k].lo, in.lo - 1}, domain);
      if (r.range[k].hi > in.hi) rest_of_part(r, k, {in.hi + 1, r.range[k].hi}, domain);
      if (!r.cut(k, in)) return;
    }
  }

  /// The part of a region where a line is outside of what the domain of that number allows.
  constexpr void rest_of_part(const region& from, int line, interval outside, int domain) {
    region part(from);
    if (part.cut(line, outside)) rest_after(part, domain + 1);
  }

  /// A region that is not seen to be empty at once: by the simplifier, then point by point.
  constexpr void decide_empty(const region& r) {
    if (failed_) return give_up();
    pool p;
    map_form m(p);
    for (int v = 0; v < variables_; ++v) m.add_dimension(r.range[v]);
    substitution s(p, p_);
    for (int v = 0; v < variables_; ++v) s.replace(v, r.range[v].is_point() ? p.number(r.range[v].lo) : p.single(v));
    for (int k = variables_; k < lines_; ++k) {
      const int line = s.line(line_[k]);
      if (!lies_in(p, line, r.range[k])) m.add_constraint(line, r.range[k]);
    }
    const bool not_empty = simplify_domain(m);
    if (p.full || p.overflow) return give_up();
    if (not_empty) find_point(r, p);
  }

  constexpr void find_point(const region& r, const pool& box_of) {
    interval box[limits::variables];
    i64 point[limits::variables];
    for (int v = 0; v < variables_; ++v) {
      box[v] = box_of.range(v);
      point[v] = box[v].lo;
    }
    do {
      if (--budget_ < 0) return give_up();
      bool inside = true;
      for (int k = variables_; k < lines_ && inside; ++k)
        inside = r.range[k].contains(detail::line_value(p_, line_[k], point));
      if (!inside) continue;
      ruling_.is = truth::no;
      for (int v = 0; v < variables_; ++v) ruling_.point[v] = point[v];
      return;
    } while (next_point(point, box, 0, variables_));
  }

  pool p_;
  int variables_ = 0, lines_ = 0, domains_ = 0, bounds_ = 0, budget_ = 0, steps_ = 0;
  bool whole_is_empty_, failed_ = false;
  ruling ruling_;
  int line_[max_lines];
  int first_[max_domains + 1];  ///< of the bounds of each domain; domain 0 is the whole
  int bound_line_[max_bounds];
  interval bound_range_[max_bounds];
};

}  // namespace mercator::symbolic
