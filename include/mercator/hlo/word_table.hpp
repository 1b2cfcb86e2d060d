// The words of HLO text, found by a hash.
#pragma once

#include <cstddef>

#include "mercator/core/config.hpp"

namespace mercator::hlo_ir {

/// Part of a text, and the hash of its characters.
struct word {
  int begin = 0;
  int length = 0;
  std::uint32_t hash = 0;
};

// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
inline constexpr std::uint32_t hash_start = 2166136261u;
inline constexpr std::uint32_t hash_factor = 16777619u;

/// The hash of text[begin, end).
constexpr std::uint32_t hash_of(const char* text, int begin, int end) {
  std::uint32_t hash = hash_start;
  for (int k = begin; k < end; ++k) hash = (hash ^ static_cast<unsigned char>(text[k])) * hash_factor;
  return hash;
}

/// Whether the text that ends with a 0 is that word.
constexpr bool is_word(const char* text, word w, const char* terminated) {
  for (int k = 0; k < w.length; ++k)
    if (terminated[k] != text[w.begin + k] || terminated[k] == '\0') return false;
  return terminated[w.length] == '\0';
}

/// Up to 254 words, each with its number in the list it was made from. Slots: a power of two, more than the
/// words.
template <std::size_t Slots>
class word_table {
 public:
  template <std::size_t Count>
  constexpr explicit word_table(const char* const (&names)[Count]) : names_(names) {
    static_assert(Count < Slots && Count < 255 && (Slots & (Slots - 1)) == 0);
    for (std::size_t k = 0; k < Count; ++k) {
      int length = 0;
      while (names[k][length] != '\0') ++length;
      std::size_t at = hash_of(names[k], 0, length) & (Slots - 1);
      while (number_[at] != 0) at = (at + 1) & (Slots - 1);
      number_[at] = static_cast<unsigned char>(k + 1);
    }
  }

  /// The number of the word, or `otherwise`.
  constexpr int find(const char* text, word w, int otherwise) const {
    for (std::size_t at = w.hash & (Slots - 1); number_[at] != 0; at = (at + 1) & (Slots - 1))
      if (is_word(text, w, names_[number_[at] - 1])) return number_[at] - 1;
    return otherwise;
  }

 private:
  const char* const* names_;
  unsigned char number_[Slots] = {};
};

}  // namespace mercator::hlo_ir
