#include "mercator/symbolic/solve_quotients.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/compose.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::point;
using mercator_test::value;

/// The equations of a map, its results and runtime variables being the variables of a pool of their own.
struct solved {
  explicit solved(form& f, bool further = false) : f_(f) {
    for (int j = 0; j < f.m.results; ++j) target_.add_variable(bounds(f.p, f.m.result[j]));
    for (int i = 0; i < f.m.runtimes; ++i) target_.add_variable(f.p.range(first_runtime() + i));
    for (int i = 0; i < f.m.runtimes; ++i) runtime_[i] = target_.variable(f.m.results + i);
    e_ = std::make_unique<quotient_equations>(f.m, target_, runtime_);
    e_->solve();
    while (further && e_->solve_further()) e_->solve();
  }

  int unknown() const {
    int n = 0;
    for (int v = 0; v < first_runtime(); ++v) n += !e_->is_known(v);
    return n;
  }

  bool holds() const {
    bool right = true;
    mercator_test::for_each_pair(f_.m, [&](const point& at, point known) {
      known.insert(known.end(), at.begin() + first_runtime(), at.end());
      for (int v = 0; v < first_runtime(); ++v)
        right &= !e_->is_known(v) || value(target_, e_->solution(v), known) == at[static_cast<std::size_t>(v)];
    });
    return right;
  }

  bool fits() const { return f_.fits() && !target_.full && !target_.overflow; }

 private:
  int first_runtime() const { return f_.m.dims + f_.m.ranges; }

  form& f_;
  pool target_;
  int runtime_[limits::variables];
  std::unique_ptr<quotient_equations> e_;
};

int unknown(const std::string& text, bool further = false) {
  form f(text);
  const solved s(f, further);
  CHECK(s.fits());
  CHECK(s.holds());
  return s.unknown();
}

/// Whether more variables are known after the further steps; what is known has its value at every point.
bool is_solved_further(const std::string& text) {
  CAPTURE(text);
  form f(text), g(text);
  if (!f.fits()) return false;
  const solved before(f), s(g, true);
  if (!s.fits()) return false;
  REQUIRE(s.holds());
  return before.fits() && s.unknown() < before.unknown();
}

}  // namespace

TEST_CASE("where a variable is solved it has that value at every point") {
  mercator_test::random_maps::options options;
  options.max_depth = 1;
  options.max_points = 400;
  mercator_test::random_maps maps(111, options);
  long long known = 0, variables = 0;
  const long long cases = mercator_test::argument("cases", 4000);
  mercator_test::for_random_maps(maps, cases, [&](const map_tree& t) {
    form f(t);
    if (!f.fits() || f.m.known_empty) return;
    const solved s(f);
    if (!s.fits()) return;
    REQUIRE(s.holds());
    variables += t.dims + t.ranges;
    known += t.dims + t.ranges - s.unknown();
  });
  CHECK(known > variables / 5);
}

TEST_CASE("what is solved further has the variables' values too") {
  mercator_test::random_numbers random(112);
  int more = 0;
  for (long long n = mercator_test::argument("cases", 3000); n > 0; --n) {
    const auto k = [&](i64 lo, i64 hi) { return "(" + std::to_string(random.in(lo, hi)) + ")"; };
    const auto sum = [&] {
      return "d0 * " + k(-9, 9) + " + d1 * " + k(-5, 5) + (random.one_in(3) ? " + rt0 * " + k(-3, 3) : "");
    };
    const std::string a = sum(), b = random.one_in(3) ? sum() : a;
    const auto result = [&](const std::string& x) {
      return random.one_of<std::string>({"(" + x + ") floordiv " + k(2, 9), "(" + x + ") mod " + k(2, 12), x, sum()});
    };
    const std::string digits = random.one_in(2) ? "(" + a + ") floordiv " + k(2, 6) + ", (" + a + ") mod " + k(6, 12)
                                                : result(a) + ", " + result(b);
    const std::string text = "(d0, d1){rt0} -> (" + digits + ", " + result(a) + "), domain: d0 in [-3, " +
                             std::to_string(random.in(-3, 20)) + "], d1 in [0, " + std::to_string(random.in(0, 12)) +
                             "], rt0 in [0, 2]";
    more += is_solved_further(text);
  }
  CHECK(more > 100);
}

TEST_CASE("what residues, extrema and constraints say of several variables has their values too") {
  mercator_test::random_numbers random(113);
  int residues = 0, extrema = 0, constraints = 0;
  for (long long n = mercator_test::argument("cases", 3000); n > 0; --n) {
    const auto k = [&](i64 lo, i64 hi) { return "(" + std::to_string(random.in(lo, hi)) + ")"; };
    const auto sum = [&] {
      return "d0 * " + k(-9, 9) + " + d1 * " + k(-9, 9) + (random.one_in(4) ? " + rt0 * " + k(-3, 3) : "");
    };
    const std::string a = sum(), modulus = random.one_in(2) ? k(2, 16) : "(16)";
    const auto result = [&] {
      return random.one_of<std::string>(
          {"(" + sum() + ") mod " + modulus, "(" + sum() + ") mod " + k(2, 16),
           "max(" + a + ", " + k(-5, 30) + ") * " + k(-3, 3) + " + (" + a + ") * " + k(-3, 3),
           random.one_of<std::string>({"d0", "d1", "d0 mod 2"})});
    };
    const i64 least = random.in(-20, 20);
    std::string text = "(d0, d1){rt0} -> (" + result() + ", " + result() + "), domain: d0 in [-3, " +
                       std::to_string(random.in(-3, 20)) + "], d1 in [0, " + std::to_string(random.in(0, 20)) +
                       "], rt0 in [0, 2]";
    const bool is_constrained = random.one_in(2), has_extremum = text.find("max") != std::string::npos;
    if (is_constrained)
      text += ", " + sum() + " in [" + std::to_string(least) + ", " + std::to_string(least + random.in(0, 5)) + "]";
    const bool further = is_solved_further(text);
    residues += further && !is_constrained && !has_extremum;
    extrema += further && !is_constrained && has_extremum;
    constraints += further && is_constrained;
  }
  CHECK(residues > 20);
  CHECK(extrema > 50);
  CHECK(constraints > 100);
}

TEST_CASE("permutations, affine combinations and digits are solved") {
  CHECK(unknown("(d0, d1, d2) -> (d2, d0, d1), domain: d0 in [0, 3], d1 in [0, 4], d2 in [0, 5]") == 0);
  CHECK(unknown("(d0, d1) -> (d0 * -3 + 7, d1 * 2 - 1), domain: d0 in [0, 3], d1 in [-4, 4]") == 0);
  CHECK(unknown("(d0, d1) -> (d0 * 5 + d1), domain: d0 in [0, 3], d1 in [0, 4]") == 0);
  CHECK(unknown("(d0, d1) -> (d1 - d0 * 9), domain: d0 in [-1, 3], d1 in [-4, 4]") == 0);
  CHECK(unknown("(d0) -> (d0 floordiv 6, d0 mod 6), domain: d0 in [0, 41]") == 0);
  CHECK(unknown("(d0, d1) -> (d0 + d1, d0 - d1), domain: d0 in [0, 3], d1 in [0, 4]") == 0);
  CHECK(unknown("(d0, d1) -> (d0 + d1 * 2, d0 + d1 * 3), domain: d0 in [0, 3], d1 in [0, 4]") == 0);
  CHECK(unknown("(d0){rt0} -> (d0 * 2 + rt0), domain: d0 in [0, 3], rt0 in [0, 4]") == 0);
  CHECK(unknown("(d0, d1) -> ((d0 * 10 + d1) floordiv 4, (d0 * 10 + d1) mod 4), domain: d0 in [0, 3], d1 in "
                "[0, 9]") == 0);
  CHECK(unknown("(d0, d1) -> (d0), domain: d0 in [0, 30], d1 in [-9, 9], d1 * 7 - d0 in [0, 6]") == 0);
  CHECK(unknown("(d0, d1) -> (d0), domain: d0 in [0, 30], d1 in [-9, 9], d1 * 7 - d0 in [0, 7]") == 1);
}

TEST_CASE("sums in quotients are solved further, and quotients of what equations say") {
  for (const char* text :
       {"(d0, d1, d2) -> ((d0 * 112 + d1 * 7 + d2) floordiv 3, d2), domain: d0 in [0, 9], d1 in [0, 15], d2 in [0, 9]",
        "(d0, d1) -> (d0, (d1 - d0) floordiv 4, (d1 - d0) mod 6), domain: d0 in [3, 66], d1 in [0, 14]",
        "(d0, d1) -> ((d1 * 13 + d0) mod 9, (d1 * 13 + d0) floordiv 8), domain: d0 in [0, 12], d1 in [0, 63]",
        "(d0, d1) -> (d0 + d1 * 2, (d1 * 10 + d0) floordiv 2), domain: d0 in [0, 63], d1 in [0, 63]",
        "(d0, d1) -> (d0, d1 mod 4), domain: d0 in [0, 30], d1 in [0, 200], d1 - d0 * 4 in [1, 4]",
        "(d0, d1) -> (d1 mod 6, (d0 * 21 + d1 floordiv 5) * 7 floordiv 6), domain: d0 in [0, 50], d1 in [-1, 98]",
        "(d0, d1) -> ((d0 * 36 + d1 * 15) mod 64, (d0 * 5 + d1 * 11) mod 64), domain: d0 in [0, 63], d1 in [0, 63]",
        "(d0, d1) -> (d0 * 3 mod 7, (d0 + d1) mod 2, d0 * 2 mod 5, d1), domain: d0 in [0, 69], d1 in [0, 40]",
        "(d0, d1) -> ((d0 * 9 + d1) * 2 + max(d0 * 9 + d1, 900)), domain: d0 in [0, 200], d1 in [0, 8]"}) {
    CAPTURE(text);
    CHECK(unknown(text) > 0);
    CHECK(unknown(text, true) == 0);
  }
}

TEST_CASE("what is not determined is not solved") {
  CHECK(unknown("(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 4]") == 1);
  CHECK(unknown("(d0, d1) -> (d0 + d1), domain: d0 in [0, 3], d1 in [0, 4]") == 2);
  CHECK(unknown("(d0) -> (d0 floordiv 2), domain: d0 in [0, 3]") == 1);
  CHECK(unknown("(d0, d1) -> (7), domain: d0 in [0, 3], d1 in [2, 2]") == 1);
}
