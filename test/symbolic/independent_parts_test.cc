#include "mercator/symbolic/independent_parts.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/inverse_by_table.hpp"
#include "mercator/symbolic/step_chains.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::point;

int count(const std::string& text) {
  const form f(text);
  return independent_parts(f.m).count();
}

/// The inverses of all parts by tables, put together; null where one has none.
std::unique_ptr<map_tree> joined(const map_form& m) {
  const independent_parts parts(m);
  auto out = std::make_unique<map_tree>();
  parts.begin(*out);
  for (int k = 0; k < parts.count(); ++k) {
    form part;
    map_tree inverse;
    parts.extract(k, part.m);
    simplify_domain(part.m);
    inverse_by_table<512, true, step_chains> table(part.m, inverse);
    if (table.make(512) != inversion::done || inverse.known_empty) return nullptr;
    parts.add(k, inverse, *out);
  }
  return out;
}

/// Results and constraints of one variable, of two, or of none.
std::string random_map(mercator_test::random_numbers& random) {
  const auto n = [&](i64 lo, i64 hi) { return "(" + std::to_string(random.in(lo, hi)) + ")"; };
  const auto variable = [&] { return random.one_of<std::string>({"d0", "d1", "d2", "s0"}); };
  const auto line = [&] {
    const std::string x = random.one_in(8) ? "d0 + " + variable() : variable();
    return random.one_of<std::string>({x, x + " * " + n(1, 3) + " + rt0", "(" + x + " * 5) mod " + n(5, 9), n(-2, 2),
                                       "max(" + x + ", " + n(0, 3) + ")", "rt0 - " + x, "rt0 * 2"});
  };
  const auto interval = [&] {
    const i64 lo = random.in(-3, 3);
    return " in [" + std::to_string(lo) + ", " + std::to_string(lo + random.in(0, 3)) + "]";
  };
  std::string results = line();
  for (int k = random.between(1, 5); k > 0; --k) results += ", " + line();
  std::string text = "(d0, d1, d2)[s0]{rt0} -> (" + results + "), domain: ";
  for (const char* v : {"d0", "d1", "d2", "s0"}) text += v + interval() + ", ";
  text += "rt0" + interval();
  for (int k = random.between(0, 2); k > 0; --k)
    text += ", " + line() + " in [-2, " + std::to_string(random.in(-2, 9)) + "]";
  return text;
}

}  // namespace

TEST_CASE("a map falls apart where no result and no constraint is of two parts") {
  CHECK(
      count("(d0, d1, d2)[s0] -> (d0, d2 mod 3, d1), domain: d0 in [0, 3], d1 in [0, 4], d2 in [0, 5], s0 in [0, 6]") ==
      4);
  CHECK(count("(d0, d1, d2) -> (d0 + d2, d1), domain: d0 in [0, 3], d1 in [0, 4], d2 in [0, 5]") == 2);
  CHECK(count("(d0, d1, d2) -> (d1, d0, d2), domain: d0 in [0, 3], d1 in [0, 4], d2 in [0, 5], d0 + d1 in [0, 5]") ==
        2);
  CHECK(count("(d0, d1, d2) -> (d1 + d2, d0, d2 - d0), domain: d0 in [0, 3], d1 in [0, 4], d2 in [0, 5]") == 1);
  CHECK(count("(d0, d1){rt0} -> (d0 + rt0, d1 - rt0), domain: d0 in [0, 3], d1 in [0, 4], rt0 in [0, 5]") == 2);
  CHECK(count("(d0, d1) -> (7, (d0 floordiv 2 + d1) floordiv 3), domain: d0 in [0, 9], d1 in [0, 9]") == 1);
  CHECK(count("() -> (3)") == 0);
}

TEST_CASE("inverses of the parts make the inverse, by the definition") {
  mercator_test::random_numbers random(311);
  int done = 0, several = 0;
  for (long long n = mercator_test::argument("cases", 6000); n > 0; --n) {
    const std::string text = random_map(random);
    CAPTURE(text);
    const auto t = mercator_test::tree_of(text);
    const form f(*t);
    REQUIRE(f.fits());
    if (f.m.known_empty) continue;
    const auto inverse = joined(f.m);
    if (inverse == nullptr) continue;
    ++done;
    several += independent_parts(f.m).count() > 1;
    REQUIRE_FALSE(inverse->full);
    REQUIRE(mercator_test::graph_of(*inverse) == mercator_test::turned(*t, t->dims + t->ranges));
  }
  CHECK(done > 100);
  CHECK(several > 100);
}
