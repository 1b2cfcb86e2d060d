#include "mercator/symbolic/constraints.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::point;
using mercator_test::random_numbers;
using mercator_test::wide;

/// The domain of a map of these variables and constraints, as it is printed.
std::string domain(const std::string& variables, const std::string& items) {
  const std::string text = mercator_test::simplified_text(variables + " -> (), domain: " + items);
  return text.substr(text.find("domain: ") + 8);
}

bool is_solution(congruence c, i64 x) { return c.modulus != 0 && floor_mod(x - c.residue, c.modulus) == 0; }

}  // namespace

TEST_CASE("a congruence is solved, or said to have no solution") {
  for (i64 m = 1; m <= 24; ++m)
    for (i64 a = -30; a <= 30; ++a)
      for (i64 b = -30; b <= 30; ++b) {
        const congruence c = constraints::solve(a, b, m);
        for (i64 x = 0; x < m; ++x) REQUIRE(is_solution(c, x) == (floor_mod(a * x - b, m) == 0));
      }
}

TEST_CASE("large congruences are solved too") {
  random_numbers random(61);
  int solved = 0;
  for (int k = 0; k < 20000; ++k) {
    const i64 m = 1 + magnitude(random.of_any_size(i64_max - 1)), a = random.of_any_size(i64_max);
    const wide x = random.in(0, m - 1);
    const i64 b = static_cast<i64>(a * x % m);
    const congruence c = constraints::solve(a, b, m);
    REQUIRE(c.modulus > 0);
    REQUIRE((0 <= c.residue && c.residue < c.modulus));
    REQUIRE((x - c.residue) % c.modulus == 0);
    REQUIRE((a * wide{c.residue} - b) % m == 0);
    REQUIRE(a % m * wide{c.modulus} % m == 0);
    solved += c.modulus > 1;
  }
  CHECK(solved > 10000);
}

TEST_CASE("two congruences are merged, or said to contradict each other") {
  for (i64 m = 1; m <= 12; ++m)
    for (i64 n = 1; n <= 12; ++n)
      for (i64 r = 0; r < m; ++r)
        for (i64 s = 0; s < n; ++s) {
          const congruence both = constraints::merge({m, r}, {n, s});
          for (i64 x = -20; x <= 150; ++x)
            REQUIRE(is_solution(both, x) == (floor_mod(x - r, m) == 0 && floor_mod(x - s, n) == 0));
        }
  const i64 large = (i64{1} << 40) + 1;
  const congruence kept = constraints::merge({large, 5}, {large - 2, 7});
  CHECK(kept.modulus == large);
  CHECK(kept.residue == 5);
}

TEST_CASE("large congruences are merged, or the first is kept") {
  random_numbers random(62);
  int merged = 0;
  for (int k = 0; k < 20000; ++k) {
    const i64 limit = i64{1} << random.below(62), x = random.of_any_size(limit);
    const i64 m = 1 + magnitude(random.of_any_size(limit)), n = 1 + magnitude(random.of_any_size(limit));
    const congruence both = constraints::merge({m, floor_mod(x, m)}, {n, floor_mod(x, n)});
    REQUIRE(both.modulus % m == 0);
    REQUIRE(is_solution(both, x));
    merged += both.modulus != m;
  }
  CHECK(merged > 5000);
}

TEST_CASE("the domain stays the set of points that it was") {
  mercator_test::random_maps maps(63);
  int constrained = 0, emptied = 0, tightened = 0, dropped = 0;
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", 4000), [&](const map_tree& t) {
    if (t.constraints == 0) return;
    form f(t);
    if (!f.fits()) return;
    const mercator_test::intervals before = mercator_test::box_of(f.m);
    const mercator_test::graph original = mercator_test::graph_of(t);
    const bool any = simplify_domain(f.m);
    if (!f.fits()) return;
    REQUIRE(any == !f.m.known_empty);
    REQUIRE(mercator_test::graph_of(f.m) == original);
    ++constrained;
    emptied += !any;
    tightened += any && !(mercator_test::box_of(f.m) == before);
    dropped += any && f.m.constraints < t.constraints;
  });
  CHECK(constrained > 1000);
  CHECK(emptied > 100);
  CHECK(tightened > 200);
  CHECK(dropped > 300);
}

TEST_CASE("a constraint that stays excludes a point of the box") {
  mercator_test::random_maps maps(64);
  int needless = 0, needed = 0;
  mercator_test::for_random_maps(maps, 3000, [&](const map_tree& t) {
    form f(t);
    if (t.constraints == 0 || !f.fits() || !simplify_domain(f.m)) return;
    const mercator_test::graph all = mercator_test::graph_of(f.m);
    for (int i = 0; i < f.m.constraints; ++i) {
      form without(t);
      simplify_domain(without.m);
      constraints::remove(without.m, i);
      (mercator_test::graph_of(without.m) == all ? needless : needed) += 1;
    }
  });
  CHECK(needed > 200);
  CHECK(needless * 10 < needed);
}

TEST_CASE("constants, factors and divisors go to the interval, and the box becomes tight") {
  CHECK(domain("(d0)[s0]", "d0 in [0, 50], s0 in [0, 30], (d0 + s0) * 4 + 3 in [7, 43]") ==
        "d0 in [0, 10], s0 in [0, 10], d0 + s0 in [1, 10]");
  CHECK(domain("(d0)", "d0 in [0, 99], d0 * 3 - 1 in [10, 20]") == "d0 in [4, 7]");
  CHECK(domain("(d0)", "d0 in [0, 99], -d0 * 3 in [-20, -10]") == "d0 in [4, 6]");
  CHECK(domain("(d0)", "d0 in [0, 99], d0 floordiv 8 in [2, 3]") == "d0 in [16, 31]");
  CHECK(domain("(d0)", "d0 in [-99, 99], d0 floordiv -8 in [2, 3]") == "d0 in [-31, -16]");
  CHECK(domain("(d0)", "d0 in [0, 99], d0 ceildiv 8 in [2, 3]") == "d0 in [9, 24]");
  CHECK(domain("(d0)", "d0 in [0, 9], min(d0, 5) in [2, 4]") == "d0 in [2, 4]");
  CHECK(domain("(d0)", "d0 in [0, 9], min(d0, 5) in [5, 7]") == "d0 in [5, 9]");
  CHECK(domain("(d0)", "d0 in [0, 9], max(d0, 3) in [0, 6]") == "d0 in [0, 6]");
  CHECK(domain("(d0, d1)", "d0 in [0, 9], d1 in [0, 9], max(d0, d1) in [0, 4]") == "d0 in [0, 4], d1 in [0, 4]");
  CHECK(domain("(d0, d1)", "d0 in [0, 9], d1 in [0, 9], d0 + d1 in [18, 30]") == "d0 in [9, 9], d1 in [9, 9]");
  CHECK(domain("(d0, d1)", "d0 in [0, 9], d1 in [0, 9], d0 - d1 in [9, 9]") == "d0 in [9, 9], d1 in [0, 0]");
}

TEST_CASE("a sum beside a quotient goes into it") {
  CHECK(domain("(d0)[s0]", "d0 in [0, 99], s0 in [0, 99], d0 + s0 floordiv 3 in [2, 7]") ==
        "d0 in [0, 7], s0 in [0, 23], d0 * 3 + s0 in [6, 23]");
  CHECK(domain("(d0)[s0]", "d0 in [0, 99], s0 in [0, 99], d0 - (s0 * 2) floordiv 5 in [-1, 0]") ==
        "d0 in [0, 39], s0 in [0, 99], d0 * 5 - s0 * 2 in [-9, 0]");
  // 11 * (d0 + s0) in [26, 31]
  CHECK(domain("(d0)[s0]",
               "d0 in [-1000003, 1000003], s0 in [-1000003, 1000003], "
               "((d0 + s0) * 11 - 26) floordiv 6 in [0, 0]") == "KNOWN EMPTY");
  random_numbers random(68);
  int taken = 0;
  for (int k = 0; k < 2000; ++k) {
    const i64 c = random.in(2, 9), x = random.in(-9, 9), y = random.in(-9, 9), sign = random.one_in(2) ? 1 : -1;
    mercator::symbolic::pool p;
    for (int v = 0; v < 2; ++v) p.add_variable({-9, 9});
    const int whole = p.add(p.single(0, x == 0 ? 1 : x), p.single(1, y == 0 ? 1 : y));
    const int written = p.add(whole, floordiv(p, p.add(p.single(0), p.single(1, random.in(1, c))), c), sign);
    const interval written_range{random.in(-20, 0), random.in(0, 20)};
    int line = written;
    interval range = written_range;
    if (!constraints::take_into_numerator(p, line, range)) continue;
    ++taken;
    for (i64 a = -9; a <= 9; ++a)
      for (i64 b = -9; b <= 9; ++b) {
        const point at{a, b};
        REQUIRE(range.contains(static_cast<i64>(mercator_test::value(p, line, at))) ==
                written_range.contains(static_cast<i64>(mercator_test::value(p, written, at))));
      }
  }
  CHECK(taken > 1000);
}

TEST_CASE("what quotients are made of tightens the box, and no point is lost") {
  random_numbers random(65);
  int tightened = 0, emptied = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto t = std::make_unique<form>();
    pool& p = t->p;
    t->m.add_dimension({0, random.in(1, 400)});
    t->m.add_dimension({random.in(-9, 0), random.in(0, 9)});
    const mercator_test::intervals box = mercator_test::box_of(t->m);
    int line = mercator_test::random_small_line(p, random);
    for (int i = random.between(1, 2); i > 0; --i)
      line = p.add(line, floor_divide(p, mercator_test::random_small_line(p, random), random.in(2, 9)),
                   random.one_of<i64>({-12, -5, -1, 1, 3, 7, 10}));
    const i64 lo = random.in(-60, 60);
    const interval target{lo, lo + random.in(0, 20)};
    p.tighten_steps = 2000;
    constraints::tighten_definitions(p, line, target);
    const mercator_test::intervals after = mercator_test::box_of(t->m);
    mercator_test::for_each_point(box, [&](const point& at) {
      const wide x = mercator_test::value(p, line, at);
      if (x < target.lo || x > target.hi) return;
      for (std::size_t v = 0; v < at.size(); ++v) REQUIRE(after[v].contains(at[v]));
    });
    REQUIRE_FALSE(p.full);
    tightened += !(after == box);
    emptied += after[0].empty();
  }
  CHECK(tightened > 500);
  CHECK(emptied > 10);
  CHECK(domain("(d0, d1)",
               "d0 in [0, 99999], d1 in [-1, 0], d1 * 8189 - d0 * 13 - ((d0 + d1) * 3 mod 5) * 1024 in "
               "[-9215, -4096]")
            .substr(0, 14) == "d0 in [0, 708]");
  CHECK(domain("(d0, d1)", "d0 in [0, 99999], d1 in [0, 99999], (d0 - d1) * 16 + d0 mod 6 in [-5, -5]") ==
        "KNOWN EMPTY");
}

TEST_CASE("residues trim the ends of the box") {
  CHECK(domain("(d0)", "d0 in [0, 30], d0 mod 8 in [3, 3]") == "d0 in [3, 27], d0 mod 8 in [3, 3]");
  CHECK(domain("(d0)", "d0 in [-30, 0], d0 mod -8 in [-3, -3]").substr(0, 15) == "d0 in [-27, -3]");
  CHECK(domain("(d0)", "d0 in [0, 7], d0 mod 8 in [3, 3]") == "d0 in [3, 3]");
  CHECK(domain("(d0)", "d0 in [0, 100], d0 mod 4 in [3, 3], d0 mod 9 in [5, 5]").substr(0, 14) == "d0 in [23, 95]");
}

TEST_CASE("what is always true goes, and the same twice is once") {
  CHECK(domain("(d0)", "d0 in [0, 9], d0 mod 4 in [0, 3]") == "d0 in [0, 9]");
  CHECK(domain("(d0, d1)", "d0 in [0, 9], d1 in [0, 9], d0 + d1 in [0, 18]") == "d0 in [0, 9], d1 in [0, 9]");
  CHECK(domain("(d0, d1)",
               "d0 in [0, 9], d1 in [0, 9], d0 + d1 in [0, 9], d1 + d0 in [1, 17], d0 * 2 + d1 * 2 in [0, 18]") ==
        "d0 in [0, 9], d1 in [0, 9], d0 + d1 in [1, 9]");
}

TEST_CASE("contradictions are known to be empty") {
  for (const char* items :
       {"d0 in [0, -1]", "d0 in [0, 9], d0 in [10, 12]", "d0 in [0, 9], d0 * 2 in [5, 5]",
        "d0 in [0, 9], d0 mod 4 in [1, 1], d0 mod 4 in [2, 2]", "d0 in [0, 99], d0 mod 4 in [1, 1], d0 mod 6 in [2, 2]",
        "d0 in [0, 9], d0 mod 4 in [4, 7]", "d0 in [0, 9], d0 mod 4 in [-3, -1]", "d0 in [0, 9], d0 mod -4 in [1, 3]",
        "d0 in [-9, -1], d0 floordiv -4 in [-9, -1]", "d0 in [0, 9], 3 in [4, 5]", "d0 in [0, 9], min(d0, 5) in [6, 9]",
        "d0 in [0, 9], max(d0, 5) in [0, 4]", "d0 in [0, 9], d0 - d0 in [1, 9]", "d0 in [0, 9], d0 in [5, 4]"})
    CHECK_MESSAGE(domain("(d0)", items) == "KNOWN EMPTY", items);
}

TEST_CASE("what becomes impossible in the last round of propagation is known to be empty") {
  form f(
      "(d0, d1) -> (), domain: d0 in [0, 84], d1 in [0, 84], d1 - d0 in [1, 84], "
      "d0 floordiv 5 - d1 floordiv 5 in [1, 16]");
  CHECK_FALSE(simplify_domain(f.m));
  CHECK(f.m.known_empty);
  random_numbers random(67);
  int empty = 0;
  for (int k = 0; k < 400; ++k) {
    const i64 n = random.in(20, 90), c = random.in(2, 7), at_least = random.in(1, 3);
    const std::string text = "(d0, d1) -> (), domain: d0 in [0, " + std::to_string(n) + "], d1 in [0, " +
                             std::to_string(n) + "], d1 - d0 in [" + std::to_string(random.in(-2, 2)) + ", " +
                             std::to_string(n) + "], d0 floordiv " + std::to_string(c) + " - d1 floordiv " +
                             std::to_string(c) + " in [" + std::to_string(at_least) + ", " + std::to_string(n) + "]";
    CAPTURE(text);
    form g(text);
    const bool some = simplify_domain(g.m), points = !mercator_test::graph_of(*mercator_test::tree_of(text)).empty();
    if (points) REQUIRE(some);
    for (int i = 0; i < g.m.constraints && some; ++i) REQUIRE_FALSE(g.p.is_constant(g.m.constraint[i]));
    empty += !some;
  }
  CHECK(empty > 50);
}

TEST_CASE("facts that contradict each other leave no constraint satisfied") {
  form f("(d0, d1) -> (), domain: d0 in [0, 9], d1 in [0, 9], d0 * 3 - d1 * 2 in [4, 5]");
  f.p.assume(f.m.constraint[0], {-9, -1});
  CHECK_FALSE(simplify_domain(f.m));
}

TEST_CASE("huge boxes neither overflow nor hang") {
  CHECK(domain("(d0)", "d0 in [0, 4611686018427387904], d0 floordiv 4294967296 in [3, 3]") ==
        "d0 in [12884901888, 17179869183]");
  CHECK(domain("(d0)", "d0 in [-4611686018427387904, 4611686018427387904], d0 mod 4294967296 in [5, 5]") ==
        "d0 in [-4611686018427387899, 4611686014132420613], d0 mod 4294967296 in [5, 5]");
  CHECK(domain("(d0, d1)", "d0 in [0, 4611686018427387904], d1 in [0, 4611686018427387902], d0 + d1 in [0, 7]") ==
        "d0 in [0, 7], d1 in [0, 7], d0 + d1 in [0, 7]");
}

TEST_CASE("constraints with many extrema are simplified in reasonable time") {
  std::string sum = "d0";
  for (int k = 1; k <= 24; ++k) sum += " + max(d0 - " + std::to_string(k * 3) + ", 0) * " + std::to_string(k);
  CHECK(domain("(d0)", "d0 in [0, 100000], " + sum + " in [0, 4]") == "d0 in [0, 3]");
}

TEST_CASE("an empty interval empties the domain, whatever it is of") {
  CHECK(domain("(d0)", "d0 in [5, 10], max(d0 - 6917529027641081856, 9223372036854775806) in [5, 4]") == "KNOWN EMPTY");
  CHECK(
      domain("(d0)", "d0 in [5, 9223372036854775806], min(d0 - 9223372036854775805, 9223372036854775806) in [9, 1]") ==
      "KNOWN EMPTY");
}
