// Functions of one number on a small range, from their values: whatever they were made of, they get the
// quotients that their steps call for.
#pragma once

#include "mercator/symbolic/normal_form.hpp"

namespace mercator::symbolic {

/// The part of a line that its quotients and positive parts are, where these speak of one sum of variables u
/// only: its values for every u of a small range.
class small_function {
 public:
  static constexpr int max_values = 512;

  constexpr explicit small_function(pool& p) : p_(p) {}

  /// Whether the line is a sum of variables and such a function of at most `most` values; then these are known.
  constexpr bool tabulate(int line, int most) {
    line_ = line;
    if (!find_argument(line)) return false;
    const interval r = term_bounds(p_, argument_);
    if (!r.bounded() || r.count() > most || r.count() > max_values) return false;
    lo_ = r.lo;
    count_ = static_cast<int>(r.count());
    if (lo_ < -farthest || lo_ > farthest) return false;
    for (int i = 0; i < count_; ++i)
      if (!evaluate(i)) return false;
    find_forms();
    return true;
  }

  /// With how few quotients the values can be had: the fewest found, or as many as there are.
  constexpr int quotients() const { return least_; }

  /// Calls visit(line) with lines that equal the tabulated one, of that many quotients.
  template <class Visit>
  constexpr void for_each_form(Visit visit) {
    for (int k = 0; k < forms_; ++k)
      if (form_[k].steps == least_) visit(rebuilt(form_[k]));
  }

 private:
  static constexpr int max_parts = 24;  ///< quotients and positive parts
  static constexpr int max_growths = 3;
  static constexpr int few_values = 24;
  static constexpr int max_steps = 3;  ///< quotients found
  static constexpr int max_forms = 2 + max_growths;
  static constexpr i64 max_divisor = 64;                        ///< of a slope
  static constexpr i64 farthest = i64_max / (2 * max_divisor);  ///< so that twice a divisor times an argument fits

  /// growth * u + the sum of factor * floor((slope * u + constant) / divisor) + another constant.
  struct found {
    i64 growth;
    int steps;
    i64 factor[max_steps], slope[max_steps], constant[max_steps], divisor[max_steps];
  };

  // ---- the function as it is

  /// The sum u of variables without a common factor that every numerator is a multiple of, but for constants
  /// and other quotients.
  constexpr bool find_argument(int line) {
    parts_ = 0;
    argument_ = no_line;
    for (int a = p_.variables; a < p_.atoms; ++a) part_of_[a] = -1;
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
      if (!p_.is_variable(p_.atom[i]) && !add_part(p_.atom[i])) return false;
    return argument_ != no_line;
  }

  constexpr bool add_part(int a) {
    if (part_of_[a] >= 0) return true;
    const int operand = p_.operand[a];
    for (int i = p_.begin[operand], e = p_.end(operand); i < e; ++i)
      if (!p_.is_variable(p_.atom[i]) && !add_part(p_.atom[i])) return false;
    if (parts_ == max_parts || !multiple_of_argument(operand, multiple_[parts_])) return false;
    atom_[parts_] = a;
    part_of_[a] = parts_++;
    return true;
  }

  /// Whether the variables of the line are a multiple of the argument, which they make if there is none yet.
  constexpr bool multiple_of_argument(int line, i64& multiple) {
    int variables = 0;
    const int b = p_.begin[line], e = p_.end(line);
    while (b + variables < e && p_.is_variable(p_.atom[b + variables])) ++variables;
    multiple = 0;
    if (variables == 0) return true;
    if (argument_ == no_line) {
      const int from = p_.terms;
      for (int i = b; i < b + variables; ++i) p_.push(p_.coefficient[i], p_.atom[i]);
      const int sum = p_.close(0, from);
      const i64 g = p_.content(sum);
      if (p_.full) return false;
      argument_ = p_.divided(sum, g);
      multiple = g;
      return true;
    }
    if (p_.length[argument_] != variables) return false;
    multiple = p_.coefficient[b] / p_.coefficient[p_.begin[argument_]];
    for (int i = 0; i < variables; ++i) {
      const int j = p_.begin[argument_] + i;
      i64 product = 0;
      if (p_.atom[b + i] != p_.atom[j] || !checked_mul(multiple, p_.coefficient[j], product) ||
          product != p_.coefficient[b + i])
        return false;
    }
    return true;
  }

  constexpr bool is_nested() const {
    for (int k = 0; k < parts_; ++k)
      if (!p_.has_only_variables(p_.operand[atom_[k]])) return true;
    return false;
  }

  /// Quotients are known from those at the value before, most often without a division.
  constexpr bool evaluate(int index) {
    const i64 u = lo_ + index;
    for (int k = 0; k < parts_; ++k) {
      const int operand = p_.operand[atom_[k]];
      i64 x = 0;
      if (!checked_multiply_add(p_.constant[operand], multiple_[k], u, x) || !add_parts(operand, x)) return false;
      if (p_.kind[atom_[k]] == atom_kind::quotient) {
        const i64 c = p_.divisor[atom_[k]];
        const auto beyond = [&] { return static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(first_[k]); };
        if (index == 0 || x < first_[k] || beyond() >= static_cast<std::uint64_t>(c)) {
          part_[k] = floor_div(x, c);
          if (!checked_mul(c, part_[k], first_[k])) return false;
        }
      } else {
        part_[k] = x > 0 ? x : 0;
      }
    }
    value_[index] = 0;
    return add_parts(line_, value_[index]) && value_[index] > -pool::small && value_[index] < pool::small;
  }

  constexpr bool add_parts(int line, i64& sum) const {
    for (int i = p_.end(line) - 1; i >= p_.begin[line] && !p_.is_variable(p_.atom[i]); --i)
      if (!checked_multiply_add(sum, p_.coefficient[i], part_[part_of_[p_.atom[i]]], sum)) return false;
    return true;
  }

  // ---- the function from its values

  /// By how much a value is larger than the one before.
  constexpr i64 growth_at(int i) const { return value_[i] - value_[i - 1]; }

  /// The first different growths; how many there are, or one more than there is room for.
  constexpr int distinct_growths(i64* growth) const {
    int n = 0;
    for (int i = 1; i < count_; ++i) {
      bool known = false;
      for (int k = 0; k < n && !known; ++k) known = growth[k] == growth_at(i);
      if (known) continue;
      if (n == max_growths) return n + 1;
      growth[n++] = growth_at(i);
    }
    return n;
  }

  /// How often the values grow by another number.
  constexpr int others(i64 growth) const {
    int n = 0;
    for (int i = 1; i < count_; ++i) n += growth_at(i) != growth;
    return n;
  }

  constexpr void find_forms() {
    forms_ = 0;
    find_all();
    least_ = is_nested() || count_ <= few_values ? parts_ : parts_ - 1;
    for (int k = 0; k < forms_; ++k)
      if (form_[k].steps < least_) least_ = form_[k].steps;
  }

  constexpr void find_all() {
    i64 growth[max_growths];
    const int growths = count_ == 1 ? 0 : distinct_growths(growth);
    if (growths < 2) {
      start(form_[forms_++], growths == 0 ? 0 : growth[0]);
      return;
    }
    for (int k = 0; k < growths && k < max_growths; ++k)
      if (others(growth[k]) <= count_ * 2 / 3) forms_ += as_steps(growth[k], form_[forms_]);
    for (int k = 0; k < 2 && growths == 2; ++k) forms_ += as_slope(growth[k], growth[1 - k] - growth[k], form_[forms_]);
  }

  /// growth * u + step * floor((a * u + b) / c), with the smallest c > 1 that there is, a > 1.
  constexpr bool as_slope(i64 growth, i64 step, found& out) {
    start(out, growth);
    const i64 last = count_ - 1, rise = (value_[last] - value_[0] - growth * last) / step;
    for (i64 c = 3; c <= max_divisor && c <= 2 * last; ++c)
      for (i64 a = c * (rise - 1) / last; a <= c * (rise + 1) / last + 1; ++a)
        if (a > 1 && a < c && fits_slope(growth, step, a, c, out)) return true;
    return false;
  }

  constexpr bool fits_slope(i64 growth, i64 step, i64 a, i64 c, found& out) const {
    i64 least = i64_min, most = i64_max;
    for (i64 i = 0, n = 0; i < count_; ++i) {
      if (i != 0 && growth_at(static_cast<int>(i)) != growth) ++n;
      const i64 b = c * n - a * i;
      if (b > least) least = b;
      if (b + c - 1 < most) most = b + c - 1;
      if (least > most) return false;
    }
    // the constant beside a * u, which may be any of an interval: none, where there can be
    least -= a * lo_;
    most -= a * lo_;
    const i64 none = floor_div(most, c) * c;
    return add_step(out, step, a, none >= least ? 0 : floor_mod(least, c), c);
  }

  static constexpr void start(found& out, i64 growth) {
    out.growth = growth;
    out.steps = 0;
  }

  static constexpr bool add_step(found& out, i64 factor, i64 a, i64 b, i64 c) {
    if (out.steps == max_steps) return false;
    out.factor[out.steps] = factor;
    out.slope[out.steps] = a;
    out.constant[out.steps] = b;
    out.divisor[out.steps++] = c;
    return true;
  }

  /// growth * u and quotients (u + b) floordiv c, one for each regular sequence of other growths.
  constexpr bool as_steps(i64 growth, found& out) {
    start(out, growth);
    for (int i = 1; i < count_; ++i) rest_[i] = growth_at(i) - growth;
    for (int i = 1; i < count_;) {
      if (rest_[i] == 0) {
        ++i;
        continue;
      }
      const i64 factor = rest_[i], c = best_distance(i);
      if (!add_step(out, factor, 1, floor_mod(-(lo_ + i), c), c)) return false;
      // what began before i would be another sequence
      if (i - c >= 1) return false;
      for (i64 j = i; j < count_; j += c) rest_[j] -= factor;
    }
    return true;
  }

  /// The distance at which what happens at i happens again: of those to the next few steps the one that leaves
  /// least.
  constexpr i64 best_distance(int i) const {
    i64 best = 0;
    int least = count_, tried = 0;
    for (int j = i + 1; j < count_ && tried < 4; ++j) {
      if (rest_[j] == 0) continue;
      ++tried;
      const int c = j - i;
      if (c < 2 || i - c >= 1) continue;
      int left = 0;
      for (int k = i + 1; k < count_; ++k) left += rest_[k] != ((k - i) % c == 0 ? rest_[i] : 0);
      if (left < least) {
        least = left;
        best = c;
      }
    }
    int alone = 0;
    for (int k = i + 1; k < count_; ++k) alone += rest_[k] != 0;
    return best != 0 && least < alone ? best : distance_of_one(i);
  }

  /// A distance beyond both ends, such that the constant is 0 if that can be.
  constexpr i64 distance_of_one(int i) const {
    const i64 after = count_ - i, before = i, least = after > before ? after : before;
    const i64 at = lo_ + i;
    if (at >= least) return at;
    return least < 2 ? 2 : least;
  }

  /// The line with that form in the place of its quotients. What does not fit shows in the pool's overflow.
  constexpr int rebuilt(const found& form) {
    const int from = p_.terms;
    for (int i = p_.begin[line_], e = p_.end(line_); i < e && p_.is_variable(p_.atom[i]); ++i)
      p_.push(p_.coefficient[i], p_.atom[i]);
    int out = p_.close(p_.constant[line_], from);
    if (form.growth != 0) out = p_.add(out, argument_, form.growth);
    i64 first = 0, constant = 0;
    bool fits = checked_mul(form.growth, lo_, first);
    for (int k = 0; k < form.steps; ++k) {
      const i64 a = form.slope[k], b = form.constant[k], c = form.divisor[k];
      out = p_.add(out, floor_divide(p_, p_.shift(p_.scale(argument_, a), b), c), form.factor[k]);
      fits = fits && checked_multiply_add(first, form.factor[k], floor_div(a * lo_ + b, c), first);
    }
    fits = fits && checked_multiply_add(value_[0], first, -1, constant);
    if (!fits) p_.overflow = true;
    return p_.shift(out, constant);
  }

  pool& p_;
  int line_ = no_line, argument_ = no_line;
  i64 lo_ = 0;
  int count_ = 0, parts_ = 0, forms_ = 0, least_ = 0;
  found form_[max_forms];
  int atom_[max_parts], part_of_[pool::max_atoms];
  i64 multiple_[max_parts], part_[max_parts];
  i64 first_[max_parts];  ///< the least numerator with the quotient that part_ is
  i64 value_[max_values], rest_[max_values];
};

}  // namespace mercator::symbolic
