// What can be wrong with HLO text, where, and how to say it.
#pragma once

#include "mercator/symbolic/parse_error.hpp"

namespace mercator::hlo_ir {

using symbolic::position_of;
using symbolic::text_position;

/// The rule that a text breaks. Those that expect something come first; their message says what was found.
enum class parse_rule : unsigned char {
  none,
  expected_computation,
  expected_name,
  expected_body,
  expected_parameter,
  expected_colon,
  expected_signature_end,
  expected_result,
  expected_instruction,
  expected_equals,
  expected_shape,
  expected_dimension,
  expected_dimension_end,
  expected_tuple_end,
  expected_layout,
  expected_layout_end,
  expected_opcode,
  expected_operands,
  expected_operand,
  expected_operand_end,
  expected_number,
  expected_parameter_number,
  expected_constant,
  expected_constant_end,
  expected_attribute,
  expected_attribute_equals,
  expected_value,
  expected_list,
  expected_list_end,
  expected_slice,
  expected_padding,
  expected_window,
  expected_dim_labels,
  expected_replica_groups,
  expected_pairs,
  expected_computation_name,
  expected_instruction_name,
  expected_table,
  unterminated_string,
  unterminated_comment,
  unbalanced,
  nested_too_deep,
  number_too_large,
  rank_too_large,
  layout_of_another_rank,
  window_of_another_rank,
  window_without_size,
  spatial_dimensions_differ,
  replica_groups_differ,
  unknown_operand,
  unknown_computation,
  operand_of_another_shape,
  result_of_another_shape,
  duplicate_instruction,
  duplicate_computation,
  duplicate_attribute,
  duplicate_root,
  duplicate_entry,
  duplicate_parameter,
  missing_parameter,
  missing_entry,
  empty_computation,
  empty_module,
  recursive_call,
  too_large,
};

/// What is wrong with a text, and where.
using parse_error = symbolic::broken_rule<parse_rule>;

/// What the rule asks for; a `%` stands for the span, a `#` for the index.
constexpr const char* describe(parse_rule rule) {
  switch (rule) {
    case parse_rule::none:
      return "no error";
    case parse_rule::expected_computation:
      return "expected a computation or an instruction";
    case parse_rule::expected_name:
      return "expected a name";
    case parse_rule::expected_body:
      return "expected '{' and the instructions of the computation";
    case parse_rule::expected_parameter:
      return "expected the name of a parameter";
    case parse_rule::expected_colon:
      return "expected ':' and the shape of the parameter";
    case parse_rule::expected_signature_end:
      return "expected ',' or ')' after a parameter";
    case parse_rule::expected_result:
      return "expected '->' and the shape of the result";
    case parse_rule::expected_instruction:
      return "expected an instruction or the '}' of the computation";
    case parse_rule::expected_equals:
      return "expected '=' after the name of the instruction";
    case parse_rule::expected_shape:
      return "expected a shape";
    case parse_rule::expected_dimension:
      return "expected the size of a dimension";
    case parse_rule::expected_dimension_end:
      return "expected ',' or ']' after the size of a dimension";
    case parse_rule::expected_tuple_end:
      return "expected ',' or ')' after an element of a tuple";
    case parse_rule::expected_layout:
      return "expected the number of a dimension";
    case parse_rule::expected_layout_end:
      return "expected ',', ':' or '}' in a layout";
    case parse_rule::expected_opcode:
      return "expected an operation";
    case parse_rule::expected_operands:
      return "expected '(' and the operands";
    case parse_rule::expected_operand:
      return "expected an operand";
    case parse_rule::expected_operand_end:
      return "expected ',' or ')' after an operand";
    case parse_rule::expected_number:
      return "expected an integer";
    case parse_rule::expected_parameter_number:
      return "expected the number of the parameter, as in parameter(0)";
    case parse_rule::expected_constant:
      return "expected the value of a constant";
    case parse_rule::expected_constant_end:
      return "expected ',' or the end of the constant";
    case parse_rule::expected_attribute:
      return "expected the name of an attribute";
    case parse_rule::expected_attribute_equals:
      return "expected '=' after the name of the attribute";
    case parse_rule::expected_value:
      return "expected the value of the attribute";
    case parse_rule::expected_list:
      return "expected an integer, true, false or a list of integers in braces";
    case parse_rule::expected_list_end:
      return "expected ',' or '}' after an element of the list";
    case parse_rule::expected_slice:
      return "expected start:limit or start:limit:stride in brackets for each dimension, all in braces";
    case parse_rule::expected_padding:
      return "expected low_high or low_high_interior for each dimension, with x between them";
    case parse_rule::expected_window:
      return "expected '}' or size=, stride=, pad=, lhs_dilate=, rhs_dilate= or rhs_reversal=, each once";
    case parse_rule::expected_dim_labels:
      return "expected labels such as bf01_oi01->bf01";
    case parse_rule::expected_replica_groups:
      return "expected groups such as {{0,1},{2,3}} or [2,2]<=[4]";
    case parse_rule::expected_pairs:
      return "expected pairs such as {{0,1},{1,0}}";
    case parse_rule::expected_computation_name:
      return "expected the name of a computation";
    case parse_rule::expected_instruction_name:
      return "expected the name of an instruction";
    case parse_rule::expected_table:
      return "expected a text or fields in braces after the number";
    case parse_rule::unterminated_string:
      return "the text that starts here has no end";
    case parse_rule::unterminated_comment:
      return "the comment that starts here has no end";
    case parse_rule::unbalanced:
      return "the '%' here is not closed";
    case parse_rule::nested_too_deep:
      return "nested deeper than # levels";
    case parse_rule::number_too_large:
      return "this number does not fit";
    case parse_rule::rank_too_large:
      return "more than # dimensions";
    case parse_rule::layout_of_another_rank:
      return "the layout does not name each of the # dimensions once";
    case parse_rule::window_of_another_rank:
      return "this is not one number for each of the window's # dimensions";
    case parse_rule::window_without_size:
      return "the window has no size";
    case parse_rule::spatial_dimensions_differ:
      return "the three labels do not name the same spatial dimensions, from 0 on, and two others each once";
    case parse_rule::replica_groups_differ:
      return "the device list does not name as many devices as the groups hold, by each of its dimensions once";
    case parse_rule::unknown_operand:
      return "no instruction '%' comes before this one in the computation";
    case parse_rule::unknown_computation:
      return "there is no computation '%'";
    case parse_rule::operand_of_another_shape:
      return "the operand '%' was defined with another shape";
    case parse_rule::result_of_another_shape:
      return "the root of '%' has another shape";
    case parse_rule::duplicate_instruction:
      return "the computation has two instructions '%'";
    case parse_rule::duplicate_computation:
      return "there are two computations '%'";
    case parse_rule::duplicate_attribute:
      return "the attribute '%' is given twice";
    case parse_rule::duplicate_root:
      return "the computation has two roots";
    case parse_rule::duplicate_entry:
      return "there are two entry computations";
    case parse_rule::duplicate_parameter:
      return "the computation has two parameters of the number #";
    case parse_rule::missing_parameter:
      return "the computation has # parameters, numbered from 0; this one is beyond them";
    case parse_rule::missing_entry:
      return "none of the # computations is marked ENTRY";
    case parse_rule::empty_computation:
      return "a computation without instructions";
    case parse_rule::empty_module:
      return "there is no computation";
    case parse_rule::recursive_call:
      return "'%' calls itself, perhaps through others";
    case parse_rule::too_large:
      return "the module is too large";
  }
  return "";
}

namespace detail {

constexpr bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

/// The word or character at the offset, cut where it is long.
template <TextSink Sink>
constexpr void print_found(Sink& to, const char* text, int offset) {
  constexpr int longest = 40;
  const char* at = text + offset;
  if (*at == '\0') return write_literal(to, "the end of the text");
  if (*at == '\n') return write_literal(to, "the end of the line");
  int count = 0;
  while (count < longest && is_name_character(at[count])) ++count;
  to.put('\'');
  if (count > 0)
    to.write(at, static_cast<std::size_t>(count));
  else if (*at >= ' ' && *at < '\x7f')
    to.put(*at);
  else
    write_literal(to, "?");
  if (count == longest && is_name_character(at[count])) write_literal(to, "...");
  to.put('\'');
}

}  // namespace detail

/// Prints the error's message, without its position.
template <TextSink Sink>
constexpr void print_message(Sink& to, const parse_error& error, const char* text) {
  symbolic::print_message(to, error, text);
  if (error.rule < parse_rule::expected_computation || error.rule > parse_rule::expected_table) return;
  write_literal(to, "; found ");
  detail::print_found(to, text, error.offset);
}

}  // namespace mercator::hlo_ir
