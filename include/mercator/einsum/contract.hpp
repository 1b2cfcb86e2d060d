// einsum<"ij,jk->ik">.contract(to, a, b): an einsum carried out on tensors whose shapes are known while
// compiling. Host code.
#pragma once

#include <type_traits>

#include "mercator/einsum/operation.hpp"
#include "mercator/einsum/packing.hpp"
#include "mercator/loops/contract.hpp"
#include "mercator/loops/tensor_view.hpp"

namespace mercator {

/// An error: the tensor that an einsum is written to has another shape than its output.
template <class Given, class Output>
struct contract_requires_a_tensor_of_the_output_shape {
  static_assert(std::is_same_v<Given, Output>,
                "mercator: einsum<...>.contract(to, ...) requires a tensor 'to' of the output's shape; got the "
                "first shape shown here, where the output has the second");
};

namespace einsum_ir {

/// Addition and multiplication of elements: associative and commutative, multiplication distributive over
/// addition.
template <class Algebra, class T>
concept AlgebraOf = requires(const Algebra& algebra, const T& x) {
  { algebra.zero() } -> std::convertible_to<T>;
  { algebra.add(x, x) } -> std::convertible_to<T>;
  { algebra.multiply(x, x) } -> std::convertible_to<T>;
};

/// sum + a * b of an algebra.
template <class Algebra>
struct multiply_add_of {
  const Algebra& algebra;

  template <class T>
  requires AlgebraOf<Algebra, T> T operator()(const T& sum, const T& a, const T& b) const {
    return algebra.add(sum, algebra.multiply(a, b));
  }
};
template <class T>
struct multiply_add_of<plain_algebra<T>> : lane::multiply_add {
  explicit multiply_add_of(const plain_algebra<T>&) {}
};

inline namespace MERCATOR_VECTORS {

/// The einsum of two operands: what its plan packs, and the batched matrix multiplication.
template <class Einsum, class T, class Algebra>
void contract_pair(T* out, const T* first, const T* second, const Algebra& algebra) {
  using inner = packed_source<Einsum>;
  using packed = typename inner::type;
  constexpr const matmul_plan& plan = plan_of<Einsum>;
  const prepared_side<T, Algebra> a(Einsum::value, plan.side[plan.side_of(0)], first, algebra);
  const prepared_side<T, Algebra> b(Einsum::value, plan.side[plan.side_of(1)], second, algebra);
  mercator::contract(reassociate, tensor_view(out, typename packed::output_shape{}), algebra.zero(),
                     multiply_add_of<Algebra>{algebra},
                     through(packed::template output_to_input<0>(),
                             tensor_view(a.data(), ops::computed_shape<typename inner::template shape_source<0>>{})),
                     through(packed::template output_to_input<1>(),
                             tensor_view(b.data(), ops::computed_shape<typename inner::template shape_source<1>>{})));
}

/// Contraction number Step of a path and those after it. `tensor`: operands, then what contractions make.
template <class Einsum, int Step, class T, class Algebra>
void contract_along_path(T* out, const T** tensor, const Algebra& algebra) {
  constexpr const contraction_path& path = path_of<Einsum>;
  using pair = decltype(Einsum::template contraction<Step>());
  const T *const first = tensor[path.first[Step]], *const second = tensor[path.second[Step]];
  if constexpr (Step + 1 == path.steps) {
    contract_pair<pair>(out, first, second, algebra);
  } else {
    const buffer<T> made(pair::output_shape::elements);
    contract_pair<pair>(made.data(), first, second, algebra);
    tensor[Einsum::operands + Step] = made.data();
    contract_along_path<Einsum, Step + 1>(out, tensor, algebra);
  }
}

/// Writes the einsum of the operands to `out`, which overlaps none of them.
template <class Einsum, class T, class Algebra>
void contract_all(T* out, const Algebra& algebra, const T* const (&operand)[Einsum::operands]) {
  if constexpr (product_of(Einsum::value, Einsum::value.all()) == 0) {
    write_empty_sums(Einsum::value, out, algebra);
  } else if constexpr (Einsum::operands == 1) {
    execute_one(Einsum::value, out, operand[0], algebra);
  } else if constexpr (Einsum::operands == 2) {
    contract_pair<Einsum>(out, operand[0], operand[1], algebra);
  } else {
    const T* tensor[2 * Einsum::operands] = {};
    for (int k = 0; k < Einsum::operands; ++k) tensor[k] = operand[k];
    contract_along_path<Einsum, 0>(out, tensor, algebra);
  }
}

}  // namespace MERCATOR_VECTORS

}  // namespace einsum_ir

}  // namespace mercator
