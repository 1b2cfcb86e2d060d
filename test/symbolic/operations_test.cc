#include "mercator/symbolic/operations.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::graph;
using mercator_test::graph_of;
using mercator_test::point;
using mercator_test::relation_of;
using mercator_test::tree_of;

const long long cases = 2000;

std::string rescaled_text(const std::string& text) {
  form f(text), out;
  rescale_ranges(f.m, out.m);
  return mercator_test::text_of(*mercator_test::simplified(out));
}

}  // namespace

TEST_CASE("ranges become dimensions and dimensions ranges; the points stay") {
  mercator_test::random_maps maps(151);
  mercator_test::random_numbers random(152);
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", cases), [&](const map_tree& t) {
    form f(t);
    const graph before = graph_of(f.m);
    ranges_to_dimensions(f.m);
    REQUIRE(f.m.dims == t.dims + t.ranges);
    REQUIRE(f.m.ranges == 0);
    REQUIRE(graph_of(f.m) == before);
    const int count = random.below(f.m.dims + 1);
    dimensions_to_ranges(f.m, count);
    REQUIRE(f.m.dims == t.dims + t.ranges - count);
    REQUIRE(f.m.ranges == count);
    REQUIRE(f.m.runtimes == t.runtimes);
    REQUIRE(graph_of(f.m) == before);
  });
}

TEST_CASE("results are selected in the given order, the same one twice too") {
  mercator_test::random_maps maps(153);
  mercator_test::random_numbers random(154);
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", cases), [&](const map_tree& t) {
    form f(t);
    int number[4];
    const int count = t.results == 0 ? 0 : random.below(5);
    for (int i = 0; i < count; ++i) number[i] = random.below(t.results);
    graph expected;
    for (const auto& [at, results] : graph_of(f.m)) {
      point selected;
      for (int i = 0; i < count; ++i) selected.push_back(results[static_cast<std::size_t>(number[i])]);
      expected.emplace(at, selected);
    }
    select_results(f.m, number, count);
    REQUIRE(graph_of(f.m) == expected);
  });
}

TEST_CASE("results side by side, on the points of both domains") {
  mercator_test::random_maps maps(155);
  long long both = 0, pairs = 0;
  std::unique_ptr<map_tree> last;
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", 3 * cases), [&](const map_tree& t) {
    const auto other = std::move(last);
    last = std::make_unique<map_tree>(t);
    if (!other || other->dims != t.dims || other->ranges != t.ranges || other->runtimes != t.runtimes) return;
    ++pairs;
    form f(t), g(*other);
    graph expected;
    const graph ours = graph_of(t);
    for (const auto& [at, results] : graph_of(*other)) {
      const auto found = ours.lower_bound({at, {}});
      if (found == ours.end() || found->first != at) continue;
      point joined = found->second;
      joined.insert(joined.end(), results.begin(), results.end());
      expected.emplace(at, joined);
    }
    append_results(f.m, g.m);
    REQUIRE(f.fits());
    REQUIRE(f.m.results == t.results + other->results);
    REQUIRE(graph_of(f.m) == expected);
    both += !expected.empty();
  });
  CHECK(pairs > 200);
  CHECK(both > 100);
}

TEST_CASE("rescaled ranges leave the relation what it is") {
  mercator_test::random_numbers random(156);
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  long long rescaled = 0;
  for (long long k = 0; k < mercator_test::argument("cases", cases); ++k) {
    const std::string divisor = n(2, 6), residue = n(-1, 5);
    const std::string line = random.one_of<std::string>(
        {"s0", "s0 * " + n(-4, 4), "s0 + " + n(-9, 9), "s1 * 2 + 1", "s0 + s1", "d0 + s0", "s0 floordiv 2"});
    const auto t = tree_of("(d0)[s0, s1]{rt0} -> (d0 * 3 + s0, s1 - rt0), domain: d0 in [0, 2], s0 in [" + n(-9, 0) +
                           ", " + n(1, 20) + "], s1 in [0, " + n(0, 9) + "], rt0 in [0, 1], (" + line + ") mod " +
                           divisor + " in [" + residue + ", " + residue + "]");
    REQUIRE(t);
    form f(*t), out;
    rescale_ranges(f.m, out.m);
    REQUIRE(out.fits());
    REQUIRE(relation_of(out.m) == relation_of(*t));
    rescaled += !out.m.known_empty && mercator_test::graph_of(out.m) != mercator_test::graph_of(*t);
  }
  CHECK(rescaled > 300);
}

TEST_CASE("any map may be rescaled") {
  mercator_test::random_maps maps(157);
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", cases), [&](const map_tree& t) {
    form f(t), out;
    rescale_ranges(f.m, out.m);
    REQUIRE(out.fits());
    REQUIRE(relation_of(out.m) == relation_of(t));
  });
}

TEST_CASE("the constraint that a range was rescaled by is gone") {
  CHECK(rescaled_text("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 3], s0 in [0, 20], s0 mod 4 in [3, 3]") ==
        "(d0)[s0] -> (d0 + s0 * 4 + 3), domain: d0 in [0, 3], s0 in [0, 4]");
  CHECK(rescaled_text("(d0)[s0] -> (s0 floordiv 2), domain: d0 in [0, 3], s0 in [0, 20], (s0 + 1) mod 2 in [0, 0]") ==
        "(d0)[s0] -> (s0), domain: d0 in [0, 3], s0 in [0, 9]");
}
