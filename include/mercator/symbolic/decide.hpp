// Equality of maps, decided: by proof on normal forms, by a counterexample, by enumeration.
#pragma once

#include "mercator/symbolic/evaluate.hpp"
#include "mercator/symbolic/inverse.hpp"
#include "mercator/symbolic/period.hpp"
#include "mercator/symbolic/points.hpp"
#include "mercator/symbolic/simplify.hpp"
#include "mercator/symbolic/truth.hpp"

namespace mercator::symbolic {

/// An answer and, for maps of the same counts that differ, a point (dimensions, then ranges, then runtime variables) at
/// which they do: it is in one domain only, or the results differ.
struct verdict {
  truth is = truth::undecided;  ///< yes: equal
  bool counts_differ = false;   ///< in their numbers of variables or results; then there is no point
  int variables = 0;            ///< of the point: dimensions, ranges, runtime variables
  /// Where the maps differ, in their results or in that only one has it in its domain.
  i64 point[limits::variables]{};
};

namespace detail {

/// Numbers for probing; the sequence is the same in every run.
class probe_numbers {
 public:
  constexpr i64 in(interval r) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t bits = state_ >> 33, choice = bits % 4;
    if (choice == 0) return r.lo;
    return choice == 1 ? r.hi : r.lo + static_cast<i64>(bits / 4) % r.count();
  }

 private:
  std::uint64_t state_ = 1;
};

class equality {
 public:
  constexpr equality(const map_tree& a, const map_tree& b, int budget)
      : a_(a), b_(b), budget_(budget), fa_(pa_), fb_(pb_) {
    verdict_.variables = a.variables();
  }

  constexpr verdict decide() {
    if (a_.dims != b_.dims || a_.ranges != b_.ranges || a_.runtimes != b_.runtimes || a_.results != b_.results) {
      verdict_.is = truth::no;
      verdict_.counts_differ = true;
      return verdict_;
    }
    const bool proving = take_forms();
    if (proving && prove())
      verdict_.is = truth::yes;
    else if (!probe())
      enumerate(proving);
    return verdict_;
  }

 private:
  // ---- proof

  /// Both maps on lines with simplified domains. False where they do not fit.
  constexpr bool take_forms() {
    lower(a_, fa_);
    lower(b_, fb_);
    if (!fits()) return false;
    simplify_domain(fa_);
    simplify_domain(fb_);
    return fits();
  }

  constexpr bool fits() const { return !pa_.full && !pb_.full && !pa_.overflow && !pb_.overflow; }

  constexpr bool prove() {
    if (fa_.known_empty || fb_.known_empty) return fa_.known_empty && fb_.known_empty;
    constraints::assume_all_but(fa_, -1);
    constraints::assume_all_but(fb_, -1);
    if (!contained(fa_, fb_) || !contained(fb_, fa_)) return false;
    same_domain_ = fits();
    return same_domain_ && same_results();
  }

  /// Whether every point of m's domain is known to be in the other's. The other's lines hold on its box, so that is
  /// looked at first.
  static constexpr bool contained(map_form& m, const map_form& other) {
    for (int v = 0; v < m.variables(); ++v)
      if (!lies_in(m.p, m.p.single(v), other.p.range(v))) return false;
    substitution s(m.p, other.p);
    for (int v = 0; v < m.variables(); ++v) s.replace(v, m.p.variable(v));
    for (int i = 0; i < other.constraints; ++i)
      if (!lies_in(m.p, s.line(other.constraint[i]), other.constraint_range[i])) return false;
    return !m.p.overflow;
  }

  /// The differences of the results, on the common domain.
  constexpr bool same_results() {
    renew(fa_, false);
    substitution s(pa_, pb_);
    for (int v = 0; v < fa_.variables(); ++v) s.replace(v, pa_.variable(v));
    for (int i = 0; i < fa_.results; ++i) {
      const int d = pa_.add(fa_.result[i], s.line(fb_.result[i]), -1);
      if (!lies_in(pa_, d, {0, 0})) difference_[differences_++] = d;
    }
    return differences_ == 0 && fits();
  }

  // ---- points

  constexpr interval either(int v) const {
    const bool empty_a = fa_.known_empty || !fits(), empty_b = fb_.known_empty || !fits();
    const interval x = empty_a ? written(a_, v) : pa_.range(v), y = empty_b ? written(b_, v) : pb_.range(v);
    return fa_.known_empty ? y : fb_.known_empty ? x : hull(x, y);
  }

  static constexpr interval written(const map_tree& t, int v) { return t.known_empty ? nothing : t.box[v]; }

  /// Whether the maps differ at a point, which is the answer then.
  constexpr bool differs(const i64* point) {
    const bool in_a = contains(a_, point), in_b = contains(b_, point);
    bool differ = in_a != in_b;
    if (in_a && in_b) {
      i64 x[limits::results]{}, y[limits::results]{};
      evaluate(a_, point, x);
      evaluate(b_, point, y);
      for (int i = 0; i < a_.results && !differ; ++i) differ = x[i] != y[i];
    }
    if (!differ) return false;
    verdict_.is = truth::no;
    for (int v = 0; v < verdict_.variables; ++v) verdict_.point[v] = point[v];
    return true;
  }

  constexpr bool probe() {
    interval box[limits::variables];
    i64 point[limits::variables];
    for (int v = 0; v < verdict_.variables; ++v)
      if ((box[v] = either(v)).empty()) return false;
    probe_numbers numbers;
    const int probes = budget_ < 64 * 16 ? budget_ / 16 : budget_ < 100 * 1000 ? 64 : 2000;
    for (int k = 0; k < probes; ++k) {
      for (int v = 0; v < verdict_.variables; ++v) point[v] = numbers.in(box[v]);
      if (differs(point)) return true;
    }
    return false;
  }

  /// All points of the box, or of one period of the differences where the domains are the same box.
  constexpr void enumerate(bool proving) {
    interval box[limits::variables];
    for (int v = 0; v < verdict_.variables; ++v) {
      box[v] = either(v);
      if (box[v].empty()) {
        verdict_.is = truth::yes;
        return;
      }
    }
    if (proving && same_domain_ && fa_.constraints == 0 && !shorten(box)) return;
    i64 points = 1;
    for (int v = 0; v < verdict_.variables; ++v) points = saturating_mul(points, box[v].count());
    if (points > budget_) return;
    i64 point[limits::variables];
    for (int v = 0; v < verdict_.variables; ++v) point[v] = box[v].lo;
    do {
      if (differs(point)) return;
    } while (next_point(point, box, 0, verdict_.variables));
    verdict_.is = truth::yes;
  }

  /// Cuts every interval to one period of the differences. False where a difference grows from period to period: then
  /// it is not 0 at both ends of one, and that is the answer.
  constexpr bool shorten(interval* box) {
    for (int v = 0; v < verdict_.variables; ++v) {
      i64 common = 1;
      for (int i = 0; i < differences_; ++i) {
        i64 grown = 0;
        const i64 step = period(pa_, difference_[i], v, grown);
        if (step == 0 || step >= box[v].count()) {
          common = 0;
          continue;
        }
        if (grown != 0) return !differs_after(box, v, step);
        if (common != 0 && !checked_mul(common, step / gcd(common, step), common)) common = 0;
      }
      if (common != 0 && common < box[v].count()) box[v].hi = box[v].lo + common - 1;
    }
    return true;
  }

  constexpr bool differs_after(const interval* box, int v, i64 step) {
    i64 point[limits::variables];
    for (int u = 0; u < verdict_.variables; ++u) point[u] = box[u].lo;
    if (differs(point)) return true;
    point[v] += step;
    return differs(point);
  }

  const map_tree& a_;
  const map_tree& b_;
  int budget_;
  pool pa_, pb_;
  map_form fa_, fb_;
  bool same_domain_ = false;
  int differences_ = 0;
  int difference_[limits::results];
  verdict verdict_;
};

}  // namespace detail

/// Whether two maps are equal: the same counts, the same domain, the same results on it. Never wrong; `undecided` where
/// neither a proof nor a counterexample was found and the box has more than `budget` points.
constexpr verdict decide_equal(const map_tree& a, const map_tree& b, int budget) {
  return detail::equality(a, b, budget).decide();
}

}  // namespace mercator::symbolic
