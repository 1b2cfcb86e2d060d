// Convolution: sums of products under a window that slides over the spatial dimensions of an input, with
// features and batches in groups.
#pragma once

#include "mercator/ops/window.hpp"

namespace mercator::ops {

namespace values {

/// Which dimensions are which: of the input and the output batch, feature and then the spatial ones; of the
/// kernel input feature, output feature and then the spatial ones, whose sizes are those of the window.
struct convolution {
  numbers input, kernel;
  numbers input_dims, kernel_dims, output_dims;
  window under;  ///< one number for every spatial dimension; its size may be left out
  i64 feature_groups = 1, batch_groups = 1;

  constexpr int rank() const { return input.count; }
  constexpr int spatial() const { return input.count - 2; }
  constexpr i64 input_size(int k) const { return input[static_cast<int>(input_dims[k])]; }
  constexpr i64 kernel_size(int k) const { return kernel[static_cast<int>(kernel_dims[k])]; }
  constexpr i64 batches() const { return input_size(0) / batch_groups; }  ///< of the output
  constexpr i64 features() const { return kernel_size(1); }               ///< of the output
  constexpr i64 groups() const { return feature_groups * batch_groups; }
  constexpr i64 features_of_group() const { return features() / groups(); }

  constexpr window_dimension along(int k) const { return under.along(k, input_size(k + 2), kernel_size(k + 2)); }
};

constexpr const char* convolution_requires(const convolution& c) {
  const int rank = c.rank();
  if (rank < 2 || c.kernel.count != rank) return "an input and a kernel of one rank, at least 2";
  for (const numbers dims : {c.input_dims, c.kernel_dims, c.output_dims})
    if (dims.count != rank || !are_distinct_dimensions(dims, rank))
      return "input, kernel and output dimensions that name every dimension once";
  for (const numbers list : {c.under.stride, c.under.low, c.under.high, c.under.base_dilation, c.under.window_dilation})
    if (list.count != 0 && list.count != c.spatial()) return "a number for every spatial dimension in each list";
  if (!are_distinct_dimensions(c.under.reversed, c.spatial())) return "window_reversal of spatial dimensions";
  if (c.under.size.count != 0 && c.under.size.count != c.spatial()) return "a window size for every spatial dimension";
  for (int k = 0; k < c.spatial(); ++k) {
    if (c.under.size.count != 0 && c.under.size[k] != c.kernel_size(k + 2)) return "a window of the kernel's size";
    if (const char* missing = c.along(k).requires_more()) return missing;
  }
  if (c.feature_groups < 1 || c.batch_groups < 1 || (c.feature_groups > 1 && c.batch_groups > 1))
    return "groups of features or of batches, at least 1";
  if (c.input_size(1) % c.feature_groups != 0 || c.kernel_size(0) != c.input_size(1) / c.feature_groups)
    return "a kernel with the input features of one group";
  if (c.input_size(0) % c.batch_groups != 0) return "as many batches in each group";
  return c.features() % c.groups() == 0 ? nullptr : "as many output features in each group";
}

constexpr extents convolution_output(const convolution& c) {
  extents out;
  out.rank = c.rank();
  out.size[c.output_dims[0]] = c.batches();
  out.size[c.output_dims[1]] = c.features();
  for (int k = 0; k < c.spatial(); ++k) out.size[c.output_dims[k + 2]] = c.along(k).positions();
  return out;
}

/// Lines in the order of a tensor's dimensions, given in the order batch, feature, spatial dimensions.
class ordered_results {
 public:
  constexpr explicit ordered_results(numbers order) : order_(order) {}
  constexpr void set(int k, int line) { line_[order_[k]] = line; }
  constexpr void add_to(map_writer& out) const {
    for (int k = 0; k < order_.count; ++k) out.add_result(line_[k]);
  }

 private:
  numbers order_;
  int line_[extents::max_rank] = {};
};

constexpr void add_kernel_ranges(map_writer& out, const convolution& c) {
  for (int k = 0; k < c.spatial(); ++k)
    if (c.along(k).size != 1) out.add_range(c.along(k).size);
}

constexpr int output_variable(map_writer& out, const convolution& c, int k) { return out.variable(c.output_dims[k]); }

/// The ranges are the places in the window, where it has more than one, and then the input features of a group.
constexpr void convolution_output_to_input(symbolic::map_form& m, const convolution& c) {
  map_writer out(m, convolution_output(c));
  add_kernel_ranges(out, c);
  out.add_range(c.kernel_size(0));
  if (out.known_empty()) return out.add_empty_results(c.rank());
  symbolic::pool& p = out.pool();
  ordered_results results(c.input_dims);
  int next = c.rank();
  for (int k = 0; k < c.spatial(); ++k) {
    const window_dimension w = c.along(k);
    results.set(k + 2, w.element(out, output_variable(out, c, k + 2), window_place(out, w.size, next)));
  }
  const int group = symbolic::floordiv(p, output_variable(out, c, 1), c.features_of_group());
  int batch = output_variable(out, c, 0), feature = out.variable(next);
  if (c.batch_groups > 1) batch = p.add(batch, group, c.batches());
  if (c.feature_groups > 1) feature = p.add(feature, group, c.kernel_size(0));
  results.set(0, batch);
  results.set(1, feature);
  results.add_to(out);
}

constexpr void convolution_output_to_kernel(symbolic::map_form& m, const convolution& c) {
  map_writer out(m, convolution_output(c));
  add_kernel_ranges(out, c);
  out.add_range(c.kernel_size(0));
  ordered_results results(c.kernel_dims);
  int next = c.rank();
  for (int k = 0; k < c.spatial(); ++k) {
    const int place = window_place(out, c.along(k).size, next);
    results.set(k + 2, c.under.reversed.contains(k) ? out.pool().shift(out.pool().scale(place, -1), c.along(k).size - 1)
                                                    : place);
  }
  results.set(0, out.variable(next));
  results.set(1, output_variable(out, c, 1));
  results.add_to(out);
}

/// The ranges are the places in the window, where it has more than one, and then the output features of a
/// group.
constexpr void convolution_input_to_output(symbolic::map_form& m, const convolution& c) {
  map_writer out(m, c.input);
  add_kernel_ranges(out, c);
  out.add_range(c.features_of_group());
  if (out.known_empty()) return out.add_empty_results(c.rank());
  symbolic::pool& p = out.pool();
  ordered_results results(c.output_dims);
  int next = c.rank();
  for (int k = 0; k < c.spatial(); ++k) {
    const window_dimension w = c.along(k);
    results.set(k + 2, w.position(out, out.variable(c.input_dims[k + 2]), window_place(out, w.size, next)));
  }
  int batch = out.variable(c.input_dims[0]), feature = out.variable(next), group = p.number(0);
  if (c.batch_groups > 1) {
    group = symbolic::floordiv(p, batch, c.batches());
    batch = symbolic::mod(p, batch, c.batches());
  } else if (c.feature_groups > 1) {
    group = symbolic::floordiv(p, out.variable(c.input_dims[1]), c.kernel_size(0));
  }
  results.set(0, batch);
  results.set(1, p.add(feature, group, c.features_of_group()));
  results.add_to(out);
}

/// The ranges are the output's dimensions other than the feature, in its order.
constexpr void convolution_kernel_to_output(symbolic::map_form& m, const convolution& c) {
  const extents output = convolution_output(c);
  map_writer out(m, c.kernel);
  for (int k = 0; k < c.rank(); ++k)
    if (k != c.output_dims[1]) out.add_range(output[k]);
  for (int k = 0, next = c.rank(); k < c.rank(); ++k)
    out.add_result(out.variable(k == c.output_dims[1] ? c.kernel_dims[1] : next++));
}

}  // namespace values

template <i64... Numbers>
struct input_dims : number_list<Numbers...> {};  ///< batch, feature, spatial dimensions
template <i64... Numbers>
struct kernel_dims : number_list<Numbers...> {};  ///< input feature, output feature, spatial dimensions
template <i64... Numbers>
struct output_dims : number_list<Numbers...> {};  ///< batch, feature, spatial dimensions
template <i64... Numbers>
struct window_reversal : number_list<Numbers...> {};  ///< spatial dimensions, counted from 0
template <i64... Numbers>
struct feature_group_count : number_list<Numbers...> {};
template <i64... Numbers>
struct batch_group_count : number_list<Numbers...> {};

template <class Input, class Kernel, class... Attributes>
struct convolution_requires_matching_dimensions {
  using given = detail::attributes<Attributes...>;

  static constexpr values::convolution value() {
    values::convolution c{Input::value,
                          Kernel::value,
                          given::template get<input_dims>(),
                          given::template get<kernel_dims>(),
                          given::template get<output_dims>(),
                          detail::given_window<Attributes...>({}),
                          given::template get_one<feature_group_count>(1),
                          given::template get_one<batch_group_count>(1)};
    c.under.reversed = given::template get<window_reversal>();
    return c;
  }
  static constexpr extents compute() {
    if constexpr (detail::are_shapes<Input, Kernel> &&
                  given::template are<input_dims, kernel_dims, output_dims, window_reversal, feature_group_count,
                                      batch_group_count, stride, low, high, base_dilation, window_dilation>)
      return detail::output_if_met(values::convolution_requires, values::convolution_output, value());
    return invalid;
  }
  static constexpr extents output = compute();
  static_assert(!is_invalid(output),
                "mercator: convolution requires the shapes of an input and a kernel; input_dims, kernel_dims and "
                "output_dims that name every dimension once; and perhaps stride, low, high, base_dilation and "
                "window_dilation for every spatial dimension, window_reversal, and feature_group_count or "
                "batch_group_count that divide the features and batches; got the types shown here");
};

/// convolution(shape<1, 12, 10, 4>{}, shape<4, 3, 5, 8>{}, input_dims<0, 3, 1, 2>{}, kernel_dims<0, 3, 1, 2>{},
/// output_dims<0, 3, 1, 2>{}, stride<2, 2>{}): dim_labels b01f_i01o->b01f. Attributes come in any order.
/// base_dilation is that of the left-hand side, window_dilation that of the right-hand side.
template <class Input, class Kernel, class... Attributes>
struct convolution
    : counted_operation<convolution<Input, Kernel, Attributes...>,
                        computed_shape<convolution_requires_matching_dimensions<Input, Kernel, Attributes...>>, 2> {
  using checked = convolution_requires_matching_dimensions<Input, Kernel, Attributes...>;

  MERCATOR_HD constexpr convolution(Input, Kernel, Attributes...) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    operand == 0 ? values::convolution_output_to_input(m, checked::value())
                 : values::convolution_output_to_kernel(m, checked::value());
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    operand == 0 ? values::convolution_input_to_output(m, checked::value())
                 : values::convolution_kernel_to_output(m, checked::value());
  }
};

}  // namespace mercator::ops
