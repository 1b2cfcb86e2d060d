// Which computations call which.
#pragma once

#include "mercator/hlo/arena.hpp"

namespace mercator::hlo_ir {

/// A computation that calls itself, perhaps through others; -1 where there is none. Depth first, without
/// recursion; `scratch` has a slot for each computation.
constexpr int find_recursion(const hlo_module& m, name_slot* scratch) {
  constexpr int unseen = 0, open = 1, done = 2;
  // of slot c: value is its state, name.begin the computation it was called from, name.length the attribute and
  // name.hash the number within that are next
  const auto first_attribute = [&m](int c) {
    return m.instructions[m.computations[c].first_instruction].first_attribute;
  };
  for (int c = 0; c < m.counts.computations; ++c) scratch[c] = {unseen, {-1, first_attribute(c), 0}};
  for (int start = 0; start < m.counts.computations; ++start) {
    if (scratch[start].value != unseen) continue;
    scratch[start].value = open;
    for (int c = start; c >= 0;) {
      name_slot& at = scratch[c];
      const int end = c + 1 < m.counts.computations ? first_attribute(c + 1) : m.counts.attributes;
      if (at.name.length == end) {
        at.value = done;
        c = at.name.begin;
        continue;
      }
      const attribute& a = m.attributes[at.name.length];
      if (a.form != attribute_form::computations || at.name.hash == static_cast<unsigned>(a.count)) {
        ++at.name.length;
        at.name.hash = 0;
        continue;
      }
      const int callee = static_cast<int>(m.number_list[a.first + static_cast<int>(at.name.hash++)]);
      if (scratch[callee].value == open) return callee;
      if (scratch[callee].value == done) continue;
      scratch[callee].value = open;
      scratch[callee].name.begin = c;
      c = callee;
    }
  }
  return -1;
}

}  // namespace mercator::hlo_ir
