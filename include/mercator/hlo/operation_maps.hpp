// The maps of operations that work on the elements of arrays, each from its shapes and attributes as they are
// read. Collectives are in collective_maps.hpp.
#pragma once

#include "mercator/hlo/map_request.hpp"
#include "mercator/ops/concatenate.hpp"
#include "mercator/ops/dynamic_slice.hpp"
#include "mercator/ops/elementwise.hpp"
#include "mercator/ops/layout.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/reverse.hpp"
#include "mercator/ops/slice.hpp"

namespace mercator::hlo_ir::operation_maps {

namespace values = ops::values;

inline constexpr const char* other_output = "an output of the shape that follows from its operands";

/// Of an operand that is a scalar: all of the output depends on it.
constexpr relation scalar(map_request& r) {
  if (r.own_sizes().count != 0) return r.no_map("a scalar here");
  r.to_input() ? values::scalar_output_to_input(r.out.m, r.output_sizes())
               : values::scalar_input_to_output(r.out.m, r.output_sizes());
  return r.built();
}

/// The same indices on both sides.
constexpr relation identity(map_request& r) {
  if (!(r.own_sizes() == r.output_sizes())) return r.no_map("operands of the output's shape, or scalars");
  values::elementwise(r.out.m, r.output_sizes());
  return r.built();
}

constexpr relation elementwise(map_request& r) {
  if (!r.has_arrays()) return relation::unknown;
  return r.own_sizes().count == 0 && r.output_sizes().count != 0 ? scalar(r) : identity(r);
}

constexpr relation broadcast(map_request& r) {
  if (!r.has_operands(1) || !r.has_arrays()) return relation::unknown;
  const numbers along = r.list(attribute_key::dimensions);
  if (!values::is_broadcast(r.own_sizes(), r.output_sizes(), along))
    return r.no_map("a dimension of the output for each of the operand's");
  r.to_input() ? values::broadcast_output_to_input(r.out.m, r.output_sizes(), along)
               : values::broadcast_input_to_output(r.out.m, r.own_sizes(), r.output_sizes(), along);
  return r.built();
}

/// Operand 0 is what is normalised; the others have a number for each feature.
constexpr relation batch_norm_inference(map_request& r) {
  if (!r.has_operands(5) || !r.has_arrays()) return relation::unknown;
  if (r.operand == 0) return identity(r);
  const i64 feature = r.number(attribute_key::feature_index, -1);
  const numbers along{&feature, 1};
  if (!values::is_broadcast(r.own_sizes(), r.output_sizes(), along))
    return r.no_map("a number for each feature of its operand");
  r.to_input() ? values::broadcast_output_to_input(r.out.m, r.output_sizes(), along)
               : values::broadcast_input_to_output(r.out.m, r.own_sizes(), r.output_sizes(), along);
  return r.built();
}

constexpr relation transpose(map_request& r) {
  if (!r.has_operands(1) || !r.has_arrays()) return relation::unknown;
  const numbers operand = r.own_sizes(), output = r.output_sizes(), order = r.list(attribute_key::dimensions);
  if (!values::is_permutation(order, operand.count)) return r.no_map("a permutation of the dimensions");
  bool same = output.count == operand.count;
  for (int k = 0; k < order.count && same; ++k) same = output[k] == operand[static_cast<int>(order[k])];
  if (!same) return r.no_map(other_output);
  r.to_input() ? values::transpose_output_to_input(r.out.m, operand, order)
               : values::transpose_input_to_output(r.out.m, operand, order);
  return r.built();
}

constexpr relation reverse(map_request& r) {
  if (!r.has_operands(1) || !r.has_arrays()) return relation::unknown;
  const numbers sizes = r.own_sizes(), reversed = r.list(attribute_key::dimensions);
  if (!ops::are_distinct_dimensions(reversed, sizes.count)) return r.no_map("dimensions of the operand");
  if (!(sizes == r.output_sizes())) return r.no_map(other_output);
  values::reverse(r.out.m, sizes, reversed);
  return r.built();
}

constexpr relation reshape(map_request& r) {
  if (!r.has_operands(1) || !r.has_arrays()) return relation::unknown;
  if (!values::is_reshape(r.own_sizes(), r.output_sizes())) return r.no_map("as many elements");
  r.to_input() ? values::reshape(r.out.m, r.output_sizes(), r.own_sizes())
               : values::reshape(r.out.m, r.own_sizes(), r.output_sizes());
  return r.built();
}

namespace detail {

struct descending_numbers {
  i64 list[extents::max_rank] = {};
  constexpr descending_numbers() {
    for (int k = 0; k < extents::max_rank; ++k) list[k] = extents::max_rank - 1 - k;
  }
};
inline constexpr descending_numbers descending;

/// Row-major where none is written.
constexpr numbers layout_of(const hlo_module& m, const shape& s) {
  return s.layout >= 0 ? m.minor_to_major(s) : numbers{descending.list + extents::max_rank - s.rank, s.rank};
}

constexpr bool is_tiled(const hlo_module& m, const shape& s) {
  const text_span tiles = m.tiles(s);
  for (int k = 0; k < tiles.length; ++k)
    if (tiles[k] == 'T') return true;
  return false;
}

/// Whether the physical dimensions are the same but for those of one element.
constexpr bool same_order(const hlo_module& m, const shape& a, const shape& b) {
  const extents x = values::physical_sizes(m.sizes(a), layout_of(m, a));
  const extents y = values::physical_sizes(m.sizes(b), layout_of(m, b));
  int i = 0, j = 0;
  while (true) {
    while (i < x.rank && x[i] == 1) ++i;
    while (j < y.rank && y[j] == 1) ++j;
    if (i == x.rank || j == y.rank) return i == x.rank && j == y.rank;
    if (x[i++] != y[j++]) return false;
  }
}

}  // namespace detail

/// Tiles are not followed: where there are some, the order of the elements must stay what it is.
constexpr relation bitcast(map_request& r) {
  if (!r.has_operands(1) || !r.has_arrays()) return relation::unknown;
  const shape &from = r.operand_shape(0), &to = r.output_shape();
  if (bits_of(from.type) != bits_of(to.type)) return r.no_map("elements of the same width");
  if ((detail::is_tiled(r.m, from) || detail::is_tiled(r.m, to)) && !detail::same_order(r.m, from, to))
    return r.no_map("a layout without tiles");
  const numbers a = r.own_sizes(), b = r.output_sizes();
  const numbers a_layout = detail::layout_of(r.m, from), b_layout = detail::layout_of(r.m, to);
  if (const char* missing = values::bitcast_requires(a, a_layout, b, b_layout)) return r.no_map(missing);
  r.to_input() ? values::bitcast(r.out.m, b, b_layout, a, a_layout)
               : values::bitcast(r.out.m, a, a_layout, b, b_layout);
  return r.built();
}

constexpr relation bitcast_convert(map_request& r) {
  if (!r.has_operands(1) || !r.has_arrays()) return relation::unknown;
  const numbers operand = r.own_sizes(), output = r.output_sizes();
  if (const char* missing = values::bitcast_convert_requires(operand, output, bits_of(r.operand_shape(0).type),
                                                             bits_of(r.output_shape().type)))
    return r.no_map(missing);
  r.to_input() ? values::bitcast_convert(r.out.m, output, operand) : values::bitcast_convert(r.out.m, operand, output);
  return r.built();
}

constexpr relation slice(map_request& r) {
  if (!r.has_operands(1) || !r.has_arrays()) return relation::unknown;
  const numbers start = r.list(attribute_key::slice, slice_starts);
  const numbers limit = r.list(attribute_key::slice, slice_limits);
  const numbers stride = r.list(attribute_key::slice, slice_strides);
  if (!values::is_slice(r.own_sizes(), start, limit, stride))
    return r.no_map("0 <= start <= limit <= size and stride > 0 in every dimension");
  const numbers output = r.output_sizes();
  bool same = output.count == start.count;
  for (int k = 0; k < start.count && same; ++k)
    same = output[k] == values::slice_of_dimension{start[k], limit[k], stride[k]}.size();
  if (!same) return r.no_map(other_output);
  r.to_input() ? values::slice_output_to_input(r.out.m, start, limit, stride)
               : values::slice_input_to_output(r.out.m, r.own_sizes(), start, limit, stride);
  return r.built();
}

/// Whether the attributes of a pad fit its operand and its output.
constexpr bool check_pad(map_request& r) {
  if (!r.has_operands(2) || !r.has_arrays()) return false;
  const numbers low = r.list(attribute_key::padding, padding_low);
  const numbers high = r.list(attribute_key::padding, padding_high);
  const numbers interior = r.list(attribute_key::padding, padding_interior);
  const numbers operand = r.sizes(0), output = r.output_sizes();
  if (!values::is_pad(operand, low, high, interior))
    return r.lacks("padding for every dimension, none between elements below 0");
  bool same = output.count == operand.count;
  for (int k = 0; k < operand.count && same; ++k)
    same = output[k] == values::padded_dimension{operand[k], low[k], high[k], interior[k] + 1}.output_size();
  return same || r.lacks(other_output);
}

constexpr relation pad(map_request& r) {
  if (!check_pad(r)) return relation::unknown;
  if (r.operand == 1) return scalar(r);
  const numbers low = r.list(attribute_key::padding, padding_low);
  const numbers high = r.list(attribute_key::padding, padding_high);
  const numbers interior = r.list(attribute_key::padding, padding_interior);
  r.to_input() ? values::pad_output_to_input(r.out.m, r.own_sizes(), low, high, interior)
               : values::pad_input_to_output(r.out.m, r.own_sizes(), low, high, interior);
  return r.built();
}

/// Whether the operands of a concatenation fit each other and the output.
constexpr bool check_concatenate(map_request& r) {
  if (!r.has_arrays()) return false;
  const i64 dimension = r.dimension();
  i64 size = 0;
  for (int k = 0; k < r.i.operands; ++k) {
    const numbers two[] = {r.sizes(0), r.sizes(k)};
    if (const char* missing = values::concatenate_requires(two, 2, dimension)) return r.lacks(missing);
    size = saturating_add(size, r.sizes(k)[static_cast<int>(dimension)]);
  }
  if (r.i.operands == 0) return r.lacks("an operand");
  extents whole = ops::to_extents(r.sizes(0));
  whole.size[dimension] = size;
  return numbers(whole) == r.output_sizes() || r.lacks(other_output);
}

constexpr relation concatenate(map_request& r) {
  if (!check_concatenate(r)) return relation::unknown;
  const i64 dimension = r.dimension();
  i64 offset = 0;
  for (int k = 0; k < r.operand; ++k) offset += r.sizes(k)[static_cast<int>(dimension)];
  r.to_input() ? values::concatenate_output_to_input(r.out.m, r.own_sizes(), dimension, offset)
               : values::concatenate_input_to_output(r.out.m, r.own_sizes(), dimension, offset);
  return r.built();
}

namespace detail {

/// Whether the operands from `first` on are scalars, one for each dimension.
constexpr bool has_offsets(map_request& r, int first, int rank) {
  bool scalars = r.i.operands == first + rank;
  for (int k = first; k < r.i.operands && scalars; ++k) scalars = r.sizes(k).count == 0;
  return scalars || r.lacks("a scalar offset for every dimension");
}

constexpr relation with_offsets(map_request& r, numbers dimensions, int first, int rank) {
  const relation built = r.built();
  for (int k = 0; k < rank; ++k)
    r.add_source(k, [&](symbolic::map_form& element) { return values::offset_source(element, dimensions, first, k); });
  return built;
}

}  // namespace detail

constexpr relation dynamic_slice(map_request& r) {
  if (!r.has_arrays(0, 1) || !r.has_arrays()) return relation::unknown;
  const numbers operand = r.sizes(0), sizes = r.list(attribute_key::dynamic_slice_sizes);
  if (const char* missing = values::dynamic_slice_requires(operand, sizes)) return r.no_map(missing);
  if (!(sizes == r.output_sizes())) return r.no_map(other_output);
  if (!detail::has_offsets(r, 1, operand.count)) return relation::unknown;
  if (r.operand > 0) return scalar(r);
  r.to_input() ? values::dynamic_slice_output_to_input(r.out.m, operand, sizes)
               : values::dynamic_slice_input_to_output(r.out.m, operand, sizes);
  return detail::with_offsets(r, r.to_input() ? sizes : operand, 1, operand.count);
}

/// Whether the update and the offsets of a dynamic-update-slice fit its operand and its output.
constexpr bool check_dynamic_update_slice(map_request& r) {
  if (!r.has_arrays(0, 2) || !r.has_arrays()) return false;
  if (const char* missing = values::dynamic_slice_requires(r.sizes(0), r.sizes(1))) return r.lacks(missing);
  if (!(r.sizes(0) == r.output_sizes())) return r.lacks(other_output);
  return detail::has_offsets(r, 2, r.sizes(0).count);
}

/// Of the operand the whole identity: which part is overwritten is for its pieces to say.
constexpr relation dynamic_update_slice(map_request& r) {
  if (!check_dynamic_update_slice(r)) return relation::unknown;
  if (r.operand == 0) return identity(r);
  if (r.operand > 1) return scalar(r);
  const numbers operand = r.sizes(0), update = r.sizes(1);
  r.to_input() ? values::dynamic_update_slice_output_to_update(r.out.m, operand, update)
               : values::dynamic_update_slice_update_to_output(r.out.m, operand, update);
  return detail::with_offsets(r, r.to_input() ? operand : update, 2, operand.count);
}

/// Whether the first half of the operands are arrays of one shape, one for each output, and the others scalars.
constexpr bool check_variadic(map_request& r) {
  if (!r.has_arrays()) return false;
  const int inputs = r.outputs();
  if (r.i.operands != 2 * inputs) return r.lacks("an initial value for each operand, and an output");
  for (int k = 0; k < inputs; ++k) {
    if (!(r.sizes(k) == r.sizes(0))) return r.lacks("operands of one shape");
    if (r.sizes(inputs + k).count != 0) return r.lacks("initial values that are scalars");
  }
  return true;
}

constexpr relation reduce(map_request& r) {
  if (!check_variadic(r)) return relation::unknown;
  const numbers operand = r.sizes(0), dimensions = r.list(attribute_key::dimensions);
  if (const char* missing = values::reduce_requires(operand, dimensions)) return r.no_map(missing);
  if (!(numbers(values::reduce_output(operand, dimensions)) == r.output_sizes())) return r.no_map(other_output);
  if (r.operand >= r.outputs()) return scalar(r);
  r.to_input() ? values::reduce_output_to_input(r.out.m, operand, dimensions)
               : values::reduce_input_to_output(r.out.m, operand, dimensions);
  return r.built();
}

constexpr relation sort(map_request& r) {
  if (!r.has_arrays()) return relation::unknown;
  for (int k = 0; k < r.i.operands; ++k)
    if (!(r.sizes(k) == r.output_sizes())) return r.no_map("operands of the output's shape");
  if (const char* missing = values::sort_requires(r.own_sizes(), r.dimension())) return r.no_map(missing);
  values::sort(r.out.m, r.own_sizes(), r.dimension());
  return r.built();
}

}  // namespace mercator::hlo_ir::operation_maps
