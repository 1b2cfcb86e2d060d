// Transpose: dimension k of the output is dimension permutation[k] of the operand.
#pragma once

#include "mercator/ops/operation.hpp"

namespace mercator::ops {

namespace values {

constexpr bool is_permutation(const numbers& permutation, int rank) {
  return permutation.count == rank && are_distinct_dimensions(permutation, rank);
}

constexpr void transpose_output_to_input(symbolic::map_form& m, const numbers& operand, const numbers& permutation) {
  int place[extents::max_rank];
  i64 size[extents::max_rank];
  for (int k = 0; k < operand.count; ++k) {
    const i64 dimension = permutation.first[k];
    size[k] = operand.first[dimension];
    place[dimension] = k;
  }
  map_writer out(m, {size, operand.count});
  out.add_variables(place, operand.count);
}
/// Of a shape that stays where it is. For templates, in which each conversion and each choice between functions costs
/// compile time.
constexpr void transpose_of_shape(symbolic::map_form& m, const extents& operand, const numbers& permutation) {
  transpose_output_to_input(m, operand, permutation);
  m.indexed = operand.size;
}

constexpr void transpose_input_to_output(symbolic::map_form& m, const numbers& operand, const numbers& permutation) {
  map_writer out(m, operand);
  for (int k = 0; k < operand.count; ++k) out.add_result(out.variable(permutation[k]));
}

}  // namespace values

template <class Operand, class Permutation>
struct transpose_requires_a_permutation {
  static_assert(sizeof(Operand) == 0, "mercator: transpose requires a shape and a perm; got the types shown here");
  using output = shape<>;
};

template <i64... Sizes, i64... Permutation>
struct transpose_requires_a_permutation<shape<Sizes...>, perm<Permutation...>> {
  static_assert(values::is_permutation(perm<Permutation...>::value, sizeof...(Sizes)),
                "mercator: transpose requires a perm that names every dimension of the operand once; got the shape "
                "and the perm shown here");
  using output = shape<shape<Sizes...>::value.size[Permutation]...>;
};

/// transpose(shape<4, 8>{}, perm<1, 0>{}): dimension k of the output is dimension perm[k] of the operand.
template <class Operand, class Permutation>
struct transpose : operation<transpose<Operand, Permutation>,
                             typename transpose_requires_a_permutation<Operand, Permutation>::output, Operand> {
  MERCATOR_HD constexpr transpose(Operand, Permutation) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::transpose_of_shape(m, Operand::value, Permutation::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::transpose_input_to_output(m, Operand::value, Permutation::value);
  }
};

}  // namespace mercator::ops
