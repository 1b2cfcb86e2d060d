// A loop nest as a value: loops, bounds and what is computed where, in one flat array of words.
//
// Lines are integer combinations of the values of slots; a slot is the counter of a loop, or a quotient that no
// splitting of loops removes. A nest is made by schedule.hpp, run by for_each.hpp, printed by code.hpp.
#pragma once

#include "mercator/map/pack.hpp"

namespace mercator::loops {

/// What a node of a nest does. Its record, from the node's place on:
///   loop   kind, next, body, lets, slot, count, bounds, then for each bound: line, coefficient, lo, hi
///   let    kind, next, slot, line, divisor    slot = line floordiv divisor; divisor 0: max(line, 0)
///   guard  kind, next, body, line, lo, hi     the body where the line is in [lo, hi]
///   visit  kind, next, then a line for each result
/// `next` is the node that follows in the same body; 0: none. A loop's counter runs from 0 to count - 1, and
/// only where line + coefficient * counter is in [lo, hi], for every bound. A line: constant, terms,
/// (coefficient, slot)….
enum class step : int { loop, let, guard, visit };

struct loop_record {
  static constexpr int next = 1, body = 2, lets = 3, slot = 4, count = 5, bounds = 6, size = 7, bound_size = 4;
};
struct let_record {
  static constexpr int slot = 2, line = 3, divisor = 4, size = 5;
};
struct guard_record {
  static constexpr int body = 2, line = 3, lo = 4, hi = 5, size = 6;
};
struct visit_record {
  static constexpr int line = 2;
};

/// A nest of at most Words words. The first word is the first node's place; 0: an empty domain, no code.
template <int Words>
struct packed_nest {
  packing::status state = packing::status::good;
  int used = 0, slots = 0, results = 0;
  bool narrow = false;  ///< every number of it fits 32 bits
  i64 word[static_cast<unsigned>(Words)] = {};
};

/// What a nest is written into. What does not fit sets `full`.
class nest_writer {
 public:
  static constexpr int capacity = 6000;

  int used = 1, slots = 0;
  bool full = false;
  i64 word[capacity];

  constexpr nest_writer() { word[0] = 0; }

  /// The place of some new words, each 0.
  constexpr int take(int words) {
    if (used + words > capacity) {
      full = true;
      return used - words < 1 ? 1 : used - words;
    }
    const int at = used;
    for (; words > 0; --words) word[used++] = 0;
    return at;
  }

  /// A node at the end of a list. `tail` is the word that holds the place of the next one.
  constexpr int append(int& tail, step kind, int words) {
    const int node = take(words);
    word[node] = static_cast<i64>(kind);
    word[tail] = node;
    tail = node + 1;
    return node;
  }
};

/// Whether every number that running a nest computes fits 32 bits.
class number_range {
 public:
  constexpr explicit number_range(const nest_writer& nest) : word_(nest.word) {}

  constexpr bool is_narrow(int slots, int results) {
    if (slots > max_slots) return false;
    results_ = results;
    list(word_[0]);
    return narrow_;
  }

 private:
  static constexpr int max_slots = 512;
  static constexpr i64 most = (i64{1} << 31) - 1;

  constexpr interval line(i64 at) {
    interval sum{word_[at], word_[at]};
    note(sum);
    for (i64 k = 0; k < word_[at + 1]; ++k) {
      const interval term = slot_[word_[at + 3 + 2 * k]] * word_[at + 2 + 2 * k];
      note(term);
      note({word_[at + 2 + 2 * k], word_[at + 2 + 2 * k]});
      sum = sum + term;
      note(sum);
    }
    return sum;
  }

  constexpr void note(interval r) {
    if (r.lo < -most || r.hi > most) narrow_ = false;
  }
  /// The end of a bound or test; without one it is not computed with.
  constexpr void note_end(i64 end, interval rest) {
    if (end != i64_min && end != i64_max) note(interval{end, end} + rest * -1);
  }

  constexpr void list(i64 at) {
    for (; at != 0 && narrow_; at = word_[at + 1]) node(at);
  }

  constexpr void node(i64 at) {
    switch (static_cast<step>(word_[at])) {
      case step::loop: {
        note({word_[at + loop_record::count], word_[at + loop_record::count]});
        for (i64 k = 0; k < word_[at + loop_record::bounds]; ++k) {
          const i64 bound = at + loop_record::size + k * loop_record::bound_size;
          const interval rest = line(word_[bound]);
          note({word_[bound + 1], word_[bound + 1]});
          note_end(word_[bound + 2], rest);
          note_end(word_[bound + 3], rest);
        }
        slot_[word_[at + loop_record::slot]] = {0, word_[at + loop_record::count] - 1};
        list(word_[at + loop_record::lets]);
        list(word_[at + loop_record::body]);
        break;
      }
      case step::let: {
        const interval from = line(word_[at + let_record::line]);
        const i64 divisor = word_[at + let_record::divisor];
        note({divisor, divisor});
        slot_[word_[at + let_record::slot]] =
            divisor == 0 ? interval{0, from.hi > 0 ? from.hi : 0} : floor_div(from, divisor);
        break;
      }
      case step::guard:
        note_end(word_[at + guard_record::lo], line(word_[at + guard_record::line]));
        note_end(word_[at + guard_record::hi], {0, 0});
        list(word_[at + guard_record::body]);
        break;
      case step::visit:
        for (int k = 0; k < results_; ++k) line(word_[at + visit_record::line + k]);
    }
  }

  const i64* word_;
  int results_ = 0;
  bool narrow_ = true;
  interval slot_[max_slots];
};

}  // namespace mercator::loops
