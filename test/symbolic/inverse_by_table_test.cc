#include "mercator/symbolic/inverse_by_table.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/step_chains.hpp"
#include "test/arguments.hpp"
#include "test/support/chains.hpp"
#include "test/support/inverses.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::check_points;
using mercator_test::form;
using mercator_test::graph;
using mercator_test::in_domain;
using mercator_test::point;
using mercator_test::results_at;

template <int MaxRows, bool Thorough, template <int> class Steps = step_sums>
struct tabulated {
  form f;
  std::unique_ptr<map_tree> inverse = std::make_unique<map_tree>();
  std::unique_ptr<inverse_by_table<MaxRows, Thorough, Steps>> table;
  inversion state;

  explicit tabulated(const map_tree& t, i64 most = 65536) : f(t) {
    simplify_domain(f.m);
    table = std::make_unique<inverse_by_table<MaxRows, Thorough, Steps>>(f.m, *inverse);
    state = table->make(most);
  }

  point witness(int which) const {
    point at;
    for (int v = 0; v < f.m.variables(); ++v) at.push_back(table->witness(which, v));
    return at;
  }
};

template <template <int> class Steps = step_sums>
inversion state_of(const std::string& text, i64 most = 65536) {
  return tabulated<2048, true, Steps>(*mercator_test::tree_of(text), most).state;
}

template <int MaxRows, bool Thorough, template <int> class Steps>
void check(const map_tree& t, const graph& expected, bool is_injective, mercator_test::random_numbers& random) {
  const tabulated<MaxRows, Thorough, Steps> m(t);
  if (!m.f.fits()) return;
  if (m.state == inversion::not_injective) {
    const point a = m.witness(0), b = m.witness(1);
    REQUIRE(a != b);
    REQUIRE(in_domain(t, a));
    REQUIRE(in_domain(t, b));
    REQUIRE(results_at(t, a) == results_at(t, b));
    REQUIRE(std::equal(a.end() - t.runtimes, a.end(), b.end() - t.runtimes));
  }
  if (m.state != inversion::too_many_points) REQUIRE((m.state == inversion::not_injective) != is_injective);
  if (m.state == inversion::done) check_points(*m.inverse, expected, random);
  if (is_injective && expected.size() <= (Steps<MaxRows>::has_residue ? 500 : 100)) REQUIRE(m.state == inversion::done);
  if (m.state == inversion::done) REQUIRE_FALSE(check_nesting(*m.inverse));
}

/// A map has a table if it is injective, else two points with the same results; small ones have room.
void check(const map_tree& t, mercator_test::random_numbers& random) {
  const std::string text = mercator_test::text_of(t);
  CAPTURE(text);
  const graph expected = mercator_test::turned(t, t.dims + t.ranges);
  std::set<point> images;
  for (const auto& [image, sources] : expected) images.insert(image);
  check<2048, true, step_sums>(t, expected, images.size() == expected.size(), random);
  check<2048, true, step_chains>(t, expected, images.size() == expected.size(), random);
  check<128, false, step_sums>(t, expected, images.size() == expected.size(), random);
}

}  // namespace

TEST_CASE("the table of any injective map is its inverse, and has room where there are few points") {
  mercator_test::random_numbers random(161);
  for (const int depth : {0, 1, 2, 3}) {
    mercator_test::random_maps::options options;
    options.max_depth = depth;
    options.max_points = 300;
    mercator_test::random_maps maps(162, options);
    mercator_test::for_random_maps(maps, mercator_test::argument("cases", 400),
                                   [&](const map_tree& t) { check(t, random); });
  }
  mercator_test::random_chains chains(163, 500);
  for (long long k = mercator_test::argument("cases", 400); k > 0; --k)
    check(*mercator_test::tree_of(chains.next()), random);
}

TEST_CASE("permutations of numbers far apart, in several columns") {
  mercator_test::random_numbers random(164);
  for (long long k = mercator_test::argument("cases", 300); k > 0; --k) {
    const i64 c = random.in(2, 60), d = random.in(1, 50), e = random.in(1, 1000000), g = random.in(1, 1000);
    const auto n = [](i64 x) { return std::to_string(x); };
    check(*mercator_test::tree_of("(d0){rt0} -> (((d0 * " + n(d) + " + rt0) mod " + n(c) + ") * " + n(e) +
                                  ", d0 floordiv " + n(c) + " * " + n(g) + " - 5), domain: d0 in [-3, " + n(2 * c) +
                                  "], rt0 in [0, 1]"),
          random);
  }
}

TEST_CASE("coefficients and divisors of any size") {
  mercator_test::random_numbers random(165);
  long long done = 0, large = 0;
  const auto number = [&] {
    const i64 x = random.of_any_size(i64{1} << random.in(3, 61));
    return "(" + std::to_string(x == 0 ? 3 : x) + ")";
  };
  const auto sum = [&] {
    return "d0 * " + number() + " + (d1 * " + number() + " + rt0) floordiv " + number() + " + (d0 * " + number() +
           " + d1) mod " + number();
  };
  for (long long k = mercator_test::argument("cases", 500); k > 0; --k) {
    const auto t = mercator_test::tree_of("(d0, d1){rt0} -> (" + sum() + ", " + sum() + "), domain: d0 in [-2, " +
                                          std::to_string(random.in(-2, 5)) + "], d1 in [0, 6], rt0 in [0, 1]");
    if (!t) continue;
    const graph expected = mercator_test::turned(*t, t->dims);
    const tabulated<128, true> sums(*t);
    if (!sums.f.fits()) continue;
    const tabulated<128, true, step_chains> chains(*t);
    REQUIRE((chains.state == inversion::done || chains.state == inversion::not_injective));
    if (sums.state == inversion::done) check_points(*sums.inverse, expected, random);
    if (chains.state == inversion::done) check_points(*chains.inverse, expected, random);
    done += sums.state == inversion::done;
    large += chains.state == inversion::done && chains.inverse->box[0].count() > i64{1} << 50;
  }
  CHECK(done > 20);
  CHECK(large > 5);
}

TEST_CASE("domains of one point and of none, maps without variables or results") {
  const auto text = [](const char* of) {
    const tabulated<96, false> m(*mercator_test::tree_of(of));
    return m.state == inversion::done ? mercator_test::text_of(*m.inverse) : std::string("none");
  };
  CHECK(text("(d0, d1) -> (d1 mod 3, 7), domain: d0 in [2, 2], d1 in [5, 5]") ==
        "(d0, d1) -> (2, 5), domain: d0 in [2, 2], d1 in [7, 7]");
  CHECK(text("(d0, d1) -> (d1), domain: d0 in [2, 1], d1 in [5, 5]") == "(d0) -> (0, 0), domain: KNOWN EMPTY");
  CHECK(text("(d0) -> (d0), domain: d0 in [0, 9], d0 mod 4 in [5, 5]") == "(d0) -> (0), domain: KNOWN EMPTY");
  CHECK(text("() -> (3)") == "(d0) -> (), domain: d0 in [3, 3]");
  CHECK(text("(d0) -> (), domain: d0 in [4, 4]") == "() -> (4)");
  CHECK(text("(d0) -> (), domain: d0 in [4, 5]") == "none");
  CHECK(text("() -> ()") == "() -> ()");
  CHECK(text("(d0){rt0} -> (d0 * 2), domain: d0 in [0, 1], rt0 in [3, 1000000]") ==
        "(d0){rt0} -> ((d0 - 2) floordiv 3 + 1), domain: d0 in [0, 2], rt0 in [3, 1000000], "
        "d0 - ((d0 - 2) floordiv 3) * 2 in [2, 2]");
}

TEST_CASE("what is too much is said") {
  CHECK(state_of("(d0) -> (d0), domain: d0 in [0, 99]", 99) == inversion::too_many_points);
  CHECK(state_of("(d0) -> (d0), domain: d0 in [0, 99]", 100) == inversion::done);
  CHECK(state_of("(d0) -> (d0), domain: d0 in [0, 9999]") == inversion::too_many_points);
  CHECK(state_of("(d0) -> (d0 mod 40 * 25 + d0 floordiv 40), domain: d0 in [0, 999]") == inversion::done);
  CHECK(state_of("(d0) -> (d0 * 389 mod 1009), domain: d0 in [0, 999]") == inversion::too_large);
  CHECK(state_of<step_chains>("(d0) -> (d0 * 389 mod 1009), domain: d0 in [0, 999]") == inversion::done);
  CHECK(state_of<step_chains>("(d0) -> (d0 * 389 mod 2003), domain: d0 in [0, 1999]") == inversion::done);
  CHECK(state_of("(d0) -> (d0 * 1000000000000000, d0 mod 3 * 1000000), domain: d0 in [0, 100]") == inversion::done);
  for (const char* far : {"(d0) -> (d0 * 2000000000000000000), domain: d0 in [0, 3]",
                          "(d0) -> (d0 mod 2 * 3000000000000000000, d0 floordiv 2 * -9000000000000000000), "
                          "domain: d0 in [0, 3]"}) {
    CHECK(state_of(far) == inversion::too_large);
    CHECK(state_of<step_chains>(far) == inversion::done);
  }
  const char* twice = "(d0) -> (d0 floordiv 2 * 2000000000000000000), domain: d0 in [0, 7]";
  CHECK(state_of(twice) == inversion::too_large);
  CHECK(state_of<step_chains>(twice) == inversion::not_injective);
}

TEST_CASE("chains have room for so many points in no order") {
  mercator_test::random_numbers random(166);
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  for (const auto& [dims, size] : {std::pair{1, 1700}, {2, 32}, {3, 9}, {4, 5}}) {
    int done = 0;
    for (int k = 0; k < 9 && done == 0; ++k) {
      std::string names, box, results;
      for (int v = 0; v < dims; ++v) {
        names += (v == 0 ? "d" : ", d") + std::to_string(v);
        box += (v == 0 ? "d" : ", d") + std::to_string(v) + " in [0, " + std::to_string(size - 1) + "]";
      }
      for (int j = 0; j < 3; ++j) {
        results += j == 0 ? "(1" : ", (1";
        for (int v = 0; v < dims; ++v)
          results += " + d" + std::to_string(v) + " * " + n(3, 10007) + " mod 10007 * " + n(3, 997);
        results += ") mod 10009 mod " + n(300, 700);
      }
      const auto t = mercator_test::tree_of("(" + names + ") -> (" + results + "), domain: " + box);
      const tabulated<2048, true, step_chains> m(*t);
      if (m.state == inversion::not_injective) continue;
      REQUIRE(m.state == inversion::done);
      check_points(*m.inverse, mercator_test::turned(*t, dims), random);
      ++done;
    }
    CHECK(done > 0);
  }
}

TEST_CASE("results and runtime variables together are no more than a map may have variables") {
  const auto state = [](int results) {
    std::string text = "(d0){rt0";
    for (int v = 1; v < 30; ++v) text += ", rt" + std::to_string(v);
    text += "} -> (d0 * 5 mod 11";
    for (int k = 1; k < results; ++k) text += ", 3";
    text += "), domain: d0 in [0, 10]";
    for (int v = 0; v < 30; ++v) text += ", rt" + std::to_string(v) + " in [0, 0]";
    return state_of(text);
  };
  CHECK(state(mercator::symbolic::limits::variables - 30) == inversion::done);
  CHECK(state(mercator::symbolic::limits::variables - 29) == inversion::too_large);
}
