// Whether a map's results are all elements of a shape.
#pragma once

#include "mercator/analysis/decide.hpp"

namespace mercator::analysis {

namespace detail {

/// How many points the intervals first to last - 1 of a box have.
constexpr i64 points_of(const interval* box, int first, int last) {
  i64 out = 1;
  for (int k = first; k < last; ++k) out = saturating_mul(out, box[k].count());
  return out;
}

/// Elements of a box (and values of the runtime variables) that a map has as results.
class covering {
 public:
  /// `any_runtimes`: every value of the runtime variables within the box is that of some point.
  constexpr covering(const map_tree& t, bool any_runtimes, means with)
      : t_(t), any_runtimes_(any_runtimes), with_(with) {}

  /// How many of those in the box: an interval for each runtime variable, then for each result.
  constexpr count_of within(const interval* box, i64 budget) const {
    loaded m(t_, true);
    restrict(m.form(), box);
    return count(m, budget);
  }

  /// Narrows the box, which holds one, to one element that is no result.
  constexpr bool find_missing(interval* box, int coordinates) const {
    return try_corners(box, coordinates) || halve(box, coordinates);
  }

  /// The same, where one was found among those at and next to the corners where all indices are the largest, or
  /// the smallest.
  constexpr bool try_corners(interval* box, int coordinates) const {
    for (int k = 0; k < 2 + 2 * coordinates && k < with_.steps / 2; ++k) {
      interval corner[2 * limits::results];
      const bool high = k % 2 == 0;
      const int nudged = k / 2 - 1;
      for (int c = 0; c < coordinates; ++c) {
        i64 x = high ? box[c].hi : box[c].lo;
        if (c == nudged && !box[c].is_point()) x += high ? -1 : 1;
        corner[c] = {x, x};
      }
      if (!(any_runtimes_ || has_runtimes(corner)) || is_result(corner) != truth::no) continue;
      for (int c = 0; c < coordinates; ++c) box[c] = corner[c];
      return true;
    }
    return false;
  }

 private:
  static constexpr void restrict(map_form& f, const interval* box) {
    for (int k = 0; k < f.results && !f.known_empty; ++k)
      if (!symbolic::lies_in(f.p, f.result[k], box[k])) f.add_constraint(f.result[k], box[k]);
  }

  constexpr count_of count(loaded& m, i64 budget) const {
    digit_form& d = m.split();
    if (!d.fits()) return {};
    const image_count n = count_image(d.m, m.keys(), true, with_.room, budget);
    return {n.known && d.fits(), n.elements};
  }

  /// How many values the runtime variables have within the box.
  constexpr count_of runtimes_within(const interval* box) const {
    if (any_runtimes_) return {true, points_of(box, 0, t_.runtimes)};
    loaded m(t_, true);
    m.form().results = m.keys();
    restrict(m.form(), box);
    return count(m, with_.budget_of_step);
  }

  constexpr bool has_runtimes(const interval* point) const {
    const count_of n = runtimes_within(point);
    return n.known && n.value != 0;
  }

  constexpr truth is_result(const interval* element) const {
    loaded m(t_, true);
    restrict(m.form(), element);
    const digit_form& d = m.split();
    i64 digits[limits::variables];
    return d.fits() ? find_point(d.m, 0, with_.budget_of_step, digits) : truth::undecided;
  }

  /// Halves the box until one element is left, where it has one that is no result.
  constexpr bool halve(interval* box, int coordinates) const {
    int steps = with_.steps;
    for (int k = 0; k < coordinates; ++k)
      while (!box[k].is_point()) {
        if (--steps < 0) return false;
        const interval whole = box[k];
        const i64 middle = whole.lo + (whole.hi - whole.lo) / 2;
        box[k] = {whole.lo, middle};
        const count_of runtimes = runtimes_within(box), n = within(box, with_.budget_of_step);
        if (!runtimes.known || !n.known) return false;
        if (n.value == saturating_mul(runtimes.value, points_of(box, t_.runtimes, coordinates)))
          box[k] = {middle + 1, whole.hi};
      }
    return true;
  }

  const map_tree& t_;
  bool any_runtimes_;
  means with_;
};

}  // namespace detail

/// Whether every element of the shape is a result, for every value of the runtime variables that a point of the
/// domain has; without a point only a shape without elements is covered, and none of another rank. The witness is an
/// element that is none; `first` holds the runtime variables' values.
constexpr proof prove_covers(const map_tree& t, const extents& shape, means with) {
  if (t.results != shape.rank) return detail::answered(truth::no);
  const count_of runtimes = runtime_values(t, with);
  const i64 elements = shape.elements();
  if (!runtimes.known || elements < 0) return {};
  if (elements == 0) return detail::answered(truth::yes);
  if (runtimes.value == 0) return detail::answered(truth::no);
  const i64 wanted = saturating_mul(elements, runtimes.value);
  interval box[2 * limits::results];
  for (int k = 0; k < t.runtimes; ++k) box[k] = t.known_empty ? nothing : t.box[t.dims + t.ranges + k];
  for (int k = 0; k < shape.rank; ++k) box[t.runtimes + k] = {0, shape[k] - 1};
  const detail::covering covered(t, detail::points_of(box, 0, t.runtimes) == runtimes.value, with);
  const count_of n = covered.within(box, with.budget);
  const bool known = n.known && wanted != i64_max;
  if (known && n.value == wanted) return detail::answered(truth::yes);
  proof out = detail::answered(known ? truth::no : truth::undecided);
  const int coordinates = t.runtimes + shape.rank;
  if (!(known ? covered.find_missing(box, coordinates) : covered.try_corners(box, coordinates))) return out;
  out.is = truth::no;
  out.has_witness = true;
  out.variables = t.runtimes;
  out.elements = shape.rank;
  for (int k = 0; k < t.runtimes; ++k) out.first[k] = box[k].lo;
  for (int k = 0; k < shape.rank; ++k) out.element[k] = box[t.runtimes + k].lo;
  return out;
}

/// Whether every element of the shape is the result of one point for each value of the runtime variables, and
/// nothing else is; the witness is that of the fact which fails.
constexpr proof prove_bijective(const map_tree& t, const extents& shape, means with) {
  const proof facts[] = {prove_in_bounds(t, shape, with), prove_injective(t, with), prove_covers(t, shape, with)};
  proof out = detail::answered(truth::yes);
  for (const proof& p : facts)
    if (out.is != truth::no && p.is != truth::yes && (out.is == truth::yes || p.is == truth::no)) out = p;
  return out;
}

}  // namespace mercator::analysis
