#include "mercator/symbolic/small_function.hpp"

#include <doctest/doctest.h>

#include <memory>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::for_each_point;
using mercator_test::form;
using mercator_test::intervals;
using mercator_test::point;
using mercator_test::random_numbers;
using mercator_test::value;

/// A random expression of one sum of variables: divisions within each other, and sums of them.
std::string expression(random_numbers& random, const std::string& u, int depth) {
  if (depth == 0) return "(" + u + ") * " + std::to_string(random.in(-5, 5)) + " + " + std::to_string(random.in(-9, 9));
  const std::string inner = expression(random, u, random.below(depth));
  switch (random.below(5)) {
    case 0:
      return inner + " - " + expression(random, u, random.below(depth));
    case 1:
      return "max(" + inner + ", " + std::to_string(random.in(-9, 9)) + ") * " + std::to_string(random.in(1, 3));
    case 2:
      return "((" + inner + ") mod " + std::to_string(random.in(2, 12)) + ") * " + std::to_string(random.in(1, 9));
    default:
      return "((" + inner + ") floordiv " + std::to_string(random.in(2, 12)) + ") * " + std::to_string(random.in(1, 9));
  }
}

bool same_everywhere(const pool& p, const intervals& box, int x, int y) {
  bool same = true;
  for_each_point(box, [&](const point& at) { same = same && value(p, x, at) == value(p, y, at); });
  return same;
}

/// What is found for the only result of a map: with how many quotients, -1 if it is no small function.
int quotients_of(const std::string& text) {
  const auto f = std::make_unique<form>(text);
  small_function g(f->p);
  return g.tabulate(f->m.result[0], small_function::max_values) ? g.quotients() : -1;
}

}  // namespace

TEST_CASE("what is made of a function's values is the function") {
  random_numbers random(31);
  long long tabulated = 0, forms = 0;
  const long long cases = mercator_test::argument("cases", 4000);
  for (long long k = 0; k < cases; ++k) {
    const i64 far =
        random.one_in(5) ? random.one_of<i64>({i64{1} << 33, -(i64{1} << 50), (i64{1} << 56) - 9, i64{1} << 58}) : 0;
    const i64 a = far + random.in(-20, 20), b = random.in(-3, 3);
    const std::string u = random.one_in(2) ? "d0" : "d0 * 3 + d1";
    const std::string text = "(d0, d1) -> (d1 * 2 + " + expression(random, u, 3) + "), domain: d0 in [" +
                             std::to_string(a) + ", " + std::to_string(a + random.in(0, 40)) + "], d1 in [" +
                             std::to_string(b) + ", " + std::to_string(b + random.in(0, 3)) + "]";
    if (!mercator_test::tree_of(text)) continue;  // values beyond 64 bits
    const auto f = std::make_unique<form>(text);
    small_function g(f->p);
    const int line = f->m.result[0];
    if (f->p.overflow || !g.tabulate(line, small_function::max_values)) continue;
    ++tabulated;
    g.for_each_form([&](int found) {
      const bool fits = !f->p.overflow;
      f->p.overflow = false;
      if (!fits) return;
      ++forms;
      REQUIRE_MESSAGE(same_everywhere(f->p, mercator_test::box_of(f->m), line, found), text);
    });
  }
  CHECK(tabulated > cases / 3);
  CHECK(forms > cases / 5);
}

TEST_CASE("values call for no more quotients than they have steps") {
  CHECK(quotients_of("(d0) -> ((((d0 + 3) floordiv 4) * 2 - d0) mod 4 - d0 mod 2), domain: d0 in [0, 2]") == 0);
  CHECK(quotients_of("(d0) -> (d0 * 72 + ((d0 + 2) floordiv 4 - d0 floordiv 2) * 287), domain: d0 in [0, 287]") == 1);
  CHECK(quotients_of("(d0) -> ((d0 * 10 + 9) floordiv 81), domain: d0 in [-5, 13]") == 1);
  CHECK(quotients_of("(d0) -> ((d0 floordiv 3 - (d0 * -35 + 3) floordiv 6) mod 18), domain: d0 in [0, 35]") == 2);
}

TEST_CASE("functions of several arguments, or of too many values, are none") {
  CHECK(quotients_of("(d0, d1) -> (d0 floordiv 2 + d1 floordiv 3), domain: d0 in [0, 9], d1 in [0, 9]") == -1);
  CHECK(quotients_of("(d0) -> (d0 floordiv 2 + d0 floordiv 3), domain: d0 in [0, 512]") == -1);
  CHECK(quotients_of("(d0) -> (d0 * 2), domain: d0 in [0, 9]") == -1);
}
