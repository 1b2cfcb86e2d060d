// What every operation with a typed face has: the shape of its output, and its maps in both directions.
#pragma once

#include "mercator/map/compose.hpp"
#include "mercator/ops/attributes.hpp"

namespace mercator::ops {

template <class Operation, class Output, class... Operands>
struct operation;

namespace detail {

/// The rank of an operation's output and of one of its operands.
struct ranks {
  int output, operand;
};

template <class Operation, class Output, class... Operands>
constexpr ranks ranks_of(const operation<Operation, Output, Operands...>*, int operand) {
  const int rank[] = {Operands::rank..., 0};
  return {Output::rank, rank[operand]};
}

template <class Operation>
constexpr map_counts output_to_input_counts(int operand) {
  if constexpr (requires { Operation::output_to_input_counts; })
    return Operation::output_to_input_counts[operand];
  else {
    const ranks r = ranks_of(static_cast<const Operation*>(nullptr), operand);
    return {r.output, 0, 0, r.operand};
  }
}

template <class Operation>
constexpr map_counts input_to_output_counts(int operand) {
  if constexpr (requires { Operation::input_to_output_counts; })
    return Operation::input_to_output_counts[operand];
  else {
    const ranks r = ranks_of(static_cast<const Operation*>(nullptr), operand);
    return {r.operand, 0, 0, r.output};
  }
}

}  // namespace detail

/// The map from the indices of an operation's output to those of the elements of the operand that it reads.
template <class Operation, int Operand>
struct output_to_input : recipe<output_to_input<Operation, Operand>> {
  static_assert(Operand >= 0 && Operand < Operation::operands,
                "mercator: output_to_input requires the number of an operand, counted from 0; got the number at "
                "the end of what is shown here");
  static constexpr map_counts counts = detail::output_to_input_counts<Operation>(Operand);
  static constexpr void build(symbolic::map_form& m) { Operation::build_output_to_input(m, Operand); }
};

/// The map from the indices of an operand to those of the elements of the output that depend on it.
template <class Operation, int Operand>
struct input_to_output : recipe<input_to_output<Operation, Operand>> {
  static_assert(Operand >= 0 && Operand < Operation::operands,
                "mercator: input_to_output requires the number of an operand, counted from 0; got the number at "
                "the end of what is shown here");
  static constexpr map_counts counts = detail::input_to_output_counts<Operation>(Operand);
  static constexpr void build(symbolic::map_form& m) { Operation::build_input_to_output(m, Operand); }
};

namespace detail {

template <int Operands>
struct operation_of {
  /// Its maps without ranges are written by a map_writer and by nothing else, and those to inputs have no ranges.
  static constexpr bool can_follow = true;
  static constexpr int operands = Operands;
};

}  // namespace detail

/// The base of an operation: an empty type made from its shapes and attributes, such as
/// transpose<shape<4, 8>, perm<1, 0>>. An operation builds its maps on values, and has counts of its own where
/// a map of it has ranges. All of this is kept lean: each operation of a program is a type that costs compile
/// time.
template <class Operation, class Output, class... Operands>
struct operation : detail::operation_of<sizeof...(Operands)> {
  using output_shape = Output;

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

// Every operation has an operand 0, so nothing is asked of it. The classes of the others' maps say if there is none.
template <class Operation>
inline constexpr construction construction_of<ops::output_to_input<Operation, 0>>{
    nullptr, &Operation::build_output_to_input, 0, Operation::can_follow};
template <class Operation, int Operand>
inline constexpr construction construction_of<ops::output_to_input<Operation, Operand>>{
    nullptr, &Operation::build_output_to_input, sizeof(ops::output_to_input<Operation, Operand>) ? Operand : 0,
    Operation::can_follow};
template <class Operation, int Operand>
inline constexpr construction construction_of<ops::input_to_output<Operation, Operand>>{
    nullptr, &Operation::build_input_to_output, sizeof(ops::input_to_output<Operation, Operand>) ? Operand : 0,
    Operation::can_follow&& ops::detail::input_to_output_counts<Operation>(Operand).ranges == 0};

}  // namespace mercator::detail
