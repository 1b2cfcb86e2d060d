#include "mercator/symbolic/quotient_rules.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/normal_form.hpp"
#include "test/arguments.hpp"
#include "test/support/knowledge.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::floor_quotient;
using mercator_test::intervals;
using mercator_test::knowledge;
using mercator_test::point;
using mercator_test::random_numbers;
using mercator_test::value;

/// A divisor with factors, or, now and then, one near the end of what fits.
i64 random_divisor(random_numbers& random) {
  if (!random.one_in(6)) return random.in(2, 60);
  return random.one_of<i64>({i64{1} << 31, i64{1} << 32, 3 * (i64{1} << 60), i64{1} << 62, i64_max}) - random.in(0, 6);
}

/// Asks one rule about random quotients of random sums. Where it gives a line, that is the quotient at every
/// point; it has to give one in at least `wanted` of 10,000 cases, else it says so.
template <class Rule>
void check_rule(std::uint64_t seed, long long wanted, Rule rule) {
  random_numbers random(seed);
  const long long cases = mercator_test::argument("cases", 20000);
  long long given = 0;
  for (long long k = 0; k < cases; ++k) {
    pool p;
    const intervals variables =
        mercator_test::add_variables(p, random, 1 + random.below(3), i64{1} << random.below(62));
    for (int i = random.below(3); i > 0; --i) mercator_test::add_atom(p, random, variables);
    const knowledge known(p, random, variables);
    const i64 c = random_divisor(random);
    if (c >= pool::small) p.all_small = false;
    const int rest = mercator_test::random_rest(p, random, c), whole = mercator_test::random_small_line(p, random);
    if (p.is_constant(rest)) continue;
    const interval range = random.one_in(2) ? term_bounds(p, rest) : bounds(p, rest);
    const int out = rule(p, quotient{whole, rest, c, range.lo, range.hi});
    REQUIRE_FALSE(p.full);
    if (out == no_line || p.overflow) continue;
    bool right = true, reached = false;
    known.for_each_point([&](const point& at) {
      reached = true;
      right &= value(p, out, at) == value(p, whole, at) + floor_quotient(value(p, rest, at), c);
    });
    REQUIRE(right);
    given += reached;
  }
  CHECK(given * 10000 >= wanted * cases);
}

}  // namespace

TEST_CASE("a quotient that is constant or has two values") { check_rule(11, 1500, quotient_rules::constant_on_range); }
TEST_CASE("smallest residues") { check_rule(12, 2000, quotient_rules::smallest_residues); }
TEST_CASE("residues that undo quotients") { check_rule(13, 300, quotient_rules::undone_quotients); }
TEST_CASE("the other residue of one term") { check_rule(14, 1000, quotient_rules::other_residue); }
TEST_CASE("a lone variable of two values") { check_rule(15, 200, quotient_rules::two_valued_variable); }
TEST_CASE("a common factor") { check_rule(16, 400, quotient_rules::common_factor); }
TEST_CASE("a factor that splits the sum") { check_rule(17, 600, quotient_rules::factor_split); }
TEST_CASE("a quotient within a quotient") { check_rule(18, 1000, quotient_rules::unnest); }
TEST_CASE("what is left is an atom") { check_rule(19, 5000, quotient_rules::added_atom); }
TEST_CASE("the mirror image, subtracted") {
  check_rule(20, 5000, [](pool& p, const quotient& q) {
    const quotient image = quotient_rules::mirror_image(p, q);
    const quotient alone{p.number(0), image.rest, image.divisor, image.lo, image.hi};
    return p.add(image.whole, quotient_rules::added_atom(p, alone), -1);
  });
}

TEST_CASE("a split by any factor of the divisor") {
  random_numbers random(23);
  check_rule(20, 1000, [&](pool& p, const quotient& q) {
    const i64 g = gcd(q.divisor, random.in(2, 60));
    return g == 1 ? no_line : quotient_rules::split_by(p, q, g);
  });
}

TEST_CASE("all rules in their order") {
  check_rule(21, 5000, [](pool& p, quotient q) { return detail::normal_quotient(p, q); });
}

TEST_CASE("residues agree with what they are residues of, and undoing ones never grow") {
  random_numbers random(22);
  int unchanged = 0;
  for (int k = 0; k < 20000; ++k) {
    pool p;
    const intervals variables = mercator_test::add_variables(p, random, 2);
    for (int i = random.below(3); i > 0; --i) mercator_test::add_atom(p, random, variables);
    const i64 e = random.in(2, 60);
    const int x = mercator_test::random_small_line(p, random), r = quotient_rules::undoing_residues(p, x, e);
    const int rest = mercator_test::random_rest(p, random, e);
    const int s = quotient_rules::smallest_residue_line(p, rest, e);
    bool same = true;
    mercator_test::for_each_point(variables, [&](const point& at) {
      same &= (value(p, x, at) - value(p, r, at)) % e == 0 && (value(p, rest, at) - value(p, s, at)) % e == 0;
    });
    REQUIRE(same);
    REQUIRE(p.length[r] <= p.length[x]);
    for (int i = p.begin[s]; i < p.end(s); ++i) REQUIRE(2 * magnitude(p.coefficient[i]) <= e);
    if (!p.has_only_variables(rest) || !quotient_rules::are_undoing_residues(p, rest, e)) continue;
    REQUIRE(p.same(quotient_rules::undoing_residues(p, rest, e), rest));
    ++unchanged;
  }
  CHECK(unchanged > 0);
}

TEST_CASE("the rules give the lines that they promise") {
  pool p;
  p.add_variable({0, 4});
  p.add_variable({0, 9});
  p.add_variable({6, 7});
  const int zero = p.number(0), x = p.single(0), y = p.single(1);
  const auto of = [&](int rest, i64 c) {
    const interval r = bounds(p, rest);
    return quotient{zero, rest, c, r.lo, r.hi};
  };
  namespace rule = quotient_rules;
  CHECK(p.same(rule::constant_on_range(p, of(p.shift(x, 3), 8)), zero));
  CHECK(p.same(rule::smallest_residues(p, of(p.shift(p.scale(x, 7), 4), 8)), x));
  CHECK(p.same(rule::common_factor(p, of(p.shift(p.scale(y, 4), 3), 8)), floor_divide(p, y, 2)));
  CHECK(p.same(rule::two_valued_variable(p, of(p.single(2, 3), 10)), p.plus(p.number(-5), 2, 1)));
  CHECK(p.same(rule::factor_split(p, of(p.add(p.scale(y, 8), x), 64)), floor_divide(p, y, 8)));
  CHECK(p.same(rule::unnest(p, of(floor_divide(p, y, 3), 2)), floor_divide(p, y, 6)));
  CHECK(rule::unnest(p, of(y, 2)) == no_line);
  CHECK(rule::common_factor(p, of(y, 2)) == no_line);
  CHECK(rule::factor_split(p, of(p.add(y, x), 64)) == no_line);
}
