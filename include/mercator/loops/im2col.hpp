// Windows of a tensor laid out one after the other, through the map of reduce-window: im2col.
#pragma once

#include "mercator/loops/for_each.hpp"
#include "mercator/loops/kernel_status.hpp"
#include "mercator/loops/tensor_view.hpp"
#include "mercator/map/operations.hpp"
#include "mercator/ops/reduce_window.hpp"

namespace mercator::kernels {

namespace detail {

/// The shape of a map's box, whose intervals begin at 0.
template <class Map, class Places>
struct box_shape;
template <class Map, int... K>
struct box_shape<Map, std::integer_sequence<int, K...>> {
  static constexpr auto box = [] {
    symbolic::pool p;
    symbolic::map_form m(p);
    Map::build(m);
    extents out;
    out.rank = m.variables();
    for (int v = 0; v < m.variables(); ++v) out.size[v] = p.range(v).hi + 1;
    return out;
  }();
  using type = shape<box.size[K]...>;
};

}  // namespace detail

/// The map from places in the output of im2col to the elements of the operand there: a reduce-window's, with
/// the places in the window, in as far as they are more than one, as further dimensions.
template <class Operation>
using im2col_map = decltype(ranges_to_dimensions(Operation::template output_to_input<0>()));

/// The shape of im2col's output: that of the reduce-window's output, then the window's sizes above 1.
template <class Operation>
using im2col_shape =
    typename detail::box_shape<im2col_map<Operation>,
                               std::make_integer_sequence<int, im2col_map<Operation>::counts.dimensions>>::type;

/// im2col(reduce_window(shape<N, C, H, W>{}, window_size<1, 1, KH, KW>{}, …), operand, output, padding): each
/// window's elements after one another, [N, C, OH, OW, KH, KW], with `padding` where the window reaches beyond
/// the operand or between dilated elements. Strides, dilations and padding are the operation's. Tensors are
/// row-major and do not overlap.
template <class Operand, class... Attributes, class T>
MERCATOR_HD constexpr status im2col(ops::reduce_window<Operand, Attributes...>, const T* operand, T* output,
                                    const T& padding = T{}) {
  using operation = ops::reduce_window<Operand, Attributes...>;
  using output_shape = im2col_shape<operation>;
  if constexpr (output_shape::elements > 0) {
    if (detail::is_missing<Operand>(operand)) return {fault::null_operand};
    if (output == nullptr) return {fault::null_output};
    for (i64 k = 0; k < output_shape::elements; ++k) output[k] = padding;
    if constexpr (Operand::elements > 0) {
      const tensor_view<const T, Operand> from(operand);
      const tensor_view<T, output_shape> to(output);
      for_each(im2col_map<operation>{}, [&](const auto& written, const auto& read) { to[written] = from[read]; });
    }
  }
  return {};
}

}  // namespace mercator::kernels
