// Concatenate: operands one after another along a dimension.
#pragma once

#include "mercator/ops/typed.hpp"

namespace mercator::ops {

namespace values {

/// What a concatenation requires and is not given; nullptr where nothing is missing.
constexpr const char* concatenate_requires(const numbers* operands, int count, i64 dimension) {
  if (count < 1) return "at least one operand";
  if (dimension < 0 || dimension >= operands[0].count) return "a dimension of the operands";
  i64 size = 0;
  for (int k = 0; k < count; ++k) {
    if (operands[k].count != operands[0].count) return "operands of one rank";
    for (int j = 0; j < operands[k].count; ++j)
      if (j != dimension && operands[k][j] != operands[0][j])
        return "operands of the same sizes but along the dimension";
    size = saturating_add(size, operands[k][static_cast<int>(dimension)]);
  }
  return size <= largest_size ? nullptr : "an output of at most 2^60 elements along the dimension";
}

constexpr extents concatenate_output(const numbers* operands, int count, i64 dimension) {
  extents out = to_extents(operands[0]);
  for (int k = 1; k < count; ++k) out.size[dimension] += operands[k][static_cast<int>(dimension)];
  return out;
}

/// Where the operand of that number begins in the output.
constexpr i64 concatenate_offset(const numbers* operands, int operand, i64 dimension) {
  i64 offset = 0;
  for (int k = 0; k < operand; ++k) offset += operands[k][static_cast<int>(dimension)];
  return offset;
}

/// The domain is the operand's part of the output.
constexpr void concatenate_output_to_input(symbolic::map_form& m, numbers operand, i64 dimension, i64 offset) {
  map_writer out(m);
  for (int k = 0; k < operand.count; ++k) {
    const i64 first = k == dimension ? offset : 0;
    out.add_dimension(operand[k] == 0 ? nothing : interval{first, first + operand[k] - 1});
  }
  for (int k = 0; k < operand.count; ++k)
    out.add_result(out.pool().shift(out.variable(k), k == dimension ? -offset : 0));
}

constexpr void concatenate_input_to_output(symbolic::map_form& m, numbers operand, i64 dimension, i64 offset) {
  map_writer out(m, operand);
  for (int k = 0; k < operand.count; ++k)
    out.add_result(out.pool().shift(out.variable(k), k == dimension ? offset : 0));
}

}  // namespace values

template <class Axes, class... Operands>
struct concatenate_requires_operands_that_differ_along_one_axis {
  static constexpr extents compute() {
    if constexpr (detail::is_list<axes, Axes> && detail::are_shapes<Operands...>) {
      constexpr numbers operands[] = {Operands::value..., numbers()};
      if (Axes::value.count == 1 &&
          values::concatenate_requires(operands, sizeof...(Operands), Axes::value[0]) == nullptr)
        return values::concatenate_output(operands, sizeof...(Operands), Axes::value[0]);
    }
    return invalid;
  }
  static constexpr extents output = compute();
  static_assert(!is_invalid(output),
                "mercator: concatenate requires one axis and operands that have the same sizes but along it; got "
                "the axis and the shapes shown here");
};

/// concatenate(axes<1>{}, shape<2, 5>{}, shape<2, 11>{}): the operands one after another along the axis.
template <class Axes, class... Operands>
struct concatenate
    : counted_operation<concatenate<Axes, Operands...>,
                        computed_shape<concatenate_requires_operands_that_differ_along_one_axis<Axes, Operands...>>,
                        sizeof...(Operands)> {
  static constexpr numbers shapes[sizeof...(Operands) + 1] = {Operands::value..., numbers()};

  MERCATOR_HD constexpr concatenate(Axes, Operands...) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    values::concatenate_output_to_input(m, shapes[operand], Axes::value[0],
                                        values::concatenate_offset(shapes, operand, Axes::value[0]));
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    values::concatenate_input_to_output(m, shapes[operand], Axes::value[0],
                                        values::concatenate_offset(shapes, operand, Axes::value[0]));
  }
};

}  // namespace mercator::ops
