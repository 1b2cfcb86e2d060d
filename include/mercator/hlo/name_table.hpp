// Names and what they stand for, found by a hash.
#pragma once

#include "mercator/hlo/word_table.hpp"

namespace mercator::hlo_ir {

struct name_slot {
  int value;  ///< -1 where the slot is free
  word name;
};

/// How many slots a table of so many names has: a power of two, at least twice as many.
constexpr int slots_for(int names) {
  int slots = 8;
  while (slots < 2 * names) slots *= 2;
  return slots;
}

/// A hash table in an array of the caller's. The value of a name is in [0, 2^31); names whose value is below a
/// bound do not count, so that a scope ends by raising the bound. Names of different scopes should differ in
/// their hashes.
class name_table {
 public:
  /// Slots: slots_for(the most names).
  constexpr name_table(const char* text, name_slot* slots, int count)
      : text_(text), slots_(slots), mask_(static_cast<unsigned>(count) - 1) {
    for (int k = 0; k < count; ++k) slots[k].value = -1;
  }

  /// The slot of the name, or the free one where it goes.
  constexpr name_slot& find(word name, int bound) const {
    unsigned at = name.hash & mask_;
    while (slots_[at].value >= 0 && !(slots_[at].value >= bound && is_same(slots_[at].name, name)))
      at = (at + 1) & mask_;
    return slots_[at];
  }

 private:
  constexpr bool is_same(word a, word b) const {
    if (a.hash != b.hash || a.length != b.length) return false;
    for (int k = 0; k < a.length; ++k)
      if (text_[a.begin + k] != text_[b.begin + k]) return false;
    return true;
  }

  const char* text_;
  name_slot* slots_;
  unsigned mask_;
};

}  // namespace mercator::hlo_ir
