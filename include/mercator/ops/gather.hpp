// Gather: slices of an operand that begin where indices known at run time say, one for each index vector.
#pragma once

#include "mercator/ops/typed.hpp"

namespace mercator::ops {

namespace values {

/// The attributes of HLO's gather, with its names. The batch dimensions of the output are those that are not
/// offset_dims; they are the dimensions of the indices without index_vector_dim, which is the rank of the
/// indices where each index vector is one number.
struct gather {
  numbers operand, indices;
  numbers offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map;
  i64 index_vector_dim;
  numbers slice_sizes;

  constexpr bool has_vectors() const { return index_vector_dim < indices.count; }
  constexpr i64 components() const { return has_vectors() ? indices[static_cast<int>(index_vector_dim)] : 1; }
  constexpr int batch_rank() const { return indices.count - has_vectors(); }
  constexpr int output_rank() const { return batch_rank() + offset_dims.count; }

  /// The dimension of the indices that is batch dimension number j.
  constexpr int indices_dimension(int j) const { return j + (j >= index_vector_dim); }
  /// The dimension of the output that is batch dimension number j.
  constexpr int output_dimension(int j) const {
    int k = 0;
    for (; offset_dims.contains(k) || j-- > 0; ++k) {
    }
    return k;
  }
  /// The batch dimension that runs along dimension k of the operand too, for one of operand_batching_dims.
  constexpr int batch_of(int k) const {
    const i64 along = start_indices_batching_dims[operand_batching_dims.find(k)];
    return static_cast<int>(along) - (along > index_vector_dim);
  }
  /// The dimension of the operand along which batch dimension number j runs too; -1 where there is none.
  constexpr int operand_dimension(int j) const {
    const int i = start_indices_batching_dims.find(indices_dimension(j));
    return i < start_indices_batching_dims.count ? static_cast<int>(operand_batching_dims[i]) : -1;
  }
  constexpr bool is_offset(int k) const {
    return !collapsed_slice_dims.contains(k) && !operand_batching_dims.contains(k);
  }
  /// The dimension of the operand whose start is runtime variable number v: these are in the operand's order.
  constexpr int started_dimension(int v) const {
    int k = 0;
    for (; !start_index_map.contains(k) || v-- > 0; ++k) {
    }
    return k;
  }
};

constexpr const char* gather_requires(const gather& g) {
  const int rank = g.operand.count;
  if (g.index_vector_dim < 0 || g.index_vector_dim > g.indices.count)
    return "an index_vector_dim that is a dimension of the indices, or their rank";
  if (g.slice_sizes.count != rank) return "a slice size for every dimension of the operand";
  for (int k = 0; k < rank; ++k)
    if (g.slice_sizes[k] < 0 || g.slice_sizes[k] > g.operand[k])
      return "slice sizes of at least 0 and at most the operand's";
  if (!are_distinct_dimensions(g.start_index_map, rank) || g.start_index_map.count != g.components())
    return "a start_index_map that names a dimension of the operand for each component of an index vector";
  if (!are_distinct_dimensions(g.collapsed_slice_dims, rank) || !are_distinct_dimensions(g.operand_batching_dims, rank))
    return "collapsed_slice_dims and operand_batching_dims that name dimensions of the operand, none twice";
  for (const numbers list : {g.collapsed_slice_dims, g.operand_batching_dims})
    for (int i = 0; i < list.count; ++i)
      if (g.slice_sizes[static_cast<int>(list[i])] > 1) return "slices of one element along dimensions left out";
  if (!are_distinct_dimensions(g.start_indices_batching_dims, g.indices.count) ||
      g.start_indices_batching_dims.count != g.operand_batching_dims.count ||
      g.start_indices_batching_dims.contains(g.index_vector_dim))
    return "a start_indices_batching_dim of the indices for each of operand_batching_dims";
  for (int i = 0; i < g.operand_batching_dims.count; ++i) {
    const i64 k = g.operand_batching_dims[i];
    if (g.collapsed_slice_dims.contains(k) || g.start_index_map.contains(k))
      return "operand_batching_dims that are neither collapsed nor in the start_index_map";
    if (g.operand[static_cast<int>(k)] != g.indices[static_cast<int>(g.start_indices_batching_dims[i])])
      return "batching dimensions of the same sizes";
  }
  if (g.output_rank() > extents::max_rank) return "an output of at most 32 dimensions";
  if (!are_distinct_dimensions(g.offset_dims, g.output_rank()) || !is_ascending(g.offset_dims) ||
      g.offset_dims.count != rank - g.collapsed_slice_dims.count - g.operand_batching_dims.count)
    return "ascending offset_dims of the output, one for each dimension that the slices keep";
  return nullptr;
}

constexpr extents gather_output(const gather& g) {
  extents out;
  out.rank = g.output_rank();
  for (int k = 0, i = 0; k < g.operand.count; ++k)
    if (g.is_offset(k)) out.size[g.offset_dims[i++]] = g.slice_sizes[k];
  for (int j = 0; j < g.batch_rank(); ++j) out.size[g.output_dimension(j)] = g.indices[g.indices_dimension(j)];
  return out;
}

constexpr void add_starts(map_writer& out, const gather& g) {
  for (int k = 0; k < g.operand.count; ++k)
    if (g.start_index_map.contains(k)) out.add_runtime(g.operand[k] - g.slice_sizes[k]);
}

/// Runtime variables are the starts of the slice, as clamped, along the dimensions in start_index_map, in the
/// operand's order.
constexpr void gather_output_to_input(symbolic::map_form& m, const gather& g) {
  map_writer out(m, gather_output(g));
  add_starts(out, g);
  for (int k = 0, offset = 0, start = g.output_rank(); k < g.operand.count; ++k) {
    int index = out.pool().number(0);
    if (g.is_offset(k))
      index = out.variable(g.offset_dims[offset++]);
    else if (g.operand_batching_dims.contains(k))
      index = out.variable(g.output_dimension(g.batch_of(k)));
    if (!g.is_offset(k) && g.slice_sizes[k] == 0) out.require(out.pool().number(0), nothing);
    if (g.start_index_map.contains(k)) index = out.pool().add(index, out.variable(start++));
    out.add_result(index);
  }
}

/// Batch dimensions that no dimension of the operand runs along are ranges.
constexpr void add_batch_ranges(map_writer& out, const gather& g) {
  for (int j = 0; j < g.batch_rank(); ++j)
    if (g.operand_dimension(j) < 0) out.add_range(g.indices[g.indices_dimension(j)]);
}

/// The line of batch dimension number j, from the operand's dimensions and such ranges.
constexpr int batch_index(map_writer& out, const gather& g, int j, int& next_range) {
  const int k = g.operand_dimension(j);
  return out.variable(k >= 0 ? k : next_range++);
}

/// The ranges are the batch dimensions, but for those along which the operand has one too.
constexpr void gather_input_to_output(symbolic::map_form& m, const gather& g) {
  const int rank = g.operand.count;
  map_writer out(m, g.operand);
  add_batch_ranges(out, g);
  add_starts(out, g);
  int line[extents::max_rank] = {};
  int start = rank + g.batch_rank() - g.operand_batching_dims.count;
  for (int k = 0, offset = 0; k < rank; ++k) {
    int index = out.variable(k);
    if (g.start_index_map.contains(k)) index = out.pool().add(index, out.variable(start++), -1);
    if (!g.operand_batching_dims.contains(k))
      out.require(index, {0, g.slice_sizes[k] - 1});
    else if (g.slice_sizes[k] == 0)
      out.require(out.pool().number(0), nothing);
    if (g.is_offset(k)) line[g.offset_dims[offset++]] = index;
  }
  for (int j = 0, range = rank; j < g.batch_rank(); ++j) line[g.output_dimension(j)] = batch_index(out, g, j, range);
  for (int k = 0; k < g.output_rank(); ++k) out.add_result(line[k]);
}

/// The component of the index vector is a range.
constexpr void gather_output_to_indices(symbolic::map_form& m, const gather& g) {
  map_writer out(m, gather_output(g));
  if (g.has_vectors()) out.add_range(g.components());
  for (int i = 0, j = 0; i < g.indices.count; ++i)
    out.add_result(out.variable(i == g.index_vector_dim ? g.output_rank() : g.output_dimension(j++)));
}

/// The places in the slice are ranges.
constexpr void gather_indices_to_output(symbolic::map_form& m, const gather& g) {
  const extents output = gather_output(g);
  map_writer out(m, g.indices);
  for (int i = 0; i < g.offset_dims.count; ++i) out.add_range(output[static_cast<int>(g.offset_dims[i])]);
  for (int k = 0, offset = g.indices.count, j = 0; k < output.rank; ++k)
    out.add_result(out.variable(g.offset_dims.contains(k) ? offset++ : g.indices_dimension(j++)));
}

/// The element of the indices that is runtime variable number `variable` of the map of the operand.
constexpr runtime_source gather_source(symbolic::map_form& m, const gather& g, direction way, int variable) {
  map_writer out(m, way == direction::output_to_input ? numbers(gather_output(g)) : g.operand);
  if (way == direction::input_to_output) add_batch_ranges(out, g);
  const int component = g.start_index_map.find(g.started_dimension(variable));
  for (int i = 0, j = 0, range = g.operand.count; i < g.indices.count; ++i) {
    if (i == g.index_vector_dim)
      out.add_result(out.pool().number(component));
    else if (way == direction::output_to_input)
      out.add_result(out.variable(g.output_dimension(j++)));
    else
      out.add_result(batch_index(out, g, j++, range));
  }
  return {1, outside::clamped};
}

}  // namespace values

template <i64... Numbers>
struct offset_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct collapsed_slice_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct operand_batching_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct start_indices_batching_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct start_index_map : number_list<Numbers...> {};
template <i64... Numbers>
struct index_vector_dim : number_list<Numbers...> {};

template <class Operand, class Indices, class... Attributes>
struct gather_requires_matching_dimensions {
  using given = detail::attributes<Attributes...>;

  static constexpr values::gather value() {
    return {Operand::value,
            Indices::value,
            given::template get<offset_dims>(),
            given::template get<collapsed_slice_dims>(),
            given::template get<operand_batching_dims>(),
            given::template get<start_indices_batching_dims>(),
            given::template get<start_index_map>(),
            given::template get_one<index_vector_dim>(-1),
            given::template get<slice_sizes>()};
  }
  static constexpr extents compute() {
    if constexpr (detail::are_shapes<Operand, Indices> &&
                  given::template are<offset_dims, collapsed_slice_dims, operand_batching_dims,
                                      start_indices_batching_dims, start_index_map, index_vector_dim, slice_sizes>)
      return detail::output_if_met(values::gather_requires, values::gather_output, value());
    return invalid;
  }
  static constexpr extents output = compute();
  static_assert(!is_invalid(output),
                "mercator: gather requires the shapes of an operand and of indices; index_vector_dim, slice_sizes at "
                "most the operand's, a start_index_map with a dimension for each component of an index vector; and "
                "ascending offset_dims, collapsed_slice_dims, operand_batching_dims and start_indices_batching_dims "
                "that leave no dimension out and name none twice; got the types shown here");
};

/// gather(shape<33, 76, 70>{}, shape<1806, 2>{}, offset_dims<1, 2, 3>{}, start_index_map<0, 1>{},
/// index_vector_dim<1>{}, slice_sizes<7, 8, 4>{}): HLO's gather. Attributes come in any order; those without
/// numbers may be left out.
template <class Operand, class Indices, class... Attributes>
struct gather
    : counted_operation<gather<Operand, Indices, Attributes...>,
                        computed_shape<gather_requires_matching_dimensions<Operand, Indices, Attributes...>>, 2> {
  using checked = gather_requires_matching_dimensions<Operand, Indices, Attributes...>;

  MERCATOR_HD constexpr gather(Operand, Indices, Attributes...) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    operand == 0 ? values::gather_output_to_input(m, checked::value())
                 : values::gather_output_to_indices(m, checked::value());
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    operand == 0 ? values::gather_input_to_output(m, checked::value())
                 : values::gather_indices_to_output(m, checked::value());
  }
  static constexpr runtime_source build_source(symbolic::map_form& m, direction way, int, int variable) {
    return values::gather_source(m, checked::value(), way, variable);
  }
};

}  // namespace mercator::ops
