#include "mercator/symbolic/tree_bounds.hpp"

#include <doctest/doctest.h>

#include "test/support/forms.hpp"

using namespace mercator;
using namespace mercator::symbolic;

TEST_CASE("every value of every node is within its bounds") {
  mercator_test::random_maps::options options;
  options.max_points = 60;
  mercator_test::random_maps maps(71, options);
  mercator_test::for_random_maps(maps, 400, [](const map_tree& t) {
    if (t.known_empty) return;
    for (int v = 0; v < t.variables(); ++v)
      if (t.box[v].empty()) return;
    tree_bounds bounds(t);
    mercator_test::for_each_point(t, [&](const mercator_test::point& at) {
      for (int n = 0; n < t.nodes; ++n) {
        const mercator_test::wide x = mercator_test::value_of(t, n, at);
        REQUIRE((x >= bounds.of(n).lo && x <= bounds.of(n).hi));
      }
      return true;
    });
  });
}

TEST_CASE("bounds of operations") {
  const struct {
    const char* expression;
    interval bounds;
  } cases[] = {
      {"d0 mod 12", {0, 11}},
      {"d0 mod -12", {-11, 0}},
      {"(d0 mod 12) mod 20 + 3", {3, 14}},
      {"(d0 mod 12) floordiv 5", {0, 2}},
      {"(d0 mod 12) ceildiv -5", {-2, 0}},
      {"min(d0, 7) * -2", {-14, 0}},
      {"max(d0 - 50, 3)", {3, 49}},
      {"(d0 + 200) mod 300", {200, 299}},
  };
  for (const auto& c : cases) {
    CAPTURE(std::string(c.expression));
    const auto t = mercator_test::tree_of(std::string("(d0) -> (") + c.expression + "), domain: d0 in [0, 99]");
    CHECK(tree_bounds(*t).of(t->result[0]) == c.bounds);
  }
}
