// A map at run time made ready for evaluation: a short list of operations on numbered values, without a tree.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "mercator/map/runtime_map.hpp"

namespace mercator {

/// What a runtime_map is compiled to once. Its values are numbered: variables first, then what the operations
/// make. Each operation takes lines, which are combinations of values before it. Never changes: any number of
/// threads may use one.
class runtime_program {
 public:
  explicit runtime_program(const runtime_map& m);

  map_counts counts() const { return counts_; }
  int operations() const { return static_cast<int>(operations_.size()); }

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
      results[static_cast<std::size_t>(k)] = line_value(results_[place(k)], value);
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
  template <int Results = 0, class Body>
  void for_each(Body&& body) const {
    for_each<Results>({}, body);
  }

  /// Calls body(from, to, steps, count) for runs of points: the count points are from, then each one more in
  /// the last variable, and their results to, then each `steps` more. One after the other the runs are all
  /// points of the domain.
  template <class Body>
  void for_each_run(std::span<const i64> runtimes, Body&& body) const;
  template <class Body>
  void for_each_run(Body&& body) const {
    for_each_run({}, body);
  }

 private:
  friend class runtime_cursor;

  enum class kind : unsigned char { divide, smaller, larger };

  /// constant + the terms from first on.
  struct line {
    i64 constant = 0;
    int first = 0, terms = 0;
  };
  struct operation {
    kind what;
    bool stepped;  ///< its numbers are small enough that a quotient can be followed by additions
    int out;       ///< a division makes two values: the quotient, then the remainder
    line a, b;
    i64 divisor;  ///< above 0
    int shift;    ///< of a divisor that is a power of two; else -1
    i64 quotient_step,
        remainder_step;  ///< of one more in the last variable, while the quotient's own does not jump
  };
  struct bounded_line {
    line what;
    interval range;
    i64 step;
  };

  static constexpr int max_values = symbolic::limits::variables + 2 * symbolic::limits::nodes;
  static std::size_t place(int k) { return static_cast<std::size_t>(k); }

  // Sums and products on the way may leave 64 bits and come back.
  static i64 add(i64 a, i64 b) {
    return static_cast<i64>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
  static i64 multiply(i64 a, i64 b) {
    return static_cast<i64>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  }

  static void divide(const operation& o, i64 a, i64* value) {
    value[o.out] = o.shift >= 0 ? a >> o.shift : floor_div(a, o.divisor);
    value[o.out + 1] = add(a, multiply(value[o.out], -o.divisor));
  }

  i64 line_value(const line& l, const i64* value) const {
    i64 sum = l.constant;
    for (int k = l.first, e = k + l.terms; k < e; ++k)
      sum = add(sum, multiply(coefficient_[place(k)], value[value_[place(k)]]));
    return sum;
  }

  void values_at(const i64* point, i64* value) const {
    for (int v = 0; v < counts_.variables(); ++v) value[v] = point[v];
    for (const operation& o : operations_) {
      const i64 a = line_value(o.a, value);
      if (o.what == kind::divide) {
        divide(o, a, value);
      } else {
        const i64 b = line_value(o.b, value);
        value[o.out] = (o.what == kind::smaller) == (a < b) ? a : b;
      }
    }
  }

  bool in_box(const i64* point) const {
    if (known_empty_) return false;
    for (int v = 0; v < counts_.variables(); ++v)
      if (!box_[place(v)].contains(point[v])) return false;
    return true;
  }

  bool keeps_constraints(const i64* value) const {
    for (const bounded_line& c : constraints_)
      if (!c.range.contains(line_value(c.what, value))) return false;
    return true;
  }

  class compiler;

  map_counts counts_;
  bool known_empty_ = false;
  bool single_steps_ = false;  ///< runs are of one point: a minimum or maximum may change sides
  int values_ = 0;
  std::vector<interval> box_, allowed_runtimes_;
  std::vector<i64> coefficient_;
  std::vector<int> value_;
  std::vector<operation> operations_;
  std::vector<line> results_;
  std::vector<bounded_line> constraints_;
  std::vector<i64> result_steps_;
  std::vector<i64>
      quotient_jumps_;  ///< of each loop, where it goes one on and those within begin again; by operation
};

/// Makes a program from a tree.
class runtime_program::compiler {
 public:
  compiler(runtime_program& out, const runtime_tree& t) : out_(out), t_(t) {}

  void run() {
    const int variables = t_.variables();
    out_.values_ = variables;
    for (int v = 0; v < variables; ++v) {
      const interval r = t_.known_empty ? nothing : t_.box[v];
      out_.box_.push_back(r);
      range_.push_back(r);
      step_.push_back(v == last_variable() ? 1 : 0);
    }
    node_.resize(place(t_.nodes));
    for (int n = 0; n < t_.nodes; ++n) node_[place(n)] = sum_of(n);
    for (int k = 0; k < t_.results; ++k) {
      out_.results_.push_back(store(node_[place(t_.result[k])]));
      out_.result_steps_.push_back(step_of(node_[place(t_.result[k])]));
    }
    for (int k = 0; k < t_.constraints; ++k) {
      const sum& s = node_[place(t_.constraint[k])];
      out_.constraints_.push_back({store(s), t_.constraint_range[k], step_of(s)});
    }
    add_jumps();
  }

 private:
  struct term {
    int value;
    i64 coefficient;
  };
  /// A combination of values, each once, ascending.
  struct sum {
    i64 constant = 0;
    std::vector<term> terms;
  };

  int last_variable() const { return t_.dims + t_.ranges - 1; }

  static sum of_value(int value, i64 coefficient = 1) { return {0, {{value, coefficient}}}; }

  static sum scaled(sum s, i64 c) {
    s.constant = multiply(s.constant, c);
    for (term& t : s.terms) t.coefficient = multiply(t.coefficient, c);
    return s;
  }

  static void accumulate(sum& to, const sum& from) {
    to.constant = add(to.constant, from.constant);
    for (const term& t : from.terms) {
      auto at = to.terms.begin();
      while (at != to.terms.end() && at->value < t.value) ++at;
      if (at == to.terms.end() || at->value != t.value) {
        to.terms.insert(at, t);
        continue;
      }
      at->coefficient = add(at->coefficient, t.coefficient);
      if (at->coefficient == 0) to.terms.erase(at);
    }
  }

  sum sum_of(int n) {
    const i64 v = t_.value[n];
    const int* child = t_.child + t_.first[n];
    switch (t_.kind[n]) {
      case symbolic::op::constant:
        return {v, {}};
      case symbolic::op::variable:
        return of_value(static_cast<int>(v));
      case symbolic::op::product:
        return scaled(node_[place(child[0])], v);
      case symbolic::op::floordiv:
        return of_value(division(scaled(node_[place(child[0])], v < 0 ? -1 : 1), v < 0 ? -v : v));
      case symbolic::op::ceildiv:
        return of_value(division(scaled(node_[place(child[0])], v < 0 ? 1 : -1), v < 0 ? -v : v), -1);
      case symbolic::op::mod:
        return of_value(division(scaled(node_[place(child[0])], v < 0 ? -1 : 1), v < 0 ? -v : v) + 1,
                        v < 0 ? -1 : 1);
      case symbolic::op::min:
        return of_value(extremum(kind::smaller, node_[place(child[0])], node_[place(child[1])]));
      case symbolic::op::max:
        return of_value(extremum(kind::larger, node_[place(child[0])], node_[place(child[1])]));
      case symbolic::op::sum:
        break;
    }
    sum out;
    for (int k = 0; k < t_.count[n]; ++k) accumulate(out, node_[place(child[k])]);
    return out;
  }

  /// The value that is the sum floordiv c; the one after it is the sum mod c.
  int division(const sum& s, i64 c) {
    for (std::size_t k = 0; k < out_.operations_.size(); ++k)
      if (out_.operations_[k].what == kind::divide && out_.operations_[k].divisor == c && same(operand_[k], s))
        return out_.operations_[k].out;
    const i64 step = step_of(s);
    i64 remainder = floor_mod(step, c);
    if (remainder > c / 2) remainder -= c;
    const int out = out_.values_;
    const i64 quotient = add(floor_div(step, c), remainder < 0 ? 1 : 0);
    const bool stepped = c < i64{1} << 58 && is_small(s);
    out_.operations_.push_back({kind::divide, stepped, out, store(s), {}, c, shift_of(c), quotient, remainder});
    operand_.push_back(s);
    add_value(floor_div(range_of(s), c), quotient);
    add_value({0, c - 1}, remainder);
    return out;
  }

  int extremum(kind what, const sum& a, const sum& b) {
    const int out = out_.values_;
    const interval x = range_of(a), y = range_of(b);
    out_.operations_.push_back({what, false, out, store(a), store(b), 1, 0, 0, 0});
    operand_.push_back(a);
    if (step_of(a) != step_of(b)) out_.single_steps_ = true;
    add_value(what == kind::smaller ? minimum(x, y) : maximum(x, y), step_of(a));
    return out;
  }

  static int shift_of(i64 c) {
    int shift = 0;
    while (shift < 62 && i64{1} << shift < c) ++shift;
    return i64{1} << shift == c ? shift : -1;
  }

  void add_value(interval range, i64 step) {
    ++out_.values_;
    range_.push_back(range);
    step_.push_back(step);
  }

  static bool same(const sum& a, const sum& b) {
    if (a.constant != b.constant || a.terms.size() != b.terms.size()) return false;
    for (std::size_t k = 0; k < a.terms.size(); ++k)
      if (a.terms[k].value != b.terms[k].value || a.terms[k].coefficient != b.terms[k].coefficient)
        return false;
    return true;
  }

  line store(const sum& s) {
    const line l{s.constant, static_cast<int>(out_.value_.size()), static_cast<int>(s.terms.size())};
    for (const term& t : s.terms) {
      out_.coefficient_.push_back(t.coefficient);
      out_.value_.push_back(t.value);
    }
    return l;
  }

  i64 step_of(const sum& s) const {
    i64 step = 0;
    for (const term& t : s.terms) step = add(step, multiply(t.coefficient, step_[place(t.value)]));
    return step;
  }

  interval range_of(const sum& s) const {
    interval r{s.constant, s.constant};
    for (const term& t : s.terms) r = r + range_[place(t.value)] * t.coefficient;
    return r;
  }

  /// Whether no sum of the terms' parts comes near 64 bits.
  bool is_small(const sum& s) const {
    constexpr i64 large = i64{1} << 60;
    i64 size = magnitude(s.constant);
    for (const term& t : s.terms) {
      const interval r = range_[place(t.value)];
      size = saturating_add(
          size, saturating_mul(std::max(magnitude(r.lo), magnitude(r.hi)), magnitude(t.coefficient)));
    }
    return size < large;
  }

  void add_jumps() {
    const int loops = t_.dims + t_.ranges;
    for (int loop = 0; loop < loops; ++loop)
      for (std::size_t k = 0; k < operand_.size(); ++k) {
        const operation& o = out_.operations_[k];
        i64 jump = 0;
        for (const term& t : operand_[k].terms) {
          if (!o.stepped || t.value < loop || t.value >= loops) continue;
          const interval r = range_[place(t.value)];
          jump = add(jump, multiply(t.coefficient, t.value == loop ? 1 : r.lo - r.hi));
        }
        out_.quotient_jumps_.push_back(floor_div(jump, o.divisor));
      }
  }

  runtime_program& out_;
  const runtime_tree& t_;
  std::vector<sum> node_, operand_;
  std::vector<interval> range_;
  std::vector<i64> step_;
};

inline runtime_program::runtime_program(const runtime_map& m) : counts_(m.counts()) {
  const runtime_map simple = m.simplify();
  const int loops = counts_.dimensions + counts_.ranges;
  for (int k = 0; k < counts_.runtimes; ++k) allowed_runtimes_.push_back(m.variable(loops + k));
  known_empty_ = simple.is_known_empty();
  compiler(*this, *simple.tree_).run();
  for (const interval r : box_) known_empty_ = known_empty_ || r.empty();
}

}  // namespace mercator
