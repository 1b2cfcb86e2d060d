// What can be wrong with an einsum's equation and shapes, where, and how to say it.
#pragma once

#include "mercator/core/text.hpp"

namespace mercator::einsum_ir {

/// The rule that an equation, or the shapes given with it, break.
enum class rule : unsigned char {
  none,
  unknown_character,
  incomplete_arrow,
  second_arrow,
  second_output,
  incomplete_ellipsis,
  second_ellipsis,
  second_output_ellipsis,
  repeated_output_label,
  unknown_output_label,
  unknown_output_ellipsis,
  missing_output_ellipsis,
  too_many_operands,
  too_many_dimensions,
  too_many_labels,
  too_long,
  shape_for_each_operand,
  negative_size,
  rank_of_labels,
  rank_of_ellipsis,
  sizes_of_label,
  sizes_of_diagonal,
  sizes_of_ellipsis,
  too_many_products,
  too_many_dimensions_between,
};

/// A broken rule. What a rule has nothing to say about is 0.
struct error {
  rule broken = rule::none;
  int offset = 0;  ///< in the equation
  char label = 0;
  int operand = 0, other = 0;  ///< counted from 0
  i64 got = 0, wanted = 0;

  constexpr explicit operator bool() const { return broken != rule::none; }
  constexpr int column() const { return offset + 1; }
};

/// What the rule asks for. %l stands for the label, %o and %p for the operands, %g and %w for the numbers.
constexpr const char* describe(rule broken) {
  switch (broken) {
    case rule::none:
      return "no error";
    case rule::unknown_character:
      return "unexpected %l; an equation has labels a-z and A-Z, ',', '...', '->' and spaces";
    case rule::incomplete_arrow:
      return "expected '->'";
    case rule::second_arrow:
      return "a second '->'";
    case rule::second_output:
      return "a ',' after '->', where there is one output";
    case rule::incomplete_ellipsis:
      return "expected '...'";
    case rule::second_ellipsis:
      return "a second '...' in operand %o";
    case rule::second_output_ellipsis:
      return "a second '...' in the output";
    case rule::repeated_output_label:
      return "label %l stands twice in the output";
    case rule::unknown_output_label:
      return "label %l of the output is in no operand";
    case rule::unknown_output_ellipsis:
      return "the output has a '...', and no operand has";
    case rule::missing_output_ellipsis:
      return "the output needs a '...', since that of operand %o stands for dimensions; there are %g";
    case rule::too_many_operands:
      return "more than %w operands";
    case rule::too_many_dimensions:
      return "more than %w labels for one tensor";
    case rule::too_many_labels:
      return "more than %w labels, each dimension of a '...' counted";
    case rule::too_long:
      return "more than %w labels in all operands and the output together";
    case rule::shape_for_each_operand:
      return "the number of shapes is %g, where that of operands is %w";
    case rule::negative_size:
      return "operand %o has a size %g";
    case rule::rank_of_labels:
      return "operand %o has rank %g, where the equation gives it rank %w";
    case rule::rank_of_ellipsis:
      return "operand %o has rank %g, where the equation gives it at least rank %w";
    case rule::sizes_of_label:
      return "label %l has size %g in operand %o, and size %w in operand %p";
    case rule::sizes_of_diagonal:
      return "label %l has sizes %w and %g in operand %o";
    case rule::sizes_of_ellipsis:
      return "a dimension of '...' has size %g in operand %o, and size %w in operand %p";
    case rule::too_many_products:
      return "the product of all labels' sizes is above 2^58";
    case rule::too_many_dimensions_between:
      return "each order of contractions that was tried makes a tensor of more than %w dimensions";
  }
  return "";
}

namespace detail {

template <TextSink Sink>
constexpr void print_character(Sink& to, char c) {
  to.put('\'');
  to.put(c >= ' ' && c <= '~' ? c : '?');
  to.put('\'');
}

}  // namespace detail

/// Prints the error's message, without its column.
template <TextSink Sink>
constexpr void print_message(Sink& to, const error& e) {
  for (const char* c = describe(e.broken); *c != '\0'; ++c) {
    if (*c != '%') {
      to.put(*c);
      continue;
    }
    switch (*++c) {
      case 'l':
        detail::print_character(to, e.label);
        break;
      case 'o':
        write_integer(to, e.operand);
        break;
      case 'p':
        write_integer(to, e.other);
        break;
      case 'g':
        write_integer(to, e.got);
        break;
      default:
        write_integer(to, e.wanted);
        break;
    }
  }
}

}  // namespace mercator::einsum_ir
