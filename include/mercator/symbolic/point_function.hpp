// Functions of a number given by their points, as lines: of pieces that are a slope each, rounded down.
#pragma once

#include "mercator/symbolic/normal_form.hpp"

namespace mercator::symbolic {

/// Many lines added up: a line is made of the sum alone.
class line_sum {
 public:
  constexpr explicit line_sum(pool& p) : p_(p) {
    for (int a = 0; a < pool::max_atoms; ++a) coefficient_[a] = 0;
  }

  constexpr void add(int line, i64 factor = 1) {
    take(p_.constant[line], factor, constant_);
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
      take(p_.coefficient[i], factor, coefficient_[p_.atom[i]]);
  }

  constexpr int line() {
    const int from = p_.terms;
    for (int a = 0; a < p_.atoms; ++a)
      if (coefficient_[a] != 0) p_.push(coefficient_[a], a);
    return p_.close(constant_, from);
  }

 private:
  constexpr void take(i64 x, i64 factor, i64& sum) {
    if (!checked_multiply_add(sum, x, factor, sum)) p_.overflow = true;
  }

  pool& p_;
  i64 constant_ = 0;
  i64 coefficient_[pool::max_atoms];
};

/// Points (key, value) of a function, and a line of quotients and positive parts that has these values at these
/// keys. What it has elsewhere is left open.
class point_function {
 public:
  static constexpr int max_points = 256;
  static constexpr int max_pieces = 32;

  constexpr point_function() {}

  constexpr void clear() { points_ = pieces_ = 0; }
  constexpr void add(i64 key, i64 value) {
    key_[points_] = key;
    value_[points_++] = value;
  }

  /// Whether no key has two values, numbers are small, and pieces are few; then these are known.
  constexpr bool fit() {
    for (int i = 0; i < points_; ++i)
      if (magnitude(key_[i]) >= pool::small || magnitude(value_[i]) >= pool::small) return false;
    sort();
    if (!drop_repeated()) return false;
    for (int i = 0; i < points_; i = end_[pieces_ - 1])
      if (pieces_ == max_pieces)
        return false;
      else
        take_piece(i);
    return points_ != 0;
  }

  /// Of how many pieces it is: a measure of what its line costs.
  constexpr int pieces() const { return pieces_; }

  /// The function of another line.
  constexpr int line(pool& p, int key) const {
    line_sum sum(p);
    sum.add(p.number(value_[0]));
    for (int s = 0, t = 0; s < pieces_ && !p.full; s = t) {
      for (t = s + 1; t < pieces_ && continues(t);) ++t;
      const int first = begin(s), last = end_[t - 1] - 1;
      const int within = clamped(p, key, s == 0 ? no_point : first, t == pieces_ ? no_point : last);
      const int rounded = floor_divide(p, p.shift(p.scale(within, slope_[s].n), constant_[s]), slope_[s].d);
      sum.add(p.shift(rounded, -at(s, first)));
      for (int r = s == 0 ? 1 : s; r < t; ++r) {
        const int i = begin(r), before = i - 1;
        const i64 jump = value_[i] - value_[before] - (r == s ? 0 : slope_[s].n * (key_[i] - key_[before]));
        if (jump != 0) sum.add(p.shift(step_at(p, key, i), 1), jump);
      }
    }
    return sum.line();
  }

 private:
  static constexpr int no_point = -1;

  /// n / d; d = 0: beyond all.
  struct fraction {
    i64 n, d;
    constexpr bool operator<(const fraction& o) const { return n * o.d < o.n * d; }
  };

  constexpr void sort() {
    bool sorted = true;
    for (int i = 1; i < points_ && sorted; ++i) sorted = key_[i - 1] <= key_[i];
    if (sorted) return;
    for (int gap = points_ / 2; gap > 0; gap /= 2)
      for (int i = gap; i < points_; ++i)
        for (int j = i; j >= gap && key_[j] < key_[j - gap]; j -= gap) {
          swap(key_[j], key_[j - gap]);
          swap(value_[j], value_[j - gap]);
        }
  }

  static constexpr void swap(i64& a, i64& b) {
    const i64 c = a;
    a = b;
    b = c;
  }

  /// False where a key has two values.
  constexpr bool drop_repeated() {
    int n = 0;
    for (int i = 0; i < points_; ++i) {
      if (n != 0 && key_[n - 1] == key_[i] && value_[n - 1] != value_[i]) return false;
      if (n != 0 && key_[n - 1] == key_[i]) continue;
      key_[n] = key_[i];
      value_[n++] = value_[i];
    }
    points_ = n;
    return true;
  }

  constexpr int begin(int piece) const { return piece == 0 ? 0 : end_[piece - 1]; }

  /// The longest piece from point i on: two points of it allow slopes within (dv - 1, dv + 1) / dk.
  constexpr void take_piece(int i) {
    fraction lo{-2 * pool::small, 1}, hi{2 * pool::small, 1};
    int j = i + 1;
    for (; j < points_; ++j) {
      fraction l = lo, h = hi;
      for (int k = i; k < j && l < h; ++k) {
        const i64 dk = key_[j] - key_[k], dv = value_[j] - value_[k];
        if (l < fraction{dv - 1, dk}) l = {dv - 1, dk};
        if (fraction{dv + 1, dk} < h) h = {dv + 1, dk};
      }
      if (!(l < h)) break;
      lo = l;
      hi = h;
    }
    const int s = pieces_++;
    end_[s] = j;
    slope_[s] = j == i + 1 ? fraction{0, 1} : simplest(lo, hi);
    if (s != 0 && slope_[s - 1].d == 1 && lo < slope_[s - 1] && slope_[s - 1] < hi) slope_[s] = slope_[s - 1];
    i64 least = i64_min, most = i64_max;
    for (int k = i; k < j; ++k) {
      const i64 b = value_[k] * slope_[s].d - key_[k] * slope_[s].n;
      least = b > least ? b : least;
      most = b + slope_[s].d - 1 < most ? b + slope_[s].d - 1 : most;
    }
    constant_[s] = least <= 0 && most >= 0 ? 0 : least;
  }

  /// The fraction of the smallest numbers between two that are not equal.
  static constexpr fraction simplest(fraction lo, fraction hi) {
    if (lo.n < 0 && hi.n > 0) return {0, 1};
    if (lo.n >= 0) return simplest_positive(lo, hi);
    const fraction f = simplest_positive({-hi.n, hi.d}, {-lo.n, lo.d});
    return {-f.n, f.d};
  }

  static constexpr fraction simplest_positive(fraction lo, fraction hi) {
    const i64 whole = lo.n / lo.d;
    if (fraction{whole + 1, 1} < hi) return {whole + 1, 1};
    const fraction rest = simplest_positive({hi.d, hi.n - whole * hi.d}, {lo.d, lo.n - whole * lo.d});
    return {whole * rest.n + rest.d, rest.n};
  }

  /// Whether a piece has the same whole slope as the one before: they are one but for a jump.
  constexpr bool continues(int piece) const {
    return slope_[piece].d == 1 && slope_[piece - 1].d == 1 && slope_[piece].n == slope_[piece - 1].n;
  }

  constexpr i64 at(int piece, int i) const {
    return floor_div(key_[i] * slope_[piece].n + constant_[piece], slope_[piece].d);
  }

  constexpr int clamped(pool& p, int key, int first, int last) const {
    if (last != no_point) key = min(p, key, p.number(key_[last]));
    return first == no_point ? key : max(p, key, p.number(key_[first]));
  }

  /// 0 from point i on, -1 before.
  constexpr int step_at(pool& p, int key, int i) const {
    const i64 before = key_[i] - key_[0], after = key_[points_ - 1] - key_[i] + 1;
    return floor_divide(p, p.shift(key, -key_[i]), before > after ? before : after);
  }

  int points_ = 0, pieces_ = 0;
  i64 key_[max_points], value_[max_points];
  int end_[max_pieces];  ///< the first point that is no more in the piece
  fraction slope_[max_pieces];
  i64 constant_[max_pieces];
};

}  // namespace mercator::symbolic
