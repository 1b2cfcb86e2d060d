#include "mercator/symbolic/inverse.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/solve_quotients.hpp"
#include "test/arguments.hpp"
#include "test/support/chains.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::graph;
using mercator_test::point;
using mercator_test::turned;

i64 points(const map_form& m) {
  i64 n = 1;
  for (int v = 0; v < m.variables(); ++v) n = saturating_mul(n, m.p.range(v).count());
  return n;
}

/// Maps that are often injective, or nearly: digits, affine combinations, permutations, unused variables.
std::string nearly_injective(mercator_test::random_numbers& random) {
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  const std::string domain = "), domain: d0 in [" + n(-2, 1) + ", " + n(2, 6) + "], d1 in [0, " + n(0, 7) +
                             "], s0 in [" + n(-1, 0) + ", " + n(1, 5) + "], rt0 in [0, " + n(0, 2) + "]";
  const std::string sum = "d0 * " + n(1, 9) + " + d1 * " + n(-3, 3), both = "d0 * 7 + d1";
  const std::string first =
      random.one_of<std::string>({"d0 + rt0", "d0 * -2", sum, sum + " - s0", both, "(" + both + ") floordiv 4",
                                  "d0 - d1", "d0 * " + n(1, 9) + " + s0"});
  const std::string second = random.one_of<std::string>(
      {"d1", "-d1 + rt0 * 2", "(" + both + ") mod 4", "d0 + d1", "d1 * 6 + s0", "d1 mod 3", "d1 floordiv 2"});
  const std::string third =
      random.one_of<std::string>({"s0", "s0 * 3 - 1", "d1 mod 2", "d1 floordiv 3", "d0 + s0", "5"});
  const std::string constraint = random.one_in(3) ? ", d0 * 2 + d1 in [" + n(-2, 3) + ", " + n(4, 12) + "]" : "";
  return "(d0, d1)[s0]{rt0} -> (" + first + ", " + second + ", " + third + domain + constraint;
}

/// The inverse of a map, and its canonical form, have the points of the map, turned.
template <class Equations = equations>
void check_inverse(const std::string& text, const solving_budget& budget = {}) {
  CAPTURE(text);
  const auto t = mercator_test::tree_of(text);
  form f(*t), out;
  REQUIRE(inverse<Equations>(f.m, out.m, budget));
  CHECK(mercator_test::graph_of(out.m) == turned(*t, t->dims));
  const auto simple = mercator_test::simplified(out);
  REQUIRE(simple);
  CHECK(mercator_test::graph_of(*simple) == turned(*t, t->dims));
}

std::string inverse_text(const std::string& text) {
  form f(text), out;
  return inverse(f.m, out.m) ? mercator_test::text_of(*mercator_test::simplified(out)) : "no inverse";
}

std::string converse_text(const std::string& text) {
  form f(text), out;
  return converse(f.m, out.m) ? mercator_test::text_of(*mercator_test::simplified(out)) : "no converse";
}

}  // namespace

TEST_CASE("an inverse has the results' points, each with the variables that it comes from") {
  mercator_test::random_numbers random(121);
  const long long cases = mercator_test::argument("cases", 2000);
  long long inverted = 0, injective = 0;
  for (long long k = 0; k < cases; ++k) {
    const auto t = mercator_test::tree_of(nearly_injective(random));
    REQUIRE(t);
    form f(*t), out;
    const bool done = inverse(f.m, out.m);
    const graph expected = turned(*t, t->dims + t->ranges);
    const bool is_injective = expected.size() == mercator_test::graph_of(*t).size();
    std::set<point> images;
    for (const auto& [image, variables] : expected) images.insert(image);
    injective += images.size() == expected.size();
    if (!done || !f.fits() || !out.fits() || points(out.m) > 50000) continue;
    ++inverted;
    REQUIRE(is_injective);
    REQUIRE(mercator_test::graph_of(out.m) == expected);
  }
  CHECK(inverted > cases / 10);
  CHECK(inverted * 10 > injective * 9);
}

TEST_CASE("a converse is the relation turned round") {
  mercator_test::random_numbers random(122);
  const long long cases = mercator_test::argument("cases", 2000);
  long long done = 0;
  for (long long k = 0; k < cases; ++k) {
    const auto t = mercator_test::tree_of(nearly_injective(random));
    form f(*t), out;
    if (!converse(f.m, out.m) || !f.fits() || !out.fits() || points(out.m) > 50000) continue;
    ++done;
    graph expected;
    for (const auto& [at, results] : turned(*t, t->dims)) expected.emplace(at, results);
    REQUIRE(mercator_test::relation_of(out.m) == expected);
    REQUIRE(out.m.dims == t->results);
    REQUIRE(out.m.results == t->dims);
    REQUIRE(out.m.runtimes == t->runtimes);
  }
  CHECK(done > cases / 3);
}

TEST_CASE("any map's converse, where there is one, is the relation turned round") {
  mercator_test::random_maps::options options;
  options.max_depth = 1;
  options.max_points = 200;
  mercator_test::random_maps maps(123, options);
  const long long cases = mercator_test::argument("cases", 2000);
  long long done = 0, inverted = 0;
  mercator_test::for_random_maps(maps, cases, [&](const map_tree& t) {
    form f(t), g(t), relation, function;
    if (converse(f.m, relation.m) && f.fits() && relation.fits() && points(relation.m) < 50000) {
      ++done;
      REQUIRE(mercator_test::relation_of(relation.m) == turned(t, t.dims));
    }
    if (inverse(g.m, function.m) && g.fits() && function.fits() && points(function.m) < 50000) {
      ++inverted;
      REQUIRE(mercator_test::graph_of(function.m) == turned(t, t.dims + t.ranges));
    }
  });
  CHECK(done > cases / 4);
  CHECK(inverted > cases / 2);
}

TEST_CASE("a remainder that does not fit is not taken for a known one") {
  const auto t = mercator_test::tree_of(
      "(d0, d1, d2) -> ((d0 * 3 + d2 * 6) floordiv 7, d1), domain: d0 in [0, 1], d1 in [0, 1], d2 in [-6, 0], "
      "d0 * 9223372036854775806 - d1 * 9223372036854775800 + d2 in [0, 0]");
  form f(*t), out;
  if (converse(f.m, out.m) && f.fits() && out.fits()) CHECK(mercator_test::relation_of(out.m) == turned(*t, t->dims));
}

TEST_CASE("inverses by residues, by quotients that grow, and by what constraints say") {
  CHECK(inverse_text("(d0) -> ((d0 * 7) mod 16), domain: d0 in [0, 15]") ==
        "(d0) -> ((d0 * 7) mod 16), domain: d0 in [0, 15]");
  CHECK(inverse_text("(d0) -> (d0 mod 3, d0 mod 4), domain: d0 in [0, 11]") ==
        "(d0, d1) -> (d0 + ((d0 - d1) mod 4) * 3), domain: d0 in [0, 2], d1 in [0, 3]");
  CHECK(inverse_text("(d0, d1) -> ((d0 + d1) mod 8, d1), domain: d0 in [0, 7], d1 in [0, 3]") ==
        "(d0, d1) -> ((d0 - d1) mod 8, d1), domain: d0 in [0, 7], d1 in [0, 3]");
  CHECK(inverse_text("(d0) -> (d0 floordiv 4, d0 mod 8), domain: d0 in [0, 63]") ==
        "(d0, d1) -> (d1 + (d0 floordiv 2) * 8), domain: d0 in [0, 15], d1 in [0, 7], d0 mod 2 - d1 floordiv 4 "
        "in "
        "[0, 0]");
  CHECK(inverse_text("(d0) -> (d0 floordiv 4), domain: d0 in [0, 40], d0 mod 4 in [1, 1]") ==
        "(d0) -> (d0 * 4 + 1), domain: d0 in [0, 9]");
  CHECK(inverse_text("(d0) -> (d0 * 3 + 1), domain: d0 in [0, 9]") ==
        "(d0) -> ((d0 - 1) floordiv 3), domain: d0 in [1, 28], d0 mod 3 in [1, 1]");
  for (const char* text : {"(d0, d1) -> (d0 * 3 + d1 * 2), domain: d0 in [0, 4], d1 in [0, 2]",
                           "(d0) -> ((d0 * 5) floordiv 3), domain: d0 in [-4, 9]",
                           "(d0) -> (d0 floordiv 2, d0 mod 3), domain: d0 in [0, 5]",
                           "(d0, d1) -> (d0 * 7 + d1, d1 floordiv 2), domain: d0 in [0, 5], d1 in [0, 7]",
                           "(d0, d1) -> (d0 + (d0 * 3 + d1) floordiv 4, d1), domain: d0 in [-6, 6], d1 in [0, 3]",
                           "(d0, d1) -> (d0 - (d0 * -3 + d1) floordiv 4, d1), domain: d0 in [-6, 6], d1 in [0, 3]"})
    check_inverse(text);
}

TEST_CASE("nearly every injective map that is put together from common steps has an inverse") {
  const long long cases = mercator_test::argument("cases", 1500);
  for (const i64 max_points : {i64{200}, i64{2000}}) {
    mercator_test::random_chains chains(125, max_points);
    long long injective = 0, inverted = 0;
    while (injective < cases) {
      const auto t = mercator_test::tree_of(chains.next());
      REQUIRE(t);
      const graph expected = turned(*t, t->dims);
      std::set<point> images;
      for (const auto& [image, variables] : expected) images.insert(image);
      const bool is_injective = images.size() == expected.size();
      injective += is_injective;
      form f(*t), out;
      if (!inverse(f.m, out.m) || !f.fits() || !out.fits() || points(out.m) > 200000) continue;
      REQUIRE(is_injective);
      REQUIRE(mercator_test::graph_of(out.m) == expected);
      ++inverted;
    }
    CHECK(inverted * 100 > injective * 98);
  }
}

TEST_CASE("inverses of padded rows, folded halves, sums that a box keeps apart, and permuted residues") {
  for (const char* text :
       {"(d0) -> (d0 + d0 floordiv 32), domain: d0 in [0, 1023]",
        "(d0) -> (d0 + (d0 floordiv 9) * 2), domain: d0 in [0, 1023]",
        "(d0, d1) -> (((d0 * 12 + d1) * 9) mod 95), domain: d0 in [0, 6], d1 in [0, 8]",
        "(d0) -> (max(d0, 2) * 3 + min(d0, 2)), domain: d0 in [0, 11]",
        "(d0, d1, d2) -> (d0 * 3 + d1 * 5 + d2 * 7), domain: d0 in [0, 1], d1 in [0, 1], d2 in [0, 1]",
        "(d0) -> ((d0 * 9 mod 14) * 7 mod 17), domain: d0 in [0, 12]",
        "(d0, d1) -> (d0 * 13 + (d0 + d1) mod 12), domain: d0 in [0, 99], d1 in [0, 11]",
        "(d0) -> (max(d0, 174) * 175 - min(d0, 174)), domain: d0 in [0, 199]"})
    check_inverse(text);
}

TEST_CASE("sums of several variables in a quotient are determined where their factor is not below the divisor") {
  mercator_test::random_numbers random(126);
  const auto n = [&](i64 lo, i64 hi) { return random.in(lo, hi); };
  for (long long k = mercator_test::argument("cases", 300); k > 0; --k) {
    const i64 c = n(2, 7), inner = n(1, 5), factor = n(c, 12) * (random.one_in(4) ? -1 : 1), lo = n(-4, 2);
    const auto text = [](i64 x) { return "(" + std::to_string(x) + ")"; };
    check_inverse<quotient_equations>(
        "(d0, d1, d2) -> (((d0 * " + text(inner) + " + d1) * " + text(factor) + " + d2 * " + text(n(-3, 3)) + " + " +
            text(n(-9, 9)) + ") floordiv " + text(c) + ", d2), domain: d0 in " + "[" + std::to_string(lo) + ", " +
            std::to_string(lo + n(0, 5)) + "], d1 in [0, " + std::to_string(inner - 1) + "], d2 in [" +
            std::to_string(n(-3, 0)) + ", " + std::to_string(n(0, 3)) + "]",
        {.points = 1});
  }
}

TEST_CASE("inverses of operations' maps") {
  CHECK(inverse_text("(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]") ==
        "(d0, d1) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 3]");
  CHECK(inverse_text("(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]") ==
        "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]");
  CHECK(inverse_text("(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]") ==
        "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]");
  CHECK(inverse_text("(d0) -> (-d0 + 9), domain: d0 in [0, 9]") == "(d0) -> (-d0 + 9), domain: d0 in [0, 9]");
  CHECK(inverse_text("(d0)[s0] -> (d0, s0), domain: d0 in [0, 4], s0 in [0, 2]") ==
        "(d0, d1) -> (d0, d1), domain: d0 in [0, 4], d1 in [0, 2]");
  CHECK(inverse_text("(d0) -> (d0 floordiv 2), domain: d0 in [0, 4]") == "no inverse");
  CHECK(inverse_text("(d0, d1) -> (d0), domain: d0 in [0, 4], d1 in [0, 1]") == "no inverse");
  CHECK(inverse_text("(d0) -> (d0, 3), domain: d0 in [0, -1]") == "(d0, d1) -> (0), domain: KNOWN EMPTY");
}

TEST_CASE("converses of operations' maps") {
  CHECK(converse_text("(d0, d1) -> (d1), domain: d0 in [0, 4], d1 in [0, 7]") ==
        "(d0)[s0] -> (s0, d0), domain: d0 in [0, 7], s0 in [0, 4]");
  CHECK(converse_text("(d0)[s0] -> (d0, s0), domain: d0 in [0, 4], s0 in [0, 7]") ==
        "(d0, d1) -> (d0), domain: d0 in [0, 4], d1 in [0, 7]");
  CHECK(converse_text("(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 4], s0 in [0, 1]") ==
        "(d0) -> (d0 floordiv 2), domain: d0 in [0, 9]");
}

TEST_CASE("unused range variables go, and the relation stays") {
  mercator_test::random_maps maps(124);
  long long dropped = 0;
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", 2000), [&](const map_tree& t) {
    form f(t), out;
    if (!f.fits()) return;
    drop_unused(f.m, out.m);
    REQUIRE(out.fits());
    REQUIRE(mercator_test::relation_of(out.m) == mercator_test::relation_of(t));
    REQUIRE(out.m.dims == t.dims);
    REQUIRE(out.m.runtimes == t.runtimes);
    dropped += t.ranges - out.m.ranges;
    if (out.m.known_empty) return;
    bool used[limits::variables] = {};
    for (int i = 0; i < out.m.results; ++i) mark_atoms(out.p, out.m.result[i], used);
    for (int i = 0; i < out.m.constraints; ++i) mark_atoms(out.p, out.m.constraint[i], used);
    for (int v = t.dims; v < t.dims + out.m.ranges; ++v) REQUIRE(used[v]);
  });
  CHECK(dropped > 150);
}
