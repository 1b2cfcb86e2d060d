// Broadcast: dimension k of the operand is dimension along[k] of the output; the output's others repeat it.
#pragma once

#include "mercator/ops/operation.hpp"

namespace mercator::ops {

namespace values {

constexpr bool is_broadcast(numbers operand, numbers output, numbers along) {
  if (along.count != operand.count || !are_distinct_dimensions(along, output.count)) return false;
  for (int k = 0; k < along.count; ++k)
    if (operand[k] != output[static_cast<int>(along[k])]) return false;
  return true;
}

constexpr void broadcast_output_to_input(symbolic::map_form& m, numbers output, numbers along) {
  map_writer out(m, output);
  for (int k = 0; k < along.count; ++k) out.add_result(out.variable(along[k]));
}

/// The output dimensions that are not along the operand's are ranges, in their order.
constexpr void broadcast_input_to_output(symbolic::map_form& m, numbers operand, numbers output, numbers along) {
  map_writer out(m, operand);
  for (int k = 0; k < output.count; ++k)
    if (!along.contains(k)) out.add_range(output[k]);
  int range = operand.count;
  for (int k = 0; k < output.count; ++k) {
    const int from = along.find(k);
    out.add_result(out.variable(from < along.count ? from : range++));
  }
}

/// A scalar operand is read by every element of the output.
constexpr void scalar_output_to_input(symbolic::map_form& m, numbers output) {
  broadcast_output_to_input(m, output, {nullptr, 0});
}
constexpr void scalar_input_to_output(symbolic::map_form& m, numbers output) {
  broadcast_input_to_output(m, {nullptr, 0}, output, {nullptr, 0});
}

}  // namespace values

template <class Operand, class Output, class Along>
struct broadcast_requires_the_operand_in_the_output {
  static_assert(sizeof(Operand) == 0, "mercator: broadcast requires two shapes and axes; got the types shown here");
  using output = shape<>;
};

template <i64... Operand, i64... Output, i64... Along>
struct broadcast_requires_the_operand_in_the_output<shape<Operand...>, shape<Output...>, axes<Along...>> {
  static_assert(values::is_broadcast(shape<Operand...>::value, shape<Output...>::value, axes<Along...>::value),
                "mercator: broadcast requires an axis of the output for each dimension of the operand, each once "
                "and of the same size; got the operand's shape, the output's shape and the axes shown here");
  using output = shape<Output...>;
};

/// broadcast(shape<20>{}, shape<10, 20, 30>{}, axes<1>{}): dimension k of the operand is dimension axes[k] of
/// the output.
template <class Operand, class Output, class Along>
struct broadcast
    : operation<broadcast<Operand, Output, Along>,
                typename broadcast_requires_the_operand_in_the_output<Operand, Output, Along>::output, Operand> {
  static constexpr map_counts input_to_output_counts[1] = {
      {Operand::rank, Output::rank - Operand::rank, 0, Output::rank}};

  MERCATOR_HD constexpr broadcast(Operand, Output, Along) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::broadcast_output_to_input(m, Output::value, Along::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::broadcast_input_to_output(m, Operand::value, Output::value, Along::value);
  }
};

}  // namespace mercator::ops
