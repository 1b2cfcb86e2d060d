#include <string>

#include <doctest/doctest.h>

#include "mercator/symbolic/cost.hpp"
#include "test/support/reference.hpp"

namespace symbolic = mercator::symbolic;

TEST_CASE("costs of expressions") {
  const struct {
    const char* expression;
    mercator::i64 cost;
  } cases[] = {
      {"d0", 0},
      {"7", 0},
      {"d0 + d1", 1},
      {"d0 + d0", 2},
      {"d0 * 2", 2},
      {"d0 + d0 * 2", 3},
      {"d0 - d0", 0},
      {"-d0", 1},
      {"-d0 - d1", 2},
      {"-d0 + 3", 1},
      {"-d0 - 3", 1},
      {"-3 - d0", 1},
      {"-d0 - d1 - 3", 2},
      {"d0 * -2 - 3", 3},
      {"-d0 - d1 * 2", 3},
      {"d1 - d0 * 3", 3},
      {"d0 * -3", 2},
      {"d0 floordiv 2", 8},
      {"d0 ceildiv 2", 10},
      {"d0 mod 2", 8},
      {"(d0 mod 2) * 4", 10},
      {"-(d0 mod 2)", 9},
      {"(-d0) floordiv 2", 9},
      {"d0 - (d0 - d1)", 0},
      {"-(d0 + d1)", 2},
      {"d0 mod 2 + d0 mod 2", 10},
      {"d0 mod 2 + (d0 + 1) mod 2", 18},
      {"(d0 - d1) mod 3 + (-d1 + d0) mod 3", 11},
      {"d0 mod 2 - d0 mod 2", 0},
      {"min(d0, 3) + max(d1, d0 + 1)", 6},
      {"d0 + 2 + 3", 2},
      {"d0 + 2 - 2", 0},
      {"(d0 + d1) * 3 - (d0 + d1) * 3 + d0", 0},
      {"-(d0 + d1) * 2 - d1", 4},
      {"d0 * 0", 2},
      {"((d0 floordiv 2) mod 3 + d1) floordiv 5", 25},
      {"d0 - d1 - d1 - d1", 3},
  };
  for (const auto& c : cases) {
    CAPTURE(std::string(c.expression));
    const auto t =
        mercator_test::tree_of(std::string("(d0, d1) -> (") + c.expression + "), domain: d0 in [-9, 9], d1 in [0, 4]");
    REQUIRE(t);
    CHECK(symbolic::cost(*t, t->result[0]) == c.cost);
    CHECK(symbolic::cost(*t) == c.cost);
  }
}

TEST_CASE("a map costs what its results cost, a known-empty one nothing") {
  CHECK(symbolic::cost(
            *mercator_test::tree_of("(d0) -> (d0 mod 2, d0 * 3), domain: d0 in [0, 3], d0 mod 2 in [0, 0]")) == 10);
  CHECK(symbolic::cost(*mercator_test::tree_of("(d0) -> (d0 mod 2), domain: KNOWN EMPTY")) == 0);
}

TEST_CASE("printing and reading does not change the cost") {
  mercator_test::random_maps maps(13);
  for (int k = 0; k < 1000; ++k) {
    const auto t = mercator_test::tree_of(maps.next());
    REQUIRE(t);
    const std::string text = mercator_test::text_of(*t);
    CAPTURE(text);
    const auto again = mercator_test::tree_of(text);
    REQUIRE(again);
    CHECK(symbolic::cost(*again) == symbolic::cost(*t));
  }
}
