#include "mercator/symbolic/joined_cases.hpp"

#include <memory>

#include <doctest/doctest.h>

#include "mercator/runtime.hpp"
#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/evaluate.hpp"
#include "mercator/symbolic/points.hpp"

namespace {

using namespace mercator;
using symbolic::domain_conditions;
using symbolic::map_tree;

std::unique_ptr<map_tree> tree_of(const char* text) {
  auto out = std::make_unique<map_tree>();
  runtime_map::parse(text)->write(*out);
  return out;
}

/// Joins maps of two dimensions and a runtime variable, and compares them with each of them at all points of the box.
void check_joined(std::initializer_list<const char*> texts, const interval (&box)[3], interval values) {
  std::vector<std::unique_ptr<map_tree>> maps;
  for (const char* text : texts) maps.push_back(tree_of(text));
  const auto out = std::make_unique<map_tree>();
  symbolic::joined_cases joined(2, 1, box, *out);
  for (const auto& m : maps) joined.add(*m, domain_conditions(true));
  joined.add_result(0, values);
  joined.require_one();
  REQUIRE_FALSE(out->full);
  REQUIRE_FALSE(bool(symbolic::check_range(*out)));
  i64 at[3] = {box[0].lo, box[1].lo, box[2].lo};
  bool is_right = true;
  int inside = 0;
  do {
    i64 expected = 0, got = 0;
    bool is_in_one = false;
    for (const auto& m : maps) is_in_one |= symbolic::evaluate_inside(*m, at, &expected);
    inside += is_in_one;
    is_right = is_right && symbolic::evaluate_inside(*out, at, &got) == is_in_one && got == expected;
  } while (symbolic::next_point(at, box, 0, 3));
  CHECK(is_right);
  CHECK(inside > 0);
}

}  // namespace

TEST_CASE("joined maps are each of them on its domain, and defined nowhere else") {
  const interval box[3] = {{-6, 9}, {-4, 4}, {0, 3}};
  check_joined({"(d0, d1){rt0} -> (d0 * 3 - d1), domain: d0 in [-6, -1], d1 in [-4, 4], rt0 in [0, 3]",
                "(d0, d1){rt0} -> (d0 floordiv 2 + rt0), domain: d0 in [0, 9], d1 in [-4, 4], rt0 in [0, 2]",
                "(d0, d1){rt0} -> (7), domain: d0 in [5, 5], d1 in [-2, 2], rt0 in [3, 3]"},
               box, {-22, 7});
  check_joined(
      {"(d0, d1){rt0} -> (d0 + d1), domain: d0 in [-6, 9], d1 in [-4, 4], rt0 in [0, 3], d0 mod 2 in [0, 0], "
       "d0 - d1 in [-3, 5]",
       "(d0, d1){rt0} -> (d0 + d1), domain: d0 in [-5, 9], d1 in [-4, 4], rt0 in [0, 3], d0 mod 4 in [1, 1]",
       "(d0, d1){rt0} -> (-d0 * 5 + rt0), domain: d0 in [-6, 9], d1 in [-4, 4], rt0 in [1, 3], d0 mod 4 in [3, 3], "
       "max(d0, d1 * 2) + rt0 in [-1, 6]"},
      box, {-35, 28});
}

TEST_CASE("numbers near 64 bits are joined or left to the caller") {
  const auto low = tree_of("(d0){rt0} -> (d0), domain: d0 in [0, 1152921504606846976], rt0 in [0, 0]");
  const auto high =
      tree_of("(d0){rt0} -> (d0 - 5), domain: d0 in [1152921504606846980, 2305843009213693952], rt0 in [0, 0]");
  const interval box[2] = {{0, 2305843009213693952}, {0, 0}};
  const auto out = std::make_unique<map_tree>();
  symbolic::joined_cases joined(1, 1, box, *out);
  joined.add(*low, domain_conditions(true));
  joined.add(*high, domain_conditions(true));
  joined.add_result(0, {0, 2305843009213693947});
  joined.require_one();
  REQUIRE_FALSE(out->full);
  REQUIRE_FALSE(bool(symbolic::check_range(*out)));
  for (const i64 y : {i64{0}, i64{77}, i64{1} << 60, (i64{1} << 60) + 4, i64{1} << 61}) {
    const i64 at[2] = {y, 0};
    i64 x = -1;
    REQUIRE(symbolic::evaluate_inside(*out, at, &x));
    CHECK(x == (y <= i64{1} << 60 ? y : y - 5));
  }
  for (i64 gap = 1; gap < 4; ++gap) {
    const i64 at[2] = {(i64{1} << 60) + gap, 0};
    CHECK_FALSE(symbolic::contains(*out, at));
  }
  const auto too_large = std::make_unique<map_tree>();
  symbolic::joined_cases more(1, 1, box, *too_large);
  more.add(*low, domain_conditions(true));
  more.add(*high, domain_conditions(true));
  more.add_result(0, {i64_min + 1, i64_max});
  CHECK(too_large->full);
}
