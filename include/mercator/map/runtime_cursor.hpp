// The points of a map at run time, one after the other.
#pragma once

#include "mercator/map/runtime_program.hpp"

namespace mercator {

/// Stands at a point of a program's domain and goes on in lexicographic order, by additions: nothing is divided
/// but at the first point. (Where a quotient is taken of more than four minima and maxima, or there is little
/// room, it is divided at each run.) The program must stay where it is.
class runtime_cursor {
 public:
  /// At the first point for these values of the runtime variables, clamped to their intervals.
  explicit runtime_cursor(const runtime_program& map, std::span<const i64> runtimes = {})
      : p_(map), loops_(map.counts_.dimensions + map.counts_.ranges) {
    assert(static_cast<int>(runtimes.size()) == p_.counts_.runtimes);
    point_.resize(place(p_.counts_.variables()));
    results_.resize(place(p_.counts_.results));
    done_ = p_.known_empty_;
    for (int k = 0; k < p_.counts_.runtimes && !done_; ++k) {
      const interval allowed = p_.allowed_runtimes_[place(k)];
      const i64 x = std::min(std::max(runtimes[place(k)], allowed.lo), allowed.hi);
      point_[place(loops_ + k)] = x;
      done_ = !p_.box_[place(loops_ + k)].contains(x);
    }
    if (done_) return;
    for (int v = 0; v < loops_; ++v) point_[place(v)] = p_.box_[place(v)].lo;
    begin();
    if (!enter_run()) next_run();
  }

  explicit runtime_cursor(runtime_program&&, std::span<const i64> = {}) = delete;

  /// Whether there is no point any more.
  bool done() const { return done_; }
  /// Whether there is a point here: until the last one is left.
  explicit operator bool() const { return !done_; }

  /// Dimensions, then ranges, then runtime variables.
  const i64* point() const { return point_.data(); }
  /// The map's results at this point, until the cursor goes on.
  const i64* results() const { return results_.data(); }

  /// How many points the run has from here on, this one included: each is one more in the last loop's variable,
  /// and its results steps() more.
  i64 run() const { return left_; }
  /// How far the results move from a point of the run to the next.
  const i64* steps() const { return p_.steps_.data(); }

  /// How many runs as long as this one follow it, each advance() more in variable number advanced() and its
  /// results jumps() more than the one before.
  i64 repeats() const { return repeats_ - repeated_; }
  /// How far the results moved from the last run to this one.
  const i64* jumps() const { return jump_.data(); }
  /// The outermost loop that went on.
  int advanced() const { return advanced_; }
  /// By how much it did.
  i64 advance() const { return advance_; }

  /// To the next point; false where there is none.
  bool next() {
    if (--left_ <= 0) return next_run();
    ++point_[place(loops_ - 1)];
    for (std::size_t k = 0; k < results_.size(); ++k) results_[k] = program::add(results_[k], p_.steps_[k]);
    return true;
  }

  /// To the point after the run.
  bool next_run() {
    if (repeated_ < repeats_) return repeat();
    return next_block();
  }

  /// To the point after the run and those that repeat it.
  bool next_block() {
    do {
      if (!leave_block()) {
        done_ = true;
        return false;
      }
    } while (!enter_run());
    return true;
  }

 private:
  using program = runtime_program;
  using motion = detail::runtime_motion;
  static std::size_t place(int k) { return static_cast<std::size_t>(k); }

  void begin() {
    const motion& m = p_.motion_;
    start_ = point_;
    value_.resize(place(p_.counts_.variables()) + p_.operations_.size());
    p_.values_at(point_.data(), value_.data());
    for (const program::line& l : p_.lines_) line_.push_back(p_.direct_value(l, value_.data()));
    for (std::size_t k = 0; k < p_.operations_.size(); ++k) {
      const program::operation& o = p_.operations_[k];
      if (o.late) continue;
      const i64 q = value_[place(p_.counts_.variables()) + k];
      remainder_.push_back(program::add(line_[place(o.a)], program::multiply(q, -o.divisor)));
    }
    carry_.resize(remainder_.size());
    jump_.resize(line_.size());
    rows_ = loops_ > 1 && p_.late_.empty() && !p_.single_steps_ &&
            all_zero(m.residues_of(loops_ - 1), 0, carry_.size()) &&
            all_zero(m.residues_of(loops_ - 2), 0, carry_.size()) && keeps_constraints(m.moves_of(loops_ - 1)) &&
            keeps_constraints(m.moves_of(loops_ - 2));
  }

  static bool all_zero(const i64* list, std::size_t first, std::size_t end) {
    for (std::size_t k = first; k < end; ++k)
      if (list[k] != 0) return false;
    return true;
  }

  /// Whether no constraint's line changes by what the lines do.
  bool keeps_constraints(const i64* moves) const {
    const std::size_t results = results_.size();
    return all_zero(moves, results, results + p_.constraint_range_.size());
  }

  // ---- from run to run

  bool repeat() {
    ++repeated_;
    left_ = length_;
    for (std::size_t k = 0; k < results_.size(); ++k) results_[k] = line_[k] = program::add(line_[k], jump_[k]);
    start_[place(advanced_)] += advance_;
    point_[place(advanced_)] = start_[place(advanced_)];
    point_[place(loops_ - 1)] = start_[place(loops_ - 1)];
    return true;
  }

  /// To the first point after the block, whether in the domain or not.
  bool leave_block() {
    if (loops_ == 0) return false;
    const int last = loops_ - 1;
    finish_repeats();
    start_[place(last)] += length_ - 1;
    int loop = last;
    for (; loop >= 0 && start_[place(loop)] == p_.box_[place(loop)].hi; --loop)
      start_[place(loop)] = point_[place(loop)] = p_.box_[place(loop)].lo;
    if (loop < 0) return false;
    point_[place(loop)] = ++start_[place(loop)];
    step(loop);
    return true;
  }

  /// To the beginning of the last of the runs that repeat one.
  void finish_repeats() {
    const i64 left = repeats_ - repeated_;
    if (repeats_ == 0) return;
    for (std::size_t k = 0; k < line_.size(); ++k) line_[k] = program::add(line_[k], program::multiply(jump_[k], left));
    start_[place(advanced_)] += left * advance_;
    point_[place(advanced_)] = start_[place(advanced_)];
    if (carried_ < 0) return;
    const i64* residue = p_.motion_.residues_of(loops_ - 1);
    for (std::size_t k = 0; k < remainder_.size(); ++k)
      if (static_cast<int>(k) != carried_) remainder_[k] += residue[k] * (repeats_ * length_);
  }

  /// To the end of the run, and then one on in a loop, where those within it begin again.
  void step(int loop) {
    const motion& m = p_.motion_;
    const i64 along = length_ - 1;
    const i64 *moves = m.moves_of(loop), *moves_along = m.moves_of(loops_ - 1);
    for (std::size_t k = 0; k < line_.size(); ++k)
      line_[k] = program::add(line_[k], program::add(moves[k], program::multiply(moves_along[k], along)));
    const i64 *residue = m.residues_of(loop), *residue_along = m.residues_of(loops_ - 1);
    for (std::size_t k = 0; k < remainder_.size(); ++k) {
      const motion::quotient& q = m.quotients[k];
      i64 carries = 0;
      remainder_[k] += residue_along[k] * along;
      change(remainder_[k], q.divisor, residue[k], carries);
      for (int i = q.first_effect; i < q.first_effect + q.effects; ++i) {
        const motion::effect& e = m.effects[place(i)];
        for (i64 n = carry_[place(e.carry)]; n > 0; --n) change(remainder_[k], q.divisor, e.residue, carries);
        for (i64 n = carry_[place(e.carry)]; n < 0; ++n) change(remainder_[k], q.divisor, -e.residue, carries);
      }
      carry_[k] = carries;
      if (carries != 0) carry_into(line_, q, carries);
    }
  }

  void carry_into(std::vector<i64>& lines, const motion::quotient& q, i64 carries) const {
    for (int i = q.first_weight; i < q.first_weight + q.weights; ++i) {
      const motion::weight& w = p_.motion_.weights[place(i)];
      lines[place(w.line)] = program::add(lines[place(w.line)], program::multiply(w.times, carries));
    }
  }

  static void change(i64& remainder, i64 divisor, i64 by, i64& carries) {
    if (by < 0) {
      remainder += by;
      if (remainder < 0) remainder += divisor, --carries;
    } else if (remainder >= divisor - by) {
      remainder -= divisor - by, ++carries;
    } else {
      remainder += by;
    }
  }

  // ---- the run that begins here

  /// Its length, and the part of it that is in the domain. False where no point is.
  bool enter_run() {
    const int last = loops_ - 1;
    repeats_ = repeated_ = 0;
    find_length();
    if (!p_.late_.empty()) set_late_values();
    i64 first = 0, end = length_;
    for (std::size_t k = 0; k < p_.constraint_range_.size(); ++k) cut(k, first, end);
    left_ = end - first;
    if (left_ <= 0) return false;
    if (last >= 0) point_[place(last)] = start_[place(last)] + first;
    for (std::size_t k = 0; k < results_.size(); ++k)
      results_[k] = program::add(whole(k), program::multiply(first, p_.steps_[k]));
    return true;
  }

  /// Until a quotient carries, or the last loop ends.
  void find_length() {
    length_ = 1;
    if (loops_ == 0 || p_.single_steps_) return;
    const int last = loops_ - 1;
    const i64 end = interval{start_[place(last)], p_.box_[place(last)].hi}.count();
    const i64* residue = p_.motion_.residues_of(last);
    i64 second = end;
    int first_to_carry = -1;
    length_ = end;
    for (std::size_t k = 0; k < remainder_.size(); ++k) {
      if (residue[k] == 0) continue;
      const i64 until = steps_within(remainder_[k], residue[k], p_.motion_.quotients[k].divisor);
      if (until < length_) {
        second = length_;
        length_ = until;
        first_to_carry = static_cast<int>(k);
      } else if (until < second) {
        second = until;
      }
    }
    if (first_to_carry >= 0)
      find_repeats(first_to_carry, second);
    else if (rows_ && start_[place(last)] == p_.box_[place(last)].lo)
      set_rows();
  }

  /// How many of r, r + step, r + 2 * step, … are in [0, divisor - 1], r being so.
  static i64 steps_within(i64 r, i64 step, i64 divisor) {
    const i64 room = step > 0 ? divisor - 1 - r : r;
    return detail::times_within(static_cast<std::uint64_t>(room), static_cast<std::uint64_t>(magnitude(step))) + 1;
  }

  /// The run goes through a whole period of one quotient, and until `end` no other one carries.
  void find_repeats(int carrying, i64 end) {
    const motion& m = p_.motion_;
    const motion::quotient& q = m.quotients[place(carrying)];
    const i64 residue = m.residues_of(loops_ - 1)[carrying];
    if (length_ != q.divisor || !q.alone || end - length_ < length_ || !p_.late_.empty()) return;
    if (!keeps_constraints(m.moves_of(loops_ - 1))) return;
    for (std::size_t k = 0; k < jump_.size(); ++k) jump_[k] = program::multiply(m.moves_of(loops_ - 1)[k], length_);
    carry_into(jump_, q, residue);
    if (!keeps_constraints(jump_.data())) return;
    set_repeats(detail::times_within(static_cast<std::uint64_t>(end), static_cast<std::uint64_t>(length_)) - 1,
                loops_ - 1, length_, carrying);
  }

  /// Whole rows, one after the other.
  void set_rows() {
    const motion& m = p_.motion_;
    for (std::size_t k = 0; k < jump_.size(); ++k)
      jump_[k] = program::add(m.moves_of(loops_ - 2)[k], program::multiply(m.moves_of(loops_ - 1)[k], length_ - 1));
    const int row = loops_ - 2;
    set_repeats(interval{start_[place(row)], p_.box_[place(row)].hi}.count() - 1, row, 1, -1);
  }

  void set_repeats(i64 repeats, int variable, i64 by, int carried) {
    repeats_ = repeats;
    advanced_ = variable;
    advance_ = by;
    carried_ = carried;
  }

  void set_late_values() {
    for (const int k : p_.late_) {
      const program::operation& o = p_.operations_[place(k)];
      const i64 a = whole(place(o.a)), b = o.what == program::kind::divide ? 0 : whole(place(o.b));
      value_[place(p_.counts_.variables() + k)] = program::result_of(o, a, b);
    }
  }

  /// The value of a line, its late values included.
  i64 whole(std::size_t k) const { return program::add(line_[k], p_.late_value(p_.lines_[k], value_.data())); }

  /// Cuts the run to where a constraint holds.
  void cut(std::size_t constraint, i64& first, i64& end) const {
    const interval range = p_.constraint_range_[constraint];
    const std::size_t k = results_.size() + constraint;
    const i64 x = whole(k), step = p_.steps_[k];
    if (step == 0 || length_ == 1) {
      if (!range.contains(x)) end = first;
      return;
    }
    // x + n * step is in the range from n = before on, and no more from n = before + inside on
    const std::uint64_t size = static_cast<std::uint64_t>(magnitude(step));
    const i64 near = step > 0 ? range.lo : range.hi, far = step > 0 ? range.hi : range.lo;
    const bool begun = step > 0 ? x >= near : x <= near;
    if (!begun) first = std::max(first, saturating_add(detail::times_within(distance(near, x) - 1, size), 1));
    const bool over = step > 0 ? x > far : x < far;
    end = over ? first : std::min(end, saturating_add(detail::times_within(distance(far, x), size), 1));
  }

  static std::uint64_t distance(i64 a, i64 b) {
    return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
                 : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
  }

  const runtime_program& p_;
  int loops_;
  bool done_ = false, rows_ = false;
  i64 length_ = 1;  ///< of the run that begins at start_, in the domain or not
  i64 left_ = 1;
  i64 repeats_ = 0, repeated_ = 0;
  int advanced_ = 0, carried_ = -1;
  i64 advance_ = 0;
  std::vector<i64> start_, point_, results_;
  std::vector<i64> value_;              ///< only late values are kept up
  std::vector<i64> line_;               ///< without late values
  std::vector<i64> remainder_, carry_;  ///< by quotient
  std::vector<i64> jump_;               ///< of the lines, from a run to the one that repeats it
};

template <class Body>
void runtime_program::for_each_run(std::span<const i64> runtimes, Body&& body) const {
  for (runtime_cursor at(*this, runtimes); at; at.next_run()) body(at.point(), at.results(), at.steps(), at.run());
}

namespace detail {

/// The points of a run; the last variable is `at` at the first. Steps that are all 1, known as such, let
/// compilers work on several points at once.
template <int Results, bool Ones, class Body>
[[gnu::always_inline]] inline void visit_run(const i64* point, i64& at, const i64* first, const i64* steps, i64 count,
                                             Body& body) {
  i64 results[static_cast<std::size_t>(Results)], by[static_cast<std::size_t>(Results)];
  for (int k = 0; k < Results; ++k) results[k] = first[k], by[k] = Ones ? 1 : steps[k];
  const i64 begin = at;
  for (i64 n = 0; n < count; ++n) {
    at = begin + n;
    body(point, static_cast<const i64*>(results));
    for (int k = 0; k < Results; ++k) results[k] = wrapping_add(results[k], by[k]);
  }
}

/// A number of results that is known while compiling keeps them in registers.
template <int Results, bool Ones, class Body>
void visit_blocks(runtime_cursor& at, const map_counts& counts, Body& body) {
  i64 point[symbolic::limits::variables + 1], first[static_cast<std::size_t>(Results)];
  i64 steps[static_cast<std::size_t>(Results)], jumps[static_cast<std::size_t>(Results)];
  const int last = counts.dimensions + counts.ranges > 0 ? counts.dimensions + counts.ranges - 1 : counts.variables();
  for (int k = 0; k < Results; ++k) steps[k] = at.steps()[k];
  for (; at; at.next_block()) {
    std::copy(at.point(), at.point() + counts.variables(), point);
    if (last == counts.variables()) point[last] = 0;
    for (int k = 0; k < Results; ++k) first[k] = at.results()[k], jumps[k] = at.jumps()[k];
    const i64 count = at.run(), begin = point[last];
    i64& along = point[at.advanced()];
    for (i64 repeats = at.repeats();; --repeats) {
      const i64 place = along;
      visit_run<Results, Ones>(point, point[last], first, steps, count, body);
      if (repeats == 0) break;
      point[last] = begin;
      along = place + at.advance();
      for (int k = 0; k < Results; ++k) first[k] = wrapping_add(first[k], jumps[k]);
    }
  }
}

}  // namespace detail

template <int Results, class Body>
void runtime_program::for_each(std::span<const i64> runtimes, Body&& body) const {
  runtime_cursor at(*this, runtimes);
  if constexpr (Results > 0) {
    assert(counts_.results == Results && "mercator: for_each<N> requires a map with N results");
    if (counts_.results == Results) {
      const bool ones = std::all_of(at.steps(), at.steps() + Results, [](i64 step) { return step == 1; });
      return ones ? detail::visit_blocks<Results, true>(at, counts_, body)
                  : detail::visit_blocks<Results, false>(at, counts_, body);
    }
  }
  for (; at; at.next()) body(at.point(), at.results());
}

}  // namespace mercator
