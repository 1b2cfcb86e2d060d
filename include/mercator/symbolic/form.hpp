// A map in normal form: results and constraints as lines of one pool.
#pragma once

#include "mercator/symbolic/corner_values.hpp"
#include "mercator/symbolic/normal_form.hpp"
#include "mercator/symbolic/sum_in_order.hpp"
#include "mercator/symbolic/tree.hpp"
#include "mercator/symbolic/tree_bounds.hpp"

namespace mercator::symbolic {

/// A map whose results and constraints are lines. Variables are atoms 0, 1, … in the map's order; their intervals are
/// the box. What the engine's operations take and give.
///
/// Atoms hold on the box alone: constraints are not used as facts before simplification, which decides which of them
/// are needed.
///
/// The pool stands beside, not inside: `pool p; map_form m(p);`. In constant evaluation every level of nesting makes
/// each access dearer.
struct map_form {
  pool& p;
  int dims = 0, ranges = 0, runtimes = 0;
  int results = 0, constraints = 0;
  bool known_empty = false;
  /// A sum is multiplied in the tree that it was lowered from: terms of different coefficients can share factors so,
  /// (x + y) * 3 - x, which spelled lines do not.
  bool factored = false;
  bool unfit = false;  ///< what it was to be built from describes no map; the pool is full then

  /// A map stands here already, which the next one that is written follows: its results take the place of dimensions.
  bool followed = false;
  /// The sizes of the tensor that the results are known to be indices of, and how many: 0 where that is not known. They
  /// stay where they are. (Under -fsanitize=undefined g++ compares no pointer with null in a constant.)
  const i64* indexed = nullptr;
  int indices = 0;

  int result[limits::results];
  int constraint[limits::constraints];
  interval constraint_range[limits::constraints];

  constexpr explicit map_form(pool& lines) : p(lines) {}

  constexpr int variables() const { return dims + ranges + runtimes; }

  /// Variables are added in the map's order, before any line is made.
  constexpr void add_dimension(const interval& r) { add(r, dims); }
  constexpr void add_dimensions(const i64* size, int count) {
    if (p.variables + count > limits::variables) {
      p.full = true;
      return;
    }
    dims += count;
    if (!p.add_variables(size, count)) known_empty = true;
  }
  constexpr void add_range(const interval& r) { add(r, ranges); }
  constexpr void add_runtime(const interval& r) { add(r, runtimes); }
  /// Those of a tree, in a form that has none.
  constexpr void add_variables_of(const map_tree& t) {
    dims = t.dims;
    ranges = t.ranges;
    runtimes = t.runtimes;
    known_empty = t.known_empty;
    const int count = t.variables();
    if (!t.known_empty) {
      if (!p.add_variables(t.box, count)) known_empty = true;
    } else {
      for (int v = 0; v < count; ++v) p.add_variable(nothing);
    }
  }
  /// One of the kind that variable v is of in another form.
  constexpr void add_like(const map_form& m, int v, const interval& r) {
    add(r, v < m.dims ? dims : v < m.dims + m.ranges ? ranges : runtimes);
  }

  constexpr void add_result(int line) {
    if (results == limits::results)
      p.full = true;
    else
      result[results++] = line;
  }

  constexpr void add_constraint(int line, interval r) {
    if (constraints == limits::constraints) {
      p.full = true;
      return;
    }
    constraint[constraints] = line;
    constraint_range[constraints++] = r;
  }

  constexpr void are_indices(const i64* size, int count) {
    indexed = size;
    indices = count;
  }

  constexpr void become_unfit() { unfit = p.full = true; }

  /// No point is left: so many results, all 0.
  constexpr void become_empty(int count) {
    known_empty = true;
    results = constraints = 0;
    for (int i = 0; i < count; ++i) add_result(p.number(0));
  }

 private:
  constexpr void add(const interval& r, int& count) {
    if (p.variables == limits::variables) {
      p.full = true;
      return;
    }
    p.add_variable(r);
    ++count;
    if (r.lo > r.hi) known_empty = true;
  }
};

/// Marks the atoms that the map's results and constraints are made of.
constexpr void mark_atoms(const map_form& m, bool* used) {
  for (int i = 0; i < m.results; ++i) mark_atoms(m.p, m.result[i], used);
  for (int i = 0; i < m.constraints; ++i) mark_atoms(m.p, m.constraint[i], used);
}

/// The nodes of a tree as lines, each made when it is asked for, and once; those of a variable are one, and the same is
/// divided by the same once.
class lowering {
 public:
  bool factored = false;  ///< a sum is multiplied

  constexpr lowering(pool& p, const map_tree& t) : p_(p), t_(t), bounds_(t) {
    for (int i = 0, e = t.nodes + t.variables(); i < e; ++i) line_[i] = no_line;
  }

  constexpr int line(int n) {
    const int known = line_[n];
    return known != no_line ? known : line_[n] = make(n);
  }

 private:
  constexpr int make(int n) {
    const i64 v = t_.value[n];
    switch (t_.kind[n]) {
      case op::constant:
        return p_.number(v);
      case op::variable:
        return variable(v);
      case op::sum:
        return sum_in_order(p_, t_)(n, [this](int a) { return line(a); });
      case op::product:
        factored |= t_.kind[t_.operand(n)] == op::sum;
        return p_.scale(line(t_.operand(n)), v);
      case op::floordiv:
        return floordiv(line(t_.operand(n)), v);
      case op::mod:
        return mod(n, line(t_.operand(n)), v);
      case op::ceildiv:
        return ceildiv(p_, line(t_.operand(n)), v);
      case op::min:
      case op::max:
        return extremum(n, line(t_.operand(n)));
    }
    return 0;
  }

  constexpr int extremum(int n, int a) {
    const int b = line(t_.operand(n, 1));
    return t_.kind[n] == op::min ? min(p_, a, b) : max(p_, a, b);
  }

  constexpr int variable(i64 v) {
    int& known = line_[t_.nodes + v];
    return known != no_line ? known : known = p_.variable(static_cast<int>(v));
  }

  constexpr int floordiv(int a, i64 v) { return is_residue(a, v) ? p_.number(0) : divided(a, v); }

  constexpr int divided(int a, i64 v) {
    for (int k = 0; k < divisions_; ++k)
      if (divisor_[k] == v && p_.same(numerator_[k], a)) return quotient_[k];
    const int q = symbolic::floordiv(p_, a, v);
    if (divisions_ == max_divisions || p_.overflow) return q;
    numerator_[divisions_] = a;
    divisor_[divisions_] = v;
    quotient_[divisions_++] = q;
    return q;
  }

  /// a mod v, which node n is.
  constexpr int mod(int n, int a, i64 v) {
    if (is_residue(a, v)) return a;
    // the tree shows more than its line knows
    if (!p_.has_only_variables(a) && may_be_residue(a, v) && is_residue(bounds_.of(t_.operand(n)), v)) return a;
    const int q = divided(a, v);
    if (v == i64_min || (p_.is_constant(q) && p_.constant[q] == 0)) return a;
    return p_.add(a, q, -v);
  }

  static constexpr bool is_residue(interval r, i64 v) { return r.lo >= 0 && r.hi < v; }
  /// Whether the line is an atom that is.
  constexpr bool is_residue(int a, i64 v) const {
    return p_.is_atom(a) && is_residue(p_.range(p_.atom[p_.begin[a]]), v);
  }

  constexpr bool may_be_residue(int a, i64 v) const {
    if (!p_.all_small) return true;
    const corner_values at(p_);
    return is_residue({at.least(a), at.least(a)}, v) && is_residue({at.greatest(a), at.greatest(a)}, v);
  }

  static constexpr int max_divisions = 64;

  pool& p_;
  const map_tree& t_;
  tree_bounds bounds_;
  int divisions_ = 0;
  int numerator_[max_divisions], quotient_[max_divisions];
  i64 divisor_[max_divisions];
  int line_[limits::nodes + limits::variables];  ///< of nodes, then of variables
};

/// The map of a tree on lines, with `more` runtime variables behind those that it has. An overflow or lack of room
/// shows in out.p.
constexpr void lower(const map_tree& in, map_form& out, const interval* runtime = nullptr, int more = 0) {
  out.add_variables_of(in);
  for (int k = 0; k < more; ++k) out.add_runtime(runtime[k]);
  for (int i = 0; i < in.constraints; ++i) out.known_empty |= in.constraint_range[i].empty();
  if (out.known_empty) return out.become_empty(in.results);
  lowering lines(out.p, in);
  for (int i = 0; i < in.constraints; ++i) out.add_constraint(lines.line(in.constraint[i]), in.constraint_range[i]);
  for (int i = 0; i < in.results; ++i) out.add_result(lines.line(in.result[i]));
  out.factored = lines.factored;
}

}  // namespace mercator::symbolic
