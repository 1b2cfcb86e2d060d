// The least and the greatest value of a line over a domain, and where it has them.
#pragma once

#include "mercator/analysis/image.hpp"

namespace mercator::analysis {

struct extremes {
  bool known = false;
  interval range = nothing;                                             ///< empty where the domain is
  i64 lowest[limits::variables] = {}, highest[limits::variables] = {};  ///< digits
};

namespace detail {

class extreme_search {
 public:
  constexpr extreme_search(map_form& m, int line, i64 budget) : m_(m), line_(line), budget_(budget) {}

  constexpr extremes find() {
    const domain_parts domain(m_);
    const variable_sets& sets = domain.sets();
    components parts;
    variable_set in_parts = 0;
    for (int k = 0; k < domain.count(); ++k) add(parts, in_parts, domain[k]);
    for (int i = m_.p.begin[line_], e = m_.p.end(line_); i < e; ++i)
      if (!m_.p.is_variable(m_.p.atom[i])) add(parts, in_parts, sets.line(m_.p.operand[m_.p.atom[i]]));
    for (int v = 0; v < m_.variables(); ++v) out_.lowest[v] = out_.highest[v] = base_[v] = m_.p.lo[v];
    at_base_ = symbolic::detail::line_value(m_.p, line_, base_);
    out_.range = {at_base_, at_base_};
    out_.known = true;
    for (int k = 0; k < parts.count() && out_.known && !out_.range.empty(); ++k) add_part(domain, parts[k]);
    for (int v = 0; v < m_.variables() && !out_.range.empty(); ++v)
      if ((in_parts >> v & 1) == 0) add_variable(v);
    return out_;
  }

 private:
  static constexpr void add(components& parts, variable_set& in_parts, variable_set s) {
    parts.add(s);
    in_parts |= s;
  }

  constexpr void add_variable(int v) {
    const i64 c = m_.p.coefficient_of(line_, v);
    if (c == 0) return;  // the box of what the line does not use may be of any size
    const i64 step = c * (m_.p.hi[v] - m_.p.lo[v]);
    (c > 0 ? out_.range.hi : out_.range.lo) += step;
    (c > 0 ? out_.highest : out_.lowest)[v] = m_.p.hi[v];
  }

  constexpr void add_part(const domain_parts& domain, variable_set part) {
    enumeration runs(m_, part, domain.within_atoms() | domain.sets().within_atoms(line_));
    domain.constrain(runs, part);
    if (runs.runs() > budget_) {
      out_.known = false;
      return;
    }
    i64 value[limits::variables];
    for (int v = 0; v < m_.variables(); ++v) value[v] = base_[v];
    runs.begin(value);
    const int along = runs.long_variable();
    const i64 step = along < 0 ? 0 : m_.p.coefficient_of(line_, along);
    interval here = nothing;
    bool any = false;
    do {
      const interval r = runs.run(value);
      if (r.empty()) continue;
      const i64 x = symbolic::detail::line_value(m_.p, line_, value) - at_base_;
      const interval reached = interval{r.lo, r.hi} * step + interval{x, x};
      if (!any || reached.lo < here.lo) {
        here.lo = reached.lo;
        take(out_.lowest, value, part, along, step >= 0 ? r.lo : r.hi);
      }
      if (!any || reached.hi > here.hi) {
        here.hi = reached.hi;
        take(out_.highest, value, part, along, step >= 0 ? r.hi : r.lo);
      }
      any = true;
    } while (runs.next(value));
    out_.range = any ? out_.range + here : nothing;
  }

  constexpr void take(i64* to, const i64* value, variable_set part, int along, i64 x) const {
    for (int v = 0; v < m_.variables(); ++v)
      if ((part >> v & 1) != 0) to[v] = value[v] + (v == along ? x : 0);
  }

  map_form& m_;
  int line_;
  i64 budget_, at_base_ = 0;
  extremes out_;
  i64 base_[limits::variables]{};
};

}  // namespace detail

/// The extremes of a line of a map over digits, looking at up to `budget` runs of each part.
constexpr extremes find_extremes(map_form& m, int line, i64 budget) {
  if (m.known_empty) {
    extremes none;
    none.known = true;
    return none;
  }
  return detail::extreme_search(m, line, budget).find();
}

}  // namespace mercator::analysis
