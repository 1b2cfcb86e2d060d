#include <doctest/doctest.h>

#include "test/hlo/module_of.hpp"

using mercator_test::module_of;
namespace hlo = mercator::hlo_ir;

namespace {

std::string message_of(const std::string& text) { return module_of(text).message(); }

}  // namespace

TEST_CASE("each broken rule is told, where it is broken") {
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"", "1:1: there is no computation"},
      {"\n // nothing\n", "3:1: there is no computation"},
      {"HloModule m", "1:12: there is no computation"},
      {"HloModule", "1:10: expected a name; found the end of the text"},
      {"HloModule m,", "1:13: expected the name of an attribute; found the end of the text"},
      {"HloModule m, replica_count=four", "1:28: expected an integer; found 'four'"},
      {"HloModule m\nHloModule n", "2:11: expected '{' and the instructions of the computation; found 'n'"},
      {"$", "1:1: expected a computation or an instruction; found '$'"},
      {"}", "1:1: expected a computation or an instruction; found '}'"},
      {"%", "1:1: expected a computation or an instruction; found '%'"},
      {"ENTRY {", "1:7: expected a name; found '{'"},
      {"ENTRY e = f32[] parameter(0)", "1:9: expected '{' and the instructions of the computation; found '='"},
      {"f (a f32[]) -> f32[] {", "1:6: expected ':' and the shape of the parameter; found 'f32'"},
      {"f (3: f32[]) -> f32[] {", "1:4: expected the name of a parameter; found '3'"},
      {"f (a: f32[] b: f32[]) -> f32[] {", "1:13: expected ',' or ')' after a parameter; found 'b'"},
      {"f (a: f32[]) {", "1:14: expected '->' and the shape of the result; found '{'"},
      {"f (a: f32[]) -> {", "1:17: expected a shape; found '{'"},
      {"f (a: f32[]) -> f32[]",
       "1:22: expected '{' and the instructions of the computation; found the end of the text"},
      {"f { }", "1:5: a computation without instructions"},
      {"f { a = f32[] parameter(0)\n",
       "2:1: expected an instruction or the '}' of the computation; found the end of the text"},
      {"f { a = f32[] parameter(0)\nENTRY e { b = f32[] copy(a) }",
       "2:7: expected '=' after the name of the instruction; found 'e'"},
      {"a = f32[] parameter(0) }", "1:24: expected an instruction or the '}' of the computation; found '}'"},
      {"a = f32[] parameter(0) b", "1:25: expected '=' after the name of the instruction; found the end of the text"},
      {"ROOT = f32[] parameter(0)", "1:6: expected a name; found '='"},
      {"a f32[] parameter(0)", "1:3: expected '{' and the instructions of the computation; found 'f32'"},
      {"a = parameter(0)", "1:5: expected a shape; found 'parameter'"},
      {"a = f32[2] = parameter(0)", "1:12: expected an operation; found '='"},
      {"a = f32[2] parameter", "1:21: expected '(' and the operands; found the end of the text"},
      {"a = f32[2] parameter()", "1:22: expected the number of the parameter, as in parameter(0); found ')'"},
      {"a = f32[2] parameter(-1)", "1:22: expected the number of the parameter, as in parameter(0); found '-1'"},
      {"a = f32[2] parameter(0, 1)", "1:23: expected the number of the parameter, as in parameter(0); found ','"},
      {"a = f32[2] parameter(99999999999)", "1:22: this number does not fit"},
      {"a = f32[2] parameter(99999999999999999999)", "1:22: this number does not fit"},
      {"a = f32[2] parameter(0)\nb = f32[2] add(a a)", "2:18: expected ',' or ')' after an operand; found 'a'"},
      {"a = f32[2] parameter(0)\nb = f32[2] add(a,)", "2:18: expected an operand; found ')'"},
      {"a = f32[2] parameter(0)\nb = f32[2] add(a, 2)", "2:19: expected an operand; found '2'"},
      {"a = f32[2] parameter(0)\nb = f32[2] add(a, f32[2])", "2:25: expected an operand; found ')'"},
      {"a = f32[2] parameter(0)\nb = f32[2] add(a, c)",
       "2:19: no instruction 'c' comes before this one in the computation"},
      {"b = f32[2] copy(b)", "1:17: no instruction 'b' comes before this one in the computation"},
      {"b = f32[2] copy(%a)\na = f32[2] parameter(0)",
       "1:18: no instruction 'a' comes before this one in the computation"},
      {"f { a = f32[] parameter(0) }\nENTRY e { b = f32[] copy(a) }",
       "2:26: no instruction 'a' comes before this one in the computation"},
      {"b = f32[2] frobnicate(a)", "1:23: no instruction 'a' comes before this one in the computation"},
      {"b = f32[2] frobnicate(", "1:22: the '(' here is not closed"},
      {"a = f32[2] parameter(0)\nb = f32[2] copy(f32[3] a)", "2:24: the operand 'a' was defined with another shape"},
      {"a = f32[2] parameter(0)\nb = f32[2] copy(f64[2] a)", "2:24: the operand 'a' was defined with another shape"},
      {"a = f32[2] parameter(0)\nb = f32[2] copy(f32[<=2] a)", "2:26: the operand 'a' was defined with another shape"},
      {"a = f32[2] parameter(0)\nb = f32[2] copy((f32[2]) a)", "2:26: the operand 'a' was defined with another shape"},
      {"a = new[2] parameter(0)\nb = f32[2] copy(now[2] a)", "2:24: the operand 'a' was defined with another shape"},
      {"f (a: f32[2]) -> f32[3] { a = f32[2] parameter(0) }", "1:27: the root of 'f' has another shape"},
      {"a = f32[2] parameter(0)\n%a = f32[2] copy(a)", "2:2: the computation has two instructions 'a'"},
      {"f { a = f32[2] parameter(0) }\n%f { a = f32[2] parameter(0) }", "2:2: there are two computations 'f'"},
      {"ENTRY f { a = f32[2] parameter(0) }\nENTRY g { a = f32[2] parameter(0) }",
       "2:7: there are two entry computations"},
      {"ENTRY f { a = f32[2] parameter(0) }\na = f32[2] parameter(0)", "2:1: there are two entry computations"},
      {"f { a = f32[2] parameter(0) }\ng { a = f32[2] parameter(0) }",
       "1:1: none of the 2 computations is marked ENTRY"},
      {"ROOT a = f32[2] parameter(0)\nROOT b = f32[2] copy(a)", "2:1: the computation has two roots"},
      {"a = f32[2] parameter(0)\nb = f32[2] parameter(0)", "2:1: the computation has two parameters of the number 0"},
      {"a = f32[2] parameter(0)\nb = f32[2] parameter(2)",
       "2:1: the computation has 2 parameters, numbered from 0; this one is beyond them"},
      {"a = f32[2] parameter(0), to_apply=f", "1:35: there is no computation 'f'"},
      {"a = f32[2] parameter(0), branch_computations={\n%f}", "2:2: there is no computation 'f'"},
      {"f { a = f32[2] parameter(0)\n b = f32[2] call(a), to_apply=f }",
       "1:1: 'f' calls itself, perhaps through others"},
      {"a = f32[2] parameter(0) /* b", "1:25: the comment that starts here has no end"},
      {"a = f32[2] parameter(0), x=\"y", "1:28: the text that starts here has no end"},
      {"a = f32[2] parameter(0), x=\"y\\", "1:28: the text that starts here has no end"},
      {"a = f32[2] parameter(0), x={(}", "1:29: the '(' here is not closed"},
      {"a = f32[2] parameter(0) é", "1:25: expected an instruction or the '}' of the computation; found '?'"},
      {"a = f32[2] parameter(0)\n123456789012345678901234567890123456789012345 = ",
       "2:1: expected an instruction or the '}' of the computation; found "
       "'1234567890123456789012345678901234567890...'"},
  };
  for (const auto& c : cases) CHECK(message_of(c.text) == c.message);
}

TEST_CASE("every rule has a message") {
  for (int k = 0; k <= static_cast<int>(hlo::parse_rule::too_large); ++k)
    CHECK(hlo::describe(static_cast<hlo::parse_rule>(k))[0] != '\0');
}

TEST_CASE("calls in a circle") {
  const std::string body = " { a = f32[] parameter(0)\n b = f32[] call(a), to_apply=";
  CHECK(message_of("e" + body + "f }\nf" + body + "g }\nENTRY g" + body + "f }") ==
        "3:1: 'f' calls itself, perhaps through others");
  CHECK(message_of("e" + body + "f }\nf" + body + "g }\nENTRY g { a = f32[] parameter(0) }") == "no error");
  // each called twice: 2^40 paths, 40 computations
  std::string text;
  for (int k = 0; k < 40; ++k) {
    const std::string next = "{f" + std::to_string(k + 1) + ",f" + std::to_string(k + 1) + "}";
    text += "f" + std::to_string(k) +
            " { a = f32[] parameter(0)\n b = f32[] conditional(a), branch_computations=" + next + " }\n";
  }
  CHECK(message_of(text + "ENTRY f40 { a = f32[] parameter(0) }") == "no error");
}

TEST_CASE("a 0 within the text is no end") {
  std::string text = "a = f32[2] parameter(0)\n";
  text += '\0';
  CHECK(!module_of(text));
  CHECK(!module_of(text + "b = f32[2] copy(a)"));
  CHECK(!module_of(std::string(1, '\0')));
}

TEST_CASE("nesting without end is told, not followed") {
  for (const char open : {'{', '[', '('}) {
    const std::string deep(1000000, open);
    CHECK(message_of("a = f32[2] parameter(0), x=" + deep) == "1:284: nested deeper than 256 levels");
    CHECK(!module_of("a = f32[2] constant(" + deep));
    CHECK(!module_of("a = " + deep));
    CHECK(!module_of("a = f32[2] add(" + deep));
    CHECK(!module_of("a = f32[2] frobnicate(" + deep));
    CHECK(!module_of(deep));
  }
}

TEST_CASE("too little room is told") {
  const std::string text =
      "f { a = f32[2] parameter(0) }\nENTRY e { a = f32[2] parameter(0)\n b = f32[2] call(a), to_apply=f }";
  const int length = static_cast<int>(text.size());
  const hlo::module_counts enough{6, 3, 1, 1, 3, 2};
  const auto rule_with = [&](hlo::module_counts capacity) {
    mercator::i64 numbers[8];
    hlo::shape shapes[8];
    hlo::attribute attributes[8];
    int operands[8];
    hlo::instruction instructions[8];
    hlo::computation computations[8];
    hlo::name_slot slots[2][16];
    hlo::call_visit visits[8];
    hlo::module_arena arena{numbers,  shapes, attributes, operands, instructions, computations, slots[0],
                            slots[1], visits, capacity,   {}};
    hlo::hlo_module m;
    return hlo::parse(text.c_str(), length, arena, m).rule;
  };
  CHECK(rule_with(enough) == hlo::parse_rule::none);
  for (int hlo::module_counts::*count :
       {&hlo::module_counts::numbers, &hlo::module_counts::shapes, &hlo::module_counts::attributes,
        &hlo::module_counts::operands, &hlo::module_counts::instructions, &hlo::module_counts::computations}) {
    hlo::module_counts less = enough;
    less.*count = less.*count - 1;
    CHECK(rule_with(less) == hlo::parse_rule::too_large);
  }
}
