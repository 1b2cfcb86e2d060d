#include <sstream>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/map/indexing_map.hpp"
#include "mercator/runtime.hpp"
#include "test/arguments.hpp"
#include "test/support/reference.hpp"

using mercator::i64;
using mercator::map_counts;
using mercator::runtime_map;
using mercator::symbolic::truth;
using mercator_test::tree_of;

namespace {

runtime_map map_of(std::string_view text) {
  auto parsed = runtime_map::parse(text);
  REQUIRE(parsed);
  return *std::move(parsed);
}

std::string simplified(std::string_view text) { return map_of(text).simplify().to_string(); }

/// Second after first at a point of the composed map, by the definition: whether it is in the domain, and the
/// results.
bool composed_at(const mercator_test::map_tree& first, const mercator_test::map_tree& second,
                 const mercator_test::point& at, mercator_test::point& results) {
  const auto part = [&](int begin, int count) {
    return mercator_test::point(at.begin() + begin, at.begin() + begin + count);
  };
  const auto append = [](mercator_test::point& to, const mercator_test::point& what) {
    to.insert(to.end(), what.begin(), what.end());
  };
  const int ranges = first.dims, runtimes = ranges + second.ranges + first.ranges;
  mercator_test::point in = part(0, first.dims), next;
  append(in, part(ranges + second.ranges, first.ranges));
  append(in, part(runtimes + second.runtimes, first.runtimes));
  if (!mercator_test::in_domain(first, in)) return false;
  for (int i = 0; i < first.results; ++i)
    next.push_back(static_cast<i64>(mercator_test::value_of(first, first.result[i], in)));
  append(next, part(ranges, second.ranges));
  append(next, part(runtimes, second.runtimes));
  if (!mercator_test::in_domain(second, next)) return false;
  results.clear();
  for (int i = 0; i < second.results; ++i)
    results.push_back(static_cast<i64>(mercator_test::value_of(second, second.result[i], next)));
  return true;
}

/// Whether the composed tree is second after first at every point of the box that their variables have.
bool is_composition(const mercator_test::map_tree& composed, const mercator_test::map_tree& first,
                    const mercator_test::map_tree& second) {
  mercator_test::map_tree box;
  box.dims = first.dims;
  box.ranges = second.ranges + first.ranges;
  box.runtimes = second.runtimes + first.runtimes;
  int v = 0;
  const auto add = [&](const mercator_test::map_tree& from, int begin, int count) {
    for (int k = begin; k < begin + count; ++k) box.box[v++] = from.box[k];
  };
  add(first, 0, first.dims);
  add(second, second.dims, second.ranges);
  add(first, first.dims, first.ranges);
  add(second, second.dims + second.ranges, second.runtimes);
  add(first, first.dims + first.ranges, first.runtimes);
  if (composed.dims != box.dims || composed.ranges != box.ranges || composed.runtimes != box.runtimes) return false;
  mercator_test::point expected;
  return mercator_test::for_each_point(box, [&](const mercator_test::point& at) {
    const bool inside = composed_at(first, second, at, expected);
    if (mercator_test::in_domain(composed, at) != inside) return false;
    for (int i = 0; inside && i < second.results; ++i)
      if (mercator_test::value_of(composed, composed.result[i], at) != expected[static_cast<std::size_t>(i)])
        return false;
    return true;
  });
}

}  // namespace

TEST_CASE("text to map to text") {
  const std::string text =
      "(i, j)[k]{o} -> (i + o, j * 2 + k), domain: i in [0, 9], j in [0, 4], k in [0, 1], o in [0, 3], "
      "j * 2 + k in [0, 8]";
  const runtime_map m = map_of(text);
  CHECK(m.to_string() == text);
  CHECK((m.counts() == map_counts{2, 1, 1, 2}));
  CHECK(m.constraints() == 1);
  CHECK(m.variable(3) == mercator::interval{0, 3});
  CHECK(m.variable_name(2) == "k");
  CHECK_FALSE(m.is_known_empty());
  std::ostringstream out;
  out << m;
  CHECK(out.str() == text);
  CHECK(map_of("(d0)[s0] -> (s0), domain: KNOWN EMPTY").to_string() == "(d0)[s0] -> (0), domain: KNOWN EMPTY");
  CHECK(map_of("(d0)[s0] -> (s0), domain: KNOWN EMPTY").variable_name(1) == "s0");
  CHECK(map_of(std::string_view("() -> (1)$", 9)).to_string() == "() -> (1)");
}

TEST_CASE("errors say line, column and reason") {
  const auto parsed = runtime_map::parse("(d0, d1) -> (d0),\ndomain: d0 in [0, 3]\nd1 in [0, 3]");
  REQUIRE_FALSE(parsed);
  CHECK(parsed.error().line == 2);
  CHECK(parsed.error().column == 21);
  CHECK(parsed.error().message == "a comma is missing here");
  CHECK_FALSE(runtime_map::parse(std::string_view("() -> ()\0", 9)));
  CHECK_FALSE(runtime_map::parse(""));
  const auto composed = map_of("(d0) -> (d0), domain: d0 in [0, 3]").then(map_of("() -> (1)"));
  REQUIRE_FALSE(composed);
  CHECK(composed.error().message == "the first map has 1 result, where the second has 0 dimensions");
}

TEST_CASE("large numbers") {
  const auto large = map_of("(d0) -> (d0 * 4611686018427387904), domain: d0 in [0, 1]");
  const auto composed = large.then(map_of("(d0) -> ((d0 floordiv 4) * 7 + 1), domain: d0 in [0, 4611686018427387904]"));
  REQUIRE(composed);
  CHECK((*composed)(1) == std::vector<i64>{8070450532247928833});
  // what the simplifier has no numbers for stays as it is
  const auto m = map_of("(d0, d1) -> ((d0 * 4611686018427387904 + d1) mod 3), domain: d0 in [0, 1], d1 in [0, 5]");
  CHECK(m.simplify()(1, 5) == std::vector<i64>{0});
  const auto n =
      map_of("(d0) -> ((d0 floordiv 2 mod -9222733036854775807 floordiv -2) ceildiv 7), domain: d0 in [-2, 201]");
  for (const i64 x : {-2, -1, 0, 1, 2, 201}) CHECK(n.simplify()(x) == n(x));
}

TEST_CASE("evaluation and domain") {
  const runtime_map m = map_of(
      "(d0)[s0]{rt0} -> (d0 floordiv 2 + rt0, s0 mod 3), domain: d0 in [-4, 4], s0 in [0, 9], "
      "rt0 in [0, 1], d0 + s0 in [0, 4]");
  CHECK(m(-3, 4, 1) == std::vector<i64>{-1, 1});
  CHECK(m.contains({-3, 4, 1}));
  CHECK_FALSE(m.contains({-3, 2, 1}));
  CHECK_FALSE(m.contains({-5, 6, 1}));
  CHECK_FALSE(m.contains({-3, 4}));
  CHECK_FALSE(map_of("() -> (), domain: KNOWN EMPTY").contains({}));
  CHECK(map_of("() -> (7)")() == std::vector<i64>{7});
}

TEST_CASE("simplification keeps names") {
  CHECK(simplified("(d0, d1) -> ((d0 * 8 + d1) floordiv 8, (d0 * 8 + d1) mod 8), domain: d0 in [0, 3], d1 in [0, 7]") ==
        "(d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 7]");
  CHECK(simplified("(bl, th) -> ((bl * 128 + th) floordiv 128), domain: bl in [0, 7], th in [0, 127]") ==
        "(bl, th) -> (bl), domain: bl in [0, 7], th in [0, 127]");
  CHECK(simplified("(a)[b] -> (a, b), domain: a in [1, 0], b in [0, 3]") == "(a)[b] -> (0, 0), domain: KNOWN EMPTY");
}

TEST_CASE("what has room only as its text is read is simplified so") {
  const std::string a = "((d0) * 576 + (d1) * 48 + (d2) * 3 + (2 - (d3)))";
  const std::string b = "((0 - (" + a + " floordiv 576)) * 576 + (17 - (" + a + " floordiv 32 mod 18)) * 32 + (1 - (" +
                        a + " floordiv 16 mod 2)) * 16 + (" + a + " mod 16) + (0 - (" + a + " mod 1)))";
  const std::string c = "((5 - (" + b + " floordiv 96)) * 96 + (" + b + " floordiv 48 mod 2) * 48 + (" + b +
                        " floordiv 6 mod 8) * 6 + (5 - (" + b + " mod 6)) + (" + b + " mod 1))";
  const std::string once =
      simplified("(d0, d1, d2, d3) -> ((" + c + " floordiv 288 mod 2) * 288 + (" + c + " mod 9) * 32 + (" + c +
                 " floordiv 36 mod 2) * 16 + (" + c + " floordiv 9 mod 4) * 4 + (" + c +
                 " floordiv 72 mod 4)), domain: d0 in [0, 0], d1 in [0, 11], d2 in [0, 15], d3 in [0, 2]");
  CHECK(once.size() < 2000);
  CHECK(simplified(once) == once);
}

TEST_CASE("composition names its variables") {
  const auto named = [](std::string_view first, std::string_view second) {
    const auto composed = map_of(first).then(map_of(second));
    REQUIRE(composed);
    return composed->to_string();
  };
  CHECK(named("(d0)[s0]{rt0} -> (d0 + s0 + rt0), domain: d0 in [0, 3], s0 in [0, 1], rt0 in [0, 1]",
              "(d0)[s0]{rt0} -> (d0, s0, rt0), domain: d0 in [0, 9], s0 in [0, 4], rt0 in [0, 5]") ==
        "(d0)[s0, s1]{rt0, rt1} -> (d0 + s1 + rt1, s0, rt0), domain: d0 in [0, 3], s0 in [0, 4], s1 in [0, 1], "
        "rt0 in [0, 5], "
        "rt1 in [0, 1]");
  CHECK(named("(i)[k] -> (i + k), domain: i in [0, 3], k in [0, 1]",
              "(x)[y] -> (x, y), domain: x in [0, 9], y in [0, 4]") ==
        "(i)[y, k] -> (i + k, y), domain: i in [0, 3], y in [0, 4], k in [0, 1]");
  CHECK(named("(i)[k] -> (i + k), domain: i in [0, 3], k in [0, 1]",
              "(d0)[s0] -> (d0, s0), domain: d0 in [0, 9], s0 in [0, 4]") ==
        "(i)[s0, k] -> (i + k, s0), domain: i in [0, 3], s0 in [0, 4], k in [0, 1]");
  CHECK(named("(i)[k] -> (i + k), domain: i in [0, 3], k in [0, 1]",
              "(x)[k] -> (x, k), domain: x in [0, 9], k in [0, 4]") ==
        "(i)[k, s1] -> (i + s1, k), domain: i in [0, 3], k in [0, 4], s1 in [0, 1]");
  // i and its default name are both taken: all names become the default ones
  CHECK(named("(s1)[k] -> (s1 + k), domain: s1 in [0, 3], k in [0, 1]",
              "(x)[k] -> (x, k), domain: x in [0, 9], k in [0, 4]") ==
        "(d0)[s0, s1] -> (d0 + s1, s0), domain: d0 in [0, 3], s0 in [0, 4], s1 in [0, 1]");
}

TEST_CASE("equality is decided, with a witness") {
  const runtime_map a = map_of("(d0, d1) -> ((d0 * 4 + d1) mod 8), domain: d0 in [0, 3], d1 in [0, 3]");
  const runtime_map b = map_of("(x, y) -> ((x mod 2) * 4 + y), domain: x in [0, 3], y in [0, 3]");
  const runtime_map c = map_of("(d0, d1) -> (d0 * 4 + d1), domain: d0 in [0, 3], d1 in [0, 3]");
  CHECK(equal(a, b).is == truth::yes);
  CHECK(same_form(a, b));
  CHECK(a.hash() == b.hash());
  const auto different = equal(a, c);
  CHECK(different.is == truth::no);
  CHECK_FALSE(different.counts_differ);
  CHECK(a(different.point[0], different.point[1]) != c(different.point[0], different.point[1]));
  CHECK_FALSE(same_form(a, c));
  CHECK(equal(a, map_of("() -> ()")).counts_differ);
  const auto same = [](const runtime_map& x, const runtime_map& y) { return same_form(x, y); };
  std::unordered_set<runtime_map, std::hash<runtime_map>, decltype(same)> distinct({a, b, c, a}, 8, {}, same);
  CHECK(distinct.size() == 2);
  CHECK(distinct.contains(b));
  std::unordered_set<std::size_t> hashes;
  std::hash<runtime_map> hash;
  for (const runtime_map& m : {a, b, c}) hashes.insert(hash(m));
  CHECK(hashes.size() == 2);
}

TEST_CASE("a map is a value") {
  static_assert(std::is_copy_constructible_v<runtime_map> && std::is_copy_assignable_v<runtime_map>);
  static_assert(std::is_nothrow_move_constructible_v<runtime_map> && std::is_nothrow_move_assignable_v<runtime_map>);
  runtime_map a = map_of("(d0) -> (d0 + 1), domain: d0 in [0, 3]");
  const runtime_map b = a;
  runtime_map c = std::move(a);
  a = map_of("() -> (3)");
  CHECK(b.to_string() == c.to_string());
  CHECK(a.to_string() == "() -> (3)");
  c = b;
  CHECK(c(3) == std::vector<i64>{4});
  std::vector<runtime_map> maps(1000, b);
  CHECK(maps.back()(2) == std::vector<i64>{3});
}

TEST_CASE("a static map at run time") {
  using namespace mercator;
  using map = indexing_map<dims<in<0, 3>, in<0, 7>>, ranges<>, runtimes<>, results<dim<1>, dim<0, 4>>, where<>>;
  CHECK(runtime_map(map{}).to_string() == "(d0, d1) -> (d1, d0 * 4), domain: d0 in [0, 3], d1 in [0, 7]");
  CHECK(runtime_map(map{})(2, 5) == std::vector<i64>{5, 8});
}

TEST_CASE("simplified random maps are equal at every point, and stay as they are when simplified again") {
  mercator_test::random_maps::options o;
  o.max_points = 400;
  mercator_test::random_maps maps(21, o);
  const auto count = mercator_test::argument("cases", 1500);
  for (long long k = 0; k < count; ++k) {
    const std::string text = maps.next();
    CAPTURE(text);
    const runtime_map m = map_of(text);
    const std::string shorter = m.simplify().to_string();
    CAPTURE(shorter);
    const auto before = tree_of(text), after = tree_of(shorter);
    REQUIRE(before);
    REQUIRE(after);
    CHECK(mercator_test::disagreement(*before, *after) == "");
    CHECK(equal(m, map_of(shorter)).is != truth::no);
  }
}

TEST_CASE("composed random maps are the composition at every point") {
  mercator_test::random_maps::options o;
  o.max_points = 24;
  o.max_depth = 2;
  mercator_test::random_maps maps(31, o);
  mercator_test::random_numbers r(3);
  const auto count = mercator_test::argument("cases", 1500);
  for (long long k = 0; k < count; ++k) {
    const int middle = r.between(0, 3);
    const std::string first = maps.next(r.between(0, 2), middle), second = maps.next(middle, r.between(1, 2));
    CAPTURE(first);
    CAPTURE(second);
    const auto composed = map_of(first).then(map_of(second));
    REQUIRE(composed);
    const std::string text = composed->to_string();
    CAPTURE(text);
    const auto a = tree_of(first), b = tree_of(second), c = tree_of(text);
    REQUIRE(c);
    if (c->known_empty) {
      CHECK(c->dims == a->dims);
      CHECK(c->ranges == a->ranges + b->ranges);
    }
    CHECK(is_composition(*c, *a, *b));
  }
}

TEST_CASE("decided equality of random maps is right") {
  mercator_test::random_maps::options o;
  o.max_points = 60;
  mercator_test::random_maps maps(41, o);
  int equals = 0;
  for (int k = 0; k < 1500; ++k) {
    const std::string x = maps.next(1, 1), y = k % 3 == 0 ? map_of(x).simplify().to_string() : maps.next(1, 1);
    CAPTURE(x);
    CAPTURE(y);
    const auto verdict = equal(map_of(x), map_of(y));
    const auto a = tree_of(x), b = tree_of(y);
    const bool agree = mercator_test::agrees(*a, *b);
    CHECK(verdict.is != truth::undecided);
    CHECK((verdict.is == truth::yes) == agree);
    equals += agree;
    if (verdict.is != truth::no || verdict.counts_differ) continue;
    const mercator_test::point at(verdict.point, verdict.point + a->variables());
    const bool inside = mercator_test::in_domain(*a, at);
    CHECK((inside != mercator_test::in_domain(*b, at) ||
           (inside && mercator_test::value_of(*a, a->result[0], at) != mercator_test::value_of(*b, b->result[0], at))));
  }
  CHECK(equals > 400);
}

TEST_CASE("a node that stands twice in a sum counts twice") {
  mercator::symbolic::map_tree t;
  t.dims = t.results = 1;
  t.box[0] = {0, 9};
  const int less = t.unary(mercator::symbolic::op::product, t.variable(0), -1);
  t.result[0] = t.binary(mercator::symbolic::op::sum, less, less);
  const runtime_map m(t), simplified = m.simplify();
  for (i64 x = 0; x < 10; ++x) {
    i64 y = 0, z = 0;
    m.evaluate(std::vector<i64>{x}, {&y, 1});
    simplified.evaluate(std::vector<i64>{x}, {&z, 1});
    CHECK(y == -2 * x);
    CHECK(z == -2 * x);
  }
}
