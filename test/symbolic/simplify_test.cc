#include "mercator/symbolic/simplify.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/cost.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::simplified;
using mercator_test::simplified_text;
using mercator_test::text_of;

/// The simplified result of a map with d0 in [0, 999], d1 in [0, 9].
std::string result(const std::string& expression) {
  const std::string text = simplified_text("(d0, d1) -> (" + expression + "), domain: d0 in [0, 999], d1 in [0, 9]");
  return text.substr(13, text.find("), domain:") - 13);
}

}  // namespace

TEST_CASE("a simplified map is the map that it was") {
  mercator_test::random_maps maps(71);
  long long no_room = 0, cheaper = 0, dearer = 0, not_settled = 0;
  const long long cases = mercator_test::argument("cases", 3000);
  mercator_test::for_random_maps(maps, cases, [&](const map_tree& t) {
    const auto out = simplified(t);
    if (!out) {
      ++no_room;
      return;
    }
    const std::string where = mercator_test::disagreement(t, *out);
    REQUIRE_MESSAGE(where.empty(), where);
    REQUIRE_FALSE(check_range(*out));
    cheaper += cost(*out) < cost(t);
    dearer += cost(*out) > cost(t);
    const auto again = simplified(*out);
    not_settled += !again || text_of(*again) != text_of(*out);
  });
  CHECK(no_room <= cases / 500);
  CHECK(cheaper > cases / 3);
  CHECK(dearer == 0);
  CHECK(not_settled <= cases / 1000);
}

TEST_CASE("what recombines is one again") {
  CHECK(result("(d0 floordiv 8) * 8 + d0 mod 8") == "d0");
  CHECK(result("d0 mod 2 + (d0 + 1) mod 2") == "1");
  CHECK(result("d0 - (d0 floordiv 8) * 8") == "d0 mod 8");
  CHECK(result("(d0 floordiv 4) floordiv 5") == "d0 floordiv 20");
  CHECK(result("(d0 mod 20) mod 5") == "d0 mod 5");
  CHECK(result("(d0 * 10 + d1) floordiv 10") == "d0");
  CHECK(result("(d0 * 10 + d1) mod 10") == "d1");
  CHECK(result("(d0 * 4 + 3) floordiv 8") == "d0 floordiv 2");
  CHECK(result("d1 floordiv 10") == "0");
  CHECK(result("(-d0) floordiv -1") == "d0");
  CHECK(result("min(d1, 20) + max(d1, 0)") == "d1 * 2");
}

TEST_CASE("what costs less as it is written stays so") {
  CHECK(result("((d0 * 5) mod 12) mod 5") == "((d0 * 5) mod 12) mod 5");
  CHECK(result("(((d0 * 32 + d1) * 8) mod 18) floordiv 5") == "((d0 * 256 + d1 * 8) mod 18) floordiv 5");
  CHECK(result("-(d0 + d1) * 3 - d1 * (-1 + 2)") == "(d0 + d1) * -3 - d1");
  CHECK(result("(d0 + d1) * 3 - d1 * 3") == "d0 * 3");
}

TEST_CASE("quotients that differ by a constant are one of a remainder") {
  CHECK(result("(d0 + 5) floordiv 3 - d0 floordiv 3") == "(d0 mod 3 + 5) floordiv 3");
}

TEST_CASE("a variable with one value is that value, but stays a variable") {
  CHECK(simplified_text("(d0)[s0]{rt0} -> (d0 * 2 + s0 - rt0), domain: d0 in [3, 3], s0 in [-1, -1], rt0 in [0, 4]") ==
        "(d0)[s0]{rt0} -> (-rt0 + 5), domain: d0 in [3, 3], s0 in [-1, -1], rt0 in [0, 4]");
}

TEST_CASE("what only a constraint says is made use of") {
  CHECK(simplified_text("(d0, d1) -> ((d0 + d1) floordiv 8), domain: d0 in [0, 9], d1 in [0, 9], d0 + d1 in [2, 7]") ==
        "(d0, d1) -> (0), domain: d0 in [0, 7], d1 in [0, 7], d0 + d1 in [2, 7]");
  CHECK(simplified_text("(d0) -> ((d0 mod 4) * 2, d0 floordiv 2), domain: d0 in [0, 9], d0 mod 4 in [1, 1]") ==
        "(d0) -> (2, d0 floordiv 2), domain: d0 in [1, 9], d0 mod 4 in [1, 1]");
}

TEST_CASE("an empty domain has no results, whatever is written there") {
  CHECK(simplified_text("(d0)[s0] -> (d0 + s0, 7), domain: d0 in [0, -1], s0 in [0, 3]") ==
        "(d0)[s0] -> (0, 0), domain: KNOWN EMPTY");
  CHECK(simplified_text("(d0) -> (d0), domain: KNOWN EMPTY") == "(d0) -> (0), domain: KNOWN EMPTY");
}

TEST_CASE("maps without variables, results or both") {
  CHECK(simplified_text("() -> ()") == "() -> ()");
  CHECK(simplified_text("() -> (7 floordiv 2, -7 mod 4)") == "() -> (3, 1)");
  CHECK(simplified_text("(d0) -> (), domain: d0 in [0, 3]") == "(d0) -> (), domain: d0 in [0, 3]");
}

TEST_CASE("constraints stand in an order that does not depend on how they were written") {
  const char* const variables = "(d0, d1) -> (d0), domain: d0 in [0, 99], d1 in [0, 99], ";
  const std::string a = "d0 mod 4 in [1, 1]", b = "d0 + d1 in [7, 50]", c = "d1 * 3 - d0 in [-9, 9]";
  const std::string first = simplified_text(variables + a + ", " + b + ", " + c);
  CHECK(first == simplified_text(variables + c + ", " + b + ", " + a));
  CHECK(first == simplified_text(variables + b + ", " + a + ", " + c));
}

TEST_CASE("simplifying does not depend on names") {
  CHECK(simplified_text("(x, y)[k] -> (y * 2 + k, x), domain: x in [0, 3], y in [0, 4], k in [0, 1]") ==
        "(d0, d1)[s0] -> (d1 * 2 + s0, d0), domain: d0 in [0, 3], d1 in [0, 4], s0 in [0, 1]");
}
