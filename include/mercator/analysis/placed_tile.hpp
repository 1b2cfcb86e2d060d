// A tile of symbolic size at a symbolic place: a map's lines as sums of what says where the tile is and of
// indices within it.
#pragma once

#include "mercator/analysis/decisions.hpp"
#include "mercator/analysis/tiled_map.hpp"

namespace mercator::analysis::detail {

/// Along each dimension the tile [o, o + t) lies anywhere or at multiples of a size, so that
/// index = size * (place + i) + low. Lines of `in_` are made of places, indices i and low, and the map's
/// ranges; lines of `out_` of o, t and runtime variables.
class placed_tile : protected tiled_map {
 protected:
  /// A sum of a line of out_ and one of in_.
  struct sum {
    int place = 0, within = 0;
    int run = 0;  ///< the attempt that made it
  };
  constexpr bool fail(no_tile why, int result) {
    if (runs_ == 1) {
      why_ = why;
      blamed_ = result;
    }
    return false;
  }

  // ---- variables

  constexpr int index(int d) const { return dims() + d; }
  constexpr int low(int d) const { return 2 * dims() + d; }

  /// The next choice of alignments: variables, lines, and that the tile lies within the output, aligned.
  constexpr bool begin_case() {
    out_.clear();
    in_.clear();
    unconditional_ = true;
    for (int d = 0; d < dims(); ++d) at_[d] = alignment_[d][decisions_.pick(alignments_[d])];
    add_variables();
    carry_lines();
    bool used[pool::max_atoms];
    for (int a = 0; a < in_.p.atoms; ++a) used[a] = false;
    symbolic::mark_atoms(in_.m, used);
    for (int d = 0; d < dims(); ++d) {
      const interval r = whole_.p.range(d);
      const auto [size, phase] = at_[d];
      fixed_[d] = false;
      coarse_[d] = size > 1 && !used[low(d)];
      place_tile(d);
      if (r.is_point() || coarse_[d]) continue;
      require(symbolic::mod(out_.p, out_.p.shift(begin_[d], -phase), size), {0, 0});
      require(symbolic::mod(out_.p, length_[d], size), {0, 0});
    }
    return in_.fits() && out_.fits();
  }

  /// The tile along a dimension, in numbers of indices that have points; there is one.
  constexpr void place_tile(int d) {
    pool& p = out_.p;
    const interval r = output_[d];
    const auto [step, first] = lattice_[d];
    const int o = p.variable(d), t = p.variable(dims() + d);
    begin_[d] = o;
    length_[d] = t;
    if (r.is_point()) return;
    out_.m.add_constraint(p.add(o, t), {r.lo + 1, r.hi + 1});
    if (whole_.p.range(d).is_point()) return place_tile_around(d, whole_.p.lo[d] * step + first);
    if (step == 1) return;
    begin_[d] = symbolic::ceildiv(p, p.shift(o, -first), step);
    const int last = symbolic::floor_divide(p, p.shift(p.add(o, t), -1 - first), step);
    length_[d] = p.shift(p.add(last, begin_[d], -1), 1);
    require(length_[d], {1, i64_max});
  }

  /// The tile has the one index that has points.
  constexpr void place_tile_around(int d, i64 at) {
    require(begin_[d], {i64_min, at});
    require(out_.p.add(begin_[d], length_[d]), {at + 1, i64_max});
    begin_[d] = out_.p.number(whole_.p.lo[d]);
    length_[d] = out_.p.number(1);
  }

  constexpr void add_variables() {
    const pool& whole = whole_.p;
    const int inner = whole_.m.dims + whole_.m.ranges;
    for (int d = 0; d < dims(); ++d) out_.m.add_dimension(output_[d]);
    for (int d = 0; d < dims(); ++d) out_.m.add_dimension({1, output_[d].count()});
    for (int v = inner; v < whole_.m.variables(); ++v) out_.m.add_runtime(whole.range(v));
    for (int d = 0; d < dims(); ++d) {
      const interval r = whole.range(d);
      in_.m.add_dimension(floor_div(r + interval{-at_[d].phase, -at_[d].phase}, at_[d].size));
    }
    for (int d = 0; d < dims(); ++d) in_.m.add_range({0, in_.p.range(d).hi - in_.p.range(d).lo});
    for (int d = 0; d < dims(); ++d) in_.m.add_range({0, at_[d].size - 1});
    for (int v = dims(); v < inner; ++v) in_.m.add_range(whole.range(v));
    for (int v = inner; v < whole_.m.variables(); ++v) in_.m.add_runtime(whole.range(v));
  }

  constexpr void carry_lines() {
    int image[limits::variables];
    for (int v = 0; v < whole_.m.variables(); ++v) {
      if (v >= dims()) {
        image[v] = in_.p.variable(v + 2 * dims());
        continue;
      }
      const int block = in_.p.add(in_.p.variable(v), in_.p.variable(index(v)));
      image[v] = in_.p.shift(in_.p.add(in_.p.variable(low(v)), block, at_[v].size), at_[v].phase);
    }
    symbolic::substitution s(in_.p, whole_.p, image);
    for (int k = 0; k < whole_.m.results; ++k) in_.m.add_result(s.line(whole_.m.result[k]));
    for (int i = 0; i < whole_.m.constraints; ++i) {
      const int line = s.line(whole_.m.constraint[i]);
      if (!symbolic::lies_in(in_.p, line, whole_.m.constraint_range[i]))
        in_.m.add_constraint(line, whole_.m.constraint_range[i]);
    }
  }

  /// A condition of the case.
  constexpr void require(int line, interval r) {
    if (symbolic::lies_in(out_.p, line, r)) return;
    out_.m.add_constraint(line, r);
    unconditional_ = false;
  }

  /// How many blocks of its alignment the tile meets along a dimension.
  constexpr int blocks(int d) {
    if (fixed_[d]) return out_.p.number(1);
    const auto [size, phase] = at_[d];
    if (!coarse_[d]) return symbolic::floor_divide(out_.p, length_[d], size);
    const int first = out_.p.shift(begin_[d], -phase), last = out_.p.shift(out_.p.add(first, length_[d]), -1);
    return out_.p.shift(
        out_.p.add(symbolic::floor_divide(out_.p, last, size), symbolic::floor_divide(out_.p, first, size), -1), 1);
  }

  constexpr void fix(int d) {
    if (fixed_[d]) return;
    require(blocks(d), {1, 1});
    fixed_[d] = true;
  }

  constexpr variable_set set_of(int atom) const {
    const variable_sets sets(in_.p);
    return in_.p.is_variable(atom) ? one_variable(atom) : sets.line(in_.p.operand[atom]);
  }
  constexpr variable_set set_of_line(int line) const { return variable_sets(in_.p).line(line); }
  constexpr variable_set places() const {
    variable_set out = 0;
    for (int v = 0; v < in_.m.variables(); ++v)
      if (v < dims() || v >= in_.m.dims + in_.m.ranges) out |= one_variable(v);
    return out;
  }
  constexpr variable_set indices() const {
    variable_set out = 0;
    for (int d = 0; d < dims(); ++d) out |= one_variable(index(d));
    return out;
  }

  /// A line of places, in o and runtime variables.
  constexpr int carried(int line) {
    int image[limits::variables];
    for (int v = 0; v < in_.m.variables(); ++v) {
      const int first = in_.m.dims + in_.m.ranges;
      if (v >= first)
        image[v] = out_.p.variable(2 * dims() + v - first);
      else if (v < dims())
        image[v] = symbolic::floor_divide(out_.p, out_.p.shift(begin_[v], -at_[v].phase), at_[v].size);
      else
        image[v] = out_.p.number(0);
    }
    return symbolic::substitution(out_.p, in_.p, image).line(line);
  }

  // ---- places apart from indices

  constexpr bool separate(int line, sum& out, no_tile mixed, int blamed) {
    out = {out_.p.number(in_.p.constant[line]), in_.p.number(0), runs_};
    for (int i = in_.p.begin[line], e = in_.p.end(line); i < e; ++i) {
      const int a = in_.p.atom[i];
      const i64 c = in_.p.coefficient[i];
      const variable_set s = set_of(a);
      if ((s & ~places()) == 0) {
        out.place = out_.p.add(out.place, carried(in_.p.single(a)), c);
      } else if ((s & places()) == 0) {
        out.within = in_.p.add(out.within, in_.p.single(a), c);
      } else {
        if (known_[a].run != runs_ && !separate_atom(a, known_[a], mixed, blamed)) return false;
        out.place = out_.p.add(out.place, known_[a].place, c);
        out.within = in_.p.add(out.within, known_[a].within, c);
      }
    }
    return in_.fits() && out_.fits();
  }

  /// A quotient that is one number all over the tile; a positive part on one side of 0.
  constexpr bool separate_atom(int a, sum& out, no_tile mixed, int blamed) {
    sum inner;
    if (!separate(in_.p.operand[a], inner, mixed, blamed)) return false;
    int first = 0, spread = 0;
    if (!range_of(inner.within, first, spread)) return fail(mixed, blamed);
    first = out_.p.add(first, inner.place);
    const i64 c = in_.p.divisor[a];
    out = {out_.p.number(0), in_.p.number(0), runs_};
    if (in_.p.kind[a] == symbolic::atom_kind::quotient) {
      require(out_.p.add(symbolic::mod(out_.p, first, c), spread), {0, c - 1});
      out.place = symbolic::floor_divide(out_.p, first, c);
    } else if (decisions_.pick(2) == 0) {
      require(first, {0, i64_max});
      out = inner;
    } else {
      require(out_.p.add(first, spread), {i64_min, 0});
    }
    return true;
  }

  /// The parts of a line of indices: terms of the dimensions' indices, and the rest.
  constexpr bool cut(int within, int& rest, bool* has, i64* coefficient) {
    rest = in_.p.number(in_.p.constant[within]);
    for (int d = 0; d < dims(); ++d) has[d] = false;
    for (int i = in_.p.begin[within], e = in_.p.end(within); i < e; ++i) {
      const int a = in_.p.atom[i], d = a - dims();
      if (d >= 0 && d < dims()) {
        has[d] = true;
        coefficient[d] = in_.p.coefficient[i];
      } else {
        if ((set_of(a) & indices()) != 0) return false;
        rest = in_.p.add(rest, in_.p.single(a), in_.p.coefficient[i]);
      }
    }
    return true;
  }

  /// The least value of a line of indices within the tile, and how far the largest is from it.
  constexpr bool range_of(int within, int& first, int& spread) {
    int rest = 0;
    bool has[limits::variables];
    i64 coefficient[limits::variables];
    if (!cut(within, rest, has, coefficient)) return false;
    interval r{in_.p.constant[rest], in_.p.constant[rest]};
    if (!in_.p.is_constant(rest)) {
      const extremes e = concrete().range(rest);
      if (!e.known || e.range.empty()) return false;
      r = e.range;
    }
    first = out_.p.number(r.lo);
    spread = out_.p.number(r.hi - r.lo);
    for (int d = 0; d < dims(); ++d) {
      if (!has[d]) continue;
      const int steps = out_.p.shift(blocks(d), -1);
      spread = out_.p.add(spread, steps, magnitude(coefficient[d]));
      if (coefficient[d] < 0) first = out_.p.add(first, steps, coefficient[d]);
    }
    return true;
  }

  /// Indices whose intervals are known, under the constraints that are about them alone.
  constexpr values_within concrete() { return {in_.m, places() | indices(), with_}; }

  /// Constraints of results clip them; of others about more than known intervals, every index fulfils them.
  constexpr bool sort_constraints() {
    map_form& m = in_.m;
    int kept = 0, others = 0, other[limits::constraints], number[limits::constraints];
    interval range[limits::constraints];
    for (int k = 0; k < m.results; ++k) clip_[k] = everything;
    for (int i = 0; i < m.constraints; ++i) {
      const int line = m.constraint[i];
      if ((set_of_line(line) & (places() | indices())) == 0) {
        m.constraint[kept] = line;
        m.constraint_range[kept++] = m.constraint_range[i];
      } else if (!clips(line, m.constraint_range[i])) {
        other[others] = line;
        number[others] = i;
        range[others++] = m.constraint_range[i];
      }
    }
    m.constraints = kept;
    for (int i = 0; i < others; ++i) {
      sum parts;
      int first = 0, spread = 0;
      if (!separate(other[i], parts, no_tile::mixed_constraint, number[i])) return false;
      if (!range_of(parts.within, first, spread)) return fail(no_tile::mixed_constraint, number[i]);
      first = out_.p.add(first, parts.place);
      require(first, {range[i].lo, i64_max});
      require(out_.p.add(first, spread), {i64_min, range[i].hi});
    }
    return in_.fits() && out_.fits();
  }

  /// The constraint is one on a multiple of a result, or the result a multiple of what it is on.
  constexpr bool clips(int line, interval r) {
    map_form& m = in_.m;
    for (int k = 0; k < m.results; ++k) {
      i64 c = 0;
      if (const i64 y = times(m.p, line, m.result[k], c); y != 0)
        clip_[k] = intersect(clip_[k], divide_exact(r + interval{-c, -c}, y));
      else if (const i64 x = times(m.p, m.result[k], line, c); x != 0)
        clip_[k] = intersect(clip_[k], r * x + interval{c, c});
      else
        continue;
      return true;
    }
    return false;
  }

  means with_;
  digit_form out_;
  bool unconditional_ = true;
  int runs_ = 0, blamed_ = 0;
  no_tile why_ = no_tile::not_counted;
  decisions decisions_;
  alignment at_[limits::variables];
  bool fixed_[limits::variables] = {};
  bool coarse_[limits::variables] = {};  ///< nothing tells the indices of a block apart: it need not be aligned
  int begin_[limits::variables] = {}, length_[limits::variables] = {};  ///< lines of out_: the tile's indices
  sum known_[pool::max_atoms];
  interval clip_[extents::max_rank];
};

}  // namespace mercator::analysis::detail
