#include "mercator/symbolic/point_function.hpp"

#include <doctest/doctest.h>

#include <map>

#include "test/arguments.hpp"
#include "test/support/lines.hpp"
#include "test/support/random.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;

}  // namespace

TEST_CASE("a function of few pieces has the values at its points") {
  mercator_test::random_numbers random(151);
  const long long cases = mercator_test::argument("cases", 2000);
  long long fitted = 0;
  for (long long n = 0; n < cases; ++n) {
    std::map<i64, i64> points;
    const i64 slope = random.in(-5, 5), divisor = random.in(1, 6), jump = random.in(-9, 9), at = random.in(-20, 40);
    for (int k = random.between(1, 60); k > 0; --k) {
      const i64 key = random.in(-30, 60);
      points[key] = random.one_in(40) ? random.in(-9, 9) : floor_div(key * slope, divisor) + (key < at ? 0 : jump);
    }
    point_function f;
    f.clear();
    for (const auto& [key, value] : points) f.add(key, value);
    f.add(points.begin()->first, points.begin()->second);
    if (!f.fit()) continue;
    ++fitted;
    pool p;
    p.add_variable({-30, 60});
    const int line = f.line(p, p.single(0));
    REQUIRE(!p.full);
    for (const auto& [key, value] : points) REQUIRE(mercator_test::value(p, line, {key}) == value);
  }
  CHECK(fitted > cases * 9 / 10);
}

TEST_CASE("what is a slope is one piece, and a key with two values is no function") {
  point_function f;
  f.clear();
  for (i64 k = 0; k < 100; ++k) f.add(7 * k, floor_div(3 * k, 5) - 4);
  REQUIRE(f.fit());
  CHECK(f.pieces() == 1);
  f.add(7, 100);
  CHECK_FALSE(f.fit());
  f.clear();
  f.add(i64{1} << 40, 0);
  CHECK_FALSE(f.fit());
}
