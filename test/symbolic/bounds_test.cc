#include "mercator/symbolic/bounds.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/normal_form.hpp"
#include "test/arguments.hpp"
#include "test/support/knowledge.hpp"
#include "test/support/lines.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::intervals;
using mercator_test::point;
using mercator_test::random_numbers;
using mercator_test::value;
using mercator_test::wide;

/// A pool whose variables are d0, d1, … of these intervals.
struct variables_of : pool {
  explicit variables_of(std::initializer_list<interval> in) {
    for (const interval r : in) add_variable(r);
  }
  int operator[](int v) { return single(v); }
};

}  // namespace

TEST_CASE("bounds hold at every point that what is known leaves") {
  random_numbers random(4);
  int exact = 0, by_definitions = 0;
  const long long cases = mercator_test::argument("cases", 20000);
  for (long long k = 0; k < cases; ++k) {
    pool p;
    const i64 limit = random.one_of<i64>({9, 9, 60, i64{1} << 31, i64{1} << 61});
    const intervals variables = mercator_test::add_variables(p, random, 1 + random.below(3), limit);
    for (int i = random.below(4); i > 0; --i) mercator_test::add_atom(p, random, variables);
    const mercator_test::knowledge known(p, random, variables);
    const int line = mercator_test::random_line(p, random.of_any_size(limit),
                                                [&] { return random.one_in(3) ? 0 : random.of_any_size(limit); });
    const interval found = bounds(p, line), terms = term_bounds(p, line);
    const congruence residue = line_congruence(p, line);
    REQUIRE_FALSE(p.overflow);
    REQUIRE(lies_in(p, line, found));
    wide lo = 0, hi = 0;
    bool reached = false, holds = true;
    known.for_each_point([&](const point& at) {
      const wide x = value(p, line, at);
      lo = !reached || x < lo ? x : lo;
      hi = !reached || x > hi ? x : hi;
      reached = true;
      holds &= residue.modulus == 0 ? x == residue.residue : (x - residue.residue) % residue.modulus == 0;
      for (const interval r : {found, terms}) holds &= (r.lo == i64_min || r.lo <= x) && (r.hi == i64_max || x <= r.hi);
    });
    REQUIRE(holds);
    exact += reached && found.lo == lo && found.hi == hi;
    by_definitions += !(found == terms);
  }
  CHECK(exact > cases / 3);
  CHECK(by_definitions > cases / 50);
}

TEST_CASE("trimming by a congruence leaves the first and the last that satisfy it") {
  for (i64 m = 1; m <= 6; ++m)
    for (i64 r = 0; r < m; ++r)
      for (i64 lo = -9; lo <= 9; ++lo)
        for (i64 hi = lo; hi <= 9; ++hi) {
          const interval found = trim({lo, hi}, {m, r});
          for (i64 x = lo; x <= hi; ++x)
            if (floor_mod(x, m) == r) CHECK(found.contains(x));
          if (!found.empty()) CHECK(floor_mod(found.lo, m) == r);
          if (!found.empty()) CHECK(floor_mod(found.hi, m) == r);
        }
  CHECK(trim({0, 9}, {0, 5}) == interval{5, 5});
  CHECK(trim({0, 9}, {0, 15}).empty());
  CHECK(trim(everything, {7, 3}) == everything);
}

TEST_CASE("bounds are taken of the flattened form") {
  variables_of p{{0, 1023}, {0, 31}};
  const int q = floor_divide(p, p[0], 32);
  CHECK(bounds(p, p.add(p.add(p[0], p[1], 32), q, -32)) == interval{0, 1023});
  CHECK(bounds(p, mod(p, p[0], 7)) == interval{0, 6});
  CHECK(bounds(p, p.add(p[0], q, -1)) == interval{0, 992});
}

TEST_CASE("a digit is bounded by its base") {
  for (const i64 last : {31, 100, 1000}) {
    variables_of p{{0, last}};
    for (const i64 step : {2, 3, 4, 5})
      for (const i64 base : {2, 3, 5}) {
        const int digit = mod(p, floordiv(p, p[0], step), base);
        CHECK(bounds(p, digit) == interval{0, base - 1});
        CHECK(lies_in(p, p.scale(digit, -7), {-7 * (base - 1), 0}));
      }
  }
}

TEST_CASE("a quotient of a few values is bounded by its numerator") {
  variables_of p{{5, 9}, {0, 6}};
  CHECK(bounds(p, floor_divide(p, p.shift(p[0], 2), 4)) == interval{1, 2});
  CHECK(bounds(p, floordiv(p, p[0], -4)) == interval{-3, -2});
  CHECK(bounds(p, mod(p, p[0], -4)) == interval{-3, 0});
  CHECK(bounds(p, min(p, p[0], p[1])) == interval{0, 6});
  CHECK(bounds(p, max(p, p[0], p[1])) == interval{5, 9});
}

TEST_CASE("a fact bounds what is a multiple of it, less something") {
  variables_of p{{0, 9}, {0, 9}, {0, 1}};
  const int sum = p.add(p[0], p[1]);
  p.fact[0] = sum, p.fact_lo[0] = 3, p.fact_hi[0] = 5, p.facts = 1;
  CHECK(bounds(p, sum) == interval{3, 5});
  CHECK(bounds(p, p.scale(sum, -2)) == interval{-10, -6});
  CHECK(bounds(p, p.add(sum, p[2])) == interval{3, 6});
}

TEST_CASE("a residue trims the ends") {
  variables_of p{{0, 9}};
  p.start_congruences();
  p.modulus[0] = 4, p.residue[0] = 3;
  CHECK(bounds(p, p[0]) == interval{3, 7});
  CHECK(bounds(p, p.scale(p[0], 2)) == interval{6, 14});
}

TEST_CASE("what does not fit is without bound, also on the way") {
  const i64 large = i64{1} << 62;
  variables_of p{{1, 2}, {1, 2}, {2, 3}};
  const int line = p.plus(p.plus(p.single(0, -large), 1, -large), 2, large);
  CHECK(bounds(p, line).contains(large));
  CHECK(bounds(p, line).contains(-large));
}
