// Gather and scatter in HLO's general form, run through their maps: embedding look-ups, take-along-axis,
// updates of caches are all these.
#pragma once

#include "mercator/loops/kernel_status.hpp"
#include "mercator/loops/sources.hpp"
#include "mercator/loops/tensor_view.hpp"
#include "mercator/ops/gather.hpp"
#include "mercator/ops/scatter.hpp"

namespace mercator::kernels {

namespace detail {

/// The map of an operand with the sources that the operation says, all of them elements of one tensor of
/// indices.
template <int Operand, ops::direction Direction, class Operation, class Map, class View, int... Variables>
MERCATOR_HD constexpr auto with_indices(Operation, Map map, [[maybe_unused]] const View& indices,
                                        std::integer_sequence<int, Variables...>) {
  return with_sources(map,
                      from_element(indices, Operation::template source<Operand, Variables, Direction>())...);
}

template <int Operand, class Operation, class View>
MERCATOR_HD constexpr auto to_input(Operation op, const View& indices) {
  constexpr auto map = op.template output_to_input<Operand>();
  return with_indices<Operand, ops::direction::output_to_input>(
      op, map, indices, std::make_integer_sequence<int, decltype(map)::counts.runtimes>{});
}

template <int Operand, class Operation, class View>
MERCATOR_HD constexpr auto to_output(Operation op, const View& indices) {
  constexpr auto map = op.template input_to_output<Operand>();
  return with_indices<Operand, ops::direction::input_to_output>(
      op, map, indices, std::make_integer_sequence<int, decltype(map)::counts.runtimes>{});
}

/// The first index, in row-major order, that is outside of what its component may be.
template <class Indices, class Int, class Component>
MERCATOR_HD constexpr status first_outside(const Int* indices, const extents& shape, i64 vector_dim,
                                           const Component& component) {
  i64 inner = 1;
  for (int k = static_cast<int>(vector_dim) + 1; k < shape.rank; ++k) inner *= shape.size[k];
  const i64 components = vector_dim < shape.rank ? shape.size[vector_dim] : 1;
  for (i64 n = 0; n < Indices::elements; ++n) {
    const runtime_out_of_range range = component(static_cast<int>(n / inner % components));
    const i64 x = loops::to_index(indices[n]);
    if (!range.allowed.contains(x)) return {fault::index_out_of_range, {range.variable, x, range.allowed}};
  }
  return {};
}

/// Which runtime variable a component of an index vector is, and what it may be.
template <class Map>
MERCATOR_HD constexpr runtime_out_of_range component_of(int component, const i64* started, int count) {
  int variable = 0;
  for (int k = 0; k < count; ++k) variable += started[k] < started[component];
  return {variable, 0, loops::runtime_box<Map>::of(variable)};
}

}  // namespace detail

/// gather(op, operand, indices, output): HLO's gather. Indices are integers of any type; starts that do not
/// leave room for a slice are clamped. Tensors are row-major, and the output overlaps none. Each index is read
/// once for all elements of the output that it is the same for, where these follow one another.
template <class Operand, class Indices, class... Attributes, class T, loops::Integer Int>
MERCATOR_HD constexpr status gather(ops::gather<Operand, Indices, Attributes...> op, const T* operand,
                                    const Int* indices, T* output) {
  using output_shape = decltype(op.output());
  if constexpr (output_shape::elements > 0) {
    if (detail::is_missing<Operand>(operand)) return {fault::null_operand};
    if (detail::is_missing<Indices>(indices)) return {fault::null_indices};
    if (output == nullptr) return {fault::null_output};
    const tensor_view<const T, Operand> from(operand);
    const tensor_view<T, output_shape> to(output);
    for_each(detail::to_input<0>(op, tensor_view<const Int, Indices>(indices)),
             [&](const auto& written, const auto& read) { to[written] = from[read]; });
  }
  return {};
}

/// scatter(op, operand, indices, updates, combine): HLO's scatter, in place: operand[at] becomes
/// combine(operand[at], update) for each update in row-major order, so that updates of one element come one
/// after the other. Windows that do not lie within the operand are skipped. Only elements that are updated are
/// read or written. One operand.
template <class Operand, class Indices, class Updates, class... Attributes, class T, loops::Integer Int,
          class Combine>
MERCATOR_HD constexpr status scatter(ops::scatter<Operand, Indices, Updates, Attributes...> op, T* operand,
                                     const Int* indices, const T* updates, Combine&& combine) {
  static_assert(decltype(op)::operands == 3, "mercator: kernels::scatter requires one operand");
  if constexpr (Updates::elements > 0 && Operand::elements > 0) {
    if (operand == nullptr) return {fault::null_operand};
    if (detail::is_missing<Indices>(indices)) return {fault::null_indices};
    if (updates == nullptr) return {fault::null_updates};
    const tensor_view<T, Operand> to(operand);
    const tensor_view<const T, Updates> from(updates);
    for_each(detail::to_output<2>(op, tensor_view<const Int, Indices>(indices)),
             [&](const auto& read, const auto& written) { to[written] = combine(to[written], from[read]); });
  }
  return {};
}

namespace detail {

template <class Checked, template <i64...> class List>
struct started_dimensions {
  static constexpr extents value = ops::to_extents(Checked::given::template get<List>());
  static constexpr i64 vector_dim = Checked::given::template get_one<ops::index_vector_dim>(-1);
};

template <class Indices, class Started, class Map, class Int>
MERCATOR_HD constexpr status check_indices(const Int* indices) {
  if (is_missing<Indices>(indices)) return {fault::null_indices};
  constexpr extents started = Started::value, shape = Indices::value;
  return first_outside<Indices>(indices, shape, Started::vector_dim, [&](int component) {
    return component_of<Map>(component, started.size, started.rank);
  });
}

}  // namespace detail

/// check_indices(op, indices): of a gather, the first index in row-major order that would be clamped: the
/// number of its runtime variable, its value and what it may be.
template <class Operand, class Indices, class... Attributes, loops::Integer Int>
MERCATOR_HD constexpr status check_indices(ops::gather<Operand, Indices, Attributes...> op,
                                           const Int* indices) {
  using started = detail::started_dimensions<typename decltype(op)::checked, ops::start_index_map>;
  return detail::check_indices<Indices, started, decltype(op.template output_to_input<0>())>(indices);
}

/// Of a scatter, the first index for which updates would be skipped.
template <class Operand, class Indices, class Updates, class... Attributes, loops::Integer Int>
MERCATOR_HD constexpr status check_indices(ops::scatter<Operand, Indices, Updates, Attributes...> op,
                                           const Int* indices) {
  using started = detail::started_dimensions<typename decltype(op)::checked, ops::scatter_dims_to_operand_dims>;
  return detail::check_indices<Indices, started, decltype(op.template input_to_output<2>())>(indices);
}

}  // namespace mercator::kernels
