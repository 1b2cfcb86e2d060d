// Arranged lines as words, without a tree between: what every composed map goes through.
#pragma once

#include "mercator/map/pack.hpp"
#include "mercator/symbolic/simplify.hpp"

namespace mercator::packing {

/// Writes a simplified map into words that has points and no constraints; see symbolic::tree_writer. Lines that are the operand of several terms with one
/// divisor stand once. What does not fit is counted, and not written.
class word_writer {
 public:
  constexpr word_writer(i64* word, int capacity) : word_(word), capacity_(capacity) {}

  constexpr int used() const { return used_; }

  constexpr void begin(const symbolic::map_form& m) {
    const int variables = m.variables();
    dims_ = m.dims;
    ranges_end_ = m.dims + m.ranges;
    next_result_ = 2 * variables;
    used_ = next_result_ + m.results;
    if (used_ > capacity_) return;
    for (int v = 0; v < variables; ++v) {
      word_[2 * v] = m.p.lo[v];
      word_[2 * v + 1] = m.p.hi[v];
    }
  }
  constexpr void use(symbolic::arrangement* lines) {
    lines_ = lines;
    pool_ = lines ? &lines->lines() : nullptr;
    nodes_ = lines ? &lines->nodes() : nullptr;
    known_ = 0;
  }
  constexpr void add_result(int line) {
    const int at = record(line, 0);
    if (used_ <= capacity_) word_[next_result_] = at;
    ++next_result_;
  }

 private:
  using display = symbolic::display;

  /// Where the line is, behind all that it refers to. Dimensions stand first in it, nodes and groups last.
  constexpr int record(int line, i64 divisor) {
    const symbolic::pool& p = *pool_;
    const int b = p.begin[line], count = p.length[line], e = b + count;
    for (int i = e - 1; i >= b && p.atom[i] >= display::node_base; --i) place(p.atom[i]);
    const i64 k = p.constant[line];
    const bool constant = k != 0 || count == 0;
    const int begin = used_, dims = dims_;
    used_ += 2 + 2 * count + constant;
    if (used_ > capacity_) return begin;
    int at = begin + 2, dimensions = 0;
    for (int i = b; i < e; ++i, at += 2) {
      const int a = p.atom[i];
      word_[at] = p.coefficient[i];
      if (a < dims) {
        word_[at + 1] = a;
        ++dimensions;
      } else {
        word_[at + 1] = code(a);
      }
    }
    if (constant) word_[at] = k;
    word_[begin] = shape_word(dimensions, count - dimensions, constant);
    word_[begin + 1] = divisor;
    return begin;
  }

  /// The second word of a variable's term that is no dimension, or of a node's or group's, which has been placed.
  constexpr i64 code(int a) const {
    if (a < ranges_end_) return code_of(term::range, a - dims_);
    if (a < display::node_base) return code_of(term::runtime, a - ranges_end_);
    if (symbolic::arrangement::is_group(a)) return code_of(term::scaled, group_[a - symbolic::arrangement::group_base]);
    const int n = a - display::node_base;
    switch (nodes_->node_kind[n]) {
      case symbolic::op::floordiv: return code_of(term::floordiv, place_[n]);
      case symbolic::op::mod: return code_of(term::mod, place_[n]);
      case symbolic::op::min: return code_of(term::min, place_[n]);
      default: return code_of(term::max, place_[n]);
    }
  }
  static constexpr i64 code_of(term kind, int payload) { return i64{payload} * kinds + static_cast<int>(kind); }

  /// Sees to it that a node's or group's operands have records.
  constexpr void place(int a) {
    if (symbolic::arrangement::is_group(a)) {
      group_[a - symbolic::arrangement::group_base] = record(lines_->group_line(a), 0);
      return;
    }
    const int n = a - display::node_base;
    for (; known_ <= n; ++known_) place_[known_] = nowhere;
    if (place_[n] != nowhere) return;
    const display& d = *nodes_;
    const symbolic::op kind = d.node_kind[n];
    if (kind == symbolic::op::floordiv || kind == symbolic::op::mod) {
      const i64 divisor = d.node_divisor[n];
      const int line = d.node_line[n];
      for (int m = 0; m < known_; ++m)
        if (place_[m] != nowhere && d.node_divisor[m] == divisor && pool_->same(d.node_line[m], line)) {
          place_[n] = place_[m];
          return;
        }
      place_[n] = record(lines_->operand(a), divisor);
      return;
    }
    const int first = record(lines_->operand(a), 0), second = record(lines_->second_operand(a), 0);
    place_[n] = used_;
    used_ += 2;
    if (used_ > capacity_) return;
    word_[place_[n]] = first;
    word_[place_[n] + 1] = second;
  }

  static constexpr int nowhere = -1;

  i64* word_;
  int capacity_;
  int used_ = 0, next_result_ = 0;
  int dims_ = 0, ranges_end_ = 0;
  symbolic::arrangement* lines_ = nullptr;
  const symbolic::pool* pool_ = nullptr;
  const display* nodes_ = nullptr;
  int known_ = 0;  ///< nodes from here on have no place yet
  int place_[display::max_nodes];
  int group_[symbolic::arrangement::max_groups];
};

}  // namespace mercator::packing
