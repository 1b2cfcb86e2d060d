// Simplification is repeated until it changes nothing: what is found the second time may be another normal
// form.
#pragma once

#include "mercator/symbolic/cost.hpp"
#include "mercator/symbolic/simplify.hpp"

namespace mercator::symbolic {

/// How often a map is simplified again at most.
inline constexpr int settling_rounds = 48;

namespace detail {

constexpr bool same_line(const pool& p, int x, const pool& q, int y) {
  if (p.constant[x] != q.constant[y] || p.length[x] != q.length[y]) return false;
  for (int i = p.begin[x], j = q.begin[y], e = p.end(x); i < e; ++i, ++j)
    if (p.atom[i] != q.atom[j] || p.coefficient[i] != q.coefficient[j]) return false;
  return true;
}

/// Whether two maps have the same normal form, and as much is known of their atoms, which are in the order of content.
/// Those of a may be followed by others.
constexpr bool same_form(const map_form& a, const map_form& b) {
  const pool &p = a.p, &q = b.p;
  if (p.atoms < q.atoms || a.constraints != b.constraints) return false;
  for (int i = 0; i < q.atoms; ++i) {
    if (!(p.range(i) == q.range(i))) return false;
    if (i >= q.variables &&
        (p.kind[i] != q.kind[i] || p.divisor[i] != q.divisor[i] || !same_line(p, p.operand[i], q, q.operand[i])))
      return false;
  }
  for (int i = 0; i < a.results; ++i)
    if (!same_line(p, a.result[i], q, b.result[i])) return false;
  for (int i = 0; i < a.constraints; ++i)
    if (!(a.constraint_range[i] == b.constraint_range[i]) || !same_line(p, a.constraint[i], q, b.constraint[i]))
      return false;
  return true;
}

/// Whether no result is cheaper as it is written than it is.
constexpr bool is_spelled_out(map_form& m, const map_tree& t) {
  display d(m.p);
  written_spelling spelling(m.p, d, t);
  for (int i = 0; i < t.results; ++i)
    if (spelling.spell(t.result[i]) == no_line) return false;
  return !spelling.changed();
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

/// A total order of trees with the same variables and results: fewer constraints, cheaper results, fewer nodes, then
/// node by node.
constexpr bool comes_before(const map_tree& a, const map_tree& b) {
  if (a.constraints != b.constraints) return a.constraints < b.constraints;
  const i64 x = cost(a), y = cost(b);
  if (x != y) return x < y;
  if (a.nodes != b.nodes) return a.nodes < b.nodes;
  for (int n = 0; n < a.nodes; ++n) {
    if (a.kind[n] != b.kind[n]) return a.kind[n] < b.kind[n];
    if (a.value[n] != b.value[n]) return a.value[n] < b.value[n];
    if (a.count[n] != b.count[n]) return a.count[n] < b.count[n];
  }
  for (int i = 0; i < a.children && i < b.children; ++i)
    if (a.child[i] != b.child[i]) return a.child[i] < b.child[i];
  for (int i = 0; i < a.results; ++i)
    if (a.result[i] != b.result[i]) return a.result[i] < b.result[i];
  for (int i = 0; i < a.constraints; ++i) {
    if (a.constraint[i] != b.constraint[i]) return a.constraint[i] < b.constraint[i];
    const interval r = a.constraint_range[i], s = b.constraint_range[i];
    if (!(r == s)) return r.lo != s.lo ? r.lo < s.lo : r.hi < s.hi;
  }
  return false;
}

}  // namespace detail

/// The way of a simplified tree to one that stays as it is. Simplification is a function of trees: repeated, it comes
/// to a tree that it does not change, or into a cycle, of which the first in the order of trees is taken. So what is
/// settled within settling_rounds is settled for good. Cycles are found by Brent's method.
class settling {
 public:
  /// `mark` is room for a tree.
  constexpr settling(map_tree& out, map_tree& mark) : out_(out), mark_(mark) {}

  /// Simplifies the tree once more, with `again` and `next`, which are fresh. True where it is settled: where it does
  /// not change, or has the normal form that it was spelled from, `done`, if that is still there: what that is spelled
  /// like then is known, the tree itself.
  constexpr bool round(const map_form* done, map_form& again, map_tree& next) {
    lower(out_, again);
    if (again.p.overflow || again.p.full) return true;
    tree_writer to(next);
    if (!detail::write_domain(again, to)) return true;
    if (done != nullptr && detail::same_form(*done, again) && detail::is_spelled_out(again, out_)) return true;
    detail::write_results(again, to, next, &out_);
    if (again.p.overflow || again.p.full || next.full || detail::same_tree(out_, next)) return true;
    ++steps_;
    if (period_ != 0) return turn(next);
    if (length_ == 0) {
      length_ = 1;
      mark_ = out_;
    }
    out_ = next;
    if (detail::same_tree(mark_, next)) {
      period_ = steps_;
      steps_ = 0;
    } else if (steps_ == length_) {
      mark_ = next;
      length_ *= 2;
      steps_ = 0;
    }
    return false;
  }

 private:
  /// Round the cycle once, the first of its trees in `mark`.
  constexpr bool turn(const map_tree& next) {
    if (detail::comes_before(next, mark_)) mark_ = next;
    out_ = steps_ == period_ ? mark_ : next;
    return steps_ == period_;
  }

  map_tree& out_;
  map_tree& mark_;
  int steps_ = 0;   ///< since mark_ was set
  int length_ = 0;  ///< how many there may be until it is set anew
  int period_ = 0;  ///< of the cycle, once it is found
};

/// Settles a simplified tree; `done` is the form that it was spelled from, if it is known to have one spelling.
constexpr void settle(const map_form* done, map_tree& out) {
  map_tree mark;
  settling way(out, mark);
  for (int k = 0; k < settling_rounds; ++k, done = nullptr) {
    pool p;
    map_form again(p);
    map_tree next;
    if (way.round(done, again, next)) return;
  }
}

/// `simplify`, repeated until it changes nothing.
constexpr void simplify_fully(map_form& in, map_tree& out, const map_tree* written = nullptr) {
  const certainty known = simplify(in, out, written);
  if (known != certainty::settled && !in.p.overflow && !in.p.full && !out.full)
    settle(known == certainty::one_spelling ? &in : nullptr, out);
}

}  // namespace mercator::symbolic
