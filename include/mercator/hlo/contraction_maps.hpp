// The maps of operations with windows, of contractions, and of gather and scatter.
#pragma once

#include "mercator/hlo/operation_maps.hpp"
#include "mercator/ops/convolution.hpp"
#include "mercator/ops/dot.hpp"
#include "mercator/ops/reduce_window.hpp"
#include "mercator/ops/scatter.hpp"
#include "mercator/ops/select_and_scatter.hpp"

namespace mercator::hlo_ir::operation_maps {

constexpr relation reduce_window(map_request& r) {
  if (!check_variadic(r)) return relation::unknown;
  const numbers operand = r.sizes(0);
  const values::window w = r.window();
  if (const char* missing = values::reduce_window_requires(operand, w)) return r.no_map(missing);
  if (!(numbers(values::reduce_window_output(operand, w)) == r.output_sizes())) return r.no_map(other_output);
  if (r.operand >= r.outputs()) return scalar(r);
  r.to_input() ? values::reduce_window_output_to_input(r.out.m, operand, w)
               : values::reduce_window_input_to_output(r.out.m, operand, w);
  return r.built();
}

namespace detail {

constexpr bool are_ones(numbers list) {
  for (int k = 0; k < list.count; ++k)
    if (list[k] != 1) return false;
  return true;
}

}  // namespace detail

constexpr relation select_and_scatter(map_request& r) {
  if (!r.has_operands(3) || !r.has_arrays()) return relation::unknown;
  const numbers operand = r.sizes(0);
  values::window w = r.window();
  if (detail::are_ones(w.base_dilation)) w.base_dilation = {};
  if (detail::are_ones(w.window_dilation)) w.window_dilation = {};
  if (const char* missing = values::select_and_scatter_requires(operand, r.sizes(1), w)) return r.no_map(missing);
  if (!(operand == r.output_sizes())) return r.no_map(other_output);
  if (r.operand == 2) return scalar(r);
  if (r.operand == 0)
    values::select_and_scatter_operand(r.out.m, operand, w);
  else
    r.to_input() ? values::select_and_scatter_output_to_source(r.out.m, operand, w)
                 : values::select_and_scatter_source_to_output(r.out.m, operand, w);
  return r.built();
}

/// `scales`: the number of the first operand that holds scales; the operands where there are none.
constexpr relation dot(map_request& r) {
  if (r.i.operands < 2 || !r.has_arrays()) return r.i.operands < 2 ? r.no_map("two operands") : relation::unknown;
  const bool scaled = operation_of(r.i) == opcode::scaled_dot;
  if (!scaled && !r.has_operands(2)) return relation::unknown;
  const values::dot_operand lhs{r.sizes(0), r.list(attribute_key::lhs_batch_dims),
                                r.list(attribute_key::lhs_contracting_dims)};
  const values::dot_operand rhs{r.sizes(1), r.list(attribute_key::rhs_batch_dims),
                                r.list(attribute_key::rhs_contracting_dims)};
  if (const char* missing = values::dot_requires(lhs, rhs)) return r.no_map(missing);
  if (!(numbers(values::dot_output(lhs, rhs)) == r.output_sizes())) return r.no_map(other_output);
  const int side = r.operand % 2;
  if (r.operand >= 2) {
    if (r.i.operands > 4) return r.no_map("scales of two operands");
    if (const char* missing = values::scaled_dot_requires(side == 0 ? lhs : rhs, r.own_sizes()))
      return r.no_map(missing);
    if (r.own_sizes().count == 0) return scalar(r);
  }
  r.to_input() ? values::dot_output_to_input(r.out.m, lhs, rhs, side, r.own_sizes())
               : values::dot_input_to_output(r.out.m, lhs, rhs, side, r.own_sizes());
  return r.built();
}

constexpr relation convolution(map_request& r) {
  if (!r.has_operands(2) || !r.has_arrays()) return relation::unknown;
  const values::convolution c{r.sizes(0),
                              r.sizes(1),
                              r.list(attribute_key::dim_labels, dim_labels_lhs),
                              r.list(attribute_key::dim_labels, dim_labels_rhs),
                              r.list(attribute_key::dim_labels, dim_labels_output),
                              r.window(),
                              r.number(attribute_key::feature_group_count, 1),
                              r.number(attribute_key::batch_group_count, 1)};
  if (const char* missing = values::convolution_requires(c)) return r.no_map(missing);
  if (!(numbers(values::convolution_output(c)) == r.output_sizes())) return r.no_map(other_output);
  if (r.operand == 0)
    r.to_input() ? values::convolution_output_to_input(r.out.m, c) : values::convolution_input_to_output(r.out.m, c);
  else
    r.to_input() ? values::convolution_output_to_kernel(r.out.m, c) : values::convolution_kernel_to_output(r.out.m, c);
  return r.built();
}

constexpr relation gather(map_request& r) {
  if (!r.has_operands(2) || !r.has_arrays()) return relation::unknown;
  const values::gather g{r.sizes(0),
                         r.sizes(1),
                         r.list(attribute_key::offset_dims),
                         r.list(attribute_key::collapsed_slice_dims),
                         r.list(attribute_key::operand_batching_dims),
                         r.list(attribute_key::start_indices_batching_dims),
                         r.list(attribute_key::start_index_map),
                         r.number(attribute_key::index_vector_dim, -1),
                         r.list(attribute_key::slice_sizes)};
  if (const char* missing = values::gather_requires(g)) return r.no_map(missing);
  if (!(numbers(values::gather_output(g)) == r.output_sizes())) return r.no_map(other_output);
  if (r.operand == 1) {
    r.to_input() ? values::gather_output_to_indices(r.out.m, g) : values::gather_indices_to_output(r.out.m, g);
    return r.built();
  }
  r.to_input() ? values::gather_output_to_input(r.out.m, g) : values::gather_input_to_output(r.out.m, g);
  const relation built = r.built();
  for (int k = 0; k < r.out.m.runtimes; ++k)
    r.add_source(k, [&](symbolic::map_form& element) { return values::gather_source(element, g, r.way, k); });
  return built;
}

/// The indices stand between the operands and the updates. Every output depends on every operand and update,
/// since the computation that combines them has all of them.
constexpr relation scatter(map_request& r) {
  if (!r.has_arrays()) return relation::unknown;
  const int inputs = r.outputs(), indices = inputs;
  if (r.i.operands != 2 * inputs + 1) return r.no_map("an operand and an update for each output");
  const values::scatter s{r.sizes(0),
                          r.sizes(indices),
                          r.sizes(indices + 1),
                          r.list(attribute_key::update_window_dims),
                          r.list(attribute_key::inserted_window_dims),
                          r.list(attribute_key::input_batching_dims),
                          r.list(attribute_key::scatter_indices_batching_dims),
                          r.list(attribute_key::scatter_dims_to_operand_dims),
                          r.number(attribute_key::index_vector_dim, -1)};
  for (int k = 0; k < inputs; ++k)
    if (!(r.sizes(k) == s.operand) || !(r.sizes(indices + 1 + k) == s.updates))
      return r.no_map("operands of one shape, and updates of one shape");
  if (const char* missing = values::scatter_requires(s)) return r.no_map(missing);
  if (!(s.operand == r.output_sizes())) return r.no_map(other_output);
  if (r.operand < indices) return identity(r);
  if (r.operand == indices) {
    r.to_input() ? values::all_to_all_elements(r.out.m, s.operand, s.indices)
                 : values::all_to_all_elements(r.out.m, s.indices, s.operand);
    return r.built();
  }
  r.to_input() ? values::scatter_output_to_updates(r.out.m, s) : values::scatter_updates_to_output(r.out.m, s);
  const relation built = r.built();
  for (int k = 0; k < r.out.m.runtimes; ++k)
    r.add_source(k, [&](symbolic::map_form& element) { return values::scatter_source(element, s, r.way, k, indices); });
  return built;
}

}  // namespace mercator::hlo_ir::operation_maps
