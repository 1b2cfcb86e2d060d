#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/reference.hpp"

namespace symbolic = mercator::symbolic;
using mercator_test::tree_of;
using symbolic::map_tree;
using symbolic::parse_rule;

namespace {

/// The text is parsed in a block of exactly its size, so that a sanitizer sees what is read beyond.
symbolic::parse_error error_of(const std::string& text) {
  const auto exact = std::make_unique<char[]>(text.size() + 1);
  text.copy(exact.get(), text.size());
  map_tree t;
  return symbolic::parse(exact.get(), static_cast<int>(text.size()), t);
}

std::string message_of(const std::string& text) {
  std::string message = "no error";
  tree_of(text, &message);
  return message;
}

std::string repeated(const std::string& piece, int times) {
  std::string out;
  for (int k = 0; k < times; ++k) out += piece;
  return out;
}

}  // namespace

TEST_CASE("each broken rule is told, where it is broken") {
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"", "1:1: expected '(' and the dimension variables of a map"},
      {"d0 -> (d0)", "1:1: expected '(' and the dimension variables of a map"},
      {"KNOWN EMPTY", "1:1: expected '(' and the dimension variables of a map"},
      {"(d0) (d0)", "1:6: expected '->'"},
      {"(d0) - > (d0)", "1:6: expected '->'"},
      {"(d0)", "1:5: expected '->'"},
      {"(d0) -> d0", "1:9: expected '(' and the results of the map"},
      {"(1) -> (0)", "1:2: expected the name of a variable"},
      {"(d0,) -> (0)", "1:5: expected the name of a variable"},
      {"(d0 -> (0)", "1:5: expected ',' or the closing bracket of these variables"},
      {"(d0)[s0 -> (0)", "1:9: expected ',' or the closing bracket of these variables"},
      {"(d0){rt0", "1:9: expected ',' or the closing bracket of these variables"},
      {"(d0, d1) -> (d0,), domain: d0 in [0, 1], d1 in [0, 1]", "1:17: expected an expression"},
      {"(d0) -> (d0 + ), domain: d0 in [0, 1]", "1:15: expected an expression"},
      {"(d0) -> (d0 + $), domain: d0 in [0, 1]", "1:15: expected an expression"},
      {"(d0) -> (mod), domain: d0 in [0, 1]", "1:10: expected an expression"},
      {"(d0) -> (d0 $ 4), domain: d0 in [0, 1]", "1:13: expected an operator or the closing ')'"},
      {"(d0) -> (d0 d0), domain: d0 in [0, 1]", "1:13: expected an operator or the closing ')'"},
      {"(d0) -> (d0 floordivision 4), domain: d0 in [0, 1]", "1:13: expected an operator or the closing ')'"},
      {"(d0) -> ((d0, domain: d0 in [0, 1]", "1:13: expected an operator or the closing ')'"},
      {"(d0) -> (d0", "1:12: expected an operator or the closing ')'"},
      {"(d0) -> (min(d0)), domain: d0 in [0, 1]", "1:16: min and max are written min(a, b) and max(a, b)"},
      {"(d0) -> (max d0), domain: d0 in [0, 1]", "1:14: min and max are written min(a, b) and max(a, b)"},
      {"(d0) -> (min(d0, 1, 2)), domain: d0 in [0, 1]", "1:19: min and max are written min(a, b) and max(a, b)"},
      {"(d0) -> (d0), d0 in [0, 1]", "1:15: expected the word 'domain'"},
      {"(d0) -> (d0), domain d0 in [0, 1]", "1:22: expected ':' after 'domain'"},
      {"(d0) -> (d0), domain: d0 in [0, 1], d0 + 1 [0, 4]", "1:44: expected an operator or 'in'"},
      {"(d0) -> (d0), domain: d0 in 0, 1", "1:29: expected an interval [first, last]"},
      {"(d0) -> (d0), domain: d0 in [0; 1]", "1:31: expected an interval [first, last]"},
      {"(d0) -> (d0), domain: d0 in [0, 1", "1:34: expected an interval [first, last]"},
      {"(d0) -> (d0), domain: d0 in [0, d0]", "1:33: expected an integer"},
      {"(d0) -> (d0), domain: d0 in [, 1]", "1:30: expected an integer"},
      {"() -> () x", "1:10: a comma is missing here"},
      {"() -> () 3", "1:10: expected the end of the map"},
      {"(d0) -> (d0), domain: KNOWN EMPTY, d0 in [0, 1]", "1:36: expected the end of the map"},
      {"(d0 d1) -> (d0)", "1:5: a comma is missing here"},
      {"(d0) -> (d0) domain: d0 in [0, 1]", "1:14: a comma is missing here"},
      {"(d0, d1) -> (d0), domain: d0 in [0, 1]\nd1 in [0, 1]", "1:39: a comma is missing here"},
      {"(d0, d1) -> (d0), domain:\nd0 in [0, 1],\nd1 in [0, 1]\nd0 + d1 in [0, 1]", "3:13: a comma is missing here"},
      {"(d0) -> (d0)", "1:13: a map with variables needs a domain, and it has none"},
      {"(d0) -> (d0), domain:",
       "1:22: expected the interval of 'd0': every variable has one, in the order of the variables"},
      {"(d0, d1) -> (d0), domain: d0 in [0, 1],",
       "1:40: expected the interval of 'd1': every variable has one, in the order of the variables"},
      {"(d0, d1) -> (d0), domain: d1 in [0, 1], d0 in [0, 1]",
       "1:27: expected the interval of 'd0': every variable has one, in the order of the variables"},
      {"(d0, d1) -> (d0), domain: d0 in [0, 1], d0 + d1 in [0, 1]",
       "1:41: expected the interval of 'd1': every variable has one, in the order of the variables"},
      {"(th_x) -> (th_x), domain: th in [0, 1]",
       "1:27: expected the interval of 'th_x': every variable has one, in the order of the variables"},
      {"(d0, mod) -> (d0)", "1:6: 'mod' is a reserved word and cannot be the name of a variable"},
      {"(in) -> (0)", "1:2: 'in' is a reserved word and cannot be the name of a variable"},
      {"(x)[domain] -> (0)", "1:5: 'domain' is a reserved word and cannot be the name of a variable"},
      {"(KNOWN) -> (0)", "1:2: 'KNOWN' is a reserved word and cannot be the name of a variable"},
      {"(d0) -> (0), domain: KNOWN", "1:22: 'KNOWN' is a reserved word and cannot be the name of a variable"},
      {"(d0)[d0] -> (0)", "1:6: the name 'd0' is used twice"},
      {"(a, b){a} -> (0)", "1:8: the name 'a' is used twice"},
      {"(d0) -> (d1), domain: d0 in [0, 1]", "1:10: unknown name 'd1'"},
      {"(d0) -> (d00), domain: d0 in [0, 1]", "1:10: unknown name 'd00'"},
      {"(a) -> (d0), domain: a in [0, 1]", "1:9: unknown name 'd0'"},
      {"(d0) -> (s0), domain: d0 in [0, 1]", "1:10: unknown name 's0'"},
      {"(d0, d1) -> (d0 * d1), domain: d0 in [0, 1], d1 in [0, 1]", "1:17: one of the two factors must be constant"},
      {"(d0) -> (d0 * (d0 - d0)), domain: d0 in [0, 1]", "1:13: one of the two factors must be constant"},
      {"(d0) -> (4 floordiv d0), domain: d0 in [0, 1]", "1:21: the divisor of 'floordiv' must be constant"},
      {"(d0) -> (d0 mod 0), domain: d0 in [0, 1]", "1:17: 'mod' by zero"},
      {"(d0) -> (d0 floordiv (2 - 2)), domain: d0 in [0, 1]", "1:22: 'floordiv' by zero"},
      {"(d0) -> (7 ceildiv 0), domain: d0 in [0, 1]", "1:20: 'ceildiv' by zero"},
      {"(d0) -> (9223372036854775808), domain: d0 in [0, 1]", "1:10: this integer does not fit 64 bits"},
      {"(d0) -> (d0), domain: d0 in [0, 9223372036854775808]", "1:33: this integer does not fit 64 bits"},
      {"(d0) -> (d0), domain: d0 in [-9223372036854775809, 0]", "1:31: this integer does not fit 64 bits"},
      {"(d0) -> (d0), domain: d0 in [0, 99999999999999999999999999]", "1:33: this integer does not fit 64 bits"},
      {"(d0) -> (9223372036854775807 + 1), domain: d0 in [0, 1]", "1:10: this integer does not fit 64 bits"},
      {"(d0) -> (d0 * 4294967296 * 4294967296), domain: d0 in [0, 1]", "1:26: this integer does not fit 64 bits"},
      {"(d0) -> (d0, d0 * 9223372036854775807), domain: d0 in [0, 2]",
       "1:14: result 1 does not fit 64 bits over the domain"},
      {"(d0) -> (d0), domain: d0 in [0, 2], d0 + 9223372036854775806 in [0, 1]",
       "1:37: constraint 0 does not fit 64 bits over the domain"},
  };
  for (const auto& c : cases) {
    CAPTURE(std::string(c.text));
    CHECK(message_of(c.text) == std::string(c.message));
  }
}

TEST_CASE("white space and optional parts") {
  const char* canonical =
      "(d0, d1)[s0]{rt0} -> (d0 + rt0, d1 * 2 + s0), domain: d0 in [0, 9], d1 in [-4, 4], s0 in [0, 1], "
      "rt0 in [0, 3], d1 * 2 + s0 in [0, 8]";
  const char* spellings[] = {
      canonical,
      "(d0,d1)[s0]{rt0}->(d0+rt0,d1*2+s0),domain:d0 in[0,9],d1 in[-4,4],s0 in[0,1],rt0 in[0,3],d1*2+s0 in[0,8]",
      "  ( d0 ,\n d1 ) [ s0 ] { rt0 }  ->\n (\t d0 + rt0 , d1 * 2 + s0 ) , domain :\n d0 in [ 0 , 9 ],\r\n d1 "
      "in [ - 4 , 4 ],\n"
      " s0 in [0, 1],\n rt0\nin\n[0, 3],\n d1 * 2 + s0 in [0, 8] ,\n",
      "(d0, d1)[s0]{rt0} -> (rt0 * (3 - 2) + 0 * 1 + d0 - 0, s0 + 2 * d1), domain: d0 in [0, 9], d1 in [-4, "
      "4], "
      "s0 in [0, 1], rt0 in [0, 3], 2 * d1 + s0 in [0, 8],",
  };
  const auto first = tree_of(canonical);
  REQUIRE(first);
  CHECK(mercator_test::text_of(*first) == canonical);
  for (const char* text : spellings) {
    CAPTURE(text);
    std::string message;
    const auto t = tree_of(text, &message);
    CHECK(message == "");
    REQUIRE(t);
    CHECK(mercator_test::disagreement(*first, *t) == "");
  }
  CHECK(tree_of("()->()"));
  CHECK(tree_of("()[]{} -> (3)"));
  CHECK(tree_of("() -> (3), domain: 4 in [0, 3],"));
  CHECK(tree_of("(d0)[s0] -> (0), domain: KNOWN EMPTY")->known_empty);
  CHECK(tree_of("(d0)[s0] -> (s0 mod 7), domain: KNOWN\nEMPTY,")->known_empty);
}

TEST_CASE("precedence, signs and constants") {
  const struct {
    const char* expression;
    mercator::i64 value;  // at d0 = 7
  } cases[] = {
      {"-d0 floordiv 2", -4},
      {"-(d0 floordiv 2)", -3},
      {"1 - d0 floordiv 2", -2},
      {"d0 * 3 mod 4 * 5", 5},
      {"d0 floordiv 2 * 3", 9},
      {"8 * d0 floordiv 3", 18},
      {"d0 floordiv -2", -4},
      {"d0 mod -4", -1},
      {"d0 ceildiv 2", 4},
      {"d0 ceildiv -2", -3},
      {"-d0 ceildiv 2", -3},
      {"d0 - -3", 10},
      {"d0 - - -3", 4},
      {"--d0", 7},
      {"- - -d0", -7},
      {"d0 * -3", -21},
      {"d0 * - 3", -21},
      {"d0 - d0 * -3 + 1", 29},
      {"-3 * -d0", 21},
      {"(2 + 3) * d0", 35},
      {"d0 * (2 - 5) * 2", -42},
      {"d0 mod (2 * 2)", 3},
      {"min(d0, 3) + max(d0, -3) * 2", 17},
      {"min(2, 3) * d0", 14},
      {"max(-2, -3) * d0", -14},
      {"min(3, d0)", 3},
      {"-7 floordiv 2", -4},
      {"-7 mod 3 ceildiv 1", 2},
      {"7 floordiv -1", -7},
      {"d0 - (1 - 2)", 8},
      {"10 - 3 - 2", 5},
      {"d0 * 0", 0},
      {"((((d0))))", 7},
      {"000000000000000000000000000012 + d0", 19},
      {"9223372036854775807 - d0 - 9223372036854775800", 0},
  };
  for (const auto& c : cases) {
    const std::string text = std::string("(d0) -> (") + c.expression + "), domain: d0 in [7, 7]";
    CAPTURE(text);
    const auto t = tree_of(text);
    REQUIRE(t);
    CHECK(mercator_test::value_of(*t, t->result[0], {7}) == c.value);
  }
}

TEST_CASE("names are kept where they are not the default ones") {
  CHECK_FALSE(tree_of("(d0, d1)[s0]{rt0} -> (d0), domain: KNOWN EMPTY")->named);
  CHECK(tree_of("(d1, d0) -> (d0), domain: KNOWN EMPTY")->named);
  CHECK(tree_of("(d0)[d1] -> (d0), domain: KNOWN EMPTY")->named);
  const auto t = tree_of("(th_x, _b)[S0] -> (S0 + th_x * 2 - _b), domain: th_x in [0, 3], _b in [1, 2], S0 in [0, 0]");
  REQUIRE(t);
  CHECK(t->named);
  CHECK(mercator_test::text_of(*t) ==
        "(th_x, _b)[S0] -> (S0 + th_x * 2 - _b), domain: th_x in [0, 3], _b in [1, 2], S0 in [0, 0]");
  // more than ten of a kind
  std::string names, box;
  for (int k = 0; k < 14; ++k) {
    names += (k == 0 ? "d" : ", d") + std::to_string(k);
    box += (k == 0 ? "d" : ", d") + std::to_string(k) + " in [0, 1]";
  }
  const std::string many = "(" + names + ") -> (d13, d1 + d10 * 2), domain: " + box;
  REQUIRE(tree_of(many));
  CHECK_FALSE(tree_of(many)->named);
  CHECK(mercator_test::text_of(*tree_of(many)) == many);
}

TEST_CASE("what is too deep or too large is an error") {
  const std::string domain = ", domain: d0 in [0, 9]";
  const auto nested = [&](int depth) {
    return "(d0) -> (" + repeated("(1 + ", depth) + "d0" + repeated(") mod 9", depth) + ")" + domain;
  };
  CHECK(tree_of(nested(55)));
  CHECK(error_of(nested(70)).rule == parse_rule::nested_too_deep);
  CHECK(error_of("(d0) -> (" + repeated("(", 100000) + "d0").rule == parse_rule::nested_too_deep);
  CHECK(error_of("(d0) -> (" + repeated("min(1, ", 100000) + "d0").rule == parse_rule::nested_too_deep);
  CHECK(error_of("(d0) -> (" + repeated("-", 100001) + "d0)" + domain).rule == parse_rule::none);
  CHECK(tree_of("(d0) -> (d0" + repeated(" floordiv 2 mod 90", 30) + ")" + domain));
  CHECK(error_of("(d0) -> (d0" + repeated(" floordiv 2 mod 90", 60) + ")" + domain).rule ==
        parse_rule::nested_too_deep);
  CHECK(tree_of("(d0) -> (d0" + repeated(" + d0 * 2", 1000) + ")" + domain));
  CHECK(error_of("(d0) -> (d0" + repeated(" + d0 * 2", 5000) + ")" + domain).rule == parse_rule::too_large);
  CHECK(error_of("(d0) -> (d0" + repeated(" + d0", 5000) + ")" + domain).rule == parse_rule::too_large);
  CHECK(error_of("(d0) -> (d0" + repeated(", d0", 100) + ")" + domain).rule == parse_rule::too_large);
  CHECK(error_of("(d0) -> (d0" + repeated(", d0 mod 3", 100000) + ")" + domain).rule == parse_rule::too_large);
  CHECK(error_of("(d0) -> (d0)" + domain + repeated(", d0 in [0, 3]", 200)).rule == parse_rule::too_large);
  std::string names = "(a0";
  for (int k = 1; k < 65; ++k) names += ", a" + std::to_string(k);
  CHECK(error_of(names + ") -> (0)").rule == parse_rule::too_large);
  CHECK(error_of("(" + repeated("x", 2000) + ") -> (0), domain: KNOWN EMPTY").rule == parse_rule::too_large);
}

TEST_CASE("no prefix and no change of a text confuses the parser") {
  const std::string text =
      "(d0, b)[s0]{rt0} -> (d0 floordiv 4 + min(b, -3) * 2, (8 * s0) ceildiv 3 mod 5), domain: d0 in [0, 9], b "
      "in [-4, 4], "
      "s0 in [0, 1], rt0 in [0, 3], b * 2 + s0 in [-8, 8]";
  REQUIRE(tree_of(text));
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto error = error_of(text.substr(0, n));
    if (error) CHECK(error.offset <= static_cast<int>(n));
    for (const char c : {'\0', '$', '(', ')', '0', 'd', '-', '>', ' ', ',', '\n', '\x80', '['}) {
      std::string changed = text;
      changed[n] = c;
      const auto t = tree_of(changed);
      if (t) CHECK(tree_of(mercator_test::text_of(*t)));
    }
  }
}

TEST_CASE("random texts are read") {
  mercator_test::random_maps maps(1);
  const auto count = mercator_test::argument("cases", 3000);
  for (long long k = 0; k < count; ++k) {
    const std::string text = maps.next();
    CAPTURE(text);
    std::string message;
    tree_of(text, &message);
    CHECK(message == "");
  }
}
