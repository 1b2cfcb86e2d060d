// What can be wrong with the text of a map, where, and how to say it.
#pragma once

#include "mercator/core/text.hpp"

namespace mercator::symbolic {

/// The rule that a text breaks.
enum class parse_rule : unsigned char {
  none,
  expected_map,
  expected_arrow,
  expected_results,
  expected_name,
  unclosed_names,
  expected_expression,
  expected_closing,
  expected_argument,
  expected_domain,
  expected_colon,
  expected_in,
  expected_interval,
  expected_integer,
  expected_end,
  missing_comma,
  missing_domain,
  missing_interval,
  reserved_word,
  duplicate_name,
  unknown_name,
  product_of_variables,
  divisor_not_constant,
  division_by_zero,
  integer_too_large,
  nested_too_deep,
  too_large,
  result_overflow,
  constraint_overflow,
};

/// A broken rule and the offset in the text where it is broken. The span is the name or word it is about, where
/// there is one; the index says which of several it is about, such as the result that overflows, counted from 0.
template <class Rule>
struct broken_rule {
  Rule rule = Rule::none;
  int offset = 0;
  int span_begin = 0;
  int span_length = 0;
  int index = 0;

  constexpr explicit operator bool() const { return rule != Rule::none; }
};

using parse_error = broken_rule<parse_rule>;

/// Line and column, both from 1; a column counts bytes.
struct text_position {
  int line;
  int column;
};

constexpr text_position position_of(const char* text, int offset) {
  text_position at{1, 1};
  for (int k = 0; k < offset; ++k) {
    const bool ends = text[k] == '\n';
    at.line += ends;
    at.column = ends ? 1 : at.column + 1;
  }
  return at;
}

/// What the rule asks for; a `%` stands for the span, a `#` for the index.
constexpr const char* describe(parse_rule rule) {
  switch (rule) {
    case parse_rule::none:
      return "no error";
    case parse_rule::expected_map:
      return "expected '(' and the dimension variables of a map";
    case parse_rule::expected_arrow:
      return "expected '->'";
    case parse_rule::expected_results:
      return "expected '(' and the results of the map";
    case parse_rule::expected_name:
      return "expected the name of a variable";
    case parse_rule::unclosed_names:
      return "expected ',' or the closing bracket of these variables";
    case parse_rule::expected_expression:
      return "expected an expression";
    case parse_rule::expected_closing:
      return "expected an operator or the closing ')'";
    case parse_rule::expected_argument:
      return "min and max are written min(a, b) and max(a, b)";
    case parse_rule::expected_domain:
      return "expected the word 'domain'";
    case parse_rule::expected_colon:
      return "expected ':' after 'domain'";
    case parse_rule::expected_in:
      return "expected an operator or 'in'";
    case parse_rule::expected_interval:
      return "expected an interval [first, last]";
    case parse_rule::expected_integer:
      return "expected an integer";
    case parse_rule::expected_end:
      return "expected the end of the map";
    case parse_rule::missing_comma:
      return "a comma is missing here";
    case parse_rule::missing_domain:
      return "a map with variables needs a domain, and it has none";
    case parse_rule::missing_interval:
      return "expected the interval of '%': every variable has one, in the order of the variables";
    case parse_rule::reserved_word:
      return "'%' is a reserved word and cannot be the name of a variable";
    case parse_rule::duplicate_name:
      return "the name '%' is used twice";
    case parse_rule::unknown_name:
      return "unknown name '%'";
    case parse_rule::product_of_variables:
      return "one of the two factors must be constant";
    case parse_rule::divisor_not_constant:
      return "the divisor of '%' must be constant";
    case parse_rule::division_by_zero:
      return "'%' by zero";
    case parse_rule::integer_too_large:
      return "this integer does not fit 64 bits";
    case parse_rule::nested_too_deep:
      return "the expression is nested too deep";
    case parse_rule::too_large:
      return "the map is too large";
    case parse_rule::result_overflow:
      return "result # does not fit 64 bits over the domain";
    case parse_rule::constraint_overflow:
      return "constraint # does not fit 64 bits over the domain";
  }
  return "";
}

/// Prints the error's message, without its position.
template <TextSink Sink, class Rule>
constexpr void print_message(Sink& to, const broken_rule<Rule>& error, const char* text) {
  for (const char* c = describe(error.rule); *c != '\0'; ++c) {
    if (*c == '%')
      to.write(text + error.span_begin, static_cast<std::size_t>(error.span_length));
    else if (*c == '#')
      write_integer(to, error.index);
    else
      to.put(*c);
  }
}

}  // namespace mercator::symbolic
