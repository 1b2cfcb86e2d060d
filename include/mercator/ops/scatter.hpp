// Scatter: updates combined with windows of an operand that begin where indices known at run time say. The
// output has the operand's shape. A window that does not lie in the operand is skipped whole.
#pragma once

#include "mercator/ops/elementwise.hpp"
#include "mercator/ops/gather.hpp"

namespace mercator::ops {

namespace values {

/// The attributes of HLO's scatter, with its names.
struct scatter {
  numbers operand, indices, updates;
  numbers update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
      scatter_dims_to_operand_dims;
  i64 index_vector_dim;
};

/// The sizes of the windows in the operand.
constexpr extents window_sizes(const scatter& s) {
  extents out;
  for (int k = 0, i = 0; k < s.operand.count; ++k) {
    const bool kept = !s.inserted_window_dims.contains(k) && !s.input_batching_dims.contains(k);
    const bool given = kept && i < s.update_window_dims.count && s.update_window_dims[i] >= 0 &&
                       s.update_window_dims[i] < s.updates.count;
    const i64 one = s.operand[k] > 0 ? 1 : 0;
    out.size[out.rank++] = given ? s.updates[static_cast<int>(s.update_window_dims[i])] : one;
    i += kept;
  }
  return out;
}

/// A scatter writes updates where the gather with the same dimensions would read its output.
constexpr gather as_gather(const scatter& s, const extents& windows) {
  return {s.operand,
          s.indices,
          s.update_window_dims,
          s.inserted_window_dims,
          s.input_batching_dims,
          s.scatter_indices_batching_dims,
          s.scatter_dims_to_operand_dims,
          s.index_vector_dim,
          windows};
}

constexpr const char* scatter_requires(const scatter& s) {
  const extents windows = window_sizes(s);
  const gather g = as_gather(s, windows);
  if (gather_requires(g) != nullptr) {
    if (g.index_vector_dim < 0 || g.index_vector_dim > g.indices.count)
      return "an index_vector_dim that is a dimension of the indices, or their rank";
    return "update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims and "
           "scatter_dims_to_operand_dims that fit the operand, the indices and the updates";
  }
  return s.updates == gather_output(g) ? nullptr : "updates with the batch dimensions of the indices and the windows";
}

/// Where the updates of an element come from. The ranges are the batch dimensions, but for those along which
/// the operand has one too.
constexpr void scatter_output_to_updates(symbolic::map_form& m, const scatter& s) {
  const extents windows = window_sizes(s);
  gather_input_to_output(m, as_gather(s, windows));
}
constexpr void scatter_updates_to_output(symbolic::map_form& m, const scatter& s) {
  const extents windows = window_sizes(s);
  gather_output_to_input(m, as_gather(s, windows));
}

/// Any index can send an update to any element: from all of one shape to all of the other.
constexpr void all_to_all_elements(symbolic::map_form& m, numbers from, numbers to) {
  map_writer out(m, from);
  for (int k = 0; k < to.count; ++k) out.add_range(to[k]);
  for (int k = 0; k < to.count; ++k) out.add_result(out.variable(from.count + k));
}

/// The source of a runtime variable of the map of the updates; `indices` is the number of that operand.
constexpr runtime_source scatter_source(symbolic::map_form& m, const scatter& s, direction way, int variable,
                                        int indices) {
  const extents windows = window_sizes(s);
  const bool to_updates = way == direction::output_to_input;
  gather_source(m, as_gather(s, windows), to_updates ? direction::input_to_output : direction::output_to_input,
                variable);
  return {indices, outside::skipped};
}

}  // namespace values

template <i64... Numbers>
struct update_window_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct inserted_window_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct input_batching_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct scatter_indices_batching_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct scatter_dims_to_operand_dims : number_list<Numbers...> {};

template <class Operand, class Indices, class Updates, class... Attributes>
struct scatter_requires_matching_dimensions {
  using given = detail::attributes<Attributes...>;
  static constexpr int inputs = static_cast<int>(given::template get_one<input_count>(1));

  static constexpr values::scatter value() {
    return {Operand::value,
            Indices::value,
            Updates::value,
            given::template get<update_window_dims>(),
            given::template get<inserted_window_dims>(),
            given::template get<input_batching_dims>(),
            given::template get<scatter_indices_batching_dims>(),
            given::template get<scatter_dims_to_operand_dims>(),
            given::template get_one<index_vector_dim>(-1)};
  }
  static constexpr bool holds() {
    if constexpr (detail::are_shapes<Operand, Indices, Updates> &&
                  given::template are<update_window_dims, inserted_window_dims, input_batching_dims,
                                      scatter_indices_batching_dims, scatter_dims_to_operand_dims, index_vector_dim,
                                      input_count>)
      return inputs > 0 && detail::met(values::scatter_requires(value()));
    return false;
  }
  static_assert(holds(),
                "mercator: scatter requires the shapes of an operand, of indices and of updates; index_vector_dim, "
                "scatter_dims_to_operand_dims with a dimension for each component of an index vector; and ascending "
                "update_window_dims, inserted_window_dims, input_batching_dims and scatter_indices_batching_dims that "
                "leave no dimension out and name none twice; got the types shown here");
  using output = Operand;
};

/// scatter(shape<33, 76>{}, shape<9, 1>{}, shape<9, 76>{}, update_window_dims<1>{}, inserted_window_dims<0>{},
/// scatter_dims_to_operand_dims<0>{}, index_vector_dim<1>{}): HLO's scatter. Operand 0 is what is updated,
/// operand 1 the indices, operand 2 the updates; with input_count<N>{} operands 0 … N - 1, N and N + 1 … 2 N.
/// Attributes come in any order; those without numbers may be left out.
template <class Operand, class Indices, class Updates, class... Attributes>
struct scatter
    : counted_operation<scatter<Operand, Indices, Updates, Attributes...>,
                        typename scatter_requires_matching_dimensions<Operand, Indices, Updates, Attributes...>::output,
                        2 * scatter_requires_matching_dimensions<Operand, Indices, Updates, Attributes...>::inputs +
                            1> {
  using checked = scatter_requires_matching_dimensions<Operand, Indices, Updates, Attributes...>;

  MERCATOR_HD constexpr scatter(Operand, Indices, Updates, Attributes...) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    if (operand < checked::inputs) return values::elementwise(m, Operand::value);
    if (operand > checked::inputs) return values::scatter_output_to_updates(m, checked::value());
    values::all_to_all_elements(m, Operand::value, Indices::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    if (operand < checked::inputs) return values::elementwise(m, Operand::value);
    if (operand > checked::inputs) return values::scatter_updates_to_output(m, checked::value());
    values::all_to_all_elements(m, Indices::value, Operand::value);
  }
  static constexpr runtime_source build_source(symbolic::map_form& m, direction way, int, int variable) {
    return values::scatter_source(m, checked::value(), way, variable, checked::inputs);
  }
};

}  // namespace mercator::ops
