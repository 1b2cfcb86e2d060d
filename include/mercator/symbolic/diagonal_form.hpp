// Small matrices of integers brought into diagonal form by whole combinations of rows, and of columns.
#pragma once

#include <utility>

#include "mercator/core/checked.hpp"

namespace mercator::symbolic {

/// U * A * V is diagonal, where U and V are made of whole combinations that can be undone (as in Smith's normal form,
/// but for the order of the divisors). So A * k = y says that entry t of U * y is a multiple of divisor t, k = V * (U *
/// y / divisors), and that what is left of U * y is 0.
template <int MaxRows, int MaxColumns>
class diagonal_form {
 public:
  /// The matrix, before all else.
  i64 entry[static_cast<unsigned>(MaxRows)][static_cast<unsigned>(MaxColumns)];

  constexpr diagonal_form() {}

  /// False where the columns are not independent, or a number does not fit.
  constexpr bool make(int rows, int columns) {
    rows_ = rows;
    columns_ = columns;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < rows; ++j) left_[i][j] = i == j;
    for (int i = 0; i < columns; ++i)
      for (int j = 0; j < columns; ++j) right_[i][j] = i == j;
    for (int t = 0; t < columns; ++t)
      if (!find_least(t) || !clear(t)) return false;
    return true;
  }

  constexpr i64 divisor(int t) const { return magnitude(entry[t][t]); }
  /// U
  constexpr i64 left(int row, int column) const { return left_[row][column]; }
  /// V, of which a column has the sign that makes its divisor positive.
  constexpr i64 right(int row, int column) const {
    return entry[column][column] < 0 ? -right_[row][column] : right_[row][column];
  }

 private:
  /// Brings the least entry of the rows and columns from t on there. False where all are 0.
  constexpr bool find_least(int t) {
    int row = -1, column = -1;
    for (int i = t; i < rows_; ++i)
      for (int j = t; j < columns_; ++j)
        if (entry[i][j] != 0 && (row < 0 || magnitude(entry[i][j]) < magnitude(entry[row][column]))) {
          row = i;
          column = j;
        }
    if (row < 0) return false;
    exchange_rows(t, row);
    exchange_columns(t, column);
    return true;
  }

  /// Makes all of row t and column t 0 but what they share.
  constexpr bool clear(int t) {
    for (;; find_least(t)) {
      bool is_clear = true;
      for (int i = t + 1; i < rows_; ++i) {
        if (!add_row(i, t, -(entry[i][t] / entry[t][t]))) return false;
        is_clear &= entry[i][t] == 0;
      }
      for (int j = t + 1; j < columns_; ++j) {
        if (!add_column(j, t, -(entry[t][j] / entry[t][t]))) return false;
        is_clear &= entry[t][j] == 0;
      }
      if (is_clear) return true;
    }
  }

  constexpr bool add_row(int i, int from, i64 times) {
    for (int j = 0; j < columns_ && times != 0; ++j)
      if (!checked_multiply_add(entry[i][j], entry[from][j], times, entry[i][j])) return false;
    for (int j = 0; j < rows_ && times != 0; ++j)
      if (!checked_multiply_add(left_[i][j], left_[from][j], times, left_[i][j])) return false;
    return true;
  }

  constexpr bool add_column(int j, int from, i64 times) {
    for (int i = 0; i < rows_ && times != 0; ++i)
      if (!checked_multiply_add(entry[i][j], entry[i][from], times, entry[i][j])) return false;
    for (int i = 0; i < columns_ && times != 0; ++i)
      if (!checked_multiply_add(right_[i][j], right_[i][from], times, right_[i][j])) return false;
    return true;
  }

  constexpr void exchange_rows(int i, int k) {
    for (int j = 0; j < columns_; ++j) std::swap(entry[i][j], entry[k][j]);
    for (int j = 0; j < rows_; ++j) std::swap(left_[i][j], left_[k][j]);
  }

  constexpr void exchange_columns(int j, int k) {
    for (int i = 0; i < rows_; ++i) std::swap(entry[i][j], entry[i][k]);
    for (int i = 0; i < columns_; ++i) std::swap(right_[i][j], right_[i][k]);
  }

  int rows_ = 0, columns_ = 0;
  i64 left_[static_cast<unsigned>(MaxRows)][static_cast<unsigned>(MaxRows)];
  i64 right_[static_cast<unsigned>(MaxColumns)][static_cast<unsigned>(MaxColumns)];
};

}  // namespace mercator::symbolic
