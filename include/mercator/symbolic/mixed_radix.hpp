// Maps of the digits that quotients take their variables apart into, and inverses by them.
#pragma once

#include "mercator/symbolic/inverse.hpp"

namespace mercator::symbolic {

/// Dimensions and ranges as mixed-radix numbers: x = c_1 * t_1 + … + c_n * t_n, where each c_k divides the one before,
/// c_n = 1, and the quotients of the map change where a multiple of some c_k is passed. One of them may be sheared: a
/// line that is it, or its negative, and a sum of other variables is taken apart in its place.
class mixed_radix {
 public:
  constexpr explicit mixed_radix(const map_form& m, int shear = 0) : m_(m), p_(m.p), sources_(m.dims + m.ranges) {
    for (int a = 0; a < p_.atoms; ++a) is_used_[a] = false;
    mark_atoms(m, is_used_);
    has_shear_ = shear == 0 || find_shear(shear);
    for (int v = 0; v < sources_; ++v) {
      steps_[v] = 0;
      range_[v] = v == sheared_ ? bounds(m.p, line_) : p_.range(v);
    }
    for (int a = m.variables(); a < p_.atoms; ++a)
      if (is_used_[a] && p_.kind[a] == atom_kind::quotient) add_steps(p_.operand[a], p_.divisor[a]);
    for (int v = 0; v < sources_; ++v) keep_longest_chain(v);
  }

  /// Whether there are so many ways to shear a variable.
  constexpr bool has_shear() const { return has_shear_; }

  /// How many digits there are beside one for each variable.
  constexpr int more() const {
    int n = 0;
    for (int v = 0; v < sources_; ++v) n += steps_[v];
    return n;
  }

  /// The map of the digits, which are dimensions, into a fresh form.
  constexpr void extract(map_form& out) const {
    for (int v = 0; v < sources_; ++v)
      for (int k = steps_[v]; k >= 0; --k) out.add_dimension(digit_range(v, k));
    for (int i = 0; i < m_.runtimes; ++i) out.add_runtime(p_.range(sources_ + i));
    if (m_.known_empty || out.known_empty || out.p.full) return out.become_empty(m_.results);
    int image[limits::variables], digit[limits::variables];
    for (int k = 0; k < out.variables(); ++k) digit[k] = out.p.variable(k);
    for (int i = 0; i < m_.runtimes; ++i) image[sources_ + i] = digit[out.dims + i];
    join(out.p, digit, image);
    for (int v = 0; v < sources_; ++v)
      if (!lies_in(out.p, image[v], p_.range(v))) out.add_constraint(image[v], p_.range(v));
    detail::carry(out, m_, image);
  }

  /// Results that are digits become the variables.
  constexpr void join(map_form& out) const {
    int line[limits::variables];
    for (int i = 0; i < m_.runtimes; ++i) line[sources_ + i] = out.p.variable(out.dims + i);
    join(out.p, out.result, line);
    out.results = 0;
    for (int v = 0; v < sources_; ++v) out.add_result(line[v]);
  }

 private:
  static constexpr int max_steps = 16;
  static constexpr int deepest = 4;  ///< quotients within each other

  /// Number `shear` of the quotients' operands with a variable in them that counts one by one.
  constexpr bool find_shear(int shear) {
    for (int a = m_.variables(); a < p_.atoms; ++a) {
      line_ = p_.operand[a];
      if (!is_used_[a] || p_.kind[a] != atom_kind::quotient || p_.length[line_] < 2 || !p_.has_only_variables(line_))
        continue;
      for (int i = p_.begin[line_], e = p_.end(line_); i < e; ++i)
        if (p_.atom[i] < sources_ && magnitude(p_.coefficient[i]) == 1 && --shear == 0) {
          sheared_ = p_.atom[i];
          return true;
        }
    }
    return false;
  }

  /// Of a variable in a line where one is sheared.
  constexpr i64 coefficient(int line, int i) const {
    const i64 x = p_.coefficient[i];
    if (sheared_ < 0 || p_.atom[i] == sheared_) return x;
    const i64 times = p_.coefficient_of(line, sheared_) * p_.coefficient_of(line_, sheared_);
    i64 sum = 0;
    return checked_multiply_add(x, -times, p_.coefficient_of(line_, p_.atom[i]), sum) ? sum : x;
  }

  /// Where (line) floordiv c changes, as each variable grows.
  constexpr void add_steps(int line, i64 c, int depth = 0) {
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i) {
      const int a = p_.atom[i];
      const i64 step = c / gcd(magnitude(coefficient(line, i)), c);
      i64 within = 0;
      if (p_.is_variable(a))
        add_step(a, step);
      else if (p_.kind[a] == atom_kind::quotient && depth < deepest && checked_mul(step, p_.divisor[a], within))
        add_steps(p_.operand[a], within, depth + 1);
    }
  }

  constexpr void add_step(int v, i64 step) {
    if (v >= sources_ || step < 2 || step >= range_[v].count() || steps_[v] == max_steps) return;
    int k = steps_[v];
    for (int i = 0; i < k; ++i)
      if (step_[v][i] == step) return;
    for (; k > 0 && step_[v][k - 1] > step; --k) step_[v][k] = step_[v][k - 1];
    step_[v][k] = step;
    ++steps_[v];
  }

  /// Of ascending steps as many as divide each other.
  constexpr void keep_longest_chain(int v) {
    int length[max_steps], before[max_steps], last = -1;
    for (int i = 0; i < steps_[v]; ++i) {
      length[i] = 1;
      before[i] = -1;
      for (int j = 0; j < i; ++j)
        if (step_[v][i] % step_[v][j] == 0 && length[j] >= length[i]) {
          length[i] = length[j] + 1;
          before[i] = j;
        }
      if (last < 0 || length[i] >= length[last]) last = i;
    }
    steps_[v] = last < 0 ? 0 : length[last];
    i64 chain[max_steps];
    for (int k = steps_[v] - 1; k >= 0; last = before[last]) chain[k--] = step_[v][last];
    for (int k = 0; k < steps_[v]; ++k) step_[v][k] = chain[k];
  }

  /// What digit k counts, from 0 on.
  constexpr i64 weight(int v, int k) const { return k == 0 ? 1 : step_[v][k - 1]; }

  constexpr interval digit_range(int v, int k) const {
    const i64 w = weight(v, k);
    if (k < steps_[v]) return {0, weight(v, k + 1) / w - 1};
    return {floor_div(range_[v].lo, w), floor_div(range_[v].hi, w)};
  }

  /// The lines of variables from those of digits and of runtime variables.
  constexpr void join(pool& p, const int* digit, int* line) const {
    for (int v = 0; v < sources_; ++v) {
      line[v] = p.number(0);
      for (int k = steps_[v]; k >= 0; --k) line[v] = p.add(line[v], *digit++, weight(v, k));
    }
    if (sheared_ < 0) return;
    int rest = p.shift(line[sheared_], -p_.constant[line_]);
    for (int i = p_.begin[line_], e = p_.end(line_); i < e; ++i)
      if (p_.atom[i] != sheared_) rest = p.add(rest, line[p_.atom[i]], -p_.coefficient[i]);
    line[sheared_] = p.scale(rest, p_.coefficient_of(line_, sheared_));
  }

  const map_form& m_;
  const pool& p_;
  int sources_;
  int line_ = no_line, sheared_ = -1;
  bool has_shear_;
  bool is_used_[pool::max_atoms];  ///< by results or constraints
  interval range_[limits::variables];
  int steps_[limits::variables];
  i64 step_[limits::variables][max_steps];  ///< ascending
};

/// The inverse as inverse() makes it, by the digits that the map's quotients make of its variables, or with one of them
/// sheared; the map of these is made in a fresh form. False where there are none, or that map cannot be solved.
template <class Equations = equations>
constexpr bool inverse_by_digits(map_form& m, map_form& of_digits, map_form& out, solving_budget budget = {},
                                 int shear = 0) {
  simplify_domain(m);
  const mixed_radix radix(m, shear);
  if (!radix.has_shear() || radix.more() == 0 || m.known_empty) return false;
  radix.extract(of_digits);
  const auto fits = [&] { return !of_digits.p.full && !of_digits.p.overflow; };
  if (!fits() || !inverse<Equations>(of_digits, out, budget) || !fits()) return false;
  radix.join(out);
  return true;
}

}  // namespace mercator::symbolic
