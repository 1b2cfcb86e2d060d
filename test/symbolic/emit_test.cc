#include "mercator/symbolic/emit.hpp"

#include <doctest/doctest.h>

#include "test/support/nested.hpp"
#include "test/support/reference.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::random_numbers;

std::string text_of_node(const map_tree& t, int n) {
  mercator_test::string_sink to;
  print_expression(to, t, n);
  return to.text;
}

int sign(int x) { return x < 0 ? -1 : x > 0; }

}  // namespace

TEST_CASE("the order of expressions is total and goes by content") {
  random_numbers random(51);
  map_tree t;
  t.dims = 3;
  for (int v = 0; v < 3; ++v) t.box[v] = {0, 9};
  for (int v = 0; v < 6; ++v) t.variable(v % 3);
  while (t.nodes < 90) {
    const int a = random.below(t.nodes), b = random.below(t.nodes);
    const op k = random.one_of({op::product, op::floordiv, op::mod, op::sum, op::min, op::max});
    if (k == op::product || k == op::floordiv || k == op::mod)
      t.unary(k, a, random.in(2, 4));
    else
      t.binary(k, a, b);
  }
  for (int a = 0; a < t.nodes; ++a)
    for (int b = 0; b < t.nodes; ++b) {
      REQUIRE(sign(compare(t, a, b)) == -sign(compare(t, b, a)));
      if (compare(t, a, b) == 0) REQUIRE(text_of_node(t, a) == text_of_node(t, b));
      for (int c = 0; c < t.nodes; ++c)
        if (compare(t, a, b) <= 0 && compare(t, b, c) <= 0) REQUIRE(compare(t, a, c) <= 0);
    }
}

TEST_CASE("a sum's terms do not stand in the order in which they were made") {
  const auto text = [](std::initializer_list<i64> divisors) {
    pool p;
    map_tree t;
    p.add_variable({0, 99});
    p.add_variable({0, 99});
    t.dims = 2;
    int sum = p.plus(p.number(5), 1, 3);
    for (const i64 c : divisors) sum = p.add(sum, floor_divide(p, p.single(0), c), c - 1);
    display d(p);
    return text_of_node(t, emission(p, d, t).line(d.spell(sum)));
  };
  CHECK(text({4, 7, 11}) == text({11, 4, 7}));
  CHECK(text({4, 7, 11}) == text({7, 11, 4}));
  CHECK(text({7}) == "d1 * 3 + (d0 floordiv 7) * 6 + 5");
}

TEST_CASE("terms of one coefficient are one product") {
  const auto text = [](i64 a, i64 b, i64 k) {
    pool p;
    map_tree t;
    p.add_variable({0, 99});
    p.add_variable({0, 99});
    t.dims = 2;
    display d(p);
    return text_of_node(t, emission(p, d, t).line(p.shift(p.plus(p.single(0, a), 1, b), k)));
  };
  CHECK(text(3, 3, 0) == "(d0 + d1) * 3");
  CHECK(text(3, -3, 1) == "(d0 - d1) * 3 + 1");
  CHECK(text(-3, -3, 0) == "(d0 + d1) * -3");
  CHECK(text(1, -1, -1) == "d0 - d1 - 1");
  CHECK(text(2, 3, 0) == "d0 * 2 + d1 * 3");
}
