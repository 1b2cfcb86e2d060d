// The form in which maps are kept and shown: runtime variables whose values are known are put in, variables
// that nothing uses are dropped, and the rest is simplified.
#pragma once

#include "mercator/hlo/source_tracing.hpp"
#include "mercator/symbolic/simplify.hpp"

namespace mercator::hlo_ir {

/// What becomes of runtime variables whose values are not known.
enum class sources_are : unsigned char {
  near,  ///< what they are
  far,   ///< followed through what moves elements
  all    ///< what they are, and none is dropped
};

class normal_map {
 public:
  constexpr normal_map(const hlo_module& m, sourced_map& map, sources_are sources)
      : m_(m), in_(map), sources_(sources) {}

  /// The simplified map into the tree, which is as it was made, and what goes with it into `out`, whose form is
  /// fresh. `in` is used up. False where it does not fit.
  constexpr bool write(symbolic::map_tree& t, sourced_map& out) {
    if (!in_.fits()) return false;
    if (in_.m.runtimes == 0 && in_.m.ranges == 0) {
      out.indices = in_.indices;
      out.on_replica = in_.on_replica;
      return simplify(in_.m, t);
    }
    symbolic::pool p;
    symbolic::map_form form(p);
    sourced_map folded(form);
    if (in_.m.runtimes > 0 && !in_.m.known_empty) {
      if (!fold(folded)) return false;
      drop(folded, out);
    } else {
      drop(in_, out);
    }
    return simplify(out.m, t);
  }

 private:
  static constexpr int kept = -1;  ///< in the place of the line of a value

  static constexpr bool simplify(symbolic::map_form& m, symbolic::map_tree& t) {
    if (m.p.full || m.p.overflow) return false;
    symbolic::simplify(m, t);
    return !m.p.full && !m.p.overflow && !t.full;
  }

  /// Without the runtime variables whose values are known. A source is read at later runtime variables only, so
  /// values are put in from the last one on.
  constexpr bool fold(sourced_map& out) {
    int value[symbolic::limits::variables], line[symbolic::limits::results];
    symbolic::map_form& m = in_.m;
    int lines = in_.own_results(), at = lines;
    for (int k = 0; k < lines; ++k) line[k] = m.result[k];
    for (int k = 0; k < m.runtimes; ++k) {
      value[k] = kept;
      source& s = in_.sources[k];
      const int indices = s.indices, *element = m.result + at;
      at += indices;
      if (s.instruction >= 0) {
        traced_element traced(m_, m.p, s, element);
        traced.follow();
        if (!traced.value(s.clamp, value[k]) && sources_ == sources_are::far) {
          s = {traced.instruction(), traced.array(), s.values_outside, traced.indices(), s.clamp};
          if (lines + s.indices > symbolic::limits::results) return false;
          for (int j = 0; j < s.indices; ++j) line[lines++] = traced.line(j);
          continue;
        }
      }
      if (value[k] != kept) continue;
      for (int j = 0; j < indices; ++j) line[lines++] = element[j];
    }
    m.results = lines;
    for (int k = 0; k < lines; ++k) m.result[k] = line[k];
    put_in(value, out);
    return in_.fits() && out.fits();
  }

  constexpr void put_in(const int* value, sourced_map& out) const {
    const symbolic::map_form& m = in_.m;
    for (int v = 0; v < m.dims; ++v) out.m.add_dimension(m.p.range(v));
    for (int v = m.dims; v < m.dims + m.ranges; ++v) out.m.add_range(m.p.range(v));
    for (int k = 0; k < m.runtimes; ++k) {
      if (value[k] != kept) continue;
      out.sources[out.m.runtimes] = in_.sources[k];
      out.m.add_runtime(m.p.range(in_.runtime(k)));
    }
    symbolic::substitution s(out.m.p, m.p);
    for (int v = 0; v < m.dims + m.ranges; ++v) s.replace(v, out.m.p.variable(v));
    for (int k = m.runtimes - 1, next = out.m.variables() - 1; k >= 0; --k)
      s.replace(in_.runtime(k), value[k] == kept ? out.m.p.variable(next--) : s.line(value[k]));
    for (int k = 0; k < m.results; ++k) out.m.add_result(s.line(m.result[k]));
    for (int k = 0; k < m.constraints; ++k) out.m.add_constraint(s.line(m.constraint[k]), m.constraint_range[k]);
    for (int k = 0; k < m.runtimes; ++k)
      if (value[k] != kept && is_narrowed(in_, k)) out.m.add_constraint(s.line(value[k]), m.p.range(in_.runtime(k)));
    out.indices = in_.indices;
    out.on_replica = in_.on_replica;
  }

  /// Without the ranges that nothing uses, and without such runtime variables as have a value whatever is read.
  constexpr void drop(sourced_map& in, sourced_map& out) const {
    symbolic::map_form& m = in.m;
    symbolic::simplify_domain(m);
    out.indices = in.indices;
    out.on_replica = in.on_replica;
    for (int v = 0; v < m.dims; ++v) out.m.add_dimension(m.p.range(v));
    if (m.known_empty) {
      out.m.known_empty = true;
      for (int k = 0; k < in.own_results(); ++k) out.m.add_result(out.m.p.number(0));
      return;
    }
    bool used[symbolic::pool::max_atoms] = {};
    mark_used(in, used);
    for (int v = m.dims; v < m.dims + m.ranges; ++v)
      if (used[v]) out.m.add_range(m.p.range(v));
    for (int k = 0; k < m.runtimes; ++k) {
      if (!used[in.runtime(k)]) continue;
      out.sources[out.m.runtimes] = in.sources[k];
      out.m.add_runtime(m.p.range(in.runtime(k)));
    }
    symbolic::substitution s(out.m.p, m.p);
    for (int v = 0, next = 0; v < m.variables(); ++v)
      if (v < m.dims || used[v]) s.replace(v, out.m.p.variable(next++));
    int at = in.own_results();
    for (int k = 0; k < at; ++k) out.m.add_result(s.line(m.result[k]));
    for (int k = 0; k < m.runtimes; ++k)
      for (int j = 0; j < in.sources[k].indices; ++j, ++at)
        if (used[in.runtime(k)]) out.m.add_result(s.line(m.result[at]));
    for (int k = 0; k < m.constraints; ++k) out.m.add_constraint(s.line(m.constraint[k]), m.constraint_range[k]);
  }

  /// Whether the map is for some only of the values that runtime variable number k can have.
  static constexpr bool is_narrowed(const sourced_map& in, int k) {
    return !in.m.p.range(in.runtime(k)).contains(in.sources[k].clamp);
  }

  constexpr void mark_used(const sourced_map& in, bool* used) const {
    const symbolic::map_form& m = in.m;
    for (int k = 0; k < in.own_results(); ++k) symbolic::mark_atoms(m.p, m.result[k], used);
    for (int k = 0; k < m.constraints; ++k) symbolic::mark_atoms(m.p, m.constraint[k], used);
    for (int k = 0, at = in.own_results(); k < m.runtimes; at += in.sources[k++].indices) {
      used[in.runtime(k)] |=
          sources_ == sources_are::all || is_narrowed(in, k) || in.sources[k].values_outside == outside::skipped;
      if (!used[in.runtime(k)]) continue;
      for (int j = 0; j < in.sources[k].indices; ++j) symbolic::mark_atoms(m.p, m.result[at + j], used);
    }
  }

  const hlo_module& m_;
  sourced_map& in_;
  sources_are sources_;
};

}  // namespace mercator::hlo_ir
