#include "mercator/symbolic/normal_form.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/knowledge.hpp"
#include "test/support/nested.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::floor_quotient;
using mercator_test::intervals;
using mercator_test::knowledge;
using mercator_test::nested_line;
using mercator_test::point;
using mercator_test::random_divisor;
using mercator_test::random_numbers;
using mercator_test::value;
using mercator_test::wide;

/// Compares an operation on nested lines with its definition, which is given the values of its operands.
template <class Operation, class Definition>
void check_operation(std::uint64_t seed, Operation operation, Definition definition) {
  random_numbers random(seed);
  const long long cases = mercator_test::argument("cases", 6000);
  long long done = 0;
  for (long long k = 0; k < cases; ++k) {
    pool p;
    const intervals variables =
        mercator_test::add_variables(p, random, 1 + random.below(3), i64{1} << random.below(60));
    const knowledge known(p, random, variables);
    const int x = nested_line(p, random, random.below(4)), y = nested_line(p, random, random.below(3));
    const i64 c = random_divisor(random);
    const int out = operation(p, x, y, c);
    REQUIRE_FALSE(p.full);
    if (p.overflow) continue;
    bool right = true;
    known.for_each_point(
        [&](const point& at) { right &= value(p, out, at) == definition(value(p, x, at), value(p, y, at), c); });
    REQUIRE(right);
    ++done;
  }
  CHECK(done > cases / 2);
}

}  // namespace

TEST_CASE("floordiv is floor division, for every divisor but 0") {
  check_operation(
      31, [](pool& p, int x, int, i64 c) { return floordiv(p, x, c); },
      [](wide x, wide, i64 c) { return floor_quotient(x, c); });
}

TEST_CASE("ceildiv rounds up") {
  check_operation(
      32, [](pool& p, int x, int, i64 c) { return ceildiv(p, x, c); },
      [](wide x, wide, i64 c) { return -floor_quotient(-x, c); });
}

TEST_CASE("mod is what floordiv leaves") {
  check_operation(
      33, [](pool& p, int x, int, i64 c) { return mod(p, x, c); },
      [](wide x, wide, i64 c) { return x - c * floor_quotient(x, c); });
}

TEST_CASE("max and min") {
  check_operation(
      34, [](pool& p, int x, int y, i64) { return max(p, x, y); }, [](wide x, wide y, i64) { return x > y ? x : y; });
  check_operation(
      35, [](pool& p, int x, int y, i64) { return min(p, x, y); }, [](wide x, wide y, i64) { return x < y ? x : y; });
}

TEST_CASE("the positive part") {
  check_operation(
      36, [](pool& p, int x, int, i64) { return positive_part(p, x); },
      [](wide x, wide, i64) { return x > 0 ? x : 0; });
}

TEST_CASE("atoms are in normal form: residues of the divisor, and intervals that hold every value") {
  random_numbers random(37);
  for (int k = 0; k < 6000; ++k) {
    pool p;
    const intervals variables = mercator_test::add_variables(p, random, 2);
    nested_line(p, random, 3);
    if (p.overflow) continue;
    for (int a = p.variables; a < p.atoms; ++a) {
      const int n = p.operand[a];
      REQUIRE_FALSE(p.is_constant(n));
      if (p.kind[a] == atom_kind::quotient) {
        REQUIRE(gcd(p.content(n), p.divisor[a]) == 1);
        REQUIRE(interval{0, p.divisor[a] - 1}.contains(p.constant[n]));
        for (int i = p.begin[n]; i < p.end(n); ++i) REQUIRE(interval{1, p.divisor[a] - 1}.contains(p.coefficient[i]));
      } else {
        REQUIRE(gcd(p.content(n), magnitude(p.constant[n])) == 1);
        REQUIRE(p.coefficient[p.begin[n]] > 0);
      }
      const int line = p.single(a);
      mercator_test::for_each_point(variables, [&](const point& at) {
        const wide x = value(p, line, at);
        REQUIRE((p.lo[a] <= x && x <= p.hi[a]));
      });
    }
  }
}

TEST_CASE("an atom of variables is read back as it is") {
  random_numbers random(38);
  int atoms = 0;
  for (int k = 0; k < 40000; ++k) {
    pool p;
    mercator_test::add_variables(p, random, 1 + random.below(3), i64{1} << random.below(5));
    const int line = floor_divide(p, mercator_test::random_small_line(p, random), random.in(2, 40));
    for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
      const int a = p.atom[i];
      if (p.is_variable(a) || !p.has_only_variables(p.operand[a])) continue;
      ++atoms;
      const int again = floor_divide(p, p.operand[a], p.divisor[a]);
      REQUIRE(p.is_atom(again));
      REQUIRE(p.atom[p.begin[again]] == a);
    }
  }
  CHECK(atoms > 10000);
}

TEST_CASE("equal expressions are one line") {
  pool p;
  p.add_variable({0, 999});
  p.add_variable({-20, 20});
  const int x = p.single(0), y = p.single(1);
  const auto same = [&](int a, int b) { return p.same(a, b) && !p.overflow; };
  for (i64 c = 2; c <= 12; ++c) {
    CHECK(same(p.add(p.scale(floordiv(p, y, c), c), mod(p, y, c)), y));
    CHECK(same(floordiv(p, floordiv(p, x, c), 5), floordiv(p, x, 5 * c)));
    CHECK(same(floordiv(p, mod(p, x, 5 * c), c), mod(p, floordiv(p, x, c), 5)));
    CHECK(same(ceildiv(p, y, c), floordiv(p, p.shift(y, c - 1), c)));
    CHECK(same(ceildiv(p, y, -c), p.scale(floordiv(p, y, c), -1)));
    CHECK(same(floordiv(p, y, -c), p.scale(ceildiv(p, y, c), -1)));
    CHECK(same(mod(p, p.shift(y, 3 * c), c), mod(p, y, c)));
    CHECK(same(p.add(mod(p, y, 2), mod(p, p.shift(y, 1), 2)), p.number(1)));
  }
  CHECK(same(max(p, x, y), max(p, y, x)));
  CHECK(same(min(p, x, y), p.scale(max(p, p.scale(x, -1), p.scale(y, -1)), -1)));
  CHECK(same(p.add(min(p, x, y), max(p, x, y)), p.add(x, y)));
  CHECK(same(max(p, p.scale(x, 6), p.scale(y, 6)), p.scale(max(p, x, y), 6)));
}

TEST_CASE("what does not fit is said") {
  pool p;
  p.add_variable({0, 9});
  floordiv(p, p.single(0), i64_min);
  CHECK(p.overflow);
  p.overflow = false;
  p.scale(p.single(0, i64_max), 3);
  CHECK(p.overflow);
}
