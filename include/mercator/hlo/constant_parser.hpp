// The values of constants: 1.5e-3, { { 1, 2 }, { 3, 4 } }, (1, 2), {...}. They are checked, and kept as text.
#pragma once

#include "mercator/hlo/attribute_parser.hpp"

namespace mercator::hlo_ir {

class constant_parser : public attribute_parser {
 protected:
  using attribute_parser::attribute_parser;

  /// A value: a scalar, or values in brackets with commas between, without recursion.
  constexpr bool constant() {
    int open[max_nesting];
    int depth = 0;
    for (;;) {
      const char c = skip();
      if (c == '{' || c == '(') {
        if (depth == max_nesting) return fail(parse_rule::nested_too_deep, i_, 0, 0, max_nesting);
        open[depth++] = i_++;
        if (skip() != '}' && s_[i_] != ')') continue;
      } else {
        bool another = false;
        if (!scalar(another)) return false;
        if (another) continue;
      }
      while (depth > 0 && closes(s_[open[depth - 1]], skip())) {
        ++i_;
        --depth;
      }
      if (depth == 0) return true;
      if (at_end()) return fail(parse_rule::unbalanced, open[depth - 1], open[depth - 1], 1);
      if (!expect(',', parse_rule::expected_constant_end)) return false;
    }
  }

 private:
  /// Another value has to follow a shape, which old dumps write before one, and what kind of nan it is.
  constexpr bool scalar(bool& another) {
    skip();
    const int begin = i_;
    if (s_[begin] == '.' && s_[begin + 1] == '.' && s_[begin + 2] == '.') {
      i_ += 3;
      return true;
    }
    if (s_[i_] == '-' || s_[i_] == '+') ++i_;
    if (!starts_name(s_[i_])) return number() || fail(parse_rule::expected_constant, begin);
    word w;
    if (!name(w, parse_rule::expected_constant)) return false;
    const bool nan = is(w, "nan");
    if (s_[i_] == '[' && w.begin == begin) {
      int shape = 0;
      const int numbers = m_.counts.numbers;
      if (!shape_after(w, shape)) return false;
      forget(shape, numbers);
      another = true;
      return true;
    }
    if (nan && s_[i_] == '(') another = true;
    return nan || is(w, "inf") || (w.begin == begin && (is(w, "true") || is(w, "false"))) ||
           fail(parse_rule::expected_constant, begin);
  }

  /// A decimal or hexadecimal number, with a point and an exponent or without, and nothing right after it.
  constexpr bool number() {
    const bool hexadecimal = s_[i_] == '0' && (s_[i_ + 1] | 0x20) == 'x';
    if (hexadecimal) i_ += 2;
    const int begin = i_;
    digits(hexadecimal);
    int count = i_ - begin;
    if (s_[i_] == '.') {
      ++i_;
      digits(hexadecimal);
      count = i_ - begin - 1;
    }
    if (count == 0) return false;
    if ((s_[i_] | 0x20) == (hexadecimal ? 'p' : 'e')) {
      ++i_;
      if (s_[i_] == '-' || s_[i_] == '+') ++i_;
      const int exponent = i_;
      digits(false);
      if (i_ == exponent) return false;
    }
    return !in_name(s_[i_]);
  }

  constexpr void digits(bool hexadecimal) {
    for (;; ++i_) {
      const char lower = static_cast<char>(s_[i_] | 0x20);
      if (!is_digit(s_[i_]) && !(hexadecimal && lower >= 'a' && lower <= 'f')) return;
    }
  }
};

}  // namespace mercator::hlo_ir
