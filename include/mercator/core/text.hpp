// Text of a size known while compiling, and the sinks that text is printed into.
#pragma once

#include <cstddef>

#include "mercator/core/config.hpp"

namespace mercator {

/// N characters, and a terminating 0 after them. A structural type: a template parameter `text Text` takes a
/// literal. Converts to std::string_view and std::string, and prints to any stream, where the user has included
/// them.
template <std::size_t N>
struct text {
  /// The characters, with a 0 behind them.
  char characters[N + 1] = {};

  constexpr text() = default;
  /// From a literal.
  constexpr text(const char (&literal)[N + 1]) {
    for (std::size_t k = 0; k < N; ++k) characters[k] = literal[k];
  }

  /// The first character.
  constexpr char* data() { return characters; }
  /// The first character.
  constexpr const char* data() const { return characters; }
  /// The first character; a 0 follows the last.
  constexpr const char* c_str() const { return characters; }
  /// How many characters there are.
  static constexpr std::size_t size() { return N; }
  /// Whether there are no characters.
  static constexpr bool empty() { return N == 0; }
  /// The first character.
  constexpr const char* begin() const { return characters; }
  /// The place behind the last.
  constexpr const char* end() const { return characters + N; }
  constexpr char operator[](std::size_t k) const { return characters[k]; }

  /// As a std::string_view or std::string.
  template <class View>
    requires requires(const char* first, std::size_t count) {
      typename View::traits_type;
      View(first, count);
    }
  constexpr operator View() const { return View(characters, N); }

  template <std::size_t M>
  friend constexpr bool operator==(const text& a, const text<M>& b) {
    if constexpr (N == M) {
      for (std::size_t k = 0; k < N; ++k)
        if (a.characters[k] != b.characters[k]) return false;
    }
    return N == M;
  }

  /// Against a literal, or any text that ends with a 0.
  friend constexpr bool operator==(const text& a, const char* b) {
    for (std::size_t k = 0; k < N; ++k)
      if (b[k] == '\0' || a.characters[k] != b[k]) return false;
    return b[N] == '\0';
  }

  /// Against std::string and std::string_view.
  template <class String>
    requires requires(const String& s) {
      typename String::traits_type;
      s.data()[s.size()];
    }
  friend constexpr bool operator==(const text& a, const String& b) {
    if (b.size() != N) return false;
    for (std::size_t k = 0; k < N; ++k)
      if (a.characters[k] != b.data()[k]) return false;
    return true;
  }

  template <class Stream>
    requires requires(Stream& os, const char* first) { os.write(first, 1); }
  friend Stream& operator<<(Stream& os, const text& t) {
    os.write(t.characters, N);
    return os;
  }
};

template <std::size_t M>
text(const char (&)[M]) -> text<M - 1>;

/// What the printers ask of the place they print to.
template <class Sink>
concept TextSink = requires(Sink& to, const char* first, std::size_t count) {
  to.put('x');
  to.write(first, count);
};

/// Counts the characters only.
struct counting_sink {
  std::size_t size = 0;

  constexpr void put(char) { ++size; }
  constexpr void write(const char*, std::size_t count) { size += count; }
};

/// Writes to a buffer that is large enough.
struct buffer_sink {
  char* at;

  constexpr void put(char c) { *at++ = c; }
  constexpr void write(const char* first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) *at++ = first[k];
  }
};

template <TextSink Sink, std::size_t M>
constexpr void write_literal(Sink& to, const char (&literal)[M]) {
  to.write(literal, M - 1);
}

template <TextSink Sink>
constexpr void write_terminated(Sink& to, const char* terminated) {
  std::size_t count = 0;
  while (terminated[count] != '\0') ++count;
  to.write(terminated, count);
}

template <TextSink Sink>
constexpr void write_unsigned(Sink& to, std::uint64_t value) {
  if (value < 10) {
    to.put(static_cast<char>('0' + value));
    return;
  }
  char digits[20];
  std::size_t from = 20;
  for (; value != 0; value /= 10) digits[--from] = static_cast<char>('0' + value % 10);
  to.write(digits + from, 20 - from);
}

template <TextSink Sink>
constexpr void write_integer(Sink& to, i64 value) {
  if (value < 0) to.put('-');
  write_unsigned(to, value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value));
}

}  // namespace mercator
