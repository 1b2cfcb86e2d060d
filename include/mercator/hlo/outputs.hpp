// The outputs of an instruction by number, and instructions by name.
#pragma once

#include "mercator/hlo/module.hpp"

namespace mercator::hlo_ir {

/// The arrays and tokens in the shape of an instruction, counted through nested tuples.
constexpr int output_count(const hlo_module& m, const instruction& i) {
  int n = 0;
  for (int k = i.shape; k < i.shape + m.shape_of(i).extent; ++k) n += m.shapes[k].kind != shape_kind::tuple;
  return n;
}

/// The place of output number k among the module's shapes; -1 where there is none.
constexpr int output_place(const hlo_module& m, const instruction& i, int k) {
  for (int at = i.shape; at < i.shape + m.shape_of(i).extent; ++at)
    if (m.shapes[at].kind != shape_kind::tuple && k-- == 0) return at;
  return -1;
}

/// The place of the instruction of that name, or of `computation/instruction`: in the entry computation, else
/// in the first that has one; -1 where there is none.
constexpr int place_of_instruction(const hlo_module& m, const char* terminated) {
  if (const instruction* i = m.find_instruction(m.entry_computation(), terminated))
    return static_cast<int>(i - m.instructions);
  for (int c = 0; c < m.counts.computations; ++c) {
    const computation& in = m.computations[c];
    const char* name = terminated;
    for (int k = 0; k < in.name_length && *name == m.name(in)[k]; ++k) ++name;
    const bool named = name - terminated == in.name_length && *name == '/';
    const instruction* i = m.find_instruction(in, named ? name + 1 : terminated);
    if (i != nullptr) return static_cast<int>(i - m.instructions);
  }
  return -1;
}

}  // namespace mercator::hlo_ir
