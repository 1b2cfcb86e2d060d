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
  return with_sources(map, from_element(indices, Operation::template source<Operand, Variables, Direction>())...);
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
  if (Indices::elements == 0) return {};
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

namespace detail {

template <int K, class T>
struct listed {
  T* data;
};

template <class Places, class... T>
struct tensor_list;
template <int... K, class... T>
struct tensor_list<std::integer_sequence<int, K...>, T...> : listed<K, T>... {
  MERCATOR_HD constexpr explicit tensor_list(T*... data) : listed<K, T>{data}... {}

  MERCATOR_HD constexpr bool has_null() const {
    return ((static_cast<const listed<K, T>&>(*this).data == nullptr) || ...);
  }
  template <int Number, class Element>
  MERCATOR_HD static constexpr Element* of(const listed<Number, Element>& one) {
    return one.data;
  }
};

template <class Shape, class List, int K>
MERCATOR_HD constexpr auto view_of(const List& list) {
  return tensor_view<std::remove_pointer_t<decltype(List::template of<K>(list))>, Shape>(List::template of<K>(list));
}

template <class Operand, class Indices, class Updates, class... Attributes, class Operands, class Int, class Given,
          class Combine, int... K>
MERCATOR_HD constexpr status scatter(ops::scatter<Operand, Indices, Updates, Attributes...> op,
                                     const Operands& operands, const Int* indices, const Given& updates,
                                     Combine& combine, std::integer_sequence<int, K...>) {
  if constexpr (Updates::elements > 0 && Operand::elements > 0) {
    if (operands.has_null()) return {fault::null_operand};
    if (is_missing<Indices>(indices)) return {fault::null_indices};
    if (updates.has_null()) return {fault::null_updates};
    for_each(to_output<sizeof...(K) + 1>(op, tensor_view<const Int, Indices>(indices)), [&](const auto& read,
                                                                                            const auto& written) {
      combine(view_of<Operand, Operands, K>(operands)[written]..., view_of<Updates, Given, K>(updates)[read]...);
    });
  }
  return {};
}

}  // namespace detail

/// Tensors of one shape, for a scatter of several operands.
template <class... T>
MERCATOR_HD constexpr auto tensors(T*... data) {
  return detail::tensor_list<std::make_integer_sequence<int, sizeof...(T)>, T...>(data...);
}

/// scatter(op, tensors(a, b), indices, tensors(u, v), combine): HLO's scatter of several operands,
/// input_count<2>{}, in place: combine(a[at], b[at], update of a, update of b) sets the first two, for each
/// update in row-major order, so that updates of one element come one after the other. Elements may be of
/// different types. Windows that do not lie within the operands are skipped. Only elements that are updated are
/// read or written.
template <class Operand, class Indices, class Updates, class... Attributes, class Places, class... T,
          loops::Integer Int, class... U, class Combine>
MERCATOR_HD constexpr status scatter(ops::scatter<Operand, Indices, Updates, Attributes...> op,
                                     const detail::tensor_list<Places, T...>& operands, const Int* indices,
                                     const detail::tensor_list<Places, U...>& updates, Combine&& combine) {
  static_assert(decltype(op)::checked::inputs == sizeof...(T),
                "mercator: kernels::scatter requires as many operands and updates as the operation has inputs");
  return detail::scatter(op, operands, indices, updates, combine, Places{});
}

/// scatter(op, operand, indices, updates, combine), of one operand: operand[at] becomes combine(operand[at],
/// update).
template <class Operand, class Indices, class Updates, class... Attributes, class T, loops::Integer Int, class Combine>
MERCATOR_HD constexpr status scatter(ops::scatter<Operand, Indices, Updates, Attributes...> op, T* operand,
                                     const Int* indices, const T* updates, Combine&& combine) {
  return kernels::scatter(op, tensors(operand), indices, tensors(updates),
                          [&](T& old, const T& update) { old = combine(old, update); });
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
MERCATOR_HD constexpr status check_indices(ops::gather<Operand, Indices, Attributes...> op, const Int* indices) {
  using started = detail::started_dimensions<typename decltype(op)::checked, ops::start_index_map>;
  return detail::check_indices<Indices, started, decltype(op.template output_to_input<0>())>(indices);
}

/// Of a scatter, the first index for which updates would be skipped.
template <class Operand, class Indices, class Updates, class... Attributes, loops::Integer Int>
MERCATOR_HD constexpr status check_indices(ops::scatter<Operand, Indices, Updates, Attributes...> op,
                                           const Int* indices) {
  using started = detail::started_dimensions<typename decltype(op)::checked, ops::scatter_dims_to_operand_dims>;
  return detail::check_indices<Indices, started,
                               decltype(op.template input_to_output<decltype(op)::checked::inputs + 1>())>(indices);
}

}  // namespace mercator::kernels
