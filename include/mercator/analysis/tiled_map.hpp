// A map made ready for tiles of symbolic size: once, before all cases.
#pragma once

#include "mercator/analysis/progression.hpp"
#include "mercator/analysis/written_box.hpp"

namespace mercator::analysis::detail {

/// What constraints say of ranges, of residues and of quotients is put in their place, so that constraints are left
/// that say which values results have. `in_` is used up.
class tiled_map {
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

  constexpr int dims() const { return whole_.m.dims; }

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
      symbolic::constraints::remove(m, i);
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
      const interval r = divide_exact(m.constraint_range[i] + interval{-constant, -constant}, x);
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

  /// Intervals as they are written, where constraints that are left leave out the same points of them.
  constexpr void widen(const box_as_written& box) {
    const map_form& m = whole_.m;
    interval wide[limits::variables];
    bool guarded[limits::variables] = {}, any = false;
    for (int d = 0; d < dims(); ++d) {
      wide[d] = is_safe(box.dimension[d]) ? box.dimension[d] : m.p.range(d);
      any |= wide[d] != m.p.range(d);
    }
    if (!any || m.known_empty || m.constraints == 0) return;
    find_guards(m, box, guarded);
    for (int d = 0; d < dims(); ++d)
      if (guarded[d]) wide[d] = m.p.range(d);
    in_.clear();
    copy_into_box(m, wide, in_.m);
    copy_back();
  }

  /// The indices of the output, of which tiles are: those that have points, and what lies beyond them by less than
  /// their distance, or beyond the only one.
  constexpr void find_output(const box_as_written& box) {
    for (int d = 0; d < dims(); ++d) {
      const auto [step, first] = lattice_[d];
      const interval points = whole_.p.range(d) * step + interval{first, first}, written = box.dimension[d];
      const bool near = points.is_point() || (points.lo - written.lo < step && written.hi - points.hi < step);
      output_[d] = near && is_safe(written) && written.contains(points) ? written : points;
    }
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

  static constexpr int most_alignments = 6;

  digit_form whole_, in_;
  lattice lattice_[limits::variables];
  interval output_[limits::variables];
  division division_[extents::max_rank];
  int alignments_[limits::variables] = {};
  alignment alignment_[limits::variables][most_alignments];
};

}  // namespace mercator::analysis::detail
