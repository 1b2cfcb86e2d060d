// Arranged lines as words, without a tree between: what every composed map goes through.
#pragma once

#include "mercator/map/pack.hpp"
#include "mercator/symbolic/simplify.hpp"

namespace mercator::packing {

/// Writes a simplified map into words, all 0, that has points and no constraints; see symbolic::tree_writer. Lines that
/// are the operand of several terms with one divisor stand once. What does not fit is counted, and not written.
class word_writer {
 public:
  constexpr word_writer(i64* word, int capacity) : word_(word), capacity_(capacity) {}

  constexpr int used() const { return used_; }
  constexpr bool from_zero() const { return from_zero_; }

  constexpr void begin(const symbolic::map_form& m) {
    const int variables = m.variables();
    dims_ = m.dims;
    ranges_end_ = m.dims + m.ranges;
    variables_ = variables;
    next_result_ = 2 * variables;
    used_ = next_result_ + m.results;
    if (used_ > capacity_) return;
    for (int v = 0; v < variables; ++v) {
      const i64 lo = m.p.lo[v];
      if (lo != 0) {
        from_zero_ = false;
        word_[2 * v] = lo;
      }
      word_[2 * v + 1] = m.p.hi[v];
    }
  }
  constexpr void use(symbolic::arrangement* lines) {
    lines_ = lines;
    pool_ = lines ? &lines->lines() : nullptr;
    nodes_ = lines ? &lines->nodes() : nullptr;
    known_ = 0;
  }
  constexpr void add_result(int line) { put_result(reference(line)); }

  /// A result that is written as it stands; see `stands`.
  constexpr void add_as_it_stands(const symbolic::pool& p, int line) {
    pool_ = &p;
    const int last = p.begin[line] + p.length[line] - 1, a = p.length[line] == 0 ? -1 : p.atom[last];
    if (a < variables_) return put_result(reference(line));
    const int at = place_quotient(a);
    put_result(p.coefficient[last] == -p.divisor[a] ? code_of(term::mod, at) * forms + lone_term : reference(line));
  }

 private:
  using spelled_lines = symbolic::spelled_lines;

  constexpr void put_result(i64 reference) {
    if (used_ <= capacity_) word_[next_result_] = reference;
    ++next_result_;
  }

  /// The reference to the line, which stands behind all that it refers to. Dimensions stand first in it, nodes and
  /// groups last.
  constexpr i64 reference(int line) {
    const symbolic::pool& p = *pool_;
    const int b = p.begin[line], count = p.length[line], e = b + count, dims = dims_;
    const i64 k = p.constant[line];
    if (count == 1 && k == 0 && p.coefficient[b] == 1) {
      const int a = p.atom[b];
      if (a < dims) return i64{a} * forms + lone_dimension;
      if (a >= spelled_lines::node_base) place(a);
      return code(a) * forms + lone_term;
    }
    for (int i = e - 1; i >= b && p.atom[i] >= spelled_lines::node_base; --i) place(p.atom[i]);
    const bool constant = k != 0 || count == 0;
    const int begin = used_;
    used_ += 2 * count + constant;
    const bool fits = used_ <= capacity_;
    int at = begin, dimensions = 0;
    for (int i = b; i < e; ++i, at += 2) {
      const int a = p.atom[i];
      if (a < dims) ++dimensions;
      if (!fits) continue;
      word_[at] = p.coefficient[i];
      word_[at + 1] = a < dims ? a : code(a);
    }
    if (constant && fits) word_[at] = k;
    return i64{begin} * forms + form_word(dimensions, count - dimensions, constant);
  }

  /// The second word of a variable's term that is no dimension, or of a node's or group's, which has been placed.
  constexpr i64 code(int a) const {
    if (a < ranges_end_) return code_of(term::range, a - dims_);
    if (a < variables_) return code_of(term::runtime, a - ranges_end_);
    if (a < spelled_lines::node_base) return code_of(term::floordiv, place_[a - variables_]);
    if (symbolic::arrangement::is_group(a)) return code_of(term::scaled, group_[a - symbolic::arrangement::group_base]);
    const int n = a - spelled_lines::node_base;
    switch (nodes_->node_kind[n]) {
      case symbolic::op::floordiv:
        return code_of(term::floordiv, place_[n]);
      case symbolic::op::mod:
        return code_of(term::mod, place_[n]);
      case symbolic::op::min:
        return code_of(term::min, place_[n]);
      default:
        return code_of(term::max, place_[n]);
    }
  }
  static constexpr i64 code_of(term kind, int payload) { return i64{payload} * kinds + static_cast<int>(kind); }

  /// Sees to it that a node's or group's operands have records.
  constexpr void place(int a) {
    if (symbolic::arrangement::is_group(a)) {
      const i64 operand = reference(lines_->group_line(a));
      group_[a - symbolic::arrangement::group_base] = used_++;
      if (used_ <= capacity_) word_[used_ - 1] = operand;
      return;
    }
    const int n = a - spelled_lines::node_base;
    for (; known_ <= n; ++known_) place_[known_] = nowhere;
    if (place_[n] != nowhere) return;
    const spelled_lines& d = *nodes_;
    const symbolic::op kind = d.node_kind[n];
    if (kind == symbolic::op::floordiv || kind == symbolic::op::mod) {
      const i64 divisor = d.node_divisor[n];
      const int line = d.node_line[n];
      for (int m = 0; m < known_; ++m)
        if (place_[m] != nowhere && d.node_divisor[m] == divisor && pool_->same(d.node_line[m], line)) {
          place_[n] = place_[m];
          return;
        }
      place_[n] = record(reference(lines_->operand(a)), divisor);
      return;
    }
    const i64 first = reference(lines_->operand(a));
    place_[n] = record(first, reference(lines_->second_operand(a)));
  }

  /// The same of a quotient that stands for itself.
  constexpr int place_quotient(int a) {
    const int n = a - variables_;
    for (; known_ <= n; ++known_) place_[known_] = nowhere;
    if (place_[n] == nowhere) place_[n] = record(reference(pool_->operand[a]), pool_->divisor[a]);
    return place_[n];
  }

  /// Where a record of two words begins.
  constexpr int record(i64 first, i64 second) {
    const int begin = used_;
    used_ += 2;
    if (used_ > capacity_) return begin;
    word_[begin] = first;
    word_[begin + 1] = second;
    return begin;
  }

  static constexpr int nowhere = -1;

  i64* word_;
  int capacity_;
  int used_ = 0, next_result_ = 0;
  int dims_ = 0, ranges_end_ = 0, variables_ = 0;
  bool from_zero_ = true;  ///< all variables begin at 0
  symbolic::arrangement* lines_ = nullptr;
  const symbolic::pool* pool_ = nullptr;
  const spelled_lines* nodes_ = nullptr;
  int known_ = 0;  ///< nodes from here on have no place yet
  int place_[spelled_lines::max_nodes];
  int group_[symbolic::arrangement::max_groups];
};

/// Whether a result of a plain map is written as it stands, and settled so: variables, and perhaps one quotient of a
/// variable that has nothing to do with them, or what such a quotient leaves.
constexpr bool stands(const symbolic::pool& p, int line) {
  const int b = p.begin[line], e = b + p.length[line];
  if (b == e) return true;
  const int a = p.atom[e - 1];
  if (a >= p.variables && !(symbolic::spellings::is_plain_division(p, line, e - 1, a) && p.is_atom(p.operand[a])))
    return false;
  return !symbolic::arrangement::has_factor(p, b, e);
}

/// Whether all results of a plain map are.
constexpr bool all_stand(const symbolic::map_form& m) {
  for (int i = 0; i < m.results; ++i)
    if (!stands(m.p, m.result[i])) return false;
  return true;
}

}  // namespace mercator::packing
