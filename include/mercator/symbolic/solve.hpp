// Results solved for the variables that they are made of: what inverse and converse stand on.
#pragma once

#include "mercator/symbolic/substitute.hpp"

namespace mercator::symbolic {

/// The equations `result_j(x) = y_j` of a map, its atoms the unknowns, solved by integer elimination, by taking
/// off mixed-radix digits, by residues, and from quotients that are known. Every step is a consequence of the
/// equations on the map's domain: where a variable is solved, it has no other value there.
class equations {
 public:
  /// y_j is variable j of the target; the runtime variables of m are the lines runtime[...] of the target.
  constexpr equations(map_form& m, pool& target, const int* runtime) : m_(m), from_(m.p), to_(target) {
    for (int a = 0; a < from_.atoms; ++a) {
      known_[a] = no_line;
      splits_[a] = 0;
    }
    for (int i = 0; i < m.constraints; ++i) is_taken_constraint_[i] = false;
    for (int v = 0; v < m.dims + m.ranges; ++v)
      if (from_.range(v).is_point()) known_[v] = to_.number(from_.range(v).lo);
    for (int i = 0; i < m.runtimes; ++i) known_[m.dims + m.ranges + i] = runtime[i];
    for (int j = 0; j < m.results; ++j) add(m.result[j], to_.single(j));
    for (int i = 0; i < m.constraints; ++i)
      if (m.constraint_range[i].is_point()) add(m.constraint[i], to_.number(m.constraint_range[i].lo));
    for (int i = 0; i < m.constraints; ++i)
      if (m.constraint_range[i].is_point()) add_remainders(m.constraint[i], m.constraint_range[i].lo);
  }

  constexpr bool is_known(int atom) const { return known_[atom] != no_line; }
  constexpr int solution(int atom) const { return known_[atom]; }
  constexpr void give(int variable, int line) { known_[variable] = line; }

  /// The equations as they stand: what is not known on the left, what is on the right.
  constexpr int count() const { return count_; }
  constexpr int left(int k) const { return left_[k]; }
  constexpr int right(int k) const { return right_[k]; }

  /// Solves as far as it goes.
  constexpr void solve() {
    while (has_room() && (take_known() || take_single() || take_digit() || take_from_quotient() || eliminate() ||
                          take_residue() || take_residue_of_sum() || take_from_constraint())) {
    }
  }

  /// One step more; there is none but in what is made of this.
  constexpr bool solve_further() { return false; }

 protected:
  /// Longer solutions help nobody: there is room left for other means.
  static constexpr int most_terms = 1500;
  static constexpr int most_splits = 2;
  static constexpr int max_equations = 2 * (limits::results + limits::constraints);

  constexpr bool has_room() const {
    return to_.terms < most_terms && !to_.full && !from_.full && !to_.overflow && !from_.overflow;
  }

  constexpr void add(int left, int right) {
    if (count_ == max_equations) return;
    left_[count_] = left;
    right_[count_] = right;
    is_by_residue_[count_] = false;
    pivot_[count_++] = -1;
  }

  /// n - c * (n floordiv c) of a quotient, where a line that has one value says n modulo c.
  constexpr void add_remainders(int line, i64 value) {
    for (int a = m_.variables(); a < from_.atoms; ++a) {
      if (from_.kind[a] != atom_kind::quotient || from_.divisor[a] >= pool::small) continue;
      for (int sign = -1; sign < 2; sign += 2) {
        const pool::mark before = from_.checkpoint();
        const int rest = mod(from_, from_.add(from_.operand[a], line, -sign), from_.divisor[a]);
        const bool known = !from_.overflow && !from_.full && from_.is_constant(rest);
        const i64 residue = from_.constant[rest];
        from_.restore(before);
        if (!known) continue;
        const i64 c = from_.divisor[a];
        add(from_.plus(from_.operand[a], a, -c), to_.number(floor_mod(residue + sign * floor_mod(value, c), c)));
        break;
      }
    }
  }

  /// Known atoms go to the right; a quotient of known things is known.
  constexpr bool take_known() {
    bool changed = false;
    for (int a = m_.variables(); a < from_.atoms; ++a)
      if (known_[a] == no_line && (take_image(a) || take_coarser(a))) changed = true;
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

  constexpr bool take_image(int a) {
    if (!all_known(from_.operand[a])) return false;
    const int inner = image(from_.operand[a]);
    known_[a] =
        from_.kind[a] == atom_kind::quotient ? floor_divide(to_, inner, from_.divisor[a]) : positive_part(to_, inner);
    return true;
  }

  /// N floordiv (b*m) is (N floordiv b) floordiv m.
  constexpr bool take_coarser(int a) {
    for (int b = m_.variables(); b < from_.atoms && from_.kind[a] == atom_kind::quotient; ++b) {
      if (known_[b] == no_line || from_.kind[b] != atom_kind::quotient || from_.divisor[a] % from_.divisor[b] != 0 ||
          !from_.same(from_.operand[a], from_.operand[b]))
        continue;
      known_[a] = floor_divide(to_, known_[b], from_.divisor[a] / from_.divisor[b]);
      return true;
    }
    return false;
  }

  constexpr bool all_known(int line) const {
    for (int i = from_.begin[line], e = i + from_.length[line]; i < e; ++i)
      if (known_[from_.atom[i]] == no_line) return false;
    return true;
  }

  /// What the constant and the known terms of a line are.
  constexpr int image(int line) {
    int sum = to_.number(from_.constant[line]);
    for (int i = from_.begin[line], e = i + from_.length[line]; i < e; ++i)
      if (is_known(from_.atom[i])) sum = to_.add(sum, known_[from_.atom[i]], from_.coefficient[i]);
    return sum;
  }

  constexpr bool take_single() {
    for (int k = 0; k < count_; ++k)
      if (take_single(k)) return true;
    return false;
  }

  /// c*a + k = y gives a = (y - k) / c, which is exact on the image.
  constexpr bool take_single(int k) {
    if (from_.length[left_[k]] != 1) return false;
    const int i = from_.begin[left_[k]];
    known_[from_.atom[i]] = floordiv(to_, to_.shift(right_[k], -from_.constant[left_[k]]), from_.coefficient[i]);
    return true;
  }

  /// c*U + R = y with l <= R < l + c gives U = (y - l) floordiv c and R = y - c*U. R is what c does not divide,
  /// as the left side stands or beside a multiple of a remainder in it.
  constexpr bool take_digit() {
    for (int k = 0; k < count_; ++k)
      if (split(k, no_line)) return true;
    for (int k = 0; k < count_; ++k)
      for (int i = from_.end(left_[k]) - 1; i >= from_.begin[left_[k]] && !from_.is_variable(from_.atom[i]); --i)
        if (splits_[from_.atom[i]] < most_splits && split_beside(k, i)) return true;
    return false;
  }

  /// Of the term at `position`, with e times a quotient q of n by c: n - c*q is in [0, c - 1], and a multiple
  /// of it is there that takes the quotient or a variable with it. Of a positive part q of n, n - q is min(n,
  /// 0). A few times for each q.
  constexpr bool split_beside(int k, int position) {
    const int a = from_.atom[position], n = from_.operand[a];
    const i64 c = from_.kind[a] == atom_kind::quotient ? from_.divisor[a] : 1, e = from_.coefficient[position];
    const pool::mark before = from_.checkpoint();
    const int remainder = from_.plus(n, a, -c);
    ++splits_[a];
    if (e % c == 0 && split(k, from_.scale(remainder, -(e / c)))) return true;
    for (int i = from_.begin[n], last = from_.end(n); i < last; ++i) {
      const i64 x = from_.coefficient_of(left_[k], from_.atom[i]);
      if (x != 0 && x % from_.coefficient[i] == 0 && split(k, from_.scale(remainder, x / from_.coefficient[i])))
        return true;
    }
    from_.restore(before);
    --splits_[a];
    return false;
  }

  /// `beside` is a part of the left side that is below every c.
  constexpr bool split(int k, int beside) {
    const int rest = beside == no_line ? left_[k] : from_.add(left_[k], beside, -1);
    for (int i = from_.begin[rest], e = from_.end(rest); i < e; ++i)
      if (magnitude(from_.coefficient[i]) != 1 && !is_known(from_.atom[i]) &&
          split(k, rest, beside, magnitude(from_.coefficient[i])))
        return true;
    return false;
  }

  constexpr bool split(int k, int rest, int beside, i64 c) {
    const pool::mark before = from_.checkpoint();
    int from = from_.terms;
    for (int i = from_.begin[rest], e = from_.end(rest); i < e; ++i)
      if (from_.coefficient[i] % c != 0) from_.push(from_.coefficient[i], from_.atom[i]);
    int lower = from_.close(from_.constant[rest], from);
    if (beside != no_line) lower = from_.add(lower, beside);
    interval r = bounds(from_, lower);
    if (!is_digit(r, c) && !narrow_by_quotient(k, c, lower, r)) {
      from_.restore(before);
      return false;
    }
    from = from_.terms;
    for (int i = from_.begin[rest], e = from_.end(rest); i < e; ++i)
      if (from_.coefficient[i] % c == 0) from_.push(from_.coefficient[i] / c, from_.atom[i]);
    const int upper = from_.close(0, from);
    const int quotient = floor_divide(to_, to_.shift(right_[k], -r.lo), c);
    if (from_.length[lower] != 0) add(lower, to_.add(right_[k], quotient, -c));
    left_[k] = upper;
    right_[k] = quotient;
    return true;
  }

  static constexpr bool is_digit(const interval& r, i64 c) {
    return r.bounded() && !r.empty() && saturating_add(r.hi, -r.lo) < c;
  }

  /// Takes a multiple of a known quotient out of a lower part, on both sides: x less what is known of it, d *
  /// (x floordiv d), is in [0, d - 1].
  constexpr bool narrow_by_quotient(int k, i64 c, int& lower, interval& r) {
    for (int a = m_.variables(); a < from_.atoms; ++a) {
      if (known_[a] == no_line || from_.kind[a] != atom_kind::quotient) continue;
      const int n = from_.operand[a], first = from_.begin[n];
      const i64 x = from_.coefficient_of(lower, from_.atom[first]);
      i64 multiple = 0;
      if (x == 0 || x % from_.coefficient[first] != 0 ||
          !checked_mul(x / from_.coefficient[first], from_.divisor[a], multiple))
        continue;
      const int narrowed = from_.plus(lower, a, -multiple);
      const interval bounded = bounds(from_, narrowed);
      if (!is_digit(bounded, c)) continue;
      lower = narrowed;
      r = bounded;
      right_[k] = to_.add(right_[k], known_[a], -multiple);
      return true;
    }
    return false;
  }

  constexpr bool take_residue() {
    for (int k = 0; k < count_; ++k)
      if (take_residue(k)) return true;
    return false;
  }

  /// x*a + c*U = y, a having at most c / gcd(x, c) values, says a modulo that: from the inverse of x.
  constexpr bool take_residue(int k) {
    for (int i = from_.begin[left_[k]], e = i + from_.length[left_[k]]; i < e && e - from_.begin[left_[k]] > 1; ++i) {
      const int a = from_.atom[i];
      i64 c = 0;
      for (int j = from_.begin[left_[k]]; j < e; ++j)
        if (j != i) c = gcd(c, magnitude(from_.coefficient[j]));
      const i64 x = from_.coefficient[i], g = gcd(magnitude(x), c), modulus = c / g;
      if (known_[a] != no_line || modulus < 2 || from_.range(a).count() > modulus || modulus >= pool::small ||
          !from_.range(a).bounded())
        continue;
      const int rest = to_.shift(right_[k], -from_.constant[left_[k]]);
      const int steps = to_.add(floordiv(to_, rest, g), to_.number(from_.lo[a]), -(x / g));
      known_[a] = to_.shift(mod(to_, to_.scale(steps, inverse_modulo(x / g, modulus)), modulus), from_.lo[a]);
      return true;
    }
    return false;
  }

  /// x*A + c*U = y says u*x*A modulo c for every u: where u makes it a sum of at most c values, that sum is
  /// known.
  constexpr bool take_residue_of_sum() {
    for (int k = 0; k < count_; ++k)
      for (int i = from_.begin[left_[k]], e = from_.end(left_[k]);
           i < e && from_.length[left_[k]] > 2 && !is_by_residue_[k]; ++i)
        if (take_residue_of_sum(k, magnitude(from_.coefficient[i]))) return is_by_residue_[k] = true;
    return false;
  }

  constexpr bool take_residue_of_sum(int k, i64 c) {
    const int line = left_[k];
    i64 g = c;
    for (int i = from_.begin[line], e = from_.end(line); i < e; ++i) g = gcd(g, magnitude(from_.coefficient[i]));
    const i64 modulus = c / g;
    if (modulus < 2 || modulus >= pool::small || count_ == max_equations) return false;
    for (int i = from_.begin[line], e = from_.end(line); i < e; ++i) {
      const i64 x = from_.coefficient[i] / g;
      if (gcd(magnitude(x), modulus) != 1) continue;
      const i64 u = inverse_modulo(x, modulus);
      const pool::mark before = from_.checkpoint();
      const int sum = residues(line, g, u, modulus);
      const interval r = bounds(from_, sum);
      if (!r.bounded() || r.count() > modulus) {
        from_.restore(before);
        continue;
      }
      const int rest = floordiv(to_, to_.shift(right_[k], -from_.constant[line]), g);
      add(sum, to_.shift(mod(to_, to_.shift(to_.scale(rest, u), -r.lo), modulus), r.lo));
      return is_by_residue_[count_ - 1] = true;
    }
    return false;
  }

  /// The terms of a line divided by g, times u, each coefficient as its residue of smallest magnitude.
  constexpr int residues(int line, i64 g, i64 u, i64 modulus) {
    const int from = from_.terms;
    for (int i = from_.begin[line], e = from_.end(line); i < e; ++i) {
      i64 x = floor_mod(floor_mod(from_.coefficient[i] / g, modulus) * u, modulus);
      if (x > modulus / 2) x -= modulus;
      if (x != 0) from_.push(x, from_.atom[i]);
    }
    return from_.close(0, from);
  }

  /// (x*a + K) floordiv c = y with K known says a where x is at least c: one multiple of x is in [c*y - K, c*y
  /// - K + c - 1]. e*a + (x*a + K) floordiv c is the same with x + c*e for x.
  constexpr bool take_from_quotient() {
    for (int q = m_.variables(); q < from_.atoms; ++q)
      if (known_[q] != no_line && from_.kind[q] == atom_kind::quotient && take_operand(q, no_line, 0, known_[q]))
        return true;
    for (int k = 0; k < count_; ++k) {
      const int line = left_[k], q = from_.length[line] == 2 ? from_.atom[from_.end(line) - 1] : 0;
      if (from_.length[line] != 2 || from_.is_variable(q) || from_.kind[q] != atom_kind::quotient) continue;
      const int a = from_.atom[from_.begin[line]];
      const i64 sign = from_.coefficient_of(line, q), e = from_.coefficient_of(line, a);
      if (magnitude(sign) != 1 || e == i64_min) continue;
      if (take_operand(q, a, e * sign, to_.scale(to_.shift(right_[k], -from_.constant[line]), sign))) return true;
    }
    return false;
  }

  /// The only unknown of a quotient's operand, where the quotient and e times that unknown are the value; `a`
  /// is that unknown, if e is not 0.
  constexpr bool take_operand(int q, int a, i64 e, int value) {
    const int n = from_.operand[q];
    const i64 c = from_.divisor[q];
    int unknown = -1;
    for (int i = from_.begin[n], end = from_.end(n); i < end; ++i)
      if (known_[from_.atom[i]] == no_line) unknown = unknown < 0 ? i : end;
    if (unknown < 0 || unknown == from_.end(n) || (e != 0 && from_.atom[unknown] != a)) return false;
    i64 x = 0;
    if (!checked_multiply_add(from_.coefficient[unknown], c, e, x) || magnitude(x) < c) return false;
    int least = to_.shift(to_.scale(value, c), -from_.constant[n]);
    for (int i = from_.begin[n], end = from_.end(n); i < end; ++i)
      if (i != unknown) least = to_.add(least, known_[from_.atom[i]], -from_.coefficient[i]);
    known_[from_.atom[unknown]] = x > 0 ? ceildiv(to_, least, x) : floordiv(to_, least, x);
    return true;
  }

  /// lo <= g*U + K <= lo + r with K known and r < g says U = (lo + r - K) floordiv g.
  constexpr bool take_from_constraint() {
    for (int i = 0; i < m_.constraints; ++i) {
      const interval r = m_.constraint_range[i];
      if (is_taken_constraint_[i] || !r.bounded() || r.is_point() || count_ == max_equations) continue;
      const int line = m_.constraint[i], from = from_.terms;
      for (int k = from_.begin[line], e = from_.end(line); k < e; ++k)
        if (!is_known(from_.atom[k])) from_.push(from_.coefficient[k], from_.atom[k]);
      const int unknown = from_.close(0, from);
      const i64 g = from_.content(unknown);
      if (from_.is_constant(unknown) || r.count() > g) continue;
      add(from_.divided(unknown, g), floordiv(to_, to_.add(to_.number(r.hi), image(line), -1), g));
      return is_taken_constraint_[i] = true;
    }
    return false;
  }

  /// A term with coefficient 1 or -1 is taken out of the other equations; quotients first, since what is left
  /// without them has digits.
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
  int splits_[pool::max_atoms];  ///< of atoms, beside a multiple of what they leave
  int count_ = 0;
  int left_[max_equations], right_[max_equations], pivot_[max_equations];
  bool is_by_residue_[max_equations];
  bool is_taken_constraint_[limits::constraints];
};

}  // namespace mercator::symbolic
