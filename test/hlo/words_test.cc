#include <doctest/doctest.h>

#include "test/hlo/module_of.hpp"

using mercator_test::module_of;
namespace hlo = mercator::hlo_ir;

namespace {

hlo::word word_of(const std::string& text) {
  const int length = static_cast<int>(text.size());
  return {0, length, hlo::hash_of(text.c_str(), 0, length)};
}

hlo::opcode opcode_of(const std::string& text) { return hlo::find_opcode(text.c_str(), word_of(text)); }
hlo::element_type type_of(const std::string& text) { return hlo::find_element_type(text.c_str(), word_of(text)); }
hlo::attribute_key key_of(const std::string& text) { return hlo::find_attribute(text.c_str(), word_of(text)); }

}  // namespace

TEST_CASE("every operation is found by its name") {
  for (int k = 0; k < static_cast<int>(hlo::opcode::unknown); ++k) {
    const auto op = static_cast<hlo::opcode>(k);
    CHECK(opcode_of(hlo::name_of(op)) == op);
    CHECK(opcode_of(std::string(hlo::name_of(op)) + "x") == hlo::opcode::unknown);
  }
  CHECK(opcode_of("add") == hlo::opcode::add);
  CHECK(opcode_of("and") == hlo::opcode::and_);
  CHECK(opcode_of("complex") == hlo::opcode::complex_);
  CHECK(opcode_of("dynamic-update-slice") == hlo::opcode::dynamic_update_slice);
  CHECK(opcode_of("while") == hlo::opcode::while_);
  CHECK(opcode_of("xor") == hlo::opcode::xor_);
  CHECK(opcode_of("dynamic_update_slice") == hlo::opcode::unknown);
  CHECK(opcode_of("") == hlo::opcode::unknown);
  CHECK(opcode_of("ad") == hlo::opcode::unknown);
  CHECK(std::string(hlo::name_of(hlo::opcode::unknown)) == "");
}

TEST_CASE("every element type is found by its name") {
  for (int k = 0; k < static_cast<int>(hlo::element_type::unknown); ++k) {
    const auto type = static_cast<hlo::element_type>(k);
    CHECK(type_of(hlo::name_of(type)) == type);
    CHECK(hlo::bits_of(type) > 0);
  }
  CHECK(type_of("F32") == hlo::element_type::unknown);
  CHECK(type_of("f3") == hlo::element_type::unknown);
  CHECK(hlo::bits_of(hlo::element_type::pred) == 8);
  CHECK(hlo::bits_of(hlo::element_type::u4) == 4);
  CHECK(hlo::bits_of(hlo::element_type::f8e4m3b11fnuz) == 8);
  CHECK(hlo::bits_of(hlo::element_type::bf16) == 16);
  CHECK(hlo::bits_of(hlo::element_type::c128) == 128);
  CHECK(hlo::bits_of(hlo::element_type::unknown) == 0);
}

TEST_CASE("every attribute is found by its name") {
  for (int k = 0; k < static_cast<int>(hlo::attribute_key::other); ++k) {
    const auto key = static_cast<hlo::attribute_key>(k);
    CHECK(key_of(hlo::name_of(key)) == key);
  }
  CHECK(key_of("control-predecessors") == hlo::attribute_key::control_predecessors);
  CHECK(key_of("control_predecessors") == hlo::attribute_key::other);
  CHECK(hlo::form_of(hlo::attribute_key::slice) == hlo::attribute_form::slice);
  CHECK(hlo::form_of(hlo::attribute_key::calls) == hlo::attribute_form::computations);
  CHECK(hlo::form_of(hlo::attribute_key::other) == hlo::attribute_form::text);
}

TEST_CASE("a name table keeps scopes apart") {
  const std::string text = "ab ab cd";
  hlo::name_slot slots[8];
  const hlo::name_table names(text.c_str(), slots, hlo::slots_for(4));
  REQUIRE(hlo::slots_for(4) == 8);
  const hlo::word first{0, 2, 77}, again{3, 2, 77}, other{6, 2, 77};
  hlo::name_slot& slot = names.find(first, 0);
  CHECK(slot.value == -1);
  slot = {0, first};
  CHECK(names.find(again, 0).value == 0);
  CHECK(names.find(again, 1).value == -1);
  CHECK(names.find(other, 0).value == -1);
  names.find(again, 1) = {1, again};
  CHECK(names.find(first, 1).value == 1);
}
