#include "mercator/symbolic/corner_values.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/lines.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::intervals;
using mercator_test::point;
using mercator_test::random_numbers;

}  // namespace

TEST_CASE("the values at two corners of the box are those of the definition") {
  random_numbers random(8);
  int different = 0;
  const long long cases = mercator_test::argument("cases", 20000);
  for (long long k = 0; k < cases; ++k) {
    pool p;
    const intervals variables = mercator_test::add_variables(p, random, 1 + random.below(3), i64{1} << 20);
    for (int i = random.below(5); i > 0; --i) mercator_test::add_atom(p, random, variables);
    const int line = mercator_test::random_line(p, random.in(-60, 60), [&] { return random.in(-60, 60); });
    point first, last;
    for (const interval r : variables) {
      first.push_back(r.lo);
      last.push_back(r.hi);
    }
    const corner_values at(p);
    REQUIRE(at.least(line) == mercator_test::value(p, line, first));
    REQUIRE(at.greatest(line) == mercator_test::value(p, line, last));
    REQUIRE(at.differ(line) == (at.least(line) != at.greatest(line)));
    different += at.differ(line);
  }
  CHECK(different > cases / 2);
}
