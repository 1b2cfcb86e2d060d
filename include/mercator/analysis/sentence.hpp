// Sentences that explain a report.
#pragma once

#include "mercator/core/text.hpp"

namespace mercator::analysis {

/// A sentence, and a 0 after it.
class sentence {
 public:
  /// Characters that fit; more are left out.
  static constexpr std::size_t capacity = 4000;

  /// Appends a character.
  constexpr void put(char c) {
    if (size_ < capacity) text_[size_++] = c;
  }
  /// Appends characters.
  constexpr void write(const char* first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) put(first[k]);
  }

  /// Appends words.
  constexpr sentence& operator<<(const char* words) {
    write_terminated(*this, words);
    return *this;
  }
  /// Appends a number.
  constexpr sentence& operator<<(i64 number) {
    write_integer(*this, number);
    return *this;
  }
  /// "1 sector", "2 sectors"
  constexpr sentence& counted(i64 number, const char* what) {
    *this << number << " " << what;
    if (number != 1) put('s');
    return *this;
  }

  /// a / b, neither of them negative, to two digits behind the point: "3.25". 0 / 0 is 0.
  constexpr sentence& quotient(i64 a, i64 b) {
    const i128 hundredths = b == 0 ? 0 : (i128{a} * 200 + b) / (i128{b} * 2);
    const auto rest = static_cast<int>(hundredths % 100);
    *this << static_cast<i64>(hundredths / 100) << ".";
    put(static_cast<char>('0' + rest / 10));
    put(static_cast<char>('0' + rest % 10));
    return *this;
  }
  /// "(1, 2)"
  constexpr sentence& tuple(const i64* numbers, int count) {
    *this << "(";
    for (int k = 0; k < count; ++k) *this << (k == 0 ? "" : ", ") << numbers[k];
    return *this << ")";
  }

  /// The first character; a 0 follows the last.
  constexpr const char* c_str() const { return text_; }
  /// How many characters there are.
  constexpr std::size_t size() const { return size_; }

 private:
  char text_[capacity + 1] = {};
  std::size_t size_ = 0;
};

}  // namespace mercator::analysis
