// Reduce: the elements along some dimensions become one. Sort, which reads all of a dimension too, but keeps
// it.
#pragma once

#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/typed.hpp"

namespace mercator::ops {

namespace values {

constexpr const char* reduce_requires(numbers operand, numbers dimensions) {
  return are_distinct_dimensions(dimensions, operand.count) ? nullptr : "dimensions of the operand, none twice";
}

constexpr extents reduce_output(numbers operand, numbers dimensions) {
  extents out;
  for (int k = 0; k < operand.count; ++k)
    if (!dimensions.contains(k)) out.size[out.rank++] = operand[k];
  return out;
}

/// The reduced dimensions are ranges, in the operand's order.
constexpr void reduce_output_to_input(symbolic::map_form& m, numbers operand, numbers dimensions) {
  map_writer out(m, reduce_output(operand, dimensions));
  for (int k = 0; k < operand.count; ++k)
    if (dimensions.contains(k)) out.add_range(operand[k]);
  int kept = 0, range = operand.count - dimensions.count;
  for (int k = 0; k < operand.count; ++k) out.add_result(out.variable(dimensions.contains(k) ? range++ : kept++));
}

constexpr void reduce_input_to_output(symbolic::map_form& m, numbers operand, numbers dimensions) {
  map_writer out(m, operand);
  for (int k = 0; k < operand.count; ++k)
    if (!dimensions.contains(k)) out.add_result(out.variable(k));
}

constexpr const char* sort_requires(numbers operand, i64 dimension) {
  return 0 <= dimension && dimension < operand.count ? nullptr : "a dimension of the operand";
}

/// Every element along the sorted dimension can come to stand anywhere along it: this is the map both ways.
constexpr void sort(symbolic::map_form& m, numbers operand, i64 dimension) {
  map_writer out(m, operand);
  out.add_range(operand[static_cast<int>(dimension)]);
  for (int k = 0; k < operand.count; ++k) out.add_result(out.variable(k == dimension ? operand.count : k));
}

}  // namespace values

template <class Operand, class Axes>
struct reduce_requires_distinct_axes {
  static constexpr extents compute() {
    if constexpr (detail::are_shapes<Operand> && detail::is_list<axes, Axes>)
      return detail::output_if_met(values::reduce_requires, values::reduce_output, numbers(Operand::value),
                                   Axes::value);
    return invalid;
  }
  static constexpr extents output = compute();
  static_assert(!is_invalid(output),
                "mercator: reduce requires a shape and axes that name dimensions of it, none twice; got the types "
                "shown here");
};

/// reduce(shape<256, 10>{}, axes<0>{}): the elements along the axes become one. Operand 1 is the initial value.
/// With input_count<N>{} there are N operands and then N initial values, and as many outputs, all with these
/// maps.
template <class Operand, class Axes, class Inputs = input_count<1>>
struct reduce
    : counted_operation<reduce<Operand, Axes, Inputs>, computed_shape<reduce_requires_distinct_axes<Operand, Axes>>,
                        2 * detail::count_of<Inputs>> {
  MERCATOR_HD constexpr reduce(Operand, Axes, Inputs = {}) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    if (operand < detail::count_of<Inputs>) return values::reduce_output_to_input(m, Operand::value, Axes::value);
    values::scalar_output_to_input(m, reduce::output_shape::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    if (operand < detail::count_of<Inputs>) return values::reduce_input_to_output(m, Operand::value, Axes::value);
    values::scalar_input_to_output(m, reduce::output_shape::value);
  }
};

template <class Operand, class Axes>
struct sort_requires_an_axis {
  static constexpr bool holds() {
    if constexpr (detail::are_shapes<Operand> && detail::is_list<axes, Axes>)
      return Axes::value.count == 1 && values::sort_requires(Operand::value, Axes::value[0]) == nullptr;
    return false;
  }
  static_assert(holds(), "mercator: sort requires a shape and one axis of it; got the types shown here");
  using output = Operand;
};

/// sort(shape<4, 8>{}, axes<1>{}): the elements along the axis in order; with input_count<N>{}, those of N
/// operands.
template <class Operand, class Axes, class Inputs = input_count<1>>
struct sort : counted_operation<sort<Operand, Axes, Inputs>, typename sort_requires_an_axis<Operand, Axes>::output,
                                detail::count_of<Inputs>> {
  MERCATOR_HD constexpr sort(Operand, Axes, Inputs = {}) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::sort(m, Operand::value, Axes::value[0]);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::sort(m, Operand::value, Axes::value[0]);
  }
};

}  // namespace mercator::ops
