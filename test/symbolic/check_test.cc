#include <string>

#include <doctest/doctest.h>

#include "mercator/symbolic/check.hpp"
#include "test/support/reference.hpp"

namespace symbolic = mercator::symbolic;
using mercator::i64;
using mercator_test::wide;
using symbolic::map_tree;
using symbolic::op;

namespace {

/// "fits", "result K" or "constraint K", by the parser without its check, then the check.
std::string checked(const std::string& text) {
  map_tree t;
  REQUIRE_FALSE(symbolic::map_parser(text.c_str(), static_cast<int>(text.size()), t).parse());
  const symbolic::check_failure f = symbolic::check_range(t);
  if (!f) return "fits";
  return (f.in_constraint ? "constraint " : "result ") + std::to_string(f.index);
}

bool fits(wide x) { return x >= mercator::i64_min && x <= mercator::i64_max; }

}  // namespace

TEST_CASE("bounds of subexpressions") {
  const std::string all = "9223372036854775807", half = "4611686018427387904";
  CHECK(checked("(d0) -> (d0 + 1), domain: d0 in [0, " + all + "]") == "result 0");
  CHECK(checked("(d0) -> (d0 - 1), domain: d0 in [0, " + all + "]") == "fits");
  CHECK(checked("(d0) -> (1 + d0 - 2), domain: d0 in [0, " + all + "]") == "result 0");
  CHECK(checked("(d0) -> (d0), domain: d0 in [-9223372036854775808, " + all + "]") == "fits");
  CHECK(checked("(d0) -> (-d0), domain: d0 in [-9223372036854775808, 0]") == "result 0");
  CHECK(checked("(d0) -> (d0 floordiv -1), domain: d0 in [-9223372036854775808, 0]") == "result 0");
  CHECK(checked("(d0) -> (d0 ceildiv -1), domain: d0 in [-9223372036854775808, 0]") == "result 0");
  CHECK(checked("(d0) -> (d0 mod -1, d0 floordiv 2), domain: d0 in [-9223372036854775808, 0]") == "fits");
  CHECK(checked("(d0, d1) -> (d0, d0 * 2 + d1), domain: d0 in [0, " + half + "], d1 in [0, 3]") == "result 1");
  CHECK(checked("(d0) -> (d0, d0 floordiv 2, (d0 * 2) floordiv 8), domain: d0 in [0, " + half + "]") == "result 2");
  CHECK(checked("(d0) -> ((d0 mod 100) * 92233720368547758), domain: d0 in [0, " + all + "]") == "fits");
  CHECK(checked("(d0) -> ((d0 mod 102) * 92233720368547758), domain: d0 in [0, " + all + "]") == "result 0");
  CHECK(checked("(d0) -> (min(d0, 5) * 1000000000000000000), domain: d0 in [0, " + all + "]") == "fits");
  CHECK(checked("(d0) -> (max(d0, 5) * 1000000000000000000), domain: d0 in [0, " + all + "]") == "result 0");
  CHECK(checked("(d0) -> (d0), domain: d0 in [0, " + all + "], d0 mod 2 in [0, 0], d0 * 3 in [0, 1]") ==
        "constraint 1");
  CHECK(checked("(d0) -> (d0 * " + all + "), domain: d0 in [3, 2]") == "fits");
  CHECK(checked("(d0) -> (d0 * " + all + "), domain: KNOWN EMPTY") == "fits");
  CHECK(checked("(d0) -> (d0 mod 1000 + d0), domain: d0 in [0, 9223372036854774809]") == "result 0");
  CHECK(checked("(d0) -> (d0 mod 1000 + d0), domain: d0 in [0, 9223372036854774808]") == "fits");
  // Printed, the positive terms stand together.
  CHECK(checked("(d0) -> (d0 - max(" + all + " - d0, 52) + max(" + all + " - d0, 2)), domain: d0 in [0, 9]") ==
        "result 0");
  CHECK(checked("(d0, d1) -> (d0 + (max(" + all + " - d1, 2) - d0)), domain: d0 in [1, 9], d1 in [0, 9]") ==
        "result 0");
}

TEST_CASE("what passes fits, at every point and in every partial sum") {
  mercator_test::random_maps::options o;
  o.max_points = 100;
  o.empty_intervals = false;
  mercator_test::random_maps maps(11, o);
  mercator_test::random_numbers r(5);
  int passed = 0;
  for (int k = 0; k < 800; ++k) {
    const std::string text = maps.next();
    map_tree t;
    REQUIRE_FALSE(symbolic::map_parser(text.c_str(), static_cast<int>(text.size()), t).parse());
    for (int n = 0; n < t.nodes; ++n) {  // some factors and constants become large
      const bool constant = t.kind[n] == op::constant || t.kind[n] == op::product;
      if (constant && t.value[n] > -128 && t.value[n] < 128 && r.one_in(3)) t.value[n] *= i64{1} << r.between(20, 56);
    }
    if (symbolic::check_range(t)) continue;
    ++passed;
    CHECK_MESSAGE(mercator_test::tree_of(mercator_test::text_of(t)), mercator_test::text_of(t));
    mercator_test::for_each_point(t, [&](const mercator_test::point& at) {
      for (int n = 0; n < t.nodes; ++n) {
        CHECK(fits(mercator_test::value_of(t, n, at)));
        wide partial = 0;
        for (int i = 0; t.kind[n] == op::sum && i < t.count[n]; ++i)
          CHECK(fits(partial += mercator_test::value_of(t, t.operand(n, i), at)));
      }
      return true;
    });
  }
  CHECK(passed > 200);
  CHECK(passed < 780);
}
