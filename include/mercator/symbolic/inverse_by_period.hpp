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
/// A result may be taken apart into digits, c * U + R with R in [0, c - 1], which are results of their own then: of a
/// number that counts several variables the columns are not independent.
///
/// The image is where the class is there, and x lies in the box and keeps the constraints, which are linear functions
/// of y and numbers of the class likewise. Results and constraints that a way leaves out are no part of y; they are
/// made of x. What is made here is the map of residues to these numbers and the digits of the class, for
/// inverse_by_table, and from its table the inverse.
class inverse_by_period {
 public:
  constexpr inverse_by_period(map_form& m, const period_way& way, const period_lattice& steps, bool by_digits)
      : m_(m), p_(m.p), way_(way), steps_(steps) {
    for (int j = 0; j < m.results; ++j)
      if (!way.is_left_out[j]) add_output({m.result[j], j, 0, 0, false}, by_digits);
    for (int i = 0; i < m.runtimes; ++i) add_output({p_.single(sources() + i), m.results + i, 0, 0, false}, by_digits);
  }

  /// Whether some result was taken apart.
  constexpr bool has_digits() const { return has_digits_; }

  /// The map of the residues, into a fresh form: the first of its results, as many as numbers(), are the numbers of the
  /// class, the others its digits. False where steps are not told apart by results, or numbers do not fit.
  constexpr bool make_residues(map_form& out) {
    if (outputs_ > max_outputs || p_.full || !find_classes()) return false;
    int image[limits::variables];
    for (int v = 0; v < m_.variables(); ++v) out.add_dimension(steps_.residues(v));
    for (int v = 0; v < m_.variables(); ++v) image[v] = out.p.variable(v);
    substitution s(out.p, p_, image);
    int output[max_outputs];
    for (int j = 0; j < outputs_; ++j) output[j] = s.line(part_[output_[j]].line);
    for (int v = 0; v < sources(); ++v)
      if (!add_number(out, image[v], p_.single(v), p_.range(v), output)) return false;
    for (int i = 0; i < m_.constraints && !way_.leaves_constraints; ++i) {
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
    return !out.p.full && !out.p.overflow && !p_.full && !p_.overflow;
  }

  constexpr int numbers() const { return numbers_; }

  /// The inverse from that of the classes, whose variables are the digits, and the map as it is written, into a fresh
  /// tree. False where it is too large.
  constexpr bool write(const map_tree& classes, const map_tree& map, map_tree& out) const {
    out.dims = m_.results;
    out.runtimes = m_.runtimes;
    out.known_empty = classes.known_empty;
    if (out.known_empty) {
      for (int v = 0; v < sources(); ++v) out.add_result(out.constant(0));
      return true;
    }
    for (int j = 0; j < m_.results; ++j) out.box[j] = bounds(p_, m_.result[j]);
    for (int i = 0; i < m_.runtimes; ++i) out.box[m_.results + i] = p_.range(sources() + i);
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
    for (int j = 0; j < m_.results; ++j)
      if (way_.is_left_out[j])
        out.add_constraint(out.binary(op::sum, at_solution(map, map.result[j], out), out.scaled(out.variable(j), -1)),
                           {0, 0});
    for (int i = 0; i < map.constraints && way_.leaves_constraints; ++i)
      out.add_constraint(at_solution(map, map.constraint[i], out), map.constraint_range[i]);
    return !out.full && !check_range(out) && !check_nesting(out);
  }

 private:
  static constexpr int max_outputs = 16, max_parts = 2 * max_outputs;
  static constexpr int max_numbers = limits::variables;

  constexpr int sources() const { return m_.dims + m_.ranges; }

  /// What y is made of: a result or runtime variable, or of a digit, which is taken off another part of y less
  /// `least`, the quotient or the residue by c.
  struct part_of_y {
    int line;      ///< of the map
    int of;        ///< the variable of the inverse; of a digit the part
    i64 c, least;  ///< c is 0 where it is no digit
    bool is_residue;
  };

  constexpr void add_output(const part_of_y& part, bool by_digits) {
    if (by_digits && parts_ + 2 < max_parts && take_apart(part)) return;
    if (outputs_ < max_outputs && parts_ < max_parts) {
      part_[parts_] = part;
      output_[outputs_] = parts_++;
    }
    ++outputs_;
  }

  /// By a coefficient or a fraction of it: by which a residue or a variable in it was multiplied.
  constexpr bool take_apart(const part_of_y& part) {
    constexpr i64 most = 24;
    const int line = part.line;
    for (int i = p_.begin[line], e = p_.end(line); i < e && p_.length[line] > 1; ++i) {
      const i64 x = magnitude(p_.coefficient[i]);
      for (i64 f = 1; f <= most && f < x; ++f)
        if (x % f == 0 && (take_apart(part, x / f, true) || take_apart(part, x / f, false))) return true;
    }
    return false;
  }

  /// Of multiples of c, perhaps of variables alone, and the rest, if that has at most c values.
  constexpr bool take_apart(const part_of_y& part, i64 c, bool with_quotients) {
    const pool::mark before = p_.checkpoint();
    const int line = part.line;
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i) {
      const i64 x = p_.coefficient[i], times = floor_div(x, c) + (floor_mod(x, c) > c / 2);
      if (times != 0 && (with_quotients || p_.is_variable(p_.atom[i]))) p_.push(times, p_.atom[i]);
    }
    const int high = p_.close(0, before.terms), low = p_.add(line, high, -c);
    const interval r = bounds(p_, low);
    if (p_.is_constant(high) || p_.is_constant(low) || !r.bounded() || r.count() > c || p_.overflow) {
      p_.restore(before);
      return false;
    }
    const int whole = parts_++;
    part_[whole] = part;
    has_digits_ = true;
    add_output({high, whole, c, r.lo, false}, true);
    add_output({p_.shift(low, -r.lo), whole, c, r.lo, true}, true);
    return true;
  }

  // ---- the residues

  constexpr bool find_classes() {
    for (int j = 0; j < outputs_; ++j)
      for (int k = 0; k < steps_.rank(); ++k)
        if (!steps_.growth(part_[output_[j]].line, k, diagonal_.entry[j][k])) return false;
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
    if (!find_slopes(of_map, n)) return false;
    const i64 e = divisor_[n];
    allowed_[n] = allowed * e;
    const int rest = out.p.add(out.p.scale(line, e), combination(out.p, factor_[n], output), -1);
    if (out.p.overflow || out.p.full) return false;
    range_[n] = bounds(out.p, rest);
    out.add_result(rest);
    return true;
  }

  /// How much a line of the map grows with each output, as fractions of one divisor.
  constexpr bool find_slopes(int of_map, int n) {
    i64 grown[period_lattice::max_rank];  // by what makes entry t of the diagonal form grow by its divisor
    i64& e = divisor_[n];
    e = 1;
    for (int t = 0; t < steps_.rank(); ++t) {
      grown[t] = 0;
      for (int k = 0; k < steps_.rank(); ++k) {
        i64 by_step = 0;
        if (!steps_.growth(of_map, k, by_step) ||
            !checked_multiply_add(grown[t], by_step, diagonal_.right(k, t), grown[t]))
          return false;
      }
      const i64 c = diagonal_.divisor(t) / gcd(magnitude(grown[t]), diagonal_.divisor(t));
      if (!checked_mul(e, c / gcd(e, c), e)) return false;
    }
    for (int j = 0; j < outputs_; ++j) factor_[n][j] = 0;
    for (int t = 0; t < steps_.rank(); ++t) {
      const i64 c = diagonal_.divisor(t), g = gcd(e, c);
      i64 slope = 0;
      if (!checked_mul(grown[t] / (c / g), e / g, slope)) return false;
      for (int j = 0; j < outputs_; ++j)
        if (!checked_multiply_add(factor_[n][j], slope, diagonal_.left(t, j), factor_[n][j])) return false;
    }
    return true;
  }

  constexpr int combination(pool& p, const i64* factor, const int* output) const {
    int sum = p.number(0);
    for (int j = 0; j < outputs_; ++j)
      if (factor[j] != 0) sum = p.add(sum, output[j], factor[j]);
    return sum;
  }

  // ---- the inverse

  constexpr int node_of_part(int k, map_tree& out) const {
    const part_of_y& part = part_[k];
    if (part.c == 0) return out.variable(part.of);
    int n = node_of_part(part.of, out);
    if (part.least != 0) n = out.binary(op::sum, n, out.constant(-part.least));
    return out.unary(part.is_residue ? op::mod : op::floordiv, n, part.c);
  }

  constexpr interval range_of_part(int k, const map_tree& out) const {
    const part_of_y& part = part_[k];
    if (part.c == 0) return out.box[part.of];
    const interval r = range_of_part(part.of, out) + interval{-part.least, -part.least};
    return part.is_residue ? floor_mod(r, part.c) : floor_div(r, part.c);
  }

  /// What the outputs in their intervals allow.
  constexpr interval range(const i64* factor, const map_tree& out) const {
    interval sum{0, 0};
    for (int j = 0; j < outputs_; ++j) sum = sum + range_of_part(output_[j], out) * factor[j];
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
      if (factor[j] != 0) out.child[next++] = out.scaled(node_of_part(output_[j], out), factor[j]);
    for (int k = 0; k < parts && !out.full; ++k)
      out.child[next++] = copy(*classes, is_sum ? classes->operand(more, k) : more, out);
    if (out.full) return 0;
    return count == 1 ? out.child[first] : out.make_over(op::sum, 0, first, count);
  }

  /// A node of the classes, whose variables are the digits.
  constexpr int copy(const map_tree& classes, int n, map_tree& out) const {
    return copy(classes, n, out, [&](i64 d) { return digit(static_cast<int>(d), out); });
  }

  /// A node of the map at the solution.
  static constexpr int at_solution(const map_tree& map, int n, map_tree& out) {
    return copy(map, n, out, [&](i64 v) {
      const int sources = map.dims + map.ranges, k = static_cast<int>(v);
      if (k >= sources) return out.variable(map.results + k - sources);
      return copy(out, out.result[k], out, [&](i64 j) { return out.variable(static_cast<int>(j)); });
    });
  }

  /// A node of a tree, with other nodes for its variables.
  template <class Variable>
  static constexpr int copy(const map_tree& from, int n, map_tree& out, Variable variable) {
    if (out.full) return 0;
    if (from.kind[n] == op::variable) return variable(from.value[n]);
    const int count = from.count[n], first = out.reserve(count);
    for (int k = 0; k < count && !out.full; ++k) out.child[first + k] = copy(from, from.operand(n, k), out, variable);
    return out.make_over(from.kind[n], from.value[n], first, count);
  }

  map_form& m_;
  pool& p_;
  const period_way& way_;
  const period_lattice& steps_;
  int parts_ = 0;
  part_of_y part_[max_parts];
  bool has_digits_ = false;
  int outputs_ = 0;  ///< of the parts those that are not taken apart: results that are not left out, runtime variables
  int output_[max_outputs];
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
