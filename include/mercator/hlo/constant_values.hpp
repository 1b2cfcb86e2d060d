// The numbers in a constant.
#pragma once

#include "mercator/hlo/module.hpp"

namespace mercator::hlo_ir {

/// Reads the integers of a constant one after the other, in the order of its elements: true is 1, false is 0.
class constant_values {
 public:
  constexpr constant_values(const hlo_module& m, const instruction& i)
      : at_(m.text + i.literal_begin), end_(at_ + i.literal_length) {}

  /// The next integer. False where there is none, or what comes next is no integer of 64 bits.
  constexpr bool next(i64& out) {
    skip();
    if (at_ == end_) return false;
    const bool negative = *at_ == '-';
    if (negative || *at_ == '+') ++at_;
    if (at_ != end_ && (*at_ == 't' || *at_ == 'f')) return truth(out);
    i64 value = 0;
    const char* const begin = at_;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_)
      if (!checked_multiply_add(*at_ - '0', value, 10, value)) return false;
    out = negative ? -value : value;
    return at_ != begin && (at_ == end_ || separates(*at_) || *at_ == '/');
  }

  /// Whether all were read.
  constexpr bool done() {
    skip();
    return at_ == end_;
  }

 private:
  static constexpr bool separates(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == ',' || c == '{' || c == '}' || c == '(' || c == ')';
  }

  constexpr void skip() {
    while (at_ != end_) {
      if (separates(*at_)) {
        ++at_;
      } else if (*at_ == '/' && at_[1] == '*') {
        at_ += 2;
        while (at_[0] != '*' || at_[1] != '/') ++at_;
        at_ += 2;
      } else if (*at_ == '/' && at_[1] == '/') {
        while (at_ != end_ && *at_ != '\n') ++at_;
      } else {
        return;
      }
    }
  }

  constexpr bool truth(i64& out) {
    const char* const word = *at_ == 't' ? "true" : "false";
    out = *at_ == 't';
    for (int k = 0; word[k] != 0; ++k, ++at_)
      if (at_ == end_ || *at_ != word[k]) return false;
    return at_ == end_ || separates(*at_) || *at_ == '/';
  }

  const char* at_;
  const char* end_;
};

/// The value of a scalar constant that is an integer or a truth value; false for whatever else.
constexpr bool scalar_integer(const hlo_module& m, const instruction& i, i64& out) {
  if (i.op != opcode::constant || m.shape_of(i).kind != shape_kind::array || m.shape_of(i).rank != 0) return false;
  constant_values values(m, i);
  return values.next(out) && values.done();
}

}  // namespace mercator::hlo_ir
