// Modules of the kinds that compilers dump: test/hlo/modules.
#include <doctest/doctest.h>

#include "mercator/hlo/constant_values.hpp"
#include "mercator/hlo/replica_groups.hpp"
#include "test/hlo/module_files.hpp"

using mercator_test::read_module;
using mercator_test::string_of;
namespace hlo = mercator::hlo_ir;
using hlo::attribute_key;
using hlo::opcode;
using mercator_test::module_of;

namespace {

const hlo::instruction& at(const module_of& m, const char* name) {
  const hlo::instruction* i = m->find_instruction(m->entry_computation(), name);
  REQUIRE_MESSAGE(i != nullptr, name);
  return *i;
}

std::string list_of(const module_of& m, const char* name, attribute_key key, int which = 0) {
  return string_of(m->list(at(m, name), key, which));
}

}  // namespace

TEST_CASE("every module is read whole") {
  const struct {
    const char* name;
    int computations, instructions, operands, parameters;
    opcode root;
  } cases[] = {
      {"argmax", 2, 20, 27, 1, opcode::get_tuple_element},
      {"async_pairs", 3, 21, 22, 1, opcode::tuple},
      {"attention", 3, 43, 45, 3, opcode::dot},
      {"bare", 1, 8, 9, 1, opcode::transpose},
      {"batch_norm", 1, 9, 11, 4, opcode::get_tuple_element},
      {"batched_gather", 1, 7, 6, 4, opcode::tuple},
      {"cholesky", 1, 5, 5, 2, opcode::triangular_solve},
      {"collective_zoo", 2, 15, 14, 2, opcode::tuple},
      {"conditional", 6, 19, 17, 4, opcode::conditional},
      {"constants", 1, 18, 2, 0, opcode::tuple},
      {"conv_backward", 1, 8, 9, 4, opcode::tuple},
      {"conv_block", 2, 16, 14, 6, opcode::reduce_window},
      {"cross_entropy", 4, 29, 27, 2, opcode::divide},
      {"custom_calls", 2, 11, 8, 2, opcode::copy},
      {"depthwise_conv", 1, 13, 12, 6, opcode::convolution},
      {"dynamic_shapes", 1, 13, 13, 3, opcode::tuple},
      {"elementwise", 1, 27, 34, 2, opcode::select},
      {"embedding_lookup", 1, 11, 12, 2, opcode::gather},
      {"fft", 1, 10, 10, 2, opcode::fft},
      {"flash_loop", 5, 58, 73, 3, opcode::divide},
      {"infeed", 1, 11, 12, 0, opcode::outfeed},
      {"kv_cache", 1, 12, 22, 5, opcode::tuple},
      {"layer_norm", 2, 28, 31, 3, opcode::add},
      {"moe_dispatch", 3, 31, 28, 2, opcode::all_to_all},
      {"pipeline", 3, 26, 26, 2, opcode::get_tuple_element},
      {"quantized_matmul", 1, 23, 15, 12, opcode::convert},
      {"reduce_windows", 3, 18, 22, 3, opcode::tuple},
      {"resize", 1, 13, 12, 2, opcode::transpose},
      {"rng", 1, 17, 16, 1, opcode::multiply},
      {"rotary", 1, 22, 27, 2, opcode::convert},
      {"scatter", 3, 21, 19, 8, opcode::tuple},
      {"select_and_scatter", 3, 10, 7, 2, opcode::select_and_scatter},
      {"sharded_train_step", 2, 20, 22, 3, opcode::tuple},
      {"sort", 2, 20, 19, 2, opcode::add},
      {"source_tables", 2, 4, 2, 1, opcode::fusion},
      {"tpu_layouts", 2, 12, 10, 2, opcode::bitcast},
      {"tuples", 1, 7, 12, 1, opcode::tuple},
      {"while_loop", 3, 18, 18, 2, opcode::get_tuple_element},
  };
  int files = 0;
  for (const auto& c : cases) {
    const module_of m(read_module(c.name));
    REQUIRE_MESSAGE(m, c.name << ": " << m.message());
    INFO(c.name);
    CHECK(m->counts.computations == c.computations);
    CHECK(m->counts.instructions == c.instructions);
    CHECK(m->counts.operands == c.operands);
    CHECK(m->entry_computation().parameters == c.parameters);
    CHECK(m->root(m->entry_computation()).op == c.root);
    mercator_test::check_well_formed(*m);
    ++files;
  }
  CHECK(files == static_cast<int>(std::size(mercator_test::module_names)));
}

TEST_CASE("operations that are not known are in one module only") {
  for (const char* name : mercator_test::module_names) {
    const module_of m(read_module(name));
    INFO(name);
    for (int k = 0; k < m->counts.instructions; ++k)
      if (m->instructions[k].op == opcode::unknown) CHECK(m->opcode_text(m->instructions[k]) == "frobnicate");
    for (int k = 0; k < m->counts.shapes; ++k)
      if (m->shapes[k].kind == hlo::shape_kind::array) CHECK(m->shapes[k].type != hlo::element_type::unknown);
  }
}

TEST_CASE("attention") {
  const module_of m(read_module("attention"));
  REQUIRE_MESSAGE(m, m.message());
  CHECK(m->name() == "jit_attention");
  CHECK(list_of(m, "dot.15", attribute_key::lhs_batch_dims) == "0,1");
  CHECK(list_of(m, "dot.15", attribute_key::rhs_contracting_dims) == "2");
  CHECK(list_of(m, "slice.8", attribute_key::slice, hlo::slice_starts) == "0,0,1,0,0");
  CHECK(list_of(m, "slice.8", attribute_key::slice, hlo::slice_limits) == "8,128,2,8,64");
  CHECK(list_of(m, "slice.8", attribute_key::slice, hlo::slice_strides) == "1,1,1,1,1");
  CHECK(list_of(m, "transpose.13", attribute_key::dimensions) == "0,2,3,1");
  CHECK(string_of(m->minor_to_major(m->shape_of(at(m, "transpose.14")))) == "3,1,2,0");
  CHECK(m->name(*m->called(at(m, "reduce.36"), attribute_key::to_apply)) == "region_add.32");
  CHECK(m->value(*m->find(at(m, "compare.22"), attribute_key::direction)) == "GE");
  CHECK(m->literal(at(m, "constant.19")) == "-inf");
}

TEST_CASE("convolutions") {
  const module_of m(read_module("conv_backward"));
  REQUIRE_MESSAGE(m, m.message());
  CHECK(list_of(m, "dx", attribute_key::window, hlo::window_size) == "3,3");
  CHECK(list_of(m, "dx", attribute_key::window, hlo::window_stride) == "1,1");
  CHECK(list_of(m, "dx", attribute_key::window, hlo::window_pad_low) == "2,2");
  CHECK(list_of(m, "dx", attribute_key::window, hlo::window_pad_high) == "1,1");
  CHECK(list_of(m, "dx", attribute_key::window, hlo::window_lhs_dilate) == "2,2");
  CHECK(list_of(m, "dx", attribute_key::window, hlo::window_rhs_reversal) == "1,1");
  CHECK(string_of(m->reversed_dimensions(at(m, "dx"))) == "0,1");
  CHECK(list_of(m, "dw", attribute_key::window, hlo::window_rhs_dilate) == "2,2");
  CHECK(list_of(m, "dw", attribute_key::dim_labels, hlo::dim_labels_lhs) == "3,0,1,2");
  CHECK(list_of(m, "dw", attribute_key::dim_labels, hlo::dim_labels_rhs) == "0,3,1,2");
  CHECK(list_of(m, "dw", attribute_key::dim_labels, hlo::dim_labels_output) == "2,3,0,1");
  CHECK(m->number(at(m, "ddepth"), attribute_key::batch_group_count, 1) == 32);
  CHECK(m->number(at(m, "ddepth"), attribute_key::feature_group_count, 1) == 1);
}

TEST_CASE("gather and scatter") {
  const module_of m(read_module("batched_gather"));
  REQUIRE_MESSAGE(m, m.message());
  CHECK(list_of(m, "own", attribute_key::operand_batching_dims) == "0");
  CHECK(list_of(m, "own", attribute_key::start_indices_batching_dims) == "0");
  CHECK(list_of(m, "own", attribute_key::slice_sizes) == "1,1,16,64");
  CHECK(list_of(m, "patches", attribute_key::start_index_map) == "2,0");
  CHECK(list_of(m, "patches", attribute_key::collapsed_slice_dims) == "");
  CHECK(m->number(at(m, "patches"), attribute_key::index_vector_dim, -1) == 0);
  CHECK(m->number(at(m, "patches"), attribute_key::unique_indices, 0) == 1);
  const module_of s(read_module("scatter"));
  REQUIRE_MESSAGE(s, s.message());
  CHECK(list_of(s, "batch", attribute_key::scatter_indices_batching_dims) == "0");
  CHECK(list_of(s, "batch", attribute_key::update_window_dims) == "2");
  CHECK(at(s, "two").operands == 5);
  CHECK(s->shape_of(at(s, "two")).elements == 2);
}

TEST_CASE("collectives") {
  const module_of m(read_module("sharded_train_step"));
  REQUIRE_MESSAGE(m, m.message());
  CHECK(m->num_partitions == 8);
  const hlo::replica_groups gather(*m, *m->find(at(m, "all-gather"), attribute_key::replica_groups));
  CHECK(gather.groups() == 2);
  CHECK(gather.size(1) == 4);
  CHECK(gather.device(1, 2) == 5);
  const hlo::replica_groups scatter(*m, *m->find(at(m, "reduce-scatter"), attribute_key::replica_groups));
  CHECK(scatter.groups() == 2);
  CHECK(scatter.device(1, 3) == 7);
  CHECK(m->number(at(m, "all-reduce"), attribute_key::channel_id, 0) == 3);
  const module_of p(read_module("pipeline"));
  REQUIRE_MESSAGE(p, p.message());
  const hlo::computation* body = p->called(at(p, "loop"), attribute_key::body);
  REQUIRE(body != nullptr);
  const hlo::instruction& sent = *p->find_instruction(*body, "sent");
  CHECK(string_of(p->list(sent, attribute_key::source_target_pairs)) == "0,1,1,2,2,3");
  CHECK(p->name(*p->called(at(p, "loop"), attribute_key::condition)) == "condition");
}

TEST_CASE("layouts of a TPU") {
  const module_of m(read_module("tpu_layouts"));
  REQUIRE_MESSAGE(m, m.message());
  CHECK(m->tiles(m->shape_of(at(m, "copy-done"))) == "T(1024)S(1)");
  CHECK(m->tiles(m->shape_of(at(m, "bitcast"))) == "T(8,128)(2,1)");
  CHECK(string_of(m->minor_to_major(m->shape_of(at(m, "bitcast")))) == "0,1");
  CHECK(m->tiles(m->element(m->shape_of(at(m, "copy-start")), 2)) == "S(2)");
}

TEST_CASE("constants") {
  const module_of m(read_module("constants"));
  REQUIRE_MESSAGE(m, m.message());
  hlo::constant_values values(*m, at(m, "c7"));
  mercator::i64 n = 0, sum = 0;
  for (; values.next(n); sum = sum * 10 + n) {
  }
  CHECK(values.done());
  CHECK(sum == -766);
  CHECK(m->literal(at(m, "c14")) == "(7, {1, 2.5e-3}, (false))");
}
