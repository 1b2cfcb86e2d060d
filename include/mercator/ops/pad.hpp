// Pad: low elements before, high after and interior between the operand's, along each dimension; negative low
// and high cut elements off. The maps say where the operand's elements stand: their domains leave the padding
// out.
#pragma once

#include "mercator/ops/broadcast.hpp"

namespace mercator::ops {

namespace values {

/// Padding along a dimension of that size: element x stands at low + x * step in the output.
struct padded_dimension {
  i64 size, low, high, step;

  /// i64_max where it does not fit.
  constexpr i64 output_size() const {
    const i64 spread = size == 0 ? 0 : saturating_add(saturating_mul(size - 1, step), 1);
    return saturating_add(saturating_add(spread, low), high);
  }
  /// The operand's elements that are in the output.
  constexpr interval kept() const {
    return intersect({0, size - 1}, divide_exact(interval{-low, output_size() - 1 - low}, step));
  }
  /// Where these stand.
  constexpr interval places() const {
    const interval x = kept();
    return x.empty() ? nothing : interval{low + x.lo * step, low + x.hi * step};
  }
};

constexpr padded_dimension padded(numbers operand, numbers low, numbers high, numbers interior, int k) {
  return {operand[k], low[k], high[k], interior[k] + 1};
}

/// No number may be beyond largest_size in magnitude, so that nothing here overflows.
constexpr bool is_pad(numbers operand, numbers low, numbers high, numbers interior) {
  if (low.count != operand.count || high.count != operand.count || interior.count != operand.count) return false;
  for (int k = 0; k < operand.count; ++k) {
    if (magnitude(low[k]) > largest_size || magnitude(high[k]) > largest_size) return false;
    if (interior[k] < 0 || interior[k] > largest_size) return false;
    const i64 size = padded(operand, low, high, interior, k).output_size();
    if (size < 0 || size > largest_size) return false;
  }
  return true;
}

constexpr void pad_output_to_input(symbolic::map_form& m, numbers operand, numbers low, numbers high,
                                   numbers interior) {
  map_writer out(m);
  for (int k = 0; k < operand.count; ++k) out.add_dimension(padded(operand, low, high, interior, k).places());
  for (int k = 0; k < operand.count; ++k) {
    const int offset = out.pool().shift(out.variable(k), -low[k]);
    out.add_result(symbolic::floordiv(out.pool(), offset, interior[k] + 1));
    if (interior[k] > 0) out.add_constraint(symbolic::mod(out.pool(), offset, interior[k] + 1), {0, 0});
  }
}

constexpr void pad_input_to_output(symbolic::map_form& m, numbers operand, numbers low, numbers high,
                                   numbers interior) {
  map_writer out(m);
  for (int k = 0; k < operand.count; ++k) out.add_dimension(padded(operand, low, high, interior, k).kept());
  for (int k = 0; k < operand.count; ++k)
    out.add_result(out.pool().shift(out.pool().scale(out.variable(k), interior[k] + 1), low[k]));
}

}  // namespace values

template <class Operand, class Low, class High, class Interior>
struct pad_requires_an_output_of_some_size {
  static_assert(sizeof(Operand) == 0,
                "mercator: pad requires a shape, low, high and perhaps interior; got the types shown here");
  using output = shape<>;
};

template <i64... Sizes, i64... Low, i64... High, i64... Interior>
struct pad_requires_an_output_of_some_size<shape<Sizes...>, low<Low...>, high<High...>, interior<Interior...>> {
  static_assert(values::is_pad(shape<Sizes...>::value, low<Low...>::value, high<High...>::value,
                               interior<Interior...>::value),
                "mercator: pad requires low, high and interior for every dimension, interior >= 0 and no output of "
                "negative size; got the shape, low, high and interior shown here");
  using output = shape<values::padded_dimension{Sizes, Low, High, Interior + 1}.output_size()...>;
};

/// pad(shape<4, 4>{}, low<1, 4>{}, high<4, 8>{}, interior<1, 0>{}): low elements before, high after and
/// interior between the operand's; without an interior: none between. Negative low and high cut off. Operand 1
/// is the padding value.
template <class Operand, class Low, class High, class Interior = repeated<interior, 0, Operand>>
struct pad
    : operation<pad<Operand, Low, High, Interior>,
                typename pad_requires_an_output_of_some_size<Operand, Low, High, Interior>::output, Operand, shape<>> {
  static constexpr map_counts input_to_output_counts[2] = {{Operand::rank, 0, 0, Operand::rank},
                                                           {0, Operand::rank, 0, Operand::rank}};

  MERCATOR_HD constexpr pad(Operand, Low, High, Interior = {}) {}

  /// The domain is where the operand's elements stand; the padding value is taken to be read by all of the
  /// output.
  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    if (operand == 1) return values::scalar_output_to_input(m, pad::output_shape::value);
    values::pad_output_to_input(m, Operand::value, Low::value, High::value, Interior::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    if (operand == 1) return values::scalar_input_to_output(m, pad::output_shape::value);
    values::pad_input_to_output(m, Operand::value, Low::value, High::value, Interior::value);
  }
};

}  // namespace mercator::ops
