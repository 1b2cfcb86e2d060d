// From maps to loop nests: floordiv and mod become loops of their own, constraints bounds and steps.
//
// Variables are taken in order, outermost first. A quotient changes its value at regular places of a variable:
// the variable is split there into what comes before the first such place, whole blocks (two loops) and what is
// left, and on each part the engine finds the quotient to be a sum of loop counters. So a residue constraint
// becomes a step. What ties several variables together is split by its period and unrolled where that is short;
// what is left is computed as far outside as it can be.
#pragma once

#include "mercator/loops/cuts.hpp"
#include "mercator/loops/nest.hpp"

namespace mercator::loops {

/// How a map is cut up: with cuts and unrolling, with cuts only, or not at all. What does not fit the nest is
/// tried with less.
struct effort {
  bool cuts;
  i64 unroll;  ///< the most turns of a loop that are written out, so that a quotient becomes constants

  static constexpr int levels = 3;
  static constexpr effort level(int n) {
    return n == 0 ? effort{true, 8} : n == 1 ? effort{true, 0} : effort{false, 0};
  }
};

class scheduler {
 public:
  using form = symbolic::map_form;
  using pool = symbolic::pool;

  constexpr scheduler(nest_writer& out, effort how) : out_(out), how_(how) {}

  /// The nest over all variables, the first outermost; each visit has the form's results. The form is used up;
  /// its overflow or lack of room shows in its pool.
  constexpr void run(form& m) {
    const bool some = symbolic::simplify_domain(m);
    for (int v = 0; v < m.variables(); ++v)
      if (m.p.range(v).empty()) return;
    if (!some) return;
    int tail = 0;
    walk(m, 0, tail);
  }

  constexpr bool overflow() const { return overflow_; }

 private:
  constexpr void walk(form& m, int v, int& tail) {
    if (out_.full || m.p.full || m.p.overflow) return stop(m);
    while (v < m.variables() && m.p.range(v).is_point()) ++v;
    if (v == m.variables()) return visit(m, tail);
    const i64 extent = m.p.range(v).count();
    if (how_.cuts) {
      const symbolic::congruence step = find_step(m, v);
      if (step.modulus != 0) return steps(m, v, step, tail);
      const cut c = find_cut(m, v, extent, how_.unroll);
      if (c.period != 0) return split(m, v, c, extent, tail);
      if (extent <= how_.unroll && is_tied(m, v)) {
        for (i64 k = 0; k < extent; ++k) part(m, v, k, 1, tail);
        return;
      }
    }
    loop(m, v, extent, tail);
  }

  constexpr void stop(const form& m) {
    overflow_ |= m.p.overflow;
    if (!m.p.overflow) out_.full = true;
  }

  // ---- splitting

  constexpr void steps(const form& m, int v, symbolic::congruence step, int& tail) {
    const i64 first = m.p.lo[v] + floor_mod(step.residue - m.p.lo[v], step.modulus);
    if (first > m.p.hi[v]) return;
    pool lines;
    form inner(lines);
    substitute(m, v, {{0, (m.p.hi[v] - first) / step.modulus}, first, step.modulus, 1}, inner);
    part(inner, m, v, tail);
  }

  constexpr void split(const form& m, int v, cut c, i64 extent, int& tail) {
    const i64 head = c.head < extent ? c.head : extent, blocks = (extent - head) / c.period;
    const i64 rest = extent - head - blocks * c.period;
    if (head > 0) part(m, v, 0, head, tail);
    if (blocks == 1) part(m, v, head, c.period, tail);
    if (blocks > 1) {
      pool lines;
      form inner(lines);
      substitute(m, v, {{0, blocks - 1}, m.p.lo[v] + head, c.period, c.period}, inner);
      part(inner, m, v, tail);
    }
    if (rest > 0) part(m, v, head + blocks * c.period, rest, tail);
  }

  /// The values of variable v from number `from` on.
  constexpr void part(const form& m, int v, i64 from, i64 count, int& tail) {
    pool lines;
    form inner(lines);
    substitute(m, v, {{m.p.lo[v] + from, m.p.lo[v] + from + count - 1}, 0, 1, 1}, inner);
    part(inner, m, v, tail);
  }

  /// A form made from m. Variables whose loops exist already may turn out to be narrower in it: that is tested.
  constexpr void part(form& inner, const form& m, int v, int& tail) {
    if (++parts_ > max_parts) out_.full = true;
    if (out_.full) return;
    if (inner.constraints > 0 && !symbolic::simplify_domain(inner)) return;
    if (inner.p.full || inner.p.overflow) return stop(inner);
    int list = tail, after = 0;
    for (int u = 0; u < v; ++u)
      if (!(inner.p.range(u) == m.p.range(u))) open_guard(write_variable(u), inner.p.range(u), list, after);
    walk(inner, v, list);
    tail = after != 0 ? after : list;
  }

  /// first + step * outer + inner in place of a variable, inner in [0, size - 1]; without inner where size
  /// is 1.
  struct replacement {
    interval outer;
    i64 first, step, size;
  };

  constexpr void substitute(const form& m, int v, const replacement& by, form& to) const {
    const bool two = by.size > 1;
    int image[symbolic::limits::variables];
    for (int u = 0; u < m.variables(); ++u) {
      to.add_dimension(u == v ? by.outer : m.p.range(u));
      if (u == v && two) to.add_dimension({0, by.size - 1});
    }
    for (int u = 0; u < m.variables(); ++u) {
      const int w = u > v && two ? u + 1 : u;
      image[u] = to.p.range(w).is_point() ? to.p.number(to.p.lo[w]) : to.p.single(w);
    }
    image[v] = to.p.shift(to.p.scale(image[v], by.step), by.first);
    if (two) image[v] = to.p.add(image[v], to.p.single(v + 1));
    symbolic::substitution s(to.p, m.p, image);
    for (int k = 0; k < m.results; ++k) to.add_result(s.line(m.result[k]));
    for (int k = 0; k < m.constraints; ++k) to.add_constraint(s.line(m.constraint[k]), m.constraint_range[k]);
  }

  // ---- nodes

  constexpr void loop(form& m, int v, i64 extent, int& tail) {
    int bounds[symbolic::limits::constraints], count = 0;
    for (int k = 0; k < m.constraints; ++k)
      if (last_variable(m.p, m.constraint[k]) == v && is_linear_in(m.p, m.constraint[k], v)) bounds[count++] = k;
    const int node = out_.append(tail, step::loop, loop_record::size + count * loop_record::bound_size);
    if (out_.full) return;
    out_.word[node + loop_record::count] = extent;
    out_.word[node + loop_record::bounds] = count;
    begin_lets();
    for (int k = 0; k < count; ++k)
      write_bound(m, v, bounds[k], node + loop_record::size + k * loop_record::bound_size);
    for (int k = count - 1; k >= 0; --k) symbolic::constraints::remove(m, bounds[k]);
    out_.word[node + loop_record::slot] = out_.slots;
    loop_[v] = {out_.slots++, node + loop_record::lets, m.p.lo[v]};
    int body = node + loop_record::body, after = 0;
    for (int k = 0; k < m.constraints;) {
      if (last_variable(m.p, m.constraint[k]) <= v)
        guard(m, k, body, after);
      else
        ++k;
    }
    walk(m, v + 1, body);
  }

  constexpr void write_bound(form& m, int v, int k, int at) {
    const int line = m.constraint[k];
    int position = m.p.begin[line];
    while (m.p.atom[position] != v) ++position;
    const i64 a = m.p.coefficient[position];
    const int rest = write_line(m.p, m.p.shift(m.p.without(line, position), multiple(m.p, a, m.p.lo[v])));
    out_.word[at] = rest;
    out_.word[at + 1] = a;
    out_.word[at + 2] = m.constraint_range[k].lo;
    out_.word[at + 3] = m.constraint_range[k].hi;
  }

  static constexpr i64 multiple(pool& p, i64 a, i64 b) {
    i64 out = 0;
    if (!checked_mul(a, b, out)) p.overflow = true;
    return out;
  }

  /// Constraint number k as a test; it is removed.
  constexpr void guard(form& m, int k, int& tail, int& after) {
    begin_lets();
    open_guard(write_line(m.p, m.constraint[k]), m.constraint_range[k], tail, after);
    symbolic::constraints::remove(m, k);
  }

  /// A guard at the end of a list, which goes on inside it. `after` is the end of the list that the first guard
  /// is in.
  constexpr void open_guard(int line, interval r, int& tail, int& after) {
    const int node = out_.append(tail, step::guard, guard_record::size);
    if (out_.full) return;
    out_.word[node + guard_record::line] = line;
    out_.word[node + guard_record::lo] = r.lo;
    out_.word[node + guard_record::hi] = r.hi;
    if (after == 0) after = tail;
    tail = node + guard_record::body;
  }

  constexpr void visit(form& m, int& tail) {
    int list = tail, after = 0;
    while (m.constraints > 0) guard(m, 0, list, after);
    begin_lets();
    int line[symbolic::limits::results];
    for (int k = 0; k < m.results; ++k) line[k] = write_line(m.p, m.result[k]);
    const int node = out_.append(list, step::visit, visit_record::line + m.results);
    if (out_.full || m.p.overflow) return stop(m);
    for (int k = 0; k < m.results; ++k) out_.word[node + visit_record::line + k] = line[k];
    tail = after != 0 ? after : list;
  }

  // ---- lines

  constexpr void begin_lets() { lets_ = 0; }

  constexpr int write_variable(int v) {
    const int at = out_.take(4);
    if (out_.full) return at;
    out_.word[at] = loop_[v].first;
    out_.word[at + 1] = 1;
    out_.word[at + 2] = 1;
    out_.word[at + 3] = loop_[v].slot;
    return at;
  }

  /// The line's record, behind those of the quotients that it has.
  constexpr int write_line(pool& p, int line) {
    const int b = p.begin[line], terms = p.length[line];
    int slot[64];
    if (terms > 64) {
      out_.full = true;
      return 0;
    }
    i64 constant = p.constant[line];
    for (int i = 0; i < terms; ++i) {
      const int a = p.atom[b + i];
      slot[i] = p.is_variable(a) ? loop_[a].slot : let(p, a);
      if (p.is_variable(a) && !checked_multiply_add(constant, p.coefficient[b + i], loop_[a].first, constant))
        p.overflow = true;
    }
    const int at = out_.take(2 + 2 * terms);
    if (out_.full) return at;
    out_.word[at] = constant;
    out_.word[at + 1] = terms;
    for (int i = 0; i < terms; ++i) {
      out_.word[at + 2 + 2 * i] = p.coefficient[b + i];
      out_.word[at + 3 + 2 * i] = slot[i];
    }
    return at;
  }

  /// The slot of a quotient or positive part, computed at the head of the innermost loop that it needs.
  constexpr int let(pool& p, int a) {
    for (int k = 0; k < lets_; ++k)
      if (let_atom_[k] == a) return let_slot_[k];
    const int line = write_line(p, p.operand[a]), depth = last_variable(p, p.operand[a]);
    const int node = out_.append(loop_[depth].lets, step::let, let_record::size);
    const int slot = out_.slots++;
    if (out_.full || lets_ == max_lets) {
      out_.full = true;
      return 0;
    }
    out_.word[node + let_record::slot] = slot;
    out_.word[node + let_record::line] = line;
    out_.word[node + let_record::divisor] = p.kind[a] == symbolic::atom_kind::quotient ? p.divisor[a] : 0;
    let_atom_[lets_] = a;
    let_slot_[lets_++] = slot;
    return slot;
  }

  struct open_loop {
    int slot, lets;
    i64 first;
  };

  static constexpr int max_lets = 64;
  /// What is cut into more takes more constexpr steps than compilers allow.
  static constexpr int max_parts = 96;

  nest_writer& out_;
  effort how_;
  int lets_ = 0, parts_ = 0;
  bool overflow_ = false;
  int let_atom_[max_lets], let_slot_[max_lets];
  open_loop loop_[symbolic::limits::variables];
};

/// The nest of the map that `make(form)` builds on a fresh form. Tried with ever less effort while it does not
/// fit.
template <int Words, class Make>
constexpr packed_nest<Words> make_nest(Make make) {
  packed_nest<Words> out;
  for (int n = 0; n < effort::levels; ++n) {
    symbolic::pool p;
    symbolic::map_form m(p);
    make(m);
    const int results = m.results;
    nest_writer to;
    scheduler walk(to, effort::level(n));
    if (!p.full && !p.overflow) walk.run(m);
    if (p.overflow || walk.overflow()) {
      out.state = packing::status::overflow;
      return out;
    }
    if (p.full || to.full) continue;
    out.used = to.used;
    out.slots = to.slots;
    out.results = results;
    out.narrow = number_range(to).is_narrow(to.slots, results);
    if (to.used > Words)
      out.state = packing::status::no_room;
    else
      for (int k = 0; k < to.used; ++k) out.word[k] = to.word[k];
    return out;
  }
  out.state = packing::status::too_large;
  return out;
}

}  // namespace mercator::loops
