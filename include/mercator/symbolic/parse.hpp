// Text to a map, checked: the same while compiling and at run time.
#pragma once

#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/syntax.hpp"

namespace mercator::symbolic {

namespace detail {

/// The error of a failed check, at the offset where its node was read.
constexpr parse_error error_of(check_failure failure, bool range, const char* text, int length) {
  int offset[limits::nodes];
  map_tree again;
  map_parser(text, length, again, offset).parse();
  const parse_rule rule = !range                  ? parse_rule::nested_too_deep
                          : failure.in_constraint ? parse_rule::constraint_overflow
                                                  : parse_rule::result_overflow;
  return {rule, offset[failure.node], 0, 0, failure.index};
}

}  // namespace detail

/// Reads the map in text[0, length), which must be followed by a 0, into `out`, which must be as it was made.
/// Where there is an error, `out` means nothing.
constexpr parse_error parse(const char* text, int length, map_tree& out) {
  const parse_error error = map_parser(text, length, out).parse();
  if (error) return error;
  if (const check_failure failure = check_nesting(out)) return detail::error_of(failure, false, text, length);
  if (const check_failure failure = check_range(out)) return detail::error_of(failure, true, text, length);
  return {};
}

/// Reads a literal: `parse("(d0) -> (d0), domain: d0 in [0, 3]", tree)`.
template <std::size_t N>
constexpr parse_error parse(const char (&literal)[N], map_tree& out) {
  return parse(literal, static_cast<int>(N) - 1, out);
}

}  // namespace mercator::symbolic
