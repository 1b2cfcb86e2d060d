// The proofs' face at run time.
#include <doctest/doctest.h>

#include "mercator/analysis.hpp"
#include "mercator/runtime.hpp"

using mercator::extents;
using mercator::runtime_map;
using mercator::symbolic::truth;

TEST_CASE("facts of maps at run time, with witnesses") {
  const runtime_map half =
      *runtime_map::parse("(d0, d1) -> (d0 * 2, d1 mod 3), domain: d0 in [0, 4999], d1 in [0, 3]");
  CHECK(mercator::in_bounds(half, extents{2, {9999, 3}}).is == truth::yes);
  const auto apart = mercator::is_injective(half);
  CHECK(apart.is == truth::no);
  REQUIRE(apart.has_witness);
  CHECK(apart.first[0] == apart.second[0]);
  CHECK(apart.first[1] % 3 == apart.second[1] % 3);
  const auto missing = mercator::covers(half, extents{2, {9999, 3}});
  CHECK(missing.is == truth::no);
  REQUIRE(missing.has_witness);
  CHECK(missing.element[0] % 2 == 1);
  const auto outside = mercator::in_bounds(half, extents{2, {9998, 3}});
  CHECK(outside.is == truth::no);
  CHECK(outside.element[0] == 9998);
  CHECK(mercator::is_monotonic(half).is == truth::no);
  CHECK(mercator::image_size(half).value == 15000);
  CHECK(mercator::domain_size(half).value == 20000);
  const runtime_map odd = *runtime_map::parse("(d0) -> (d0 * 2 + 1, 0), domain: d0 in [0, 4999]");
  CHECK(mercator::disjoint(half, odd).is == truth::yes);
  CHECK(mercator::disjoint(half, half).is == truth::no);
}
