// The simplifier: a map in normal form to its canonical tree.
#pragma once

#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/emit.hpp"
#include "mercator/symbolic/order.hpp"

namespace mercator::symbolic {

namespace detail {

/// A constraint as it is written: a constant and a common factor that the spelling brings go to the interval.
constexpr void emit_constraint(pool& p, display& d, emission& e, map_tree& out, int line, interval range) {
  int spelled = d.spell(line);
  const i64 k = p.constant[spelled];
  bool exact = true;
  const interval shifted = constraints::without_constant(range, k, exact);
  if (!exact) return out.add_constraint(e.line(spelled), range);
  spelled = p.shift(spelled, -k);
  range = shifted;
  const i64 size = p.content(spelled), g = p.length[spelled] == 1 && p.coefficient[p.begin[spelled]] < 0 ? -size : size;
  if (g != 1 && g != 0) {
    range = divide_exact(range, g);
    spelled = g < 0 ? p.scale(p.divided(spelled, -g), -1) : p.divided(spelled, g);
  }
  out.add_constraint(e.line(spelled), range);
}

constexpr void sort_constraints(map_tree& t) {
  for (int i = 1; i < t.constraints; ++i)
    for (int j = i; j > 0; --j) {
      const int c = compare(t, t.constraint[j], t.constraint[j - 1]);
      const interval a = t.constraint_range[j], b = t.constraint_range[j - 1];
      if (c > 0 || (c == 0 && (a.lo > b.lo || (a.lo == b.lo && a.hi >= b.hi)))) break;
      const int node = t.constraint[j];
      t.constraint[j] = t.constraint[j - 1];
      t.constraint[j - 1] = node;
      t.constraint_range[j] = b;
      t.constraint_range[j - 1] = a;
    }
}

constexpr void emit_constraints(map_form& m, map_tree& out) {
  atom_order(m).apply();
  display d(m.p);
  emission e(m.p, d, out);
  for (int i = 0; i < m.constraints; ++i)
    emit_constraint(m.p, d, e, out, m.constraint[i], m.constraint_range[i]);
  sort_constraints(out);
}

/// Whether bounds may find that the line is constant although its normal form is not: where facts are known, or several
/// quotients could cancel.
constexpr bool may_be_constant(const pool& p, int line) {
  return p.facts != 0 || (p.length[line] > 1 && !p.is_variable(p.atom[p.end(line) - 2]));
}

constexpr void emit_results(map_form& m, map_tree& out) {
  const bool with_facts = m.p.facts != 0;
  atom_order(m).apply();
  if (with_facts) constraints::assume_all_but(m, -1);  // their lines have changed
  display d(m.p);
  emission e(m.p, d, out);
  for (int i = 0; i < m.results; ++i) {
    int line = m.result[i];
    if (may_be_constant(m.p, line)) {
      const interval r = bounds(m.p, line);
      if (r.is_point()) line = m.p.number(r.lo);
    }
    out.add_result(e.line(d.spell(line)));
  }
}

constexpr void emit_known_empty(const map_form& m, map_tree& out) {
  out.known_empty = true;
  for (int i = 0; i < m.results; ++i) out.add_result(out.constant(0));
}

}  // namespace detail

/// The canonical tree of a map: tightest box found, constraints that say something new, sorted, and the cheapest results
/// found. The form is used up. An overflow or lack of room shows in in.p.overflow, in.p.full or out.full, and then the
/// tree means nothing.
constexpr void simplify(map_form& in, map_tree& out) {
  out.dims = in.dims;
  out.ranges = in.ranges;
  out.runtimes = in.runtimes;
  if (!simplify_domain(in)) return detail::emit_known_empty(in, out);
  if (in.p.overflow || in.p.full) return;
  for (int v = 0; v < in.variables(); ++v) out.box[v] = in.p.range(v);
  if (in.constraints != 0) {
    detail::emit_constraints(in, out);
    constraints::assume_all_but(in, -1);
    renew(in, false);
  }
  detail::emit_results(in, out);
  if (!in.p.all_small && !in.p.full && !out.full && check_range(out)) in.p.overflow = true;
}

}  // namespace mercator::symbolic
