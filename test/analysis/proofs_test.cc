// The proofs' face at run time.
#include <doctest/doctest.h>

#include "mercator/analysis.hpp"
#include "mercator/runtime.hpp"

using mercator::extents;
using mercator::runtime_map;
using mercator::symbolic::truth;

TEST_CASE("facts of maps at run time, with witnesses") {
  const runtime_map half = *runtime_map::parse("(d0, d1) -> (d0 * 2, d1 mod 3), domain: d0 in [0, 4999], d1 in [0, 3]");
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

TEST_CASE("sentences about facts") {
  const runtime_map third = *runtime_map::parse("(d0)[s0] -> (d0 + s0), domain: d0 in [1, 3], s0 in [0, 1]");
  const auto says = [](const auto& report) { return std::string(explain(report).c_str()); };
  CHECK(says(mercator::in_bounds(third, extents{1, {5}})) == "It holds.");
  CHECK(says(mercator::in_bounds(third, extents{1, {4}})) == "It does not hold: element (4) at (3, 1).");
  CHECK(says(mercator::is_injective(third)) == "It does not hold: element (2) at (2, 0) and (1, 1).");
  CHECK(says(mercator::covers(third, extents{1, {5}})) == "It does not hold: element (0).");
  const runtime_map back = *runtime_map::parse("(d0) -> (7 - d0), domain: d0 in [0, 1]");
  CHECK(says(mercator::is_monotonic(back)) == "It does not hold: element (7) at (0) and (1).");
  CHECK(says(mercator::utilization(extents{1, {6}}, extents{1, {2}}, third)) ==
        "4 of 6 elements are read, each 1.50 times on average; a tile reads at most 3 elements.");
  const runtime_map mixed = *runtime_map::parse("(d0, d1) -> (d0 + d1), domain: d0 in [0, 1], d1 in [0, 1]");
  CHECK(says(mercator::tile_cases(mixed, [](const auto&) {})) == "There is a tile.");
  const runtime_map gaps = *runtime_map::parse(
      "(d0)[s0, s1] -> (d0 + s0 + s1 * 5), domain: d0 in [0, 5], s0 in [0, 1], s1 in [0, 3], s0 * 3 + s1 in [0, 4]");
  for (const auto& r : {mercator::utilization(extents{1, {4}}, third), mercator::utilization(extents{2, {6, 1}}, third),
                        mercator::utilization(extents{1, {6}}, extents{2, {1, 1}}, third)})
    CHECK(says(r) == "The maps do not fit the operand, or the tile their output.");
  CHECK(says(mercator::utilization_report{}) == "It takes too much work to count the elements.");
  CHECK(says(mercator::tile_cases(gaps, [](const auto&) {})) ==
        "There is no tile: values within a tile are not evenly spaced.");
  const runtime_map pairs = *runtime_map::parse("()[s0, s1] -> (s0 + s1 * 5), domain: s0 in [0, 1], s1 in [0, 3]");
  CHECK(mercator::tile_cases(pairs, [](const auto&) {}) == mercator::analysis::no_tile::no_progression);
  CHECK(says(mercator::analysis::proof{}) == "It takes too much work to decide.");
}

TEST_CASE("an element that is not covered, where constraints tie the runtime variables") {
  const runtime_map sum = *runtime_map::parse(
      "(d0){rt0, rt1} -> (d0 + rt0 + rt1), domain: d0 in [0, 9], rt0 in [0, 3], rt1 in [0, 3], rt0 + rt1 in [2, 3]");
  const auto missing = mercator::covers(sum, extents{1, {12}});
  CHECK(missing.is == truth::no);
  REQUIRE(missing.has_witness);
  const auto sum_of_offsets = missing.first[0] + missing.first[1];
  CHECK(sum_of_offsets >= 2);
  CHECK(sum_of_offsets <= 3);
  const auto place = missing.element[0] - sum_of_offsets;
  CHECK((place < 0 || place > 9));
}

TEST_CASE("reports at run time") {
  const runtime_map column =
      *runtime_map::parse("(th_x, bl_x) -> (th_x, bl_x), domain: th_x in [0, 1023], bl_x in [0, 1023]");
  const auto accesses = mercator::coalescing<4>(column, extents{2, {1024, 1024}});
  CHECK(accesses.known);
  CHECK(accesses.worst_sectors == 32);
  CHECK(accesses.stride == 1024);
  CHECK(!mercator::coalescing<4>(column, extents{1, {1024}}).known);
  CHECK(mercator::bank_conflicts<4>(column, extents{2, {1024, 1025}}).is_free());
  const runtime_map window = *runtime_map::parse("(x)[k] -> (x * 2 + k), domain: x in [0, 99999], k in [0, 2]");
  const auto read = mercator::utilization(extents{1, {200001}}, extents{1, {10}}, window);
  CHECK(read.known);
  CHECK(read.read == 200001);
  CHECK(read.loads == 300000);
  CHECK(read.worst_tile == 21);
  CHECK_FALSE(mercator::utilization(extents{1, {200000}}, window).known);
  CHECK_FALSE(mercator::utilization(extents{2, {200001, 1}}, window).known);
  CHECK_FALSE(mercator::lines_touched<4, 128>(extents{1, {200000}}, window).known);
  CHECK(mercator::lines_touched<12, 128>(extents{1, {200001}}, window).value == 18751);
  const auto tile = mercator::tile_of(window, extents{1, {10}});
  CHECK(tile.known);
  CHECK(tile.size[0] == 21);
  CHECK(!mercator::tile_of(window, extents{2, {10, 1}}).known);
  const runtime_map behind = *runtime_map::parse("(x){rt0} -> (x + rt0), domain: x in [0, 99], rt0 in [0, 1]"),
                    ahead = *runtime_map::parse("(x){rt0} -> (x + rt0 + 1), domain: x in [0, 98], rt0 in [0, 1]");
  const auto both = mercator::utilization(extents{1, {102}}, extents{1, {10}}, behind, ahead);
  CHECK(both.known);
  CHECK(both.read == 100);
  CHECK(both.different == 200);
  CHECK(both.loads == 2 * 199);
  CHECK(both.reuse() == 1.99);
  CHECK(both.worst_known);
  CHECK(both.worst_tile == 11);
}

TEST_CASE("tiles of any size at run time") {
  const runtime_map rows = *runtime_map::parse("(d0) -> (d0 floordiv 6, d0 mod 6), domain: d0 in [0, 59]");
  std::vector<std::string> sizes;
  CHECK(mercator::tile_cases(rows, [&](const auto& c) { sizes.push_back(c.size.to_string()); }) ==
        mercator::analysis::no_tile::none);
  CHECK(sizes ==
        std::vector<std::string>{"(d0, d1) -> (1, d1), domain: d0 in [0, 59], d1 in [1, 6], d1 + d0 mod 6 in [1, 6]",
                                 "(d0, d1) -> (d1 floordiv 6, 6), domain: d0 in [0, 54], d1 in [6, 60], d0 + d1 in [6, "
                                 "60], d0 mod 6 in "
                                 "[0, 0], d1 mod 6 in [0, 0]"});
  const runtime_map mixed =
      *runtime_map::parse("(d0, d1) -> (d0 * 3 + d1 * 2, d0 * 2 + d1 * 3), domain: d0 in [0, 9], d1 in [0, 9]");
  int cases = 0;
  mercator::tile_cases(mixed, [&](const auto& c) {
    ++cases;
    CHECK(c.size(4, 5, 1, 1) == std::vector<mercator::i64>{1, 1});
  });
  CHECK(cases == 1);
}

TEST_CASE("shapes and maps of another rank at run time") {
  const runtime_map line = *runtime_map::parse("(d0) -> (d0), domain: d0 in [0, 7]"),
                    pairs = *runtime_map::parse("(d0) -> (d0, 9), domain: d0 in [0, 7]");
  for (const extents& other : {extents{2, {8, 1}}, extents{0, {}}}) {
    CHECK(mercator::in_bounds(line, other).is == truth::no);
    CHECK(mercator::covers(line, other).is == truth::no);
    CHECK(mercator::is_bijective(line, other).is == truth::no);
    CHECK_FALSE(mercator::in_bounds(line, other).has_witness);
  }
  CHECK(mercator::is_bijective(line, extents{1, {8}}).is == truth::yes);
  CHECK(mercator::disjoint(line, pairs).is == truth::undecided);
}

TEST_CASE("a witness is shown whole") {
  std::string dims, box;
  for (int k = 0; k < 20; ++k) {
    dims += (k == 0 ? "d" : ", d") + std::to_string(k);
    box += (k == 0 ? "d" : ", d") + std::to_string(k) + " in [1000000000000000000, 1000000000000000001]";
  }
  const runtime_map m = *runtime_map::parse("(" + dims + ") -> (d0), domain: " + box);
  const std::string says = explain(mercator::is_injective(m)).c_str();
  CAPTURE(says);
  CHECK(says.size() > 40 * 20);
  CHECK(says.back() == '.');
}
