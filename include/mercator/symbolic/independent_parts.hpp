// Maps that fall apart into ones of fewer variables, and inverses of these put together.
#pragma once

#include "mercator/symbolic/substitute.hpp"

namespace mercator::symbolic {

/// The parts of a map: no result and no constraint is made of dimensions or ranges of two. Runtime variables are every
/// part's; what is made of no dimension or range is the first's.
class independent_parts {
 public:
  constexpr explicit independent_parts(const map_form& m)
      : m_(m), sources_(m.dims + m.ranges), runtimes_(m.runtimes), results_(m.results) {
    for (int v = 0; v < sources_; ++v) part_[v] = v;
    for (int i = 0; i < m.results; ++i) join(m.result[i]);
    for (int i = 0; i < m.constraints; ++i) join(m.constraint[i]);
    int number[limits::variables];
    for (int v = 0; v < sources_; ++v) number[v] = part_[v] == v ? count_++ : number[part_[v]];
    for (int v = 0; v < sources_; ++v) part_[v] = number[v];
    for (int i = 0; i < results_; ++i) result_part_[i] = part_of(m.result[i]);
  }

  constexpr int count() const { return count_; }

  /// A part, into a fresh form, while the map is there.
  constexpr void extract(int part, map_form& out) const {
    int image[limits::variables];
    for (int v = 0; v < m_.variables(); ++v)
      if (is_of(part, v)) out.add_like(m_, v, m_.p.range(v));
    for (int v = 0, next = 0; v < m_.variables(); ++v) image[v] = is_of(part, v) ? out.p.variable(next++) : no_line;
    substitution s(out.p, m_.p, image);
    for (int i = 0; i < results_; ++i)
      if (result_part_[i] == part) out.add_result(s.line(m_.result[i]));
    for (int i = 0; i < m_.constraints; ++i)
      if (part_of(m_.constraint[i]) == part) out.add_constraint(s.line(m_.constraint[i]), m_.constraint_range[i]);
  }

  /// The variables of the map's inverse in a fresh tree, before those of the parts are added.
  constexpr void begin(map_tree& out) const {
    out.dims = results_;
    out.runtimes = runtimes_;
    for (int k = 0; k < runtimes_; ++k) out.box[results_ + k] = everything;
    for (int v = 0; v < sources_; ++v) out.add_result(0);
  }

  /// The inverse of a part.
  constexpr void add(int part, const map_tree& in, map_tree& out) const {
    int variable[limits::variables];
    int n = 0;
    for (int j = 0; j < results_; ++j)
      if (result_part_[j] == part) variable[n++] = j;
    for (int k = 0; k < runtimes_; ++k) variable[n++] = results_ + k;
    for (int v = 0; v < n; ++v) {
      interval& box = out.box[variable[v]];
      box = v < in.dims ? in.box[v] : intersect(box, in.box[v]);
    }
    const int before = out.nodes;
    for (int i = 0; i < in.nodes && !out.full; ++i) {
      const bool is_variable = in.kind[i] == op::variable;
      const int copy = out.make(in.kind[i], is_variable ? variable[in.value[i]] : in.value[i], in.count[i]);
      for (int k = 0; k < in.count[i] && !out.full; ++k) out.child[out.first[copy] + k] = before + in.operand(i, k);
    }
    for (int v = 0, next = 0; v < sources_; ++v)
      if (part_[v] == part) out.result[v] = before + in.result[next++];
    for (int i = 0; i < in.constraints; ++i) out.add_constraint(before + in.constraint[i], in.constraint_range[i]);
  }

 private:
  constexpr bool is_of(int part, int v) const { return v >= sources_ || part_[v] == part; }

  constexpr int root(int v) const {
    while (part_[v] != v) v = part_[v];
    return v;
  }

  /// The dimensions and ranges that a line is made of, in order: calls visit(v).
  template <class Visit>
  constexpr void for_each_source(int line, Visit visit) const {
    bool used[pool::max_atoms];
    for (int a = 0; a < m_.p.atoms; ++a) used[a] = false;
    mark_atoms(m_.p, line, used);
    for (int v = 0; v < sources_; ++v)
      if (used[v]) visit(v);
  }

  /// Joins the parts of the variables that a line is made of.
  constexpr void join(int line) {
    int first = limits::variables;
    for_each_source(line, [&](int v) {
      if (root(v) < first) first = root(v);
    });
    for_each_source(line, [&](int v) { part_[root(v)] = first; });
  }

  /// Of the variables in a line.
  constexpr int part_of(int line) const {
    int part = 0;
    for_each_source(line, [&](int v) { part = part_[v]; });
    return part;
  }

  const map_form& m_;
  int sources_, runtimes_, results_, count_ = 0;
  int part_[limits::variables];  ///< of variables: while parts are joined, one before it or itself
  int result_part_[limits::results];
};

}  // namespace mercator::symbolic
