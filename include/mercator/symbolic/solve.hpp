// Results solved for the variables that they are made of: what inverse and converse stand on.
#pragma once

#include "mercator/symbolic/substitute.hpp"

namespace mercator::symbolic {

/// The equations `result_j(x) = y_j` of a map, its atoms the unknowns, solved by integer elimination and by taking off
/// mixed-radix digits. Every step is a consequence of the equations on the map's domain: where a variable is solved, it
/// has no other value there.
class equations {
 public:
  /// y_j is variable j of the target; the runtime variables of m are the lines runtime[...] of the target.
  constexpr equations(map_form& m, pool& target, const int* runtime) : m_(m), from_(m.p), to_(target) {
    for (int a = 0; a < from_.atoms; ++a) known_[a] = no_line;
    for (int v = 0; v < m.dims + m.ranges; ++v)
      if (from_.range(v).is_point()) known_[v] = to_.number(from_.range(v).lo);
    for (int i = 0; i < m.runtimes; ++i) known_[m.dims + m.ranges + i] = runtime[i];
    for (int j = 0; j < m.results; ++j) add(m.result[j], to_.single(j));
  }

  constexpr bool is_known(int variable) const { return known_[variable] != no_line; }
  constexpr int solution(int variable) const { return known_[variable]; }
  constexpr void give(int variable, int line) { known_[variable] = line; }

  /// Solves as far as it goes.
  constexpr void solve() {
    while (!to_.full && !from_.full && (take_known() || take_single() || take_digit() || eliminate())) {
    }
  }

 private:
  static constexpr int max_equations = 2 * limits::results;

  constexpr void add(int left, int right) {
    if (count_ == max_equations) return;
    left_[count_] = left;
    right_[count_] = right;
    pivot_[count_++] = -1;
  }

  /// Known atoms go to the right; a quotient of known things is known.
  constexpr bool take_known() {
    bool changed = false;
    for (int a = m_.variables(); a < from_.atoms; ++a)
      if (known_[a] == no_line && all_known(from_.operand[a])) {
        const int inner = image(from_.operand[a]);
        known_[a] = from_.kind[a] == atom_kind::quotient ? floor_divide(to_, inner, from_.divisor[a])
                                                         : positive_part(to_, inner);
        changed = true;
      }
    for (int k = 0; k < count_; ++k)
      for (int i = from_.end(left_[k]) - 1; i >= from_.begin[left_[k]]; --i) {
        const int a = from_.atom[i];
        if (known_[a] == no_line) continue;
        right_[k] = to_.add(right_[k], known_[a], -from_.coefficient[i]);
        left_[k] = from_.without(left_[k], i);
        i = from_.end(left_[k]);
        changed = true;
      }
    return changed;
  }

  constexpr bool all_known(int line) const {
    for (int i = from_.begin[line], e = i + from_.length[line]; i < e; ++i)
      if (known_[from_.atom[i]] == no_line) return false;
    return true;
  }

  constexpr int image(int line) {
    int sum = to_.number(from_.constant[line]);
    for (int i = from_.begin[line], e = i + from_.length[line]; i < e; ++i)
      sum = to_.add(sum, known_[from_.atom[i]], from_.coefficient[i]);
    return sum;
  }

  /// c*a + k = y gives a = (y - k) / c, which is exact on the image.
  constexpr bool take_single() {
    for (int k = 0; k < count_; ++k) {
      if (from_.length[left_[k]] != 1) continue;
      const int i = from_.begin[left_[k]];
      known_[from_.atom[i]] =
          floordiv(to_, to_.shift(right_[k], -from_.constant[left_[k]]), from_.coefficient[i]);
      return true;
    }
    return false;
  }

  /// c*U + R = y with l <= R < l + c gives U = (y - l) floordiv c and R = y - c*U.
  constexpr bool take_digit() {
    for (int k = 0; k < count_; ++k)
      for (int i = from_.begin[left_[k]], e = i + from_.length[left_[k]]; i < e; ++i)
        if (magnitude(from_.coefficient[i]) != 1 && split(k, magnitude(from_.coefficient[i]))) return true;
    return false;
  }

  constexpr bool split(int k, i64 c) {
    const int line = left_[k];
    int from = from_.terms;
    for (int i = from_.begin[line], e = i + from_.length[line]; i < e; ++i)
      if (from_.coefficient[i] % c != 0) from_.push(from_.coefficient[i], from_.atom[i]);
    const int lower = from_.close(from_.constant[line], from);
    const interval r = bounds(from_, lower);
    if (!r.bounded() || r.empty() || saturating_add(r.hi, -r.lo) >= c) return false;
    from = from_.terms;
    for (int i = from_.begin[line], e = i + from_.length[line]; i < e; ++i)
      if (from_.coefficient[i] % c == 0) from_.push(from_.coefficient[i] / c, from_.atom[i]);
    const int upper = from_.close(0, from);
    const int quotient = floor_divide(to_, to_.shift(right_[k], -r.lo), c);
    if (from_.length[lower] != 0) add(lower, to_.add(right_[k], quotient, -c));
    left_[k] = upper;
    right_[k] = quotient;
    return true;
  }

  /// A term with coefficient 1 or -1 is taken out of the other equations; quotients first, since what is left without
  /// them has digits.
  constexpr bool eliminate() { return eliminate(false) || eliminate(true); }

  constexpr bool eliminate(bool variables) {
    for (int k = 0; k < count_; ++k) {
      if (pivot_[k] >= 0 || from_.length[left_[k]] < 2) continue;
      for (int i = from_.begin[left_[k]], e = i + from_.length[left_[k]]; i < e; ++i) {
        const int a = from_.atom[i];
        if (from_.is_variable(a) != variables || magnitude(from_.coefficient[i]) != 1 ||
            !take_out_of_others(k, a, from_.coefficient[i]))
          continue;
        pivot_[k] = a;
        return true;
      }
    }
    return false;
  }

  constexpr bool take_out_of_others(int k, int a, i64 sign) {
    bool changed = false;
    for (int j = 0; j < count_; ++j) {
      const i64 c = j == k ? 0 : from_.coefficient_of(left_[j], a);
      if (c == 0) continue;
      left_[j] = from_.add(left_[j], left_[k], -c * sign);
      right_[j] = to_.add(right_[j], right_[k], -c * sign);
      changed = true;
    }
    return changed;
  }

  map_form& m_;
  pool& from_;
  pool& to_;
  int known_[pool::max_atoms];
  int count_ = 0;
  int left_[max_equations], right_[max_equations], pivot_[max_equations];
};

}  // namespace mercator::symbolic
