#include "mercator/symbolic/mixed_radix.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::point;

/// Results of quotients and residues of variables and of sums, a runtime variable and a constraint.
std::string random_map(mercator_test::random_numbers& random) {
  const auto n = [&](i64 lo, i64 hi) { return "(" + std::to_string(random.in(lo, hi)) + ")"; };
  const i64 c = random.in(2, 4), d = c * random.in(2, 3);
  const auto variable = [&] { return random.one_of<std::string>({"d0", "d1", "s0"}); };
  const auto sum = [&] {
    return random.one_of<std::string>(
        {"d0 + d1", "d1 - d0 * 2 + 1", "-s0 + d0 * 3", "d0 + rt0", "d0 * 5 + d1 * 3", "d1 floordiv 2 + d0"});
  };
  const auto result = [&] {
    const std::string x = random.one_in(3) ? "(" + sum() + ")" : variable();
    const std::string digit = random.one_of<std::string>({x + " mod " + std::to_string(c), x,
                                                          x + " floordiv " + std::to_string(c) + " mod " + n(2, 3),
                                                          x + " floordiv " + std::to_string(d)});
    return random.one_in(2) ? digit : "(" + digit + ") * " + n(-5, 9) + " + " + variable() + " mod " + n(2, 6);
  };
  std::string results = result();
  for (int k = random.between(1, 3); k > 0; --k) results += ", " + result();
  const i64 lo = random.in(-5, 0);
  std::string text = "(d0, d1)[s0]{rt0} -> (" + results + "), domain: d0 in [0, " + std::to_string(random.in(0, 12)) +
                     "], d1 in [" + std::to_string(lo) + ", " + std::to_string(lo + random.in(0, 9)) + "], s0 in [0, " +
                     std::to_string(random.in(0, 7)) + "], rt0 in [0, " + std::to_string(random.in(0, 1)) + "]";
  if (random.one_in(3))
    text += ", " + variable() + " + " + variable() + " in [0, " + std::to_string(random.in(0, 9)) + "]";
  return text;
}

i64 points(const map_form& m) {
  i64 n = 1;
  for (int v = 0; v < m.variables(); ++v) n = saturating_mul(n, m.p.range(v).count());
  return n;
}

}  // namespace

TEST_CASE("every point of a map is one of its digits, with the same results, sheared or not") {
  mercator_test::random_numbers random(321);
  int done = 0, sheared = 0;
  for (long long k = mercator_test::argument("cases", 1500); k > 0; --k) {
    const auto t = mercator_test::tree_of(random_map(random));
    for (int shear = 0; shear < 3; ++shear) {
      form f(*t), of_digits;
      const mixed_radix radix(f.m, shear);
      if (!radix.has_shear() || f.m.known_empty) continue;
      radix.extract(of_digits.m);
      REQUIRE(of_digits.fits());
      REQUIRE(of_digits.m.dims == t->dims + t->ranges + radix.more());
      // the variables in the place of the results
      form back;
      for (int v = 0; v < of_digits.m.dims; ++v) back.m.add_dimension(of_digits.p.range(v));
      for (int v = of_digits.m.dims; v < of_digits.m.variables(); ++v) back.m.add_runtime(of_digits.p.range(v));
      for (int v = 0; v < of_digits.m.dims; ++v) back.m.add_result(back.p.variable(v));
      radix.join(back.m);
      REQUIRE(back.m.results == t->dims + t->ranges);
      mercator_test::graph found;
      long long points = 0;
      mercator_test::for_each_pair(of_digits.m, [&](const point& at, const point& results) {
        point x;
        for (int v = 0; v < back.m.results; ++v)
          x.push_back(static_cast<i64>(mercator_test::value(back.p, back.m.result[v], at)));
        x.insert(x.end(), at.begin() + of_digits.m.dims, at.end());
        found.emplace(x, results);
        ++points;
      });
      REQUIRE(found == mercator_test::graph_of(*t));
      REQUIRE(static_cast<long long>(found.size()) == points);
      done += radix.more() > 0;
      sheared += shear > 0;
    }
  }
  CHECK(done > 500);
  CHECK(sheared > 200);
}

TEST_CASE("an inverse by digits has the map's points, turned") {
  mercator_test::random_numbers random(322);
  int done = 0, sheared = 0;
  for (long long k = mercator_test::argument("cases", 3000); k > 0; --k) {
    const std::string text = random_map(random);
    CAPTURE(text);
    const auto t = mercator_test::tree_of(text);
    for (int shear = 0; shear < 3; ++shear) {
      form f(*t), of_digits, out;
      if (!inverse_by_digits(f.m, of_digits.m, out.m, {}, shear) || !of_digits.fits() || !out.fits() ||
          points(out.m) > 20000)
        continue;
      REQUIRE(mercator_test::graph_of(out.m) == mercator_test::turned(*t, t->dims + t->ranges));
      ++done;
      sheared += shear > 0;
    }
  }
  CHECK(done > 200);
  CHECK(sheared > 50);
}

TEST_CASE("shuffled digits are solved for, of variables and of their sums, where variables are not") {
  for (const auto& [map, shear] : std::initializer_list<std::pair<std::string, int>>{
           {"(d0) -> (d0 floordiv 8, d0 mod 2 * 4 + d0 mod 8 floordiv 2), domain: d0 in [0, 3000]", 0},
           {"(d0) -> ((d0 mod 4 * 8 + d0 floordiv 4 mod 8) * 100 + d0 floordiv 32), domain: d0 in [0, 3199]", 0},
           {"(d0, d1) -> (d0 * 8 + d1 mod 4 + (d1 floordiv 4 + d0 floordiv 2) mod 2 * 4), domain: d0 in [0, 500], "
            "d1 in [0, 7]",
            0},
           {"(d0, d1) -> (d0, (d0 + d1) mod 4 * 16 + (d0 + d1) floordiv 4 mod 16), domain: d0 in [0, 63], d1 in "
            "[0, 63]",
            1}}) {
    const std::string text = map;
    CAPTURE(text);
    const auto t = mercator_test::tree_of(text);
    form f(text), g(text), of_digits, out, other;
    CHECK_FALSE(inverse(g.m, other.m));
    REQUIRE(inverse_by_digits(f.m, of_digits.m, out.m, {}, shear));
    REQUIRE(of_digits.fits());
    REQUIRE(out.fits());
    CHECK(mercator_test::graph_of(out.m) == mercator_test::turned(*t, t->dims));
  }
}
