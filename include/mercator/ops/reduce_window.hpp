// Reduce-window: the elements under a window that slides over an operand become one.
#pragma once

#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/window.hpp"

namespace mercator::ops {

namespace values {

constexpr const char* reduce_window_requires(numbers operand, const window& w) {
  const char* missing = w.requires_more(operand.count);
  for (int k = 0; k < operand.count && missing == nullptr; ++k) missing = w.along(k, operand[k]).requires_more();
  return missing;
}

constexpr extents reduce_window_output(numbers operand, const window& w) {
  extents out;
  for (int k = 0; k < operand.count; ++k) out.size[out.rank++] = w.along(k, operand[k]).positions();
  return out;
}

constexpr void reduce_window_output_to_input(symbolic::map_form& m, numbers operand, const window& w) {
  map_writer out(m, reduce_window_output(operand, w));
  add_window_ranges(out, w.size);
  for (int k = 0, next = operand.count; k < operand.count; ++k) {
    const int place = window_place(out, w.size[k], next);
    out.add_result(w.along(k, operand[k]).element(out, out.variable(k), place));
  }
}

constexpr void reduce_window_input_to_output(symbolic::map_form& m, numbers operand, const window& w) {
  map_writer out(m, operand);
  add_window_ranges(out, w.size);
  for (int k = 0, next = operand.count; k < operand.count; ++k) {
    const int place = window_place(out, w.size[k], next);
    out.add_result(w.along(k, operand[k]).position(out, out.variable(k), place));
  }
}

}  // namespace values

template <class Operand, class... Attributes>
struct reduce_window_requires_a_window_for_every_dimension {
  using given = detail::attributes<Attributes...>;

  static constexpr int inputs = static_cast<int>(given::template get_one<input_count>(1));

  static constexpr values::window window() {
    return detail::given_window<Attributes...>(given::template get<window_size>());
  }
  static constexpr extents compute() {
    if constexpr (detail::are_shapes<Operand> &&
                  given::template are<input_count, window_size, stride, low, high, base_dilation, window_dilation>)
      return detail::output_if_met(values::reduce_window_requires, values::reduce_window_output,
                                   numbers(Operand::value), window());
    return invalid;
  }
  static constexpr extents output = compute();
  static_assert(
      !is_invalid(output),
      "mercator: reduce_window requires a shape and, with a number for every dimension each, window_size >= 1 "
      "and perhaps stride >= 1, low, high, base_dilation >= 1 and window_dilation >= 1; got the types shown "
      "here");
};

/// reduce_window(shape<13, 17>{}, window_size<3, 2>{}, stride<2, 1>{}, low<1, 0>{}, high<1, 1>{}): the elements
/// under a window become one. Operand 1 is the initial value. The attributes come in any order, all but the
/// size may be left out. With input_count<N>{} among them there are N operands and then N initial values.
template <class Operand, class... Attributes>
struct reduce_window
    : counted_operation<reduce_window<Operand, Attributes...>,
                        computed_shape<reduce_window_requires_a_window_for_every_dimension<Operand, Attributes...>>,
                        2 * reduce_window_requires_a_window_for_every_dimension<Operand, Attributes...>::inputs> {
  using checked = reduce_window_requires_a_window_for_every_dimension<Operand, Attributes...>;

  MERCATOR_HD constexpr reduce_window(Operand, Attributes...) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    if (operand < checked::inputs) return values::reduce_window_output_to_input(m, Operand::value, checked::window());
    values::scalar_output_to_input(m, reduce_window::output_shape::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    if (operand < checked::inputs) return values::reduce_window_input_to_output(m, Operand::value, checked::window());
    values::scalar_input_to_output(m, reduce_window::output_shape::value);
  }
};

}  // namespace mercator::ops
