// What a kernel says of its arguments.
#pragma once

#include "mercator/loops/with_runtime.hpp"

namespace mercator::kernels {

/// What kept a kernel from running.
enum class fault : unsigned char {
  none,
  null_operand,
  null_indices,
  null_updates,
  null_output,
  index_out_of_range,  ///< only of functions that check
};

/// Whether a kernel has run. It has not where a tensor with elements is at no address, and then has written
/// nothing.
struct [[nodiscard]] status {
  /// What was wrong.
  fault what = fault::none;
  runtime_out_of_range index{};  ///< which index it was, for index_out_of_range

  /// Whether the kernel ran.
  MERCATOR_HD constexpr explicit operator bool() const { return what == fault::none; }
};

namespace detail {

/// Whether a tensor of that shape is where it cannot be.
template <class Shape, class T>
MERCATOR_HD constexpr bool is_missing(const T* data) {
  return Shape::elements > 0 && data == nullptr;
}

}  // namespace detail

}  // namespace mercator::kernels
