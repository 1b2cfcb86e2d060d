// Operations whose shapes and attributes are known only while running. Others of ops::values become maps by
// runtime_map::build.
#pragma once

#include <span>
#include <vector>

#include "mercator/map/runtime_operations.hpp"
#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/dynamic_slice.hpp"
#include "mercator/ops/gather.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/reverse.hpp"
#include "mercator/ops/slice.hpp"
#include "mercator/ops/transpose.hpp"

namespace mercator::runtime_ops {

/// Sizes, or attributes with a number for each dimension.
using sizes = std::vector<i64>;

/// The shape of an operation's output, and the maps between it and its first operand (of a
/// dynamic-update-slice, its update).
struct operation {
  /// The shape of the output.
  sizes output;
  /// From an index of the output to that of the element read, and the other way.
  runtime_map output_to_input, input_to_output;
};

namespace detail {

inline ops::numbers view(const sizes& list) { return {list.data(), static_cast<int>(list.size())}; }

inline bool is_shape(const sizes& list) {
  if (list.size() > static_cast<std::size_t>(extents::max_rank)) return false;
  for (const i64 n : list)
    if (n < 0 || n > ops::largest_size) return false;
  return element_count(list.data(), static_cast<int>(list.size())) >= 0;
}

/// The operation, or an error that says `requirement` where it is not met.
template <class Forward, class Backward>
result<operation> make(const char* name, const char* missing, sizes output, Forward to_input,
                       Backward to_output) {
  const auto error = [&](const char* what) {
    return map_error{0, 0, std::string("mercator: ") + name + " requires " + what};
  };
  if (missing != nullptr) return error(missing);
  if (!is_shape(output)) return error("an output of at most 32 dimensions whose elements can be counted");
  result<runtime_map> forward = runtime_map::build(to_input);
  if (!forward) return forward.error();
  result<runtime_map> backward = runtime_map::build(to_output);
  if (!backward) return backward.error();
  return operation{std::move(output), *std::move(forward), *std::move(backward)};
}

inline constexpr const char* shape_needed = "shapes of at most 32 dimensions, with sizes that are not negative";

}  // namespace detail

/// Output dimension k is dimension permutation[k] of the operand.
inline result<operation> transpose(const sizes& operand, const sizes& permutation) {
  using namespace ops;
  const numbers in = detail::view(operand), perm = detail::view(permutation);
  const bool fits = detail::is_shape(operand) && values::is_permutation(perm, in.count);
  /// The shape of the output.
  sizes output;
  for (std::size_t k = 0; fits && k < operand.size(); ++k)
    output.push_back(operand[static_cast<std::size_t>(permutation[k])]);
  return detail::make(
      "transpose", fits ? nullptr : "a shape and a permutation of its dimensions", output,
      [&](symbolic::map_form& m) { values::transpose_output_to_input(m, in, perm); },
      [&](symbolic::map_form& m) { values::transpose_input_to_output(m, in, perm); });
}

/// The same elements in row-major order, under another shape with as many.
inline result<operation> reshape(const sizes& operand, const sizes& output) {
  using namespace ops;
  const numbers in = detail::view(operand), out = detail::view(output);
  const bool fits = detail::is_shape(operand) && detail::is_shape(output) && values::is_reshape(in, out);
  return detail::make(
      "reshape", fits ? nullptr : "two shapes with as many elements", output,
      [&](symbolic::map_form& m) { values::reshape(m, out, in); },
      [&](symbolic::map_form& m) { values::reshape(m, in, out); });
}

/// The elements in reverse order along these dimensions.
inline result<operation> reverse(const sizes& operand, const sizes& axes) {
  using namespace ops;
  const numbers in = detail::view(operand), along = detail::view(axes);
  const bool fits = detail::is_shape(operand) && are_distinct_dimensions(along, in.count);
  const auto build = [&](symbolic::map_form& m) { values::reverse(m, in, along); };
  return detail::make("reverse", fits ? nullptr : "a shape and some of its dimensions, none twice", operand,
                      build, build);
}

/// Dimension k of the operand is dimension along[k] of the output.
inline result<operation> broadcast(const sizes& operand, const sizes& output, const sizes& along) {
  using namespace ops;
  const numbers in = detail::view(operand), out = detail::view(output), axes = detail::view(along);
  const bool fits =
      detail::is_shape(operand) && detail::is_shape(output) && values::is_broadcast(in, out, axes);
  return detail::make(
      "broadcast", fits ? nullptr : "a dimension of the output, of the same size, for each of the operand",
      output, [&](symbolic::map_form& m) { values::broadcast_output_to_input(m, out, axes); },
      [&](symbolic::map_form& m) { values::broadcast_input_to_output(m, in, out, axes); });
}

/// The elements start, start + stride, … before limit, along each dimension.
inline result<operation> slice(const sizes& operand, const sizes& start, const sizes& limit,
                               const sizes& stride) {
  using namespace ops;
  const numbers in = detail::view(operand), from = detail::view(start), to = detail::view(limit),
                by = detail::view(stride);
  const bool fits = detail::is_shape(operand) && values::is_slice(in, from, to, by);
  /// The shape of the output.
  sizes output;
  for (int k = 0; fits && k < in.count; ++k)
    output.push_back(values::slice_of_dimension{from[k], to[k], by[k]}.size());
  return detail::make(
      "slice", fits ? nullptr : "0 <= start <= limit <= size and stride >= 1, each for every dimension", output,
      [&](symbolic::map_form& m) { values::slice_output_to_input(m, from, to, by); },
      [&](symbolic::map_form& m) { values::slice_input_to_output(m, from, to, by); });
}

/// Padding before, behind and between the elements, along each dimension; low and high may be negative.
inline result<operation> pad(const sizes& operand, const sizes& low, const sizes& high, const sizes& interior) {
  using namespace ops;
  const numbers in = detail::view(operand), before = detail::view(low), after = detail::view(high),
                between = detail::view(interior);
  const bool fits = detail::is_shape(operand) && values::is_pad(in, before, after, between);
  /// The shape of the output.
  sizes output;
  for (int k = 0; fits && k < in.count; ++k)
    output.push_back(values::padded_dimension{in[k], before[k], after[k], between[k] + 1}.output_size());
  return detail::make(
      "pad", fits ? nullptr : "padding for every dimension that leaves no size negative, interior >= 0", output,
      [&](symbolic::map_form& m) { values::pad_output_to_input(m, in, before, after, between); },
      [&](symbolic::map_form& m) { values::pad_input_to_output(m, in, before, after, between); });
}

/// Runtime variable k is the offset along dimension k.
inline result<operation> dynamic_slice(const sizes& operand, const sizes& slice_sizes) {
  using namespace ops;
  const numbers in = detail::view(operand), part = detail::view(slice_sizes);
  const char* missing =
      detail::is_shape(operand) ? values::dynamic_slice_requires(in, part) : detail::shape_needed;
  return detail::make(
      "dynamic_slice", missing, slice_sizes,
      [&](symbolic::map_form& m) { values::dynamic_slice_output_to_input(m, in, part); },
      [&](symbolic::map_form& m) { values::dynamic_slice_input_to_output(m, in, part); });
}

/// The maps of the update: from the output to it and back.
inline result<operation> dynamic_update_slice(const sizes& operand, const sizes& update) {
  using namespace ops;
  const numbers in = detail::view(operand), part = detail::view(update);
  const char* missing =
      detail::is_shape(operand) ? values::dynamic_slice_requires(in, part) : detail::shape_needed;
  return detail::make(
      "dynamic_update_slice", missing, operand,
      [&](symbolic::map_form& m) { values::dynamic_update_slice_output_to_update(m, in, part); },
      [&](symbolic::map_form& m) { values::dynamic_update_slice_update_to_output(m, in, part); });
}

/// The attributes of HLO's gather. Runtime variables are the starts along the dimensions in start_index_map, in
/// the operand's order.
struct gather_attributes {
  /// HLO's attributes of gather, by their names.
  sizes offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map;
  /// The dimension of the indices that holds an index vector; their rank where each is a scalar.
  i64 index_vector_dim = 0;
  /// The shape of a slice.
  sizes slice_sizes;
};

/// The gather, and the source of each of its runtime variables: from the output's indices to those of the
/// indices.
struct gather_operation : operation {
  /// For each runtime variable the element of the indices that it is.
  std::vector<runtime_map> sources;
};

/// HLO's gather.
inline result<gather_operation> gather(const sizes& operand, const sizes& indices, const gather_attributes& a) {
  using namespace ops;
  const values::gather g{detail::view(operand),
                         detail::view(indices),
                         detail::view(a.offset_dims),
                         detail::view(a.collapsed_slice_dims),
                         detail::view(a.operand_batching_dims),
                         detail::view(a.start_indices_batching_dims),
                         detail::view(a.start_index_map),
                         a.index_vector_dim,
                         detail::view(a.slice_sizes)};
  const bool shapes = detail::is_shape(operand) && detail::is_shape(indices);
  const char* missing = shapes ? values::gather_requires(g) : detail::shape_needed;
  /// The shape of the output.
  sizes output;
  if (missing == nullptr) {
    const extents e = values::gather_output(g);
    output.assign(e.size, e.size + e.rank);
  }
  result<operation> made = detail::make(
      "gather", missing, std::move(output),
      [&](symbolic::map_form& m) { values::gather_output_to_input(m, g); },
      [&](symbolic::map_form& m) { values::gather_input_to_output(m, g); });
  if (!made) return made.error();
  gather_operation out{*std::move(made), {}};
  for (int k = 0; k < g.start_index_map.count; ++k) {
    result<runtime_map> source = runtime_map::build(
        [&](symbolic::map_form& m) { values::gather_source(m, g, direction::output_to_input, k); });
    if (!source) return source.error();
    out.sources.push_back(*std::move(source));
  }
  return out;
}

}  // namespace mercator::runtime_ops
