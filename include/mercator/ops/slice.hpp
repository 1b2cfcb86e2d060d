// Slice: every stride-th element from start on, short of limit, along each dimension.
#pragma once

#include "mercator/ops/operation.hpp"

namespace mercator::ops {

namespace values {

/// What a slice takes along one dimension: start, start + stride, … below limit.
struct slice_of_dimension {
  i64 start, limit, stride;

  constexpr bool fits(i64 size) const { return 0 <= start && start <= limit && limit <= size && stride > 0; }
  constexpr i64 size() const { return stride > 0 ? ceil_div(limit - start, stride) : 0; }
  constexpr interval taken() const { return start == limit ? nothing : interval{start, start + (size() - 1) * stride}; }
};

constexpr bool is_slice(numbers operand, numbers start, numbers limit, numbers stride) {
  if (start.count != operand.count || limit.count != operand.count || stride.count != operand.count) return false;
  for (int k = 0; k < operand.count; ++k)
    if (!slice_of_dimension{start[k], limit[k], stride[k]}.fits(operand[k])) return false;
  return true;
}

constexpr void slice_output_to_input(symbolic::map_form& m, numbers start, numbers limit, numbers stride) {
  map_writer out(m);
  for (int k = 0; k < start.count; ++k) out.add_dimension(slice_of_dimension{start[k], limit[k], stride[k]}.size());
  for (int k = 0; k < start.count; ++k)
    out.add_result(out.pool().shift(out.pool().scale(out.variable(k), stride[k]), start[k]));
}

/// The domain holds what the slice takes, of dimensions that are the operand's: tiles of it lie anywhere.
constexpr void slice_input_to_output(symbolic::map_form& m, numbers operand, numbers start, numbers limit,
                                     numbers stride) {
  map_writer out(m);
  for (int k = 0; k < start.count; ++k) out.add_dimension(operand[k]);
  for (int k = 0; k < start.count; ++k) {
    out.require(out.variable(k), slice_of_dimension{start[k], limit[k], stride[k]}.taken());
    const int offset = out.pool().shift(out.variable(k), -start[k]);
    out.add_result(symbolic::floordiv(out.pool(), offset, stride[k]));
    if (stride[k] > 1) out.add_constraint(symbolic::mod(out.pool(), offset, stride[k]), {0, 0});
  }
}

}  // namespace values

template <class Operand, class Start, class Limit, class Stride>
struct slice_requires_bounds_within_the_shape {
  static_assert(sizeof(Operand) == 0,
                "mercator: slice requires a shape, a start, a limit and perhaps a stride; got the types shown here");
  using output = shape<>;
};

template <i64... Sizes, i64... Start, i64... Limit, i64... Stride>
struct slice_requires_bounds_within_the_shape<shape<Sizes...>, start<Start...>, limit<Limit...>, stride<Stride...>> {
  static_assert(values::is_slice(shape<Sizes...>::value, start<Start...>::value, limit<Limit...>::value,
                                 stride<Stride...>::value),
                "mercator: slice requires 0 <= start <= limit <= size and stride >= 1, each given for every "
                "dimension; got the shape, start, limit and stride shown here");
  using output = shape<values::slice_of_dimension{Start, Limit, Stride}.size()...>;
};

/// slice(shape<10, 20>{}, start<5, 3>{}, limit<10, 20>{}, stride<1, 7>{}): of each dimension the elements
/// start, start + stride, … below limit. Without a stride: all of them.
template <class Operand, class Start, class Limit, class Stride = repeated<stride, 1, Operand>>
struct slice
    : operation<slice<Operand, Start, Limit, Stride>,
                typename slice_requires_bounds_within_the_shape<Operand, Start, Limit, Stride>::output, Operand> {
  MERCATOR_HD constexpr slice(Operand, Start, Limit, Stride = {}) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::slice_output_to_input(m, Start::value, Limit::value, Stride::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::slice_input_to_output(m, Operand::value, Start::value, Limit::value, Stride::value);
  }
};

}  // namespace mercator::ops
