// Arrays for modules of sizes known while compiling.
#pragma once

#include "mercator/hlo/arena.hpp"

namespace mercator::hlo_ir {

namespace detail {

constexpr std::size_t at_least_one(int count) { return count > 0 ? static_cast<std::size_t>(count) : 1; }

}  // namespace detail

/// The room for a module, within one evaluation: nothing is initialised, and nothing may be copied.
template <module_counts Capacity>
struct module_room {
  i64 number_list[detail::at_least_one(Capacity.numbers)];
  shape shapes[detail::at_least_one(Capacity.shapes)];
  attribute attributes[detail::at_least_one(Capacity.attributes)];
  int operands[detail::at_least_one(Capacity.operands)];
  instruction instructions[detail::at_least_one(Capacity.instructions)];
  computation computations[detail::at_least_one(Capacity.computations)];
  name_slot instruction_slots[static_cast<std::size_t>(slots_for(Capacity.instructions))];
  name_slot computation_slots[static_cast<std::size_t>(slots_for(Capacity.computations))];
  call_visit visits[detail::at_least_one(Capacity.computations)];

  constexpr module_room() {}
  module_room(const module_room&) = delete;
  module_room& operator=(const module_room&) = delete;

  constexpr module_arena arena() {
    return {number_list,       shapes, attributes, operands, instructions, computations, instruction_slots,
            computation_slots, visits, Capacity,   {}};
  }
};

/// A module with its lists in it, for at most so many of each, which may outlive an evaluation.
template <module_counts Capacity>
struct packed_module {
  i64 number_list[detail::at_least_one(Capacity.numbers)] = {};
  shape shapes[detail::at_least_one(Capacity.shapes)] = {};
  attribute attributes[detail::at_least_one(Capacity.attributes)] = {};
  int operands[detail::at_least_one(Capacity.operands)] = {};
  instruction instructions[detail::at_least_one(Capacity.instructions)] = {};
  computation computations[detail::at_least_one(Capacity.computations)] = {};
  hlo_module rest;  ///< but for the lists

  constexpr explicit packed_module(const hlo_module& m) : rest(m) {
    copy(number_list, m.number_list, m.counts.numbers);
    copy(shapes, m.shapes, m.counts.shapes);
    copy(attributes, m.attributes, m.counts.attributes);
    copy(operands, m.operands, m.counts.operands);
    copy(instructions, m.instructions, m.counts.instructions);
    copy(computations, m.computations, m.counts.computations);
    rest.number_list = nullptr;
    rest.shapes = nullptr;
    rest.attributes = nullptr;
    rest.operands = nullptr;
    rest.instructions = nullptr;
    rest.computations = nullptr;
  }

  constexpr hlo_module view() const {
    hlo_module m = rest;
    m.number_list = number_list;
    m.shapes = shapes;
    m.attributes = attributes;
    m.operands = operands;
    m.instructions = instructions;
    m.computations = computations;
    return m;
  }

 private:
  template <class Item>
  static constexpr void copy(Item* to, const Item* from, int count) {
    for (int k = 0; k < count; ++k) to[k] = from[k];
  }
};

}  // namespace mercator::hlo_ir
