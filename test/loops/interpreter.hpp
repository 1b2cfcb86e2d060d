// Runs the words of a loop nest, as they are documented.
#pragma once

#include <vector>

#include "mercator/loops/nest.hpp"

namespace mercator_test {

/// Calls visit(values of the lines) for each visit of a nest.
template <class Visit>
class nest_interpreter {
 public:
  nest_interpreter(const mercator::i64* word, int slots, int results, Visit visit)
      : word_(word), slot_(static_cast<std::size_t>(slots)), results_(results), visit_(visit) {}

  void run() { list(word_[0]); }

 private:
  using i64 = mercator::i64;

  i64 line(i64 at) const {
    i64 sum = word_[at];
    for (i64 k = 0; k < word_[at + 1]; ++k)
      sum += word_[at + 2 + 2 * k] * slot_[static_cast<std::size_t>(word_[at + 3 + 2 * k])];
    return sum;
  }

  bool allowed(i64 loop, i64 counter) const {
    using record = mercator::loops::loop_record;
    for (i64 k = 0; k < word_[loop + record::bounds]; ++k) {
      const i64 at = loop + record::size + k * record::bound_size;
      const i64 x = line(word_[at]) + word_[at + 1] * counter;
      if (x < word_[at + 2] || x > word_[at + 3]) return false;
    }
    return true;
  }

  void list(i64 at) {
    for (; at != 0; at = word_[at + 1]) node(at);
  }

  void node(i64 at) {
    using namespace mercator::loops;
    switch (static_cast<step>(word_[at])) {
      case step::loop:
        for (i64 counter = 0; counter < word_[at + loop_record::count]; ++counter) {
          if (!allowed(at, counter)) continue;
          slot_[static_cast<std::size_t>(word_[at + loop_record::slot])] = counter;
          list(word_[at + loop_record::lets]);
          list(word_[at + loop_record::body]);
        }
        break;
      case step::let: {
        const i64 x = line(word_[at + let_record::line]), divisor = word_[at + let_record::divisor];
        slot_[static_cast<std::size_t>(word_[at + let_record::slot])] =
            divisor == 0 ? (x > 0 ? x : 0) : mercator::floor_div(x, divisor);
        break;
      }
      case step::guard: {
        const i64 x = line(word_[at + guard_record::line]);
        if (word_[at + guard_record::lo] <= x && x <= word_[at + guard_record::hi])
          list(word_[at + guard_record::body]);
        break;
      }
      case step::visit: {
        std::vector<i64> values;
        for (int k = 0; k < results_; ++k) values.push_back(line(word_[at + visit_record::line + k]));
        visit_(values);
        break;
      }
    }
  }

  const i64* word_;
  std::vector<i64> slot_;
  int results_;
  Visit visit_;
};

}  // namespace mercator_test
