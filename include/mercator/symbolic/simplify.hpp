// The simplifier: a map in normal form to its canonical tree.
#pragma once

#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/order.hpp"
#include "mercator/symbolic/tree_writer.hpp"

namespace mercator::symbolic {

namespace detail {

/// A constraint as it is written: a constant and a common factor that the spelling brings go to the interval.
constexpr int arrange_constraint(pool& p, display& d, arrangement& order, int line, interval& range) {
  int spelled = d.spell(line);
  const i64 k = p.constant[spelled];
  bool exact = true;
  const interval shifted = constraints::without_constant(range, k, exact);
  if (!exact) return order.line(spelled);
  spelled = p.shift(spelled, -k);
  range = shifted;
  const i64 size = p.content(spelled), g = p.length[spelled] == 1 && p.coefficient[p.begin[spelled]] < 0 ? -size : size;
  if (g != 1 && g != 0) {
    range = divide_exact(range, g);
    spelled = g < 0 ? p.scale(p.divided(spelled, -g), -1) : p.divided(spelled, g);
  }
  return order.line(spelled);
}

constexpr void sort_constraints(arrangement& order, int* line, interval* range, int n) {
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0; --j) {
      const int c = order.compare(line[j], line[j - 1]);
      const interval a = range[j], b = range[j - 1];
      if (c > 0 || (c == 0 && (a.lo > b.lo || (a.lo == b.lo && a.hi >= b.hi)))) break;
      const int x = line[j];
      line[j] = line[j - 1];
      line[j - 1] = x;
      range[j] = b;
      range[j - 1] = a;
    }
}

template <class Writer>
constexpr void write_constraints(map_form& m, Writer& out) {
  atom_order(m).apply();
  display d(m.p);
  arrangement order(m.p, d);
  int line[limits::constraints];
  interval range[limits::constraints];
  for (int i = 0; i < m.constraints; ++i) {
    range[i] = m.constraint_range[i];
    line[i] = arrange_constraint(m.p, d, order, m.constraint[i], range[i]);
  }
  sort_constraints(order, line, range, m.constraints);
  out.use(&order);
  for (int i = 0; i < m.constraints; ++i) out.add_constraint(line[i], range[i]);
  out.use(nullptr);
}

/// Whether bounds may find that the line is constant although its normal form is not: where facts are known, or several
/// quotients could cancel.
constexpr bool may_be_constant(const pool& p, int line) {
  return p.facts != 0 || (p.length[line] > 1 && !p.is_variable(p.atom[p.end(line) - 2]));
}

template <class Writer>
constexpr void write_results(map_form& m, Writer& out) {
  const bool with_facts = m.p.facts != 0;
  atom_order(m).apply();
  if (with_facts) constraints::assume_all_but(m, -1);  // their lines have changed
  display d(m.p);
  arrangement order(m.p, d);
  out.use(&order);
  for (int i = 0; i < m.results; ++i) {
    int line = m.result[i];
    if (with_facts || !m.p.has_only_variables(line)) {
      if (may_be_constant(m.p, line)) {
        const interval r = bounds(m.p, line);
        if (r.is_point()) line = m.p.number(r.lo);
      }
      line = d.spell(line);
    }
    out.add_result(order.line(line));
  }
  out.use(nullptr);
}

}  // namespace detail

/// The canonical form of a map: tightest box found, constraints that say something new, sorted, and the cheapest results
/// found, into a writer. The form is used up. An overflow or lack of room shows in in.p.overflow or in.p.full, and then
/// what was written means nothing. While the pool's numbers are all small, the range of what was written needs no check.
template <class Writer>
constexpr void simplify_into(map_form& in, Writer& out) {
  if (!simplify_domain(in)) {  // nothing is left but zeros
    for (int i = 0; i < in.results; ++i) in.result[i] = in.p.number(0);
    in.constraints = 0;
  }
  if (in.p.overflow || in.p.full) return;
  out.begin(in);
  if (in.constraints != 0) {
    detail::write_constraints(in, out);
    constraints::assume_all_but(in, -1);
    renew(in, false);
  }
  detail::write_results(in, out);
}

/// The same as a tree; its lack of room shows in out.full.
constexpr void simplify(map_form& in, map_tree& out) {
  tree_writer to(out);
  simplify_into(in, to);
  if (!in.p.all_small && !in.p.overflow && !in.p.full && !out.full && !out.known_empty && check_range(out))
    in.p.overflow = true;
}

}  // namespace mercator::symbolic
