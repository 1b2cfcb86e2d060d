// Attributes as lists of numbers: slices, padding, windows and the like.
#pragma once

#include "mercator/hlo/shape_parser.hpp"

namespace mercator::hlo_ir {

class list_parser : public shape_parser {
 protected:
  using shape_parser::shape_parser;

  // ---- pieces

  /// A text in quotes; or whatever comes before white space or a comma, except within brackets. What follows
  /// the white space belongs to it where it could not start an instruction: s32[2]{0} {1, 2}.
  constexpr bool text(word& out) {
    if (skip() == '"') return string(out);
    const int begin = i_;
    int end = begin;
    do {
      while (in_value()) {
        const char c = s_[i_];
        if (c != '{' && c != '[' && c != '(')
          ++i_;
        else if (!balanced())
          return false;
      }
      end = i_;
    } while (end != begin && goes_on(skip()));
    i_ = end;
    out = {begin, end - begin, 0};
    return end != begin || fail(parse_rule::expected_value, begin);
  }

  static constexpr bool goes_on(char c) { return c == '{' || c == '[' || c == '(' || c == '-' || is_digit(c); }

  /// Whether a value that is not in quotes goes on here.
  constexpr bool in_value() const {
    const char c = s_[i_];
    return c != ',' && c != '\0' && c != '}' && c != ')' && c != ']' && c != '"' && !is_space(c) &&
           !(c == '/' && (s_[i_ + 1] == '/' || s_[i_ + 1] == '*'));
  }

  constexpr bool text_value(attribute& a) {
    a.form = attribute_form::text;
    word w;
    if (!text(w)) return false;
    a.value_begin = w.begin;
    a.value_length = w.length;
    return true;
  }

  /// The attribute's only list is what was read since its first number.
  constexpr bool one_list(attribute& a, bool read) {
    a.lists = 1;
    a.count = m_.counts.numbers - a.first;
    return read;
  }

  constexpr bool next_number() {
    i64 value = 0;
    return integer(value) && push_number(value);
  }

  /// The numbers from `first` on, `lists` of them for each of `count` dimensions, as lists one after the other.
  constexpr bool sort_into_lists(attribute& a, int first, int lists, int count) {
    const int copy = m_.counts.numbers;
    for (int k = 0; k < lists * count; ++k)
      if (!push_number(m_.number_list[first + k])) return false;
    for (int list = 0; list < lists; ++list)
      for (int k = 0; k < count; ++k)
        m_.number_list[first + list * count + k] = m_.number_list[copy + k * lists + list];
    m_.counts.numbers = copy;
    a.lists = lists;
    a.count = count;
    return true;
  }

  /// What `element` reads, in braces with commas between.
  template <class Element>
  constexpr bool braced(parse_rule rule, Element element) {
    if (!expect('{', rule)) return false;
    if (eat('}')) return true;
    do {
      if (!element()) return false;
    } while (eat(','));
    return expect('}', parse_rule::expected_list_end);
  }

  // ---- forms

  constexpr bool number_list() {
    const char c = skip();
    if (c == '{') return braced(parse_rule::expected_list, [this] { return next_number(); });
    if (is_digit(c) || c == '-') return next_number();
    word w;
    const int begin = i_;
    if (!name(w, parse_rule::expected_list)) return false;
    if (!is(w, "true") && !is(w, "false")) return fail(parse_rule::expected_list, begin);
    return push_number(s_[w.begin] == 't');
  }

  constexpr bool slices(attribute& a) {
    return braced(parse_rule::expected_slice,
                  [this] {
                    if (!expect('[', parse_rule::expected_slice) || !next_number()) return false;
                    if (!expect(':', parse_rule::expected_slice) || !next_number()) return false;
                    if (eat(':') ? !next_number() : !push_number(1)) return false;
                    return expect(']', parse_rule::expected_slice);
                  }) &&
           sort_into_lists(a, a.first, 3, (m_.counts.numbers - a.first) / 3);
  }

  /// Of a scalar: nothing at all.
  constexpr bool paddings(attribute& a) {
    int count = 0;
    if (in_value()) {
      do {
        if (!ahead('-', parse_rule::expected_padding) || !next_number()) return false;
        if (s_[i_] != '_') return fail(parse_rule::expected_padding, i_);
        ++i_;
        if (!ahead('-', parse_rule::expected_padding) || !next_number()) return false;
        const bool interior = s_[i_] == '_';
        i_ += interior;
        if (interior && !ahead('-', parse_rule::expected_padding)) return false;
        if (interior ? !next_number() : !push_number(0)) return false;
        ++count;
      } while (eat_here('x'));
    }
    return sort_into_lists(a, a.first, 3, count);
  }

  /// Whether a digit or that sign stands right here.
  constexpr bool ahead(char sign, parse_rule rule) { return is_digit(s_[i_]) || s_[i_] == sign || fail(rule, i_); }

  constexpr bool eat_here(char c) {
    const bool here = s_[i_] == c;
    i_ += here;
    return here;
  }

  constexpr bool pairs() {
    return braced(parse_rule::expected_pairs, [this] {
      return expect('{', parse_rule::expected_pairs) && next_number() && expect(',', parse_rule::expected_pairs) &&
             next_number() && expect('}', parse_rule::expected_pairs);
    });
  }

  // ---- windows

  static constexpr int window_lists = window_rhs_reversal + 1;

  /// The fields come in any order; those that are not written are filled in.
  constexpr bool window(attribute& a) {
    int at[window_lists] = {-1, -1, -1, -1, -1, -1, -1};  // what was read of each list
    int rank = -1;
    if (!expect('{', parse_rule::expected_window)) return false;
    while (skip() != '}')
      if (!window_field(at, rank)) return false;
    if (rank >= 0 && at[window_size] < 0) return fail(parse_rule::window_without_size, i_);
    ++i_;
    if (rank < 0) rank = 0;
    const int sorted = m_.counts.numbers;
    for (int list = 0; list < window_lists; ++list) {
      const bool pad = list == window_pad_low || list == window_pad_high;
      const i64 missing = list == window_stride || list == window_lhs_dilate || list == window_rhs_dilate;
      for (int k = 0; k < rank; ++k)
        if (!push_number(at[list] < 0 ? missing : m_.number_list[at[list] + (pad ? 2 * k : k)])) return false;
    }
    if (!reversed_dimensions(sorted + window_rhs_reversal * rank, rank)) return false;
    const int count = m_.counts.numbers - sorted;
    for (int k = 0; k < count; ++k) m_.number_list[a.first + k] = m_.number_list[sorted + k];
    m_.counts.numbers = a.first + count;
    a.lists = window_lists;
    a.count = rank;
    return true;
  }

  /// Appends how many dimensions are reversed, and which.
  constexpr bool reversed_dimensions(int flags, int rank) {
    const int count = m_.counts.numbers;
    if (!push_number(0)) return false;
    for (int k = 0; k < rank; ++k)
      if (m_.number_list[flags + k] != 0 && !push_number(k)) return false;
    m_.number_list[count] = m_.counts.numbers - count - 1;
    return true;
  }

  constexpr bool window_field(int (&at)[window_lists], int& rank) {
    word w;
    const int begin = i_;
    if (!name(w, parse_rule::expected_window)) return false;
    const int list = is(w, "size")           ? window_size
                     : is(w, "stride")       ? window_stride
                     : is(w, "pad")          ? window_pad_low
                     : is(w, "lhs_dilate")   ? window_lhs_dilate
                     : is(w, "rhs_dilate")   ? window_rhs_dilate
                     : is(w, "rhs_reversal") ? window_rhs_reversal
                                             : -1;
    if (list < 0 || at[list] >= 0) return fail(parse_rule::expected_window, begin);
    if (!expect('=', parse_rule::expected_attribute_equals)) return false;
    skip();
    const int value = i_;
    at[list] = m_.counts.numbers;
    if (list == window_pad_low) at[window_pad_high] = m_.counts.numbers + 1;
    int count = 0;
    do {
      if (!ahead('-', parse_rule::expected_number) || !next_number()) return false;
      if (list == window_pad_low && !(eat_here('_') ? ahead('-', parse_rule::expected_padding) && next_number()
                                                    : fail(parse_rule::expected_padding, i_)))
        return false;
      ++count;
    } while (eat_here('x'));
    if (rank < 0) rank = count;
    return rank == count || fail(parse_rule::window_of_another_rank, value, 0, 0, rank);
  }

  // ---- labels

  constexpr bool dim_labels(attribute& a) {
    const int begin = i_;
    int counts[3] = {0, 0, 0};
    if (!labels('b', 'f', counts[0]) || !eat_here('_') || !labels('i', 'o', counts[1]) || !eat_arrow() ||
        !labels('b', 'f', counts[2]) || in_name(s_[i_]))
      return fail(parse_rule::expected_dim_labels, i_);
    if (counts[0] < 2 || counts[0] != counts[1] || counts[0] != counts[2])
      return fail(parse_rule::spatial_dimensions_differ, begin);
    a.lists = 3;
    a.count = counts[0];
    return true;
  }

  /// Appends the places of `first`, of `second` and of the digits, in order. The count is 0 where one is
  /// missing or comes twice.
  constexpr bool labels(char first, char second, int& count) {
    int place[12] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    bool twice = false;
    int highest = 1;
    for (int at = 0;; ++at, ++i_) {
      const char c = s_[i_];
      if (c == '?') continue;
      if (c != first && c != second && !is_digit(c)) break;
      const int label = c == first ? 0 : c == second ? 1 : 2 + (c - '0');
      twice = twice || place[label] >= 0;
      place[label] = at;
      if (label > highest) highest = label;
    }
    count = highest + 1;
    for (int k = 0; k <= highest; ++k) {
      if (!push_number(place[k])) return false;
      if (twice || place[k] < 0) count = 0;
    }
    return true;
  }
};

}  // namespace mercator::hlo_ir
