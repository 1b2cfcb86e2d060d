// Variables split into digits, so that quotients of them become linear: d0 floordiv 32 and d0 mod 32 are two digits.
#pragma once

#include "mercator/symbolic/compose.hpp"
#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/partition.hpp"

namespace mercator::analysis {

using symbolic::limits;
using symbolic::map_form;
using symbolic::pool;

/// A map over digits, and the variables that it had before as lines of them.
struct digit_form {
  pool p;
  map_form m{p};
  int variables = 0;               ///< of the map before
  int origin[limits::variables];   ///< each of them as a line

  constexpr digit_form() {}
  digit_form(const digit_form&) = delete;
  digit_form& operator=(const digit_form&) = delete;

  constexpr bool fits() const { return !p.full && !p.overflow; }

  constexpr void clear() {
    p.atoms = p.variables = p.terms = p.lines = p.facts = 0;
    p.overflow = p.full = p.congruences = false;
    p.all_small = true;
    m.dims = m.ranges = m.runtimes = m.results = m.constraints = 0;
    m.known_empty = false;
    variables = 0;
  }

  /// The variables before, where the digits have these values.
  constexpr void restore(const i64* digits, i64* out) const {
    for (int v = 0; v < variables; ++v) out[v] = symbolic::detail::line_value(p, origin[v], digits);
  }
};

namespace detail {

/// Where a variable is cut: v = size * high + low + offset, low in [0, size - 1]. Size 0: nowhere.
struct cut {
  i64 size = 0, offset = 0;
};

/// The largest cut that takes a digit of variable v out of a quotient in use.
constexpr cut cut_of(const pool& p, const bool* used, int v) {
  cut best;
  const i64 count = p.range(v).count();
  for (int a = p.variables; a < p.atoms; ++a) {
    if (!used[a] || p.kind[a] != symbolic::atom_kind::quotient) continue;
    const int line = p.operand[a];
    const i64 x = p.coefficient_of(line, v), c = p.divisor[a];
    if (x == 0) continue;
    const i64 size = c / gcd(magnitude(x), c);
    if (size >= count || size <= best.size || size == 1) continue;
    const bool alone = p.length[line] == 1, unit = magnitude(x) == 1;
    const i64 k = p.constant[line];
    best = {size, !alone || !unit ? p.lo[v] : floor_mod(x == 1 ? -k : k + 1, size)};
  }
  return best;
}

constexpr void add_like(map_form& out, const map_form& m, int v, interval r) {
  if (v < m.dims) out.add_dimension(r);
  else if (v < m.dims + m.ranges) out.add_range(r);
  else out.add_runtime(r);
}

/// Cuts every variable that can be cut once, into out, which is clear. False where none can.
constexpr bool cut_once(digit_form& from, digit_form& out) {
  const pool& p = from.p;
  const map_form& m = from.m;
  bool used[pool::max_atoms];
  for (int a = 0; a < p.atoms; ++a) used[a] = false;
  for (int i = 0; i < m.results; ++i) symbolic::mark_atoms(p, m.result[i], used);
  for (int i = 0; i < m.constraints; ++i) symbolic::mark_atoms(p, m.constraint[i], used);
  cut at[limits::variables];
  int number[limits::variables];
  bool any = false;
  int next = 0;
  for (int v = 0; v < m.variables(); ++v) {
    const interval r = p.range(v);
    number[v] = next++;
    if (next < limits::variables - m.variables()) at[v] = cut_of(p, used, v);
    if (at[v].size == 0) {
      add_like(out.m, m, v, r);
      continue;
    }
    any = true;
    ++next;
    add_like(out.m, m, v, floor_div(r + interval{-at[v].offset, -at[v].offset}, at[v].size));
    add_like(out.m, m, v, {0, at[v].size - 1});
  }
  if (!any) return false;
  int image[limits::variables];
  for (int v = 0; v < m.variables(); ++v) {
    image[v] = symbolic::detail::variable_line(out.p, number[v]);
    if (at[v].size == 0) continue;
    image[v] = out.p.shift(out.p.add(out.p.single(number[v] + 1), image[v], at[v].size), at[v].offset);
    const interval r = p.range(v), all = symbolic::term_bounds(out.p, image[v]);
    if (!(r == all)) out.m.add_constraint(image[v], r);
  }
  symbolic::substitution s(out.p, p, image);
  for (int i = 0; i < m.results; ++i) out.m.add_result(s.line(m.result[i]));
  for (int i = 0; i < m.constraints; ++i) out.m.add_constraint(s.line(m.constraint[i]), m.constraint_range[i]);
  out.variables = from.variables;
  for (int v = 0; v < from.variables; ++v) out.origin[v] = s.line(from.origin[v]);
  return true;
}

}  // namespace detail

namespace detail {

/// Variables x and z that the map has only as `ratio * x + z`, ratio the number of z's values: as one, they are all values
/// of an interval.
struct pair_of_digits {
  int x = -1, z = -1;
  i64 ratio = 0;
};

class digit_merge {
 public:
  constexpr digit_merge(digit_form& from, digit_form& to, bool in_order) : from_(from), to_(to), in_order_(in_order) {}

  /// Merges one pair into the other form. False where there is none.
  constexpr bool once() {
    const map_form& m = from_.m;
    for (int x = 0; x < m.variables(); ++x)
      for (int z = 0; z < m.variables(); ++z) {
        if (x == z || kind(x) != kind(z) || (in_order_ && z != x + 1)) continue;
        pair_ = {x, z, from_.p.range(z).count()};
        if (pair_.ratio < 2 || from_.p.range(x).count() < 2 || !is_written() || !is_one()) continue;
        build();
        return true;
      }
    return false;
  }

 private:
  constexpr int kind(int v) const {
    return v < from_.m.dims ? 0 : v < from_.m.dims + from_.m.ranges ? 1 : 2;
  }

  /// Whether some line has the pair so: what has not is not tried.
  constexpr bool is_written() const {
    const pool& p = from_.p;
    for (int line = 0; line < p.lines; ++line) {
      const i64 c = p.coefficient_of(line, pair_.z);
      i64 expected = 0;
      if (c != 0 && checked_mul(c, pair_.ratio, expected) && p.coefficient_of(line, pair_.x) == expected) return true;
    }
    return false;
  }

  constexpr interval merged_range() const {
    return from_.p.range(pair_.x) * pair_.ratio + from_.p.range(pair_.z);
  }

  /// Variables of the other form, with x or without it; z's place is taken by the sum.
  constexpr void begin(bool with_x) {
    to_.clear();
    for (int v = 0; v < from_.m.variables(); ++v)
      if (v != pair_.x || with_x) add_like(to_.m, from_.m, v, v == pair_.z ? merged_range() : from_.p.range(v));
  }

  constexpr int number(int v, bool with_x) const { return with_x || v < pair_.x ? v : v - 1; }

  /// Lines in place of all variables, with one of x in place of x, and u - ratio * x in place of z.
  constexpr void replace(int* image, int line_of_x, bool with_x) {
    for (int v = 0; v < from_.m.variables(); ++v)
      if (v != pair_.x) image[v] = symbolic::detail::variable_line(to_.p, number(v, with_x));
    image[pair_.x] = line_of_x;
    image[pair_.z] = to_.p.add(image[pair_.z], line_of_x, -pair_.ratio);
  }

  /// Whether nothing depends on x where the sum is given.
  constexpr bool is_one() {
    if (!merged_range().bounded()) return false;
    begin(true);
    int image[limits::variables];
    replace(image, to_.p.single(pair_.x), true);
    symbolic::substitution s(to_.p, from_.p, image);
    for (int i = 0; i < from_.m.results; ++i)
      if (has_x(s.line(from_.m.result[i]))) return false;
    for (int i = 0; i < from_.m.constraints; ++i)
      if (has_x(s.line(from_.m.constraint[i]))) return false;
    return to_.fits();
  }

  constexpr bool has_x(int line) const {
    bool used[pool::max_atoms];
    for (int a = 0; a < to_.p.atoms; ++a) used[a] = false;
    symbolic::mark_atoms(to_.p, line, used);
    return used[pair_.x];
  }

  constexpr void build() {
    begin(false);
    int image[limits::variables];
    replace(image, to_.p.number(from_.p.lo[pair_.x]), false);
    symbolic::substitution s(to_.p, from_.p, image);
    for (int i = 0; i < from_.m.results; ++i) to_.m.add_result(s.line(from_.m.result[i]));
    for (int i = 0; i < from_.m.constraints; ++i)
      to_.m.add_constraint(s.line(from_.m.constraint[i]), from_.m.constraint_range[i]);
    const int sum = to_.p.single(number(pair_.z, false));
    replace(image, symbolic::floordiv(to_.p, to_.p.shift(sum, -from_.p.lo[pair_.z]), pair_.ratio), false);
    symbolic::substitution origins(to_.p, from_.p, image);
    to_.variables = from_.variables;
    for (int v = 0; v < from_.variables; ++v) to_.origin[v] = origins.line(from_.origin[v]);
  }

  digit_form& from_;
  digit_form& to_;
  bool in_order_;
  pair_of_digits pair_;
};

}  // namespace detail

/// Whether a line's terms, added in any order over the box, stay far from the ends of 64 bits.
constexpr bool is_safe(const pool& p, int line) {
  constexpr i64 large = i64{1} << 60;
  i64 size = magnitude(p.constant[line]);
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const interval r = p.range(p.atom[i]);
    const i64 most = magnitude(r.lo) > magnitude(r.hi) ? magnitude(r.lo) : magnitude(r.hi);
    size = saturating_add(size, saturating_mul(magnitude(p.coefficient[i]), most));
  }
  return size < large;
}

/// Whether all lines of a map can be evaluated, and added to each other, without checks.
constexpr bool is_safe(const map_form& m) {
  const pool& p = m.p;
  if (p.all_small) return true;
  for (int a = p.variables; a < p.atoms; ++a)
    if (!is_safe(p, p.operand[a])) return false;
  for (int i = 0; i < m.results; ++i)
    if (!is_safe(p, m.result[i])) return false;
  for (int i = 0; i < m.constraints; ++i)
    if (!is_safe(p, m.constraint[i])) return false;
  return true;
}

/// Simplifies the domain; false where it is empty. A constraint that simplification leaves without variables is looked at.
constexpr bool has_points(map_form& m) {
  if (!symbolic::simplify_domain(m)) return false;
  for (int i = 0; i < m.constraints; ++i)
    if (m.p.is_constant(m.constraint[i]) && !m.constraint_range[i].contains(m.p.constant[m.constraint[i]]))
      m.known_empty = true;
  return !m.known_empty;
}

/// The map with its variables split into digits as often as that makes quotients go away, after digits of a sum that is
/// all that counts were put together. `a` holds the map and is used up with `b`; the form that holds the outcome is
/// returned, its domain simplified. A lack of room shows in its pool. `in_order` keeps the order of the points.
constexpr digit_form& split_digits(digit_form& a, digit_form& b, bool in_order = false) {
  constexpr int max_rounds = 24;
  digit_form *from = &a, *to = &b;
  from->variables = from->m.variables();
  for (int v = 0; v < from->variables; ++v) from->origin[v] = from->m.known_empty ? 0 : from->p.single(v);
  bool merging = from->p.atoms != from->p.variables || from->m.constraints != 0;
  for (int round = 0; round < max_rounds; ++round) {
    if (!has_points(from->m) || !from->fits()) break;
    merging = merging && detail::digit_merge(*from, *to, in_order).once();
    if (!merging) {
      to->clear();
      if (!detail::cut_once(*from, *to)) break;
    }
    digit_form* const done = from;
    from = to;
    to = done;
    if (round + 1 == max_rounds) has_points(from->m);
  }
  return *from;
}

}  // namespace mercator::analysis
