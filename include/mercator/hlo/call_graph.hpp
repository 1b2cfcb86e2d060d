// Which computations call which.
#pragma once

#include "mercator/hlo/arena.hpp"

namespace mercator::hlo_ir {

/// Looks for computations that call themselves, depth first and without recursion.
class call_graph {
 public:
  /// Room: a visit for each computation.
  constexpr call_graph(const hlo_module& m, call_visit* room) : m_(m), visits_(room) {
    for (int c = 0; c < m.counts.computations; ++c) visits_[c] = {call_visit::unseen, -1, first_attribute(c), 0};
  }

  /// A computation that calls itself, perhaps through others; -1 where there is none.
  constexpr int find_recursion() {
    for (int c = 0; c < m_.counts.computations; ++c) {
      if (visits_[c].state != call_visit::unseen) continue;
      const int found = visit(c);
      if (found >= 0) return found;
    }
    return -1;
  }

 private:
  constexpr int visit(int c) {
    visits_[c].state = call_visit::open;
    while (c >= 0) {
      const int callee = next_call(c);
      if (callee < 0) {
        visits_[c].state = call_visit::done;
        c = visits_[c].caller;
      } else if (visits_[callee].state == call_visit::open) {
        return callee;
      } else if (visits_[callee].state == call_visit::unseen) {
        visits_[callee].state = call_visit::open;
        visits_[callee].caller = c;
        c = callee;
      }
    }
    return -1;
  }

  /// The next computation that c calls; -1 after the last one.
  constexpr int next_call(int c) {
    call_visit& at = visits_[c];
    for (const int end = first_attribute(c + 1); at.next_attribute < end; ++at.next_attribute, at.next_call = 0) {
      const attribute& a = m_.attributes[at.next_attribute];
      if (a.form == attribute_form::computations && at.next_call < a.count)
        return static_cast<int>(m_.number_list[a.first + at.next_call++]);
    }
    return -1;
  }

  /// Attributes stand in the order of the computations that they are in.
  constexpr int first_attribute(int c) const {
    return c < m_.counts.computations ? m_.instructions[m_.computations[c].first_instruction].first_attribute
                                      : m_.counts.attributes;
  }

  const hlo_module& m_;
  call_visit* visits_;
};

}  // namespace mercator::hlo_ir
