// Reshape: the elements keep their row-major order. Collapse and expand are the cases where dimensions are only
// merged or only split.
#pragma once

#include "mercator/ops/operation.hpp"

namespace mercator::ops {

namespace values {

constexpr bool is_reshape(numbers from, numbers to) {
  const i64 elements = element_count(from.first, from.count);
  return elements >= 0 && elements == element_count(to.first, to.count);
}
/// For templates, in which each conversion and each choice between functions costs compile time.
constexpr bool is_reshape_of_shapes(const extents& from, const extents& to) { return is_reshape(from, to); }

/// The place of an element among those of dimensions first..last-1, in row-major order.
constexpr int place_in(map_writer& out, const numbers& sizes, int first, int last) {
  if (last == first + 1) return out.variable(first);
  symbolic::pool& p = out.pool();
  const i64* size = sizes.first;
  i64 stride = 1;
  for (int k = first; k < last; ++k) stride *= size[k];
  if (out.follows()) {
    int place = p.number(0);
    for (int k = first; k < last; ++k) {
      stride /= size[k];
      if (size[k] != 1) place = p.add(place, out.variable(k), stride);
    }
    return place;
  }
  const int from = p.terms;
  for (int k = first; k < last; ++k) {
    stride /= size[k];
    if (size[k] != 1) p.push(stride, k);
  }
  return p.close(0, from);
}

/// The indices along dimensions first..last-1 of the element at that place.
constexpr void add_indices(symbolic::map_form& m, int place, const numbers& sizes, int first, int last) {
  symbolic::pool& p = m.p;
  const i64* size = sizes.first;
  i64 stride = 1;
  for (int k = first + 1; k < last; ++k) stride *= size[k];
  for (int k = first, above = 0; k < last; ++k) {
    const int quotient = stride == 1 ? place : symbolic::floor_divide(p, place, stride);
    m.add_result(k == first ? quotient : p.add(quotient, above, -size[k]));
    above = quotient;
    if (k + 1 < last) stride /= size[k + 1];
  }
}

/// The map from the indices of one shape to those of the other, for either direction. The shortest runs of dimensions
/// that hold as many elements on both sides are independent of one another. False where the numbers are not the sizes
/// of two shapes with as many elements.
constexpr bool write_reshape(symbolic::map_form& m, const numbers& from, const numbers& to) {
  map_writer out(m, from);
  if (m.known_empty) {
    out.add_empty_results(to.count);
    return are_sizes(from) && are_sizes(to) && is_reshape(from, to);
  }
  i64 elements = 1;
  for (int i = 0, j = 0; i < from.count || j < to.count;) {
    const int i0 = i, j0 = j;
    i64 before = i < from.count ? from.first[i++] : 1;
    i64 after = j < to.count ? to.first[j++] : 1;
    if (before == after && i > i0 && j > j0) {
      if (!checked_mul(elements, before, elements)) return false;
      m.add_result(out.variable(i0));
      continue;
    }
    while (before != after) {
      const bool grows = before < after;
      if (grows ? i == from.count : j == to.count) return false;
      i64& run = grows ? before : after;
      if (after < 1 || !checked_mul(run, grows ? from.first[i++] : to.first[j++], run)) return false;
    }
    if (!checked_mul(elements, before, elements)) return false;
    add_indices(m, place_in(out, from, i0, i), to, j0, j);
  }
  return true;
}
/// The same of shapes that are known to have as many elements.
constexpr void reshape(symbolic::map_form& m, const numbers& from, const numbers& to) { write_reshape(m, from, to); }
/// Of lists that stay where they are.
constexpr void reshape_of_lists(symbolic::map_form& m, const extents& from, const extents& to) {
  if (!write_reshape(m, from, to)) m.become_unfit();
  m.are_indices(to.size, to.rank);
}

}  // namespace values

template <class Operand, class Output>
struct reshape_requires_as_many_elements {
  static_assert(sizeof(Operand) == 0, "mercator: reshape requires two shapes; got the types shown here");
  using output = shape<>;
};

template <i64... Operand, i64... Output>
struct reshape_requires_as_many_elements<shape<Operand...>, shape<Output...>> {
  static_assert(values::is_reshape_of_shapes(shape<Operand...>::value, shape<Output...>::value),
                "mercator: reshape requires two shapes with the same number of elements, which fits 64 bits; got the "
                "shapes shown here");
  using output = shape<Output...>;
};

/// reshape(shape<4, 8>{}, shape<32>{}): the elements in the same row-major order under another shape.
template <class Operand, class Output>
struct reshape : operation<reshape<Operand, Output>,
                           typename reshape_requires_as_many_elements<Operand, Output>::output, Operand> {
  MERCATOR_HD constexpr reshape(Operand, Output) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::reshape_of_lists(m, Output::value, Operand::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::reshape_of_lists(m, Operand::value, Output::value);
  }
};

}  // namespace mercator::ops

namespace mercator::detail {

template <i64... Operand, i64... Output>
  requires(sizeof...(Operand) <= extents::max_rank && sizeof...(Output) <= extents::max_rank)
inline constexpr construction
    construction_of<ops::output_to_input<ops::reshape<shape<Operand...>, shape<Output...>>, 0>>{
        .operand = construction::from_lists,
        .can_follow = true,
        .of_lists = &ops::values::reshape_of_lists,
        .first = {sizeof...(Output), {Output...}},
        .second = {sizeof...(Operand), {Operand...}}};

}  // namespace mercator::detail
