// How many groups there are of each size.
#pragma once

#include "mercator/core/checked.hpp"

namespace mercator::analysis {

/// Sizes and, of each, how many groups have it. Not known where there are too many different ones.
class group_sizes {
 public:
  /// How many different sizes there is room for.
  static constexpr int capacity = 128;

  /// Whether there was room for all.
  constexpr bool known() const { return known_; }
  /// So many groups of a size.
  constexpr void add(i64 size, i64 groups) {
    int k = 0;
    while (k < count_ && size_[k] != size) ++k;
    if (k == capacity) {
      known_ = false;
    } else if (k == count_) {
      size_[count_] = size;
      groups_[count_++] = groups;
    } else {
      groups_[k] = saturating_add(groups_[k], groups);
    }
  }

  /// Other groups.
  constexpr void add(const group_sizes& others) {
    known_ = known_ && others.known_;
    for (int k = 0; k < others.count_; ++k) add(others.size_[k], others.groups_[k]);
  }

  /// Each group with each of others: as large as both sizes multiplied.
  constexpr void multiply(const group_sizes& others) {
    group_sizes product;
    for (int k = 0; k < count_; ++k)
      for (int j = 0; j < others.count_; ++j)
        product.add(saturating_mul(size_[k], others.size_[j]), saturating_mul(groups_[k], others.groups_[j]));
    known_ = known_ && others.known_ && product.known_;
    count_ = product.count_;
    for (int k = 0; k < count_; ++k) {
      size_[k] = product.size_[k];
      groups_[k] = product.groups_[k];
    }
  }

  /// Over all groups, the fewest units of so many bytes that hold each one's elements.
  constexpr i64 fewest_units(i64 element_bytes, i64 unit_bytes) const {
    i64 out = 0;
    for (int k = 0; k < count_; ++k) {
      const i64 units = ceil_div(saturating_mul(size_[k], element_bytes), unit_bytes);
      out = saturating_add(out, saturating_mul(groups_[k], units));
    }
    return out;
  }

 private:
  int count_ = 0;
  bool known_ = true;
  i64 size_[capacity], groups_[capacity];
};

}  // namespace mercator::analysis
