// An HLO module as a value: flat lists that refer to each other by place, and to the text by offset.
#pragma once

#include "mercator/hlo/attributes.hpp"
#include "mercator/hlo/opcode.hpp"
#include "mercator/hlo/shape.hpp"
#include "mercator/ops/numbers.hpp"

namespace mercator::hlo_ir {

using ops::numbers;

/// Part of the text.
struct text_span {
  const char* first;  ///< its first character
  int length;         ///< characters

  constexpr char operator[](int k) const { return first[k]; }
  friend constexpr bool operator==(text_span a, const char* terminated) {
    for (int k = 0; k < a.length; ++k)
      if (terminated[k] == '\0' || a.first[k] != terminated[k]) return false;
    return terminated[a.length] == '\0';
  }
};

/// An instruction. Instructions of a computation follow each other; its operands come before it.
struct instruction {
  opcode op;            ///< what it does
  opcode wrapped;       ///< of `exponential-start(…)` and the like, where op is async_start: the exponential
  int shape;            ///< the place of its shape
  int first_operand;    ///< the place of its first among the module's operands
  int operands;         ///< how many
  int first_attribute;  ///< the place of its first among the module's attributes
  int attributes;       ///< how many
  int parameter;        ///< the number of a parameter; -1 for others
  int literal_begin;    ///< of a constant: what stands between the parentheses. Of an unknown operation whose
  int literal_length;   ///< operands are no instructions: the same, and no operands.
  int name_begin;       ///< without the '%'
  int name_length;      ///< characters
  int opcode_begin;     ///< offset in the text of its opcode
  int opcode_length;    ///< characters
};

/// A computation: some of the module's instructions.
struct computation {
  int first_instruction;  ///< the place of its first among the module's
  int instructions;       ///< how many
  int root;               ///< the place of its root among the module's instructions
  int first_parameter;    ///< the place among the module's numbers of those of its parameters, in their order
  int parameters;         ///< how many
  int name_begin;         ///< without the '%'
  int name_length;        ///< characters
};

/// How many of each a module has, or has room for.
struct module_counts {
  int numbers = 0;       ///< sizes, layouts, and the numbers of attributes
  int shapes = 0;        ///< each element of a tuple is one
  int attributes = 0;    ///< of all instructions
  int operands = 0;      ///< of all instructions
  int instructions = 0;  ///< of all computations
  int computations = 0;  ///< the entry is one
};

/// A parsed module. It owns nothing: the text and the lists have to outlive it.
struct hlo_module {
  const char* text = nullptr;                 ///< what it was read from
  const i64* number_list = nullptr;           ///< sizes, layouts, and the numbers of attributes
  const shape* shapes = nullptr;              ///< of all instructions, elements of tuples behind their tuple
  const attribute* attributes = nullptr;      ///< of all instructions
  const int* operands = nullptr;              ///< places among the instructions
  const instruction* instructions = nullptr;  ///< of all computations
  const computation* computations = nullptr;  ///< in the order of the text
  module_counts counts;                       ///< how many of each
  int entry = 0;                              ///< the place of the entry computation
  int name_begin = 0;                         ///< offset in the text of its name
  int name_length = 0;                        ///< characters
  i64 replica_count = 1;                      ///< as its attributes say
  i64 num_partitions = 1;                     ///< as its attributes say

  // ---- names

  /// What it is called, without the '%' of computations and instructions.
  constexpr text_span name() const { return {text + name_begin, name_length}; }
  /// A computation's name.
  constexpr text_span name(const computation& c) const { return {text + c.name_begin, c.name_length}; }
  /// An instruction's name.
  constexpr text_span name(const instruction& i) const { return {text + i.name_begin, i.name_length}; }
  /// An attribute's name.
  constexpr text_span name(const attribute& a) const { return {text + a.name_begin, a.name_length}; }
  /// The opcode as it is written.
  constexpr text_span opcode_text(const instruction& i) const { return {text + i.opcode_begin, i.opcode_length}; }
  /// What stands between the parentheses of a constant.
  constexpr text_span literal(const instruction& i) const { return {text + i.literal_begin, i.literal_length}; }
  /// An attribute's value as it is written.
  constexpr text_span value(const attribute& a) const { return {text + a.value_begin, a.value_length}; }
  /// The name of the element type.
  constexpr text_span type_name(const shape& s) const { return {text + s.begin, s.type_length}; }
  /// What stands behind ':' in the layout.
  constexpr text_span tiles(const shape& s) const { return {text + s.tiles_begin, s.tiles_length}; }

  // ---- shapes

  /// The shape of what an instruction gives.
  constexpr const shape& shape_of(const instruction& i) const { return shapes[i.shape]; }
  /// The sizes of an array's dimensions.
  constexpr numbers sizes(const shape& s) const { return {number_list + s.sizes, s.rank}; }
  /// From the fastest-running dimension to the slowest; empty where the shape has no layout.
  constexpr numbers minor_to_major(const shape& s) const {
    return s.layout < 0 ? numbers{number_list, 0} : numbers{number_list + s.layout, s.rank};
  }
  /// Element k of a tuple, for k below its elements.
  constexpr const shape& element(const shape& tuple, int k) const {
    const shape* at = &tuple + 1;
    for (; k > 0; --k) at += at->extent;
    return *at;
  }

  // ---- computations and operands

  /// The computation that a run begins with.
  constexpr const computation& entry_computation() const { return computations[entry]; }
  /// The instruction whose value is the computation's.
  constexpr const instruction& root(const computation& c) const { return instructions[c.root]; }
  /// The instruction that is parameter k.
  constexpr const instruction& parameter(const computation& c, int k) const {
    return instructions[number_list[c.first_parameter + k]];
  }
  /// The instruction that gives operand k.
  constexpr const instruction& operand(const instruction& i, int k) const {
    return instructions[operands[i.first_operand + k]];
  }
  /// The computation of that name, or null.
  constexpr const computation* find_computation(const char* terminated) const {
    for (int k = 0; k < counts.computations; ++k)
      if (name(computations[k]) == terminated) return computations + k;
    return nullptr;
  }
  /// The instruction of that name in the computation, or null.
  constexpr const instruction* find_instruction(const computation& c, const char* terminated) const {
    for (int k = c.first_instruction; k < c.first_instruction + c.instructions; ++k)
      if (name(instructions[k]) == terminated) return instructions + k;
    return nullptr;
  }

  // ---- attributes

  /// The attribute, or null where it is not given.
  constexpr const attribute* find(const instruction& i, attribute_key key) const {
    for (int k = i.first_attribute; k < i.first_attribute + i.attributes; ++k)
      if (attributes[k].key == key) return attributes + k;
    return nullptr;
  }
  /// One that attribute_key does not name, by its name.
  constexpr const attribute* find(const instruction& i, const char* terminated) const {
    for (int k = i.first_attribute; k < i.first_attribute + i.attributes; ++k)
      if (name(attributes[k]) == terminated) return attributes + k;
    return nullptr;
  }
  /// A list of the attribute's numbers (see attribute_form); empty where it is not given, or has another form.
  constexpr numbers list(const instruction& i, attribute_key key, int which = 0) const {
    const attribute* a = find(i, key);
    const bool none = a == nullptr || which >= a->lists || a->form == attribute_form::replica_groups;
    return none ? numbers{number_list, 0} : list(*a, which);
  }
  /// A list of the attribute's numbers.
  constexpr numbers list(const attribute& a, int which = 0) const {
    return {number_list + a.first + which * a.count, a.count};
  }
  /// The dimensions of a window that are reversed, counted from 0.
  constexpr numbers reversed_dimensions(const instruction& i) const {
    const attribute* a = find(i, attribute_key::window);
    if (a == nullptr || a->form != attribute_form::window) return {number_list, 0};
    const i64* const count = number_list + a->first + a->lists * a->count;
    return {count + 1, static_cast<int>(*count)};
  }
  /// The attribute's only number, or otherwise.
  constexpr i64 number(const instruction& i, attribute_key key, i64 otherwise) const {
    const numbers given = list(i, key);
    return given.count == 1 ? given[0] : otherwise;
  }
  /// The computation number `which` that the attribute names, or null where it does not.
  constexpr const computation* called(const instruction& i, attribute_key key, int which = 0) const {
    const attribute* a = find(i, key);
    if (a == nullptr || a->form != attribute_form::computations || which >= a->count) return nullptr;
    return computations + number_list[a->first + which];
  }
};

}  // namespace mercator::hlo_ir
