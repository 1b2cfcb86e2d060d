// The inverse of a map of many points whose lines are periodic plus linear, from a table of one period.
#pragma once

#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/diagonal_form.hpp"
#include "mercator/symbolic/period_lattice.hpp"
#include "mercator/symbolic/substitute.hpp"

namespace mercator::symbolic {

/// Every point x of the domain is a residue i and whole steps of a period lattice, x = i + B * k, and there the results
/// and runtime variables are y = f(i) + G * k. If the columns of G are independent, the class of y modulo them is that
/// of f(i), and says i where no other residue has it; then k = (y - f(i)) / G, and x is a linear function of y and a
/// number that i says, in which no k is left:
///
///     x = (M * y + t(class)) / e,  t(class) = e * i - M * f(i)  for one e,  M / e = B / G.
///
/// The image is where the class is there, and x lies in the box and keeps the constraints, which are linear functions of
/// y and numbers of the class likewise. What is made here is the map of residues to these numbers and the digits of the
/// class, for inverse_by_table, and from its table the inverse.
class inverse_by_period {
 public:
  constexpr inverse_by_period(map_form& m, const period_lattice& steps) : m_(m), p_(m.p), steps_(steps) {}

  /// The map of the residues, into a fresh form: the first of its results, as many as numbers(), are the numbers of the
  /// class, the others its digits. False where steps are not told apart by results, or numbers do not fit.
  constexpr bool make_residues(map_form& out) {
    outputs_ = m_.results + m_.runtimes;
    if (outputs_ > max_outputs || !find_classes()) return false;
    int image[limits::variables];
    for (int v = 0; v < m_.variables(); ++v) out.add_dimension(steps_.residues(v));
    for (int v = 0; v < m_.variables(); ++v) image[v] = out.p.variable(v);
    substitution s(out.p, p_, image);
    int output[max_outputs];
    for (int j = 0; j < outputs_; ++j)
      output[j] = j < m_.results ? s.line(m_.result[j]) : image[sources() + j - m_.results];
    for (int v = 0; v < sources(); ++v)
      if (!add_number(out, image[v], p_.single(v), p_.range(v), output)) return false;
    for (int i = 0; i < m_.constraints; ++i) {
      const int line = s.line(m_.constraint[i]);
      if (!steps_.grows(m_.constraint[i]))
        out.add_constraint(line, m_.constraint_range[i]);
      else if (numbers_ == max_numbers || !add_number(out, line, m_.constraint[i], m_.constraint_range[i], output))
        return false;
    }
    for (int d = 0; d < digits_; ++d) {
      const int sum = combination(out.p, digit_[d], output);
      out.add_result(modulus_[d] == 0 ? sum : mod(out.p, sum, modulus_[d]));
    }
    return !out.p.full && !out.p.overflow;
  }

  constexpr int numbers() const { return numbers_; }

  /// The inverse from that of the classes, whose variables are the digits, into a fresh tree. False where it is too
  /// large.
  constexpr bool write(const map_tree& classes, map_tree& out) const {
    out.dims = m_.results;
    out.runtimes = m_.runtimes;
    out.known_empty = classes.known_empty;
    if (out.known_empty) {
      for (int v = 0; v < sources(); ++v) out.add_result(out.constant(0));
      return true;
    }
    for (int j = 0; j < outputs_; ++j)
      out.box[j] = j < m_.results ? bounds(p_, m_.result[j]) : p_.range(sources() + j - m_.results);
    for (int v = 0; v < sources(); ++v) {
      const int n = number(v, classes, out);
      out.add_result(divisor_[v] == 1 ? n : out.unary(op::floordiv, n, divisor_[v]));
    }
    for (int d = 0; d < digits_; ++d)
      if (!classes.box[d].contains(range_of_digit(d, out))) out.add_constraint(digit(d, out), classes.box[d]);
    for (int i = 0; i < classes.constraints; ++i)
      out.add_constraint(copy(classes, classes.constraint[i], out), classes.constraint_range[i]);
    for (int k = 0; k < numbers_; ++k)
      if (!allowed_[k].contains(range(factor_[k], out) + range_[k]))
        out.add_constraint(number(k, classes, out), allowed_[k]);
    return !out.full && !check_range(out) && !check_nesting(out);
  }
 private:
  static constexpr int max_outputs = 16;
  static constexpr int max_numbers = limits::variables;

  constexpr int sources() const { return m_.dims + m_.ranges; }

  // ---- the residues

  constexpr bool find_classes() {
    for (int j = 0; j < outputs_; ++j)
      for (int k = 0; k < steps_.rank(); ++k) {
        const int line = j < m_.results ? m_.result[j] : p_.single(sources() + j - m_.results);
        if (!steps_.growth(line, k, diagonal_.entry[j][k])) return false;
      }
    if (!diagonal_.make(outputs_, steps_.rank())) return false;
    digits_ = 0;
    for (int t = 0; t < outputs_; ++t) {
      const i64 c = t < steps_.rank() ? diagonal_.divisor(t) : 0;
      if (c == 1) continue;
      for (int j = 0; j < outputs_; ++j) {
        const i64 x = diagonal_.left(t, j), r = c == 0 ? x : floor_mod(x, c);
        digit_[digits_][j] = c != 0 && r > c / 2 ? r - c : r;
      }
      modulus_[digits_++] = c;
    }
    return true;
  }

  /// Of a line of the map, which is `line` of the residues, and has to lie in an interval. False where it does not fit.
  constexpr bool add_number(map_form& out, int line, int of_map, interval allowed, const int* output) {
    const int n = numbers_++;
    i64 part[period_lattice::max_rank];
    i64& e = divisor_[n];
    e = 1;
    for (int t = 0; t < steps_.rank(); ++t) {
      part[t] = 0;
      for (int k = 0; k < steps_.rank(); ++k) {
        i64 grown = 0;
        if (!steps_.growth(of_map, k, grown) || !checked_multiply_add(part[t], grown, diagonal_.right(k, t), part[t])) return false;
      }
      const i64 c = diagonal_.divisor(t) / gcd(magnitude(part[t]), diagonal_.divisor(t));
      if (!checked_mul(e, c / gcd(e, c), e)) return false;
    }
    for (int j = 0; j < outputs_; ++j) {
      factor_[n][j] = 0;
      for (int t = 0; t < steps_.rank(); ++t) {
        const i64 c = diagonal_.divisor(t) / gcd(e, diagonal_.divisor(t));
        i64 times = 0;
        if (!checked_mul(part[t] / c, e / (diagonal_.divisor(t) / c), times) ||
            !checked_multiply_add(factor_[n][j], times, diagonal_.left(t, j), factor_[n][j]))
          return false;
      }
    }
    allowed_[n] = allowed * e;
    const int rest = out.p.add(out.p.scale(line, e), combination(out.p, factor_[n], output), -1);
    if (out.p.overflow || out.p.full) return false;
    range_[n] = bounds(out.p, rest);
    out.add_result(rest);
    return true;
  }

  constexpr int combination(pool& p, const i64* factor, const int* output) const {
    int sum = p.number(0);
    for (int j = 0; j < outputs_; ++j)
      if (factor[j] != 0) sum = p.add(sum, output[j], factor[j]);
    return sum;
  }

  // ---- the inverse

  /// What the outputs in their intervals allow.
  constexpr interval range(const i64* factor, const map_tree& out) const {
    interval sum{0, 0};
    for (int j = 0; j < outputs_; ++j) sum = sum + out.box[j] * factor[j];
    return sum;
  }

  constexpr interval range_of_digit(int d, const map_tree& out) const {
    return modulus_[d] == 0 ? range(digit_[d], out) : interval{0, modulus_[d] - 1};
  }

  constexpr int digit(int d, map_tree& out) const {
    const int n = sum(digit_[d], out, nullptr, 0);
    return modulus_[d] == 0 ? n : out.unary(op::mod, n, modulus_[d]);
  }

  constexpr int number(int n, const map_tree& classes, map_tree& out) const {
    return sum(factor_[n], out, &classes, classes.result[n]);
  }

  /// Multiples of outputs, and a node of the classes.
  constexpr int sum(const i64* factor, map_tree& out, const map_tree* classes, int more) const {
    const bool is_sum = classes != nullptr && classes->kind[more] == op::sum;
    const bool is_zero = classes == nullptr || (classes->kind[more] == op::constant && classes->value[more] == 0);
    const int parts = is_zero ? 0 : is_sum ? classes->count[more] : 1;
    int count = parts;
    for (int j = 0; j < outputs_; ++j) count += factor[j] != 0;
    if (count == 0) return out.constant(0);
    const int first = out.reserve(count);
    int next = first;
    for (int j = 0; j < outputs_ && !out.full; ++j)
      if (factor[j] != 0) out.child[next++] = out.scaled(out.variable(j), factor[j]);
    for (int k = 0; k < parts && !out.full; ++k)
      out.child[next++] = copy(*classes, is_sum ? classes->operand(more, k) : more, out);
    if (out.full) return 0;
    return count == 1 ? out.child[first] : out.make_over(op::sum, 0, first, count);
  }

  /// A node of the classes, whose variables are the digits.
  constexpr int copy(const map_tree& classes, int n, map_tree& out) const {
    if (classes.kind[n] == op::variable) return digit(static_cast<int>(classes.value[n]), out);
    const int count = classes.count[n], first = out.reserve(count);
    for (int k = 0; k < count && !out.full; ++k) out.child[first + k] = copy(classes, classes.operand(n, k), out);
    return out.make_over(classes.kind[n], classes.value[n], first, count);
  }

  map_form& m_;
  pool& p_;
  const period_lattice& steps_;
  int outputs_ = 0;
  diagonal_form<max_outputs, period_lattice::max_rank> diagonal_;
  int digits_ = 0;
  i64 digit_[max_outputs][max_outputs];  ///< multiples of outputs
  i64 modulus_[max_outputs];             ///< 0: none
  int numbers_ = 0;
  i64 factor_[max_numbers][max_outputs];
  i64 divisor_[max_numbers];
  interval allowed_[max_numbers], range_[max_numbers];
};

}  // namespace mercator::symbolic
