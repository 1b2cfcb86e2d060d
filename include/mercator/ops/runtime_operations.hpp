// Operations that compute or move single elements, with shapes and attributes known only while running.
#pragma once

#include "mercator/ops/concatenate.hpp"
#include "mercator/ops/dynamic_slice.hpp"
#include "mercator/ops/elementwise.hpp"
#include "mercator/ops/iota.hpp"
#include "mercator/ops/layout.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/reverse.hpp"
#include "mercator/ops/runtime_operation.hpp"
#include "mercator/ops/slice.hpp"
#include "mercator/ops/transpose.hpp"

namespace mercator::runtime_ops {

/// Operands of one shape, or scalars.
inline result<operation> elementwise(const std::vector<sizes>& operands) {
  sizes output;
  for (const sizes& s : operands)
    if (output.empty()) output = s;
  const auto missing = [&]() -> const char* {
    for (const sizes& s : operands)
      if (!s.empty() && s != output) return "operands of one shape, or scalars";
    return nullptr;
  };
  const ops::numbers out = detail::view(output);
  return detail::make(
      "elementwise", operands, missing, [&] { return output; }, static_cast<int>(operands.size()),
      [&](symbolic::map_form& m, direction way, int operand) {
        operands[static_cast<std::size_t>(operand)].size() == output.size() ? ops::values::elementwise(m, out)
                                                                            : detail::scalar(m, way, out);
      },
      detail::reads_nothing);
}

/// Output dimension k is dimension permutation[k] of the operand.
inline result<operation> transpose(const sizes& operand, const sizes& permutation) {
  using namespace ops;
  const numbers in = detail::view(operand), perm = detail::view(permutation);
  const auto output = [&] {
    sizes out;
    for (const i64 k : permutation) out.push_back(operand[static_cast<std::size_t>(k)]);
    return out;
  };
  return detail::make(
      "transpose", {operand},
      [&] { return values::is_permutation(perm, in.count) ? nullptr : "a shape and a permutation of its dimensions"; },
      output, 1,
      [&](symbolic::map_form& m, direction way, int) {
        detail::to_input(way) ? values::transpose_output_to_input(m, in, perm)
                              : values::transpose_input_to_output(m, in, perm);
      });
}

/// The same elements in row-major order, under another shape with as many.
inline result<operation> reshape(const sizes& operand, const sizes& output) {
  using namespace ops;
  const numbers in = detail::view(operand), out = detail::view(output);
  return detail::make(
      "reshape", {operand, output},
      [&] { return values::is_reshape(in, out) ? nullptr : "two shapes with as many elements"; },
      [&] { return output; }, 1,
      [&](symbolic::map_form& m, direction way, int) {
        detail::to_input(way) ? values::reshape(m, out, in) : values::reshape(m, in, out);
      });
}

/// Layouts list dimensions from minor to major, as HLO writes them.
inline result<operation> bitcast(const sizes& operand, const sizes& operand_layout, const sizes& output,
                                 const sizes& output_layout) {
  using namespace ops;
  const numbers in = detail::view(operand), out = detail::view(output);
  const numbers from = detail::view(operand_layout), to = detail::view(output_layout);
  return detail::make(
      "bitcast", {operand, output}, [&] { return values::bitcast_requires(in, from, out, to); }, [&] { return output; },
      1,
      [&](symbolic::map_form& m, direction way, int) {
        detail::to_input(way) ? values::bitcast(m, out, to, in, from) : values::bitcast(m, in, from, out, to);
      });
}

/// Elements of so many bits become elements of other widths.
inline result<operation> bitcast_convert(const sizes& operand, i64 operand_bits, const sizes& output, i64 output_bits) {
  using namespace ops;
  const numbers in = detail::view(operand), out = detail::view(output);
  return detail::make(
      "bitcast_convert", {operand, output},
      [&] { return values::bitcast_convert_requires(in, out, operand_bits, output_bits); }, [&] { return output; }, 1,
      [&](symbolic::map_form& m, direction way, int) {
        detail::to_input(way) ? values::bitcast_convert(m, out, in) : values::bitcast_convert(m, in, out);
      });
}

/// The elements in reverse order along these dimensions.
inline result<operation> reverse(const sizes& operand, const sizes& axes) {
  using namespace ops;
  const numbers in = detail::view(operand), along = detail::view(axes);
  return detail::make(
      "reverse", {operand},
      [&] {
        return are_distinct_dimensions(along, in.count) ? nullptr : "a shape and some of its dimensions, none twice";
      },
      [&] { return operand; }, 1, [&](symbolic::map_form& m, direction, int) { values::reverse(m, in, along); });
}

/// Dimension k of the operand is dimension along[k] of the output.
inline result<operation> broadcast(const sizes& operand, const sizes& output, const sizes& along) {
  using namespace ops;
  const numbers in = detail::view(operand), out = detail::view(output), axes = detail::view(along);
  return detail::make(
      "broadcast", {operand, output},
      [&] {
        return values::is_broadcast(in, out, axes)
                   ? nullptr
                   : "a dimension of the output, of the same size, for each of the operand";
      },
      [&] { return output; }, 1,
      [&](symbolic::map_form& m, direction way, int) {
        detail::to_input(way) ? values::broadcast_output_to_input(m, out, axes)
                              : values::broadcast_input_to_output(m, in, out, axes);
      });
}

/// The elements start, start + stride, … before limit, along each dimension.
inline result<operation> slice(const sizes& operand, const sizes& start, const sizes& limit, const sizes& stride) {
  using namespace ops;
  const numbers in = detail::view(operand), from = detail::view(start), to = detail::view(limit),
                by = detail::view(stride);
  const auto output = [&] {
    sizes out;
    for (int k = 0; k < in.count; ++k) out.push_back(values::slice_of_dimension{from[k], to[k], by[k]}.size());
    return out;
  };
  return detail::make(
      "slice", {operand},
      [&] {
        return values::is_slice(in, from, to, by)
                   ? nullptr
                   : "0 <= start <= limit <= size and stride >= 1, each for every dimension";
      },
      output, 1,
      [&](symbolic::map_form& m, direction way, int) {
        detail::to_input(way) ? values::slice_output_to_input(m, from, to, by)
                              : values::slice_input_to_output(m, in, from, to, by);
      });
}

/// Operand 1 is the padding value.
inline result<operation> pad(const sizes& operand, const sizes& low, const sizes& high, const sizes& interior) {
  using namespace ops;
  const numbers in = detail::view(operand), before = detail::view(low), after = detail::view(high),
                between = detail::view(interior);
  sizes whole;
  const auto output = [&] {
    for (int k = 0; k < in.count; ++k) whole.push_back(values::padded(in, before, after, between, k).output_size());
    return whole;
  };
  return detail::make(
      "pad", {operand},
      [&] {
        return values::is_pad(in, before, after, between)
                   ? nullptr
                   : "padding for every dimension that leaves no size negative, interior >= 0";
      },
      output, 2,
      [&](symbolic::map_form& m, direction way, int which) {
        if (which == 1) return detail::scalar(m, way, detail::view(whole));
        detail::to_input(way) ? values::pad_output_to_input(m, in, before, after, between)
                              : values::pad_input_to_output(m, in, before, after, between);
      });
}

/// One operand after the other along a dimension.
inline result<operation> concatenate(const std::vector<sizes>& operands, i64 dimension) {
  using namespace ops;
  std::vector<numbers> all;
  for (const sizes& s : operands) all.push_back(detail::view(s));
  const int count = static_cast<int>(operands.size());
  return detail::make(
      "concatenate", operands, [&] { return values::concatenate_requires(all.data(), count, dimension); },
      [&] { return detail::list_of(values::concatenate_output(all.data(), count, dimension)); }, count,
      [&](symbolic::map_form& m, direction way, int operand) {
        const numbers own = all[static_cast<std::size_t>(operand)];
        const i64 offset = values::concatenate_offset(all.data(), operand, dimension);
        detail::to_input(way) ? values::concatenate_output_to_input(m, own, dimension, offset)
                              : values::concatenate_input_to_output(m, own, dimension, offset);
      },
      detail::reads_nothing);
}

/// Runtime variable k is the offset along dimension k: operand k + 1.
inline result<operation> dynamic_slice(const sizes& operand, const sizes& slice_sizes) {
  using namespace ops;
  const numbers in = detail::view(operand), part = detail::view(slice_sizes);
  return detail::make(
      "dynamic_slice", {operand}, [&] { return values::dynamic_slice_requires(in, part); }, [&] { return slice_sizes; },
      in.count + 1,
      [&](symbolic::map_form& m, direction way, int which) {
        if (which > 0) return detail::scalar(m, way, part);
        detail::to_input(way) ? values::dynamic_slice_output_to_input(m, in, part)
                              : values::dynamic_slice_input_to_output(m, in, part);
      },
      [&](symbolic::map_form& m, direction way, int, int variable) {
        return values::offset_source(m, detail::to_input(way) ? part : in, 1, variable);
      });
}

/// Operand 0 is what is updated, the whole of it; operand 1 the update; operand k + 2 the offset along
/// dimension k.
inline result<operation> dynamic_update_slice(const sizes& operand, const sizes& update) {
  using namespace ops;
  const numbers in = detail::view(operand), part = detail::view(update);
  return detail::make(
      "dynamic_update_slice", {operand, update}, [&] { return values::dynamic_slice_requires(in, part); },
      [&] { return operand; }, in.count + 2,
      [&](symbolic::map_form& m, direction way, int which) {
        if (which == 0) return values::elementwise(m, in);
        if (which > 1) return detail::scalar(m, way, in);
        detail::to_input(way) ? values::dynamic_update_slice_output_to_update(m, in, part)
                              : values::dynamic_update_slice_update_to_output(m, in, part);
      },
      [&](symbolic::map_form& m, direction way, int, int variable) {
        return values::offset_source(m, detail::to_input(way) ? in : part, 2, variable);
      });
}

/// All of the output comes from nowhere: the maps are to and from a scalar.
inline result<operation> constant(const sizes& output) {
  return detail::make(
      "constant", {output}, [] { return static_cast<const char*>(nullptr); }, [&] { return output; }, 1,
      [&](symbolic::map_form& m, direction way, int) { detail::scalar(m, way, detail::view(output)); });
}
/// The index along a dimension: no operands.
inline result<operation> iota(const sizes& output, i64 dimension) {
  const ops::numbers out = detail::view(output);
  return detail::make(
      "iota", {output}, [&] { return ops::values::iota_requires(out, dimension); }, [&] { return output; }, 1,
      [&](symbolic::map_form& m, direction way, int) { detail::scalar(m, way, out); });
}

/// The value of each element of an iota along a dimension: a map with one result, which can stand for a runtime
/// variable (runtime_map::fold_runtime).
inline result<runtime_map> iota_value(const sizes& output, i64 dimension) {
  const ops::numbers out = detail::view(output);
  if (!detail::is_shape(output) || ops::values::iota_requires(out, dimension) != nullptr)
    return map_error{0, 0, "mercator: iota_value requires a shape and one axis of it"};
  return runtime_map::build([&](symbolic::map_form& m) { ops::values::iota_value(m, out, dimension); });
}

}  // namespace mercator::runtime_ops
