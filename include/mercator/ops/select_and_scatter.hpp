// Select-and-scatter: for each position of a window over the operand one of the elements under it is chosen,
// and the source's element of that position goes there. The output has the operand's shape.
#pragma once

#include "mercator/ops/reduce_window.hpp"

namespace mercator::ops {

namespace values {

constexpr const char* select_and_scatter_requires(numbers operand, numbers source, const window& w) {
  if (const char* missing = reduce_window_requires(operand, w)) return missing;
  if (w.base_dilation.count != 0 || w.window_dilation.count != 0) return "no dilation";
  return source == reduce_window_output(operand, w) ? nullptr : "a source with one element for each window";
}

/// The windows that hold an element of the output: any of their source elements can come to stand there.
constexpr void select_and_scatter_output_to_source(symbolic::map_form& m, numbers operand, const window& w) {
  reduce_window_input_to_output(m, operand, w);
}
constexpr void select_and_scatter_source_to_output(symbolic::map_form& m, numbers operand, const window& w) {
  reduce_window_output_to_input(m, operand, w);
}

/// An element of the output depends on those of the operand with which it shares a window: this is the map both
/// ways. Ranges: the element's place in the window, then the other's. A pair that shares several windows comes
/// once for each.
constexpr void select_and_scatter_operand(symbolic::map_form& m, numbers operand, const window& w) {
  map_writer out(m, operand);
  add_window_ranges(out, w.size);
  add_window_ranges(out, w.size);
  int other = operand.count, other_place[extents::max_rank] = {};
  for (int k = 0; k < operand.count; ++k) other += w.size[k] != 1;
  for (int k = 0; k < operand.count; ++k) other_place[k] = window_place(out, w.size[k], other);
  for (int k = 0, next = operand.count; k < operand.count; ++k) {
    const window_dimension along = w.along(k, operand[k]);
    const int place = window_place(out, w.size[k], next);
    along.position(out, out.variable(k), place);
    const int element = out.pool().add(out.pool().add(out.variable(k), place, -1), other_place[k]);
    out.require(element, {0, operand[k] - 1});
    out.add_result(element);
  }
}

}  // namespace values

template <class Operand, class Source, class... Attributes>
struct select_and_scatter_requires_an_element_for_each_window {
  using given = detail::attributes<Attributes...>;

  static constexpr values::window window() {
    return detail::given_window<Attributes...>(given::template get<window_size>());
  }
  static constexpr bool holds() {
    if constexpr (detail::are_shapes<Operand, Source> && given::template are<window_size, stride, low, high>)
      return detail::met(values::select_and_scatter_requires(Operand::value, Source::value, window()));
    return false;
  }
  static_assert(holds(),
                "mercator: select_and_scatter requires the shapes of an operand and of a source with one element for "
                "each window, and, with a number for every dimension each, window_size and perhaps stride, low and "
                "high; got the types shown here");
  using output = Operand;
};

/// select_and_scatter(shape<4>{}, shape<2>{}, window_size<2>{}, stride<2>{}): operand 0 is what is chosen from,
/// operand 1 the source of what is written, operand 2 the initial value.
template <class Operand, class Source, class... Attributes>
struct select_and_scatter
    : counted_operation<
          select_and_scatter<Operand, Source, Attributes...>,
          typename select_and_scatter_requires_an_element_for_each_window<Operand, Source, Attributes...>::output, 3> {
  using checked = select_and_scatter_requires_an_element_for_each_window<Operand, Source, Attributes...>;

  MERCATOR_HD constexpr select_and_scatter(Operand, Source, Attributes...) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    if (operand == 0) return values::select_and_scatter_operand(m, Operand::value, checked::window());
    if (operand == 1) return values::select_and_scatter_output_to_source(m, Operand::value, checked::window());
    values::scalar_output_to_input(m, Operand::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    if (operand == 0) return values::select_and_scatter_operand(m, Operand::value, checked::window());
    if (operand == 1) return values::select_and_scatter_source_to_output(m, Operand::value, checked::window());
    values::scalar_input_to_output(m, Operand::value);
  }
};

}  // namespace mercator::ops
