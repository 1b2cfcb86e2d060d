// Values of a map's results within a tile of symbolic size, as progressions.
#pragma once

#include "mercator/analysis/placed_tile.hpp"

namespace mercator::analysis::detail {

/// Each result is a place and a sum of parts that are evenly spaced, which are put together where that is
/// evenly spaced again.
class tile_progressions : protected placed_tile {
 protected:
  /// Of each constraint that clips a part of a result, whose variables nothing else has, that part.
  constexpr void find_clipped_parts() {
    map_form& m = in_.m;
    clipped_parts_ = 0;
    for (int i = m.constraints - 1; i >= 0 && clipped_parts_ < most_parts; --i) {
      const int part = m.constraint[i];
      const variable_set s = set_of_line(part) & ~places();
      for (int k = 0; k < m.results && s != 0; ++k) {
        const i64 y = times_in(m.result[k], part);
        if (y == 0 || m.p.is_constant(m.p.add(m.result[k], part, -y)) || !is_alone(k, part, i, s)) continue;
        clipped_part_[clipped_parts_++] = {k, part, y, m.constraint_range[i]};
        symbolic::constraints::remove(m, i);
        break;
      }
    }
  }

  /// times * line, of which a constraint says the range, in a result.
  struct clipped_part {
    int result = 0, line = 0;
    i64 times = 1;
    interval range = everything;
  };
  /// Values 0, stride, …: how many is a line of out_. Those of one dimension's index have its number.
  struct spaced {
    int size = 0;
    i64 stride = 1;
    int dimension = -1;
  };

  constexpr bool add_part(int k, spaced p) {
    if (parts_[k] == most_parts) return fail(no_tile::not_counted, k);
    part_[k][parts_[k]++] = p;
    return true;
  }

  /// What a result has of quotients and residues of indices that nothing else has, or that all else has in
  /// quotients which are one number all over the tile.
  constexpr bool take_own(int k) {
    pool& p = in_.p;
    const int line = in_.m.result[k];
    parts_[k] = 0;
    own_[k] = p.number(0);
    own_place_[k] = out_.p.number(0);
    for (int i = 0; i < clipped_parts_; ++i)
      if (clipped_part_[i].result == k && !take_clipped(clipped_part_[i])) return false;
    for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
      const int a = p.atom[i];
      if (p.is_variable(a) || p.kind[a] != symbolic::atom_kind::quotient) continue;
      const variable_set s = set_of(a);
      if ((s & places()) == 0 || (s & indices()) == 0 || !is_plain(p.operand[a])) continue;
      const i64 x = p.coefficient[i], c = p.divisor[a];
      const bool is_residue = x % c == 0 && has_multiple(line, p.operand[a], -x / c);
      const sharing shared = sharing_of(k, a, is_residue ? p.operand[a] : symbolic::no_line, s & ~places());
      if (shared == sharing::any || (s & ~places() & taken_) != 0) continue;
      sum inner;
      spaced values;
      int first = 0;
      if (!separate(p.operand[a], inner, no_tile::mixed_quotient, k) ||
          !single_progression(inner.within, first, values))
        continue;
      first = out_.p.add(first, inner.place);
      if (!is_residue && values.stride > c) continue;
      if ((is_residue || shared == sharing::quotients) && decisions_.pick(2) == 0) continue;
      taken_ |= s & ~places();
      if (!(is_residue ? take_residue(k, a, -x / c, first, values) : take_quotient(k, a, x, first, values)))
        return false;
    }
    return true;
  }

  /// Those values of a part that its constraint allows, where there are some.
  constexpr bool take_clipped(const clipped_part& c) {
    sum inner;
    spaced values;
    int first = 0;
    pool& p = out_.p;
    if (!separate(c.line, inner, no_tile::mixed_constraint, c.result)) return false;
    if (!single_progression(inner.within, first, values)) return fail(no_tile::mixed_constraint, c.result);
    first = p.add(first, inner.place);
    clip(c.range, first, values.size, values.stride);
    require(values.size, {1, i64_max});
    taken_ |= set_of_line(c.line) & ~places();
    own_[c.result] = in_.p.add(own_[c.result], in_.p.shift(c.line, -in_.p.constant[c.line]), c.times);
    first = p.shift(first, -in_.p.constant[c.line]);
    if (c.times < 0) first = p.add(first, p.shift(values.size, -1), values.stride);
    own_place_[c.result] = p.add(own_place_[c.result], first, c.times);
    return add_part(c.result, {values.size, magnitude(c.times) * values.stride, -1});
  }

  /// Those values of a progression that lie in an interval.
  constexpr void clip(interval r, int& offset, int& size, i64 stride) {
    if (r == everything) return;
    pool& p = out_.p;
    int first = p.number(0), last = p.shift(size, -1);
    if (r.lo != i64_min)
      first = symbolic::positive_part(p, symbolic::ceildiv(p, p.shift(p.scale(offset, -1), r.lo), stride));
    if (r.hi != i64_max)
      last = symbolic::min(p, last, symbolic::floor_divide(p, p.shift(p.scale(offset, -1), r.hi), stride));
    offset = p.add(offset, first, stride);
    size = symbolic::positive_part(p, p.shift(p.add(last, first, -1), 1));
  }

  /// All numbers between its first and its last value, where the quotient's operand goes in steps of at most
  /// its divisor.
  constexpr bool take_quotient(int k, int a, i64 x, int first, spaced values) {
    const i64 c = in_.p.divisor[a];
    const int last = out_.p.add(first, out_.p.shift(values.size, -1), values.stride);
    const int from = symbolic::floor_divide(out_.p, first, c), to = symbolic::floor_divide(out_.p, last, c);
    own_[k] = in_.p.add(own_[k], in_.p.single(a), x);
    own_place_[k] = out_.p.add(own_place_[k], x > 0 ? from : to, x);
    return add_part(k, {out_.p.shift(out_.p.add(to, from, -1), 1), magnitude(x), -1});
  }

  /// y times a residue: all that there are, where the tile has a whole period.
  constexpr bool take_residue(int k, int a, i64 y, int first, spaced values) {
    const i64 c = in_.p.divisor[a], step = gcd(values.stride, c);
    require(values.size, {c / step, i64_max});
    own_[k] = in_.p.add(own_[k], symbolic::mod(in_.p, in_.p.operand[a], c), y);
    own_place_[k] = out_.p.add(own_place_[k], symbolic::mod(out_.p, first, step), y);
    if (y < 0) own_place_[k] = out_.p.shift(own_place_[k], y * (c - step));
    return add_part(k, {out_.p.number(c / step), magnitude(y) * step, -1});
  }

  /// The number that all terms of a part stand times in a line; 0 where there is none.
  constexpr i64 times_in(int line, int part) const {
    if (in_.p.length[part] == 0) return 0;
    const int i = in_.p.begin[part];
    const i64 x = in_.p.coefficient_of(line, in_.p.atom[i]), y = x / in_.p.coefficient[i];
    return y != 0 && has_multiple(line, part, y) ? y : 0;
  }

  /// Whether the terms of a part stand in a line, times y.
  constexpr bool has_multiple(int line, int part_of_it, i64 y) const {
    for (int i = in_.p.begin[part_of_it], e = in_.p.end(part_of_it); i < e; ++i) {
      i64 expected = 0;
      if (!checked_mul(in_.p.coefficient[i], y, expected) || in_.p.coefficient_of(line, in_.p.atom[i]) != expected)
        return false;
    }
    return true;
  }

  /// Whether a line has no atoms of places and indices together.
  constexpr bool is_plain(int line) const {
    for (int i = in_.p.begin[line], e = in_.p.end(line); i < e; ++i) {
      const variable_set s = set_of(in_.p.atom[i]);
      if ((s & places()) != 0 && (s & ~places()) != 0) return false;
    }
    return true;
  }

  /// Whether variables stand in that part of that result and that constraint only.
  constexpr bool is_alone(int k, int part, int constraint, variable_set s) const {
    const pool& p = in_.p;
    for (int j = 0; j < in_.m.results; ++j) {
      const int line = in_.m.result[j];
      for (int i = p.begin[line], e = p.end(line); i < e; ++i)
        if ((j != k || p.coefficient_of(part, p.atom[i]) == 0) && (set_of(p.atom[i]) & s) != 0) return false;
    }
    for (int i = 0; i < in_.m.constraints; ++i)
      if (i != constraint && (set_of_line(in_.m.constraint[i]) & s) != 0) return false;
    return true;
  }

  /// Where else the variables of an atom stand.
  enum class sharing : unsigned char { none, quotients, any };

  /// Of variables in that atom of that result and, where one is given, in the line's terms; constraints that clip
  /// are the result once more. Quotients are those of the tile's place too: they can be required to be one number.
  constexpr sharing sharing_of(int k, int atom, int with_terms, variable_set s) {
    pool& p = in_.p;
    sharing out = sharing::none;
    for (int j = 0; j < in_.m.results; ++j) {
      const int line = in_.m.result[j];
      for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
        const int a = p.atom[i];
        const bool own =
            j == k && (a == atom || (with_terms != symbolic::no_line && p.coefficient_of(with_terms, a) != 0));
        if (own || (set_of(a) & s) == 0) continue;
        if (p.is_variable(a) || p.kind[a] != symbolic::atom_kind::quotient || (set_of(a) & places()) == 0 ||
            !is_coarser(a, atom))
          return sharing::any;
        out = sharing::quotients;
      }
    }
    for (int i = 0; i < in_.m.constraints; ++i)
      if ((set_of_line(in_.m.constraint[i]) & s) != 0) return sharing::any;
    return out;
  }

  /// Whether quotient a may be one number where quotient b, or its remainder, has more than a period of values.
  constexpr bool is_coarser(int a, int b) {
    pool& p = in_.p;
    return p.divisor[a] > p.divisor[b] || !p.is_constant(p.add(p.operand[a], p.operand[b], -1));
  }

  /// A line with one term of a dimension's index, or of known intervals alone.
  constexpr bool single_progression(int within, int& first, spaced& out) {
    int rest = 0;
    bool has[limits::variables];
    i64 coefficient[limits::variables];
    if (!cut(within, rest, has, coefficient)) return false;
    if (!in_.p.is_constant(rest)) {  // index * c + low is one progression where low has c values or more
      progression values;
      if (concrete().measure(rest, values) != no_tile::none || values.size == 0) return false;
      first = out_.p.number(values.first);
      out = {out_.p.number(values.size), values.stride, -1};
    } else {
      first = out_.p.number(in_.p.constant[rest]);
      out = {out_.p.number(1), 1, -1};
    }
    for (int d = 0; d < dims(); ++d) {
      if (!has[d]) continue;
      const i64 c = magnitude(coefficient[d]);
      const int size = blocks(d);
      if (coefficient[d] < 0) first = out_.p.add(first, out_.p.shift(size, -1), coefficient[d]);
      if (out_.p.is_constant(out.size) && out_.p.constant[out.size] == 1) {
        out = {size, c, d};
      } else if (out_.p.is_constant(out.size) && c % out.stride == 0 && c / out.stride <= out_.p.constant[out.size]) {
        out.size = out_.p.shift(out_.p.scale(out_.p.shift(size, -1), c / out.stride), out_.p.constant[out.size]);
      } else {
        return false;
      }
    }
    return true;
  }

  /// The parts of a result's line, and its first value.
  constexpr bool take_parts(int k) {
    int rest = 0;
    bool has[limits::variables];
    i64 coefficient[limits::variables];
    if (!cut(sum_[k].within, rest, has, coefficient)) return fail(no_tile::mixed_quotient, k);
    offset_[k] = out_.p.add(sum_[k].place, own_place_[k]);
    if (in_.p.is_constant(rest)) {
      offset_[k] = out_.p.shift(offset_[k], in_.p.constant[rest]);
    } else if (!take_rest(k, rest)) {
      return false;
    }
    for (int d = 0; d < dims(); ++d) {
      if (!has[d] || fixed_[d]) continue;
      const int size = blocks(d);
      if (coefficient[d] < 0) offset_[k] = out_.p.add(offset_[k], out_.p.shift(size, -1), coefficient[d]);
      if (!add_part(k, {size, magnitude(coefficient[d]), d})) return false;
    }
    return true;
  }

  /// Variables of known intervals: each on its own where nothing else has it, the others together.
  constexpr bool take_rest(int k, int rest) {
    pool& p = in_.p;
    variable_set tied = 0;
    const variable_sets sets(p);
    for (int i = 0; i < in_.m.constraints; ++i) tied |= sets.line(in_.m.constraint[i]);
    tied |= sets.within_atoms(rest);
    int together = p.number(p.constant[rest]);
    for (int i = p.begin[rest], e = p.end(rest); i < e; ++i) {
      const int a = p.atom[i];
      const i64 c = p.coefficient[i];
      if (!p.is_variable(a) || (tied >> a & 1) != 0) {
        together = p.add(together, p.single(a), c);
        continue;
      }
      const interval r = p.range(a);
      offset_[k] = out_.p.shift(offset_[k], c * (c > 0 ? r.lo : r.hi));
      if (!add_part(k, {out_.p.number(r.count()), magnitude(c), -1})) return false;
    }
    progression values{p.constant[together], 1, 1};
    if (!p.is_constant(together)) {
      const no_tile why = concrete().measure(together, values);
      if (why != no_tile::none || values.size == 0) return fail(why == no_tile::none ? no_tile::not_counted : why, k);
    }
    offset_[k] = out_.p.shift(offset_[k], values.first);
    return values.size == 1 || add_part(k, {out_.p.number(values.size), values.stride, -1});
  }

  /// Of parts with steps a < b, those in steps of b are one progression with the others where a divides b and
  /// the others fill the gap, or where one of the two is a single value.
  constexpr bool merge(int k) {
    sort_parts(k);
    int size = out_.p.number(1);
    i64 stride = 0;
    for (int i = 0; i < parts_[k]; ++i) {
      spaced& next = part_[k][i];
      if (is_one(next)) continue;
      if (stride == 0) {
        size = next.size;
        stride = next.stride;
        merged_dimension_ = next.dimension;
        continue;
      }
      const bool fits = next.stride % stride == 0;
      const i64 gap = fits ? next.stride / stride : 0;
      const bool fills = fits && (gap == 1 || symbolic::lies_in(out_.p, size, {gap, i64_max}));
      const int option = fills ? 0 : decisions_.pick(fits ? 3 : 2) + (fits ? 0 : 1);
      if (option == 0) {
        if (!fills) require(size, {gap, i64_max});
        if (symbolic::bounds(out_.p, size).hi < gap) return fail(no_tile::no_progression, k);
        size = out_.p.add(size, out_.p.shift(next.size, -1), gap);
        merged_dimension_ = -1;
      } else if (option == 1) {
        require_one(next.size, next.dimension);
        if (!could_be_one(next.size)) return fail(no_tile::no_progression, k);
      } else {
        require_one(size, merged_dimension_);
        if (!could_be_one(size)) return fail(no_tile::no_progression, k);
        size = next.size;
        stride = next.stride;
        merged_dimension_ = next.dimension;
      }
    }
    size_[k] = size;
    stride_[k] = stride == 0 ? 1 : stride;
    return out_.fits();
  }

  /// The values of a result that stands for what was divided: of n = first + stride * j, the j are those that
  /// have the residue's own one.
  constexpr bool divide(int k) {
    const auto [c, residue, times, constant] = division_[k];
    if (c == 1) return true;
    if (gcd(stride_[k], c) != 1 || c >= pool::small) return fail(no_tile::no_progression, k);
    pool& p = out_.p;
    const int from = p.shift(offset_[k], -residue);
    const int j = symbolic::mod(p, p.scale(from, floor_mod(-inverse_modulo(stride_[k], c), c)), c);
    const int first = symbolic::floor_divide(p, p.add(from, j, stride_[k]), c);
    const int last = symbolic::floor_divide(p, p.shift(p.add(size_[k], j, -1), -1), c);
    size_[k] = p.shift(last, 1);
    offset_[k] = p.shift(p.scale(first, times), constant);
    if (times < 0) offset_[k] = p.add(offset_[k], p.shift(size_[k], -1), times * stride_[k]);
    stride_[k] *= magnitude(times);
    return out_.fits();
  }

  constexpr bool is_one(const spaced& p) const {
    return (p.dimension >= 0 && fixed_[p.dimension]) || (out_.p.is_constant(p.size) && out_.p.constant[p.size] == 1);
  }
  constexpr bool could_be_one(int size) { return symbolic::bounds(out_.p, size).contains(1); }
  constexpr void require_one(int size, int dimension) {
    require(size, {1, 1});
    if (dimension >= 0) fixed_[dimension] = true;
  }

  constexpr void sort_parts(int k) {
    for (int i = 1; i < parts_[k]; ++i)
      for (int j = i; j > 0 && part_[k][j].stride < part_[k][j - 1].stride; --j) {
        const spaced other = part_[k][j];
        part_[k][j] = part_[k][j - 1];
        part_[k][j - 1] = other;
      }
  }

  static constexpr int most_parts = 16;

  int clipped_parts_ = 0;
  clipped_part clipped_part_[most_parts];
  variable_set taken_ = 0;  ///< the variables of what results have of their own
  int merged_dimension_ = -1;
  sum sum_[extents::max_rank];
  int own_[extents::max_rank] = {}, own_place_[extents::max_rank] = {};
  int parts_[extents::max_rank] = {};
  spaced part_[extents::max_rank][most_parts];
  int offset_[extents::max_rank] = {}, size_[extents::max_rank] = {};
  i64 stride_[extents::max_rank] = {};
};

}  // namespace mercator::analysis::detail
