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

}  // namespace mercator::loops
