#include <doctest/doctest.h>

#include "mercator/hlo/replica_groups.hpp"
#include "test/hlo/module_of.hpp"

using mercator_test::module_of;
using mercator_test::string_of;
namespace hlo = mercator::hlo_ir;
using hlo::attribute_form;
using hlo::attribute_key;

namespace {

module_of with_attribute(const std::string& attributes) {
  return module_of(
      "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n"
      "max { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT m = f32[] maximum(a, b) }\n"
      "ENTRY e {\n p = f32[2] parameter(0)\n q = f32[2] copy(p)\n ROOT r = f32[2] copy(q), " +
      attributes + "\n}\n");
}

const hlo::instruction& root(const module_of& m) { return m->root(m->entry_computation()); }

/// The lists of the first attribute, with " | " between; or the error.
std::string lists_of(const std::string& attribute) {
  const module_of m = with_attribute(attribute);
  if (!m) return m.message();
  const hlo::attribute& a = m->attributes[root(m).first_attribute];
  std::string out;
  for (int k = 0; k < a.lists; ++k) out += (k == 0 ? "" : " | ") + string_of(m->list(a, k));
  return out;
}

std::string text_of(const std::string& attribute) {
  const module_of m = with_attribute(attribute);
  return m ? string_of(m->value(m->attributes[root(m).first_attribute])) : m.message();
}

/// The groups of an attribute replica_groups as {0,1},{2,3}; or the error.
std::string groups_of(const std::string& value) {
  const module_of m = with_attribute("replica_groups=" + value);
  if (!m) return m.message();
  const hlo::replica_groups groups(*m, *m->find(root(m), attribute_key::replica_groups));
  std::string out;
  for (mercator::i64 g = 0; g < groups.groups(); ++g) {
    if (groups.common_size() >= 0) CHECK(groups.size(g) == groups.common_size());
    out += g == 0 ? "{" : ",{";
    for (mercator::i64 k = 0; k < groups.size(g); ++k) out += (k == 0 ? "" : ",") + std::to_string(groups.device(g, k));
    out += "}";
  }
  return out;
}

}  // namespace

TEST_CASE("numbers") {
  for (const char* key :
       {"dimensions", "lhs_contracting_dims", "rhs_contracting_dims", "lhs_batch_dims", "rhs_batch_dims",
        "dynamic_slice_sizes", "offset_dims", "collapsed_slice_dims", "start_index_map", "operand_batching_dims",
        "start_indices_batching_dims", "slice_sizes", "update_window_dims", "inserted_window_dims",
        "scatter_dims_to_operand_dims", "input_batching_dims", "scatter_indices_batching_dims", "fft_length"}) {
    CHECK(lists_of(std::string(key) + "={1, 0,/*here*/ 22}") == "1,0,22");
    CHECK(lists_of(std::string(key) + "={}") == "");
  }
  for (const char* key : {"dimension", "index", "iota_dimension", "index_vector_dim", "feature_group_count",
                          "batch_group_count", "channel_id", "exponent_bits", "mantissa_bits", "feature_index"})
    CHECK(lists_of(std::string(key) + "=12") == "12");
  for (const char* key : {"indices_are_sorted", "unique_indices", "use_global_device_ids", "is_stable",
                          "constrain_layout", "left_side", "lower", "unit_diagonal"}) {
    CHECK(lists_of(std::string(key) + "=true") == "1");
    CHECK(lists_of(std::string(key) + "=false") == "0");
  }
  CHECK(lists_of("dimensions = { -3 }") == "-3");
  CHECK(lists_of("dimensions={9223372036854775807}") == "9223372036854775807");
  CHECK(lists_of("dimensions={9223372036854775808}") == "10:39: this number does not fit");
  CHECK(lists_of("dimensions={1,}") == "10:41: expected an integer; found '}'");
  CHECK(lists_of("dimensions={1 2}") == "10:41: expected ',' or '}' after an element of the list; found '2'");
  CHECK(lists_of("dimensions={x}") == "10:39: expected an integer; found 'x'");
  CHECK(lists_of("dimensions=x") ==
        "10:38: expected an integer, true, false or a list of integers in braces; found 'x'");
}

TEST_CASE("an attribute's numbers by its key") {
  const module_of m = with_attribute("dimensions={1,0}, iota_dimension=3, kind=kLoop");
  REQUIRE_MESSAGE(m, m.message());
  CHECK(string_of(m->list(root(m), attribute_key::dimensions)) == "1,0");
  CHECK(m->list(root(m), attribute_key::dimensions, 1).count == 0);
  CHECK(m->list(root(m), attribute_key::offset_dims).count == 0);
  CHECK(m->number(root(m), attribute_key::iota_dimension, -1) == 3);
  CHECK(m->number(root(m), attribute_key::index_vector_dim, -1) == -1);
  CHECK(m->number(root(m), attribute_key::dimensions, -1) == -1);
  CHECK(m->list(root(m), attribute_key::kind).count == 0);
  CHECK(m->find(root(m), attribute_key::padding) == nullptr);
  CHECK(m->find(root(m), "kind") == m->find(root(m), attribute_key::kind));
}

TEST_CASE("slices") {
  CHECK(lists_of("slice={[2:128:2],[1:256:3],[0:4]}") == "2,1,0 | 128,256,4 | 2,3,1");
  CHECK(lists_of("slice={ [5:10:1], [3:20:7] }") == "5,3 | 10,20 | 1,7");
  CHECK(lists_of("slice={}") == " |  | ");
  CHECK(lists_of("slice={[2]}") ==
        "10:36: expected start:limit or start:limit:stride in brackets for each dimension, all in braces; found "
        "']'");
  CHECK(lists_of("slice={2:3}") ==
        "10:34: expected start:limit or start:limit:stride in brackets for each dimension, all in braces; found "
        "'2'");
  CHECK(lists_of("slice={[2:3:]}") == "10:39: expected an integer; found ']'");
}

TEST_CASE("padding") {
  CHECK(lists_of("padding=1_2_0x0_0_1") == "1,0 | 2,0 | 0,1");
  CHECK(lists_of("padding=0_0x4096_0") == "0,4096 | 0,0 | 0,0");
  CHECK(lists_of("padding=-1_-2x3_4_5x0_0, kind=kLoop") == "-1,3,0 | -2,4,0 | 0,5,0");
  CHECK(lists_of("padding=") == " |  | ");
  CHECK(lists_of("padding=, kind=kLoop") == " |  | ");
  CHECK(lists_of("padding=1") ==
        "10:36: expected low_high or low_high_interior for each dimension, with x between them; found the end "
        "of the line");
  CHECK(lists_of("padding=1_2x") ==
        "10:39: expected low_high or low_high_interior for each dimension, with x between them; found the end "
        "of the line");
  CHECK(lists_of("padding=1_x") ==
        "10:37: expected low_high or low_high_interior for each dimension, with x between them; found 'x'");
}

TEST_CASE("windows") {
  CHECK(lists_of("window={size=3x5}") == "3,5 | 1,1 | 0,0 | 0,0 | 1,1 | 1,1 | 0,0");
  CHECK(lists_of("window={size=3x3 stride=2x1 pad=1_2x0_-1 lhs_dilate=2x1 rhs_dilate=1x2 rhs_reversal=1x0}") ==
        "3,3 | 2,1 | 1,0 | 2,-1 | 2,1 | 1,2 | 1,0");
  const auto reversed = [](const std::string& attribute) {
    const module_of m = with_attribute(attribute);
    REQUIRE_MESSAGE(m, m.message());
    return string_of(m->reversed_dimensions(root(m)));
  };
  CHECK(reversed("window={size=3x3x3 rhs_reversal=1x0x1}, dimensions={7}") == "0,2");
  CHECK(reversed("window={rhs_reversal=0x1 size=3x3}") == "1");
  CHECK(reversed("window={size=3x3}") == "");
  CHECK(reversed("window={}") == "");
  CHECK(reversed("dimensions={1}") == "");
  CHECK(lists_of("window={ pad=1_2 size=7 }") == "7 | 1 | 1 | 2 | 1 | 1 | 0");
  CHECK(lists_of("window={}") == " |  |  |  |  |  | ");
  CHECK(lists_of("window={size=1x2x3x4x5x6}") ==
        "1,2,3,4,5,6 | 1,1,1,1,1,1 | 0,0,0,0,0,0 | 0,0,0,0,0,0 | 1,1,1,1,1,1 | 1,1,1,1,1,1 | 0,0,0,0,0,0");
  CHECK(lists_of("window={size=3x3 stride=2}") ==
        "10:51: this is not one number for each of the window's 2 dimensions");
  CHECK(lists_of("window={stride=2}") == "10:43: the window has no size");
  CHECK(lists_of("window={size=3 size=3}") ==
        "10:42: expected '}' or size=, stride=, pad=, lhs_dilate=, rhs_dilate= or rhs_reversal=, each once; "
        "found 'size'");
  CHECK(lists_of("window={size=3 colour=3}") ==
        "10:42: expected '}' or size=, stride=, pad=, lhs_dilate=, rhs_dilate= or rhs_reversal=, each once; "
        "found 'colour'");
  CHECK(lists_of("window={size=3 pad=1}") ==
        "10:47: expected low_high or low_high_interior for each dimension, with x between them; found '}'");
  CHECK(lists_of("window={size=}") == "10:40: expected an integer; found '}'");
}

TEST_CASE("dimension labels") {
  CHECK(lists_of("dim_labels=bf01_oi01->bf01") == "0,1,2,3 | 1,0,2,3 | 0,1,2,3");
  CHECK(lists_of("dim_labels=b01f_01io->b01f, feature_group_count=4") == "0,3,1,2 | 2,3,0,1 | 0,3,1,2");
  CHECK(lists_of("dim_labels=1fb0_i10o->b0f1") == "2,1,3,0 | 0,3,2,1 | 0,2,1,3");
  CHECK(lists_of("dim_labels=bf_io->bf") == "0,1 | 0,1 | 0,1");
  CHECK(lists_of("dim_labels=b?01f_0?1io->?b01f") == "0,4,2,3 | 3,4,0,2 | 1,4,2,3");
  const char* expected = "expected labels such as bf01_oi01->bf01; found ";
  const char* differ =
      "10:38: the three labels do not name the same spatial dimensions, from 0 on, and two others each once";
  CHECK(lists_of("dim_labels=bf01_oi01-bf01") == "10:47: " + (expected + std::string("'-bf01'")));
  CHECK(lists_of("dim_labels=bx01_oi01->bf01") == "10:39: " + (expected + std::string("'x01_oi01-'")));
  CHECK(lists_of("dim_labels=bf01_oi01->bf01x") == "10:53: " + (expected + std::string("'x'")));
  CHECK(lists_of("dim_labels=bf0_oi01->bf01") == differ);
  CHECK(lists_of("dim_labels=bf02_oi01->bf01") == differ);
  CHECK(lists_of("dim_labels=b01_oi01->bf01") == differ);
  CHECK(lists_of("dim_labels=bfb01_oi01->bf01") == differ);
}

TEST_CASE("pairs") {
  CHECK(lists_of("source_target_pairs={{0,1}, {1,0},{2,3}}") == "0,1,1,0,2,3");
  CHECK(lists_of("source_target_pairs={}") == "");
  CHECK(lists_of("source_target_pairs={{0}}") == "10:50: expected pairs such as {{0,1},{1,0}}; found '}'");
  CHECK(lists_of("source_target_pairs={{0,1,2}}") == "10:52: expected pairs such as {{0,1},{1,0}}; found ','");
}

TEST_CASE("replica groups") {
  CHECK(groups_of("{{0,1},{2,3}}") == "{0,1},{2,3}");
  CHECK(groups_of("{{3},{},{1,0,2}}") == "{3},{},{1,0,2}");
  CHECK(groups_of("{}") == "");
  CHECK(groups_of("[2,4]<=[8]") == "{0,1,2,3},{4,5,6,7}");
  CHECK(groups_of("[4,2]<=[2,4]T(1,0)") == "{0,4},{1,5},{2,6},{3,7}");
  CHECK(groups_of("[2,6]<=[2,2,3]T(1,0,2)") == "{0,1,2,6,7,8},{3,4,5,9,10,11}");
  CHECK(groups_of("[1,12]<=[2,2,3]T(2,0,1)") == "{0,3,6,9,1,4,7,10,2,5,8,11}");
  const char* differ =
      "10:42: the device list does not name as many devices as the groups hold, by each of its dimensions once";
  CHECK(groups_of("[2,4]<=[9]") == differ);
  CHECK(groups_of("[4,2]<=[2,4]T(1,1)") == differ);
  CHECK(groups_of("[4,2]<=[2,4]T(1)") == differ);
  CHECK(groups_of("[4294967296,4294967296]<=[2]") == differ);
  CHECK(groups_of("{{0,1},2}") == "10:49: expected groups such as {{0,1},{2,3}} or [2,2]<=[4]; found '2'");
  CHECK(groups_of("[2,4,1]<=[8]") == "10:42: expected groups such as {{0,1},{2,3}} or [2,2]<=[4]; found '['");
  CHECK(groups_of("[2,4]=[8]") == "10:47: expected groups such as {{0,1},{2,3}} or [2,2]<=[4]; found '='");
  const auto common = [](const std::string& value) {
    const module_of m = with_attribute("replica_groups=" + value);
    return hlo::replica_groups(*m, *m->find(root(m), attribute_key::replica_groups)).common_size();
  };
  CHECK(common("{{0,1},{2,3}}") == 2);
  CHECK(common("{{0,1},{2}}") == -1);
  CHECK(common("{{},{}}") == 0);
  CHECK(common("{}") == -1);
  CHECK(common("[2,4]<=[8]") == 4);
  const module_of m = with_attribute("replica_groups={{0,1}}");
  CHECK(m->list(root(m), attribute_key::replica_groups).count == 0);
  CHECK(text_of("replica_groups=@mesh{'x'}") == "@mesh{'x'}");
}

TEST_CASE("computations") {
  const module_of m = with_attribute("branch_computations={%max, add, max}, to_apply=%add, calls=max");
  REQUIRE_MESSAGE(m, m.message());
  const auto name = [&m](const hlo::computation* c) { return c == nullptr ? "" : string_of(m->name(*c)); };
  CHECK(string_of(m->list(root(m), attribute_key::branch_computations)) == "1,0,1");
  CHECK(name(m->called(root(m), attribute_key::branch_computations)) == "max");
  CHECK(name(m->called(root(m), attribute_key::branch_computations, 1)) == "add");
  CHECK(m->called(root(m), attribute_key::branch_computations, 3) == nullptr);
  CHECK(name(m->called(root(m), attribute_key::to_apply)) == "add");
  CHECK(name(m->called(root(m), attribute_key::calls)) == "max");
  CHECK(m->called(root(m), attribute_key::body) == nullptr);
  CHECK(lists_of("to_apply=mean") == "10:36: there is no computation 'mean'");
  CHECK(lists_of("calls={add, mean}") == "10:39: there is no computation 'mean'");
  CHECK(lists_of("body=3") == "10:32: expected the name of a computation; found '3'");
  for (const char* key :
       {"body", "condition", "true_computation", "false_computation", "called_computations", "select", "scatter"})
    CHECK(lists_of(std::string(key) + "=%max") == "1");
}

TEST_CASE("control predecessors") {
  CHECK(lists_of("control-predecessors={%p, q}") == "6,7");
  CHECK(lists_of("control-predecessors={r}") == "10:49: no instruction 'r' comes before this one in the computation");
  CHECK(lists_of("control-predecessors={a}") == "10:49: no instruction 'a' comes before this one in the computation");
  CHECK(lists_of("control-predecessors=p") == "10:48: expected the name of an instruction; found 'p'");
}

TEST_CASE("texts are kept as they are written") {
  CHECK(text_of("kind=kLoop") == "kLoop");
  CHECK(text_of("direction=GT, type=TOTALORDER") == "GT");
  CHECK(text_of("custom_call_target=\"Sharding\"") == "Sharding");
  CHECK(text_of("custom_call_target=\"a \\\"b\\\" \\\\\"") == "a \\\"b\\\" \\\\");
  CHECK(text_of("metadata={op_type=\"add\" op_name=\"jit(f)/{a\" source_line=3}") ==
        "{op_type=\"add\" op_name=\"jit(f)/{a\" source_line=3}");
  CHECK(text_of("backend_config={\"a\":{\"b\":[1,\"}\"]}}") == "{\"a\":{\"b\":[1,\"}\"]}}");
  CHECK(text_of("backend_config=\"{\\\"a\\\":1}\"") == "{\\\"a\\\":1}");
  CHECK(text_of("frontend_attributes={a=\"b\",c=\"d\"}") == "{a=\"b\",c=\"d\"}");
  CHECK(text_of("sharding={devices=[2,1]<=[2]}") == "{devices=[2,1]<=[2]}");
  CHECK(text_of("sharding={{replicated}, {maximal device=0}}") == "{{replicated}, {maximal device=0}}");
  CHECK(text_of("epsilon=1e-05, kind=kLoop") == "1e-05");
  CHECK(text_of("sparsity=L.1@2:4") == "L.1@2:4");
  CHECK(text_of("output_to_operand_aliasing={{0}: (1, {})}") == "{{0}: (1, {})}");
  CHECK(text_of("literal=s32[2]{0} {1, 2}, kind=kLoop") == "s32[2]{0} {1, 2}");
  CHECK(text_of("literal=s32[] -5\n ROOT2 = f32[2] copy(q)") == "s32[] -5");
  CHECK(text_of("kind=kLoop %s = f32[2] copy(q)") == "kLoop");
  CHECK(text_of("something=new(1,2)[3]/*a comment*/") == "new(1,2)[3]");
  CHECK(text_of("something=") == "11:1: expected the value of the attribute; found '}'");
  CHECK(text_of("backend_config={{\"a\"") == "10:42: the '{' here is not closed");
  CHECK(text_of("backend_config={[}]") == "10:43: the '[' here is not closed");
  CHECK(text_of("custom_call_target=\"a") == "10:46: the text that starts here has no end");
}

TEST_CASE("an attribute that is not known is found by its name") {
  const module_of m = with_attribute("largest=true, winograd={f=4, g={2}}, dimensions={1}");
  REQUIRE_MESSAGE(m, m.message());
  const hlo::attribute* a = m->find(root(m), "winograd");
  REQUIRE(a != nullptr);
  CHECK(a->key == attribute_key::other);
  CHECK(a->form == attribute_form::text);
  CHECK(m->value(*a) == "{f=4, g={2}}");
  CHECK(m->find(root(m), "smallest") == nullptr);
  CHECK(string_of(m->list(root(m), attribute_key::dimensions)) == "1");
}

TEST_CASE("an attribute is given once") {
  CHECK(lists_of("dimensions={1}, dimensions={1}") == "10:43: the attribute 'dimensions' is given twice");
  CHECK(lists_of("new=1, kind=kLoop, new=1") == "");
}

TEST_CASE("names and values are asked for") {
  CHECK(text_of("") == "11:1: expected the name of an attribute; found '}'");
  CHECK(text_of("3=4") == "10:27: expected the name of an attribute; found '3'");
  CHECK(text_of("dimensions{1}") == "10:37: expected '=' after the name of the attribute; found '{'");
}
