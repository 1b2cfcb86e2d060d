// A map at run time made ready for evaluation: a short list of operations on numbered values, without a tree.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "mercator/map/runtime_motion.hpp"

namespace mercator {

/// What a runtime_map is compiled to once. Its values are numbered: variables first, then what the operations
/// make. Each operation takes lines, which are combinations of values before it. Never changes: any number of
/// threads may use one.
class runtime_program {
 public:
  /// Compiles a map.
  explicit runtime_program(const runtime_map& m);

  map_counts counts() const { return counts_; }
  /// How many operations an evaluation takes.
  int operations() const { return static_cast<int>(operations_.size()); }

  /// How many quotients a cursor divides for at each run, where it goes on by additions for all others: those
  /// of more than four minima and maxima, and where there is little room.
  int divided() const {
    return static_cast<int>(std::count_if(operations_.begin(), operations_.end(),
                                          [](const operation& o) { return o.late && o.what == kind::divide; }));
  }

  /// The results at a point of the domain: dimensions, then ranges, then runtime variables. Elsewhere an
  /// assertion fails in debug builds, and the results mean nothing.
  void evaluate(std::span<const i64> point, std::span<i64> results) const {
    assert(static_cast<int>(point.size()) == counts_.variables());
    assert(static_cast<int>(results.size()) == counts_.results);
    assert(in_box(point.data()) && "mercator: evaluate requires a point of the map's domain");
    i64 value[max_values];
    values_at(point.data(), value);
    assert(keeps_constraints(value) && "mercator: evaluate requires a point of the map's domain");
    for (int k = 0; k < counts_.results; ++k)
      results[static_cast<std::size_t>(k)] = line_value(lines_[place(k)], value);
  }

  /// Whether a point is in the domain.
  bool contains(std::span<const i64> point) const {
    if (static_cast<int>(point.size()) != counts_.variables() || !in_box(point.data())) return false;
    i64 value[max_values];
    values_at(point.data(), value);
    return keeps_constraints(value);
  }

  /// Calls body(from, to) for every point of the domain in lexicographic order, for these values of the runtime
  /// variables, clamped: from points to dimensions, ranges and runtime variables, to to the results.
  /// for_each<N>(…) is faster, for a map that has N results.
  template <int Results = 0, class Body>
  void for_each(std::span<const i64> runtimes, Body&& body) const;
  /// The same where no runtime variable has to be given.
  template <int Results = 0, class Body>
  void for_each(Body&& body) const {
    for_each<Results>({}, body);
  }

  /// Calls body(from, to, steps, count) for runs of points: the count points are from, then each one more in
  /// the last variable, and their results to, then each `steps` more. One after the other the runs are all
  /// points of the domain.
  template <class Body>
  void for_each_run(std::span<const i64> runtimes, Body&& body) const;
  /// The same where no runtime variable has to be given.
  template <class Body>
  void for_each_run(Body&& body) const {
    for_each_run({}, body);
  }

 private:
  friend class runtime_cursor;
  class compiler;

  enum class kind : unsigned char { divide, smaller, larger };

  /// constant + the terms from `first` on: `direct` of them are of variables and quotients that a cursor
  /// follows by additions, then up to `terms` those of late values, which it computes anew at each step.
  struct line {
    i64 constant = 0;
    int first = 0, direct = 0, terms = 0;
  };
  struct operation {
    kind what;
    bool late;
    int a, b;     ///< the lines' numbers; only an extremum has b
    i64 divisor;  ///< above 0
    int shift;    ///< of a divisor that is a power of two; else -1
  };

  static constexpr int max_values = symbolic::limits::variables + 2 * symbolic::limits::nodes;
  static std::size_t place(int k) { return static_cast<std::size_t>(k); }
  static i64 add(i64 a, i64 b) { return detail::wrapping_add(a, b); }
  static i64 multiply(i64 a, i64 b) { return detail::wrapping_mul(a, b); }

  i64 terms_value(int first, int end, const i64* value) const {
    i64 sum = 0;
    for (int k = first; k < end; ++k) sum = add(sum, multiply(coefficient_[place(k)], value[value_[place(k)]]));
    return sum;
  }
  i64 line_value(const line& l, const i64* value) const {
    return add(l.constant, terms_value(l.first, l.first + l.terms, value));
  }
  i64 direct_value(const line& l, const i64* value) const {
    return add(l.constant, terms_value(l.first, l.first + l.direct, value));
  }
  i64 late_value(const line& l, const i64* value) const {
    return l.direct == l.terms ? 0 : terms_value(l.first + l.direct, l.first + l.terms, value);
  }

  static i64 result_of(const operation& o, i64 a, i64 b) {
    if (o.what == kind::divide) return o.shift >= 0 ? a >> o.shift : floor_div(a, o.divisor);
    return (o.what == kind::smaller) == (a < b) ? a : b;
  }

  void values_at(const i64* point, i64* value) const {
    for (int v = 0; v < counts_.variables(); ++v) value[v] = point[v];
    i64* out = value + counts_.variables();
    for (const operation& o : operations_) {
      const i64 a = line_value(lines_[place(o.a)], value);
      *out++ = result_of(o, a, o.what == kind::divide ? 0 : line_value(lines_[place(o.b)], value));
    }
  }

  bool in_box(const i64* point) const {
    if (known_empty_) return false;
    for (int v = 0; v < counts_.variables(); ++v)
      if (!box_[place(v)].contains(point[v])) return false;
    return true;
  }

  bool keeps_constraints(const i64* value) const {
    for (std::size_t k = 0; k < constraint_range_.size(); ++k)
      if (!constraint_range_[k].contains(line_value(lines_[place(counts_.results) + k], value))) return false;
    return true;
  }

  map_counts counts_;
  bool known_empty_ = false;
  bool single_steps_ = false;  ///< runs are of one point: a late value may not change by the same along one
  std::vector<interval> box_, allowed_runtimes_;
  std::vector<i64> coefficient_;
  std::vector<int> value_;
  std::vector<operation> operations_;
  std::vector<int> late_;    ///< the operations whose values are late
  std::vector<line> lines_;  ///< results, then constraints, then what operations take
  std::vector<interval> constraint_range_;
  std::vector<i64> steps_;  ///< of the lines, of one more in the last variable, while no quotient jumps
  detail::runtime_motion motion_;
};

/// Makes a program from a tree.
class runtime_program::compiler {
 public:
  compiler(runtime_program& out, const runtime_tree& t)
      : out_(out), t_(t), values_(t.variables()), motion_(out.motion_, t.dims + t.ranges) {}

  void run() {
    for (int v = 0; v < t_.variables(); ++v) {
      out_.box_.push_back(t_.known_empty ? nothing : t_.box[v]);
      motion_.add_variable(out_.box_.back());
      late_.push_back(false);
    }
    node_.resize(place(t_.nodes));
    for (int n = 0; n < t_.nodes; ++n) node_[place(n)] = sum_of(n);
    for (int k = 0; k < t_.results; ++k) store(node_[place(t_.result[k])]);
    for (int k = 0; k < t_.constraints; ++k) {
      store(node_[place(t_.constraint[k])]);
      out_.constraint_range_.push_back(t_.constraint_range[k]);
    }
    for (const part& p : parts_) {
      operation o = p.o;
      o.a = store(p.a);
      if (o.what != kind::divide) o.b = store(p.b);
      if (o.late) out_.late_.push_back(static_cast<int>(out_.operations_.size()));
      out_.operations_.push_back(o);
    }
    motion_.finish();
  }

 private:
  using sum = detail::value_sum;
  /// An operation and what it takes.
  struct part {
    operation o;
    sum a, b;
  };

  sum sum_of(int n) {
    const i64 v = t_.value[n];
    const int* child = t_.child + t_.first[n];
    const auto operand = [&](int k) -> const sum& { return node_[place(child[k])]; };
    switch (t_.kind[n]) {
      case symbolic::op::constant:
        return {v, {}};
      case symbolic::op::variable:
        return sum::of(static_cast<int>(v));
      case symbolic::op::product:
        return operand(0).times(v);
      case symbolic::op::floordiv:
        return quotient(operand(0), v);
      case symbolic::op::ceildiv:
        return quotient(operand(0).times(-1), v).times(-1);
      case symbolic::op::mod:
        return operand(0).plus(quotient(operand(0), v).times(multiply(v, -1)));
      case symbolic::op::min:
        return extremum(kind::smaller, operand(0), operand(1));
      case symbolic::op::max:
        return extremum(kind::larger, operand(0), operand(1));
      case symbolic::op::sum:
        break;
    }
    sum out;
    for (int k = 0; k < t_.count[n]; ++k) out = out.plus(operand(k));
    return out;
  }

  sum quotient(const sum& s, i64 c) {
    constexpr int most_extremes = 4;
    return c < 0 ? division(s.times(-1), -c, most_extremes) : division(s, c, most_extremes);
  }

  /// The sum floordiv c. The quotient of an extremum is the extremum of the quotients: these can be followed by
  /// additions.
  sum division(const sum& s, i64 c, int extremes) {
    const detail::value_term* late = nullptr;
    for (const detail::value_term& t : s.terms)
      if (late_[place(t.value)]) late = &t;
    if (late != nullptr && extremes > 0 && values_ + t_.nodes + (1 << (extremes + 1)) < max_values) {
      const part inner = part_of(late->value);
      if (inner.o.what != kind::divide) {
        const sum rest = s.without(late->value);
        const bool turned = late->coefficient < 0;
        const sum a = division(rest.plus(inner.a.times(late->coefficient)), c, extremes - 1);
        const sum b = division(rest.plus(inner.b.times(late->coefficient)), c, extremes - 1);
        return extremum((inner.o.what == kind::smaller) != turned ? kind::smaller : kind::larger, a, b);
      }
    }
    return sum::of(make({{kind::divide, late != nullptr, 0, 0, c, shift_of(c)}, s, {}}));
  }

  sum extremum(kind what, const sum& a, const sum& b) {
    return a == b ? a : sum::of(make({{what, true, 0, 0, 1, -1}, a, b}));
  }

  const part& part_of(int value) const { return parts_[place(value - t_.variables())]; }

  /// The number of the operation's value.
  int make(part p) {
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const part& old = parts_[k];
      if (old.o.what == p.o.what && old.o.divisor == p.o.divisor && old.a == p.a && old.b == p.b)
        return t_.variables() + static_cast<int>(k);
    }
    late_.push_back(p.o.late);
    if (p.o.late) {
      const i64 step = motion_.step_of(p.a), other = p.o.what == kind::divide ? 0 : motion_.step_of(p.b);
      out_.single_steps_ |= step != other;
      motion_.add_late(step);
    } else {
      motion_.add_quotient(p.a, p.o.divisor);
    }
    parts_.push_back(std::move(p));
    return values_++;
  }

  static int shift_of(i64 c) {
    int shift = 0;
    while (shift < 62 && i64{1} << shift < c) ++shift;
    return i64{1} << shift == c ? shift : -1;
  }

  int store(const sum& s) {
    line l{s.constant, static_cast<int>(out_.value_.size()), 0, static_cast<int>(s.terms.size())};
    for (const bool late : {false, true})
      for (const detail::value_term& t : s.terms) {
        if (late_[place(t.value)] != late) continue;
        out_.coefficient_.push_back(t.coefficient);
        out_.value_.push_back(t.value);
        l.direct += !late;
      }
    out_.lines_.push_back(l);
    out_.steps_.push_back(motion_.step_of(s));
    motion_.add_line(s);
    return static_cast<int>(out_.lines_.size()) - 1;
  }

  runtime_program& out_;
  const runtime_tree& t_;
  int values_;
  std::vector<sum> node_;
  std::vector<part> parts_;
  std::vector<bool> late_;  ///< by value
  detail::runtime_motion::builder motion_;
};

inline runtime_program::runtime_program(const runtime_map& m) : counts_(m.counts()) {
  const runtime_map simple = m.simplify();
  for (int k = 0; k < counts_.runtimes; ++k) allowed_runtimes_.push_back(m.clamped_to(k));
  known_empty_ = simple.is_known_empty();
  for (int v = 0; v < counts_.variables(); ++v) known_empty_ = known_empty_ || simple.variable(v).empty();
  compiler(*this, *simple.tree_).run();
}

}  // namespace mercator
