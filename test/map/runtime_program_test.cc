// Programs and cursors against evaluation of the map at every point.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/runtime.hpp"
#include "mercator/symbolic/points.hpp"
#include "test/arguments.hpp"
#include "test/support/random.hpp"
#include "test/support/reference.hpp"

using namespace mercator;

namespace {

using points = std::vector<std::vector<i64>>;

runtime_map map_of(std::string_view text) {
  auto parsed = runtime_map::parse(text);
  REQUIRE(parsed);
  return *std::move(parsed);
}

std::vector<i64> joined(const i64* from, int count, const i64* to, int results) {
  std::vector<i64> out(from, from + count);
  out.insert(out.end(), to, to + results);
  return out;
}

points walked(const runtime_program& p, const std::vector<i64>& runtimes) {
  points out;
  const map_counts n = p.counts();
  p.for_each(runtimes,
             [&](const i64* from, const i64* to) { out.push_back(joined(from, n.variables(), to, n.results)); });
  return out;
}

points stepped(const runtime_program& p, const std::vector<i64>& runtimes) {
  points out;
  const map_counts n = p.counts();
  for (runtime_cursor at(p, runtimes); at; at.next())
    out.push_back(joined(at.point(), n.variables(), at.results(), n.results));
  return out;
}

points run_through(const runtime_program& p, const std::vector<i64>& runtimes) {
  points out;
  const map_counts n = p.counts();
  p.for_each_run(runtimes, [&](const i64* from, const i64* to, const i64* steps, i64 count) {
    std::vector<i64> at = joined(from, n.variables(), to, n.results);
    for (i64 k = 0; k < count; ++k) {
      out.push_back(at);
      if (k + 1 == count) return;
      if (n.dimensions + n.ranges > 0) ++at[static_cast<std::size_t>(n.dimensions + n.ranges - 1)];
      for (int i = 0; i < n.results; ++i) at[static_cast<std::size_t>(n.variables() + i)] += steps[i];
    }
  });
  return out;
}

/// The points by evaluating the tree at each point of the box.
points expected(const runtime_map& m, const std::vector<i64>& runtimes) {
  const map_counts n = m.counts();
  const int loops = n.dimensions + n.ranges;
  std::vector<interval> box;
  std::vector<i64> at, results(static_cast<std::size_t>(n.results));
  for (int v = 0; v < loops; ++v) {
    box.push_back(m.variable(v));
    if (box.back().empty()) return {};
    at.push_back(box.back().lo);
  }
  for (int k = 0; k < n.runtimes; ++k) {
    const interval r = m.variable(loops + k);
    const i64 x = runtimes[static_cast<std::size_t>(k)];
    if (r.empty()) return {};
    at.push_back(x < r.lo ? r.lo : x > r.hi ? r.hi : x);
  }
  points out;
  do {
    if (!m.contains(at)) continue;
    m.evaluate(at, results);
    out.push_back(joined(at.data(), n.variables(), results.data(), n.results));
  } while (symbolic::next_point(at.data(), box.data(), 0, loops));
  return out;
}

void check(const runtime_map& m, const std::vector<i64>& runtimes) {
  const runtime_program p(m);
  const points right = expected(m, runtimes);
  CHECK(walked(p, runtimes) == right);
  CHECK(stepped(p, runtimes) == right);
  CHECK(run_through(p, runtimes) == right);
  if (m.counts().results == 2) {
    points of_two;
    p.for_each<2>(runtimes, [&](const i64* from, const i64* to) {
      of_two.push_back(joined(from, m.counts().variables(), to, 2));
    });
    CHECK(of_two == right);
  }
  std::vector<i64> results(static_cast<std::size_t>(m.counts().results));
  for (const std::vector<i64>& point : right) {
    const std::span from(point.data(), static_cast<std::size_t>(m.counts().variables()));
    CHECK(p.contains(from));
    p.evaluate(from, results);
    CHECK(std::equal(results.begin(), results.end(), point.begin() + m.counts().variables()));
  }
}

}  // namespace

TEST_CASE("random maps") {
  mercator_test::random_maps::options o;
  o.max_points = 300;
  mercator_test::random_maps maps(31, o);
  const auto count = mercator_test::argument("cases", 1500);
  long long some_divided = 0;
  for (long long k = 0; k < count; ++k) {
    const std::string text = maps.next();
    CAPTURE(text);
    const runtime_map m = map_of(text);
    const int divided = runtime_program(m).divided();
    some_divided += divided > 0;
    for (const i64 runtime : {-30, 0, 2, 30})
      check(m, std::vector<i64>(static_cast<std::size_t>(m.counts().runtimes), runtime));
  }
  CHECK(some_divided <= count / 100);
}

TEST_CASE("domains of one point and of none") {
  for (const char* text :
       {"() -> ()", "() -> (7, 8)", "() -> (7), domain: KNOWN EMPTY", "(d0)[s0] -> (d0), domain: KNOWN EMPTY",
        "(d0) -> (d0), domain: d0 in [3, 2]", "(d0) -> (d0 floordiv 2), domain: d0 in [3, 3]",
        "(d0) -> (d0), domain: d0 in [0, 9], d0 * 2 in [3, 3]"})
    check(map_of(text), {});
  CHECK_FALSE(runtime_program(map_of("(d0) -> (d0), domain: KNOWN EMPTY")).contains(std::vector<i64>{0}));
}

TEST_CASE("quotients, digits and extremes along the last variable") {
  for (const char* text :
       {"(d0) -> (d0 floordiv 16, d0 mod 16), domain: d0 in [0, 767]",
        "(d0) -> ((d0 * 7) floordiv 5, (d0 * 7) mod 5), domain: d0 in [-40, 40]",
        "(d0) -> ((-d0) floordiv 6, (d0 * 100) mod 7), domain: d0 in [-40, 40]",
        "(d0) -> ((d0 * 1000) floordiv 3 floordiv 7 mod 5), domain: d0 in [-40, 40]",
        "(d0, d1) -> (((d0 * 37 + d1 * 5) floordiv 4 * 9 + d1) mod 11), domain: d0 in [0, 9], d1 in [0, 30]",
        "(d0, d1) -> (min(d0, d1 floordiv 3), max(d1 mod 5, d0)), domain: d0 in [0, 5], d1 in [0, 30]",
        "(d0, d1) -> (d0 - d1), domain: d0 in [0, 9], d1 in [0, 30], d0 - d1 * 3 in [-40, -7], d1 mod 4 in [1, "
        "2]",
        "(d0)[s0]{rt0} -> (d0 + s0 + rt0), domain: d0 in [0, 9], s0 in [0, 3], rt0 in [0, 5], d0 + rt0 in [2, "
        "9]"}) {
    CAPTURE(text);
    const runtime_map m = map_of(text);
    for (const i64 runtime : {-3, 4, 9})
      check(m, std::vector<i64>(static_cast<std::size_t>(m.counts().runtimes), runtime));
  }
}

namespace {

/// Quotients of sums of quotients, for divisors of both signs, and now and then a minimum or maximum.
std::string nest(mercator_test::random_numbers& r, int depth) {
  if (depth == 0) return r.one_of<std::string>({"x", "y", "z", "x", "y", "z", "rt0"});
  const auto factor = [&] { return std::to_string(r.one_of<i64>({1, -1, r.in(-9, 9), r.in(-900, 900)})); };
  std::string sum = "(" + nest(r, depth - 1) + ") * " + factor();
  for (int k = r.between(0, 2); k > 0; --k) sum += " + (" + nest(r, r.below(depth)) + ") * " + factor();
  if (r.one_in(8)) return std::string(r.one_in(2) ? "min(" : "max(") + sum + ", " + nest(r, r.below(2)) + ")";
  i64 divisor = r.one_in(4) ? r.in(2, 200) : r.in(2, 9);
  if (r.one_in(3)) divisor = -divisor;
  return "(" + sum + " + " + std::to_string(r.in(-20, 20)) + ") " +
         r.one_of<std::string>({"floordiv ", "floordiv ", "mod ", "ceildiv "}) + std::to_string(divisor);
}

}  // namespace

TEST_CASE("quotients of quotients, in every order of the loops") {
  mercator_test::random_numbers r(71);
  int deep = 0;
  for (long long k = mercator_test::argument("nests", 150); k > 0; --k) {
    const std::string result = nest(r, r.between(2, 5)), bound = nest(r, r.between(0, 2));
    const i64 first[] = {r.in(-30, 5), r.in(-9, 9), r.in(-3, 30)}, least = r.in(-9, 9);
    std::string names[] = {"x", "y", "z"};
    do {
      std::string text = "(" + names[0] + ", " + names[1] + ")[" + names[2] + "]{rt0} -> (" + result + ", x), domain: ";
      for (const std::string& name : names) {
        const i64 lo = first[name[0] - 'x'], extent = name == "x" ? 11 : name == "y" ? 5 : 7;
        text += name + " in [" + std::to_string(lo) + ", " + std::to_string(lo + extent) + "], ";
      }
      text += "rt0 in [-4, 9]";
      if (k % 3 == 0) text += ", " + bound + " in [" + std::to_string(least) + ", " + std::to_string(least + 30) + "]";
      CAPTURE(text);
      const runtime_map m = map_of(text);
      const int divided = runtime_program(m).divided();
      deep += divided == 0 && runtime_program(m).operations() > 3;
      check(m, {r.in(-6, 12)});
    } while (std::next_permutation(names, names + 3));
  }
  CHECK(deep > 100);
}

TEST_CASE("quotients of many minima are divided for") {
  const runtime_map m = map_of(
      "(d0, d1) -> ((min(d0, d1 + 3) + min(d0 * 2, d1 + 7) + max(d0 * 3, d1 * 5) + min(d0 * 5, d1 * 7) + "
      "max(d0 * 7, "
      "d1 * 11) + min(d0 * 11, d1 * 4)) floordiv 7), domain: d0 in [-9, 9], d1 in [-6, 11]");
  const int divided = runtime_program(m).divided();
  CHECK(divided > 0);
  check(m, {});
}

TEST_CASE("runs and rows that repeat") {
  for (const char* text :
       {"(d0, d1) -> (d0 * 40 + d1, d1 floordiv 8 * 100 - d1, d0), domain: d0 in [0, 3], d1 in [3, 37]",
        "(d0, d1) -> ((d0 * 40 - d1) floordiv 8, (d0 * 40 - d1) mod 8), domain: d0 in [-3, 3], d1 in [0, 39]",
        "(d0, d1) -> ((d0 * 24 + d1) floordiv 4, (d0 * 24 + d1) floordiv 24), domain: d0 in [0, 3], d1 in [0, "
        "47]",
        "(d0, d1) -> ((d0 * 24 + d1) floordiv 4 + (d0 + d1) floordiv 10), domain: d0 in [0, 3], d1 in [0, 47]",
        "(d0, d1) -> ((d1 floordiv 4 + d1) floordiv 3, d1 mod 4), domain: d0 in [0, 3], d1 in [0, 47]",
        "(d0, d1, d2) -> (d0 + d1 * 3 - d2 * 2), domain: d0 in [0, 3], d1 in [-2, 5], d2 in [1, 4]",
        "(d0, d1, d2) -> (d0 floordiv 2 + d1 * 3 - d2 * 2, d0), domain: d0 in [0, 3], d1 in [-2, 5], d2 in [1, "
        "4]",
        "(d0, d1, d2) -> (d2 + d1, d0), domain: d0 in [0, 6], d1 in [-2, 5], d2 in [1, 4], d0 mod 3 in [1, 1]",
        "(d0, d1, d2) -> (d2 + d1, d0), domain: d0 in [0, 6], d1 in [-2, 5], d2 in [1, 4], d0 + d1 in [2, 4]",
        "(d0, d1) -> (d1 floordiv 4, d0), domain: d0 in [0, 6], d1 in [0, 31], d0 + d1 floordiv 4 in [2, 9]",
        "(d0, d1) -> (d1 floordiv 4, d0), domain: d0 in [0, 6], d1 in [0, 31], d0 * 3 + d1 * 5 in [20, 90]"}) {
    CAPTURE(text);
    check(map_of(text), {});
  }
}

TEST_CASE("numbers near 64 bits") {
  for (const char* text :
       {"(d0) -> (d0 * 4611686018427387903), domain: d0 in [-2, 2]",
        "(d0) -> ((d0 * 4611686018427387903) floordiv 4611686018427387902, d0), domain: d0 in [-2, 2]",
        "(d0, d1) -> ((d0 * 3074457345618258602 + d1) mod 3074457345618258603), domain: d0 in [0, 2], d1 in "
        "[0, 5]",
        "(d0, d1) -> ((d0 - d1) floordiv 3), domain: d0 in [9223372036854775800, 9223372036854775805], d1 in "
        "[1, 4]",
        "(d0) -> (d0), domain: d0 in [9223372036854775807, 9223372036854775807]"}) {
    CAPTURE(text);
    check(map_of(text), {});
  }
  // the interval is as large as intervals can be; the first points only
  const runtime_program p(map_of("(d0) -> (d0 floordiv 2), domain: d0 in [-9223372036854775807, 9223372036854775806]"));
  runtime_cursor at(p);
  CHECK(at.results()[0] == -4611686018427387904);
  for (int k = 0; k < 5; ++k) at.next();
  CHECK(at.results()[0] == -4611686018427387901);
}

TEST_CASE("runtime variables whose values leave nothing") {
  // simplified, rt0 is in [2, 5]; what is given is clamped to [0, 10] only
  const runtime_map m = map_of("(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 10], d0 - rt0 in [-5, -2]");
  for (i64 runtime = -2; runtime < 13; ++runtime) check(m, {runtime});
}
