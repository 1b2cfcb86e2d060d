#include <doctest/doctest.h>

#include "mercator/hlo/constant_values.hpp"
#include "test/hlo/module_of.hpp"

using mercator::i64;
using mercator_test::module_of;
using mercator_test::string_of;
namespace hlo = mercator::hlo_ir;

namespace {

module_of with_constant(const std::string& value, const std::string& shape = "f32[2]") {
  return module_of("c = " + shape + " constant(" + value + "), metadata={}");
}

std::string literal_of(const std::string& value) {
  const module_of m = with_constant(value);
  return m ? string_of(m->literal(m->instructions[0])) : m.message();
}

/// The integers, and "..." where it ends before the constant does.
std::string integers_of(const std::string& value) {
  const module_of m = with_constant(value);
  REQUIRE_MESSAGE(m, m.message());
  hlo::constant_values values(*m, m->instructions[0]);
  std::string out;
  i64 n = 0;
  while (values.next(n)) out += (out.empty() ? "" : ",") + std::to_string(n);
  return values.done() ? out : out + "...";
}

bool scalar_of(const std::string& value, const std::string& shape, i64& out) {
  const module_of m = with_constant(value, shape);
  REQUIRE_MESSAGE(m, m.message());
  return hlo::scalar_integer(*m, m->instructions[0], out);
}

}  // namespace

TEST_CASE("scalars") {
  for (const char* value : {"0",           "-1",
                            "+2",          "42",
                            "1.5",         "-1.5e-30",
                            "1e5",         "1E+5",
                            ".5",          "5.",
                            "inf",         "-inf",
                            "nan",         "-nan",
                            "+inf",        "true",
                            "false",       "0x1.8p+3",
                            "-0x1p-126",   "0X.8P1",
                            "0xff",        "nan(0x7fc00001)",
                            "-nan(0x1)",   "(1, -2.5)",
                            "(nan, -inf)", "18446744073709551616",
                            "..."})
    CHECK(literal_of(value) == value);
}

TEST_CASE("arrays and tuples") {
  for (const char* value :
       {"{1, 2}", "{ { 1, 2 }, {3, 4} }", "{...}", "{}", "{ {}, {} }", "{1,2,...,9}", "(1, {2,3}, (true, ()))", "()",
        "{ /*i0=0*/ {(1,2), (3,4)}, /*i0=1*/ {(5,6), (7,8)} }", "{\n  1, // one\n  2\n}", "f32[2,2] { {1, 2}, {3, 4} }",
        "(f32[] 1, s32[2]{0} {2, 3})", "{nan, -inf, 0x1p3}"})
    CHECK(literal_of(value) == value);
}

TEST_CASE("what is no constant") {
  CHECK(literal_of("") == "1:21: expected the value of a constant; found ')'");
  CHECK(literal_of("x") == "1:21: expected the value of a constant; found 'x'");
  CHECK(literal_of("-true") == "1:21: expected the value of a constant; found '-true'");
  CHECK(literal_of("1x") == "1:21: expected the value of a constant; found '1x'");
  CHECK(literal_of("1e") == "1:21: expected the value of a constant; found '1e'");
  CHECK(literal_of("0x") == "1:21: expected the value of a constant; found '0x'");
  CHECK(literal_of("0x1.0p") == "1:21: expected the value of a constant; found '0x1.0p'");
  CHECK(literal_of("1.2.3") == "1:21: expected the value of a constant; found '1.2.3'");
  CHECK(literal_of(".") == "1:21: expected the value of a constant; found '.'");
  CHECK(literal_of("--1") == "1:21: expected the value of a constant; found '--1'");
  CHECK(literal_of("{1, 2") == "1:26: expected ',' or the end of the constant; found ')'");
  CHECK(literal_of("{1, }") == "1:25: expected the value of a constant; found '}'");
  CHECK(literal_of("{1 2}") == "1:24: expected ',' or the end of the constant; found '2'");
  CHECK(literal_of("{(1}, 2)") == "1:24: expected ',' or the end of the constant; found '}'");
  CHECK(literal_of("1, 2") == "1:22: expected ',' or the end of the constant; found ','");
  CHECK(module_of("c = f32[2] constant({1, 2").message() == "1:21: the '{' here is not closed");
}

TEST_CASE("constants nest up to a limit") {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '{') + "1" + std::string(static_cast<std::size_t>(depth), '}');
  };
  CHECK(literal_of(nested(hlo::max_nesting)) == nested(hlo::max_nesting));
  CHECK(literal_of(nested(hlo::max_nesting + 1)) == "1:277: nested deeper than 256 levels");
}

TEST_CASE("the integers of a constant") {
  CHECK(integers_of("42") == "42");
  CHECK(integers_of("-7") == "-7");
  CHECK(integers_of("true") == "1");
  CHECK(integers_of("{true,false}") == "1,0");
  CHECK(integers_of("{ /*i0=0*/ { 1, -2 }, /*/ 9 */ {3, +4} } ") == "1,-2,3,4");
  CHECK(integers_of("{1, // 8\n 2}") == "1,2");
  CHECK(integers_of("{}") == "");
  CHECK(integers_of("{...}") == "...");
  CHECK(integers_of("{1,2.5}") == "1...");
  CHECK(integers_of("{1,1e3}") == "1...");
  CHECK(integers_of("{1,inf}") == "1...");
  CHECK(integers_of("-inf") == "...");
  CHECK(integers_of("nan") == "...");
  CHECK(integers_of("9223372036854775807") == "9223372036854775807");
  CHECK(integers_of("9223372036854775808") == "...");
}

TEST_CASE("a scalar integer") {
  i64 n = 0;
  CHECK(scalar_of("42", "s64[]", n));
  CHECK(n == 42);
  CHECK(scalar_of("false", "pred[]", n));
  CHECK(n == 0);
  CHECK(!scalar_of("{42}", "s64[1]", n));
  CHECK(!scalar_of("1.5", "f32[]", n));
  CHECK(!scalar_of("{1}", "(s32[])", n));
  const module_of m("p = s32[] parameter(0)");
  CHECK(!hlo::scalar_integer(*m, m->instructions[0], n));
}
