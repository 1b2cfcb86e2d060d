// Operations without operands: iota and constant.
#pragma once

#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/typed.hpp"

namespace mercator::ops {

namespace values {

constexpr const char* iota_requires(numbers output, i64 dimension) {
  return 0 <= dimension && dimension < output.count ? nullptr : "a dimension of the output";
}

/// The element of an iota as the one result: not what it reads, but what it is.
constexpr void iota_value(symbolic::map_form& m, numbers output, i64 dimension) {
  map_writer out(m, output);
  out.add_result(out.variable(dimension));
}

}  // namespace values

template <class Output, class Axes>
struct iota_requires_an_axis_of_the_output {
  static constexpr bool holds() {
    if constexpr (detail::are_shapes<Output> && detail::is_list<axes, Axes>)
      return Axes::value.count == 1 && values::iota_requires(Output::value, Axes::value[0]) == nullptr;
    return false;
  }
  static_assert(holds(), "mercator: iota requires a shape and one axis of it; got the types shown here");
  using output = Output;
};

/// The base of what reads no operand. As operand 0 it has nothing at all, which has the indices of a scalar.
template <class Operation, class Output>
struct operation_without_operands : counted_operation<Operation, Output, 1> {
  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::scalar_output_to_input(m, Output::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::scalar_input_to_output(m, Output::value);
  }
};

/// iota(shape<2, 4>{}, axes<1>{}): each element is its index along the axis.
template <class Output, class Axes>
struct iota : operation_without_operands<iota<Output, Axes>,
                                         typename iota_requires_an_axis_of_the_output<Output, Axes>::output> {
  MERCATOR_HD constexpr iota(Output, Axes) {}
};

/// constant(shape<2, 4>{})
template <class Output>
struct constant : operation_without_operands<constant<Output>, Output> {
  MERCATOR_HD constexpr constant(Output) {}
};

}  // namespace mercator::ops
