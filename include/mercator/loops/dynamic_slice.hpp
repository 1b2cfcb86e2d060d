// Dynamic-slice and dynamic-update-slice, run through their maps.
#pragma once

#include "mercator/loops/kernel_status.hpp"
#include "mercator/loops/tensor_view.hpp"
#include "mercator/ops/dynamic_slice.hpp"

namespace mercator::kernels {

/// dynamic_slice(op, operand, output, offset0, offset1, …): copies the part that begins at the offsets, which
/// are clamped so that it lies within the operand. Tensors are row-major and do not overlap.
template <class Operand, class Sizes, class T, class... Offsets>
MERCATOR_HD constexpr status dynamic_slice(ops::dynamic_slice<Operand, Sizes> op, const T* operand, T* output,
                                           const Offsets&... offsets) {
  using output_shape = decltype(op.output());
  const auto map = with_runtime(op.template output_to_input<0>(), offsets...);
  if constexpr (output_shape::elements > 0) {
    if (operand == nullptr) return {fault::null_operand};
    if (output == nullptr) return {fault::null_output};
    const tensor_view<const T, Operand> from(operand);
    const tensor_view<T, output_shape> to(output);
    for_each(map, [&](const auto& written, const auto& read) { to[written] = from[read]; });
  }
  return {};
}

/// dynamic_update_slice(op, update, operand, offset0, offset1, …): in place, the update over the part of the
/// operand that begins at the offsets, which are clamped so that it lies within. Nothing else is read or
/// written.
template <class Operand, class Update, class T, class... Offsets>
MERCATOR_HD constexpr status dynamic_update_slice(ops::dynamic_update_slice<Operand, Update> op, const T* update,
                                                  T* operand, const Offsets&... offsets) {
  const auto map = with_runtime(op.template input_to_output<1>(), offsets...);
  if constexpr (Update::elements > 0) {
    if (update == nullptr) return {fault::null_updates};
    if (operand == nullptr) return {fault::null_output};
    const tensor_view<const T, Update> from(update);
    const tensor_view<T, Operand> to(operand);
    for_each(map, [&](const auto& read, const auto& written) { to[written] = from[read]; });
  }
  return {};
}

}  // namespace mercator::kernels
