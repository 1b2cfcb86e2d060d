#include "mercator/symbolic/substitute.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"
#include "test/support/nested.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::point;
using mercator_test::random_numbers;
using mercator_test::value;
using mercator_test::wide;

}  // namespace

TEST_CASE("a line with others in place of its variables has the value that they make") {
  random_numbers random(81);
  const long long cases = mercator_test::argument("cases", 4000);
  long long done = 0;
  for (long long k = 0; k < cases; ++k) {
    pool target;
    const auto variables = mercator_test::add_variables(target, random, 2, 40);
    const int x = mercator_test::nested_line(target, random, 1, 40),
              y = mercator_test::nested_line(target, random, 1, 40);
    const interval of_x = bounds(target, x), of_y = bounds(target, y);
    if (of_x.empty() || of_y.empty()) continue;
    pool source;  // its lines hold where x and y are, not on a box of a few points
    source.add_variable(of_x);
    source.add_variable(of_y);
    const int line = mercator_test::nested_line(source, random, 2, 40);
    substitution s(target, source);
    s.replace(0, x);
    s.replace(1, y);
    const int out = s.line(line);
    if (target.overflow || source.overflow) continue;
    ++done;
    mercator_test::for_each_point(variables, [&](const point& at) {
      const point inner{static_cast<i64>(value(target, x, at)), static_cast<i64>(value(target, y, at))};
      REQUIRE(value(target, out, at) == value(source, line, inner));
    });
  }
  CHECK(done > cases / 2);
}

TEST_CASE("lines that are made anew under a narrower box are the same there, and shorter") {
  form f(
      "(d0, d1) -> ((d0 + 3) floordiv 8 + d1, d1 mod 4), domain: d0 in [0, 9], d1 in [0, 9], d0 floordiv 2 + "
      "d1 in [0, 9]");
  f.p.narrow(0, {0, 4});
  f.p.narrow(1, {7, 7});
  renew(f.m, true);
  CHECK(f.p.is_constant(f.m.result[0]));
  CHECK(f.p.constant[f.m.result[0]] == 7);
  CHECK(f.p.is_constant(f.m.result[1]));
  CHECK(f.p.constant[f.m.result[1]] == 3);
  for (i64 x = 0; x <= 4; ++x) CHECK(value(f.p, f.m.constraint[0], {x, 7}) == x / 2 + 7);
}
