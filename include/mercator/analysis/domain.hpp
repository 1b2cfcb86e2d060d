// The points of a map's domain: whether there is one, and how many there are.
#pragma once

#include "mercator/analysis/enumeration.hpp"

namespace mercator::analysis {

/// A number, or that it is not known.
struct count_of {
  bool known = false;  ///< whether the count was made within the budget
  i64 value = 0;
};

namespace detail {

/// A domain in parts whose constraints have nothing to do with each other.
class domain_parts {
 public:
  constexpr explicit domain_parts(const map_form& m) : m_(m), sets_(m.p) {
    for (int i = 0; i < m.constraints; ++i) {
      constraint_set_[i] = sets_.line(m.constraint[i]);
      within_ |= sets_.within_atoms(m.constraint[i]);
      parts_.add(constraint_set_[i]);
    }
  }

  constexpr const variable_sets& sets() const { return sets_; }
  constexpr int count() const { return parts_.count(); }
  constexpr variable_set operator[](int k) const { return parts_[k]; }
  constexpr variable_set within_atoms() const { return within_; }

  constexpr void constrain(enumeration& runs, variable_set part) const {
    for (int i = 0; i < m_.constraints; ++i)
      if ((constraint_set_[i] & part) != 0) runs.add_constraint(i);
  }

  /// Runs over a part; nothing else than the constraints is linear in the long variable.
  constexpr void choose(enumeration& runs, variable_set part) const {
    runs.choose(part, within_);
    constrain(runs, part);
  }

 private:
  const map_form& m_;
  variable_sets sets_;
  variable_set within_ = 0;
  variable_set constraint_set_[limits::constraints];
  components parts_;
};

}  // namespace detail

/// A point of a domain over digits, looking at up to `budget` runs of each part. Variables in `given` keep the
/// values that `value` has; no constraint holds between them and others.
constexpr truth find_point(const map_form& m, variable_set given, i64 budget, i64* value) {
  if (m.known_empty) return truth::no;
  for (int v = 0; v < m.variables(); ++v)
    if ((given >> v & 1) == 0) value[v] = m.p.lo[v];
  const detail::domain_parts parts(m);
  for (int k = 0; k < parts.count(); ++k) {
    if ((parts[k] & given) != 0) continue;
    enumeration runs(m);
    parts.choose(runs, parts[k]);
    runs.begin(value);
    interval r = runs.run(value);
    i64 steps = 0;
    while (r.empty()) {
      if (!runs.next(value)) return truth::no;
      if (++steps > budget) return truth::undecided;
      r = runs.run(value);
    }
    if (runs.long_variable() >= 0) value[runs.long_variable()] += r.lo;
  }
  return truth::yes;
}

namespace detail {

/// The points of one part of a domain.
constexpr count_of count_points_in(const map_form& m, const domain_parts& parts, variable_set part, i64 budget) {
  enumeration runs(m);
  parts.choose(runs, part);
  if (runs.runs() > budget) return {};
  i64 value[limits::variables];
  for (int v = 0; v < m.variables(); ++v) value[v] = m.p.lo[v];
  i64 points = 0;
  runs.begin(value);
  do points = saturating_add(points, runs.run(value).count());
  while (runs.next(value));
  return {points != i64_max, points};
}

}  // namespace detail

/// How many points the domain of a map over digits has, looking at up to `budget` runs of each part.
constexpr count_of count_points(const map_form& m, i64 budget) {
  if (m.known_empty) return {true, 0};
  const detail::domain_parts parts(m);
  variable_set constrained = 0;
  count_of out{true, 1};
  for (int k = 0; k < parts.count(); ++k) {
    constrained |= parts[k];
    const count_of here = detail::count_points_in(m, parts, parts[k], budget);
    if (here.known && here.value == 0) return here;
    out.known &= here.known;
    out.value = saturating_mul(out.value, here.value);
  }
  for (int v = 0; v < m.variables(); ++v)
    if ((constrained >> v & 1) == 0) out.value = saturating_mul(out.value, m.p.range(v).count());
  out.known &= out.value != i64_max;
  return out;
}

}  // namespace mercator::analysis
