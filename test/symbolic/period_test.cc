#include "mercator/symbolic/period.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/normal_form.hpp"
#include "test/arguments.hpp"
#include "test/support/lines.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::point;
using mercator_test::value;

/// The period of d0 in a line that is made of d0 and d1.
template <class Make>
i64 period_of(Make make, i64& grown) {
  pool p;
  p.add_variable({0, i64{1} << 40});
  p.add_variable({0, i64{1} << 40});
  return period(p, make(p, p.single(0), p.single(1)), 0, grown);
}

}  // namespace

TEST_CASE("after a period a line has grown by what is said, everywhere") {
  mercator_test::random_numbers random(101);
  const long long cases = mercator_test::argument("cases", 2000);
  long long found = 0;
  for (long long k = 0; k < cases; ++k) {
    pool p;
    const mercator_test::intervals variables{{-20, 20}, {0, 400}};
    for (const interval r : variables) p.add_variable(r);
    const auto combination = [&] { return mercator_test::random_small_line(p, random); };
    int line = combination();
    for (int i = random.below(3); i > 0; --i)
      line = p.add(combination(), floor_divide(p, random.one_in(3) ? line : combination(), random.in(2, 6)),
                   random.in(1, 5));
    if (random.one_in(10)) line = max(p, line, combination());
    i64 grown = 0;
    const i64 step = period(p, line, 1, grown);
    if (step == 0 || step > 200) continue;
    ++found;
    for (i64 x = -20; x <= 20; x += 5)
      for (i64 y = 0; y + step <= 400; ++y) REQUIRE(value(p, line, {x, y + step}) - value(p, line, {x, y}) == grown);
  }
  CHECK(found > cases / 2);
}

TEST_CASE("the smallest periods") {
  i64 grown = 0;
  CHECK(period_of([](pool& p, int x, int) { return mod(p, x, 12); }, grown) == 12);
  CHECK(grown == 0);
  CHECK(period_of([](pool& p, int x, int) { return floordiv(p, x, 12); }, grown) == 12);
  CHECK(grown == 1);
  CHECK(period_of([](pool& p, int x, int) { return floordiv(p, p.scale(x, 8), 12); }, grown) == 3);
  CHECK(grown == 2);
  CHECK(period_of([](pool& p, int x, int) { return p.add(mod(p, x, 4), mod(p, x, 6)); }, grown) == 12);
  CHECK(grown == 0);
  CHECK(period_of([](pool& p, int x, int y) { return p.add(p.scale(x, 3), mod(p, y, 5)); }, grown) == 1);
  CHECK(grown == 3);
  CHECK(period_of([](pool& p, int, int y) { return mod(p, y, 5); }, grown) == 1);
  CHECK(grown == 0);
}

TEST_CASE("what has no period, or none that fits") {
  i64 grown = 0;
  CHECK(period_of([](pool& p, int x, int y) { return max(p, x, y); }, grown) == 0);
  CHECK(
      period_of([](pool& p, int x, int) { return p.add(mod(p, x, (i64{1} << 39) + 1), mod(p, x, (i64{1} << 39) - 1)); },
                grown) == 0);
}
