// Runtime variables whose value is known: those read from a constant or an iota. The element is followed
// through operations that only move elements.
#pragma once

#include "mercator/hlo/constant_values.hpp"
#include "mercator/hlo/instruction_maps.hpp"

namespace mercator::hlo_ir {

namespace detail {

constexpr bool is_signed(element_type t) { return t >= element_type::s1 && t <= element_type::s64; }
constexpr bool is_integer(element_type t) { return t >= element_type::s1 && t <= element_type::u64; }

/// The bits that hold a value that is not negative.
constexpr int value_bits(element_type t) { return bits_of(t) - is_signed(t); }

/// Whether every value of one type is one of the other.
constexpr bool holds_all(element_type from, element_type to) {
  return is_integer(from) && is_integer(to) && value_bits(from) <= value_bits(to) &&
         (is_signed(to) || !is_signed(from));
}

constexpr bool holds(element_type t, i64 value) {
  return is_integer(t) && value >= 0 && (value_bits(t) >= 63 || value < i64{1} << value_bits(t));
}

}  // namespace detail

/// An element of an array, its indices as lines of a map.
class traced_element {
 public:
  constexpr traced_element(const hlo_module& m, symbolic::pool& p, const source& from, const int* lines)
      : m_(m), p_(p), instruction_(from.instruction), array_(from.array), count_(from.indices) {
    for (int k = 0; k < count_; ++k) line_[k] = lines[k];
  }

  constexpr int instruction() const { return instruction_; }
  constexpr int array() const { return array_; }
  constexpr int indices() const { return count_; }
  constexpr int line(int k) const { return line_[k]; }

  /// Goes on to where the element comes from, as far as it is the same value.
  constexpr void follow() {
    while (step()) {
    }
  }

  /// Whether the value is known, and lies in the interval: its line.
  constexpr bool value(interval range, int& out) {
    const hlo_ir::instruction& i = m_.instructions[instruction_];
    i64 constant = 0;
    if (i.op == opcode::constant && constant_value(i, constant) && range.contains(constant)) {
      out = p_.number(constant);
      return true;
    }
    if (i.op != opcode::iota) return false;
    const i64 dimension = m_.number(i, attribute_key::iota_dimension, -1);
    if (dimension < 0 || dimension >= count_ || !symbolic::lies_in(p_, line_[dimension], range)) return false;
    const numbers sizes = m_.sizes(m_.shapes[array_]);
    if (!detail::holds(m_.shapes[array_].type, sizes[static_cast<int>(dimension)] - 1)) return false;
    out = line_[dimension];
    return true;
  }

 private:
  constexpr bool step() {
    const hlo_ir::instruction& i = m_.instructions[instruction_];
    const array_origin from = origin_of(m_, i, array_);
    if (from.kind == array_origin::alias) {
      instruction_ = m_.operands[i.first_operand + from.operand];
      array_ = from.array;
      return true;
    }
    return moves_elements(i) && move(i);
  }

  constexpr bool moves_elements(const hlo_ir::instruction& i) const {
    switch (i.op) {
      case opcode::convert:
        return i.operands == 1 && detail::holds_all(m_.shape_of(m_.operand(i, 0)).type, m_.shape_of(i).type);
      case opcode::bitcast:
        return i.operands == 1 && m_.shape_of(m_.operand(i, 0)).type == m_.shape_of(i).type;
      case opcode::broadcast:
      case opcode::reshape:
      case opcode::reverse:
      case opcode::slice:
      case opcode::transpose:
        return true;
      default:
        return false;
    }
  }

  constexpr bool move(const hlo_ir::instruction& i) {
    symbolic::pool p;
    symbolic::map_form form(p);
    sourced_map map(form);
    map_request r{m_, i, m_.shape_of(i), 0, 0, direction::output_to_input, map};
    if (builder_of(i.op)(r) != relation::known || !map.fits() || form.known_empty) return false;
    symbolic::substitution s(p_, p, line_);
    int moved[extents::max_rank] = {};
    for (int k = 0; k < form.results; ++k) moved[k] = s.line(form.result[k]);
    count_ = form.results;
    for (int k = 0; k < count_; ++k) line_[k] = moved[k];
    instruction_ = m_.operands[i.first_operand];
    array_ = m_.instructions[instruction_].shape;
    return true;
  }

  /// Of a constant at indices that are constant.
  constexpr bool constant_value(const hlo_ir::instruction& i, i64& out) const {
    const shape& s = m_.shapes[array_];
    if (array_ != i.shape || s.kind != shape_kind::array) return false;
    const numbers sizes = m_.sizes(s);
    i64 place = 0;
    for (int k = 0; k < count_; ++k) {
      if (!p_.is_constant(line_[k])) return false;
      place = place * sizes[k] + p_.constant[line_[k]];
    }
    constant_values values(m_, i);
    for (; place >= 0; --place)
      if (!values.next(out)) return false;
    return is_integer_type(s.type);
  }

  static constexpr bool is_integer_type(element_type t) { return detail::is_integer(t); }

  const hlo_module& m_;
  symbolic::pool& p_;
  int instruction_;
  int array_;
  int count_;
  int line_[extents::max_rank] = {};
};

}  // namespace mercator::hlo_ir
