// einsum<"ijk,lki->li">(shapes…): an equation read while compiling, and what the compiler says about one with a
// mistake.
#pragma once

#include "mercator/einsum/contract.hpp"

namespace mercator {

// What errors show beside the rule and the column: einsum_error_sizes_of_label<4, label<'j'>, operand<1>,
// got<4>, operand<0>, wanted<3>>. What a rule has nothing to say about is 0.
namespace einsum_shown {
template <char>
struct label {};
template <int>
struct operand {};
template <i64>
struct got {};
template <i64>
struct wanted {};
}  // namespace einsum_shown

namespace einsum_ir {

template <rule Rule, int Column, class... Shown>
struct error_of;

}  // namespace einsum_ir

#define MERCATOR_EINSUM_ERROR(name, message)                                    \
  template <int Column, class... Shown>                                         \
  struct einsum_error_##name {                                                  \
    static_assert(Column == 0, "mercator: einsum<...>(...) requires " message); \
  };                                                                            \
  template <int Column, class... Shown>                                         \
  struct einsum_ir::error_of<einsum_ir::rule::name, Column, Shown...> {         \
    using type = einsum_error_##name<Column, Shown...>;                         \
  };

MERCATOR_EINSUM_ERROR(unknown_character,
                      "labels a-z and A-Z, ',', '...', '->' and spaces; got the character shown here")
MERCATOR_EINSUM_ERROR(incomplete_arrow, "'->' before the output")
MERCATOR_EINSUM_ERROR(second_arrow, "one '->'")
MERCATOR_EINSUM_ERROR(second_output, "one output; got a ',' after '->'")
MERCATOR_EINSUM_ERROR(incomplete_ellipsis, "three dots where there is one")
MERCATOR_EINSUM_ERROR(second_ellipsis, "at most one '...' in an operand; got two in the operand shown here")
MERCATOR_EINSUM_ERROR(second_output_ellipsis, "at most one '...' in the output")
MERCATOR_EINSUM_ERROR(repeated_output_label, "labels that stand once in the output; got the one shown here twice")
MERCATOR_EINSUM_ERROR(unknown_output_label, "labels in the output that an operand has; got the one shown here")
MERCATOR_EINSUM_ERROR(unknown_output_ellipsis, "a '...' in an operand where the output has one")
MERCATOR_EINSUM_ERROR(missing_output_ellipsis,
                      "a '...' in the output where that of an operand stands for dimensions; got as many as shown here")
MERCATOR_EINSUM_ERROR(too_many_operands, "at most 32 operands")
MERCATOR_EINSUM_ERROR(too_many_dimensions, "at most 30 dimensions of an operand and of the output")
MERCATOR_EINSUM_ERROR(too_many_labels, "at most 52 labels, each dimension of a '...' counted")
MERCATOR_EINSUM_ERROR(too_long, "at most 256 labels in all operands and the output together")
MERCATOR_EINSUM_ERROR(shape_for_each_operand, "a shape for each operand; got as many shapes and operands as shown here")
MERCATOR_EINSUM_ERROR(negative_size, "sizes that are not negative")
MERCATOR_EINSUM_ERROR(rank_of_labels, "as many dimensions as the operand has labels; got the ranks shown here")
MERCATOR_EINSUM_ERROR(rank_of_ellipsis,
                      "at least as many dimensions as the operand has labels; got the ranks shown here")
MERCATOR_EINSUM_ERROR(sizes_of_label, "one size for each label, or 1; got the label, operands and sizes shown here")
MERCATOR_EINSUM_ERROR(sizes_of_diagonal,
                      "one size for a label that an operand has twice; got the label, operand and sizes shown here")
MERCATOR_EINSUM_ERROR(sizes_of_ellipsis,
                      "one size for each dimension of '...', or 1; got the operands and sizes shown here")
MERCATOR_EINSUM_ERROR(too_many_products, "sizes of all labels whose product is at most 2^58")
MERCATOR_EINSUM_ERROR(too_many_dimensions_between,
                      "an order of contractions without a tensor of more than 30 dimensions between; none was found")

#undef MERCATOR_EINSUM_ERROR

namespace einsum_ir {

/// An equation that was read, named anew, or why there is none.
struct reading : equation_text {
  error wrong;
};

/// Reads an equation and fits it to shapes.
constexpr reading read(const char* text, int length, const ops::numbers* shapes, int count) {
  reading out;
  equation e;
  problem p;
  out.wrong = parse(text, length, e);
  if (!out.wrong) out.wrong = bind_and_check(e, shapes, count, p);
  if (!out.wrong) print(out, p);
  return out;
}

/// einsum_literal<Text, Shapes…>::type is the einsum, or the error.
template <text Written, class... Shapes>
struct einsum_literal {
  static constexpr ops::numbers shapes[sizeof...(Shapes) + 1] = {Shapes::value..., {}};
  static constexpr reading value = read(Written.data(), static_cast<int>(Written.size()), shapes, sizeof...(Shapes));

  template <rule Rule>
  struct outcome {
    using type =
        typename error_of<Rule, value.wrong.column(), einsum_shown::label<value.wrong.label>,
                          einsum_shown::operand<value.wrong.operand>, einsum_shown::got<value.wrong.got>,
                          einsum_shown::operand<value.wrong.other>, einsum_shown::wanted<value.wrong.wanted>>::type;
  };
  template <rule Rule>
    requires(Rule == rule::none)
  struct outcome<Rule> {
    using type = einsum_of<labels_type<einsum_literal>, Shapes...>;
  };

  using type = typename outcome<value.wrong.broken>::type;
};

/// The same einsum, its type deduced: nvcc cannot spell the text in einsum_literal's type.
template <class Labels, class... Shapes>
constexpr einsum_of<Labels, Shapes...> without_alias(einsum_of<Labels, Shapes...> einsum) {
  return einsum;
}
/// What is wrong with an equation stays as it is.
template <class Error>
constexpr Error without_alias(Error error) {
  return error;
}

}  // namespace einsum_ir

/// An error: einsum takes shapes.
template <class... Given>
struct einsum_requires_shapes {
  static_assert(sizeof...(Given) < 0, "mercator: einsum<...>(...) requires shapes; got the types shown here");
};

inline namespace MERCATOR_VECTORS {

/// An equation: einsum<"ij,jk->ik">.
template <text Written>
struct einsum_verb {
  /// The einsum of operands of these shapes.
  template <class... Shapes>
  constexpr auto operator()(Shapes...) const {
    if constexpr (ops::detail::are_shapes<Shapes...>)
      return einsum_ir::without_alias(typename einsum_ir::einsum_literal<Written, Shapes...>::type{});
    else
      return einsum_requires_shapes<Shapes...>{};
  }

  /// Carries out the plan: `to`, which overlaps no operand, gets the sums of products. Allocates what the plan
  /// copies, and the tensors between contractions. Sums and products are taken in the order that is cheapest.
  template <class T, class To, class... Operands, class... Shapes>
    requires(sizeof...(Operands) > 0 && (std::is_same_v<std::remove_const_t<Operands>, T> && ...))
  void contract(tensor_view<T, To> to, tensor_view<Operands, Shapes>... operands) const {
    contract(einsum_ir::plain_algebra<T>{}, to, operands...);
  }

  /// The same with an algebra's zero(), add(a, b) and multiply(a, b).
  template <class Algebra, class T, class To, class... Operands, class... Shapes>
    requires(sizeof...(Operands) > 0 && (std::is_same_v<std::remove_const_t<Operands>, T> && ...) &&
             einsum_ir::AlgebraOf<Algebra, T>)
  void contract(const Algebra& algebra, tensor_view<T, To> to, tensor_view<Operands, Shapes>... operands) const {
    using einsum = decltype((*this)(Shapes{}...));
    if constexpr (requires { typename einsum::output_shape; }) {
      static_cast<void>(contract_requires_a_tensor_of_the_output_shape<To, typename einsum::output_shape>{});
      const T* const data[] = {operands.data()...};
      if constexpr (std::is_same_v<To, typename einsum::output_shape>)
        einsum_ir::contract_all<einsum>(to.data(), algebra, data);
    }
  }
};

/// einsum<"ijk,lki->li">(shape<2, 3, 4>{}, shape<5, 4, 2>{}): sums of products of elements of the operands,
/// which have an index for each of their labels; those that the output has not are summed over. An operand's
/// dimension of size 1 is read for each index of its label. '...' stands for any dimensions, aligned at the
/// last.
template <text Written>
inline constexpr einsum_verb<Written> einsum{};

}  // namespace MERCATOR_VECTORS

}  // namespace mercator
