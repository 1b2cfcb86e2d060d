// The points of a map at run time, one after the other.
#pragma once

#include "mercator/map/runtime_program.hpp"

namespace mercator {

/// Stands at a point of a program's domain and goes on in lexicographic order, by additions: a quotient follows
/// its numerator by steps known beforehand. Divided is only where a quotient of quotients jumps by several at
/// once, where numbers come near 64 bits, and once a run where a constraint changes along it by more than 1 a
/// step. The program must stay where it is.
class runtime_cursor {
 public:
  /// At the first point for these values of the runtime variables, clamped to their intervals.
  explicit runtime_cursor(const runtime_program& map, std::span<const i64> runtimes = {})
      : p_(map), loops_(map.counts_.dimensions + map.counts_.ranges) {
    assert(static_cast<int>(runtimes.size()) == p_.counts_.runtimes);
    value_.resize(place(p_.values_));
    point_.resize(place(p_.counts_.variables()));
    results_.resize(place(p_.counts_.results));
    done_ = p_.known_empty_;
    for (int k = 0; k < p_.counts_.runtimes && !done_; ++k) {
      const interval allowed = p_.allowed_runtimes_[place(k)];
      const i64 x = std::min(std::max(runtimes[place(k)], allowed.lo), allowed.hi);
      value_[place(loops_ + k)] = point_[place(loops_ + k)] = x;
      done_ = !p_.box_[place(loops_ + k)].contains(x);
    }
    if (done_) return;
    for (int v = 0; v < loops_; ++v) point_[place(v)] = p_.box_[place(v)].lo;
    p_.values_at(point_.data(), value_.data());
    if (!enter_run()) next_run();
  }

  explicit runtime_cursor(runtime_program&&, std::span<const i64> = {}) = delete;

  /// Whether there is no point any more.
  bool done() const { return done_; }
  explicit operator bool() const { return !done_; }

  /// Dimensions, then ranges, then runtime variables.
  const i64* point() const { return point_.data(); }
  const i64* results() const { return results_.data(); }

  /// How many points the run has from here on, this one included: each is one more in the last loop's variable,
  /// and its results steps() more.
  i64 run() const { return left_; }
  const i64* steps() const { return p_.result_steps_.data(); }

  /// To the next point; false where there is none.
  bool next() {
    if (--left_ <= 0) return next_run();
    ++point_[place(loops_ - 1)];
    for (std::size_t k = 0; k < results_.size(); ++k)
      results_[k] = program::add(results_[k], p_.result_steps_[k]);
    return true;
  }

  /// To the point after the run.
  bool next_run() {
    do {
      if (!advance()) {
        done_ = true;
        return false;
      }
    } while (!enter_run());
    return true;
  }

 private:
  using program = runtime_program;
  static std::size_t place(int k) { return static_cast<std::size_t>(k); }

  /// To the first point after the run that was entered last, whether in the domain or not.
  bool advance() {
    if (loops_ == 0) return false;
    int loop = loops_ - 1;
    const interval last = p_.box_[place(loop)];
    const std::uint64_t left = static_cast<std::uint64_t>(last.hi) - static_cast<std::uint64_t>(value_[place(loop)]);
    if (static_cast<std::uint64_t>(length_) <= left) {
      value_[place(loop)] = point_[place(loop)] = value_[place(loop)] + length_;
      follow([&](std::size_t k) { return program::multiply(p_.operations_[k].quotient_step, length_); });
      return true;
    }
    for (; loop >= 0 && (loop == loops_ - 1 || value_[place(loop)] == p_.box_[place(loop)].hi); --loop)
      value_[place(loop)] = point_[place(loop)] = p_.box_[place(loop)].lo;
    if (loop < 0) return false;
    ++value_[place(loop)];
    ++point_[place(loop)];
    const i64* jumps = p_.quotient_jumps_.data() + place(loop) * p_.operations_.size();
    follow([&](std::size_t k) {
      return program::add(jumps[k], program::multiply(p_.operations_[k].quotient_step, length_ - 1));
    });
    return true;
  }

  /// Sets the values that operations make, where a quotient has become about jump(operation) more.
  template <class Jump>
  void follow(Jump jump) {
    i64* value = value_.data();
    for (std::size_t k = 0; k < p_.operations_.size(); ++k) {
      const program::operation& o = p_.operations_[k];
      const i64 a = p_.line_value(o.a, value);
      if (o.what != program::kind::divide) {
        const i64 b = p_.line_value(o.b, value);
        value[o.out] = (o.what == program::kind::smaller) == (a < b) ? a : b;
      } else if (o.stepped) {
        step(o, a, jump(k), value);
      } else {
        program::divide(o, a, value);
      }
    }
  }

  static void step(const program::operation& o, i64 a, i64 jump, i64* value) {
    constexpr int near = 4;
    i64 q = program::add(value[o.out], jump), r = program::add(a, program::multiply(q, -o.divisor));
    for (int k = 0; k < near && r < 0; ++k) r += o.divisor, --q;
    for (int k = 0; k < near && r >= o.divisor; ++k) r -= o.divisor, ++q;
    if (r < 0 || r >= o.divisor) return program::divide(o, a, value);
    value[o.out] = q;
    value[o.out + 1] = r;
  }

  /// The run that begins here: its length, and the part of it that is in the domain. False where no point is.
  bool enter_run() {
    const int last = loops_ - 1;
    length_ = last < 0 || p_.single_steps_ ? 1 : interval{value_[place(last)], p_.box_[place(last)].hi}.count();
    for (const program::operation& o : p_.operations_)
      if (o.what == program::kind::divide && o.remainder_step != 0)
        length_ = steps_within(value_[place(o.out + 1)], o.remainder_step, o.divisor, length_);
    i64 first = 0, end = length_;
    for (const program::bounded_line& c : p_.constraints_) cut(c, first, end);
    left_ = end - first;
    if (left_ <= 0) return false;
    if (last >= 0) point_[place(last)] = value_[place(last)] + first;
    for (std::size_t k = 0; k < results_.size(); ++k)
      results_[k] = program::add(p_.line_value(p_.results_[k], value_.data()),
                                 program::multiply(first, p_.result_steps_[k]));
    return true;
  }

  /// How many of the first `most` of r, r + step, r + 2 * step, … are in [0, divisor - 1], r being so.
  static i64 steps_within(i64 r, i64 step, i64 divisor, i64 most) {
    const i64 room = step > 0 ? divisor - 1 - r : r, size = magnitude(step);
    if (room == i64_max) return most;
    if (size == 1) return room + 1 < most ? room + 1 : most;
    i64 count = 1;
    for (i64 left = room; count < most && left >= size; left -= size) ++count;
    return count;
  }

  /// Cuts the run to where a constraint holds.
  void cut(const program::bounded_line& c, i64& first, i64& end) const {
    const i64 x = p_.line_value(c.what, value_.data());
    if (c.step == 0 || length_ == 1) {
      if (!c.range.contains(x)) end = first;
      return;
    }
    interval room{saturating_add(c.range.lo, -x), saturating_add(c.range.hi, -x)};
    if (c.step < 0) room = {negated(room.hi), negated(room.lo)};
    const i64 size = magnitude(c.step);
    first = std::max(first, size == 1 ? room.lo : ceil_div(room.lo, size));
    end = std::min(end, saturating_add(size == 1 ? room.hi : floor_div(room.hi, size), 1));
  }

  static i64 negated(i64 x) { return x == i64_min ? i64_max : -x; }

  const runtime_program& p_;
  int loops_;
  bool done_ = false;
  i64 length_ = 1;  ///< of the run that begins at the values, in the domain or not
  i64 left_ = 1;
  std::vector<i64> value_, point_, results_;
};

template <class Body>
void runtime_program::for_each_run(std::span<const i64> runtimes, Body&& body) const {
  for (runtime_cursor at(*this, runtimes); at; at.next_run())
    body(at.point(), at.results(), at.steps(), at.run());
}

namespace detail {

/// The points of the rest of a run. A number of results that is known while compiling keeps them in registers.
template <int Results, class Body>
void visit_run(const runtime_cursor& at, i64* point, int last, Body& body) {
  i64 results[static_cast<std::size_t>(Results)];
  for (int k = 0; k < Results; ++k) results[k] = at.results()[k];
  for (i64 left = at.run();;) {
    body(static_cast<const i64*>(point), static_cast<const i64*>(results));
    if (--left == 0) return;
    ++point[last];
    for (int k = 0; k < Results; ++k)
      results[k] =
          static_cast<i64>(static_cast<std::uint64_t>(results[k]) + static_cast<std::uint64_t>(at.steps()[k]));
  }
}

template <int Results, class Body>
void visit_runs(runtime_cursor& at, const map_counts& counts, Body& body) {
  std::vector<i64> point(static_cast<std::size_t>(counts.variables()) + 1);
  const int last = counts.dimensions + counts.ranges - 1;
  for (; at; at.next_run()) {
    std::copy(at.point(), at.point() + counts.variables(), point.begin());
    visit_run<Results>(at, point.data(), last, body);
  }
}

}  // namespace detail

template <int Results, class Body>
void runtime_program::for_each(std::span<const i64> runtimes, Body&& body) const {
  runtime_cursor at(*this, runtimes);
  if constexpr (Results > 0) {
    assert(counts_.results == Results && "mercator: for_each<N> requires a map with N results");
    if (counts_.results == Results) return detail::visit_runs<Results>(at, counts_, body);
  }
  for (; at; at.next()) body(at.point(), at.results());
}

}  // namespace mercator
