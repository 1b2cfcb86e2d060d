#include "mercator/symbolic/decide.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"
#include "test/support/variants.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::point;
using mercator_test::tree_of;

truth decided(const std::string& a, const std::string& b, int budget = 500) {
  return decide_equal(*tree_of(a), *tree_of(b), budget).is;
}

std::string witness(const std::string& a, const std::string& b) {
  const verdict v = decide_equal(*tree_of(a), *tree_of(b), 500);
  if (v.is != truth::no || v.counts_differ) return "none";
  return mercator_test::text_of(point(v.point, v.point + v.variables));
}

/// Decides and compares with what trying every point says. Whether it is decided.
bool check(const map_tree& a, const map_tree& b, int budget) {
  const verdict v = decide_equal(a, b, budget);
  if (v.is == truth::undecided) return false;
  REQUIRE((v.is == truth::yes) == mercator_test::agrees(a, b));
  if (v.is == truth::no && !v.counts_differ)
    REQUIRE(mercator_test::differ_at(a, b, point(v.point, v.point + v.variables)));
  return true;
}

}  // namespace

TEST_CASE("the answer is never wrong, and with enough budget there is one") {
  mercator_test::random_maps maps(131);
  mercator_test::random_numbers random(132);
  const long long cases = mercator_test::argument("cases", 1000);
  long long pairs = 0, equal = 0, proven = 0, decided = 0;
  mercator_test::for_random_maps(maps, cases, [&](const map_tree& t) {
    for (int k = 0; k < 2; ++k) {
      const auto other = k == 0 ? mercator_test::respelled(t, random) : mercator_test::changed(t, random);
      if (!other || check_range(*other)) continue;
      ++pairs;
      proven += check(t, *other, 0);
      decided += check(t, *other, 500);
      REQUIRE(check(t, *other, 1000 * 1000));
      equal += mercator_test::agrees(t, *other);
    }
  });
  CHECK(equal > pairs / 3);
  CHECK(equal < pairs * 9 / 10);
  CHECK(proven > pairs / 3);
  CHECK(decided > pairs / 2);
}

TEST_CASE("large maps are decided by proof, probing or one period") {
  const std::string domain = "), domain: d0 in [0, 1099511627775], d1 in [0, 2147483647]";
  const auto is = [&](const std::string& a, const std::string& b) {
    return decided("(d0, d1) -> (" + a + domain, "(d0, d1) -> (" + b + domain);
  };
  CHECK(is("(d0 floordiv 64) * 64 + d0 mod 64", "d0") == truth::yes);
  CHECK(is("d0 * 2 + d1", "d1 + d0 + d0") == truth::yes);
  CHECK(is("d0 + d1", "d0 + d1 * 2") == truth::no);
  CHECK(is("d0 mod 7", "d0 mod 14") == truth::no);
  CHECK(is("(d0 floordiv 3) mod 5", "((d0 mod 15) + 3 - 3) floordiv 3") == truth::yes);
  CHECK(is("(d0 mod 4 + 1) floordiv 4", "(d0 + 1) floordiv 4 - d0 floordiv 4") == truth::yes);
  CHECK(is("(d0 * 3 + 1) mod 8 + (d0 * 5 + 3) mod 8", "(d0 * 5 + 3) mod 8 + (d0 * 3 + 9) mod 8") == truth::yes);
}

TEST_CASE("equal means the same domain and the same results on it") {
  const char* const m = "(d0) -> (d0), domain: d0 in [0, 9]";
  CHECK(decided(m, "(x) -> (x), domain: x in [0, 9]") == truth::yes);
  CHECK(witness(m, "(d0) -> (d0), domain: d0 in [0, 10]") == "(10)");
  CHECK(witness(m, "(d0) -> (d0), domain: d0 in [1, 9]") == "(0)");
  CHECK(decided(m, "(d0) -> (d0), domain: d0 in [-5, 20], d0 * 3 in [0, 29]") == truth::yes);
  CHECK(decided("(d0) -> (d0 mod 4), domain: d0 in [0, 9], d0 mod 4 in [1, 1]",
                "(d0) -> (1), domain: d0 in [0, 9], (d0 + 3) mod 4 in [0, 0]") == truth::yes);
  CHECK(witness("(d0) -> (d0 floordiv 9), domain: d0 in [0, 9]", "(d0) -> (0), domain: d0 in [0, 9]") == "(9)");
}

TEST_CASE("counts that differ are different, without a point") {
  const char* const m = "(d0)[s0]{rt0} -> (d0), domain: d0 in [0, 9], s0 in [0, 1], rt0 in [0, 1]";
  for (const char* other :
       {"(d0, d1)[s0]{rt0} -> (d0), domain: d0 in [0, 9], d1 in [0, 1], s0 in [0, 1], rt0 in [0, 1]",
        "(d0){rt0} -> (d0), domain: d0 in [0, 9], rt0 in [0, 1]",
        "(d0)[s0] -> (d0), domain: d0 in [0, 9], s0 in [0, 1]",
        "(d0)[s0]{rt0} -> (d0, 0), domain: d0 in [0, 9], s0 in [0, 1], rt0 in [0, 1]"}) {
    const verdict v = decide_equal(*tree_of(m), *tree_of(other), 500);
    CHECK(v.is == truth::no);
    CHECK(v.counts_differ);
  }
}

TEST_CASE("empty domains are equal, and differ from all others") {
  const char* const empty = "(d0) -> (d0), domain: KNOWN EMPTY";
  CHECK(decided(empty, "(d0) -> (7), domain: d0 in [0, -1]") == truth::yes);
  CHECK(decided(empty, "(d0) -> (7), domain: d0 in [0, 9], d0 mod 4 in [5, 6]") == truth::yes);
  CHECK(witness(empty, "(d0) -> (d0), domain: d0 in [3, 3]") == "(3)");
  CHECK(witness("(d0) -> (d0), domain: d0 in [3, 3]", empty) == "(3)");
}

TEST_CASE("maps without variables") {
  CHECK(decided("() -> (3)", "() -> (7 floordiv 2)") == truth::yes);
  CHECK(decided("() -> (3)", "() -> (4)") == truth::no);
  CHECK(decided("() -> ()", "() -> ()") == truth::yes);
}
