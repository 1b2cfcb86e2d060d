// Shapes as they are written: f32[2,<=3]{1,0:T(8,128)S(1)}, (f32[2], (s32[], token[])).
#pragma once

#include "mercator/hlo/arena.hpp"
#include "mercator/hlo/lexer.hpp"

namespace mercator::hlo_ir {

class shape_parser : public lexer {
 protected:
  constexpr shape_parser(const char* text, int length, module_arena& arena) : lexer(text, length), m_(arena) {}

  constexpr bool push_number(i64 value) {
    if (m_.counts.numbers == m_.capacity.numbers) return fail(parse_rule::too_large, i_);
    m_.number_list[m_.counts.numbers++] = value;
    return true;
  }

  /// Reads a shape, tuples without recursion: an open tuple keeps the place of the one around it as its extent.
  constexpr bool shape(int& out) {
    out = m_.counts.shapes;
    int open = -1;
    do {
      if (eat('(')) {
        const int tuple = m_.counts.shapes;
        if (!push_shape({shape_kind::tuple, element_type::unknown, 0, 0, -1, 0, open, 0, i_ - 1, 0, 0, 0}))
          return false;
        open = tuple;
        if (skip() != ')') continue;
      } else {
        word type;
        if (!name(type, parse_rule::expected_shape) || !array(type)) return false;
        if (open >= 0) ++m_.shapes[open].elements;
      }
      while (open >= 0 && skip() == ')') {
        ++i_;
        const int around = m_.shapes[open].extent;
        m_.shapes[open].extent = m_.counts.shapes - open;
        if (around >= 0) ++m_.shapes[around].elements;
        open = around;
      }
      if (open >= 0 && !expect(',', parse_rule::expected_tuple_end)) return false;
    } while (open >= 0);
    return true;
  }

  /// An operand may be written behind its shape: whether a shape starts here, or after the word read last.
  constexpr bool shape_after(word type, int& out) {
    out = m_.counts.shapes;
    return array(type);
  }

  /// Whether two shapes are the same but for their layouts.
  constexpr bool same_shape(int a, int b) const {
    const int extent = m_.shapes[a].extent;
    if (extent != m_.shapes[b].extent) return false;
    for (int k = 0; k < extent; ++k)
      if (!same_node(m_.shapes[a + k], m_.shapes[b + k])) return false;
    return true;
  }

  /// Takes back the shapes from `shape` on, and the numbers from `number` on.
  constexpr void forget(int shape, int number) {
    m_.counts.shapes = shape;
    m_.counts.numbers = number;
  }

  module_arena& m_;

 private:
  constexpr bool push_shape(const hlo_ir::shape& s) {
    if (m_.counts.shapes == m_.capacity.shapes) return fail(parse_rule::too_large, i_);
    m_.shapes[m_.counts.shapes++] = s;
    return true;
  }

  /// The sizes and the layout of an array, behind its element type; tokens and opaque ones are written alike.
  constexpr bool array(word type) {
    if (skip() != '[') return fail(parse_rule::expected_shape, type.begin);
    const element_type element = find_element_type(s_, type);
    shape_kind kind = shape_kind::array;
    if (element == element_type::unknown) {
      if (is(type, "token")) kind = shape_kind::token;
      if (is(type, "opaque")) kind = shape_kind::opaque;
    }
    hlo_ir::shape s{kind, element, 0, m_.counts.numbers, -1, 0, 1, 0, type.begin, type.length, 0, 0};
    ++i_;
    return sizes(s) && (!layout_follows(s.rank) || layout(s)) && push_shape(s);
  }

  constexpr bool sizes(hlo_ir::shape& s) {
    if (eat(']')) return true;
    for (;; ++i_) {
      i64 size = unbounded_size;
      if (s.rank == max_rank) return fail(parse_rule::rank_too_large, i_, 0, 0, max_rank);
      const std::uint64_t bit = std::uint64_t{1} << s.rank;
      if (skip() == '?') {
        ++i_;
        s.dynamic |= bit;
      } else {
        if (s_[i_] == '<' && s_[i_ + 1] == '=') {
          i_ += 2;
          s.dynamic |= bit;
        }
        if (skip() == '-') return fail(parse_rule::expected_dimension, i_);
        if (!integer(size, parse_rule::expected_dimension)) return false;
      }
      if (!push_number(size)) return false;
      ++s.rank;
      if (skip() == ',') continue;
      return expect(']', parse_rule::expected_dimension_end);
    }
  }

  /// A brace here is that of a layout, and not of a computation, when a number or a ':' comes next, or its end
  /// behind a scalar.
  constexpr bool layout_follows(int rank) {
    if (skip() != '{') return false;
    int i = i_ + 1;
    while (is_space(s_[i])) ++i;
    return is_digit(s_[i]) || s_[i] == ':' || (rank == 0 && s_[i] == '}');
  }

  constexpr bool layout(hlo_ir::shape& s) {
    const int begin = i_++, first = m_.counts.numbers;
    std::uint64_t seen = 0;
    int count = 0;
    while (is_digit(skip())) {
      i64 dimension = 0;
      if (!integer(dimension)) return false;
      if (dimension >= s.rank || (seen >> dimension & 1) != 0)
        return fail(parse_rule::layout_of_another_rank, begin, 0, 0, s.rank);
      seen |= std::uint64_t{1} << dimension;
      ++count;
      if (!push_number(dimension)) return false;
      if (eat(',') && !is_digit(skip())) return fail(parse_rule::expected_layout, i_);
    }
    if (count != s.rank) return fail(parse_rule::layout_of_another_rank, begin, 0, 0, s.rank);
    s.layout = first;
    return (skip() != ':' || tiles(s)) && expect('}', parse_rule::expected_layout_end);
  }

  /// Tiles, memory spaces and the like: kept as they are written.
  constexpr bool tiles(hlo_ir::shape& s) {
    s.tiles_begin = ++i_;
    while (skip() != '}') {
      if (s_[i_] == '(' || s_[i_] == '[') {
        if (!balanced()) return false;
      } else if (in_name(s_[i_]) || s_[i_] == '#' || s_[i_] == '*' || s_[i_] == ',' || s_[i_] == ':') {
        ++i_;
      } else {
        return fail(parse_rule::expected_layout_end, i_);
      }
    }
    s.tiles_length = i_ - s.tiles_begin;
    return true;
  }

  constexpr bool same_node(const hlo_ir::shape& a, const hlo_ir::shape& b) const {
    if (a.kind != b.kind || a.type != b.type || a.rank != b.rank || a.elements != b.elements || a.dynamic != b.dynamic)
      return false;
    for (int k = 0; k < a.rank; ++k)
      if (m_.number_list[a.sizes + k] != m_.number_list[b.sizes + k]) return false;
    if (a.kind != shape_kind::array || a.type != element_type::unknown) return true;
    if (a.type_length != b.type_length) return false;
    for (int k = 0; k < a.type_length; ++k)
      if (s_[a.begin + k] != s_[b.begin + k]) return false;
    return true;
  }
};

}  // namespace mercator::hlo_ir
