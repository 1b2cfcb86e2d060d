// What the compiler says about a map text with a mistake: a class named after the rule that is broken, with the column
// and the text from there on. It is the only error, and shows all there is to know on g++, clang and nvcc.
#pragma once

#include "mercator/symbolic/parse_error.hpp"

namespace mercator {

/// The text from where the error is.
template <char... Characters>
struct near {};

/// The error to instantiate is the member `type`.
template <symbolic::parse_rule Rule, int Column, class Near, int Line>
struct syntax_error_of;

#define MERCATOR_SYNTAX_ERROR(rule, message)                               \
  template <int Column, class Near, int Line = 1>                          \
  struct syntax_error_##rule {                                             \
    static_assert(Column == 0, "mercator: a map text requires " message);  \
  };                                                                       \
  template <int Column, class Near, int Line>                              \
  struct syntax_error_of<symbolic::parse_rule::rule, Column, Near, Line> { \
    using type = syntax_error_##rule<Column, Near, Line>;                  \
  };

MERCATOR_SYNTAX_ERROR(expected_map, "'(' and its dimension variables at the beginning")
MERCATOR_SYNTAX_ERROR(expected_arrow, "'->' after its variables")
MERCATOR_SYNTAX_ERROR(expected_results, "'(' and its results after '->'")
MERCATOR_SYNTAX_ERROR(expected_name, "the name of a variable here")
MERCATOR_SYNTAX_ERROR(unclosed_names, "',' or the closing bracket of its variables here")
MERCATOR_SYNTAX_ERROR(expected_expression, "an expression here")
MERCATOR_SYNTAX_ERROR(expected_closing, "an operator or the closing ')' here")
MERCATOR_SYNTAX_ERROR(expected_argument, "two arguments for min and max: min(a, b)")
MERCATOR_SYNTAX_ERROR(expected_domain, "the word 'domain' here")
MERCATOR_SYNTAX_ERROR(expected_colon, "':' after 'domain'")
MERCATOR_SYNTAX_ERROR(expected_in, "an operator or 'in' here")
MERCATOR_SYNTAX_ERROR(expected_interval, "an interval [first, last] here")
MERCATOR_SYNTAX_ERROR(expected_integer, "an integer here")
MERCATOR_SYNTAX_ERROR(expected_end, "nothing more after the map")
MERCATOR_SYNTAX_ERROR(missing_comma, "a comma here")
MERCATOR_SYNTAX_ERROR(missing_domain, "a domain, as it has variables")
MERCATOR_SYNTAX_ERROR(missing_interval, "an interval for each variable, in the order of the variables")
MERCATOR_SYNTAX_ERROR(reserved_word, "names that are not reserved words")
MERCATOR_SYNTAX_ERROR(duplicate_name, "names that differ from each other")
MERCATOR_SYNTAX_ERROR(unknown_name, "a name that stands among its variables")
MERCATOR_SYNTAX_ERROR(product_of_variables, "one of two factors to be constant")
MERCATOR_SYNTAX_ERROR(divisor_not_constant, "divisors that are constant")
MERCATOR_SYNTAX_ERROR(division_by_zero, "divisors other than 0")
MERCATOR_SYNTAX_ERROR(integer_too_large, "integers that fit 64 bits")
MERCATOR_SYNTAX_ERROR(nested_too_deep, "expressions that are nested less deep")
MERCATOR_SYNTAX_ERROR(too_large, "fewer variables or terms")
MERCATOR_SYNTAX_ERROR(result_overflow, "results that fit 64 bits over the whole domain")
MERCATOR_SYNTAX_ERROR(constraint_overflow, "constraints that fit 64 bits over the whole domain")

#undef MERCATOR_SYNTAX_ERROR

}  // namespace mercator
