#include <doctest/doctest.h>

#include "test/hlo/module_of.hpp"

using mercator_test::module_of;
using mercator_test::string_of;
namespace hlo = mercator::hlo_ir;
using hlo::element_type;
using hlo::shape_kind;

namespace {

module_of with_shape(const std::string& shape) { return module_of("p = " + shape + " parameter(0)"); }

std::string sizes_of(const std::string& shape) {
  const module_of m = with_shape(shape);
  REQUIRE_MESSAGE(m, m.message());
  return string_of(m->sizes(m->shape_of(m->instructions[0])));
}

std::string layout_of(const std::string& shape) {
  const module_of m = with_shape(shape);
  REQUIRE_MESSAGE(m, m.message());
  return string_of(m->minor_to_major(m->shape_of(m->instructions[0])));
}

std::string tiles_of(const std::string& shape) {
  const module_of m = with_shape(shape);
  REQUIRE_MESSAGE(m, m.message());
  return string_of(m->tiles(m->shape_of(m->instructions[0])));
}

std::string error_of(const std::string& shape) { return with_shape(shape).message(); }

}  // namespace

TEST_CASE("arrays of every element type") {
  for (int k = 0; k < static_cast<int>(element_type::unknown); ++k) {
    const auto type = static_cast<element_type>(k);
    const module_of m = with_shape(std::string(hlo::name_of(type)) + "[3,5]");
    REQUIRE_MESSAGE(m, m.message());
    const hlo::shape& s = m->shape_of(m->instructions[0]);
    CHECK(s.kind == shape_kind::array);
    CHECK(s.type == type);
    CHECK(s.rank == 2);
    CHECK(s.extent == 1);
    CHECK(m->type_name(s) == hlo::name_of(type));
  }
}

TEST_CASE("sizes") {
  CHECK(sizes_of("f32[]") == "");
  CHECK(sizes_of("f32[0]") == "0");
  CHECK(sizes_of("f32[2, 3 ,\n 4]") == "2,3,4");
  CHECK(sizes_of("f32[9223372036854775807]") == "9223372036854775807");
  CHECK(sizes_of("f32[<=10,20,?,<= 5]") == "10,20,-1,5");
  const module_of m = with_shape("f32[<=10,20,?]");
  CHECK(m->shapes[0].dynamic == 5);
  CHECK(error_of("f32[9223372036854775808]") == "1:9: this number does not fit");
  CHECK(error_of("f32[-1]") == "1:9: expected the size of a dimension; found '-1'");
  CHECK(error_of("f32[2") == "1:11: expected ',' or ']' after the size of a dimension; found 'parameter'");
  CHECK(error_of("f32[2,]") == "1:11: expected the size of a dimension; found ']'");
  CHECK(error_of("f32[=2]") == "1:9: expected the size of a dimension; found '='");
  CHECK(error_of("f32") == "1:5: expected a shape; found 'f32'");
}

TEST_CASE("at most 64 dimensions") {
  std::string sizes = "f32[1";
  for (int k = 1; k < hlo::max_rank; ++k) sizes += ",1";
  CHECK(with_shape(sizes + "]"));
  CHECK(error_of(sizes + ",1]") == "1:137: more than 64 dimensions");
}

TEST_CASE("layouts") {
  CHECK(layout_of("f32[2,3]") == "");
  CHECK(layout_of("f32[2,3]{0,1}") == "0,1");
  CHECK(layout_of("f32[2,3,4] { 1, 2 , 0 }") == "1,2,0");
  CHECK(layout_of("f32[]{}") == "");
  CHECK(with_shape("f32[]{}")->shapes[0].layout >= 0);
  CHECK(with_shape("f32[]")->shapes[0].layout == -1);
  CHECK(error_of("f32[2,3]{1}") == "1:13: the layout does not name each of the 2 dimensions once");
  CHECK(error_of("f32[2,3]{1,1}") == "1:13: the layout does not name each of the 2 dimensions once");
  CHECK(error_of("f32[2,3]{1,2}") == "1:13: the layout does not name each of the 2 dimensions once");
  CHECK(error_of("f32[2,3]{1,0,2}") == "1:13: the layout does not name each of the 2 dimensions once");
  CHECK(error_of("f32[2,3]{1,}") == "1:16: expected the number of a dimension; found '}'");
  CHECK(error_of("f32[2,3]{1,0") == "1:18: expected ',', ':' or '}' in a layout; found 'parameter'");
}

TEST_CASE("tiles and memory spaces are kept as they are written") {
  CHECK(tiles_of("f32[2,3]{1,0}") == "");
  CHECK(tiles_of("f32[2,3]{1,0:T(8,128)}") == "T(8,128)");
  CHECK(layout_of("f32[2,3]{1,0:T(8,128)}") == "1,0");
  CHECK(tiles_of("bf16[2,3]{0,1:T(8,128)(2,1)S(1)}") == "T(8,128)(2,1)S(1)");
  CHECK(tiles_of("s4[2]{0:T(64)E(4)}") == "T(64)E(4)");
  CHECK(tiles_of("f32[]{:T(128)}") == "T(128)");
  CHECK(tiles_of("f32[2]{0:D(D)#(u32)S(5)}") == "D(D)#(u32)S(5)");
  CHECK(error_of("f32[2]{0:T(8}") == "1:15: the '(' here is not closed");
}

TEST_CASE("tuples, tokens and opaque shapes") {
  const module_of m = with_shape("(f32[2]{0}, (s32[], pred[3,4]{1,0}, ()), token[], opaque[], /*index=4*/(u8[7]))");
  REQUIRE_MESSAGE(m, m.message());
  const hlo::shape& s = m->shape_of(m->instructions[0]);
  CHECK(s.kind == shape_kind::tuple);
  CHECK(s.elements == 5);
  CHECK(s.extent == 10);
  CHECK(m->element(s, 0).type == element_type::f32);
  const hlo::shape& inner = m->element(s, 1);
  CHECK(inner.kind == shape_kind::tuple);
  CHECK(inner.elements == 3);
  CHECK(string_of(m->sizes(m->element(inner, 1))) == "3,4");
  CHECK(m->element(inner, 2).elements == 0);
  CHECK(m->element(inner, 2).extent == 1);
  CHECK(m->element(s, 2).kind == shape_kind::token);
  CHECK(m->element(s, 3).kind == shape_kind::opaque);
  CHECK(m->element(m->element(s, 4), 0).type == element_type::u8);
  CHECK(with_shape("()")->shapes[0].elements == 0);
  CHECK(with_shape("(((())))")->shapes[0].extent == 4);
  CHECK(error_of("(f32[2]") == "1:13: expected ',' or ')' after an element of a tuple; found 'parameter'");
  CHECK(error_of("(f32[2],)") == "1:13: expected a shape; found ')'");
  CHECK(error_of("(f32[2]))") == "1:13: expected an operation; found ')'");
}

TEST_CASE("a type that is not known is kept") {
  const module_of m = with_shape("f6e3m2[2,4]{1,0}");
  REQUIRE_MESSAGE(m, m.message());
  const hlo::shape& s = m->shapes[0];
  CHECK(s.kind == shape_kind::array);
  CHECK(s.type == element_type::unknown);
  CHECK(m->type_name(s) == "f6e3m2");
  CHECK(string_of(m->sizes(s)) == "2,4");
}

TEST_CASE("tuples nest as deep as they like") {
  const int deep = 100000;
  const module_of m = with_shape(std::string(deep, '(') + "f32[2]" + std::string(deep, ')'));
  REQUIRE_MESSAGE(m, m.message());
  CHECK(m->shapes[0].extent == deep + 1);
  CHECK(m->shapes[deep - 1].elements == 1);
  CHECK(!with_shape(std::string(deep, '(')));
}
