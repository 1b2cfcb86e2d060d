// Dot: sums of products over contracting dimensions, for each index of the batch dimensions and of the
// operands' others. A scaled dot multiplies blocks of its operands by scales.
#pragma once

#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/typed.hpp"

namespace mercator::ops {

namespace values {

/// One operand of a dot: its sizes, and its batch and contracting dimensions. Number k of these belongs to
/// number k of the other operand.
struct dot_operand {
  numbers sizes, batch, contracting;

  constexpr bool is_free(int k) const { return !batch.contains(k) && !contracting.contains(k); }
  constexpr int free_count() const { return sizes.count - batch.count - contracting.count; }
};

constexpr const char* dot_requires(const dot_operand& lhs, const dot_operand& rhs) {
  for (const dot_operand* o : {&lhs, &rhs}) {
    if (!are_distinct_dimensions(o->batch, o->sizes.count) || !are_distinct_dimensions(o->contracting, o->sizes.count))
      return "batch and contracting dimensions of the operands, none twice";
    for (int k = 0; k < o->batch.count; ++k)
      if (o->contracting.contains(o->batch[k])) return "no dimension that is both batch and contracting";
  }
  if (lhs.batch.count != rhs.batch.count || lhs.contracting.count != rhs.contracting.count)
    return "as many batch and contracting dimensions of one operand as of the other";
  for (int k = 0; k < lhs.batch.count; ++k)
    if (lhs.sizes[static_cast<int>(lhs.batch[k])] != rhs.sizes[static_cast<int>(rhs.batch[k])])
      return "batch dimensions of the same sizes";
  for (int k = 0; k < lhs.contracting.count; ++k)
    if (lhs.sizes[static_cast<int>(lhs.contracting[k])] != rhs.sizes[static_cast<int>(rhs.contracting[k])])
      return "contracting dimensions of the same sizes";
  if (lhs.batch.count + lhs.free_count() + rhs.free_count() > extents::max_rank)
    return "an output of at most 32 dimensions";
  return nullptr;
}

/// The batch dimensions, then what is left of the left operand, then of the right one.
constexpr extents dot_output(const dot_operand& lhs, const dot_operand& rhs) {
  extents out;
  for (int k = 0; k < lhs.batch.count; ++k) out.size[out.rank++] = lhs.sizes[static_cast<int>(lhs.batch[k])];
  for (const dot_operand* o : {&lhs, &rhs})
    for (int k = 0; k < o->sizes.count; ++k)
      if (o->is_free(k)) out.size[out.rank++] = o->sizes[k];
  return out;
}

/// Of the left operand (side 0) or the right one (side 1). The contracting dimensions are ranges, in the order
/// in which they are given. `scales`: the sizes of the operand's scales, one for each block of elements, whose
/// map is wanted; those of the operand itself for the operand.
constexpr void dot_output_to_input(symbolic::map_form& m, const dot_operand& lhs, const dot_operand& rhs, int side,
                                   numbers scales) {
  const dot_operand& own = side == 0 ? lhs : rhs;
  const extents output = dot_output(lhs, rhs);
  map_writer out(m, output);
  for (int k = 0; k < own.contracting.count; ++k) out.add_range(own.sizes[static_cast<int>(own.contracting[k])]);
  int next_free = own.batch.count + (side == 0 ? 0 : lhs.free_count());
  for (int k = 0; k < own.sizes.count; ++k) {
    const int batch = own.batch.find(k), contracting = own.contracting.find(k);
    const int v = batch < own.batch.count               ? batch
                  : contracting < own.contracting.count ? output.rank + contracting
                                                        : next_free++;
    const int index = out.variable(v);
    out.add_result(scales[k] == own.sizes[k] ? index : symbolic::floordiv(out.pool(), index, own.sizes[k] / scales[k]));
  }
}

/// The other operand's free dimensions are ranges, and before them the places in blocks of scales.
constexpr void dot_input_to_output(symbolic::map_form& m, const dot_operand& lhs, const dot_operand& rhs, int side,
                                   numbers scales) {
  const dot_operand &own = side == 0 ? lhs : rhs, &other = side == 0 ? rhs : lhs;
  map_writer out(m, scales);
  int place[extents::max_rank] = {}, next = scales.count;
  for (int k = 0; k < own.sizes.count; ++k) {
    if (scales[k] == own.sizes[k] || own.contracting.contains(k)) continue;
    out.add_range(own.sizes[k] / scales[k]);
    place[k] = next++;
  }
  for (int k = 0; k < other.sizes.count; ++k)
    if (other.is_free(k)) out.add_range(other.sizes[k]);
  const auto index = [&](int k) {
    if (scales[k] == own.sizes[k]) return out.variable(k);
    return out.pool().add(out.variable(place[k]), out.variable(k), own.sizes[k] / scales[k]);
  };
  for (int k = 0; k < own.batch.count; ++k) out.add_result(index(static_cast<int>(own.batch[k])));
  for (int half = 0; half < 2; ++half) {
    if (half != side) {
      for (int k = 0; k < other.free_count(); ++k) out.add_result(out.variable(next++));
    } else {
      for (int k = 0; k < own.sizes.count; ++k)
        if (own.is_free(k)) out.add_result(index(k));
    }
  }
}

/// The scales of an operand: as many dimensions, each with one scale for a block of elements; or one scalar for
/// all.
constexpr const char* scaled_dot_requires(const dot_operand& operand, numbers scales) {
  if (scales.count == 0) return nullptr;
  if (scales.count != operand.sizes.count) return "scales of the operand's rank, or a scalar";
  for (int k = 0; k < scales.count; ++k)
    if (scales[k] == 0 ? operand.sizes[k] != 0 : operand.sizes[k] % scales[k] != 0)
      return "scales whose sizes divide the operand's";
  return nullptr;
}

}  // namespace values

template <i64... Numbers>
struct lhs_batch_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct rhs_batch_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct lhs_contracting_dims : number_list<Numbers...> {};
template <i64... Numbers>
struct rhs_contracting_dims : number_list<Numbers...> {};

namespace detail {

template <class Lhs, class Rhs, class... Attributes>
struct dot_operands {
  using given = attributes<Attributes...>;
  static constexpr bool known =
      are_shapes<Lhs, Rhs> &&
      given::template are<lhs_batch_dims, rhs_batch_dims, lhs_contracting_dims, rhs_contracting_dims>;

  static constexpr values::dot_operand lhs() {
    return {Lhs::value, given::template get<lhs_batch_dims>(), given::template get<lhs_contracting_dims>()};
  }
  static constexpr values::dot_operand rhs() {
    return {Rhs::value, given::template get<rhs_batch_dims>(), given::template get<rhs_contracting_dims>()};
  }
  static constexpr extents compute() {
    if constexpr (known) return output_if_met(values::dot_requires, values::dot_output, lhs(), rhs());
    return invalid;
  }
};

}  // namespace detail

template <class Lhs, class Rhs, class... Attributes>
struct dot_requires_matching_dimensions {
  static constexpr extents output = detail::dot_operands<Lhs, Rhs, Attributes...>::compute();
  static_assert(!is_invalid(output),
                "mercator: dot requires two shapes, and lhs_batch_dims, rhs_batch_dims, lhs_contracting_dims and "
                "rhs_contracting_dims that name dimensions in pairs of one size, none twice; got the types shown "
                "here");
};

/// dot(shape<4, 128, 256>{}, shape<4, 256, 64>{}, lhs_batch_dims<0>{}, rhs_batch_dims<0>{},
/// lhs_contracting_dims<2>{}, rhs_contracting_dims<1>{}): the output has the batch dimensions, then the others
/// of the left operand, then those of the right one. The attributes come in any order; one without numbers may
/// be left out.
template <class Lhs, class Rhs, class... Attributes>
struct dot : counted_operation<dot<Lhs, Rhs, Attributes...>,
                               computed_shape<dot_requires_matching_dimensions<Lhs, Rhs, Attributes...>>, 2> {
  using given = detail::dot_operands<Lhs, Rhs, Attributes...>;

  MERCATOR_HD constexpr dot(Lhs, Rhs, Attributes...) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    values::dot_output_to_input(m, given::lhs(), given::rhs(), operand, operand == 0 ? Lhs::value : Rhs::value);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    values::dot_input_to_output(m, given::lhs(), given::rhs(), operand, operand == 0 ? Lhs::value : Rhs::value);
  }
};

template <class Lhs, class Rhs, class LhsScales, class RhsScales, class... Attributes>
struct scaled_dot_requires_scales_of_blocks {
  static constexpr extents compute() {
    if constexpr (detail::are_shapes<LhsScales, RhsScales>) {
      using given = detail::dot_operands<Lhs, Rhs, Attributes...>;
      if (!is_invalid(given::compute()) && values::scaled_dot_requires(given::lhs(), LhsScales::value) == nullptr &&
          values::scaled_dot_requires(given::rhs(), RhsScales::value) == nullptr)
        return given::compute();
    }
    return invalid;
  }
  static constexpr extents output = compute();
  static_assert(!is_invalid(output),
                "mercator: scaled_dot requires what dot requires, and two shapes of scales whose sizes divide those of "
                "the operands, or scalars; got the types shown here");
};

/// scaled_dot(shape<2, 10>{}, shape<10, 2>{}, shape<2, 2>{}, shape<2, 2>{}, lhs_contracting_dims<1>{}, …): a
/// dot whose operands are multiplied by operands 2 and 3, one scale for each block of elements.
template <class Lhs, class Rhs, class LhsScales, class RhsScales, class... Attributes>
struct scaled_dot
    : counted_operation<
          scaled_dot<Lhs, Rhs, LhsScales, RhsScales, Attributes...>,
          computed_shape<scaled_dot_requires_scales_of_blocks<Lhs, Rhs, LhsScales, RhsScales, Attributes...>>, 4> {
  using given = detail::dot_operands<Lhs, Rhs, Attributes...>;
  static constexpr numbers shapes[4] = {Lhs::value, Rhs::value, LhsScales::value, RhsScales::value};

  MERCATOR_HD constexpr scaled_dot(Lhs, Rhs, LhsScales, RhsScales, Attributes...) {}

  /// Whether an operand's scale is one number.
  static constexpr bool is_scalar_scale(int operand) {
    return shapes[operand].count == 0 && shapes[operand % 2].count != 0;
  }
  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    if (is_scalar_scale(operand)) return values::scalar_output_to_input(m, scaled_dot::output_shape::value);
    values::dot_output_to_input(m, given::lhs(), given::rhs(), operand % 2, shapes[operand]);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    if (is_scalar_scale(operand)) return values::scalar_input_to_output(m, scaled_dot::output_shape::value);
    values::dot_input_to_output(m, given::lhs(), given::rhs(), operand % 2, shapes[operand]);
  }
};

}  // namespace mercator::ops
