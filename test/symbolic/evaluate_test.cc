#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/symbolic/evaluate.hpp"
#include "test/arguments.hpp"
#include "test/support/reference.hpp"

namespace symbolic = mercator::symbolic;
using mercator::i64;

TEST_CASE("values and domains of random maps are those of the definition") {
  mercator_test::random_maps::options o;
  o.max_points = 400;
  mercator_test::random_maps maps(3, o);
  const auto count = mercator_test::argument("cases", 1500);
  for (long long k = 0; k < count; ++k) {
    const std::string text = maps.next();
    const auto t = mercator_test::tree_of(text);
    REQUIRE(t);
    std::vector<i64> results(static_cast<std::size_t>(t->results));
    const bool right = mercator_test::for_each_point(*t, [&](const mercator_test::point& at) {
      const bool inside = mercator_test::in_domain(*t, at);
      if (symbolic::contains(*t, at.data()) != inside) return false;
      if (symbolic::evaluate_inside(*t, at.data(), results.data()) != inside) return false;
      symbolic::evaluate(*t, at.data(), results.data());
      for (int i = 0; i < t->results; ++i)
        if (results[static_cast<std::size_t>(i)] != mercator_test::value_of(*t, t->result[i], at)) return false;
      return true;
    });
    CAPTURE(text);
    CHECK(right);
  }
}

TEST_CASE("outside the box nothing is in the domain") {
  const auto t = mercator_test::tree_of("(d0)[s0] -> (d0), domain: d0 in [2, 4], s0 in [-1, 0], d0 + s0 in [2, 9]");
  REQUIRE(t);
  const auto contains = [&](i64 d0, i64 s0) {
    const i64 at[] = {d0, s0};
    return symbolic::contains(*t, at);
  };
  CHECK(contains(2, 0));
  CHECK_FALSE(contains(2, -1));
  CHECK(contains(3, -1));
  CHECK_FALSE(contains(5, 0));
  CHECK_FALSE(contains(3, 1));
  CHECK_FALSE(contains(mercator::i64_max, 0));
  const auto empty = mercator_test::tree_of("(d0) -> (0), domain: KNOWN EMPTY");
  const i64 zero = 0;
  CHECK_FALSE(symbolic::contains(*empty, &zero));
}
