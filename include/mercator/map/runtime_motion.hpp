// How the values of a map at run time change from one point to the next, as numbers known beforehand.
#pragma once

#include <utility>
#include <vector>

#include "mercator/map/runtime_map.hpp"

namespace mercator::detail {

// Sums and products on the way may leave 64 bits and come back.
inline i64 wrapping_add(i64 a, i64 b) {
  return static_cast<i64>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
inline i64 wrapping_mul(i64 a, i64 b) {
  return static_cast<i64>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

/// How often `size` fits into what is left, by additions and shifts; at most the largest number.
inline i64 times_within(std::uint64_t left, std::uint64_t size) {
  if (size == 1) return left > static_cast<std::uint64_t>(i64_max) ? i64_max : static_cast<i64>(left);
  if (left < size) return 0;
  int shift = 0;
  while (left - size >= size) size <<= 1, ++shift;
  std::uint64_t times = 0;
  for (; shift >= 0; --shift, size >>= 1) {
    times <<= 1;
    if (left >= size) left -= size, ++times;
  }
  return static_cast<i64>(times);
}

struct value_term {
  int value;
  i64 coefficient;
  bool operator==(const value_term&) const = default;
};

/// A combination of values, each once, ascending.
struct value_sum {
  i64 constant = 0;
  std::vector<value_term> terms;

  static value_sum of(int value) { return {0, {{value, 1}}}; }

  value_sum times(i64 c) const {
    value_sum out = *this;
    out.constant = wrapping_mul(constant, c);
    for (value_term& t : out.terms) t.coefficient = wrapping_mul(t.coefficient, c);
    return out;
  }

  value_sum plus(const value_sum& other) const {
    value_sum out{wrapping_add(constant, other.constant), {}};
    auto mine = terms.begin(), theirs = other.terms.begin();
    while (mine != terms.end() || theirs != other.terms.end()) {
      if (theirs == other.terms.end() || (mine != terms.end() && mine->value < theirs->value)) {
        out.terms.push_back(*mine++);
      } else if (mine == terms.end() || theirs->value < mine->value) {
        out.terms.push_back(*theirs++);
      } else {
        const i64 c = wrapping_add(mine->coefficient, theirs->coefficient);
        if (c != 0) out.terms.push_back({mine->value, c});
        ++mine, ++theirs;
      }
    }
    return out;
  }

  value_sum without(int value) const {
    value_sum out{constant, {}};
    for (const value_term& t : terms)
      if (t.value != value) out.terms.push_back(t);
    return out;
  }

  bool operator==(const value_sum&) const = default;
};

/// A quotient q = line floordiv c goes on with its remainder r. Where a loop advances, those within it
/// beginning again, the line changes by c * a + b, |b| <= c / 2: r by b, q by a, and r is brought back into [0,
/// c - 1] by carrying into q. A line that has quotients changes besides by a constant, its weight, for each
/// carry of theirs. So every line changes by its move in the loop and by its weights times the carries, and
/// nothing is divided.
struct runtime_motion {
  struct quotient {
    i64 divisor;
    int first_effect, effects, first_weight, weights;
    bool alone;  ///< no remainder depends on its carries
  };
  struct effect {
    int carry;
    i64 residue;  ///< what the remainder changes by for one
  };
  struct weight {
    int line;
    i64 times;
  };

  int lines = 0;
  std::vector<quotient> quotients;
  std::vector<effect> effects;
  std::vector<weight> weights;
  std::vector<i64> residues;  ///< of each remainder, by loop
  std::vector<i64> moves;     ///< of each line, by loop

  const i64* residues_of(int loop) const { return residues.data() + static_cast<std::size_t>(loop) * quotients.size(); }
  const i64* moves_of(int loop) const { return moves.data() + static_cast<std::size_t>(loop * lines); }

  class builder;
};

/// Makes the numbers of a motion. Values are added in their order.
class runtime_motion::builder {
 public:
  builder(runtime_motion& out, int loops) : out_(out), loops_(loops) {}

  /// A variable; those of loops come first.
  void add_variable(interval r) {
    const int v = static_cast<int>(values_.size());
    change c{std::vector<i128>(place(loops_)), {}};
    for (int loop = 0; loop <= v && loop < loops_ && v < loops_; ++loop)
      c.move[place(loop)] = loop == v ? i128{1} : static_cast<i128>(r.lo) - r.hi;
    values_.push_back({std::move(c), false});
  }

  void add_quotient(const value_sum& s, i64 divisor) {
    change c = change_of(s, false);
    const int number = static_cast<int>(out_.quotients.size());
    quotient q{divisor, static_cast<int>(out_.effects.size()), 0, 0, 0, true};
    std::vector<i64> left;
    for (i128& move : c.move) left.push_back(divide(move, divisor));
    for (auto& [carry, times] : c.carries) {
      const i64 residue = divide(times, divisor);
      if (residue == 0) continue;
      out_.effects.push_back({carry, residue});
      out_.quotients[place(carry)].alone = false;
      ++q.effects;
    }
    c.carries.push_back({number, 1});
    out_.quotients.push_back(q);
    residues_.push_back(std::move(left));
    values_.push_back({std::move(c), false});
  }

  /// A value that is not followed; `step`: how much more it is where the last loop goes one on.
  void add_late(i64 step) {
    change c{std::vector<i128>(place(loops_)), {}};
    if (loops_ > 0) c.move.back() = step;
    values_.push_back({std::move(c), true});
  }

  /// How much a sum changes where the last loop goes one on and no quotient carries, its late values included.
  i64 step_of(const value_sum& s) const { return loops_ == 0 ? 0 : static_cast<i64>(change_of(s, true).move.back()); }

  /// Without its late values.
  void add_line(const value_sum& s) { lines_.push_back(change_of(s, false)); }

  void finish() {
    out_.lines = static_cast<int>(lines_.size());
    for (int loop = 0; loop < loops_; ++loop) {
      for (const std::vector<i64>& r : residues_) out_.residues.push_back(r[place(loop)]);
      for (const change& c : lines_) out_.moves.push_back(static_cast<i64>(c.move[place(loop)]));
    }
    for (std::size_t k = 0; k < out_.quotients.size(); ++k) {
      quotient& q = out_.quotients[k];
      q.first_weight = static_cast<int>(out_.weights.size());
      for (std::size_t line = 0; line < lines_.size(); ++line)
        for (const auto& [carry, times] : lines_[line].carries)
          if (carry == static_cast<int>(k) && times != 0)
            out_.weights.push_back({static_cast<int>(line), static_cast<i64>(times)});
      q.weights = static_cast<int>(out_.weights.size()) - q.first_weight;
    }
  }

 private:
  struct change {
    std::vector<i128> move;                     ///< by loop
    std::vector<std::pair<int, i128>> carries;  ///< and for each carry of these quotients, ascending
  };
  struct value {
    change by;
    bool late;
  };

  static std::size_t place(int k) { return static_cast<std::size_t>(k); }

  static i128 plus_product(i128 sum, i128 a, i64 b) {
    __extension__ using bits = unsigned __int128;
    return static_cast<i128>(static_cast<bits>(sum) + static_cast<bits>(a) * static_cast<bits>(b));
  }

  change change_of(const value_sum& s, bool with_late) const {
    change out{std::vector<i128>(place(loops_)), {}};
    for (const value_term& t : s.terms) {
      const value& v = values_[place(t.value)];
      if (v.late && !with_late) continue;
      for (std::size_t k = 0; k < out.move.size(); ++k)
        out.move[k] = plus_product(out.move[k], v.by.move[k], t.coefficient);
      for (const auto& [carry, times] : v.by.carries) {
        auto at = out.carries.begin();
        while (at != out.carries.end() && at->first < carry) ++at;
        if (at == out.carries.end() || at->first != carry) at = out.carries.insert(at, {carry, 0});
        at->second = plus_product(at->second, times, t.coefficient);
      }
    }
    return out;
  }

  /// Leaves the nearest quotient and gives what is left.
  static i64 divide(i128& a, i64 c) {
    i128 q = a / c, r = a % c;
    if (r > c / 2) r -= c, ++q;
    if (r < -(c / 2)) r += c, --q;
    a = q;
    return static_cast<i64>(r);
  }

  runtime_motion& out_;
  int loops_;
  std::vector<value> values_;
  std::vector<change> lines_;
  std::vector<std::vector<i64>> residues_;
};

}  // namespace mercator::detail
