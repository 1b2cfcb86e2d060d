// Bitcast: the same memory under another shape and layout. Bitcast-convert: under elements of another width.
#pragma once

#include "mercator/ops/layout.hpp"
#include "mercator/ops/typed.hpp"

namespace mercator::ops {

/// layout<Rank - 1, …, 1, 0>
template <class Shape, class Places = std::make_integer_sequence<int, Shape::rank>>
struct row_major;
template <class Shape, int... Places>
struct row_major<Shape, std::integer_sequence<int, Places...>> : layout<(Shape::rank - 1 - Places)...> {};

template <class Operand, class Output, class OperandLayout, class OutputLayout>
struct bitcast_requires_as_many_elements {
  static constexpr bool holds() {
    if constexpr (detail::are_shapes<Operand, Output>)
      return detail::met(
          values::bitcast_requires(Operand::value, OperandLayout::value, Output::value, OutputLayout::value));
    return false;
  }
  static_assert(holds(),
                "mercator: bitcast requires two shapes with the same number of elements, and layouts that name every "
                "dimension once; got the types shown here");
  using output = Output;
};

/// bitcast(shape<16, 17, 3>{}, shape<51, 16>{}, layout<2, 1, 0>{}, layout<0, 1>{}): the elements that stand at
/// the same places in memory. Layouts that are left out are row-major.
template <class Operand, class Output, class OperandLayout = row_major<Operand>, class OutputLayout = row_major<Output>>
struct bitcast
    : counted_operation<
          bitcast<Operand, Output, OperandLayout, OutputLayout>,
          typename bitcast_requires_as_many_elements<Operand, Output, OperandLayout, OutputLayout>::output, 1> {
  MERCATOR_HD constexpr bitcast(Operand, Output, OperandLayout = {}, OutputLayout = {}) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::bitcast(m, Output::value, OutputLayout::value, Operand::value, OperandLayout::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::bitcast(m, Operand::value, OperandLayout::value, Output::value, OutputLayout::value);
  }
};

template <class Operand, class Output>
struct bitcast_convert_requires_one_dimension_more_or_less {
  static constexpr bool holds() {
    if constexpr (detail::are_shapes<Operand, Output>) {
      constexpr numbers a = Operand::value, b = Output::value;
      return detail::met(
          values::bitcast_convert_requires(a, b, a.count < b.count ? b.last() : 1, b.count < a.count ? a.last() : 1));
    }
    return false;
  }
  static_assert(holds(),
                "mercator: bitcast_convert requires two shapes that are the same, or one of which has one more "
                "dimension at its end, for the elements that make up a wider one; got the types shown here");
  using output = Output;
};

/// bitcast_convert(shape<10>{}, shape<10, 4>{}): every element of the operand becomes four narrower ones.
template <class Operand, class Output>
struct bitcast_convert
    : counted_operation<bitcast_convert<Operand, Output>,
                        typename bitcast_convert_requires_one_dimension_more_or_less<Operand, Output>::output, 1> {
  MERCATOR_HD constexpr bitcast_convert(Operand, Output) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::bitcast_convert(m, Output::value, Operand::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::bitcast_convert(m, Operand::value, Output::value);
  }
};

}  // namespace mercator::ops
