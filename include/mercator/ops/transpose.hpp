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
/// Whether the results of a map that is followed are known to be the indices of the transpose's output. Then they are
/// permuted.
constexpr bool permute_known_indices(symbolic::map_form& m, const extents& operand, const extents& permutation) {
  const int rank = operand.rank;
  if (!m.followed || m.indices != rank || m.results != rank || permutation.rank != rank) return false;
  int line[extents::max_rank];
  std::uint64_t seen = 0;
  for (int k = 0; k < rank; ++k) {
    const i64 dimension = permutation.size[k];
    if (dimension < 0 || dimension >= rank || m.indexed[k] < 2 || m.indexed[k] != operand.size[dimension]) return false;
    line[dimension] = m.result[k];
    seen |= std::uint64_t{1} << dimension;
  }
  if (seen + 1 != std::uint64_t{1} << rank) return false;
  for (int k = 0; k < rank; ++k) m.result[k] = line[k];
  return true;
}
/// Of lists that stay where they are.
constexpr void transpose_of_lists(symbolic::map_form& m, const extents& operand, const extents& permutation) {
  if (!permute_known_indices(m, operand, permutation)) {
    if (is_permutation(permutation, operand.rank) && are_sizes(operand))
      transpose_output_to_input(m, operand, permutation);
    else
      m.become_unfit();
  }
  m.are_indices(operand.size, operand.rank);
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
    values::transpose_output_to_input(m, Operand::value, Permutation::value);
    m.are_indices(Operand::value.size, Operand::rank);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::transpose_input_to_output(m, Operand::value, Permutation::value);
  }
};

}  // namespace mercator::ops

namespace mercator::detail {

template <i64... Operand, i64... Permutation>
  requires(sizeof...(Operand) <= extents::max_rank && sizeof...(Permutation) <= extents::max_rank)
inline constexpr construction
    construction_of<ops::output_to_input<ops::transpose<shape<Operand...>, perm<Permutation...>>, 0>>{
        .operand = construction::from_lists,
        .can_follow = true,
        .of_lists = &ops::values::transpose_of_lists,
        .first = {sizeof...(Operand), {Operand...}},
        .second = {sizeof...(Permutation), {Permutation...}}};

}  // namespace mercator::detail
