// Elementwise operations, copies among them: every operand is read where the output is written, and a scalar by
// all of it.
#pragma once

#include <type_traits>

#include "mercator/ops/broadcast.hpp"

namespace mercator::ops {

namespace values {

/// The map of an elementwise operation is the identity, both ways.
constexpr void elementwise(symbolic::map_form& m, numbers sizes) {
  map_writer out(m, sizes);
  for (int k = 0; k < sizes.count; ++k) out.add_result(out.variable(k));
}

}  // namespace values

namespace detail {

/// The first shape that is no scalar's.
template <class... Shapes>
struct elementwise_output {
  using type = shape<>;
};
template <class First, class... Others>
struct elementwise_output<First, Others...>
    : std::conditional_t<First::rank != 0, std::type_identity<First>, elementwise_output<Others...>> {};

}  // namespace detail

template <class Output, class... Operands>
struct elementwise_requires_equal_shapes {
  static_assert(((std::is_same_v<Operands, Output> || Operands::rank == 0) && ...),
                "mercator: elementwise requires operands of one shape, or scalars; got that shape and the operands' "
                "shown here");
  using output = Output;
};

/// elementwise(shape<4, 8>{}, shape<>{}, shape<4, 8>{}): an operation on elements, such as add, select or
/// clamp, given the shapes of its operands: the output's or a scalar's.
template <class... Operands>
struct elementwise
    : operation<elementwise<Operands...>,
                typename elementwise_requires_equal_shapes<typename detail::elementwise_output<Operands...>::type,
                                                           Operands...>::output,
                Operands...> {
  /// The rank of the output.
  static constexpr int rank = detail::elementwise_output<Operands...>::type::rank;
  static constexpr map_counts input_to_output_counts[sizeof...(Operands) + 1] = {
      {Operands::rank, rank - Operands::rank, 0, rank}...};

  MERCATOR_HD constexpr elementwise(Operands...) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    if (input_to_output_counts[operand].dimensions == rank)
      return values::elementwise(m, elementwise::output_shape::value);
    values::scalar_output_to_input(m, elementwise::output_shape::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    if (input_to_output_counts[operand].dimensions == rank)
      return values::elementwise(m, elementwise::output_shape::value);
    values::scalar_input_to_output(m, elementwise::output_shape::value);
  }
};

}  // namespace mercator::ops
