// Operations that combine or look up elements, with shapes and attributes known only while running.
#pragma once

#include "mercator/ops/convolution.hpp"
#include "mercator/ops/dot.hpp"
#include "mercator/ops/gather.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/reduce_window.hpp"
#include "mercator/ops/runtime_operation.hpp"
#include "mercator/ops/scatter.hpp"
#include "mercator/ops/select_and_scatter.hpp"

namespace mercator::runtime_ops {

/// Variadic: so many operands of the shape, then as many initial values.
inline result<operation> reduce(const sizes& operand, const sizes& axes, int inputs = 1) {
  using namespace ops;
  const numbers in = detail::view(operand), along = detail::view(axes);
  sizes whole;
  return detail::make(
      "reduce", {operand}, [&] { return inputs < 1 ? "at least one operand" : values::reduce_requires(in, along); },
      [&] { return whole = detail::list_of(values::reduce_output(in, along)); }, 2 * inputs,
      [&](symbolic::map_form& m, direction way, int which) {
        if (which >= inputs) return detail::scalar(m, way, detail::view(whole));
        detail::to_input(way) ? values::reduce_output_to_input(m, in, along)
                              : values::reduce_input_to_output(m, in, along);
      });
}

/// So many operands of the shape, sorted together along an axis.
inline result<operation> sort(const sizes& operand, i64 axis, int inputs = 1) {
  const ops::numbers in = detail::view(operand);
  return detail::make(
      "sort", {operand}, [&] { return inputs < 1 ? "at least one operand" : ops::values::sort_requires(in, axis); },
      [&] { return operand; }, inputs, [&](symbolic::map_form& m, direction, int) { ops::values::sort(m, in, axis); });
}

/// A window: a number for each dimension that it slides along. Lists without numbers: stride and dilations of
/// 1, padding of 0. `reversal` names dimensions along which a convolution's kernel is turned round.
struct window_attributes {
  /// A number for each dimension, or none.
  sizes size, stride, low, high, base_dilation, window_dilation, reversal;
};

namespace detail {

inline ops::values::window view(const window_attributes& w) {
  return {view(w.size),          view(w.stride),          view(w.low),     view(w.high),
          view(w.base_dilation), view(w.window_dilation), view(w.reversal)};
}

}  // namespace detail

/// Variadic: so many operands of the shape, then as many initial values.
inline result<operation> reduce_window(const sizes& operand, const window_attributes& window, int inputs = 1) {
  using namespace ops;
  const numbers in = detail::view(operand);
  const values::window w = detail::view(window);
  sizes whole;
  return detail::make(
      "reduce_window", {operand},
      [&] { return inputs < 1 ? "at least one operand" : values::reduce_window_requires(in, w); },
      [&] { return whole = detail::list_of(values::reduce_window_output(in, w)); }, 2 * inputs,
      [&](symbolic::map_form& m, direction way, int which) {
        if (which >= inputs) return detail::scalar(m, way, detail::view(whole));
        detail::to_input(way) ? values::reduce_window_output_to_input(m, in, w)
                              : values::reduce_window_input_to_output(m, in, w);
      });
}

/// Operand 1 is the source, operand 2 the initial value.
inline result<operation> select_and_scatter(const sizes& operand, const sizes& source,
                                            const window_attributes& window) {
  using namespace ops;
  const numbers in = detail::view(operand), from = detail::view(source);
  const values::window w = detail::view(window);
  return detail::make(
      "select_and_scatter", {operand, source}, [&] { return values::select_and_scatter_requires(in, from, w); },
      [&] { return operand; }, 3,
      [&](symbolic::map_form& m, direction way, int which) {
        if (which == 0) return values::select_and_scatter_operand(m, in, w);
        if (which == 2) return detail::scalar(m, way, in);
        detail::to_input(way) ? values::select_and_scatter_output_to_source(m, in, w)
                              : values::select_and_scatter_source_to_output(m, in, w);
      });
}

/// Number k of one operand's lists belongs to number k of the other's.
struct dot_attributes {
  /// HLO's attributes, by their names.
  sizes lhs_batch_dims, rhs_batch_dims, lhs_contracting_dims, rhs_contracting_dims;
};

/// A dot whose operands are multiplied by operands 2 and 3, one scale for each block of elements, or a scalar.
inline result<operation> scaled_dot(const sizes& lhs, const sizes& rhs, const std::vector<sizes>& scales,
                                    const dot_attributes& a) {
  using namespace ops;
  const values::dot_operand left{detail::view(lhs), detail::view(a.lhs_batch_dims),
                                 detail::view(a.lhs_contracting_dims)};
  const values::dot_operand right{detail::view(rhs), detail::view(a.rhs_batch_dims),
                                  detail::view(a.rhs_contracting_dims)};
  std::vector<sizes> all{lhs, rhs};
  all.insert(all.end(), scales.begin(), scales.end());
  sizes whole;
  const auto missing = [&] {
    const char* what = scales.size() > 2 ? "scales of two operands" : values::dot_requires(left, right);
    for (std::size_t k = 0; k < scales.size() && what == nullptr; ++k)
      what = values::scaled_dot_requires(k == 0 ? left : right, detail::view(scales[k]));
    return what;
  };
  return detail::make(
      scales.empty() ? "dot" : "scaled_dot", all, missing,
      [&] { return whole = detail::list_of(values::dot_output(left, right)); }, static_cast<int>(all.size()),
      [&](symbolic::map_form& m, direction way, int which) {
        const sizes& own = all[static_cast<std::size_t>(which)];
        const int side = which % 2;
        if (which >= 2 && own.empty()) return detail::scalar(m, way, detail::view(whole));
        detail::to_input(way) ? values::dot_output_to_input(m, left, right, side, detail::view(own))
                              : values::dot_input_to_output(m, left, right, side, detail::view(own));
      },
      detail::reads_nothing);
}

/// HLO's dot: products, summed over the contracting dimensions.
inline result<operation> dot(const sizes& lhs, const sizes& rhs, const dot_attributes& a) {
  return scaled_dot(lhs, rhs, {}, a);
}

/// Which dimensions are which: of the input and the output batch, feature and then the spatial ones; of the
/// kernel input feature, output feature and then the spatial ones. The window's size may be left out.
struct convolution_attributes {
  /// Which dimensions are what: batch, feature, spatial; of the kernel input feature, output feature, spatial.
  sizes input_dims, kernel_dims, output_dims;
  /// The window, the size of which is the kernel's.
  window_attributes window;
  /// HLO's attributes, by their names.
  i64 feature_group_count = 1, batch_group_count = 1;
};

/// Operand 0 is the input, operand 1 the kernel.
inline result<operation> convolution(const sizes& input, const sizes& kernel, const convolution_attributes& a) {
  using namespace ops;
  const values::convolution c{detail::view(input),         detail::view(kernel),        detail::view(a.input_dims),
                              detail::view(a.kernel_dims), detail::view(a.output_dims), detail::view(a.window),
                              a.feature_group_count,       a.batch_group_count};
  return detail::make(
      "convolution", {input, kernel}, [&] { return values::convolution_requires(c); },
      [&] { return detail::list_of(values::convolution_output(c)); }, 2,
      [&](symbolic::map_form& m, direction way, int which) {
        if (which == 0)
          detail::to_input(way) ? values::convolution_output_to_input(m, c) : values::convolution_input_to_output(m, c);
        else
          detail::to_input(way) ? values::convolution_output_to_kernel(m, c)
                                : values::convolution_kernel_to_output(m, c);
      });
}

/// The attributes of HLO's gather. Runtime variables are the starts along the dimensions in start_index_map, in
/// the operand's order.
struct gather_attributes {
  /// HLO's attributes, by their names.
  sizes offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map;
  /// The dimension of the indices that holds an index vector; their rank where each is a scalar.
  i64 index_vector_dim = 0;
  /// The shape of a slice.
  sizes slice_sizes;
};

/// Operand 1 is the indices.
inline result<operation> gather(const sizes& operand, const sizes& indices, const gather_attributes& a) {
  using namespace ops;
  const values::gather g{detail::view(operand),
                         detail::view(indices),
                         detail::view(a.offset_dims),
                         detail::view(a.collapsed_slice_dims),
                         detail::view(a.operand_batching_dims),
                         detail::view(a.start_indices_batching_dims),
                         detail::view(a.start_index_map),
                         a.index_vector_dim,
                         detail::view(a.slice_sizes)};
  return detail::make(
      "gather", {operand, indices}, [&] { return values::gather_requires(g); },
      [&] { return detail::list_of(values::gather_output(g)); }, 2,
      [&](symbolic::map_form& m, direction way, int which) {
        if (which == 0)
          detail::to_input(way) ? values::gather_output_to_input(m, g) : values::gather_input_to_output(m, g);
        else
          detail::to_input(way) ? values::gather_output_to_indices(m, g) : values::gather_indices_to_output(m, g);
      },
      [&](symbolic::map_form& m, direction way, int, int variable) {
        return values::gather_source(m, g, way, variable);
      });
}

/// The attributes of HLO's scatter.
struct scatter_attributes {
  /// HLO's attributes, by their names.
  sizes update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims;
  /// Likewise.
  sizes scatter_dims_to_operand_dims;
  /// The dimension of the indices that holds an index vector; their rank where each is a scalar.
  i64 index_vector_dim = 0;
};

/// Variadic: so many operands of the shape, then the indices, then as many updates of their shape.
inline result<operation> scatter(const sizes& operand, const sizes& indices, const sizes& updates,
                                 const scatter_attributes& a, int inputs = 1) {
  using namespace ops;
  const values::scatter s{detail::view(operand),
                          detail::view(indices),
                          detail::view(updates),
                          detail::view(a.update_window_dims),
                          detail::view(a.inserted_window_dims),
                          detail::view(a.input_batching_dims),
                          detail::view(a.scatter_indices_batching_dims),
                          detail::view(a.scatter_dims_to_operand_dims),
                          a.index_vector_dim};
  return detail::make(
      "scatter", {operand, indices, updates},
      [&] { return inputs < 1 ? "at least one operand" : values::scatter_requires(s); }, [&] { return operand; },
      2 * inputs + 1,
      [&](symbolic::map_form& m, direction way, int which) {
        if (which < inputs) return values::elementwise(m, s.operand);
        if (which == inputs)
          return detail::to_input(way) ? values::all_to_all_elements(m, s.operand, s.indices)
                                       : values::all_to_all_elements(m, s.indices, s.operand);
        detail::to_input(way) ? values::scatter_output_to_updates(m, s) : values::scatter_updates_to_output(m, s);
      },
      [&](symbolic::map_form& m, direction way, int, int variable) {
        return values::scatter_source(m, s, way, variable, inputs);
      });
}

}  // namespace mercator::runtime_ops
