// Reverse: the order of the elements along some dimensions is turned round.
#pragma once

#include "mercator/ops/operation.hpp"

namespace mercator::ops {

namespace values {

/// A reverse is its own inverse: this is the map both ways.
constexpr void reverse(symbolic::map_form& m, numbers sizes, numbers reversed) {
  map_writer out(m, sizes);
  for (int k = 0; k < sizes.count; ++k) {
    const int index = out.variable(k);
    out.add_result(reversed.contains(k) ? out.pool().shift(out.pool().scale(index, -1), sizes[k] - 1) : index);
  }
}

}  // namespace values

template <class Operand, class Axes>
struct reverse_requires_distinct_axes {
  static_assert(sizeof(Operand) == 0, "mercator: reverse requires a shape and axes; got the types shown here");
  using output = shape<>;
};

template <i64... Sizes, i64... Axes>
struct reverse_requires_distinct_axes<shape<Sizes...>, axes<Axes...>> {
  static_assert(are_distinct_dimensions(axes<Axes...>::value, sizeof...(Sizes)),
                "mercator: reverse requires axes that name dimensions of the operand, none twice; got the shape and "
                "the axes shown here");
  using output = shape<Sizes...>;
};

/// reverse(shape<4, 8>{}, axes<1>{}): the order of the elements along the axes is turned round.
template <class Operand, class Axes>
struct reverse
    : operation<reverse<Operand, Axes>, typename reverse_requires_distinct_axes<Operand, Axes>::output, Operand> {
  MERCATOR_HD constexpr reverse(Operand, Axes) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::reverse(m, Operand::value, Axes::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::reverse(m, Operand::value, Axes::value);
  }
};

}  // namespace mercator::ops
