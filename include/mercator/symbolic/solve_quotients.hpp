// Equations solved for sums of several unknowns in quotients: what the other steps leave over.
#pragma once

#include "mercator/symbolic/solve.hpp"

namespace mercator::symbolic {

/// Equations with steps that are taken where there are no others: what they solve is often longer.
class quotient_equations : public equations {
 public:
  constexpr quotient_equations(map_form& m, pool& target, const int* runtime) : equations(m, target, runtime) {
    for (int a = 0; a < from_.atoms; ++a) is_taken_[a] = false;
  }

  /// One step more: each quotient allows one. False where there is none.
  constexpr bool solve_further() {
    for (int q = m_.variables(); q < from_.atoms; ++q) {
      if (!has_room() || count_ == max_equations) return false;
      if (from_.kind[q] != atom_kind::quotient || is_taken_[q]) continue;
      if (take_in_known(q) || take_beside(q) || take_by_equation(q)) return is_taken_[q] = true;
    }
    return false;
  }

 private:
  /// Whether a step was taken; if not, nothing is left of it.
  template <class Step>
  constexpr bool attempt(Step step) {
    const pool::mark from = from_.checkpoint(), to = to_.checkpoint();
    if (step()) return true;
    from_.restore(from);
    to_.restore(to);
    return false;
  }

  // ---- N floordiv c = y: N is one of c values, one after the other

  constexpr bool take_in_known(int q) {
    return known_[q] != no_line && attempt([&] { return take_sum(q, from_.operand[q], known_[q], -1, 0); });
  }

  /// S + N floordiv c = y is (c*S + N) floordiv c = y.
  constexpr bool take_beside(int q) {
    for (int k = 0; k < count_; ++k) {
      const i64 sign = from_.coefficient_of(left_[k], q);
      if (magnitude(sign) == 1 && attempt([&] {
            const int beside = from_.plus(left_[k], q, -sign);
            const int sum = from_.add(from_.operand[q], beside, sign * from_.divisor[q]);
            return !from_.overflow && take_sum(q, sum, to_.scale(right_[k], sign), k, sign);
          }))
        return true;
    }
    return false;
  }

  /// The sum floordiv the divisor c of q is a value, as an equation says that has q times a sign, or q is known.
  constexpr bool take_sum(int q, int sum, int value, int equation, i64 sign) {
    const i64 c = from_.divisor[q];
    if (all_known(sum)) return false;
    const int unknown = unknown_part(sum);
    const int least = to_.add(to_.scale(value, c), image(sum), -1);
    if (take_upper(unknown, c, least)) return true;
    for (int k = 0; k < count_; ++k) {
      if (k == equation) continue;
      const i64 times = equation < 0 ? 0 : -sign * from_.coefficient_of(left_[k], q);
      const int left = times == 0 ? left_[k] : from_.add(left_[k], left_[equation], times);
      const int right = times == 0 ? right_[k] : to_.add(right_[k], right_[equation], times);
      if (take_by_residue(unknown, c, least, left, right) || take_by_difference(unknown, c, least, left, right))
        return true;
    }
    return false;
  }

  /// What is of such a sum a multiple of something, where what is not has few values.
  constexpr bool take_upper(int sum, i64 c, int least) {
    if (take_upper(sum, from_.content(sum), c, least)) return true;
    for (int i = from_.begin[sum], e = from_.end(sum); i < e; ++i)
      if (take_upper(sum, magnitude(from_.coefficient[i]), c, least)) return true;
    return false;
  }

  /// The multiple of x in a sum of c values from the least on, where what is below has so few values that there is one.
  constexpr bool take_upper(int sum, i64 x, i64 c, int least) {
    if (x < c) return false;
    const pool::mark before = from_.checkpoint();
    const int lower = part(sum, [&](int i) { return from_.coefficient[i] % x != 0; });
    const interval r = bounds(from_, lower);
    const bool fits = is_digit(r, x - c + 1);
    from_.restore(before);
    if (!fits) return false;
    const int upper = part(sum, [&](int i) { return from_.coefficient[i] % x == 0; });
    add(from_.divided(upper, x), ceildiv(to_, to_.shift(least, -r.hi), x));
    return true;
  }

  /// A sum of c values from the least on, where an equation says it modulo m >= c.
  constexpr bool take_by_residue(int sum, i64 c, int least, int left, int right) {
    for (int i = from_.begin[left], e = from_.end(left); i < e; ++i) {
      const i64 m = magnitude(from_.coefficient[i]), t = m < c ? 0 : multiple_in(sum, left, m);
      if (t == 0) continue;
      const int residue = to_.scale(to_.shift(right, -from_.constant[left]), t);
      add(sum, to_.add(least, mod(to_, to_.add(residue, least, -1), m)));
      return true;
    }
    return false;
  }

  /// The same of a sum less a multiple of what an equation says.
  constexpr bool take_by_difference(int sum, i64 c, int least, int left, int right) {
    for (int i = from_.begin[left], e = from_.end(left); i < e; ++i) {
      const i64 x = from_.coefficient_of(sum, from_.atom[i]), y = from_.coefficient[i];
      if (x == 0 || x % y != 0) continue;
      const pool::mark before = from_.checkpoint();
      const int rest = from_.add(sum, left, -(x / y));
      if (!from_.overflow && !from_.full &&
          take_upper(from_.part(from_.begin[rest], from_.length[rest]), c,
                     to_.shift(to_.add(least, right, -(x / y)), -from_.constant[rest])))
        return true;
      from_.restore(before);
    }
    return false;
  }

  // ---- (t*L + c*Z) floordiv c = Z + t*L floordiv c, where an equation says L

  constexpr bool take_by_equation(int q) {
    for (int k = 0; k < count_ && known_[q] == no_line; ++k) {
      const i64 c = from_.divisor[q], t = multiple_in(from_.operand[q], left_[k], c);
      if (t != 0 && attempt([&] {
            const int rest = from_.add(from_.operand[q], left_[k], -t);
            const int left = from_.plus(from_.scale(from_.divided(unknown_part(rest), c), -1), q, 1);
            if (from_.is_constant(left)) return false;
            add(left, floor_divide(to_, to_.add(image(rest), right_[k], t), c));
            return true;
          }))
        return true;
    }
    return false;
  }

  // ---- parts of lines

  /// t such that a sum less t times the left side of an equation has only multiples of m of unknowns; 0 if there is
  /// none.
  constexpr i64 multiple_in(int sum, int left, i64 m) {
    int first = from_.begin[sum];
    while (first < from_.end(sum) && is_known(from_.atom[first])) ++first;
    if (m < 2 || m >= pool::small || first == from_.end(sum)) return 0;
    const i64 x = from_.coefficient[first], y = from_.coefficient_of(left, from_.atom[first]);
    if (y == 0 || gcd(magnitude(y), m) != 1) return 0;
    i64 t = floor_mod(floor_mod(x, m) * inverse_modulo(y, m), m);
    if (t > m / 2) t -= m;
    const pool::mark before = from_.checkpoint();
    const int rest = from_.add(sum, left, -t);
    bool divides = !from_.overflow && !from_.full;
    for (int i = from_.begin[rest], e = from_.end(rest); i < e && divides; ++i)
      divides = is_known(from_.atom[i]) || from_.coefficient[i] % m == 0;
    from_.restore(before);
    return divides ? t : 0;
  }

  /// The terms of a line at places that are wanted.
  template <class Wanted>
  constexpr int part(int line, Wanted is_wanted) {
    const int from = from_.terms;
    for (int i = from_.begin[line], e = from_.end(line); i < e; ++i)
      if (is_wanted(i)) from_.push(from_.coefficient[i], from_.atom[i]);
    return from_.close(0, from);
  }

  constexpr int unknown_part(int line) {
    return part(line, [&](int i) { return !is_known(from_.atom[i]); });
  }

  bool is_taken_[pool::max_atoms];
};

}  // namespace mercator::symbolic
