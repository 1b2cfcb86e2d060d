// Equations solved for sums of several unknowns in quotients: what the other steps leave over.
#pragma once

#include "mercator/symbolic/solve.hpp"

namespace mercator::symbolic {

/// Equations with steps that are taken where there are no others: what they solve is often longer.
class quotient_equations : public equations {
 public:
  constexpr quotient_equations(map_form& m, pool& target, const int* runtime) : equations(m, target, runtime) {
    for (int a = 0; a < pool::max_atoms; ++a) known_at_quotient_[a] = -1;
    for (int i = 0; i < m.constraints; ++i) known_at_constraint_[i] = -1;
  }

  /// One step more: each quotient and constraint allows one, and another when more is known. False where there is none.
  constexpr bool solve_further() {
    int known = 0;
    for (int a = 0; a < from_.atoms; ++a) known += is_known(a);
    for (int q = m_.variables(); q < from_.atoms; ++q) {
      if (!has_room() || count_ == max_equations) return false;
      if (from_.kind[q] != atom_kind::quotient || known_at_quotient_[q] == known) continue;
      if (take_in_known(q) || take_beside(q) || take_by_equation(q)) {
        known_at_quotient_[q] = known;
        return true;
      }
    }
    for (int i = 0; i < m_.constraints && has_room() && count_ != max_equations; ++i)
      if (known_at_constraint_[i] != known && take_constraint(i)) {
        known_at_constraint_[i] = known;
        return true;
      }
    return take_from_positive_part() || take_residues_together() || take_residue_of_two();
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
    const int least = to_.add(to_.scale(value, c), image(sum), -1);
    return take_window(unknown_part(sum), c, least, q, equation, sign);
  }

  /// lo <= N <= hi: N is one of so many values too.
  constexpr bool take_constraint(int i) {
    const interval r = m_.constraint_range[i];
    const int line = m_.constraint[i];
    return r.bounded() && !all_known(line) && attempt([&] {
             return take_window(unknown_part(line), r.count(), to_.add(to_.number(r.lo), image(line), -1), -1, -1, 0);
           });
  }

  /// A sum is one of c values from the least on, as an equation says that has q times a sign, if there is one.
  constexpr bool take_window(int unknown, i64 c, int least, int q, int equation, i64 sign) {
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

  /// What is of such a sum a multiple of something, where what is not, or is that beside a multiple of a remainder in
  /// it, has few values.
  constexpr bool take_upper(int sum, i64 c, int least) {
    if (take_upper_beside(sum, from_.number(0), c, least)) return true;
    for (int i = from_.begin[sum], e = from_.end(sum); i < e; ++i) {
      const int q = from_.atom[i];
      if (from_.is_variable(q) || from_.kind[q] != atom_kind::quotient) continue;
      const int n = from_.operand[q], first = from_.begin[n];
      const i64 x = from_.coefficient_of(sum, from_.atom[first]);
      if (x != 0 && x % from_.coefficient[first] == 0 &&
          take_upper_beside(sum, from_.scale(from_.plus(n, q, -from_.divisor[q]), x / from_.coefficient[first]), c,
                            least))
        return true;
    }
    return false;
  }

  constexpr bool take_upper_beside(int sum, int beside, i64 c, int least) {
    const int rest = from_.add(sum, beside, -1);
    if (take_upper(rest, beside, from_.content(rest), c, least)) return true;
    for (int i = from_.begin[rest], e = from_.end(rest); i < e; ++i)
      if (take_upper(rest, beside, magnitude(from_.coefficient[i]), c, least)) return true;
    return false;
  }

  /// The multiple of x in a sum of c values from the least on, where what is below and beside it has so few values that
  /// there is one.
  constexpr bool take_upper(int sum, int beside, i64 x, i64 c, int least) {
    if (x < c) return false;
    const pool::mark before = from_.checkpoint();
    const int lower = from_.add(part(sum, [&](int i) { return from_.coefficient[i] % x != 0; }), beside);
    const interval r = bounds(from_, from_.shift(lower, from_.constant[sum]));
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

  // ---- x*N + z*max(N, 0) = y with x, x + z > 0 says N = min(y, 0) / x + max(y, 0) / (x + z); mirrored with both < 0

  constexpr bool take_from_positive_part() {
    for (int k = 0; k < count_; ++k)
      for (int i = from_.begin[left_[k]], e = from_.end(left_[k]); i < e; ++i) {
        const int a = from_.atom[i];
        if (!from_.is_variable(a) && from_.kind[a] != atom_kind::quotient &&
            attempt([&] { return take_from_positive_part(k, from_.operand[a], from_.coefficient[i], a); }))
          return true;
      }
    return false;
  }

  constexpr bool take_from_positive_part(int k, int n, i64 z, int a) {
    int first = from_.begin[n];
    while (first < from_.end(n) && is_known(from_.atom[first])) ++first;
    if (first == from_.end(n)) return false;
    const i64 x = from_.coefficient_of(left_[k], from_.atom[first]) / from_.coefficient[first];
    i64 both = 0;
    if (x == 0 || !checked_multiply_add(z, x, 1, both) || both == 0 || (both < 0) != (x < 0) ||
        magnitude(x) >= pool::small || magnitude(both) >= pool::small)
      return false;
    const int rest = from_.add(from_.plus(left_[k], a, -z), n, -x);
    if (from_.overflow || !all_known(rest)) return false;
    const int y = to_.scale(to_.add(right_[k], image(rest), -1), x < 0 ? -1 : 1), zero = to_.number(0);
    const int value =
        to_.add(floordiv(to_, min(to_, y, zero), magnitude(x)), floordiv(to_, max(to_, y, zero), magnitude(both)));
    if (to_.overflow) return false;
    left_[k] = n;
    right_[k] = value;
    return true;
  }

  // ---- x*a + c*U = y says a modulo c / gcd(x, c): what several equations say of it is put together

  constexpr bool take_residues_together() {
    for (int a = 0; a < from_.atoms; ++a)
      if (!is_known(a) && from_.range(a).bounded() && attempt([&] { return take_residues_of(a); })) return true;
    return false;
  }

  /// Of results as they stand, too: from the equations an unknown may have been eliminated.
  constexpr bool take_residues_of(int a) {
    i64 modulus = 1;
    int residue = to_.number(0);
    for (int k = 0; k < count_; ++k) join_residue(a, left_[k], right_[k], modulus, residue);
    for (int j = 0; j < m_.results; ++j) join_residue(a, m_.result[j], to_.single(j), modulus, residue);
    if (from_.range(a).count() > modulus) return false;
    const int value = to_.shift(mod(to_, to_.shift(residue, -from_.lo[a]), modulus), from_.lo[a]);
    if (to_.overflow) return false;
    give(a, value);
    return true;
  }

  /// By the Chinese remainder theorem, of the part of the new modulus that has no factor in common with the old one.
  constexpr void join_residue(int a, int left, int right, i64& modulus, int& residue) {
    const i64 x = from_.coefficient_of(left, a);
    if (x == 0) return;
    i64 c = 0;
    for (int i = from_.begin[left], e = from_.end(left); i < e; ++i)
      if (from_.atom[i] != a && !is_known(from_.atom[i])) c = gcd(c, magnitude(from_.coefficient[i]));
    if (c == 0) return;
    const i64 g = gcd(magnitude(x), c);
    i64 more = c / g;
    for (i64 common = gcd(modulus, more); common > 1; common = gcd(modulus, more)) more /= common;
    if (more < 2 || saturating_mul(modulus, more) >= pool::small) return;
    const int rest = floordiv(to_, to_.add(right, image(left), -1), g);
    const int difference = to_.add(to_.scale(rest, inverse_modulo(x / g, more)), residue, -1);
    residue = to_.add(residue, mod(to_, to_.scale(difference, inverse_modulo(modulus, more)), more), modulus);
    modulus *= more;
  }

  // ---- two equations without an atom that both have, where what is left says another by its residue

  constexpr bool take_residue_of_two() {
    for (int j = 0; j < count_; ++j)
      for (int k = 0; k < j; ++k)
        for (int i = from_.begin[left_[j]], e = from_.end(left_[j]); i < e; ++i) {
          const int a = from_.atom[i];
          const i64 x = from_.coefficient[i], y = from_.coefficient_of(left_[k], a),
                    g = gcd(magnitude(x), magnitude(y));
          if (y != 0 && attempt([&] { return take_residue_of(j, y / g, k, -(x / g)); })) return true;
        }
    return false;
  }

  /// Of s times equation j and t times equation k.
  constexpr bool take_residue_of(int j, i64 s, int k, i64 t) {
    if (!has_room() || count_ == max_equations) return false;
    const int before = count_;
    add(from_.add(from_.scale(left_[j], s), left_[k], t), to_.add(to_.scale(right_[j], s), right_[k], t));
    const bool found = !from_.overflow && !to_.overflow && (take_single(before) || take_residue(before));
    count_ = before;
    return found;
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

  int known_at_quotient_[pool::max_atoms], known_at_constraint_[limits::constraints];  ///< atoms, when it was used
};

}  // namespace mercator::symbolic
