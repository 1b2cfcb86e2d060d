// Each rule that the text of a map can break.
#include <mercator/mercator.hpp>

using namespace mercator::literals;

//// expected_map
// expect: syntax_error_expected_map<
// expect: mercator: a map text requires '(' and its dimension variables at the beginning
constexpr auto wrong = "d0 -> (d0)"_map;

//// expected_arrow
// expect: syntax_error_expected_arrow<
// expect: mercator: a map text requires '->' after its variables
constexpr auto wrong = "(d0) (d0), domain: d0 in [0, 3]"_map;

//// expected_results
// expect: syntax_error_expected_results<
// expect: mercator: a map text requires '(' and its results after '->'
constexpr auto wrong = "(d0) -> d0, domain: d0 in [0, 3]"_map;

//// expected_name
// expect: syntax_error_expected_name<
// expect: mercator: a map text requires the name of a variable here
constexpr auto wrong = "(d0, 4) -> (d0), domain: d0 in [0, 3]"_map;

//// unclosed_names
// expect: syntax_error_unclosed_names<
// expect: mercator: a map text requires ',' or the closing bracket of its variables here
constexpr auto wrong = "(d0)[s0 -> (d0), domain: d0 in [0, 3], s0 in [0, 1]"_map;

//// expected_expression
// expect: syntax_error_expected_expression<
// expect: mercator: a map text requires an expression here
constexpr auto wrong = "(d0) -> (d0 + ), domain: d0 in [0, 3]"_map;

//// expected_closing
// expect: syntax_error_expected_closing<
// expect: mercator: a map text requires an operator or the closing ')' here
constexpr auto wrong = "(d0) -> (d0 $ 4), domain: d0 in [0, 3]"_map;

//// expected_argument
// expect: syntax_error_expected_argument<
// expect: mercator: a map text requires two arguments for min and max: min(a, b)
constexpr auto wrong = "(d0) -> (min(d0)), domain: d0 in [0, 3]"_map;

//// expected_domain
// expect: syntax_error_expected_domain<
// expect: mercator: a map text requires the word 'domain' here
constexpr auto wrong = "(d0) -> (d0), domains: d0 in [0, 3]"_map;

//// expected_colon
// expect: syntax_error_expected_colon<
// expect: mercator: a map text requires ':' after 'domain'
constexpr auto wrong = "(d0) -> (d0), domain d0 in [0, 3]"_map;

//// expected_in
// expect: syntax_error_expected_in<
// expect: mercator: a map text requires an operator or 'in' here
constexpr auto wrong = "(d0) -> (d0), domain: d0 in [0, 3], d0 [0, 1]"_map;

//// expected_interval
// expect: syntax_error_expected_interval<
// expect: mercator: a map text requires an interval [first, last] here
constexpr auto wrong = "(d0) -> (d0), domain: d0 in 0, 3"_map;

//// expected_integer
// expect: syntax_error_expected_integer<
// expect: mercator: a map text requires an integer here
constexpr auto wrong = "(d0) -> (d0), domain: d0 in [0, x]"_map;

//// expected_end
// expect: syntax_error_expected_end<
// expect: mercator: a map text requires nothing more after the map
constexpr auto wrong = "(d0) -> (d0), domain: KNOWN EMPTY d1"_map;

//// missing_comma
// expect: syntax_error_missing_comma<
// expect: mercator: a map text requires a comma here
constexpr auto wrong = "(d0, d1) -> (d0), domain: d0 in [0, 3] d1 in [0, 7]"_map;

//// missing_domain
// expect: syntax_error_missing_domain<
// expect: mercator: a map text requires a domain, as it has variables
constexpr auto wrong = "(d0) -> (d0)"_map;

//// missing_interval
// expect: syntax_error_missing_interval<
// expect: mercator: a map text requires an interval for each variable, in the order of the variables
constexpr auto wrong = "(d0, d1) -> (d0), domain: d0 in [0, 3]"_map;

//// reserved_word
// expect: syntax_error_reserved_word<
// expect: mercator: a map text requires names that are not reserved words
constexpr auto wrong = "(mod) -> (0), domain: mod in [0, 3]"_map;

//// duplicate_name
// expect: syntax_error_duplicate_name<
// expect: mercator: a map text requires names that differ from each other
constexpr auto wrong = "(d0, d0) -> (d0), domain: d0 in [0, 3], d0 in [0, 3]"_map;

//// unknown_name
// expect: syntax_error_unknown_name<
// expect: mercator: a map text requires a name that stands among its variables
constexpr auto wrong = "(d0) -> (d1), domain: d0 in [0, 3]"_map;

//// product_of_variables
// expect: syntax_error_product_of_variables<
// expect: mercator: a map text requires one of two factors to be constant
constexpr auto wrong = "(d0) -> (d0 * d0), domain: d0 in [0, 3]"_map;

//// divisor_not_constant
// expect: syntax_error_divisor_not_constant<
// expect: mercator: a map text requires divisors that are constant
constexpr auto wrong = "(d0) -> (4 floordiv d0), domain: d0 in [1, 3]"_map;

//// division_by_zero
// expect: syntax_error_division_by_zero<
// expect: mercator: a map text requires divisors other than 0
constexpr auto wrong = "(d0) -> (d0 mod 0), domain: d0 in [0, 3]"_map;

//// integer_too_large
// expect: syntax_error_integer_too_large<
// expect: mercator: a map text requires integers that fit 64 bits
constexpr auto wrong = "(d0) -> (d0 + 99999999999999999999), domain: d0 in [0, 3]"_map;

//// nested_too_deep
// expect: syntax_error_nested_too_deep<
// expect: mercator: a map text requires expressions that are nested less deep
constexpr auto wrong = "(d0) -> (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((d0))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))), domain: d0 in [0, 3]"_map;

//// too_large
// expect: syntax_error_too_large<
// expect: mercator: a map text requires fewer variables or terms
constexpr auto wrong = "(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, d35, d36, d37, d38, d39, d40, d41, d42, d43, d44, d45, d46, d47, d48, d49, d50, d51, d52, d53, d54, d55, d56, d57, d58, d59, d60, d61, d62, d63, d64, d65, d66, d67, d68, d69) -> (0), domain: d0 in [0, 1], d1 in [0, 1], d2 in [0, 1], d3 in [0, 1], d4 in [0, 1], d5 in [0, 1], d6 in [0, 1], d7 in [0, 1], d8 in [0, 1], d9 in [0, 1], d10 in [0, 1], d11 in [0, 1], d12 in [0, 1], d13 in [0, 1], d14 in [0, 1], d15 in [0, 1], d16 in [0, 1], d17 in [0, 1], d18 in [0, 1], d19 in [0, 1], d20 in [0, 1], d21 in [0, 1], d22 in [0, 1], d23 in [0, 1], d24 in [0, 1], d25 in [0, 1], d26 in [0, 1], d27 in [0, 1], d28 in [0, 1], d29 in [0, 1], d30 in [0, 1], d31 in [0, 1], d32 in [0, 1], d33 in [0, 1], d34 in [0, 1], d35 in [0, 1], d36 in [0, 1], d37 in [0, 1], d38 in [0, 1], d39 in [0, 1], d40 in [0, 1], d41 in [0, 1], d42 in [0, 1], d43 in [0, 1], d44 in [0, 1], d45 in [0, 1], d46 in [0, 1], d47 in [0, 1], d48 in [0, 1], d49 in [0, 1], d50 in [0, 1], d51 in [0, 1], d52 in [0, 1], d53 in [0, 1], d54 in [0, 1], d55 in [0, 1], d56 in [0, 1], d57 in [0, 1], d58 in [0, 1], d59 in [0, 1], d60 in [0, 1], d61 in [0, 1], d62 in [0, 1], d63 in [0, 1], d64 in [0, 1], d65 in [0, 1], d66 in [0, 1], d67 in [0, 1], d68 in [0, 1], d69 in [0, 1]"_map;

//// result_overflow
// expect: syntax_error_result_overflow<
// expect: mercator: a map text requires results that fit 64 bits over the whole domain
constexpr auto wrong = "(d0) -> (d0 * 9223372036854775807), domain: d0 in [0, 3]"_map;

//// constraint_overflow
// expect: syntax_error_constraint_overflow<
// expect: mercator: a map text requires constraints that fit 64 bits over the whole domain
constexpr auto wrong = "(d0) -> (d0), domain: d0 in [0, 3], d0 * 9223372036854775807 in [0, 9]"_map;
