// What is proved of maps: within bounds, injective, disjoint; and how many points and results they have.
// Never wrong: what is not decided is said to be undecided.
#pragma once

#include "mercator/analysis/extremes.hpp"
#include "mercator/analysis/meeting.hpp"
#include "mercator/analysis/pairs.hpp"
#include "mercator/map/shape.hpp"
#include "mercator/symbolic/evaluate.hpp"
#include "mercator/symbolic/inverse.hpp"
#include "mercator/symbolic/simplify.hpp"

namespace mercator::analysis {

/// What an analysis may spend: so many runs of each part of a map; so many steps in search of a witness, and
/// runs in each; so many quotients in a form that two points or maps are brought together in; so many sets of maps
/// whose common part is counted; and room.
struct means {
  scratch room;
  i64 budget = 0;
  int steps = 0;
  i64 budget_of_step = 0;
  int atoms = 0;
  int sets = 0;

  /// Pieces that what is too much at once is counted in.
  static constexpr int pieces = 24;

  /// For each of the pieces: for all together no more than for the whole, or what there is while compiling for each.
  constexpr means of_piece() const {
    constexpr i64 enough = 1024;
    means out = *this;
    if (budget > enough) out.budget = budget / pieces > enough ? budget / pieces : enough;
    out.room.streamed = room.streamed / pieces;
    return out;
  }
};

/// Whether these are the sizes of a tile of an output, or of a block, of so many dimensions.
constexpr bool is_tile(const extents& sizes, int dims) {
  bool positive = true;
  for (int k = 0; k < sizes.rank; ++k) positive = positive && sizes[k] > 0;
  return positive && sizes.rank == dims;
}

/// An answer and, where it is no and one was found, a witness.
struct proof {
  truth is = truth::undecided;  ///< yes: the fact holds
  bool has_witness = false;     ///< whether what is below says why not
  /// How many numbers of first, second and element are used.
  int variables = 0, second_variables = 0, elements = 0;
  i64 first[limits::variables] = {};   ///< a point of the domain: dimensions, ranges, runtime variables
  i64 second[limits::variables] = {};  ///< another, or one of the second map's domain
  i64 element[limits::results] = {};   ///< an element: a result, or one that is none
};

namespace detail {

constexpr proof answered(truth t) {
  proof out;
  out.is = t;
  return out;
}

/// A tree's map over digits; with runtime variables as the first results where they are to be keys.
class loaded {
 public:
  constexpr explicit loaded(const map_tree& t, bool with_keys = false) {
    symbolic::lower(t, a_.m);
    if (with_keys) {
      int line[limits::results];
      const int results = a_.m.results;
      for (int k = 0; k < results; ++k) line[k] = a_.m.result[k];
      a_.m.results = 0;
      for (int v = t.dims + t.ranges; v < t.variables(); ++v)
        a_.m.add_result(a_.m.known_empty ? a_.p.number(0) : a_.p.variable(v));
      keys_ = a_.m.results;
      for (int k = 0; k < results; ++k) a_.m.add_result(line[k]);
    }
  }

  constexpr map_form& form() { return a_.m; }
  constexpr int keys() const { return keys_; }
  /// The map over digits. The form is used up.
  constexpr digit_form& split(bool in_order = false) {
    digit_form& out = split_digits(a_, b_, in_order);
    if (out.fits() && !out.m.known_empty && !is_safe(out.m)) out.p.overflow = true;
    return out;
  }

 private:
  digit_form a_, b_;
  int keys_ = 0;
};

}  // namespace detail

/// How many values dimensions, ranges and runtime variables have together.
constexpr count_of domain_size(const map_tree& t, means with) {
  detail::loaded m(t);
  const digit_form& d = m.split();
  return d.fits() ? count_points(d.m, with.budget) : count_of{};
}

/// How many values the runtime variables have together, of those that some point of the domain has.
constexpr count_of runtime_values(const map_tree& t, means with) {
  if (t.runtimes == 0) return {true, 1};
  detail::loaded m(t, true);
  m.form().results = m.keys();
  digit_form& d = m.split();
  if (!d.fits()) return {};
  const image_count n = count_image(d.m, m.keys(), true, with.room, with.budget);
  return {n.known, n.groups};
}

/// How many different results the map has; for each value of the runtime variables as many, else it is not
/// known.
constexpr count_of image_size(const map_tree& t, means with) {
  detail::loaded m(t, true);
  digit_form& d = m.split();
  if (!d.fits()) return {};
  const image_count n = count_image(d.m, m.keys(), true, with.room, with.budget);
  const bool even = n.elements == saturating_mul(n.groups, n.worst);
  return {n.known && even, n.worst};
}

/// The least and greatest value of a result, or that they are not known.
struct tight_bounds_of {
  bool known = false;
  interval range = nothing;
};

namespace detail {

constexpr tight_bounds_of bounds_of_result(loaded& m, int result, means with) {
  digit_form& d = m.split();
  if (!d.fits()) return {};
  if (d.m.known_empty) return {true, nothing};
  const extremes e = find_extremes(d.m, d.m.result[result], with.budget);
  return {e.known && d.fits(), e.range};
}

}  // namespace detail

constexpr tight_bounds_of image_bounds(const map_tree& t, int result, means with) {
  detail::loaded m(t);
  return detail::bounds_of_result(m, result, with);
}

/// The least and greatest value of a runtime variable, of those that some point of the domain has.
constexpr tight_bounds_of runtime_bounds(const map_tree& t, int runtime, means with) {
  detail::loaded m(t, true);
  return detail::bounds_of_result(m, runtime, with);
}

// ---- in bounds

namespace detail {

constexpr proof out_of_bounds(const map_tree& t, const digit_form& d, const i64* digits) {
  proof out = answered(truth::no);
  out.has_witness = true;
  out.variables = t.variables();
  out.elements = t.results;
  d.restore(digits, out.first);
  symbolic::evaluate(t, out.first, out.element);
  return out;
}

/// Looks for a point at which result k lies in the interval.
constexpr proof find_result_in(const map_tree& t, int k, interval r, means with) {
  loaded m(t);
  m.form().add_constraint(m.form().result[k], r);
  const digit_form& d = m.split();
  i64 digits[limits::variables];
  const truth any = d.fits() ? find_point(d.m, 0, with.budget, digits) : truth::undecided;
  if (any == truth::yes) return out_of_bounds(t, d, digits);
  return any == truth::no ? answered(truth::yes) : proof{};
}

}  // namespace detail

/// Whether every result lies in the shape: not in one of another rank. The witness is a point and its results.
constexpr proof prove_in_bounds(const map_tree& t, const extents& shape, means with) {
  if (t.results != shape.rank) return detail::answered(truth::no);
  detail::loaded m(t);
  digit_form& d = m.split();
  if (!d.fits()) return {};
  if (d.m.known_empty) return detail::answered(truth::yes);
  proof out = detail::answered(truth::yes);
  for (int k = 0; k < d.m.results; ++k) {
    const interval allowed{0, shape[k] - 1};
    symbolic::constraints::assume_all_but(d.m, -1);
    const interval known = symbolic::bounds(d.p, d.m.result[k]);
    d.p.facts = 0;
    d.p.congruences = false;
    if (allowed.contains(known)) continue;
    const extremes e = find_extremes(d.m, d.m.result[k], with.budget);
    if (e.known && (e.range.empty() || allowed.contains(e.range))) continue;
    if (e.known) return detail::out_of_bounds(t, d, e.range.lo < 0 ? e.lowest : e.highest);
    const interval outside[] = {{i64_min, -1}, {shape[k], i64_max}};
    for (const interval& side : outside) {
      const proof here = detail::find_result_in(t, k, side, with);
      if (here.is == truth::no) return here;
      if (here.is == truth::undecided) out.is = truth::undecided;
    }
  }
  if (!d.fits()) out.is = truth::undecided;
  return out;
}

// ---- injective

namespace detail {

/// The answer no, by two points of the domain.
constexpr proof shown_by(const map_tree& t, const i64* first, const i64* second) {
  proof out = answered(truth::no);
  out.has_witness = true;
  out.variables = out.second_variables = t.variables();
  out.elements = t.results;
  for (int v = 0; v < t.variables(); ++v) {
    out.first[v] = first[v];
    out.second[v] = second[v];
  }
  symbolic::evaluate(t, out.first, out.element);
  return out;
}

/// Whether the map can be solved for its variables by algebra alone: then it is injective.
constexpr bool has_inverse(const map_tree& t) {
  loaded whole(t);
  digit_form out;
  map_form& m = whole.form();
  return !m.p.full && !m.p.overflow && symbolic::simplify_domain(m) && symbolic::inverse(m, out.m, {0, 0}) &&
         out.fits() && !m.p.full && !m.p.overflow;
}

}  // namespace detail

/// Whether different points of dimensions and ranges have different results, for every value of the runtime
/// variables. The witness is two points with the same results. By counting, or by solving for the variables.
constexpr proof prove_injective_by_counting(const map_tree& t, means with) {
  bool some_meet = false;
  {
    detail::loaded m(t, true);
    digit_form& d = m.split();
    if (d.fits()) {
      const image_count n = count_image(d.m, m.keys(), false, with.room, with.budget);
      if (d.fits() && n.collision) {
        i64 first[limits::variables] = {}, second[limits::variables] = {};
        d.restore(n.first, first);
        d.restore(n.second, second);
        return detail::shown_by(t, first, second);
      }
      if (d.fits() && n.all_apart && n.apart_known) return detail::answered(truth::yes);
      some_meet = d.fits() && n.known && !n.all_apart;
    }
  }
  if (some_meet) return detail::answered(truth::no);
  if (detail::has_inverse(t)) return detail::answered(truth::yes);
  detail::loaded m(t, true);
  digit_form& d = m.split();
  if (!d.fits()) return {};
  const count_of points = count_points(d.m, with.budget);
  const image_count n = count_image(d.m, m.keys(), true, with.room, with.budget);
  if (!d.fits() || !points.known || !n.known) return {};
  return detail::answered(points.value == n.elements ? truth::yes : truth::no);
}

/// The same of pairs of points that differ first in variable v.
constexpr proof prove_injective_in(const map_tree& t, int v, means with) {
  pair_search pairs(t, with.budget_of_step, with.atoms);
  const truth pair = pairs.same_results(v);
  if (pair == truth::undecided) return {};
  return pair == truth::no ? detail::answered(truth::yes) : detail::shown_by(t, pairs.first(), pairs.second());
}

namespace detail {

using proof_in_variable = proof (*)(const map_tree&, int, means);

/// What holds of all variables: no where it is of one, yes where it is of all.
constexpr proof in_all_variables(const map_tree& t, proof_in_variable of, means with) {
  proof out = answered(truth::yes);
  for (int v = 0; v < t.dims + t.ranges; ++v) {
    const proof here = of(t, v, with);
    if (here.is == truth::no) return here;
    if (here.is == truth::undecided) out.is = truth::undecided;
  }
  return out;
}

}  // namespace detail

/// By all means.
constexpr proof prove_injective(const map_tree& t, means with) {
  const proof counted = prove_injective_by_counting(t, with);
  if (counted.is == truth::yes || counted.has_witness) return counted;
  const proof paired = detail::in_all_variables(t, &prove_injective_in, with);
  return paired.is == truth::undecided ? counted : paired;
}

// ---- disjoint

/// Whether no element is a result of both maps, whatever the runtime variables of each are; undecided of maps with
/// different numbers of results. The witness is a point of each domain with the same results.
constexpr proof prove_disjoint(const map_tree& a, const map_tree& b, means with) {
  if (a.results != b.results) return {};
  digit_form x, y, z;
  symbolic::lower(a, y.m);
  symbolic::lower(b, z.m);
  build_meeting(y, z, x);
  y.clear();
  if (x.p.atoms - x.p.variables > with.atoms) return {};
  digit_form& d = split_digits(x, y);
  if (d.fits() && !d.m.known_empty && !is_safe(d.m)) return {};
  if (!d.fits()) return {};
  i64 digits[limits::variables];
  const truth any = find_point(d.m, 0, with.budget, digits);
  if (any == truth::undecided) return {};
  if (any == truth::no) return detail::answered(truth::yes);
  proof out = detail::answered(truth::no);
  out.has_witness = true;
  out.variables = a.variables();
  out.second_variables = b.variables();
  out.elements = a.results;
  i64 both[limits::variables];
  d.restore(digits, both);
  for (int v = 0; v < a.variables(); ++v) out.first[v] = both[v];
  for (int v = 0; v < b.variables(); ++v) out.second[v] = both[a.variables() + v];
  symbolic::evaluate(a, out.first, out.element);
  return out;
}

}  // namespace mercator::analysis
