// The points of a map's domain with its results, as a table, and numbers made of its columns.
#pragma once

#include "mercator/symbolic/form.hpp"
#include "mercator/symbolic/point_values.hpp"
#include "mercator/symbolic/points.hpp"

namespace mercator::symbolic {

/// The points of a domain: a row each, of the dimensions and ranges, the results, and the runtime variables. Or of the
/// results alone, where these say what is looked for too: the first ones stand for dimensions and ranges then.
template <int MaxRows>
class point_table {
 public:
  static constexpr unsigned max_columns = 2 * limits::variables + limits::results;
  static constexpr unsigned max_cells = 16u * MaxRows;

  /// The map's atoms hold on its box.
  constexpr explicit point_table(const map_form& m) : m_(m), sources_(m.dims + m.ranges) {}
  /// Of the results alone, so many of them for dimensions and ranges; of a map without runtime variables.
  constexpr point_table(const map_form& m, int sources) : m_(m), sources_(sources), has_points_(false) {}

  /// False where the box has more than `most` points, there is no room for those of the domain, or `overflow`: a value
  /// does not fit. Runtime variables that nothing is made of have one value, the least.
  constexpr bool fill(i64 most) {
    point_values at(m_.p);
    interval box[limits::variables];
    if (!span(at, box, most)) return false;
    columns_ = m_.results + (has_points_ ? m_.variables() : 0);
    do {
      bool allowed = true;
      overflow_ = !at.compute() || !satisfies(at, allowed);
      if (overflow_ || (allowed && !add(at))) return false;
    } while (next_point(at.values(), box, 0, m_.variables()));
    for (int c = 0; c < columns_; ++c) find_range(c);
    return true;
  }

  constexpr bool overflow() const { return overflow_; }
  constexpr int rows() const { return rows_; }
  constexpr int columns() const { return columns_; }
  /// The first column that is no dimension or range.
  constexpr int first_input() const { return sources_; }
  constexpr i64 at(int row, int column) const { return cell_[row * columns_ + column]; }
  /// The values of a column; those of a runtime variable that nothing is made of are any that it may have.
  constexpr interval range(int column) const { return range_[column]; }
  /// Whether the rows differ in a column.
  constexpr bool varies(int column) const { return !range_[column].is_point() && !is_unused(column); }

 private:
  /// A runtime variable that nothing is made of.
  constexpr bool is_unused(int column) const {
    const int v = column - m_.results;
    return has_points_ && v >= sources_ && !used_[v];
  }

  constexpr bool span(point_values& at, interval* box, i64 most) {
    for (int a = 0; a < m_.p.atoms; ++a) used_[a] = false;
    mark_atoms(m_, used_);
    at.clear();
    i64 points = 1;
    for (int v = 0; v < m_.variables(); ++v) {
      const interval r = m_.p.range(v);
      box[v] = v < m_.dims + m_.ranges || used_[v] ? r : interval{r.lo, r.lo};
      at.take(v);
      at.values()[v] = box[v].lo;
      points = saturating_mul(points, box[v].bounded() ? box[v].count() : i64_max);
    }
    at.take_atoms(used_);
    return points <= most;
  }

  /// False where a value does not fit.
  constexpr bool satisfies(const point_values& at, bool& allowed) const {
    for (int i = 0; i < m_.constraints && allowed; ++i) {
      i64 x = 0;
      if (!at.sum(m_.constraint[i], x)) return false;
      allowed = m_.constraint_range[i].contains(x);
    }
    return true;
  }

  constexpr bool add(const point_values& at) {
    if (rows_ == MaxRows || (rows_ + 1) * columns_ > static_cast<int>(max_cells)) return false;
    i64* cell = cell_ + rows_++ * columns_;
    for (int v = 0; v < sources_ && has_points_; ++v) *cell++ = at.value(v);
    for (int j = 0; j < m_.results; ++j)
      if (overflow_ = !at.sum(m_.result[j], *cell++); overflow_) return false;
    for (int v = sources_; v < m_.variables() && has_points_; ++v) *cell++ = at.value(v);
    return true;
  }

  constexpr void find_range(int column) {
    range_[column] = is_unused(column) ? m_.p.range(column - m_.results) : nothing;
    for (int i = 0; i < rows_; ++i) range_[column] = hull(range_[column], {at(i, column), at(i, column)});
  }

  const map_form& m_;
  int sources_;
  bool has_points_ = true;
  bool used_[pool::max_atoms];
  bool overflow_ = false;
  int rows_ = 0, columns_ = 0;
  i64 cell_[max_cells];
  interval range_[max_columns];
};

/// A number made of columns of a table: a sum of them with factors, less the least that it can be; or if there is a
/// modulus, the residue of such a sum of residues.
struct table_key {
  static constexpr int max_terms = 60;
  static constexpr i64 largest = i64{1} << 60;

  int terms = 0;
  i64 modulus = 0;
  i64 values = 1;  ///< it is below this
  i64 least = 0;   ///< of the sum
  int column[max_terms];
  i64 factor[max_terms];

  constexpr table_key() {}
  constexpr table_key(const table_key& o) { copy(o); }
  constexpr table_key& operator=(const table_key& o) {
    if (this != &o) copy(o);
    return *this;
  }

  /// The number of no columns below a modulus that is at most 2^26.
  static constexpr table_key residue(i64 modulus) {
    table_key k;
    k.values = k.modulus = k.size_ = modulus;
    return k;
  }

  /// A column more, of a residue; factors are below the modulus. False where there are too many.
  constexpr bool add_residue(int c, i64 f) {
    if (terms == max_terms) return false;
    column[terms] = c;
    factor[terms++] = f;
    return true;
  }

  /// Whether the number times so much, and as much again, fits.
  constexpr bool has_room_for(i64 width) const {
    return saturating_mul(size_ > values ? size_ : values, width) <= largest;
  }

  /// A column more; those that do not vary are left out. False where numbers would be too large.
  template <int MaxRows>
  constexpr bool add(const point_table<MaxRows>& t, int c, i64 f = 1) {
    if (!t.varies(c) || f == 0) return true;
    const interval r = t.range(c);
    const i64 size = saturating_mul(magnitude(f), r.lo < -r.hi ? -r.lo : r.hi);
    size_ = saturating_add(size_, size);
    values = saturating_add(values, saturating_mul(magnitude(f), r.count() - 1));
    if (terms == max_terms || size_ > largest || values > largest) return false;
    least += f * (f > 0 ? r.lo : r.hi);
    column[terms] = c;
    factor[terms++] = f;
    return true;
  }

  /// A column more, as the lowest digit: different columns make different numbers.
  template <int MaxRows>
  constexpr bool add_digit(const point_table<MaxRows>& t, int c) {
    if (!t.varies(c)) return true;
    const i64 count = t.range(c).count();
    size_ = saturating_mul(size_, count);
    if (size_ > largest || saturating_mul(values, count) > largest) return false;
    for (int k = 0; k < terms; ++k) factor[k] *= count;
    least *= count;
    values = (values - 1) * count + 1;
    return add(t, c);
  }

 private:
  constexpr void copy(const table_key& o) {
    terms = o.terms;
    modulus = o.modulus;
    values = o.values;
    least = o.least;
    size_ = o.size_;
    for (int k = 0; k < terms; ++k) {
      column[k] = o.column[k];
      factor[k] = o.factor[k];
    }
  }

  i64 size_ = 0;  ///< at most the magnitude of every part of the sum
};

/// The rows of a table in the order of a key, and what is a function of it.
template <int MaxRows>
class sorted_table {
 public:
  constexpr explicit sorted_table(const point_table<MaxRows>& t) : t_(t) {}

  constexpr void sort_by(const table_key& by) {
    key_ = by;
    for (int i = 0; i < rows(); ++i) {
      number_[i] = number_of(by, i);
      order_[i] = i;
    }
    for (int gap = rows() / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
      for (int i = gap; i < rows(); ++i) {
        const int row = order_[i];
        int j = i;
        for (; j >= gap && number_[order_[j - gap]] > number_[row]; j -= gap) order_[j] = order_[j - gap];
        order_[j] = row;
      }
  }

  constexpr const point_table<MaxRows>& table() const { return t_; }
  constexpr int rows() const { return t_.rows(); }
  constexpr int row(int place) const { return order_[place]; }
  /// The number of the row at a place.
  constexpr i64 number(int place) const { return number_[order_[place]]; }
  constexpr i64 value(int place, int column) const { return t_.at(order_[place], column); }

  /// The number that another key has there.
  constexpr i64 number_by(const table_key& key, int place) const { return number_of(key, order_[place]); }

  /// Whether a column changes from one place to the next.
  constexpr bool changes(int place, int column) const { return value(place, column) != value(place + 1, column); }

  /// The first place where a column changes and the number does not; -1 where it is a function of the number.
  constexpr int contradiction(int column) const {
    for (int i = 0; i + 1 < rows(); ++i)
      if (number(i) == number(i + 1) && changes(i, column)) return i;
    return -1;
  }

  constexpr int count_changes(int column) const {
    int n = 0;
    for (int i = 0; i + 1 < rows(); ++i) n += changes(i, column);
    return n;
  }

  /// A divisor by which a number less k, rounded down, is 0 from k on and -1 before. It has no factor in common with
  /// the key's, and is more than twice as large: so the quotient stays as it is where it is simplified.
  constexpr i64 divisor_of_step(i64 k) const {
    i64 divisor = k > key_.values - k ? k : key_.values - k;
    for (int i = 0; i < key_.terms; ++i) {
      const i64 twice = 2 * magnitude(key_.factor[i]);
      if (divisor <= twice) divisor = twice + 1;
    }
    while (!is_prime_to_factors(divisor)) ++divisor;
    return divisor;
  }

 private:
  constexpr i64 number_of(const table_key& key, int row) const {
    i64 sum = -key.least;
    for (int k = 0; k < key.terms; ++k) {
      const i64 x = t_.at(row, key.column[k]);
      sum += key.factor[k] * (key.modulus != 0 ? floor_mod(x, key.modulus) : x);
    }
    return key.modulus != 0 ? floor_mod(sum, key.modulus) : sum;
  }

  constexpr bool is_prime_to_factors(i64 divisor) const {
    for (int i = 0; i < key_.terms; ++i)
      if (gcd(divisor, magnitude(key_.factor[i])) != 1) return false;
    return true;
  }

  const point_table<MaxRows>& t_;
  table_key key_;
  int order_[static_cast<unsigned>(MaxRows)];
  i64 number_[static_cast<unsigned>(MaxRows)];
};

/// The numbers of a sorted table as runs of one distance.
template <int MaxRows>
class number_runs {
 public:
  constexpr explicit number_runs(const sorted_table<MaxRows>& t) : t_(t) {}

  /// Moves on to the next run. False behind the last one.
  constexpr bool next() {
    if (end_ == t_.rows()) return false;
    first_ = last_ = t_.number(end_);
    distance_ = 0;
    int count = 1, i = behind(end_);
    const int second = i;
    for (; i < t_.rows() && (distance_ == 0 || t_.number(i) - last_ == distance_); i = behind(i), ++count) {
      distance_ = t_.number(i) - last_;
      last_ = t_.number(i);
    }
    end_ = count < few ? second : i;
    if (count < few) last_ = first_;
    return true;
  }

  constexpr i64 first() const { return first_; }
  constexpr i64 last() const { return last_; }
  constexpr i64 distance() const { return distance_; }
  constexpr bool is_one() const { return first_ == last_; }

 private:
  static constexpr int few = 5;  ///< fewer cost less one by one

  constexpr int behind(int place) const {
    const i64 n = t_.number(place);
    while (place < t_.rows() && t_.number(place) == n) ++place;
    return place;
  }

  const sorted_table<MaxRows>& t_;
  int end_ = 0;
  i64 first_ = 0, last_ = 0, distance_ = 0;
};

}  // namespace mercator::symbolic
