// Where the loop over a variable is cut, so that quotients become sums of counters: questions to a form.
#pragma once

#include "mercator/symbolic/constraints.hpp"

namespace mercator::loops {

/// Where variable v is cut: before `head`, then blocks of `period`.
struct cut {
  i64 head = 0, period = 0;
};

constexpr void mark_used(const symbolic::map_form& m, bool* used) {
  for (int a = 0; a < m.p.atoms; ++a) used[a] = false;
  symbolic::mark_atoms(m, used);
}

/// The innermost variable that a line needs; -1: none.
constexpr int last_variable(const symbolic::pool& p, int line) {
  int last = -1;
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const int a = p.atom[i], v = p.is_variable(a) ? a : last_variable(p, p.operand[a]);
    if (v > last) last = v;
  }
  return last;
}

/// Whether variable v stands in the line on its own only.
constexpr bool is_linear_in(const symbolic::pool& p, int line, int v) {
  for (int i = p.begin[line], e = p.end(line); i < e; ++i)
    if (!p.is_variable(p.atom[i]) && last_variable(p, p.operand[p.atom[i]]) >= v) return false;
  return p.coefficient_of(line, v) != 0;
}

/// What a constraint says variable v is congruent to; modulus 0: nothing.
constexpr symbolic::congruence find_step(const symbolic::map_form& m, int v) {
  const symbolic::pool& p = m.p;
  for (int k = 0; k < m.constraints; ++k) {
    const int line = m.constraint[k];
    if (!m.constraint_range[k].is_point() || p.length[line] != 2 || p.constant[line] != 0 ||
        p.coefficient_of(line, v) != 1)
      continue;
    const i64 c = symbolic::constraints::residue_divisor(p, line);
    if (c != 0 && p.is_atom(p.operand[p.atom[p.end(line) - 1]])) return {c, m.constraint_range[k].lo};
  }
  return {0, 0};
}

constexpr cut quotient_cut(const symbolic::pool& p, int q, int v, bool alone) {
  const i64 a = p.coefficient_of(p.operand[q], v), c = p.divisor[q], residue = floor_mod(a, c);
  cut out{0, c / gcd(residue, c)};
  if (!alone || (a != 1 && a != -1)) return out;
  const i64 offset = floor_mod(floor_mod(p.constant[p.operand[q]], c) + a * floor_mod(p.lo[v], c), c);
  out.head = a == 1 ? floor_mod(-offset, c) : floor_mod(offset + 1, c);
  return out;
}

/// Where a * v + k changes its sign.
constexpr cut sign_cut(const symbolic::pool& p, int q, int v, i64 extent) {
  const int n = p.operand[q];
  const i64 a = p.coefficient_of(n, v), k = p.constant[n];
  const interval above = divide_exact({saturating_add(0, k == i64_min ? i64_max : -k), i64_max}, a);
  const i64 place = a > 0 ? above.lo : saturating_add(above.hi, 1);
  const i64 head = saturating_add(place, p.lo[v] == i64_min ? 0 : -p.lo[v]);
  return head > 0 && head < extent ? cut{head, extent} : cut{};
}

/// A cut at the places where a quotient of variable v changes; of several, the one with the shortest blocks.
constexpr cut find_cut(const symbolic::map_form& m, int v, i64 extent, i64 unroll) {
  const symbolic::pool& p = m.p;
  bool used[symbolic::pool::max_atoms];
  mark_used(m, used);
  cut best;
  for (int q = p.variables; q < p.atoms; ++q) {
    if (!used[q] || !p.has_only_variables(p.operand[q]) || p.coefficient_of(p.operand[q], v) == 0) continue;
    const bool alone = p.length[p.operand[q]] == 1;
    const cut found = p.kind[q] == symbolic::atom_kind::quotient ? quotient_cut(p, q, v, alone)
                      : alone                                    ? sign_cut(p, q, v, extent)
                                                                 : cut{};
    if (found.period == 0) continue;
    const bool inside = found.head > 0 ? found.head < extent : found.period < extent;
    if (!inside || (!alone && found.period > unroll)) continue;
    if (best.period == 0 || found.period < best.period) best = found;
  }
  return best;
}

/// Whether a quotient of variable v and of variables within its loop is left, or one that no cut makes
/// constant.
constexpr bool is_tied(const symbolic::map_form& m, int v) {
  const symbolic::pool& p = m.p;
  bool used[symbolic::pool::max_atoms];
  mark_used(m, used);
  for (int q = p.variables; q < p.atoms; ++q) {
    if (!used[q] || p.kind[q] != symbolic::atom_kind::quotient) continue;
    const int n = p.operand[q], last = last_variable(p, n);
    if (p.coefficient_of(n, v) != 0 && (last > v || p.length[n] == 1)) return true;
  }
  return false;
}

}  // namespace mercator::loops
