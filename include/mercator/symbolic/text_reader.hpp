// A place in a text: characters, words and integers.
#pragma once

#include "mercator/symbolic/parse_error.hpp"

namespace mercator::symbolic {

/// What the parser stands on. The text ends with a 0 after its `length` characters. The first error is kept.
class text_reader {
 public:
  constexpr text_reader(const char* text, int length) : s_(text), length_(length) {}

 protected:
  static constexpr bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static constexpr bool is_digit(int c) { return c >= '0' && c <= '9'; }
  static constexpr bool is_letter(int c) { return c >= 'a' ? c <= 'z' : c >= 'A' && (c <= 'Z' || c == '_'); }
  static constexpr bool is_word(int c) { return is_letter(c) || is_digit(c); }

  constexpr int skip() {
    int c = s_[i_];
    while (c == ' ' || (c <= '\r' && c >= '\t')) c = s_[++i_];
    return c;
  }

  constexpr bool eat(char c) {
    if (skip() != c) return false;
    ++i_;
    return true;
  }

  constexpr int word_end(int from) const {
    while (is_word(s_[from])) ++from;
    return from;
  }

  constexpr bool is(int begin, int length, const char* word) const {
    for (int k = 0; k < length; ++k)
      if (word[k] == '\0' || s_[begin + k] != word[k]) return false;
    return word[length] == '\0';
  }

  constexpr bool eat_word(const char* word) {
    skip();
    const int length = word_end(i_) - i_;
    if (!is(i_, length, word)) return false;
    i_ += length;
    return true;
  }

  constexpr bool fail(parse_rule rule, int offset, int span_begin = 0, int span_length = 0) {
    if (!error_) error_ = {rule, offset, span_begin, span_length, 0};
    return false;
  }

  constexpr bool at_end() const { return s_[i_] == '\0' && i_ >= length_; }

  /// An integer and the character after it.
  constexpr bool integer(i64& value, char close) {
    const char* const s = s_;
    int i = i_;
    int c = s[i];
    while (is_space(c)) c = s[++i];
    const bool negative = c == '-';
    if (negative) c = s[++i];
    while (is_space(c)) c = s[++i];
    i_ = i;
    if (!is_digit(c)) return fail(parse_rule::expected_integer, i);
    const std::uint64_t size = digits(negative ? std::uint64_t{1} << 63 : std::uint64_t{i64_max});
    value = static_cast<i64>(negative ? ~size + 1 : size);
    if (error_) return false;
    if (s[i_] != close && skip() != close) return fail(parse_rule::expected_interval, i_);
    ++i_;
    return true;
  }

  /// The digits from here on as a number up to `largest`.
  constexpr std::uint64_t digits(std::uint64_t largest) {
    const int begin = i_;
    std::uint64_t value = 0;
    int i = begin;
    for (int c = s_[i]; c >= '0' && c <= '9'; c = s_[++i]) value = value * 10 + static_cast<unsigned>(c - '0');
    i_ = i;
    if (i - begin <= 18 || fits(begin, largest)) return value;
    fail(parse_rule::integer_too_large, begin);
    return 0;
  }

  constexpr bool fits(int begin, std::uint64_t largest) const {
    std::uint64_t value = 0;
    for (int k = begin; k < i_; ++k) {
      const std::uint64_t digit = static_cast<std::uint64_t>(s_[k] - '0');
      if (value > (largest - digit) / 10) return false;
      value = value * 10 + digit;
    }
    return true;
  }

  const char* s_;
  int length_;
  int i_ = 0;
  parse_error error_{};
};

}  // namespace mercator::symbolic
