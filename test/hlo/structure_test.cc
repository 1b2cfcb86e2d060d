// Modules, computations, instructions and operands.
#include <doctest/doctest.h>

#include "test/hlo/module_of.hpp"

using mercator_test::module_of;
using mercator_test::string_of;
namespace hlo = mercator::hlo_ir;
using hlo::attribute_key;
using hlo::opcode;

namespace {

/// The names of all computations with those of their instructions, the entry marked by '!' and roots by '*'.
std::string outline(const std::string& text) {
  const module_of m(text);
  if (!m) return m.message();
  std::string out;
  for (int c = 0; c < m->counts.computations; ++c) {
    const hlo::computation& at = m->computations[c];
    out += (c == 0 ? "" : " ") + string_of(m->name(at)) + (c == m->entry ? "!" : "") + "(";
    for (int k = 0; k < at.instructions; ++k) {
      const int i = at.first_instruction + k;
      out += (k == 0 ? "" : " ") + string_of(m->name(m->instructions[i])) + (i == at.root ? "*" : "");
    }
    out += ")";
  }
  return out;
}

std::string operands_of(const module_of& m, const hlo::instruction& i) {
  std::string out;
  for (int k = 0; k < i.operands; ++k) out += (k == 0 ? "" : ",") + string_of(m->name(m->operand(i, k)));
  return out;
}

}  // namespace

TEST_CASE("instructions alone are the entry") {
  CHECK(outline("a = f32[] parameter(0)\nb = f32[] copy(a)") == "!(a b*)");
  CHECK(outline("a = f32[] parameter(0)\nROOT b = f32[] copy(a)\nc = f32[] copy(b)") == "!(a b* c)");
  CHECK(outline("ROOT %i = f32[2] iota(), iota_dimension=0") == "!(i*)");
  CHECK(outline("f { a = f32[] parameter(0) }\nx = f32[] parameter(0)\ny = f32[] call(x), to_apply=f") ==
        "f(a*) !(x y*)");
  CHECK(outline("HloModule m\nx = f32[] parameter(0)") == "!(x*)");
}

TEST_CASE("computations") {
  CHECK(outline("f { a = f32[] parameter(0) }") == "f!(a*)");
  CHECK(outline("HloModule m, is_scheduled=true\n\nENTRY e {\n  a = f32[] parameter(0)\n}\n\n") == "e!(a*)");
  CHECK(outline("ENTRY e { a = f32[] parameter(0)\n ROOT b = f32[] call(a), to_apply=f }\nf { a = f32[] parameter(0) "
                "}") == "e!(a b*) f(a*)");
  CHECK(outline("%f.1 (p.2: f32[2], q: (f32[2]{0}, /*index=1*/s32[])) -> f32[2]{0} {\n"
                "  %p.2 = f32[2]{0} parameter(0)\n  %q = (f32[2]{0}, s32[]) parameter(1)\n"
                "  ROOT %r = f32[2]{0} copy(f32[2]{0} %p.2)\n}, execution_thread=\"main\"\n"
                "ENTRY %e () -> f32[] { ROOT %c = f32[] constant(1) }") == "f.1(p.2 q r*) e!(c*)");
  CHECK(outline("ENTRY e (p: f32[]) -> f32[] {\n p = f32[] parameter(0) }") == "e!(p*)");
  CHECK(outline("ENTRY e (p: f32[4]) -> f32[4] {\n p = f32[4]{0} parameter(0) }") == "e!(p*)");
  CHECK(outline("ENTRY ENTRY { ROOT ROOT = f32[] parameter(0) }") == "ENTRY!(ROOT*)");
}

TEST_CASE("the module's header") {
  const module_of m(
      "HloModule jit_step.12, is_scheduled=true, entry_computation_layout={(f32[2]{0})->f32[2]{0}}, "
      "input_output_alias={ {0}: (0, {}, may-alias) }, allow_spmd_sharding_propagation_to_output={true}, "
      "replica_count=4, num_partitions=8, frontend_attributes={a=\"}\"}\n"
      "ENTRY e { p = f32[2] parameter(0) }");
  REQUIRE_MESSAGE(m, m.message());
  CHECK(m->name() == "jit_step.12");
  CHECK(m->replica_count == 4);
  CHECK(m->num_partitions == 8);
  const module_of bare("p = f32[2] parameter(0)");
  CHECK(bare->name() == "");
  CHECK(bare->replica_count == 1);
  CHECK(bare->num_partitions == 1);
}

TEST_CASE("tables of where instructions come from are passed") {
  CHECK(outline("HloModule m\n\nFileNames\n1 \"a {.py\"\n2 \"b.py\"\n\nFunctionNames\n1 \"main\"\n\nFileLocations\n"
                "1 {file_name_id=1 function_name_id=1 line=5 end_line=5 column=7 end_column=9}\n\nStackFrames\n"
                "1 {file_location_id=1 parent_frame_id=1}\n\n\nENTRY e {\n ROOT p = f32[2] parameter(0), "
                "metadata={op_name=\"x\" stack_frame_id=1}\n}") == "e!(p*)");
  CHECK(outline("HloModule m\nFileNames\n1 a.py") ==
        "3:3: expected a text or fields in braces after the number; found 'a.py'");
}

TEST_CASE("names") {
  CHECK(outline("%0 = f32[] parameter(0)\n%a-b.c_d = f32[] copy(%0)\n_x.1 = f32[] copy(a-b.c_d)\n"
                "%-.- = f32[] copy(%_x.1)") == "!(0 a-b.c_d _x.1 -.-*)");
  CHECK(outline("f { e = f32[] parameter(0) }\nENTRY e { f = f32[] parameter(0)\n e = f32[] call(f), to_apply=f }") ==
        "f(e*) e!(f e*)");
}

TEST_CASE("comments") {
  CHECK(outline("// HLO\n/* of a\n test */ a /*1*/ = // here\n f32[/*2*/] parameter /**/ ( /***/ 0 ) // end") ==
        "!(a*)");
}

TEST_CASE("operands with their shapes and without") {
  const module_of m(
      "p = f32[2,3]{1,0} parameter(0)\nt = (f32[2,3], s32[]) parameter(1)\n"
      "a = f32[2,3] add(p, %p)\nb = f32[2,3] add(f32[2,3]{1,0} %p, f32[2, 3] a)\n"
      "c = (f32[2,3], (f32[2,3], s32[]), f32[2,3]) tuple(%b, (f32[2,3]{0,1}, /*index=1*/s32[]) %t, "
      "/*index=2*/a)\n"
      "d = token[] after-all()");
  REQUIRE_MESSAGE(m, m.message());
  CHECK(operands_of(m, m->instructions[2]) == "p,p");
  CHECK(operands_of(m, m->instructions[3]) == "p,a");
  CHECK(operands_of(m, m->instructions[4]) == "b,t,a");
  CHECK(operands_of(m, m->instructions[5]) == "");
  CHECK(m->counts.operands == 7);
  CHECK(m->counts.shapes == 13);
}

TEST_CASE("parameters by their numbers") {
  const module_of m("b = f32[2] parameter(1)\na = f32[3] parameter(0)\nROOT s = f32[2] copy(b)\nc = s8[] parameter(2)");
  REQUIRE_MESSAGE(m, m.message());
  const hlo::computation& e = m->entry_computation();
  CHECK(e.parameters == 3);
  CHECK(m->name(m->parameter(e, 0)) == "a");
  CHECK(m->name(m->parameter(e, 1)) == "b");
  CHECK(m->name(m->parameter(e, 2)) == "c");
  CHECK(m->parameter(e, 2).parameter == 2);
  CHECK(m->root(e).parameter == -1);
}

TEST_CASE("computations and instructions by their names") {
  const module_of m("f { a = f32[] parameter(0) }\nENTRY e { a = f32[] parameter(0)\n b = f32[] copy(a) }");
  REQUIRE_MESSAGE(m, m.message());
  REQUIRE(m->find_computation("e") != nullptr);
  CHECK(m->find_computation("e") == &m->entry_computation());
  CHECK(m->find_computation("g") == nullptr);
  CHECK(m->find_instruction(*m->find_computation("e"), "a") == m->instructions + 1);
  CHECK(m->find_instruction(*m->find_computation("f"), "b") == nullptr);
}

TEST_CASE("an operation that is not known is kept") {
  const module_of m(
      "p = f32[2] parameter(0)\na = f32[2] frobnicate(p, f32[2] %p), dimensions={oops}, deep={{\"}\"}}, "
      "to_apply=none\n"
      "b = f32[2] frobnicate-2(axis: 1, \"x)\", [p]), window=what\nc = f32[2] frobnicate((f32[2], 3))\nROOT d "
      "= f32[2] "
      "copy(b)");
  REQUIRE_MESSAGE(m, m.message());
  const hlo::instruction& a = m->instructions[1];
  CHECK(a.op == opcode::unknown);
  CHECK(m->opcode_text(a) == "frobnicate");
  CHECK(operands_of(m, a) == "p,p");
  REQUIRE(m->find(a, attribute_key::dimensions) != nullptr);
  CHECK(m->value(*m->find(a, attribute_key::dimensions)) == "{oops}");
  CHECK(m->list(a, attribute_key::dimensions).count == 0);
  CHECK(m->called(a, attribute_key::to_apply) == nullptr);
  const hlo::instruction& b = m->instructions[2];
  CHECK(m->opcode_text(b) == "frobnicate-2");
  CHECK(b.operands == 0);
  CHECK(m->literal(b) == "axis: 1, \"x)\", [p]");
  CHECK(m->value(m->attributes[b.first_attribute]) == "what");
  CHECK(m->instructions[3].operands == 0);
  CHECK(operands_of(m, m->instructions[4]) == "b");
}

TEST_CASE("asynchronous pairs") {
  const module_of m(
      "wrapped { x = f32[4] parameter(0)\n ROOT y = f32[4] exponential(x) }\n"
      "ENTRY e {\n p = f32[4] parameter(0)\n"
      " s = ((f32[4]), f32[4], s32[]) async-start(p), calls=wrapped, async_execution_thread=\"side\"\n"
      " u = ((f32[4]), f32[4], s32[]) async-update(s)\n d = f32[4] async-done(u)\n"
      " s2 = ((f32[4]), f32[4], s32[]) exponential-start(d)\n u2 = ((f32[4]), f32[4], s32[]) "
      "exponential-update(s2)\n"
      " d2 = f32[4] exponential-done(u2)\n s3 = (f32[4], f32[8]) all-gather-start(d2), replica_groups={}, "
      "dimensions={0}\n"
      " d3 = f32[8] all-gather-done(s3)\n x = f32[8] walk-start(d3)\n}");
  REQUIRE_MESSAGE(m, m.message());
  const auto at = [&m](const char* name) { return *m->find_instruction(m->entry_computation(), name); };
  CHECK(at("s").op == opcode::async_start);
  CHECK(at("s").wrapped == opcode::unknown);
  CHECK(m->name(*m->called(at("s"), attribute_key::calls)) == "wrapped");
  CHECK(at("u").op == opcode::async_update);
  CHECK(at("d").op == opcode::async_done);
  CHECK(at("s2").op == opcode::async_start);
  CHECK(at("s2").wrapped == opcode::exponential);
  CHECK(at("u2").op == opcode::async_update);
  CHECK(at("d2").op == opcode::async_done);
  CHECK(at("d2").wrapped == opcode::exponential);
  CHECK(at("s3").op == opcode::all_gather_start);
  CHECK(at("d3").op == opcode::all_gather_done);
  CHECK(at("x").op == opcode::unknown);
  CHECK(at("x").wrapped == opcode::unknown);
}
