// What is read fits the operations: in all modules the shapes of the outputs are those that the operations
// have.
#include <doctest/doctest.h>

#include "mercator/hlo/replica_groups.hpp"
#include "mercator/ops/collectives.hpp"
#include "mercator/ops/concatenate.hpp"
#include "mercator/ops/convolution.hpp"
#include "mercator/ops/dot.hpp"
#include "mercator/ops/dynamic_slice.hpp"
#include "mercator/ops/gather.hpp"
#include "mercator/ops/layout.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/reduce_window.hpp"
#include "mercator/ops/scatter.hpp"
#include "mercator/ops/select_and_scatter.hpp"
#include "mercator/ops/slice.hpp"
#include "mercator/ops/transpose.hpp"
#include "test/hlo/module_files.hpp"

using mercator::extents;
using mercator::i64;
using mercator::ops::numbers;
using mercator_test::module_of;
using mercator_test::string_of;
namespace hlo = mercator::hlo_ir;
namespace values = mercator::ops::values;
using hlo::attribute_key;
using hlo::opcode;

namespace {

/// One instruction, with what is asked of it.
struct instruction_of {
  const hlo::hlo_module& m;
  const hlo::instruction& i;

  numbers list(attribute_key key, int which = 0) const { return m.list(i, key, which); }
  i64 number(attribute_key key, i64 otherwise) const { return m.number(i, key, otherwise); }
  numbers operand(int k) const { return m.sizes(m.shape_of(m.operand(i, k))); }
  /// Of an array, or of the first array of a tuple.
  numbers output() const {
    const hlo::shape& s = m.shape_of(i);
    return m.sizes(s.kind == hlo::shape_kind::tuple ? m.element(s, 0) : s);
  }

  values::window window() const {
    const auto all = [this](int which) { return list(attribute_key::window, which); };
    return {all(hlo::window_size),     all(hlo::window_stride),     all(hlo::window_pad_low),
            all(hlo::window_pad_high), all(hlo::window_lhs_dilate), all(hlo::window_rhs_dilate),
            m.reversed_dimensions(i)};
  }
  values::convolution convolution() const {
    return {operand(0),
            operand(1),
            list(attribute_key::dim_labels, hlo::dim_labels_lhs),
            list(attribute_key::dim_labels, hlo::dim_labels_rhs),
            list(attribute_key::dim_labels, hlo::dim_labels_output),
            window(),
            number(attribute_key::feature_group_count, 1),
            number(attribute_key::batch_group_count, 1)};
  }
  values::gather gather() const {
    return {operand(0),
            operand(1),
            list(attribute_key::offset_dims),
            list(attribute_key::collapsed_slice_dims),
            list(attribute_key::operand_batching_dims),
            list(attribute_key::start_indices_batching_dims),
            list(attribute_key::start_index_map),
            number(attribute_key::index_vector_dim, -1),
            list(attribute_key::slice_sizes)};
  }
  values::scatter scatter() const {
    const int inputs = (i.operands - 1) / 2;
    return {operand(0),
            operand(inputs),
            operand(inputs + 1),
            list(attribute_key::update_window_dims),
            list(attribute_key::inserted_window_dims),
            list(attribute_key::input_batching_dims),
            list(attribute_key::scatter_indices_batching_dims),
            list(attribute_key::scatter_dims_to_operand_dims),
            number(attribute_key::index_vector_dim, -1)};
  }
  i64 group_size() const { return hlo::replica_groups(m, *m.find(i, attribute_key::replica_groups)).common_size(); }

  /// Whether the operation allows this; counts those that are asked.
  bool fits(int& asked) const {
    const auto same = [this, &asked](const char* missing, auto size) {
      ++asked;
      return missing == nullptr && numbers(size()) == output();
    };
    const char* const no = "a match";
    const i64 dimension = list(attribute_key::dimensions).count == 1 ? list(attribute_key::dimensions)[0] : -1;
    switch (i.op) {
      case opcode::dot: {
        const values::dot_operand lhs{operand(0), list(attribute_key::lhs_batch_dims),
                                      list(attribute_key::lhs_contracting_dims)};
        const values::dot_operand rhs{operand(1), list(attribute_key::rhs_batch_dims),
                                      list(attribute_key::rhs_contracting_dims)};
        return same(values::dot_requires(lhs, rhs), [&] { return values::dot_output(lhs, rhs); });
      }
      case opcode::convolution:
        return same(values::convolution_requires(convolution()),
                    [&] { return values::convolution_output(convolution()); });
      case opcode::reduce:
        return same(values::reduce_requires(operand(0), list(attribute_key::dimensions)),
                    [&] { return values::reduce_output(operand(0), list(attribute_key::dimensions)); });
      case opcode::reduce_window:
        return same(values::reduce_window_requires(operand(0), window()),
                    [&] { return values::reduce_window_output(operand(0), window()); });
      case opcode::select_and_scatter: {
        values::window undilated = window();
        undilated.base_dilation = undilated.window_dilation = {};
        return same(values::select_and_scatter_requires(operand(0), operand(1), undilated), [&] { return operand(0); });
      }
      case opcode::gather:
        return same(values::gather_requires(gather()), [&] { return values::gather_output(gather()); });
      case opcode::scatter:
        return same(values::scatter_requires(scatter()), [&] { return operand(0); });
      case opcode::concatenate: {
        numbers all[8];
        for (int k = 0; k < i.operands; ++k) all[k] = operand(k);
        return same(values::concatenate_requires(all, i.operands, dimension),
                    [&] { return values::concatenate_output(all, i.operands, dimension); });
      }
      case opcode::slice: {
        const numbers start = list(attribute_key::slice, hlo::slice_starts);
        const numbers limit = list(attribute_key::slice, hlo::slice_limits);
        const numbers stride = list(attribute_key::slice, hlo::slice_strides);
        return same(values::is_slice(operand(0), start, limit, stride) ? nullptr : no, [&] {
          extents out = mercator::ops::to_extents(operand(0));
          for (int k = 0; k < out.rank; ++k)
            out.size[k] = values::slice_of_dimension{start[k], limit[k], stride[k]}.size();
          return out;
        });
      }
      case opcode::pad: {
        const numbers low = list(attribute_key::padding, hlo::padding_low);
        const numbers high = list(attribute_key::padding, hlo::padding_high);
        const numbers interior = list(attribute_key::padding, hlo::padding_interior);
        return same(values::is_pad(operand(0), low, high, interior) ? nullptr : no, [&] {
          extents out = mercator::ops::to_extents(operand(0));
          for (int k = 0; k < out.rank; ++k)
            out.size[k] = values::padded_dimension{operand(0)[k], low[k], high[k], interior[k] + 1}.output_size();
          return out;
        });
      }
      case opcode::dynamic_slice:
        return same(values::dynamic_slice_requires(operand(0), list(attribute_key::dynamic_slice_sizes)),
                    [&] { return list(attribute_key::dynamic_slice_sizes); });
      case opcode::broadcast:
        ++asked;
        return values::is_broadcast(operand(0), output(), list(attribute_key::dimensions));
      case opcode::transpose: {
        const numbers order = list(attribute_key::dimensions);
        return same(values::is_permutation(order, operand(0).count) ? nullptr : no, [&] {
          extents out = mercator::ops::to_extents(operand(0));
          for (int k = 0; k < out.rank; ++k) out.size[k] = operand(0)[static_cast<int>(order[k])];
          return out;
        });
      }
      case opcode::reshape:
      case opcode::bitcast:
        ++asked;
        return mercator::element_count(operand(0).first, operand(0).count) ==
               mercator::element_count(output().first, output().count);
      case opcode::bitcast_convert:
        ++asked;
        return values::bitcast_convert_requires(operand(0), output(), hlo::bits_of(m.shape_of(m.operand(i, 0)).type),
                                                hlo::bits_of(m.shape_of(i).type)) == nullptr;
      case opcode::all_gather:
        return same(values::all_gather_requires(operand(0), dimension, group_size()),
                    [&] { return values::all_gather_output(operand(0), dimension, group_size()); });
      case opcode::reduce_scatter:
        return same(values::split_requires(operand(0), dimension, group_size()),
                    [&] { return values::reduce_scatter_output(operand(0), dimension, group_size()); });
      default:
        return true;
    }
  }
};

}  // namespace

TEST_CASE("outputs have the shapes that the operations give them") {
  int asked = 0;
  for (const char* name : mercator_test::module_names) {
    const module_of m(mercator_test::read_module(name));
    REQUIRE_MESSAGE(m, name << ": " << m.message());
    for (int k = 0; k < m->counts.instructions; ++k) {
      const hlo::instruction& i = m->instructions[k];
      INFO(name << ": " << string_of(m->name(i)));
      CHECK(instruction_of{*m, i}.fits(asked));
    }
  }
  CHECK(asked > 120);
  MESSAGE(asked << " instructions");
}

TEST_CASE("and no other shapes") {
  int asked = 0;
  const auto fits = [&asked](const std::string& text) {
    const module_of m(text);
    REQUIRE_MESSAGE(m, m.message());
    return instruction_of{*m, m->root(m->entry_computation())}.fits(asked);
  };
  const std::string p = "p = f32[4,6] parameter(0)\n";
  CHECK(fits(p + "t = f32[6,4] transpose(p), dimensions={1,0}"));
  CHECK(!fits(p + "t = f32[4,6] transpose(p), dimensions={1,0}"));
  CHECK(fits(p + "s = f32[2,2] slice(p), slice={[0:4:2], [1:6:3]}"));
  CHECK(!fits(p + "s = f32[2,3] slice(p), slice={[0:4:2], [1:6:3]}"));
  CHECK(!fits(p + "s = f32[2] slice(p), slice={[0:4:2]}"));
  CHECK(!fits(p + "s = f32[4,4] dot(p, p), lhs_contracting_dims={1}, rhs_contracting_dims={0}"));
  CHECK(asked == 6);
}
