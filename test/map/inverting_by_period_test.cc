#include "mercator/map/inverting_by_period.hpp"

#include <doctest/doctest.h>

#include "test/support/random.hpp"
#include "test/support/runtime_inverses.hpp"

namespace {

using namespace mercator;
using mercator_test::for_each_point;
using mercator_test::is_image;
using mercator_test::led_to;
using mercator_test::read;
using point = std::vector<i64>;

/// That the inverse takes every point back, and that what is near an image and in its domain is an image.
void check(const runtime_map& m, const runtime_map& inverse) {
  mercator_test::random_numbers random(181);
  bool is_right = true;
  i64 others = 0;
  for_each_point(m, [&](const point& at) {
    point y = led_to(m, at);
    is_right = is_right && inverse.contains(y) && led_to(inverse, y) == at;
    y[static_cast<std::size_t>(random.below(static_cast<int>(y.size())))] += random.in(-9, 9);
    if (!is_right || !inverse.contains(y))
      ++others;
    else
      is_right = is_image(m, inverse, y);
  });
  CHECK(is_right);
  CHECK(others > 20);
}

}  // namespace

TEST_CASE("large maps without a layout's structure have an inverse") {
  for (const char* text :
       {"(d0, d1) -> (d0 * 3 + (d1 + d0 floordiv 7) mod 5, d1 * 2 + (d0 * 3 + d1) mod 4), "
        "domain: d0 in [0, 399], d1 in [0, 199]",
        "(d0) -> (d0 + (d0 * 3 + d0 floordiv 4) mod 7 * 20), domain: d0 in [-9000, 20000]",
        "(d0)[s0] -> ((d0 floordiv 3 + s0) mod 4 + s0 * 4, d0 - s0 floordiv 2, (d0 * 5 + s0) floordiv 6), "
        "domain: d0 in [-50, 250], s0 in [3, 202]",
        "(d0, d1){rt0} -> (d0 * 2 + (d1 + rt0) mod 2, d1 * 3 - (d0 + rt0) mod 3), "
        "domain: d0 in [0, 99], d1 in [0, 99], rt0 in [0, 5]",
        "(d0, d1) -> (d0 * 5 + (d1 + d0 floordiv 2) mod 3, d1 * 2 + d0 mod 2), "
        "domain: d0 in [0, 199], d1 in [0, 199], d0 mod 3 in [0, 1], d0 + d1 * 2 in [50, 500]",
        "(d0, d1) -> ((d0 * 2 + (d1 * 3 + d0) mod 5) * 1000 + d1 * 3 + (d0 + d1 floordiv 3) mod 6), "
        "domain: d0 in [0, 199], d1 in [0, 299]",
        "(d0, d1) -> (d0 * 3 + (d1 + d0 floordiv 7) mod 5, d1 * 2 + (d0 * 3 + d1) mod 4, "
        "(d0 * 5 + d1 * 3) mod 7 floordiv 2 mod 2 * 4 + max(d0 - d1, 3)), domain: d0 in [0, 299], d1 in [0, 99]"}) {
    CAPTURE(text);
    const runtime_map m = read(text);
    const auto inverse = m.inverse();
    REQUIRE(inverse);
    check(m, *inverse);
  }
}

TEST_CASE("a large map that is not injective has none") {
  for (const char* text :
       {"(d0, d1) -> (d0 * 3 + (d1 + d0 floordiv 7) mod 5, d1 floordiv 2 * 2), domain: d0 in [0, 399], d1 in [0, 199]",
        "(d0) -> (d0 + (d0 * 3 + d0 floordiv 4) mod 7 * 3), domain: d0 in [-9000, 70000]"}) {
    CAPTURE(text);
    CHECK_FALSE(read(text).inverse());
  }
}
