// The room that a module is parsed into.
#pragma once

#include "mercator/hlo/module.hpp"
#include "mercator/hlo/name_table.hpp"

namespace mercator::hlo_ir {

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
  module_counts capacity;
  module_counts counts;
};

/// Room for whatever module the text holds, by a count of its characters: an instruction and an attribute have
/// a '=', a computation a '{', a shape a '[' or '(', an operand follows a '(' or ','. A number has digits of
/// its own, of which padding keeps 3 and a window 7, after the number as it was read; labels keep at most 36;
/// a name, a word, a group's end and a parameter's place one.
constexpr module_counts measure(const char* text, int length) {
  int digits = 0, equals = 0, braces = 0, brackets = 0, parentheses = 0, commas = 0, arrows = 0, questions = 0;
  bool digit = false;
  for (int k = 0; k < length; ++k) {
    const char c = text[k];
    if (c >= '0' && c <= '9') {
      digits += !digit;
      digit = true;
      continue;
    }
    digit = false;
    if (c >= 'a') {
      braces += c == '{';
      continue;
    }
    equals += c == '=';
    brackets += c == '[';
    parentheses += c == '(';
    commas += c == ',';
    arrows += c == '>';
    questions += c == '?';
  }
  const i64 wanted = 8 * i64{digits} + 36 * i64{arrows} + 2 * i64{equals} + commas + braces + questions;
  return {wanted < INT32_MAX ? static_cast<int>(wanted) : INT32_MAX,
          brackets + parentheses,
          equals,
          commas + parentheses,
          equals,
          braces + 1};
}

}  // namespace mercator::hlo_ir
