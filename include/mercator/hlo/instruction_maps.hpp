// How each output of an instruction depends on each operand: it is the same array, or there is a map, or not.
#pragma once

#include "mercator/hlo/collective_maps.hpp"
#include "mercator/hlo/contraction_maps.hpp"

namespace mercator::hlo_ir {

/// Builds the map that is asked for.
using map_builder = relation (*)(map_request&);

namespace detail {

inline constexpr opcode elementwise_opcodes[] = {
    opcode::abs,
    opcode::acos,
    opcode::acosh,
    opcode::add,
    opcode::and_,
    opcode::asin,
    opcode::asinh,
    opcode::atan2,
    opcode::atanh,
    opcode::cbrt,
    opcode::ceil,
    opcode::clamp,
    opcode::compare,
    opcode::complex_,
    opcode::convert,
    opcode::copy,
    opcode::cosh,
    opcode::cosine,
    opcode::count_leading_zeros,
    opcode::divide,
    opcode::erf,
    opcode::exponential,
    opcode::exponential_minus_one,
    opcode::floor,
    opcode::imag,
    opcode::is_finite,
    opcode::log,
    opcode::log_plus_one,
    opcode::logistic,
    opcode::map,
    opcode::maximum,
    opcode::minimum,
    opcode::multiply,
    opcode::negate,
    opcode::not_,
    opcode::or_,
    opcode::popcnt,
    opcode::power,
    opcode::real,
    opcode::reduce_precision,
    opcode::remainder,
    opcode::round_nearest_afz,
    opcode::round_nearest_even,
    opcode::rsqrt,
    opcode::select,
    opcode::shift_left,
    opcode::shift_right_arithmetic,
    opcode::shift_right_logical,
    opcode::sign,
    opcode::sine,
    opcode::sinh,
    opcode::sqrt,
    opcode::stochastic_convert,
    opcode::subtract,
    opcode::tan,
    opcode::tanh,
    opcode::xor_,
};

/// The operations that have maps.
struct operation_table {
  map_builder of[256] = {};

  constexpr operation_table() {
    for (const opcode op : elementwise_opcodes) set(op, operation_maps::elementwise);
    set(opcode::all_gather, operation_maps::all_gather);
    set(opcode::all_gather_start, operation_maps::all_gather);
    set(opcode::all_reduce, operation_maps::all_reduce);
    set(opcode::all_reduce_start, operation_maps::all_reduce);
    set(opcode::all_to_all, operation_maps::all_to_all);
    set(opcode::batch_norm_inference, operation_maps::batch_norm_inference);
    set(opcode::bitcast, operation_maps::bitcast);
    set(opcode::bitcast_convert, operation_maps::bitcast_convert);
    set(opcode::broadcast, operation_maps::broadcast);
    set(opcode::collective_permute, operation_maps::collective_permute);
    set(opcode::collective_permute_start, operation_maps::collective_permute);
    set(opcode::concatenate, operation_maps::concatenate);
    set(opcode::convolution, operation_maps::convolution);
    set(opcode::dot, operation_maps::dot);
    set(opcode::dynamic_slice, operation_maps::dynamic_slice);
    set(opcode::dynamic_update_slice, operation_maps::dynamic_update_slice);
    set(opcode::gather, operation_maps::gather);
    set(opcode::pad, operation_maps::pad);
    set(opcode::reduce, operation_maps::reduce);
    set(opcode::reduce_scatter, operation_maps::reduce_scatter);
    set(opcode::reduce_window, operation_maps::reduce_window);
    set(opcode::reshape, operation_maps::reshape);
    set(opcode::reverse, operation_maps::reverse);
    set(opcode::scaled_dot, operation_maps::dot);
    set(opcode::scatter, operation_maps::scatter);
    set(opcode::select_and_scatter, operation_maps::select_and_scatter);
    set(opcode::set_dimension_size, operation_maps::elementwise);
    set(opcode::slice, operation_maps::slice);
    set(opcode::sort, operation_maps::sort);
    set(opcode::transpose, operation_maps::transpose);
  }

 private:
  constexpr void set(opcode op, map_builder build) { of[static_cast<int>(op)] = build; }
};

inline constexpr operation_table operations;

}  // namespace detail

/// Null for an operation without maps.
constexpr map_builder builder_of(opcode op) { return detail::operations.of[static_cast<int>(op)]; }

constexpr bool is_elementwise(opcode op) { return builder_of(op) == operation_maps::elementwise; }

/// Where an array of an instruction's output comes from.
struct array_origin {
  enum : unsigned char {
    nowhere,   ///< it is made here from no operand
    alias,     ///< it is an array of an operand
    operation  ///< it is an output of the operation
  } kind;
  int operand = -1;  ///< of an alias
  int array = -1;    ///< of an alias the operand's array; else the output in the called computation's root
  int result = -1;   ///< the shape that the operation gives
};

namespace detail {

/// The place of element k of a tuple among the module's shapes; -1 where there is none.
constexpr int element_place(const hlo_module& m, int tuple, int k) {
  const shape& s = m.shapes[tuple];
  return s.kind == shape_kind::tuple && k >= 0 && k < s.elements ? static_cast<int>(&m.element(s, k) - m.shapes) : -1;
}

/// The element of the tuple that the place is within, and how far.
struct place_in_tuple {
  int element;
  int offset;
};
constexpr place_in_tuple locate(const hlo_module& m, int tuple, int place) {
  int at = tuple + 1;
  for (int k = 0; k < m.shapes[tuple].elements; ++k) {
    if (place < at + m.shapes[at].extent) return {k, place - at};
    at += m.shapes[at].extent;
  }
  return {-1, 0};
}

constexpr array_origin alias(const hlo_module& m, const instruction& i, int operand, int array) {
  if (operand < 0 || operand >= i.operands || array < 0) return {array_origin::nowhere};
  const instruction& from = m.operand(i, operand);
  if (array >= from.shape + m.shape_of(from).extent) return {array_origin::nowhere};
  return {array_origin::alias, operand, array};
}

/// The outputs of what starts an operation: its operands, then the result, then what is of no interest.
constexpr array_origin started(const hlo_module& m, const instruction& i, int array) {
  if (m.shape_of(i).kind != shape_kind::tuple) return {array_origin::operation, -1, array, i.shape};
  const place_in_tuple at = locate(m, i.shape, array);
  const int result = element_place(m, i.shape, 1);
  if (at.element == 1) return {array_origin::operation, -1, array, result};
  if (at.element != 0) return {array_origin::nowhere};
  const bool several = m.shapes[i.shape + 1].kind == shape_kind::tuple;
  if (!several) return i.operands > 0 ? alias(m, i, 0, m.operand(i, 0).shape + at.offset) : array_origin{};
  const place_in_tuple inner = locate(m, i.shape + 1, array);
  const int k = inner.element;
  return k >= 0 && k < i.operands ? alias(m, i, k, m.operand(i, k).shape + inner.offset)
                                  : array_origin{array_origin::nowhere};
}

}  // namespace detail

/// Of the array at that place among the module's shapes, one of the instruction's.
constexpr array_origin origin_of(const hlo_module& m, const instruction& i, int array) {
  const int offset = array - i.shape;
  const int first = i.operands > 0 ? m.operand(i, 0).shape : -1;
  switch (i.op) {
    case opcode::tuple: {
      const detail::place_in_tuple at = detail::locate(m, i.shape, array);
      return at.element < 0 || at.element >= i.operands
                 ? array_origin{array_origin::nowhere}
                 : detail::alias(m, i, at.element, m.operand(i, at.element).shape + at.offset);
    }
    case opcode::get_tuple_element: {
      const i64 index = m.number(i, attribute_key::index, -1);
      const int element = first < 0 || index < 0 || index > m.shapes[first].elements
                              ? -1
                              : detail::element_place(m, first, static_cast<int>(index));
      return detail::alias(m, i, 0, element < 0 ? -1 : element + offset);
    }
    case opcode::add_dependency:
    case opcode::all_reduce_done:
    case opcode::async_update:
    case opcode::copy:
    case opcode::domain:
    case opcode::opt_barrier:
      return detail::alias(m, i, 0, first < 0 ? -1 : first + offset);
    case opcode::copy_done: {
      const int element = first < 0 ? -1 : detail::element_place(m, first, 0);
      return detail::alias(m, i, 0, element < 0 ? -1 : element + offset);
    }
    case opcode::all_gather_done:
    case opcode::async_done:
    case opcode::collective_permute_done: {
      const int element = first < 0 ? -1 : detail::element_place(m, first, 1);
      return detail::alias(m, i, 0, element < 0 ? -1 : element + offset);
    }
    case opcode::copy_start:
      return detail::locate(m, i.shape, array).element < 2 ? detail::alias(m, i, 0, first)
                                                           : array_origin{array_origin::nowhere};
    case opcode::all_gather_start:
    case opcode::async_start:
    case opcode::collective_permute_start:
      return detail::started(m, i, array);
    default:
      return {array_origin::operation, -1, array, i.shape};
  }
}

/// The computation whose root and parameters are the instruction's result and operands; null for most.
constexpr const computation* called_by(const hlo_module& m, const instruction& i) {
  switch (i.op) {
    case opcode::fusion:
      return m.called(i, attribute_key::calls);
    case opcode::async_start:
      return i.wrapped == opcode::unknown ? m.called(i, attribute_key::calls) : nullptr;
    case opcode::call:
      return m.called(i, attribute_key::to_apply);
    default:
      return nullptr;
  }
}

}  // namespace mercator::hlo_ir
