// What every operation with a typed face has: the shape of its output, and its maps in both directions.
#pragma once

#include "mercator/map/compose.hpp"
#include "mercator/ops/attributes.hpp"

namespace mercator::ops {

/// The map from the indices of an operation's output to those of the elements of the operand that it reads.
template <class Operation, int Operand>
struct output_to_input : recipe<output_to_input<Operation, Operand>> {
  static_assert(
      Operand >= 0 && Operand < Operation::operands,
      "mercator: output_to_input requires the number of an operand, counted from 0; got the number at "
      "the end of what is shown here");
  static constexpr map_counts counts = Operation::output_to_input_counts[Operand];
  static constexpr void build(symbolic::map_form& m) { Operation::build_output_to_input(m, Operand); }
};

/// The map from the indices of an operand to those of the elements of the output that depend on it.
template <class Operation, int Operand>
struct input_to_output : recipe<input_to_output<Operation, Operand>> {
  static_assert(
      Operand >= 0 && Operand < Operation::operands,
      "mercator: input_to_output requires the number of an operand, counted from 0; got the number at "
      "the end of what is shown here");
  static constexpr map_counts counts = Operation::input_to_output_counts[Operand];
  static constexpr void build(symbolic::map_form& m) { Operation::build_input_to_output(m, Operand); }
};

/// The base of an operation: an empty type made from its shapes and attributes, such as
/// transpose<shape<4, 8>, perm<1, 0>>. An operation builds its maps on values, and has counts of its own where
/// a map of it has ranges. All of this is kept lean: each operation of a program is a type that costs compile
/// time.
template <class Operation, class Output, class... Operands>
struct operation {
  using output_shape = Output;
  static constexpr bool can_follow = true;  ///< its maps are written by a map_writer and by nothing else
  static constexpr int operands = sizeof...(Operands);
  static constexpr map_counts output_to_input_counts[sizeof...(Operands) + 1] = {
      {Output::rank, 0, 0, Operands::rank}...};
  static constexpr map_counts input_to_output_counts[sizeof...(Operands) + 1] = {
      {Operands::rank, 0, 0, Output::rank}...};

  /// The shape of the output, for the next operation.
  MERCATOR_HD static constexpr output_shape output() { return {}; }

  /// The map from the indices of the output to those of the elements of an operand that are read, counted from 0.
  template <int Operand = 0>
  MERCATOR_HD static constexpr ops::output_to_input<Operation, Operand> output_to_input() {
    return {};
  }

  /// The map from the indices of an operand to those of the elements of the output that depend on it.
  template <int Operand = 0>
  MERCATOR_HD static constexpr ops::input_to_output<Operation, Operand> input_to_output() {
    return {};
  }
};

}  // namespace mercator::ops

namespace mercator::detail {

template <class Operation, int Operand>
inline constexpr bool can_follow<ops::output_to_input<Operation, Operand>> = Operation::can_follow;
template <class Operation, int Operand>
inline constexpr bool can_follow<ops::input_to_output<Operation, Operand>> = Operation::can_follow;

}  // namespace mercator::detail
