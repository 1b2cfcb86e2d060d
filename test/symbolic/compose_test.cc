#include "mercator/symbolic/compose.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::graph;
using mercator_test::point;

point part(const point& at, int from, int count) { return {at.begin() + from, at.begin() + from + count}; }

point joined(std::initializer_list<point> parts) {
  point out;
  for (const point& p : parts) out.insert(out.end(), p.begin(), p.end());
  return out;
}

/// second after first, point by point.
graph composed_graph(const map_tree& first, const map_tree& second) {
  graph out;
  mercator_test::for_each_pair(second, [&](const point& to, const point& results) {
    mercator_test::for_each_pair(first, [&](const point& at, const point& between) {
      if (between != part(to, 0, second.dims)) return;
      out.emplace(joined({part(at, 0, first.dims), part(to, second.dims, second.ranges),
                          part(at, first.dims, first.ranges), part(to, second.dims + second.ranges, second.runtimes),
                          part(at, first.dims + first.ranges, first.runtimes)}),
                  results);
    });
  });
  return out;
}

std::string composed_text(const std::string& first, const std::string& second) {
  form f(first), g(second), out;
  compose(f.m, g.m, out.m);
  return mercator_test::text_of(*mercator_test::simplified(out));
}

}  // namespace

TEST_CASE("composition is second after first, at every point") {
  mercator_test::random_maps::options options;
  options.max_points = 60;
  mercator_test::random_maps maps(91, options);
  mercator_test::random_numbers random(92);
  long long composed = 0, not_empty = 0, in_place = 0, constrained = 0;
  const long long cases = mercator_test::argument("cases", 2500);
  while (composed < cases) {
    const int between = random.between(0, 2);
    const auto first = mercator_test::tree_of(maps.next(random.between(0, 2), between));
    const auto second = mercator_test::tree_of(maps.next(between, random.between(0, 2)));
    if (!first || !second) continue;
    ++composed;
    const graph expected = composed_graph(*first, *second);
    form f(*first), g(*second), out;
    compose(f.m, g.m, out.m);
    REQUIRE(out.fits());
    REQUIRE(mercator_test::graph_of(out.m) == expected);
    REQUIRE(out.m.dims == first->dims);
    REQUIRE(out.m.ranges == first->ranges + second->ranges);
    REQUIRE(out.m.runtimes == first->runtimes + second->runtimes);
    REQUIRE(out.m.results == second->results);
    not_empty += !expected.empty();
    constrained += !out.m.known_empty && out.m.constraints > 0;
    if (second->ranges != 0 || second->runtimes != 0) continue;
    compose_onto(f.m, g.m);
    REQUIRE(mercator_test::graph_of(f.m) == expected);
    ++in_place;
  }
  CHECK(not_empty > cases / 10);
  CHECK(constrained > cases / 10);
  CHECK(in_place > cases / 10);
}

TEST_CASE("range and runtime variables are second's, then first's") {
  CHECK(composed_text("(d0)[s0]{rt0} -> (d0 * 100 + s0 * 10 + rt0), domain: d0 in [0, 1], s0 in [0, 2], rt0 in [0, 3]",
                      "(d0)[s0]{rt0} -> (d0, s0, rt0), domain: d0 in [0, 200], s0 in [0, 4], rt0 in [0, 5]") ==
        "(d0)[s0, s1]{rt0, rt1} -> (d0 * 100 + s1 * 10 + rt1, s0, rt0), domain: d0 in [0, 1], s0 in [0, 4], s1 "
        "in [0, 2], "
        "rt0 in [0, 5], rt1 in [0, 3]");
}

TEST_CASE("results of the first outside the box of the second are cut off") {
  CHECK(composed_text("(d0) -> (d0 * 2 - 3), domain: d0 in [0, 9]", "(d0) -> (d0), domain: d0 in [0, 5]") ==
        "(d0) -> (d0 * 2 - 3), domain: d0 in [2, 4]");
  CHECK(composed_text("(d0) -> (d0 + 10), domain: d0 in [0, 9]", "(d0) -> (d0), domain: d0 in [0, 5]") ==
        "(d0) -> (0), domain: KNOWN EMPTY");
}

TEST_CASE("a composition with what is empty is empty, with the counts of both") {
  CHECK(composed_text("(d0)[s0] -> (d0 + s0), domain: KNOWN EMPTY",
                      "(d0)[s0] -> (d0, s0), domain: d0 in [0, 5], s0 in [0, 1]") ==
        "(d0)[s0, s1] -> (0, 0), domain: KNOWN EMPTY");
  CHECK(composed_text("(d0) -> (d0), domain: d0 in [0, 5]", "(d0) -> (d0, 3), domain: d0 in [3, 2]") ==
        "(d0) -> (0, 0), domain: KNOWN EMPTY");
}

TEST_CASE("what does not fit is said") {
  form f("(d0) -> (d0 * 4611686018427387903), domain: d0 in [0, 2]");
  form g("(d0) -> (d0 * 9), domain: d0 in [0, 99]"), out;
  compose(f.m, g.m, out.m);
  CHECK(out.p.overflow);
}
