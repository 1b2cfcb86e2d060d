// Dynamic-slice and dynamic-update-slice: a part of an operand that begins where offsets known at run time say.
#pragma once

#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/elementwise.hpp"
#include "mercator/ops/typed.hpp"

namespace mercator::ops {

namespace values {

constexpr const char* dynamic_slice_requires(numbers operand, numbers sizes) {
  if (sizes.count != operand.count) return "a size for every dimension";
  for (int k = 0; k < sizes.count; ++k)
    if (sizes[k] < 0 || sizes[k] > operand[k]) return "sizes of at least 0 and at most the operand's";
  return nullptr;
}

constexpr void add_offsets(map_writer& out, numbers operand, numbers sizes) {
  for (int k = 0; k < operand.count; ++k) out.add_runtime(operand[k] - sizes[k]);
}

/// From the part to the whole: runtime variable k is the offset along dimension k, as clamped.
constexpr void dynamic_slice_output_to_input(symbolic::map_form& m, numbers operand, numbers sizes) {
  map_writer out(m, sizes);
  add_offsets(out, operand, sizes);
  for (int k = 0; k < operand.count; ++k)
    out.add_result(out.pool().add(out.variable(k), out.variable(operand.count + k)));
}

/// From the whole to the part; the domain is where the part stands.
constexpr void dynamic_slice_input_to_output(symbolic::map_form& m, numbers operand, numbers sizes) {
  map_writer out(m, operand);
  add_offsets(out, operand, sizes);
  for (int k = 0; k < operand.count; ++k) {
    const int index = out.pool().add(out.variable(k), out.variable(operand.count + k), -1);
    out.require(index, {0, sizes[k] - 1});
    out.add_result(index);
  }
}

/// Of an update: the part is the update's, the whole the operand's and the output's.
constexpr void dynamic_update_slice_output_to_update(symbolic::map_form& m, numbers operand, numbers update) {
  dynamic_slice_input_to_output(m, operand, update);
}
constexpr void dynamic_update_slice_update_to_output(symbolic::map_form& m, numbers operand, numbers update) {
  dynamic_slice_output_to_input(m, operand, update);
}

/// An offset is a scalar, operand number first_offset + variable, wherever it is read from: `sizes` are those
/// of the map's dimensions.
constexpr runtime_source offset_source(symbolic::map_form& m, numbers sizes, int first_offset, int variable) {
  map_writer out(m, sizes);
  return {first_offset + variable, outside::clamped};
}

}  // namespace values

template <class Operand, class Sizes>
struct dynamic_slice_requires_sizes_within_the_shape {
  static constexpr extents compute() {
    if constexpr (detail::are_shapes<Operand> && detail::is_list<slice_sizes, Sizes>)
      if (values::dynamic_slice_requires(Operand::value, Sizes::value) == nullptr) return to_extents(Sizes::value);
    return invalid;
  }
  static constexpr extents output = compute();
  static_assert(
      !is_invalid(output),
      "mercator: dynamic_slice requires a shape, and slice_sizes of at least 0 and at most its sizes; got the "
      "types shown here");
};

/// dynamic_slice(shape<2, 2, 258>{}, slice_sizes<1, 2, 32>{}): the part of these sizes that begins at the
/// offsets, which are operands 1, 2, …
template <class Operand, class Sizes>
struct dynamic_slice : counted_operation<dynamic_slice<Operand, Sizes>,
                                         computed_shape<dynamic_slice_requires_sizes_within_the_shape<Operand, Sizes>>,
                                         Operand::rank + 1> {
  MERCATOR_HD constexpr dynamic_slice(Operand, Sizes) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    if (operand == 0) return values::dynamic_slice_output_to_input(m, Operand::value, Sizes::value);
    values::scalar_output_to_input(m, Sizes::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    if (operand == 0) return values::dynamic_slice_input_to_output(m, Operand::value, Sizes::value);
    values::scalar_input_to_output(m, Sizes::value);
  }
  static constexpr runtime_source build_source(symbolic::map_form& m, direction way, int, int variable) {
    const bool to_input = way == direction::output_to_input;
    return values::offset_source(m, to_input ? Sizes::value : numbers(Operand::value), 1, variable);
  }
};

template <class Operand, class Update>
struct dynamic_update_slice_requires_an_update_within_the_shape {
  static constexpr bool holds() {
    if constexpr (detail::are_shapes<Operand, Update>)
      return detail::met(values::dynamic_slice_requires(Operand::value, Update::value));
    return false;
  }
  static_assert(
      holds(),
      "mercator: dynamic_update_slice requires two shapes, the update's sizes being at most the operand's; got "
      "the types shown here");
  using output = Operand;
};

/// dynamic_update_slice(shape<20, 30>{}, shape<5, 10>{}): operand 0 with operand 1 in place of the part that
/// begins at the offsets, operands 2, 3, … The map of operand 0 is the whole identity; see pieces.hpp for
/// what the update leaves of it.
template <class Operand, class Update>
struct dynamic_update_slice
    : counted_operation<dynamic_update_slice<Operand, Update>,
                        typename dynamic_update_slice_requires_an_update_within_the_shape<Operand, Update>::output,
                        Operand::rank + 2> {
  MERCATOR_HD constexpr dynamic_update_slice(Operand, Update) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    if (operand == 0) return values::elementwise(m, Operand::value);
    if (operand == 1) return values::dynamic_update_slice_output_to_update(m, Operand::value, Update::value);
    values::scalar_output_to_input(m, Operand::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    if (operand == 0) return values::elementwise(m, Operand::value);
    if (operand == 1) return values::dynamic_update_slice_update_to_output(m, Operand::value, Update::value);
    values::scalar_input_to_output(m, Operand::value);
  }
  static constexpr runtime_source build_source(symbolic::map_form& m, direction way, int, int variable) {
    const bool to_input = way == direction::output_to_input;
    return values::offset_source(m, to_input ? numbers(Operand::value) : Update::value, 2, variable);
  }
};

}  // namespace mercator::ops
