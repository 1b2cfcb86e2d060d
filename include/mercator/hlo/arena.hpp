// The room that a module is parsed into.
#pragma once

#include "mercator/hlo/module.hpp"
#include "mercator/hlo/name_table.hpp"

namespace mercator::hlo_ir {

/// A computation while it is found out which call which.
struct call_visit {
  enum : unsigned char { unseen, open, done } state;
  int caller;  ///< where it was first called from; -1: from none
  int next_attribute;
  int next_call;  ///< within that attribute
};

/// Arrays of the caller's, of the sizes that `capacity` says, and how far they are filled.
struct module_arena {
  i64* number_list;
  shape* shapes;
  attribute* attributes;
  int* operands;
  instruction* instructions;
  computation* computations;
  name_slot* instruction_slots;  ///< slots_for(capacity.instructions)
  name_slot* computation_slots;  ///< slots_for(capacity.computations)
  call_visit* visits;            ///< capacity.computations
  module_counts capacity;
  module_counts counts;
};

namespace detail {

/// The characters that are counted, and all others.
struct counted_characters {
  enum : unsigned char { other, equals, brace, bracket, parenthesis, comma, arrow, question, digit, kinds };
  unsigned char kind[256] = {};

  constexpr counted_characters() {
    const char alone[] = "={[(,>?";
    for (unsigned char k = equals; k <= question; ++k) kind[static_cast<unsigned char>(alone[k - equals])] = k;
    for (int c = '0'; c <= '9'; ++c) kind[c] = digit;
  }
};

inline constexpr counted_characters counted{};

}  // namespace detail

/// Room for whatever module the text holds, by a count of its characters: an instruction and an attribute have
/// a
/// '=', a computation a '{', a shape a '[' or '(', an operand follows a '(' or ','. A number has digits of its
/// own, of which padding keeps 3 and a window 7, after the number as it was read; labels keep at most 36; a
/// name, a word, a group's end and a parameter's place one.
constexpr module_counts measure(const char* text, int length) {
  using detail::counted_characters;
  int n[counted_characters::kinds] = {};
  for (int k = 0; k < length; ++k) ++n[detail::counted.kind[static_cast<unsigned char>(text[k])]];
  const int equals = n[counted_characters::equals], braces = n[counted_characters::brace];
  const int parentheses = n[counted_characters::parenthesis], commas = n[counted_characters::comma];
  const i64 numbers = 8 * i64{n[counted_characters::digit]} + 36 * i64{n[counted_characters::arrow]} + 2 * i64{equals} +
                      commas + braces + n[counted_characters::question];
  return {numbers < INT32_MAX ? static_cast<int>(numbers) : INT32_MAX,
          n[counted_characters::bracket] + parentheses,
          equals,
          commas + parentheses,
          equals,
          braces + 1};
}

}  // namespace mercator::hlo_ir
