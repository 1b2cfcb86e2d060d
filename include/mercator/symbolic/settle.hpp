// Simplification is repeated until it changes nothing: what is found the second time may be another normal
// form.
#pragma once

#include "mercator/symbolic/simplify.hpp"

namespace mercator::symbolic {

/// How often a map is simplified again at most. Its cost falls each time, but for the last.
inline constexpr int settling_rounds = 6;

namespace detail {

constexpr bool same_line(const pool& p, int x, const pool& q, int y) {
  if (p.constant[x] != q.constant[y] || p.length[x] != q.length[y]) return false;
  for (int i = p.begin[x], j = q.begin[y], e = p.end(x); i < e; ++i, ++j)
    if (p.atom[i] != q.atom[j] || p.coefficient[i] != q.coefficient[j]) return false;
  return true;
}

/// Whether two maps have the same normal form, their atoms in the order of content. Those of a may be followed
/// by others.
constexpr bool same_form(const map_form& a, const map_form& b) {
  const pool &p = a.p, &q = b.p;
  if (p.atoms < q.atoms || a.constraints != b.constraints) return false;
  for (int v = 0; v < q.variables; ++v)
    if (!(p.range(v) == q.range(v))) return false;
  for (int i = q.variables; i < q.atoms; ++i)
    if (p.kind[i] != q.kind[i] || p.divisor[i] != q.divisor[i] || !same_line(p, p.operand[i], q, q.operand[i]))
      return false;
  for (int i = 0; i < a.results; ++i)
    if (!same_line(p, a.result[i], q, b.result[i])) return false;
  for (int i = 0; i < a.constraints; ++i)
    if (!(a.constraint_range[i] == b.constraint_range[i]) || !same_line(p, a.constraint[i], q, b.constraint[i]))
      return false;
  return true;
}

/// Whether two emitted trees are the same, node by node.
constexpr bool same_tree(const map_tree& a, const map_tree& b) {
  if (a.known_empty != b.known_empty || a.nodes != b.nodes || a.children != b.children ||
      a.constraints != b.constraints)
    return false;
  for (int v = 0; v < a.variables() && !a.known_empty; ++v)
    if (!(a.box[v] == b.box[v])) return false;
  for (int n = 0; n < a.nodes; ++n)
    if (a.kind[n] != b.kind[n] || a.value[n] != b.value[n] || a.count[n] != b.count[n]) return false;
  for (int i = 0; i < a.children; ++i)
    if (a.child[i] != b.child[i]) return false;
  for (int i = 0; i < a.results; ++i)
    if (a.result[i] != b.result[i]) return false;
  for (int i = 0; i < a.constraints; ++i)
    if (a.constraint[i] != b.constraint[i] || !(a.constraint_range[i] == b.constraint_range[i])) return false;
  return true;
}

/// A total order of trees that are not the same.
constexpr bool comes_before(const map_tree& a, const map_tree& b) {
  if (a.constraints != b.constraints) return a.constraints < b.constraints;
  if (a.nodes != b.nodes) return a.nodes < b.nodes;
  for (int n = 0; n < a.nodes; ++n) {
    if (a.kind[n] != b.kind[n]) return a.kind[n] < b.kind[n];
    if (a.value[n] != b.value[n]) return a.value[n] < b.value[n];
    if (a.count[n] != b.count[n]) return a.count[n] < b.count[n];
  }
  for (int i = 0; i < a.constraints; ++i)
    if (a.constraint_range[i].lo != b.constraint_range[i].lo)
      return a.constraint_range[i].lo < b.constraint_range[i].lo;
  return false;
}

}  // namespace detail

/// Simplifies `out`, which is `done` simplified, once more, with `again` and `next`, which are fresh; `before`
/// is what out was before that, if anything. True where out is settled: nothing changed, or two trees become
/// each other, of which it is one. Else out is what was found, which is `again` simplified, and next what it
/// was.
constexpr bool settle(const map_form& done, map_tree& out, map_form& again, map_tree& next,
                      const map_tree* before) {
  lower(out, again);
  if (again.p.overflow || again.p.full) return true;
  tree_writer to(next);
  if (!detail::write_domain(again, to)) return true;
  if (!is_crowded(done.p) && detail::same_form(done, again)) return true;
  display d(again.p);
  arrangement order(again.p, d);
  detail::spelled_results(again, d, order, again.known_empty ? nullptr : &out).write(to);
  if (!again.known_empty && !again.p.all_small && check_range(next)) return true;
  if (again.p.overflow || again.p.full || next.full || detail::same_tree(out, next)) return true;
  if (before != nullptr && detail::same_tree(*before, next)) {
    if (detail::comes_before(next, out)) out = next;
    return true;
  }
  const map_tree was = out;
  out = next;
  next = was;
  return false;
}

/// The same until it is settled, that many times at most.
constexpr void settle(const map_form& done, map_tree& out, int rounds = settling_rounds,
                      const map_tree* before = nullptr) {
  if (rounds == 0) return;
  pool p;
  map_form again(p);
  map_tree next;
  if (!settle(done, out, again, next, before)) settle(again, out, rounds - 1, &next);
}

/// `simplify`, repeated until it changes nothing.
constexpr void simplify_fully(map_form& in, map_tree& out, const map_tree* written = nullptr) {
  if (!simplify(in, out, written) && !in.p.overflow && !in.p.full && !out.full) settle(in, out);
}

}  // namespace mercator::symbolic
