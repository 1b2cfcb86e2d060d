// Characters to words, numbers and balanced stretches of text.
#pragma once

#include "mercator/core/config.hpp"
#include "mercator/hlo/error.hpp"
#include "mercator/hlo/word_table.hpp"

namespace mercator::hlo_ir {

/// How deep brackets may nest in a constant or an attribute's value.
inline constexpr int max_nesting = 256;

namespace detail {

struct character_classes {
  bool starts_name[256] = {};
  bool in_name[256] = {};

  constexpr character_classes() {
    for (int c = 0; c < 128; ++c) {
      in_name[c] = is_name_character(static_cast<char>(c));
      starts_name[c] = in_name[c] && c != '.' && c != '-' && (c < '0' || c > '9');
    }
  }
};

inline constexpr character_classes characters{};

}  // namespace detail

/// A place in a text that ends with a 0 after its `length` characters. The first error is kept. Whatever goes
/// forward leaves white space before it and none after it.
class lexer {
 public:
  constexpr lexer(const char* text, int length) : s_(text), length_(length) {}

 protected:
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static constexpr bool starts_name(char c) { return detail::characters.starts_name[static_cast<unsigned char>(c)]; }
  static constexpr bool in_name(char c) { return detail::characters.in_name[static_cast<unsigned char>(c)]; }

  constexpr bool fail(parse_rule rule, int offset, int span_begin = 0, int span_length = 0, int index = 0) {
    if (!error_) error_ = {rule, offset, span_begin, span_length, index};
    return false;
  }
  constexpr bool fail(parse_rule rule, word about) { return fail(rule, about.begin, about.begin, about.length); }

  /// Passes white space and comments; the character that stands there then.
  constexpr char skip() {
    for (;;) {
      char c = s_[i_];
      if (c > '/') return c;
      while (is_space(c)) c = s_[++i_];
      if (c != '/' || !skip_comment()) return s_[i_];
    }
  }

  constexpr bool eat(char c) {
    if (skip() != c) return false;
    ++i_;
    return true;
  }

  constexpr bool expect(char c, parse_rule rule) { return eat(c) || fail(rule, i_); }

  constexpr bool eat_arrow() {
    if (skip() != '-' || s_[i_ + 1] != '>') return false;
    i_ += 2;
    return true;
  }

  constexpr bool at_end() { return skip() == '\0' && i_ >= length_; }

  constexpr bool is(word w, const char* terminated) const { return is_word(s_, w, terminated); }

  /// A name, without the '%' that may stand before it. `->` ends it.
  constexpr bool name(word& out, parse_rule otherwise) {
    const char first = skip();
    int i = i_;
    if (first == '%' ? !in_name(s_[++i]) : !starts_name(first)) return fail(otherwise, i_);
    const char* const s = s_;
    const bool* const continues = detail::characters.in_name;
    const int begin = i;
    std::uint32_t hash = hash_start;
    for (auto c = static_cast<unsigned char>(s[i]); continues[c]; c = static_cast<unsigned char>(s[++i]))
      hash = (hash ^ c) * hash_factor;
    if (s[i] == '>' && s[i - 1] == '-' && i != begin) hash = hash_of(s, begin, --i);
    out = {begin, i - begin, hash};
    i_ = i;
    return i != begin || fail(otherwise, begin);
  }

  /// An integer of 64 bits.
  constexpr bool integer(i64& out, parse_rule otherwise = parse_rule::expected_number) {
    const bool negative = skip() == '-' && is_digit(s_[i_ + 1]);
    const int begin = i_;
    int i = begin + negative;
    if (!is_digit(s_[i])) return fail(otherwise, begin);
    i64 value = 0;
    for (char c = s_[i]; c >= '0' && c <= '9'; c = s_[++i]) {
      if (value > (i64_max - (c - '0')) / 10) return fail(parse_rule::number_too_large, begin);
      value = 10 * value + (c - '0');
    }
    out = negative ? -value : value;
    i_ = i;
    return true;
  }

  /// A text in quotes, in which a backslash keeps the character after it; the span is what is between the
  /// quotes.
  constexpr bool string(word& out) {
    const int begin = i_++;
    for (char c = s_[i_]; c != '"'; c = s_[i_]) {
      if (c == '\\') c = s_[++i_];
      if (c == '\0') return fail(parse_rule::unterminated_string, begin);
      ++i_;
    }
    out = {begin + 1, i_ - begin - 1, 0};
    ++i_;
    return true;
  }

  /// From an opening bracket to the closing one of the same kind, over texts, comments and brackets within.
  constexpr bool balanced() {
    int open[max_nesting];
    int depth = 0;
    word ignored;
    do {
      const char c = skip();
      switch (c) {
        case '{':
        case '[':
        case '(':
          if (depth == max_nesting) return fail(parse_rule::nested_too_deep, i_, 0, 0, max_nesting);
          open[depth++] = i_++;
          break;
        case '}':
        case ']':
        case ')':
          if (!closes(s_[open[depth - 1]], c)) return fail(parse_rule::unbalanced, open[depth - 1], open[depth - 1], 1);
          --depth;
          ++i_;
          break;
        case '"':
          if (!string(ignored)) return false;
          break;
        case '\0':
          return fail(parse_rule::unbalanced, open[depth - 1], open[depth - 1], 1);
        default:
          ++i_;
      }
    } while (depth > 0);
    return true;
  }

  static constexpr bool closes(char open, char c) { return c == (open == '{' ? '}' : open == '[' ? ']' : ')'); }

  const char* s_;
  int length_;
  int i_ = 0;
  parse_error error_{};

 private:
  /// Whether a comment stood here. One without an end is an error, and ends the text.
  constexpr bool skip_comment() {
    const int begin = i_;
    if (s_[begin + 1] == '/') {
      while (s_[i_] != '\n' && s_[i_] != '\0') ++i_;
      return true;
    }
    if (s_[begin + 1] != '*') return false;
    i_ += 2;
    while (s_[i_] != '\0' && !(s_[i_] == '*' && s_[i_ + 1] == '/')) ++i_;
    if (s_[i_] != '\0') {
      i_ += 2;
      return true;
    }
    fail(parse_rule::unterminated_comment, begin);
    i_ = length_;
    return false;
  }
};

}  // namespace mercator::hlo_ir
