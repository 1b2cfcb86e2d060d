// Tiles whose sizes and offsets are not known: the operand's tile as maps of them, case by case.
#pragma once

#include "mercator/analysis/progression.hpp"

namespace mercator::analysis {

/// What a case's map gives for each result: the first index of the operand's tile, how many there are (0: the
/// tile is empty), and how far they are apart.
enum class tile_part : unsigned char { offset, size, stride };

/// A way through all combinations of choices: pick() says which of so many options is taken; after next() the
/// same picks are answered otherwise.
class decisions {
 public:
  static constexpr int most = 48;

  constexpr int pick(int options) {
    if (at_ == most) {
      full_ = true;
      return 0;
    }
    if (at_ == count_) {
      taken_[count_] = 0;
      options_[count_++] = options;
    }
    return taken_[at_++];
  }
  /// False where all combinations were seen.
  constexpr bool next() {
    at_ = 0;
    while (count_ > 0 && ++taken_[count_ - 1] == options_[count_ - 1]) --count_;
    return count_ > 0;
  }
  constexpr bool full() const { return full_; }

 private:
  int at_ = 0, count_ = 0;
  bool full_ = false;
  int taken_[most], options_[most];
};

/// The cases of a map, one after the other. Of a tile of the output with indices o, …, o + t - 1 along each
/// dimension, a case says which tile of the operand it needs, for all o and t that fulfil the case's
/// conditions, which are its maps' domain. Dimensions of these maps are the offsets o, then the sizes t; their
/// runtime variables are the map's.
///
/// A case holds because: along each dimension the tile lies anywhere, or at multiples of a quotient's divisor,
/// so that index = divisor * (o' + i) + low; a quotient of place and index together is the same all over the
/// tile; indices then stand in sums whose values are evenly spaced: those in steps of a fill the gaps of those
/// in steps of a multiple of a. Results do not share an index.
class symbolic_tile_search {
 public:
  static constexpr int most_runs = 512;

  constexpr symbolic_tile_search() {}
  constexpr symbolic_tile_search(const map_tree& t, means with) { begin(t, with); }

  /// Before the first case of a map; once.
  constexpr void begin(const map_tree& t, means with) {
    with_ = with;
    symbolic::lower(t, whole_.m);
    usable_ = whole_.fits() && t.results <= extents::max_rank && 2 * t.dims + t.runtimes <= limits::variables &&
              3 * t.dims + t.ranges + t.runtimes <= limits::variables;
    if (!usable_) return;
    symbolic::simplify_domain(whole_.m);
    usable_ = whole_.fits();
    for (int d = 0; d < t.dims && usable_; ++d) find_alignments(d);
  }

  /// Goes to the next case. False after the last one.
  constexpr bool next() {
    while (usable_ && !done_ && runs_++ < most_runs) {
      const bool found = run() && !decisions_.full();
      done_ = !decisions_.next() || (found && unconditional_);
      if (found) return true;
    }
    return false;
  }

  /// Why there is no case, where there is none; of the attempt that lets tiles lie anywhere.
  constexpr no_tile why() const { return why_; }
  /// The result, or the constraint, that is to blame.
  constexpr int result() const { return blamed_; }

  /// The case's map into a fresh form, which is not simplified.
  constexpr void write(tile_part part, map_form& to) const {
    const map_form& m = out_.m;
    for (int v = 0; v < m.dims; ++v) to.add_dimension(m.p.range(v));
    for (int v = m.dims; v < m.variables(); ++v) to.add_runtime(m.p.range(v));
    to.known_empty |= m.known_empty;
    if (to.known_empty) return to.become_empty(whole_.m.results);
    symbolic::substitution s(to.p, m.p);
    for (int v = 0; v < m.variables(); ++v) s.replace(v, to.p.variable(v));
    for (int k = 0; k < whole_.m.results; ++k)
      to.add_result(part == tile_part::offset ? s.line(offset_[k])
                    : part == tile_part::size ? s.line(size_[k])
                                              : to.p.number(stride_[k]));
    for (int i = 0; i < m.constraints; ++i) to.add_constraint(s.line(m.constraint[i]), m.constraint_range[i]);
  }

 private:
  // Lines of `in_` are made of places and indices, those of `out_` of o, t and runtime variables.

  static constexpr int most_alignments = 6, most_parts = 16;

  /// Tiles that begin at phase + k * size and are as large as a multiple of size.
  struct alignment {
    i64 size = 1, phase = 0;
  };
  /// A sum of a line of out_ and one of in_.
  struct sum {
    int place = 0, within = 0;
    int run = 0;  ///< the attempt that made it
  };
  /// Values 0, stride, …: how many is a line of out_. Those of one dimension's index have its number.
  struct spaced {
    int size = 0;
    i64 stride = 1;
    int dimension = -1;
  };

  constexpr bool fail(no_tile why, int result) {
    if (runs_ == 1) {
      why_ = why;
      blamed_ = result;
    }
    return false;
  }

  // ---- variables

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

  /// o and t, of tiles that lie within the output, aligned.
  constexpr bool begin_case() {
    const pool& whole = whole_.p;
    out_.clear();
    in_.clear();
    for (int d = 0; d < dims(); ++d) out_.m.add_dimension(whole.range(d));
    for (int d = 0; d < dims(); ++d) out_.m.add_dimension({1, whole.range(d).count()});
    for (int v = whole_.m.dims + whole_.m.ranges; v < whole_.m.variables(); ++v)
      out_.m.add_runtime(whole.range(v));
    unconditional_ = true;
    for (int d = 0; d < dims(); ++d) {
      at_[d] = alignment_[d][decisions_.pick(alignments_[d])];
      fixed_[d] = false;
      const interval r = whole.range(d);
      const auto [size, phase] = at_[d];
      if (r.is_point()) continue;
      const int o = out_.p.variable(d), t = out_.p.variable(dims() + d);
      out_.m.add_constraint(out_.p.add(o, t), {r.lo + 1, r.hi + 1});
      require(symbolic::mod(out_.p, out_.p.shift(o, -phase), size), {0, 0});
      require(symbolic::mod(out_.p, t, size), {0, 0});
    }
    for (int d = 0; d < dims(); ++d) {
      const interval r = whole.range(d);
      const auto [size, phase] = at_[d];
      const interval places{ceil_div(r.lo - phase, size), floor_div(r.hi + 1 - phase, size) - 1};
      if (places.empty()) return false;
      in_.m.add_dimension(places);
    }
    for (int d = 0; d < dims(); ++d) in_.m.add_range({0, in_.p.range(d).hi - in_.p.range(d).lo});
    for (int d = 0; d < dims(); ++d) in_.m.add_range({0, at_[d].size - 1});
    for (int v = whole_.m.dims; v < whole_.m.variables(); ++v)
      v < whole_.m.dims + whole_.m.ranges ? in_.m.add_range(whole.range(v)) : in_.m.add_runtime(whole.range(v));
    int image[limits::variables];
    for (int v = 0; v < whole_.m.variables(); ++v) {
      if (v >= dims()) {
        image[v] = in_.p.variable(v + 2 * dims());
        continue;
      }
      const int block = in_.p.add(in_.p.variable(v), in_.p.variable(index(v)));
      image[v] = in_.p.shift(in_.p.add(in_.p.variable(low(v)), block, at_[v].size), at_[v].phase);
    }
    symbolic::substitution s(in_.p, whole, image);
    for (int k = 0; k < whole_.m.results; ++k) in_.m.add_result(s.line(whole_.m.result[k]));
    for (int i = 0; i < whole_.m.constraints; ++i) {
      const int line = s.line(whole_.m.constraint[i]);
      if (!symbolic::lies_in(in_.p, line, whole_.m.constraint_range[i]))
        in_.m.add_constraint(line, whole_.m.constraint_range[i]);
    }
    return in_.fits() && out_.fits();
  }

  /// A condition of the case.
  constexpr void require(int line, interval r) {
    if (symbolic::lies_in(out_.p, line, r)) return;
    out_.m.add_constraint(line, r);
    unconditional_ = false;
  }

  /// How many blocks of its alignment the tile has along a dimension.
  constexpr int blocks(int d) {
    return fixed_[d] ? out_.p.number(1)
                     : symbolic::floor_divide(out_.p, out_.p.variable(dims() + d), at_[d].size);
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
        image[v] = symbolic::floor_divide(out_.p, out_.p.shift(out_.p.variable(v), -at_[v].phase), at_[v].size);
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

  constexpr bool clips(int line, interval r) {
    map_form& m = in_.m;
    for (int k = 0; k < m.results; ++k)
      for (int sign = -1; sign < 2; sign += 2) {
        const int difference = m.p.add(line, m.result[k], -sign);
        if (!m.p.is_constant(difference)) continue;
        const i64 c = m.p.constant[difference];
        clip_[k] = intersect(clip_[k], (r + interval{-c, -c}) * sign);
        return true;
      }
    return false;
  }

  // ---- progressions

  constexpr bool add_part(int k, spaced p) {
    if (parts_[k] == most_parts) return fail(no_tile::not_counted, k);
    part_[k][parts_[k]++] = p;
    return true;
  }

  /// What a result has of quotients and residues of indices that nothing else has.
  constexpr bool take_own(int k) {
    pool& p = in_.p;
    const int line = in_.m.result[k];
    parts_[k] = 0;
    own_[k] = p.number(0);
    own_place_[k] = out_.p.number(0);
    for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
      const int a = p.atom[i];
      if (p.is_variable(a) || p.kind[a] != symbolic::atom_kind::quotient) continue;
      const variable_set s = set_of(a);
      if ((s & places()) == 0 || (s & indices()) == 0 || !is_plain(p.operand[a])) continue;
      const i64 x = p.coefficient[i], c = p.divisor[a];
      const bool is_residue = x % c == 0 && has_multiple(line, p.operand[a], -x / c);
      if (!is_alone(k, a, is_residue ? p.operand[a] : symbolic::no_line, s & ~places())) continue;
      sum inner;
      spaced values;
      int first = 0;
      if (!separate(p.operand[a], inner, no_tile::mixed_quotient, k) ||
          !single_progression(inner.within, first, values))
        continue;
      first = out_.p.add(first, inner.place);
      if (!(is_residue ? take_residue(k, a, -x / c, first, values) : take_quotient(k, a, x, first, values)))
        return false;
    }
    return true;
  }

  /// All numbers between its first and its last value, where the quotient's operand goes in steps of at most its
  /// divisor.
  constexpr bool take_quotient(int k, int a, i64 x, int first, spaced values) {
    const i64 c = in_.p.divisor[a];
    if (values.stride > c) return true;
    const int last = out_.p.add(first, out_.p.shift(values.size, -1), values.stride);
    const int from = symbolic::floor_divide(out_.p, first, c), to = symbolic::floor_divide(out_.p, last, c);
    own_[k] = in_.p.add(own_[k], in_.p.single(a), x);
    own_place_[k] = out_.p.add(own_place_[k], x > 0 ? from : to, x);
    return add_part(k, {out_.p.shift(out_.p.add(to, from, -1), 1), magnitude(x), -1});
  }

  /// y times a residue, as an option: all that there are, where the tile has a whole period.
  constexpr bool take_residue(int k, int a, i64 y, int first, spaced values) {
    if (decisions_.pick(2) == 0) return true;
    const i64 c = in_.p.divisor[a], step = gcd(values.stride, c);
    require(values.size, {c / step, i64_max});
    own_[k] = in_.p.add(own_[k], symbolic::mod(in_.p, in_.p.operand[a], c), y);
    own_place_[k] = out_.p.add(own_place_[k], symbolic::mod(out_.p, first, step), y);
    if (y < 0) own_place_[k] = out_.p.shift(own_place_[k], y * (c - step));
    return add_part(k, {out_.p.number(c / step), magnitude(y) * step, -1});
  }

  /// Whether the terms of a part stand in a line, times y.
  constexpr bool has_multiple(int line, int part_of_it, i64 y) const {
    for (int i = in_.p.begin[part_of_it], e = in_.p.end(part_of_it); i < e; ++i) {
      i64 expected = 0;
      if (!checked_mul(in_.p.coefficient[i], y, expected) ||
          in_.p.coefficient_of(line, in_.p.atom[i]) != expected)
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

  /// Whether the variables stand in one result only, in that atom and, where one is given, in the line's terms;
  /// constraints that clip are the result once more.
  constexpr bool is_alone(int k, int atom, int with_terms, variable_set s) const {
    for (int j = 0; j < in_.m.results; ++j) {
      const int line = in_.m.result[j];
      for (int i = in_.p.begin[line], e = in_.p.end(line); i < e; ++i) {
        const int a = in_.p.atom[i];
        const bool own =
            j == k && (a == atom || (with_terms != symbolic::no_line && in_.p.coefficient_of(with_terms, a) != 0));
        if (!own && (set_of(a) & s) != 0) return false;
      }
    }
    for (int i = 0; i < in_.m.constraints; ++i)
      if ((set_of_line(in_.m.constraint[i]) & s) != 0) return false;
    return true;
  }

  /// A line with one term of a dimension's index, or of known intervals alone.
  constexpr bool single_progression(int within, int& first, spaced& out) {
    int rest = 0;
    bool has[limits::variables];
    i64 coefficient[limits::variables];
    if (!cut(within, rest, has, coefficient)) return false;
    if (!in_.p.is_constant(rest)) {  // index * c + low, low in [0, c - 1], is one progression
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
      } else if (out_.p.is_constant(out.size) && c == out.stride * out_.p.constant[out.size]) {
        out.size = out_.p.scale(size, out_.p.constant[out.size]);
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
      if (why != no_tile::none || values.size == 0)
        return fail(why == no_tile::none ? no_tile::not_counted : why, k);
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

  constexpr bool is_one(const spaced& p) const {
    return (p.dimension >= 0 && fixed_[p.dimension]) ||
           (out_.p.is_constant(p.size) && out_.p.constant[p.size] == 1);
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

  // ---- results together

  /// Results share no index of a dimension: where they would, the tile has one block along it.
  constexpr bool share_nothing() {
    bool shared = false;
    variable_set tied = 0;
    for (int i = 0; i < in_.m.constraints; ++i) tied |= set_of_line(in_.m.constraint[i]);
    for (int j = 0; j < in_.m.results; ++j)
      for (int k = 0; k < j; ++k) {
        const variable_set a = set_of_line(sum_[j].within), b = set_of_line(sum_[k].within), both = a & b;
        for (int d = 0; d < dims(); ++d)
          if ((both >> index(d) & 1) != 0) fix(d);
        shared |= (both & ~indices()) != 0 || ((a & tied) != 0 && (b & tied) != 0);
      }
    return !shared || combine_freely();
  }

  constexpr bool combine_freely() {
    int line[limits::results];
    bool has[limits::variables];
    i64 coefficient[limits::variables], product = 1;
    for (int k = 0; k < in_.m.results; ++k) {
      if (!cut(sum_[k].within, line[k], has, coefficient)) return fail(no_tile::mixed_quotient, k);
      const image_count n = concrete().count(&line[k], 1);
      if (!n.known) return fail(no_tile::not_counted, k);
      product = saturating_mul(product, n.elements);
    }
    const image_count n = concrete().count(line, in_.m.results);
    if (!n.known) return fail(no_tile::not_counted, 0);
    return n.elements == product || fail(no_tile::no_product, 0);
  }

  /// Some index within the tile fulfils the constraints that are about known intervals alone.
  constexpr bool has_indices() {
    if (in_.m.constraints == 0) return true;
    const int none = in_.p.number(0);
    const image_count n = concrete().count(&none, 1);
    if (!n.known) return fail(no_tile::not_counted, 0);
    return n.elements != 0;
  }

  /// Those values of a result that its constraints allow.
  constexpr void clip(int k) {
    pool& p = out_.p;
    const interval r = clip_[k];
    const i64 s = stride_[k];
    int first = p.number(0), last = p.shift(size_[k], -1);
    if (r.lo != i64_min)
      first = symbolic::positive_part(p, symbolic::ceildiv(p, p.shift(p.scale(offset_[k], -1), r.lo), s));
    if (r.hi != i64_max)
      last = symbolic::min(p, last, symbolic::floor_divide(p, p.shift(p.scale(offset_[k], -1), r.hi), s));
    if (r == everything) return;
    offset_[k] = p.add(offset_[k], first, s);
    size_[k] = symbolic::positive_part(p, p.shift(p.add(last, first, -1), 1));
  }

  // ---- a case

  constexpr bool run() {
    if (whole_.m.known_empty) return run_empty();
    if (!begin_case() || !sort_constraints()) return false;
    const int results = in_.m.results;
    for (int k = 0; k < results; ++k)
      if (!take_own(k) || !separate(in_.p.add(in_.m.result[k], own_[k], -1), sum_[k],
                                              no_tile::mixed_quotient, k))
        return false;
    if (!share_nothing() || !has_indices()) return false;
    for (int k = 0; k < results; ++k)
      if (!take_parts(k)) return false;
    for (int k = 0; k < results; ++k)
      if (!merge(k)) return false;
    for (int k = 0; k < results; ++k) clip(k);
    return in_.fits() && out_.fits() && has_tiles();
  }

  constexpr bool run_empty() {
    out_.clear();
    for (int v = 0; v < 2 * dims(); ++v) out_.m.add_dimension(nothing);
    for (int v = 0; v < whole_.m.runtimes; ++v) out_.m.add_runtime(nothing);
    out_.m.known_empty = true;
    return unconditional_ = true;
  }

  /// Whether some tile fulfils the conditions.
  constexpr bool has_tiles() const {
    digit_form copy;
    write(tile_part::stride, copy.m);
    return copy.fits() && symbolic::simplify_domain(copy.m) && copy.fits();
  }

  means with_;
  digit_form whole_, in_, out_;
  bool usable_ = false, done_ = false, unconditional_ = true;
  int runs_ = 0, blamed_ = 0, merged_dimension_ = -1;
  no_tile why_ = no_tile::not_counted;
  decisions decisions_;
  int alignments_[limits::variables] = {};
  alignment alignment_[limits::variables][most_alignments];
  alignment at_[limits::variables];
  bool fixed_[limits::variables] = {};
  sum known_[pool::max_atoms];
  sum sum_[extents::max_rank];
  int own_[extents::max_rank] = {}, own_place_[extents::max_rank] = {};
  int parts_[extents::max_rank] = {};
  spaced part_[extents::max_rank][most_parts];
  interval clip_[extents::max_rank];
  int offset_[extents::max_rank] = {}, size_[extents::max_rank] = {};
  i64 stride_[extents::max_rank] = {};
};

}  // namespace mercator::analysis
