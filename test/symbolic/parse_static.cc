// The parser while compiling.
#include "mercator/symbolic/parse.hpp"

namespace symbolic = mercator::symbolic;

namespace {

template <std::size_t N>
constexpr symbolic::parse_error error_of(const char (&text)[N]) {
  symbolic::map_tree t;
  return symbolic::parse(text, t);
}

template <std::size_t N>
constexpr bool fails(const char (&text)[N], symbolic::parse_rule rule, int column) {
  const symbolic::parse_error e = error_of(text);
  return e.rule == rule && symbolic::position_of(text, e.offset).column == column;
}

constexpr int count_nodes() {
  symbolic::map_tree t;
  symbolic::parse(
      "(d0, d1)[s0]{rt0} -> (d0 + rt0, (d1 * 2 + s0) mod 4), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 1], "
      "rt0 in [0, 3], d1 * 2 + s0 in [0, 8]",
      t);
  return t.variables() * 100 + t.results * 10 + t.constraints;
}

using symbolic::parse_rule;
static_assert(count_nodes() == 421);
static_assert(
    !error_of("(th_x)[k]{o} -> (th_x * 4 - min(k, o) ceildiv 3), domain: th_x in [-3, 9], k in [0, 4], o in [0, 3],"));
static_assert(!error_of("()->()"));
static_assert(fails("(d0, d1) -> (d0 * d1), domain: d0 in [0, 1], d1 in [0, 1]", parse_rule::product_of_variables, 17));
static_assert(fails("(d0) -> (d0 mod 0), domain: d0 in [0, 1]", parse_rule::division_by_zero, 17));
static_assert(fails("(d0) -> (d0 * 9223372036854775807), domain: d0 in [0, 2]", parse_rule::result_overflow, 10));
static_assert(fails("(d0) -> (d0 * 99999999999999999999), domain: d0 in [0, 2]", parse_rule::integer_too_large, 15));

// 55 levels: what the compilers' limits of recursion allow at least
static_assert(
    !error_of("()[s0] -> ("
              "(2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + "
              "(2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + "
              "(2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + "
              "(2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + "
              "(2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + (2 + "
              "s0"
              ") mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5"
              ") mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5"
              ") mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5"
              ") mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5"
              ") mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5) mod 5"
              "), domain: s0 in [0, 3]"));
static_assert(
    !error_of("()[s0] -> ("
              "min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + "
              "min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + "
              "min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + "
              "min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + "
              "min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + min(1 + "
              "s0"
              ", 9), 9), 9), 9), 9), 9), 9), 9), 9), 9), 9)"
              ", 9), 9), 9), 9), 9), 9), 9), 9), 9), 9), 9)"
              ", 9), 9), 9), 9), 9), 9), 9), 9), 9), 9), 9)"
              ", 9), 9), 9), 9), 9), 9), 9), 9), 9), 9), 9)"
              ", 9), 9), 9), 9), 9), 9), 9), 9), 9), 9), 9)"
              "), domain: s0 in [0, 3]"));

}  // namespace
