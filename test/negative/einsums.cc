// Each rule that an einsum's equation and shapes can break.
#include <mercator/einsum.hpp>

using namespace mercator;

//// unknown_character
// expect: einsum_error_unknown_character<
// expect: mercator: einsum<...>(...) requires labels a-z and A-Z, ',', '...', '->' and spaces; got the character shown here
constexpr auto wrong = einsum<"i$->i">(shape<2>{});

//// incomplete_arrow
// expect: einsum_error_incomplete_arrow<
// expect: mercator: einsum<...>(...) requires '->' before the output
constexpr auto wrong = einsum<"i-i">(shape<2>{});

//// second_arrow
// expect: einsum_error_second_arrow<
// expect: mercator: einsum<...>(...) requires one '->'
constexpr auto wrong = einsum<"i->i->i">(shape<2>{});

//// second_output
// expect: einsum_error_second_output<
// expect: mercator: einsum<...>(...) requires one output; got a ',' after '->'
constexpr auto wrong = einsum<"i->i,i">(shape<2>{});

//// incomplete_ellipsis
// expect: einsum_error_incomplete_ellipsis<
// expect: mercator: einsum<...>(...) requires three dots where there is one
constexpr auto wrong = einsum<"..i->i">(shape<2>{});

//// second_ellipsis
// expect: einsum_error_second_ellipsis<
// expect: mercator: einsum<...>(...) requires at most one '...' in an operand; got two in the operand shown here
constexpr auto wrong = einsum<"...i...->i">(shape<2>{});

//// second_output_ellipsis
// expect: einsum_error_second_output_ellipsis<
// expect: mercator: einsum<...>(...) requires at most one '...' in the output
constexpr auto wrong = einsum<"...i->...i...">(shape<2>{});

//// repeated_output_label
// expect: einsum_error_repeated_output_label<
// expect: mercator: einsum<...>(...) requires labels that stand once in the output; got the one shown here twice
constexpr auto wrong = einsum<"ij->ii">(shape<2, 2>{});

//// unknown_output_label
// expect: einsum_error_unknown_output_label<
// expect: mercator: einsum<...>(...) requires labels in the output that an operand has; got the one shown here
constexpr auto wrong = einsum<"ij->k">(shape<2, 2>{});

//// unknown_output_ellipsis
// expect: einsum_error_unknown_output_ellipsis<
// expect: mercator: einsum<...>(...) requires a '...' in an operand where the output has one
constexpr auto wrong = einsum<"ij->...i">(shape<2, 2>{});

//// missing_output_ellipsis
// expect: einsum_error_missing_output_ellipsis<
// expect: mercator: einsum<...>(...) requires a '...' in the output where that of an operand stands for dimensions; got as many as shown here
constexpr auto wrong = einsum<"...i->i">(shape<2, 3>{});

//// too_many_operands
// expect: einsum_error_too_many_operands<
// expect: mercator: einsum<...>(...) requires at most 32 operands
constexpr auto wrong = einsum<"i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i->i">(shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{}, shape<2>{});

//// too_many_dimensions
// expect: einsum_error_too_many_dimensions<
// expect: mercator: einsum<...>(...) requires at most 30 dimensions of an operand and of the output
constexpr auto wrong = einsum<"abcdefghijklmnopqrstuvwxyzABCDEF->a">(shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{});

//// too_many_labels
// expect: einsum_error_too_many_labels<
// expect: mercator: einsum<...>(...) requires at most 52 labels, each dimension of a '...' counted
constexpr auto wrong = einsum<"abcdefghijklmnopqrstuvwxyz,ABCDEFGHIJKLMNOPQRSTUVWXYZ...->a...">(shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{});

//// too_long
// expect: einsum_error_too_long<
// expect: mercator: einsum<...>(...) requires at most 256 labels in all operands and the output together
constexpr auto wrong = einsum<"abcdefghijklmnopqrstuvwxyz,abcdefghijklmnopqrstuvwxyz,abcdefghijklmnopqrstuvwxyz,abcdefghijklmnopqrstuvwxyz,abcdefghijklmnopqrstuvwxyz,abcdefghijklmnopqrstuvwxyz,abcdefghijklmnopqrstuvwxyz,abcdefghijklmnopqrstuvwxyz,abcdefghijklmnopqrstuvwxyz,abcdefghijklmnopqrstuvwxyz->a">(shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{}, shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>{});

//// shape_for_each_operand
// expect: einsum_error_shape_for_each_operand<
// expect: mercator: einsum<...>(...) requires a shape for each operand; got as many shapes and operands as shown here
constexpr auto wrong = einsum<"ij,jk->ik">(shape<2, 3>{});

//// rank_of_labels
// expect: einsum_error_rank_of_labels<
// expect: mercator: einsum<...>(...) requires as many dimensions as the operand has labels; got the ranks shown here
constexpr auto wrong = einsum<"ij->i">(shape<2, 3, 4>{});

//// rank_of_ellipsis
// expect: einsum_error_rank_of_ellipsis<
// expect: mercator: einsum<...>(...) requires at least as many dimensions as the operand has labels; got the ranks shown here
constexpr auto wrong = einsum<"ij...->i...">(shape<2>{});

//// sizes_of_label
// expect: einsum_error_sizes_of_label<
// expect: mercator: einsum<...>(...) requires one size for each label, or 1; got the label, operands and sizes shown here
constexpr auto wrong = einsum<"ij,jk->ik">(shape<2, 3>{}, shape<4, 5>{});

//// sizes_of_diagonal
// expect: einsum_error_sizes_of_diagonal<
// expect: mercator: einsum<...>(...) requires one size for a label that an operand has twice; got the label, operand and sizes shown here
constexpr auto wrong = einsum<"ii->i">(shape<2, 3>{});

//// sizes_of_ellipsis
// expect: einsum_error_sizes_of_ellipsis<
// expect: mercator: einsum<...>(...) requires one size for each dimension of '...', or 1; got the operands and sizes shown here
constexpr auto wrong = einsum<"...i,...i->...">(shape<2, 3>{}, shape<4, 3>{});

//// too_many_products
// expect: einsum_error_too_many_products<
// expect: mercator: einsum<...>(...) requires sizes of all labels whose product is at most 2^58
constexpr auto wrong = einsum<"ij,k->">(shape<1048576, 1048576>{}, shape<1048576>{});

//// too_many_dimensions_between
// expect: einsum_error_too_many_dimensions_between<
// expect: mercator: einsum<...>(...) requires an order of contractions without a tensor of more than 30 dimensions between
constexpr shape<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1> wide;
constexpr auto wrong = einsum<"abcdefghijklmnopqrstuvwxyzABCD,abcdefghijklmnopqrstEFGHIJKLMN,abcdefghijuvwxyzABCDEFGHIJKLMN,klmnopqrstuvwxyzABCDEFGHIJKLMN->">(wide, wide, wide, wide);
