#include "mercator/symbolic/display.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/cost.hpp"
#include "mercator/symbolic/tree_writer.hpp"
#include "test/arguments.hpp"
#include "test/support/nested.hpp"
#include "test/support/reference.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::floor_quotient;
using mercator_test::intervals;
using mercator_test::point;
using mercator_test::random_numbers;
using mercator_test::value;
using mercator_test::wide;

/// The value of a spelled line: a combination of variables and nodes.
wide spelled_value(const pool& p, const display& d, int line, const point& at) {
  wide sum = p.constant[line];
  for (int i = p.begin[line]; i < p.end(line); ++i) {
    wide x = 0;
    if (!d.is_node(p.atom[i])) {
      REQUIRE(p.is_variable(p.atom[i]));
      x = at[static_cast<std::size_t>(p.atom[i])];
    } else {
      const int n = p.atom[i] - display::node_base;
      const wide a = spelled_value(p, d, d.node_line[n], at), c = d.node_divisor[n];
      const op k = d.node_kind[n];
      if (k == op::floordiv || k == op::mod) {
        x = k == op::floordiv ? floor_quotient(a, c) : a - c * floor_quotient(a, c);
      } else {
        const wide b = spelled_value(p, d, d.node_second[n], at);
        x = (a < b) == (k == op::min) ? a : b;
      }
    }
    sum += p.coefficient[i] * x;
  }
  return sum;
}

/// A spelled line as a node of a tree.
int written(map_tree& t, pool& p, const display& d, int spelled) {
  arrangement order(p, d);
  tree_writer to(t);
  to.use(&order);
  return to.node(order.line(spelled));
}

/// The text of what d0, d1 in [0, 99] make.
template <class Make>
std::string spelling(Make make) {
  pool p;
  map_tree t;
  for (int v = 0; v < 2; ++v) p.add_variable({0, 99});
  t.dims = 2;
  const int line = make(p, p.single(0), p.single(1));
  display d(p);
  const int node = written(t, p, d, d.spell(line));
  mercator_test::string_sink to;
  print_expression(to, t, node);
  return to.text;
}

}  // namespace

TEST_CASE("a spelled line has the line's value at every point, and the cost that is said") {
  random_numbers random(41);
  const long long cases = mercator_test::argument("cases", 6000);
  long long done = 0;
  for (long long k = 0; k < cases; ++k) {
    pool p;
    const i64 limit = random.one_in(4) ? i64_max : 40;
    const intervals variables = mercator_test::add_variables(p, random, 1 + random.below(3), limit);
    const int line = mercator_test::nested_line(p, random, random.below(4), limit);
    if (p.overflow) continue;
    map_tree t;
    t.dims = p.variables;
    display d(p);
    const int spelled = d.spell(line), node = written(t, p, d, spelled);
    REQUIRE_FALSE(p.full);
    REQUIRE_FALSE(t.full);
    if (p.overflow) continue;
    bool right = true;
    mercator_test::for_each_point(variables, [&](const point& at) {
      const wide x = value(p, line, at);
      right &= x == spelled_value(p, d, spelled, at) && x == mercator_test::value_of(t, node, at);
    });
    REQUIRE(right);
    REQUIRE(d.cost(spelled) == cost(t, node));
    ++done;
  }
  CHECK(done > cases * 9 / 10);
}

TEST_CASE("mods are formed where they are cheaper") {
  CHECK(spelling([](pool& p, int x, int) { return p.add(x, floordiv(p, x, 8), -8); }) == "d0 mod 8");
  CHECK(spelling([](pool& p, int x, int y) { return p.add(p.add(x, y, 8), floordiv(p, x, 8), -8); }) ==
        "d1 * 8 + d0 mod 8");
  CHECK(spelling([](pool& p, int x, int) { return floordiv(p, mod(p, x, 24), 8); }) == "(d0 mod 24) floordiv 8");
  CHECK(spelling([](pool& p, int x, int) { return floordiv(p, x, 8); }) == "d0 floordiv 8");
}

TEST_CASE("min and max keep what they share outside") {
  CHECK(spelling([](pool& p, int x, int y) { return max(p, x, y); }) ==
        spelling([](pool& p, int x, int y) { return max(p, y, x); }));
  CHECK(spelling([](pool& p, int x, int y) { return min(p, x, y); }) == "min(d0, d1)");
  CHECK(spelling([](pool& p, int x, int) { return min(p, x, p.number(7)); }) == "min(d0, 7)");
  CHECK(spelling([](pool& p, int x, int y) { return p.add(p.scale(x, -1), max(p, x, y)); }) == "max(d1 - d0, 0)");
}

TEST_CASE("when the budget is spent the spelling is still right") {
  pool p;
  for (int v = 0; v < 3; ++v) p.add_variable({0, 29});
  int line = p.number(0);
  for (i64 c = 2; c < 14; ++c) line = p.add(line, floor_divide(p, p.plus(p.single(0, c / 2 + 1), 1, c - 1), c), c);
  display d(p);
  const int spelled = d.spell(line);
  REQUIRE_FALSE(p.full);
  for (i64 x = 0; x < 30; ++x)
    for (i64 y = 0; y < 30; ++y) CHECK(spelled_value(p, d, spelled, {x, y, 0}) == value(p, line, {x, y, 0}));
}
