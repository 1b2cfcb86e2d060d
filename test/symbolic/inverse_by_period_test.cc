#include "mercator/symbolic/inverse_by_period.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/inverse_by_table.hpp"
#include "mercator/symbolic/step_chains.hpp"
#include "test/arguments.hpp"
#include "test/support/inverses.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::check_points;
using mercator_test::form;
using mercator_test::graph;
using mercator_test::point;
using mercator_test::random_numbers;
using mercator_test::tree_of;

constexpr int most_rows = 512;

struct counts {
  int ways = 0, done = 0, with_steps = 0, left_out = 0, with_constraints = 0, by_digits = 0, collide = 0;
};

/// The inverse in one way, or nothing; `made` says how far it came.
std::unique_ptr<map_tree> inverse_in(const map_tree& t, map_form& m, const period_way& way, bool by_digits,
                                     inversion& made, int& rank) {
  period_lattice steps(m);
  made = inversion::too_large;
  if (!steps.find(way) || steps.points() > most_rows) return nullptr;
  rank = steps.rank();
  inverse_by_period by_period(m, way, steps, by_digits);
  form residues;
  if ((by_digits && !by_period.has_digits()) || !by_period.make_residues(residues.m)) return nullptr;
  const auto classes = std::make_unique<map_tree>(), out = std::make_unique<map_tree>();
  using table = inverse_by_table<most_rows, false, step_chains>;
  const auto numbers = std::make_unique<table>(residues.m, by_period.numbers(), *classes);
  made = numbers->make(most_rows);
  if (made != inversion::done) return nullptr;
  return by_period.write(*classes, t, *out) ? std::unique_ptr<map_tree>(new map_tree(*out)) : nullptr;
}

/// Whatever way is taken: an inverse is that of an injective map, and its domain is the image.
void check(const map_tree& t, random_numbers& random, counts& n) {
  form f(t);
  if (f.fits()) simplify_domain(f.m);
  if (!f.fits() || f.m.known_empty) return;
  const std::string text = mercator_test::text_of(t);
  CAPTURE(text);
  graph expected;
  const period_ways ways(f.m);
  period_way way;
  for (unsigned k = 0; k < 2 * ways.count(); ++k) {
    if (!ways.make(k / 2, most_rows, way)) continue;
    ++n.ways;
    inversion made;
    int rank = 0;
    const auto inverse = inverse_in(t, f.m, way, k % 2 == 1, made, rank);
    n.collide += made == inversion::not_injective;
    if (!inverse) continue;
    if (expected.empty()) expected = mercator_test::turned(t, t.dims + t.ranges);
    check_points(*inverse, expected, random);
    std::set<point> images;
    for (const auto& [image, sources] : expected) images.insert(image);
    REQUIRE(images.size() == expected.size());
    ++n.done;
    n.with_steps += rank > 0;
    n.with_constraints += t.constraints > 0;
    n.by_digits += k % 2 == 1;
    for (int j = 0; j < t.results; ++j) n.left_out += way.is_left_out[j];
  }
}

std::string number(i64 x) { return x < 0 ? "(" + std::to_string(x) + ")" : std::to_string(x); }

/// Nests of quotients and residues over boxes of several periods.
class nests {
 public:
  explicit nests(std::uint64_t seed) : r_(seed) {}

  std::string next(i64 points) {
    names_ = r_.one_of<std::vector<std::string>>(
        {{"d0"}, {"d0", "d1"}, {"d0", "s0"}, {"d0", "rt0"}, {"d0", "d1", "s0"}, {"d0", "d1", "rt0"}});
    std::string of[3], box;
    for (std::size_t v = 0; v < names_.size(); ++v) {
      const std::string& name = names_[v];
      std::string& list = of[name[0] == 'd' ? 0 : name[0] == 's' ? 1 : 2];
      list += (list.empty() ? "" : ", ") + name;
      const i64 most = v + 1 == names_.size() ? points : points / 2 > 8 ? 8 : points / 2 + 1;
      const i64 size = r_.one_in(8) ? 1 : r_.in(1, most), lo = r_.one_in(2) ? 0 : r_.in(-9, 9);
      points = points / size + 1;
      box += (v == 0 ? ", domain: " : ", ") + name + within(lo, lo + size - 1);
    }
    std::string results = sum(2);
    for (std::size_t k = r_.one_in(3) ? 0 : names_.size() - 1 + static_cast<std::size_t>(r_.below(2)); k > 0; --k)
      results += ", " + sum(r_.between(0, 2));
    std::string text = "(" + of[0] + ")";
    if (!of[1].empty()) text += "[" + of[1] + "]";
    if (!of[2].empty()) text += "{" + of[2] + "}";
    text += " -> (" + results + ")" + box;
    if (r_.one_in(3)) text += ", " + term(r_.between(0, 1)) + within(r_.in(-2, 2), r_.in(2, 30));
    if (r_.one_in(4)) text += ", " + variable() + " mod 3" + within(r_.in(0, 1), 1);
    return text;
  }

 private:
  static std::string within(i64 lo, i64 hi) { return " in [" + std::to_string(lo) + ", " + std::to_string(hi) + "]"; }

  std::string variable() { return names_[static_cast<std::size_t>(r_.below(static_cast<int>(names_.size())))]; }

  std::string term(int depth) {
    const std::string times = r_.one_in(2) ? "" : " * " + number(r_.in(-4, 5));
    if (depth == 0) return variable() + (r_.one_in(4) ? " * " + number(r_.in(6, 40)) : times);
    if (r_.one_in(12)) return "max(" + sum(depth - 1) + ", " + number(r_.in(-3, 9)) + ")";
    return "(" + sum(depth - 1) + ")" + (r_.one_in(2) ? " mod " : " floordiv ") + number(r_.in(2, 5)) + times;
  }

  std::string sum(int depth) {
    std::string out = term(depth);
    for (int k = r_.between(0, 2); k > 0; --k) out += " + " + term(r_.between(0, depth));
    return r_.one_in(4) ? out + " + " + number(r_.in(-5, 9)) : out;
  }

  random_numbers r_;
  std::vector<std::string> names_;
};

}  // namespace

TEST_CASE("an inverse by a period is right in every point, whatever way is taken") {
  random_numbers random(171);
  nests of(172);
  counts n;
  for (long long k = mercator_test::argument("cases", 200); k > 0; --k)
    if (const auto t = tree_of(of.next(random.in(1, 300)))) check(*t, random, n);
  CHECK(n.with_steps > 300);
  CHECK(n.left_out > 300);
  CHECK(n.with_constraints > 100);
  CHECK(n.by_digits > 100);
  CHECK(n.collide > 300);
}

TEST_CASE("maps of every kind") {
  random_numbers random(173);
  counts n;
  for (const int depth : {1, 2, 3}) {
    mercator_test::random_maps::options options;
    options.max_depth = depth;
    options.max_points = 200;
    mercator_test::random_maps maps(174, options);
    mercator_test::for_random_maps(maps, mercator_test::argument("cases", 60),
                                   [&](const map_tree& t) { check(t, random, n); });
  }
  CHECK(n.done > 200);
}

TEST_CASE("coefficients and divisors of any size") {
  random_numbers random(175);
  counts n;
  const auto large = [&] {
    const i64 x = random.of_any_size(i64{1} << random.in(3, 61));
    return number(x == 0 ? 3 : x);
  };
  const auto sum = [&] {
    return "d0 * " + large() + " + (d1 * " + large() + " + rt0) floordiv " + number(random.in(2, 5)) + " * " + large() +
           " + (d0 * " + large() + " + d1) mod " + number(random.in(2, 4));
  };
  for (long long k = mercator_test::argument("cases", 150); k > 0; --k)
    if (const auto t = tree_of("(d0, d1){rt0} -> (" + sum() + ", " + sum() + "), domain: d0 in [-2, " +
                               std::to_string(random.in(-2, 9)) + "], d1 in [0, 9], rt0 in [0, 1]"))
      check(*t, random, n);
  CHECK(n.with_steps > 10);
}
