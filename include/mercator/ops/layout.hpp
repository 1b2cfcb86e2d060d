// Layouts: the order in which the dimensions of a tensor stand in memory, {1, 0} for row-major order of rank 2,
// the minor-most dimension first. A layout's physical dimensions are the logical ones from the major-most to
// the minor-most.
#pragma once

#include "mercator/ops/reshape.hpp"
#include "mercator/ops/transpose.hpp"
#include "mercator/symbolic/compose.hpp"
#include "mercator/symbolic/operations.hpp"

namespace mercator::ops {

namespace values {

constexpr const char* layout_requires(numbers sizes, numbers minor_to_major) {
  return is_permutation(minor_to_major, sizes.count) ? nullptr : "a layout that names every dimension once";
}

/// The logical dimension that is number k of the physical ones.
constexpr i64 physical_dimension(numbers minor_to_major, int k) { return minor_to_major[minor_to_major.count - 1 - k]; }

constexpr extents physical_sizes(numbers sizes, numbers minor_to_major) {
  extents out;
  out.rank = sizes.count;
  for (int k = 0; k < sizes.count; ++k) out.size[k] = sizes[static_cast<int>(physical_dimension(minor_to_major, k))];
  return out;
}

/// The map from the indices of a tensor to those in its physical dimensions.
constexpr void logical_to_physical(symbolic::map_form& m, numbers sizes, numbers minor_to_major) {
  map_writer out(m, sizes);
  for (int k = 0; k < sizes.count; ++k) out.add_result(out.variable(physical_dimension(minor_to_major, k)));
}

/// The map from the indices in the physical dimensions of a tensor to its own.
constexpr void physical_to_logical(symbolic::map_form& m, numbers sizes, numbers minor_to_major) {
  map_writer out(m, physical_sizes(sizes, minor_to_major));
  for (int k = 0; k < sizes.count; ++k) out.add_result(out.variable(sizes.count - 1 - minor_to_major.find(k)));
}

/// m, whose results are indices in the physical dimensions of a tensor of that layout, gets its logical indices
/// for results.
constexpr void to_logical_results(symbolic::map_form& m, numbers minor_to_major) {
  int number[extents::max_rank] = {};
  for (int k = 0; k < minor_to_major.count; ++k) number[k] = minor_to_major.count - 1 - minor_to_major.find(k);
  symbolic::select_results(m, number, minor_to_major.count);
}

/// The place in memory of the element at these indices, counted in elements, which must fit 64 bits: else the
/// pool says that it overflows.
constexpr int place_in_memory(symbolic::pool& p, const int* index, numbers sizes, numbers minor_to_major) {
  int place = p.number(0);
  i64 distance = 1;
  for (int k = 0; k < sizes.count; ++k) {
    const int dimension = static_cast<int>(minor_to_major[k]);
    if (sizes[dimension] != 1) place = p.add(place, index[dimension], distance);
    if (!checked_mul(distance, sizes[dimension], distance)) p.overflow = true;
  }
  return place;
}

/// The map from the indices of a tensor to the place of the element in memory.
constexpr void logical_to_linear(symbolic::map_form& m, numbers sizes, numbers minor_to_major) {
  map_writer out(m, sizes);
  if (out.known_empty()) return out.add_empty_results(1);
  int index[extents::max_rank] = {};
  for (int k = 0; k < sizes.count; ++k) index[k] = out.variable(k);
  out.add_result(place_in_memory(out.pool(), index, sizes, minor_to_major));
}

/// The map from places in memory to the indices of the tensor; the same holds.
constexpr void linear_to_logical(symbolic::map_form& m, numbers sizes, numbers minor_to_major) {
  const i64 elements = element_count(sizes.first, sizes.count);
  if (elements < 0) {
    m.p.overflow = true;
    return;
  }
  reshape(m, {&elements, 1}, physical_sizes(sizes, minor_to_major));
  to_logical_results(m, minor_to_major);
}

constexpr const char* bitcast_requires(numbers from, numbers from_layout, numbers to, numbers to_layout) {
  if (layout_requires(from, from_layout) != nullptr || layout_requires(to, to_layout) != nullptr)
    return "layouts that name every dimension once";
  return is_reshape(from, to) ? nullptr : "two shapes with the same number of elements";
}

/// The map from the indices of one shape to those of the other that stand at the same place in memory, for
/// either direction.
constexpr void bitcast(symbolic::map_form& m, numbers from, numbers from_layout, numbers to, numbers to_layout) {
  logical_to_physical(m, from, from_layout);
  symbolic::pool p;
  symbolic::map_form same_place(p);
  reshape(same_place, physical_sizes(from, from_layout), physical_sizes(to, to_layout));
  symbolic::compose_onto(m, same_place);
  m.p.full |= p.full;
  m.p.overflow |= p.overflow;
  to_logical_results(m, to_layout);
}

/// A bitcast-convert between elements of different widths has one more dimension on the side of the narrower
/// ones: the minor-most, with as many elements as fit in a wider one.
constexpr const char* bitcast_convert_requires(numbers operand, numbers output, i64 operand_bits, i64 output_bits) {
  const numbers& narrow = operand_bits < output_bits ? operand : output;
  const numbers& wide = operand_bits < output_bits ? output : operand;
  const i64 narrow_bits = operand_bits < output_bits ? operand_bits : output_bits;
  const i64 wide_bits = operand_bits < output_bits ? output_bits : operand_bits;
  if (narrow_bits < 1 || wide_bits % narrow_bits != 0) return "elements as wide as a number of narrower ones";
  if (narrow_bits == wide_bits) return operand == output ? nullptr : "an output of the operand's shape";
  if (narrow.count != wide.count + 1 || narrow.last() != wide_bits / narrow_bits ||
      !(numbers{narrow.first, wide.count} == wide))
    return "one more dimension for the narrower elements, as large as a wider one has of them";
  return nullptr;
}

/// The map from the indices of one shape to those of the other, for either direction: of two shapes one is the
/// other with perhaps one more dimension, which is a range where it is that of the results.
constexpr void bitcast_convert(symbolic::map_form& m, numbers from, numbers to) {
  map_writer out(m, from);
  if (to.count > from.count) out.add_range(to.last());
  for (int k = 0; k < to.count; ++k) out.add_result(out.variable(k));
}

}  // namespace values

/// A layout as a type: the minor-most dimension first.
template <i64... Numbers>
struct layout : number_list<Numbers...> {};

}  // namespace mercator::ops
