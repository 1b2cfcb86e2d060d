#include <string>

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/reference.hpp"

using mercator::symbolic::map_tree;
using mercator::symbolic::op;
using mercator_test::text_of;
using mercator_test::tree_of;

namespace {

/// The canonical text of one expression in d0, d1, d2.
std::string printed(const std::string& expression) {
  const std::string domain = "), domain: d0 in [0, 9], d1 in [-4, 4], d2 in [0, 0]";
  std::string message = "no error";
  const auto t = tree_of("(d0, d1, d2) -> (" + expression + domain, &message);
  if (!t) return message;
  const std::string text = text_of(*t), head = "(d0, d1, d2) -> (";
  return text.substr(head.size(), text.size() - head.size() - domain.size());
}

}  // namespace

TEST_CASE("the canonical spelling of expressions") {
  const struct {
    const char* written;
    const char* printed;
  } cases[] = {
      {"8 * d0", "d0 * 8"},
      {"d0 + 3 + d1", "d0 + d1 + 3"},
      {"3 - d0", "-d0 + 3"},
      {"-d0", "-d0"},
      {"d0 * -1", "-d0"},
      {"-3 * d0", "d0 * -3"},
      {"-d0 * 11", "d0 * -11"},
      {"d0 * 11 * -1 - 5", "d0 * -11 - 5"},
      {"-d0 - d1 * 2", "d1 * -2 - d0"},
      {"-d0 - d1 - 3", "-3 - d0 - d1"},
      {"-3 - d0 * 2", "d0 * -2 - 3"},
      {"d1 - 3 - d0", "d1 - d0 - 3"},
      {"-d0 - d1 * 2 - 4", "d1 * -2 - d0 - 4"},
      {"-d0 - d1 * 2 + 4", "-d0 - d1 * 2 + 4"},
      {"-d0 - d1", "-d0 - d1"},
      {"-d0 - d1 - 1", "-1 - d0 - d1"},
      {"-d0 * 2 + d1", "d1 - d0 * 2"},
      {"1 - d0 floordiv 2", "-(d0 floordiv 2) + 1"},
      {"-(d0 floordiv 2)", "-(d0 floordiv 2)"},
      {"-(d0 mod 2) * 3", "(d0 mod 2) * -3"},
      {"d0 - (d1 floordiv 3) * 12", "d0 - (d1 floordiv 3) * 12"},
      {"d0 - d1 floordiv 3", "d0 - d1 floordiv 3"},
      {"d1 mod 2 * 4", "(d1 mod 2) * 4"},
      {"d0 floordiv 2 mod 4", "(d0 floordiv 2) mod 4"},
      {"(d0 floordiv 2 + d1) mod 4", "(d0 floordiv 2 + d1) mod 4"},
      {"(d0 * 2) floordiv 3", "(d0 * 2) floordiv 3"},
      {"-d0 floordiv 3", "(-d0) floordiv 3"},
      {"(d0 + d1) floordiv 2", "(d0 + d1) floordiv 2"},
      {"d0 + (d1 + 2)", "d0 + d1 + 2"},
      {"d0 + (2 - d1) + d2", "d0 + d2 - d1 + 2"},
      {"d0 - (d1 - 2)", "d0 - (d1 - 2)"},
      {"d0 + (d1 + 2) * 3", "d0 + (d1 + 2) * 3"},
      {"-(d0 + d1)", "-(d0 + d1)"},
      {"min(d0, d1 + 1) * 2", "min(d0, d1 + 1) * 2"},
      {"-max(d0, d1)", "-max(d0, d1)"},
      {"d1 - max(3, d0)", "d1 - max(3, d0)"},
      {"min((d0), 3) mod 2", "min(d0, 3) mod 2"},
      {"d0 ceildiv 4", "d0 ceildiv 4"},
      {"d0 mod -4", "d0 mod -4"},
      {"((d0))", "d0"},
      {"2 * 3 - 7", "-1"},
      {"d0 + 2 - 5", "d0 + 2 - 5"},
      {"d0 * 0", "d0 * 0"},
  };
  for (const auto& c : cases) {
    CAPTURE(std::string(c.written));
    CHECK(printed(c.written) == std::string(c.printed));
  }
}

TEST_CASE("maps") {
  const char* texts[] = {
      "() -> ()",
      "() -> (-3)",
      "()[s0] -> (s0), domain: s0 in [0, 3]",
      "(d0){rt0, rt1} -> (d0 + rt1), domain: d0 in [-3, -3], rt0 in [0, 1], rt1 in [9, 8]",
      "(d0, d1)[s0]{rt0} -> (d0 + rt0, d1 * 2 + s0), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 1], rt0 in "
      "[0, 3], d1 * 2 + "
      "s0 in [0, 8]",
      "(d0)[s0] -> (0), domain: KNOWN EMPTY",
      "(bl_x, th_x)[chunk] -> (0, 0), domain: KNOWN EMPTY",
      "(bl_x, th_x) -> (bl_x * 128 + th_x), domain: bl_x in [0, 7], th_x in [0, 127]",
      "(d0) -> (d0), domain: d0 in [-9223372036854775808, 9223372036854775807]",
      "() -> (), domain: 3 in [0, 4]",
  };
  for (const char* text : texts) {
    const auto t = tree_of(text);
    REQUIRE(t);
    CHECK(text_of(*t) == std::string(text));
    CHECK(mercator::symbolic::printed_size(*t) == text_of(*t).size());
  }
  // results of a known-empty map are written as 0
  CHECK(text_of(*tree_of("(d0) -> (d0, d0 + 1), domain: KNOWN EMPTY")) == "(d0) -> (0, 0), domain: KNOWN EMPTY");
}

TEST_CASE("trees that the parser does not make") {
  map_tree t;
  t.dims = 2;
  t.box[0] = {-3, 3};
  t.box[1] = {0, 4};
  const int x = t.variable(0), y = t.variable(1);
  const int minus_x = t.unary(op::product, x, -1);
  t.add_result(t.unary(op::product, t.unary(op::product, x, 2), 3));
  t.add_result(t.unary(op::product, minus_x, -1));
  t.add_result(t.binary(op::sum, y, t.unary(op::product, minus_x, -1)));
  t.add_result(t.binary(op::sum, minus_x, minus_x));
  t.add_result(t.unary(op::product, x, 1));
  t.add_result(t.unary(op::floordiv, t.constant(-5), 2));
  t.add_result(t.unary(op::product, t.constant(-5), -1));
  t.add_result(t.binary(op::sum, y, t.unary(op::product, t.constant(-5), -1)));
  t.add_result(t.binary(op::sum, y, t.unary(op::product, t.binary(op::sum, x, y), -1)));
  t.add_result(t.binary(op::sum, t.constant(-5), t.constant(-3)));
  const std::string text = text_of(t);
  CHECK(text ==
        "(d0, d1) -> ((d0 * 2) * 3, -(-d0), d1 - (-d0), -d0 - d0, d0 * 1, -5 floordiv 2, -(-5), d1 - (-5), "
        "d1 - (d0 + d1), -5 - 3), domain: d0 in [-3, 3], d1 in [0, 4]");
  const auto again = tree_of(text);
  REQUIRE(again);
  CHECK(mercator_test::disagreement(t, *again) == "");
}

TEST_CASE("printed text parses to an equal map, and prints the same") {
  const auto count = mercator_test::argument("cases", 1500);
  for (const bool named : {false, true}) {
    mercator_test::random_maps::options o;
    o.named = named;
    o.max_points = 300;
    mercator_test::random_maps maps(7, o);
    for (long long k = 0; k < count; ++k) {
      const std::string written = maps.next();
      CAPTURE(written);
      const auto t = tree_of(written);
      REQUIRE(t);
      const std::string text = text_of(*t);
      std::string message;
      const auto again = tree_of(text, &message);
      CAPTURE(text);
      CHECK(message == "");
      REQUIRE(again);
      CHECK(mercator_test::disagreement(*t, *again) == "");
      CHECK(text_of(*again) == text);
    }
  }
}
