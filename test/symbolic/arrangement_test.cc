#include "mercator/symbolic/arrangement.hpp"

#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/symbolic/display.hpp"
#include "mercator/symbolic/tree_writer.hpp"
#include "test/support/nested.hpp"
#include "test/support/reference.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::random_numbers;

/// Writes arranged lines as text.
struct written_lines {
  pool p;
  map_tree t;
  display d{p};
  arrangement order{p, d};
  tree_writer to{t};

  written_lines(int variables, interval box) {
    for (int v = 0; v < variables; ++v) p.add_variable(box);
    t.dims = variables;
    to.use(&order);
  }

  /// Whether a tree has room for the line.
  bool fits(int arranged) {
    t.nodes = t.children = 0;
    to.node(arranged);
    const bool full = t.full;
    t.full = false;
    return !full;
  }

  std::string text(int arranged) {
    t.nodes = t.children = 0;
    mercator_test::string_sink out;
    print_expression(out, t, to.node(arranged));
    REQUIRE_FALSE(t.full);
    return out.text;
  }
};

int sign(int x) { return x < 0 ? -1 : x > 0; }

}  // namespace

TEST_CASE("the order of lines is total and goes by what is written") {
  random_numbers random(51);
  for (int batch = 0; batch < 20; ++batch) {
    const auto lines = std::make_unique<written_lines>(3, interval{0, 40});
    pool& p = lines->p;
    std::vector<int> all;
    while (all.size() < 20 && lines->d.nodes < display::max_nodes / 4 && p.terms < pool::max_terms / 2) {
      const int line = mercator_test::nested_line(p, random, random.below(2) + (all.size() % 4 == 0), 40);
      REQUIRE_FALSE(p.overflow);
      const int arranged = lines->order.line(lines->d.spell(line));
      if (lines->fits(arranged)) all.push_back(arranged);
    }
    REQUIRE_FALSE(p.full);
    std::vector<std::string> text;
    for (const int line : all) text.push_back(lines->text(line));
    const auto compare = [&](std::size_t a, std::size_t b) { return sign(lines->order.compare(all[a], all[b])); };
    for (std::size_t a = 0; a < all.size(); ++a)
      for (std::size_t b = 0; b < all.size(); ++b) {
        REQUIRE(compare(a, b) == -compare(b, a));
        REQUIRE((compare(a, b) == 0) == (text[a] == text[b]));
        for (std::size_t c = 0; c < all.size(); ++c)
          if (compare(a, b) <= 0 && compare(b, c) <= 0) REQUIRE(compare(a, c) <= 0);
      }
  }
}

TEST_CASE("a sum's terms do not stand in the order in which they were made") {
  const auto text = [](std::initializer_list<i64> divisors) {
    written_lines lines(2, {0, 99});
    pool& p = lines.p;
    int sum = p.plus(p.number(5), 1, 3);
    for (const i64 c : divisors) sum = p.add(sum, floor_divide(p, p.single(0), c), c - 1);
    return lines.text(lines.order.line(lines.d.spell(sum)));
  };
  CHECK(text({4, 7, 11}) == text({11, 4, 7}));
  CHECK(text({4, 7, 11}) == text({7, 11, 4}));
  CHECK(text({7}) == "d1 * 3 + (d0 floordiv 7) * 6 + 5");
}

TEST_CASE("terms of one coefficient are one product") {
  const auto text = [](i64 a, i64 b, i64 k) {
    written_lines lines(2, {0, 99});
    pool& p = lines.p;
    return lines.text(lines.order.line(p.shift(p.plus(p.single(0, a), 1, b), k)));
  };
  CHECK(text(3, 3, 0) == "(d0 + d1) * 3");
  CHECK(text(3, -3, 1) == "(d0 - d1) * 3 + 1");
  CHECK(text(-3, -3, 0) == "(d0 + d1) * -3");
  CHECK(text(1, -1, -1) == "d0 - d1 - 1");
  CHECK(text(2, 3, 0) == "d0 * 2 + d1 * 3");
}
