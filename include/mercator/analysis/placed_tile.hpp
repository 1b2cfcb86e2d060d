// A tile of symbolic size at a symbolic place: a map's lines as sums of what says where the tile is and of
// indices within it.
#pragma once

#include "mercator/analysis/decisions.hpp"
#include "mercator/analysis/progression.hpp"

namespace mercator::analysis::detail {

/// Along each dimension the tile [o, o + t) lies anywhere or at multiples of a size, so that
/// index = size * (place + i) + low. Lines of `in_` are made of places, indices i and low, and the map's
/// ranges; lines of `out_` of o, t and runtime variables.
class placed_tile {
 protected:
  /// Tiles that begin at phase + k * size and are as large as a multiple of size.
  struct alignment {
    i64 size = 1, phase = 0;
  };
  /// The indices of a dimension that have points: first + k * step.
  struct lattice {
    i64 step = 1, first = 0;
  };
  /// A result as times * ((n - residue) / divisor) + constant, of those n that this divides.
  struct division {
    i64 divisor = 1, residue = 0, times = 1, constant = 0;
  };
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

  /// Ranges that constraints say, such as s of s floordiv 4 = d, as lines of the others: s = 4*d + r.
  constexpr void solve_ranges() {
    constexpr int max_rounds = 16;
    digit_form *from = &whole_, *to = &in_;
    for (int round = 0; round < max_rounds && whole_.m.ranges > 0 && has_equality(from->m) && from->fits(); ++round) {
      to->clear();
      if (!solve_range(*from, *to)) break;
      if (!has_points(to->m)) to->m.known_empty = true;
      digit_form* const done = from;
      from = to;
      to = done;
    }
    if (from == &in_) copy_back();
  }

  /// A result x * (n floordiv c) + k, with n mod c given by a constraint that is about nothing else, is n for now.
  constexpr void take_exact_quotients() {
    map_form& m = whole_.m;
    for (int k = 0; k < m.results; ++k) {
      division& by = division_[k] = {};
      if (m.known_empty) continue;
      const i64 constant = m.p.constant[m.result[k]];
      const int n = unwrapped(m.result[k], by.times, by.divisor);
      const int i = n == symbolic::no_line || !is_linear(n) ? -1 : residue_given(n, by);
      if (i < 0 || !is_of_result_only(n, k, i)) {
        by = {};
        continue;
      }
      by.constant = constant;
      m.result[k] = n;
      remove_constraint(m, i);
    }
  }

  constexpr bool is_linear(int line) const {
    const pool& p = whole_.p;
    for (int i = p.begin[line], e = p.end(line); i < e; ++i)
      if (!p.is_variable(p.atom[i])) return false;
    return is_safe(p, line);
  }

  /// The constraint that says n modulo the divisor; -1 where there is none.
  constexpr int residue_given(int n, division& by) {
    map_form& m = whole_.m;
    constexpr i64 most_factors = 16;
    for (int i = 0; i < m.constraints; ++i) {
      const interval r = symbolic::bounds(m.p, m.constraint[i]);
      if (!m.constraint_range[i].is_point() || !is_safe(r) || r.count() > by.divisor) continue;
      for (i64 u = 1; u < by.divisor && u < most_factors; ++u) {
        if (gcd(u, by.divisor) != 1) continue;
        const int rest = symbolic::mod(m.p, m.p.add(n, m.constraint[i], -u), by.divisor);
        if (!m.p.is_constant(rest)) continue;
        by.residue = floor_mod(m.p.constant[rest] + u * m.constraint_range[i].lo, by.divisor);
        return i;
      }
    }
    return -1;
  }

  /// Whether the variables of a line stand in a result, in a constraint, and in those that are about a multiple of
  /// the line only.
  constexpr bool is_of_result_only(int line, int k, int constraint) {
    map_form& m = whole_.m;
    const variable_sets sets(m.p);
    variable_set s = sets.line(line);
    for (int v = dims() + m.ranges; v < m.variables(); ++v) s &= ~one_variable(v);
    for (int j = 0; j < m.results; ++j)
      if (j != k && (sets.line(m.result[j]) & s) != 0) return false;
    for (int i = 0; i < m.constraints; ++i) {
      const int other = m.constraint[i];
      if (i == constraint || (sets.line(other) & s) == 0) continue;
      i64 difference = 0;
      if (times(m.p, other, line, difference) == 0 && times(m.p, line, other, difference) == 0) return false;
    }
    return s != 0;
  }

  /// The y, if there is one, that makes a line y times another one and a constant; 0 else.
  static constexpr i64 times(pool& p, int line, int another, i64& constant) {
    if (p.length[another] == 0 || p.length[line] == 0) return 0;
    const int first = p.begin[another];
    const i64 y = p.coefficient_of(line, p.atom[first]) / p.coefficient[first];
    const int rest = y == 0 ? symbolic::no_line : p.add(line, another, -y);
    if (rest == symbolic::no_line || !p.is_constant(rest)) return 0;
    constant = p.constant[rest];
    return y;
  }

  static constexpr void remove_constraint(map_form& m, int i) {
    --m.constraints;
    m.constraint[i] = m.constraint[m.constraints];
    m.constraint_range[i] = m.constraint_range[m.constraints];
  }

  /// Those that results have before others: what is left of an equality then says which values results have.
  static constexpr bool solve_range(digit_form& from, digit_form& to) {
    const int first = from.m.dims, last = first + from.m.ranges;
    for (int v = first; v < last; ++v) {
      bool in_results = false;
      for (int k = 0; k < from.m.results; ++k) in_results |= depends(from.p, from.m.result[k], v);
      if (in_results && eliminate_once(from, to, v, v + 1)) return true;
    }
    if (cut_once(from, to, first, last)) return true;
    to.clear();
    return eliminate_once(from, to, first, last);
  }

  /// A constraint on x * (n floordiv c + e), where e has variables of n only, is one on n + c * e.
  constexpr void unwrap_quotients() {
    map_form& m = whole_.m;
    for (int i = 0; i < m.constraints && !m.known_empty; ++i) {
      i64 x = 0, c = 0;
      const i64 constant = m.p.constant[m.constraint[i]];
      const int line = unwrapped(m.constraint[i], x, c);
      if (line == symbolic::no_line) continue;
      const interval r = divided(m.constraint_range[i] + interval{-constant, -constant}, x);
      if (r.empty() || !is_safe(r * c) || !is_safe(m.p, line)) continue;
      m.constraint[i] = line;
      m.constraint_range[i] = {r.lo * c, r.hi * c + c - 1};
    }
  }

  constexpr int unwrapped(int line, i64& x, i64& c) {
    pool& p = whole_.p;
    int q = -1, e = p.number(0);
    for (int i = p.begin[line], end = p.end(line); i < end; ++i) {
      const int a = p.atom[i];
      if (p.is_variable(a)) continue;
      if (q >= 0 || p.kind[a] != symbolic::atom_kind::quotient) return symbolic::no_line;
      q = a;
      x = p.coefficient[i];
    }
    for (int i = p.begin[line], end = p.end(line); i < end && q >= 0; ++i) {
      if (p.atom[i] == q) continue;
      if (p.coefficient[i] % x != 0 || p.coefficient_of(p.operand[q], p.atom[i]) == 0) return symbolic::no_line;
      e = p.add(e, p.single(p.atom[i]), p.coefficient[i] / x);
    }
    if (q < 0) return symbolic::no_line;
    c = p.divisor[q];
    return p.add(p.operand[q], e, c);
  }

  /// Dimensions and ranges of which a constraint says the residue, such as d mod 2 = 1, count the indices that have
  /// points.
  constexpr void skip_holes() {
    for (int v = 0; v < dims() + whole_.m.ranges; ++v) lattice_[v] = {};
    constexpr int max_rounds = 16;
    int d = 0;
    lattice found;
    for (int round = 0; round < max_rounds && find_residue(d, found); ++round) {
      lattice both;
      if (!checked_mul(lattice_[d].step, found.step, both.step) ||
          !checked_multiply_add(lattice_[d].first, lattice_[d].step, found.first, both.first))
        return;
      in_.clear();
      map_form& to = in_.m;
      for (int v = 0; v < whole_.m.variables(); ++v) {
        const interval r = whole_.p.range(v);
        to.add_like(
            whole_.m, v,
            v == d ? interval{ceil_div(r.lo - found.first, found.step), floor_div(r.hi - found.first, found.step)} : r);
      }
      if (to.known_empty) {
        to.become_empty(whole_.m.results);
      } else {
        int image[limits::variables];
        for (int v = 0; v < whole_.m.variables(); ++v) image[v] = in_.p.variable(v);
        image[d] = in_.p.shift(in_.p.scale(image[d], found.step), found.first);
        symbolic::detail::carry(to, whole_.m, image);
      }
      lattice_[d] = both;
      if (!has_points(to)) to.known_empty = true;
      copy_back();
    }
  }

  /// x * (d mod c) is one number.
  constexpr bool find_residue(int& d, lattice& out) const {
    const pool& p = whole_.p;
    for (int i = 0; i < whole_.m.constraints && !whole_.m.known_empty; ++i) {
      const int line = whole_.m.constraint[i], t = p.begin[line];
      if (p.length[line] != 2 || !whole_.m.constraint_range[i].is_point()) continue;
      const int q = p.atom[t + 1], n = p.operand[q];
      d = p.atom[t];
      if (d >= dims() + whole_.m.ranges || p.is_variable(q) || p.kind[q] != symbolic::atom_kind::quotient ||
          p.length[n] != 1)
        continue;
      const i64 x = p.coefficient[t], sign = p.coefficient_of(n, d), c = p.divisor[q];
      i64 period = 0, rest = 0;
      if (magnitude(sign) != 1 || !checked_mul(x, c, period) || p.coefficient[t + 1] != -sign * period ||
          !checked_add(whole_.m.constraint_range[i].lo, -p.constant[line], rest) || rest % x != 0)
        continue;
      out = {c, floor_mod(rest / x, c)};
      return true;
    }
    return false;
  }

  constexpr void copy_back() {
    whole_.clear();
    copy_form(in_.m, whole_.m);
    whole_.p.full |= in_.p.full;
    whole_.p.overflow |= in_.p.overflow;
  }

  static constexpr bool has_equality(const map_form& m) {
    for (int i = 0; i < m.constraints && !m.known_empty; ++i)
      if (m.constraint_range[i].is_point()) return true;
    return false;
  }

  /// Anywhere, and as quotients of the dimension ask for it.
  constexpr void find_alignments(int d) {
    const pool& p = whole_.p;
    bool used[pool::max_atoms];
    for (int a = 0; a < p.atoms; ++a) used[a] = false;
    symbolic::mark_atoms(whole_.m, used);
    alignments_[d] = 1;
    alignment_[d][0] = {};
    for (int a = p.variables; a < p.atoms; ++a) {
      if (!used[a] || p.kind[a] != symbolic::atom_kind::quotient) continue;
      const i64 x = p.coefficient_of(p.operand[a], d), k = p.constant[p.operand[a]];
      if (x == 0) continue;
      const i64 size = p.divisor[a] / gcd(magnitude(x), p.divisor[a]);
      const i64 phase = x == 1 ? floor_mod(-k, size) : x == -1 ? floor_mod(k + 1, size) : 0;
      if (size != 1) add_alignment(d, {size, phase});
      if (p.length[p.operand[a]] > 1) add_alignment(d, {p.range(d).count(), p.lo[d]});
    }
  }

  constexpr void add_alignment(int d, alignment added) {
    bool known = added.size > whole_.p.range(d).count();
    for (int k = 0; k < alignments_[d]; ++k)
      known |= alignment_[d][k].size == added.size && alignment_[d][k].phase == added.phase;
    if (!known && alignments_[d] < most_alignments) alignment_[d][alignments_[d]++] = added;
  }

  constexpr int dims() const { return whole_.m.dims; }
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

  /// Indices of the output that lie between those that have points.
  constexpr interval indices_of(int d) const {
    return whole_.p.range(d) * lattice_[d].step + interval{lattice_[d].first, lattice_[d].first};
  }

  /// The tile along a dimension, in numbers of indices that have points; there is one.
  constexpr void place_tile(int d) {
    pool& p = out_.p;
    const interval r = indices_of(d);
    const auto [step, first] = lattice_[d];
    const int o = p.variable(d), t = p.variable(dims() + d);
    begin_[d] = o;
    length_[d] = t;
    if (r.is_point()) return;
    out_.m.add_constraint(p.add(o, t), {r.lo + 1, r.hi + 1});
    if (step == 1) return;
    begin_[d] = symbolic::ceildiv(p, p.shift(o, -first), step);
    const int last = symbolic::floor_divide(p, p.shift(p.add(o, t), -1 - first), step);
    length_[d] = p.shift(p.add(last, begin_[d], -1), 1);
    require(length_[d], {1, i64_max});
  }

  constexpr void add_variables() {
    const pool& whole = whole_.p;
    const int inner = whole_.m.dims + whole_.m.ranges;
    for (int d = 0; d < dims(); ++d) out_.m.add_dimension(indices_of(d));
    for (int d = 0; d < dims(); ++d) out_.m.add_dimension({1, indices_of(d).count()});
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
        clip_[k] = intersect(clip_[k], divided(r + interval{-c, -c}, y));
      else if (const i64 x = times(m.p, m.result[k], line, c); x != 0)
        clip_[k] = intersect(clip_[k], r * x + interval{c, c});
      else
        continue;
      return true;
    }
    return false;
  }

  /// The integers whose multiple by x lies in r; ends that are none stay.
  static constexpr interval divided(interval r, i64 x) {
    if (x < 0) return divided(r * -1, -x);
    return {r.lo == i64_min ? r.lo : ceil_div(r.lo, x), r.hi == i64_max ? r.hi : floor_div(r.hi, x)};
  }

  static constexpr int most_alignments = 6;

  means with_;
  digit_form whole_, in_, out_;
  bool unconditional_ = true;
  int runs_ = 0, blamed_ = 0;
  no_tile why_ = no_tile::not_counted;
  decisions decisions_;
  int alignments_[limits::variables] = {};
  alignment alignment_[limits::variables][most_alignments];
  alignment at_[limits::variables];
  bool fixed_[limits::variables] = {};
  bool coarse_[limits::variables] = {};  ///< nothing tells the indices of a block apart: it need not be aligned
  lattice lattice_[limits::variables];
  division division_[extents::max_rank];
  int begin_[limits::variables] = {}, length_[limits::variables] = {};  ///< lines of out_: the tile's indices
  sum known_[pool::max_atoms];
  interval clip_[extents::max_rank];
};

}  // namespace mercator::analysis::detail
