// Equations solved for variables of few values by looking at all of these: what algebra leaves over.
#pragma once

#include "mercator/symbolic/point_function.hpp"
#include "mercator/symbolic/point_values.hpp"
#include "mercator/symbolic/points.hpp"
#include "mercator/symbolic/solve.hpp"

namespace mercator::symbolic {

/// How many points solving_by_points looks at, and of how many pieces a function may be.
struct solving_budget {
  i64 points = point_function::max_points;
  int pieces = point_function::max_pieces;
};

/// Finds an unknown of equations as a function of their right sides: of one of them, of it modulo what the
/// unknowns left out are multiples of, or of several together. All points of the box are looked at that the
/// unknowns span which are left in, with the known variables that stand in quotients and constraints beside
/// them: what holds of them holds on the domain.
class solving_by_points {
 public:
  static constexpr i64 max_points = point_function::max_points;

  constexpr solving_by_points(const map_form& m, equations& e, pool& target, solving_budget budget)
      : m_(m), from_(m.p), e_(e), to_(target), budget_(budget), at_(m.p) {}

  /// Solves for one variable more. False where none can be.
  constexpr bool solve_one() {
    some_known_ = false;
    return solve_one(true) || (some_known_ && solve_one(false));
  }

 private:
  static constexpr int max_parts = 8;

  constexpr int wanted() const { return m_.dims + m_.ranges; }

  constexpr bool solve_one(bool with_known) {
    int unknowns = 0;
    for (int v = 0; v < wanted(); ++v) {
      if (e_.is_known(v)) continue;
      ++unknowns;
      if (solve_for(v, v + 1, with_known)) return true;
    }
    return unknowns > 1 && solve_for(0, wanted(), with_known);
  }

  /// One of the unknowns among the variables from first to last - 1.
  constexpr bool solve_for(int first, int last, bool with_known) {
    if (!span(first, last, with_known) || !find_parts()) return false;
    if (!look_at_points()) return false;
    for (int together = 1; together <= parts_; ++together)
      for (int v = first; v < last; ++v)
        if (!e_.is_known(v) && take_best(v, together)) return true;
    return false;
  }

  // ---- what is looked at

  /// The variables that are given values. False where they have too many.
  constexpr bool span(int first, int last, bool with_known) {
    at_.clear();
    for (int v = first; v < last; ++v)
      if (!e_.is_known(v)) at_.take(v);
    if (with_known) {
      for (int a = m_.variables(); a < from_.atoms; ++a) take_known_beside(from_.operand[a]);
      for (int i = 0; i < m_.constraints; ++i) take_known_beside(m_.constraint[i]);
    }
    i64 points = 1;
    for (int v = 0; v < m_.variables(); ++v) {
      if (from_.range(v).is_point()) at_.take(v);
      if (at_.has(v)) points = saturating_mul(points, from_.range(v).bounded() ? from_.range(v).count() : i64_max);
    }
    at_.take_atoms();
    return points <= budget_.points;
  }

  constexpr void take_known_beside(int line) {
    bool unknown = false;
    for (int v = 0; v < wanted(); ++v) unknown |= at_.has(v) && !e_.is_known(v) && speaks_of(line, v);
    for (int v = 0; v < m_.variables() && unknown; ++v)
      if (e_.is_known(v) && speaks_of(line, v)) {
        at_.take(v);
        some_known_ = true;
      }
  }

  constexpr bool speaks_of(int line, int v) const {
    for (int i = from_.begin[line], e = from_.end(line); i < e; ++i) {
      const int a = from_.atom[i];
      if (a == v || (!from_.is_variable(a) && speaks_of(from_.operand[a], v))) return true;
    }
    return false;
  }

  /// What a key can be made of: results that the points give, right sides of equations, known variables and
  /// quotients.
  constexpr bool find_parts() {
    parts_ = 0;
    for (int j = 0; j < m_.results; ++j)
      if (at_.is_known(m_.result[j]) && !from_.is_constant(m_.result[j])) add_part(m_.result[j], to_.single(j), 0);
    for (int k = 0; k < e_.count(); ++k) {
      const int line = e_.left(k);
      i64 left_out = 0;
      bool some = false;
      for (int i = from_.begin[line], e = from_.end(line); i < e; ++i) {
        some |= at_.has(from_.atom[i]);
        if (!at_.has(from_.atom[i])) left_out = gcd(left_out, magnitude(from_.coefficient[i]));
      }
      if (some && left_out != 1) add_part(line, e_.right(k), left_out);
    }
    for (int a = 0; a < from_.atoms; ++a)
      if (at_.has(a) && e_.is_known(a) && !from_.range(a).is_point()) add_part(a, e_.solution(a), is_atom);
    return parts_ != 0;
  }

  constexpr void add_part(int left, int right, i64 modulus) {
    if (parts_ == max_parts) return;
    part_left_[parts_] = left;
    part_modulus_[parts_] = modulus;
    part_right_[parts_++] = modulus > 0 ? mod(to_, right, modulus) : right;
  }

  // ---- points

  /// Values of parts and variables at every point that those constraints allow which can be evaluated. False
  /// where one does not fit.
  constexpr bool look_at_points() {
    interval box[limits::variables];
    for (int v = 0; v < m_.variables(); ++v) {
      box[v] = at_.has(v) ? from_.range(v) : interval{0, 0};
      at_.values()[v] = box[v].lo;
    }
    points_ = 0;
    do {
      if (!at_.compute()) return false;
      if (is_allowed() && !keep_point()) return false;
    } while (next_point(at_.values(), box, 0, m_.variables()));
    return points_ != 0;
  }

  constexpr bool is_allowed() const {
    for (int i = 0; i < m_.constraints; ++i) {
      i64 x = 0;
      if (at_.is_known(m_.constraint[i]) && at_.sum(m_.constraint[i], x) && !m_.constraint_range[i].contains(x))
        return false;
    }
    return true;
  }

  constexpr bool keep_point() {
    for (int v = 0; v < wanted(); ++v) variable_at_[v][points_] = at_.value(v);
    for (int k = 0; k < parts_; ++k) {
      i64 x = 0;
      if (part_modulus_[k] == is_atom)
        x = at_.value(part_left_[k]);
      else if (!at_.sum(part_left_[k], x))
        return false;
      part_at_[k][points_] = part_modulus_[k] > 0 ? floor_mod(x, part_modulus_[k]) : x;
    }
    ++points_;
    return true;
  }

  // ---- a function

  /// Variable v as a function of so many parts together, if it is one; of the fewest pieces.
  constexpr bool take_best(int v, int together) {
    int best = 0, fewest = budget_.pieces + 1;
    for (int first = 0; first < parts_; ++first) {
      digits key;
      if (!make_key(first, together, key) || !fit(v, key) || function_.pieces() >= fewest) continue;
      best = first;
      fewest = function_.pieces();
    }
    digits key;
    if (fewest > budget_.pieces || !make_key(best, together, key) || !fit(v, key)) return false;
    int line = to_.number(0);
    for (int k = 0; k < together; ++k) line = to_.add(line, part_right_[(best + k) % parts_], key.factor[k]);
    e_.give(v, function_.line(to_, line));
    return !to_.overflow && !to_.full;
  }

  /// Parts first, first + 1, … as digits of one number.
  struct digits {
    int first, count;
    i64 factor[max_parts];
  };

  constexpr bool make_key(int first, int together, digits& out) const {
    out.first = first;
    out.count = together;
    i64 factor = 1;
    for (int k = together - 1; k >= 0; --k) {
      const i64* at = part_at_[(first + k) % parts_];
      interval r{at[0], at[0]};
      for (int i = 1; i < points_; ++i) r = hull(r, {at[i], at[i]});
      out.factor[k] = factor;
      factor = saturating_mul(factor, r.count());
      if (factor >= pool::small) return false;
    }
    return true;
  }

  constexpr bool fit(int v, const digits& by) {
    function_.clear();
    for (int i = 0; i < points_; ++i) {
      i64 x = 0;
      for (int k = 0; k < by.count; ++k)
        if (!checked_multiply_add(x, by.factor[k], part_at_[(by.first + k) % parts_][i], x)) return false;
      function_.add(x, variable_at_[v][i]);
    }
    return function_.fit();
  }

  static constexpr i64 is_atom = -1;  ///< in the place of a modulus: of a known atom

  const map_form& m_;
  const pool& from_;
  equations& e_;
  pool& to_;
  solving_budget budget_;
  bool some_known_ = false;  ///< that make it more points
  point_values at_;
  int parts_ = 0, points_ = 0;
  int part_left_[max_parts], part_right_[max_parts];
  i64 part_modulus_[max_parts];
  i64 part_at_[max_parts][max_points], variable_at_[limits::variables][max_points];
  point_function function_;
};

}  // namespace mercator::symbolic
