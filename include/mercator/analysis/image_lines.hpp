// The results of a map as simpler lines that tell the same points apart.
#pragma once

#include "mercator/analysis/enumeration.hpp"

namespace mercator::analysis {

/// Lines in place of a map's results: two points have the same lines where they have the same results. A result
/// is divided into the digits that it is put together of, and lines are subtracted from each other. The first
/// results are keys, and of those the first are outer keys: where two points have the same keys, or outer keys,
/// they have the same lines in place of those. Lines have the level 0 of outer keys, 1 of other keys, 2 of the
/// rest.
class image_lines {
 public:
  static constexpr int max_lines = 2 * limits::results;
  static constexpr int max_steps = 4 * max_lines;  ///< more would only make the lines simpler

  static constexpr int levels = 3;

  constexpr image_lines(map_form& m, int keys, int outer = 0) : m_(m), p_(m.p) {
    for (int i = 0; i < m.results; ++i) add(m.result[i], i < outer ? 0 : i < keys ? 1 : 2);
    refine();
  }

  constexpr int count() const { return count_; }
  constexpr int operator[](int k) const { return line_[k]; }
  constexpr int level(int k) const { return level_[k]; }

  /// Merges variables x and z that stand in all lines and constraints as x + t*z with t at most the number of
  /// x's values: the same values, once. Takes variables that no line has out of their constraint. Changes the
  /// number of points. Whether points may have fallen together.
  constexpr bool merge_variables() {
    variable_sets sets(p_);
    variable_set within = 0, in_lines = 0;
    for (int k = 0; k < count_; ++k) {
      within |= sets.within_atoms(line_[k]);
      in_lines |= sets.line(line_[k]);
    }
    for (int i = 0; i < m_.constraints; ++i) within |= sets.within_atoms(m_.constraint[i]);
    bool merged = false;
    for (int v = 0; v < m_.variables(); ++v)
      if (((within | in_lines) >> v & 1) == 0) merged |= project(v);
    for (int x = 0; x < m_.variables(); ++x)
      for (int z = 0; z < m_.variables(); ++z)
        if (x != z && ((within >> x | within >> z) & 1) == 0) merged |= merge(x, z);
    if (merged) refine();
    return merged;
  }

 private:
  constexpr void add(int line, int level) {
    if (count_ == max_lines) {
      p_.full = true;
      return;
    }
    line_[count_] = line;
    level_[count_] = level;
    pivot_[count_++] = false;
  }

  constexpr void refine() {
    for (int step = 0; step < max_steps; ++step) {
      normalise();
      if (p_.full || p_.overflow ||
          (!turn_residues() && !split() && !subtract_single() && !drop_known() && !subtract_unit()))
        break;
    }
    for (int k = 0; k < count_ && !p_.all_small; ++k)
      if (!is_safe(p_, line_[k])) p_.overflow = true;
  }

  /// Without constants and common factors; constant lines go.
  constexpr void normalise() {
    int kept = 0;
    for (int k = 0; k < count_; ++k) {
      int line = p_.shift(line_[k], -p_.constant[line_[k]]);
      const i64 g = p_.content(line);
      if (g == 0) continue;
      line = p_.divided(line, g);
      line_[kept] = line;
      level_[kept] = level_[k];
      pivot_[kept++] = pivot_[k];
    }
    count_ = kept;
  }

  /// c*U + R with c larger than R's values are apart is told by U and R.
  constexpr bool split() {
    for (int k = 0; k < count_; ++k) {
      const int line = line_[k];
      if (p_.length[line] < 2) continue;
      for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
        if (magnitude(p_.coefficient[i]) != 1 && split(k, magnitude(p_.coefficient[i]))) return true;
    }
    return false;
  }

  constexpr bool split(int k, i64 c) {
    const int lower = part(line_[k], c, false);
    if (p_.length[lower] == 0) return false;
    const interval r = symbolic::bounds(p_, lower);
    if (!r.bounded() || r.empty() || saturating_add(r.hi, -r.lo) >= c) return false;
    line_[k] = part(line_[k], c, true);
    pivot_[k] = false;
    add(lower, level_[k]);
    return true;
  }

  constexpr int part(int line, i64 c, bool divisible) {
    const int from = p_.terms;
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
      if ((p_.coefficient[i] % c == 0) == divisible) p_.push(p_.coefficient[i], p_.atom[i]);
    return p_.close(0, from);
  }

  constexpr bool subtract_single() {
    bool any = false;
    for (int k = 0; k < count_; ++k)
      if (p_.length[line_[k]] == 1) any |= subtract(k, p_.begin[line_[k]]);
    return any;
  }

  /// A quotient of variables that are all known from other lines is known too.
  constexpr bool drop_known() {
    const variable_sets sets(p_);
    variable_set known[levels] = {};
    for (int k = 0; k < count_; ++k) {
      const int i = p_.begin[line_[k]];
      if (p_.length[line_[k]] != 1 || !p_.is_variable(p_.atom[i])) continue;
      for (int level = level_[k]; level < levels; ++level) known[level] |= one_variable(p_.atom[i]);
    }
    bool any = false;
    for (int k = 0; k < count_; ++k)
      for (int i = p_.end(line_[k]) - 1; i >= p_.begin[line_[k]] && !p_.is_variable(p_.atom[i]); --i) {
        if ((sets.line(p_.operand[p_.atom[i]]) & ~known[level_[k]]) != 0) continue;
        line_[k] = p_.without(line_[k], i);
        i = p_.end(line_[k]);
        any = true;
      }
    return any;
  }

  /// (A + B) mod c, where B is known from other lines, is told by A mod c.
  constexpr bool turn_residues() {
    for (int k = 0; k < count_; ++k) {
      const int n = numerator(k);
      if (n == symbolic::no_line) continue;
      const i64 c = -p_.coefficient[p_.end(line_[k]) - 1];
      const int from = p_.terms;
      for (int i = p_.begin[n], e = p_.end(n); i < e; ++i)
        if (!is_known_to(k, p_.atom[i])) p_.push(p_.coefficient[i], p_.atom[i]);
      const int rest = p_.close(0, from);
      if (p_.length[rest] == p_.length[n] && p_.constant[n] == 0) continue;
      line_[k] = symbolic::mod(p_, rest, c);
      pivot_[k] = false;
      return true;
    }
    return false;
  }

  /// N where line k is N - c * floor(N / c), but for a constant and for what is known from other lines; else
  /// no_line.
  constexpr int numerator(int k) const {
    const int line = line_[k], b = p_.begin[line], last = p_.end(line) - 1;
    if (last < b || p_.is_variable(p_.atom[last])) return symbolic::no_line;
    const int q = p_.atom[last], n = p_.operand[q];
    if (p_.kind[q] != symbolic::atom_kind::quotient || p_.coefficient[last] != -p_.divisor[q]) return symbolic::no_line;
    for (int i = b; i < last; ++i)
      if (p_.coefficient_of(n, p_.atom[i]) != p_.coefficient[i] && !is_known_to(k, p_.atom[i]))
        return symbolic::no_line;
    for (int j = p_.begin[n]; j < p_.end(n); ++j)
      if (p_.coefficient_of(line, p_.atom[j]) != p_.coefficient[j] && !is_known_to(k, p_.atom[j]))
        return symbolic::no_line;
    return n;
  }

  constexpr bool is_known_to(int k, int atom) const {
    for (int j = 0; j < count_; ++j)
      if (j != k && level_[j] <= level_[k] && p_.length[line_[j]] == 1 && p_.atom[p_.begin[line_[j]]] == atom)
        return true;
    return false;
  }

  constexpr bool subtract_unit() {
    for (int k = 0; k < count_; ++k) {
      if (pivot_[k]) continue;
      for (int i = p_.begin[line_[k]], e = p_.end(line_[k]); i < e; ++i)
        if (p_.is_variable(p_.atom[i]) && magnitude(p_.coefficient[i]) == 1 && subtract(k, i)) {
          pivot_[k] = true;
          return true;
        }
    }
    return false;
  }

  /// Takes the atom of line k's term at i, whose coefficient is 1 or -1, out of the other lines.
  constexpr bool subtract(int k, int i) {
    const int a = p_.atom[i];
    const i64 sign = p_.coefficient[i];
    bool any = false;
    for (int j = 0; j < count_; ++j) {
      const i64 c = j == k || level_[j] < level_[k] ? 0 : p_.coefficient_of(line_[j], a);
      if (c == 0) continue;
      line_[j] = p_.add(line_[j], line_[k], -c * sign);
      any = true;
    }
    return any;
  }

  /// A variable that one constraint has, and nothing else, goes: the rest of the constraint's line reaches its
  /// interval where it comes as near as the variable spans.
  constexpr bool project(int v) {
    int at = -1;
    i64 c = 0;
    for (int i = 0; i < m_.constraints; ++i) {
      const i64 x = p_.coefficient_of(m_.constraint[i], v);
      if (x == 0) continue;
      if (at >= 0) return false;
      at = i;
      c = x;
    }
    if (at < 0) return false;
    const interval r = m_.constraint_range[at];
    if (r.bounded() && saturating_add(r.hi, -r.lo) < magnitude(c) - 1) return false;
    m_.constraint[at] = without(m_.constraint[at], v);
    m_.constraint_range[at] = r + p_.range(v) * -c;
    return true;
  }

  constexpr bool merge(int x, int z) {
    i64 t = 0;
    for (int k = 0; k < count_; ++k)
      if (!has_ratio(line_[k], x, z, t)) return false;
    for (int i = 0; i < m_.constraints; ++i)
      if (!has_ratio(m_.constraint[i], x, z, t)) return false;
    const interval rx = p_.range(x), rz = p_.range(z);
    if (t == 0 || magnitude(t) > rx.count()) return false;
    const interval sum = rx + rz * t;
    if (!sum.bounded()) return false;
    for (int k = 0; k < count_; ++k) line_[k] = without(line_[k], z);
    for (int i = 0; i < m_.constraints; ++i) m_.constraint[i] = without(m_.constraint[i], z);
    p_.lo[x] = sum.lo;
    p_.hi[x] = sum.hi;
    if (sum.lo <= -pool::small || sum.hi >= pool::small) p_.all_small = false;
    return true;
  }

  /// Whether z has t times x's coefficient in the line; the first line that has both says t, which is 0 before.
  constexpr bool has_ratio(int line, int x, int z, i64& t) const {
    const i64 cx = p_.coefficient_of(line, x), cz = p_.coefficient_of(line, z);
    if (cx == 0) return cz == 0;
    if (t == 0 && cz % cx == 0) t = cz / cx;
    i64 expected = 0;
    return t != 0 && checked_mul(t, cx, expected) && expected == cz;
  }

  constexpr int without(int line, int z) {
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
      if (p_.atom[i] == z) return p_.without(line, i);
    return line;
  }

  map_form& m_;
  pool& p_;
  int count_ = 0;
  int line_[max_lines];
  int level_[max_lines];
  bool pivot_[max_lines];
};

}  // namespace mercator::analysis
