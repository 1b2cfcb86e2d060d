// Digits of one number that a map has as that number only, put together.
#pragma once

#include "mercator/analysis/digit_form.hpp"

namespace mercator::analysis {

namespace detail {

/// Variables x and z that the map has only as `ratio * x + z`, ratio the number of z's values: as one, they are
/// all values of an interval.
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
        if (x == z || is_runtime(x) != is_runtime(z) || (in_order_ && z != x + 1)) continue;
        pair_ = {x, z, from_.p.range(z).count()};
        if (pair_.ratio < 2 || from_.p.range(x).count() < 2 || !is_written() || !is_one()) continue;
        build();
        return true;
      }
    return false;
  }

 private:
  constexpr bool is_runtime(int v) const { return v >= from_.m.dims + from_.m.ranges; }

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

  constexpr interval merged_range() const { return from_.p.range(pair_.x) * pair_.ratio + from_.p.range(pair_.z); }

  /// Variables of the other form, with x or without it; z's place is taken by the sum.
  constexpr void begin(bool with_x) {
    to_.clear();
    for (int v = 0; v < from_.m.variables(); ++v)
      if (v != pair_.x || with_x) to_.m.add_like(from_.m, v, v == pair_.z ? merged_range() : from_.p.range(v));
  }

  constexpr int number(int v, bool with_x) const { return with_x || v < pair_.x ? v : v - 1; }

  /// Lines in place of all variables, with one of x in place of x, and u - ratio * x in place of z.
  constexpr void replace(int* image, int line_of_x, bool with_x) {
    for (int v = 0; v < from_.m.variables(); ++v)
      if (v != pair_.x) image[v] = to_.p.variable(number(v, with_x));
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

}  // namespace mercator::analysis
