// Runs of points in a table: how many points they are together, where some are in several runs.
#pragma once

#include "mercator/analysis/group_sizes.hpp"
#include "mercator/core/interval.hpp"

namespace mercator::analysis {

/// Room for the numbers that counting needs. What does not fit is not counted, and that is the answer. Where
/// groups can be counted one after the other they need little room, and up to `streamed` runs are looked at.
struct scratch {
  i64* word = nullptr;
  i64 words = 0;
  i64 streamed = 0;
};

/// Sorts numbers[0, count) by less(a, b): a heap, which is not recursive and needs no room.
template <class Less>
constexpr void sort_numbers(i64* number, i64 count, Less less) {
  const auto sink = [&](i64 at, i64 end) {
    const i64 x = number[at];
    for (i64 child = 2 * at + 1; child < end; child = 2 * at + 1) {
      if (child + 1 < end && less(number[child], number[child + 1])) ++child;
      if (!less(x, number[child])) break;
      number[at] = number[child];
      at = child;
    }
    number[at] = x;
  };
  for (i64 k = count / 2 - 1; k >= 0; --k) sink(k, count);
  for (i64 end = count - 1; end > 0; --end) {
    const i64 first = number[0];
    number[0] = number[end];
    number[end] = first;
    sink(0, end);
  }
}

/// What a table of runs comes to. A group is what has the same keys.
struct run_counts {
  i64 elements = 0;      ///< different points, keys included
  i64 groups = 0;        ///< different keys
  i64 worst = 0;         ///< the most points in a group
  i64 sum_of_worst = 0;  ///< over what has the same outer keys: the most points in one of its groups
  bool overlap = false;
  i64 first = 0, second = 0;  ///< two rows that share the point at `shared`, where there are any
  i64 shared = 0;

  /// With those of other groups.
  constexpr void add(const run_counts& others) {
    elements = saturating_add(elements, others.elements);
    groups = saturating_add(groups, others.groups);
    sum_of_worst = saturating_add(sum_of_worst, others.sum_of_worst);
    if (others.worst > worst) worst = others.worst;
  }
};

/// Rows of labels and an interval: the points (labels, x) for x in the interval. The first labels are keys, and
/// the first of those outer ones; where `along` is true, x is a key too.
class run_table {
 public:
  constexpr run_table(scratch room, int labels, int keys, int outer, bool along)
      : word_(room.word),
        labels_(labels),
        keys_(keys),
        outer_(outer),
        along_(along),
        capacity_(room.words / (labels + 2 + extra)) {}

  constexpr i64 capacity() const { return capacity_; }
  constexpr i64* labels(i64 row) const { return word_ + row * (labels_ + 2); }
  constexpr i64& first(i64 row) const { return labels(row)[labels_]; }
  constexpr i64& last(i64 row) const { return labels(row)[labels_ + 1]; }
  /// A number that the row is known by: the caller's.
  constexpr i64& name(i64 row) const { return word_[capacity_ * (labels_ + 2) + row]; }

  /// Whether two rows are the same points.
  constexpr bool same(i64 a, i64 b) const { return same(a, b, labels_ + 2); }

  /// Adds the sizes of the groups to `sizes`, where there is one.
  constexpr run_counts count(i64 rows, group_sizes* sizes = nullptr) {
    run_counts out;
    sizes_ = sizes;
    i64* const order = word_ + capacity_ * (labels_ + 3);
    for (i64 k = 0; k < rows; ++k) order[k] = k;
    sort_numbers(order, rows, [&](i64 a, i64 b) { return before(a, b); });
    i64 in_group = 0;
    merged_ = worst_here_ = 0;
    for (i64 k = 0; k < rows;) {
      i64 row = order[k];
      const i64 begin = first(row);
      i64 end = last(row);
      const bool new_group = k == 0 || !same(order[k - 1], row, keys_);
      if (new_group) close_group(out, in_group);
      if (k == 0 || !same(order[k - 1], row, outer_)) close_outer(out);
      i64 longest = row;
      for (++k; k < rows && same(row, order[k], labels_) && first(order[k]) <= saturating_add(end, 1); ++k) {
        const i64 other = order[k];
        if (first(other) <= end && !out.overlap) {
          out.overlap = true;
          out.first = longest;
          out.second = other;
          out.shared = first(other);
        }
        if (last(other) > end) {
          end = last(other);
          longest = other;
        }
      }
      const i64 points = saturating_add(end - begin, 1);
      out.elements = saturating_add(out.elements, points);
      if (along_) {
        starts()[merged_] = begin;
        ends()[merged_++] = end;
      } else {
        in_group = saturating_add(in_group, points);
      }
    }
    close_group(out, in_group);
    close_outer(out);
    return out;
  }

 private:
  static constexpr int extra = 4;  ///< a name, a place in the order, two ends of a merged run

  constexpr i64* starts() const { return word_ + capacity_ * (labels_ + 4); }
  constexpr i64* ends() const { return word_ + capacity_ * (labels_ + 5); }

  constexpr bool same(i64 a, i64 b, int count) const {
    const i64 *x = labels(a), *y = labels(b);
    for (int k = 0; k < count; ++k)
      if (x[k] != y[k]) return false;
    return true;
  }

  constexpr bool before(i64 a, i64 b) const {
    const i64 *x = labels(a), *y = labels(b);
    for (int k = 0; k <= labels_; ++k)
      if (x[k] != y[k]) return x[k] < y[k];
    return false;
  }

  /// Along the keys every x is a group of its own, with as many points as merged runs hold x.
  constexpr void close_group(run_counts& out, i64& in_group) {
    if (!along_) {
      if (in_group == 0) return;
      ++out.groups;
      if (sizes_) sizes_->add(in_group, 1);
      if (in_group > worst_here_) worst_here_ = in_group;
      in_group = 0;
      return;
    }
    const auto less = [](i64 a, i64 b) { return a < b; };
    sort_numbers(starts(), merged_, less);
    sort_numbers(ends(), merged_, less);
    i64 open = 0, closed = 0, begin = 0;
    for (i64 k = 0; k < merged_; ++k) {
      for (; ends()[closed] < starts()[k]; ++closed) --open;
      if (open == 0) begin = starts()[k];
      if (++open > worst_here_) worst_here_ = open;
      const bool gap = k + 1 == merged_ || starts()[k + 1] > ends()[k];
      if (gap) out.groups = saturating_add(out.groups, ends()[k] - begin + 1);
    }
    if (sizes_) add_sizes_along();
    merged_ = 0;
  }

  /// Between two ends of runs, every x has as many runs.
  constexpr void add_sizes_along() {
    i64 open = 0, at = 0;
    for (i64 begun = 0, ended = 0; ended < merged_;) {
      const bool begins = begun < merged_ && starts()[begun] <= ends()[ended];
      const i64 next = begins ? starts()[begun] : ends()[ended] + 1;
      if (open > 0 && next > at) sizes_->add(open, next - at);
      at = next;
      open += begins ? 1 : -1;
      ++(begins ? begun : ended);
    }
  }

  constexpr void close_outer(run_counts& out) {
    if (worst_here_ > out.worst) out.worst = worst_here_;
    out.sum_of_worst = saturating_add(out.sum_of_worst, worst_here_);
    worst_here_ = 0;
  }

  i64* word_;
  int labels_, keys_, outer_;
  bool along_;
  i64 capacity_;
  i64 merged_ = 0, worst_here_ = 0;
  group_sizes* sizes_ = nullptr;
};

}  // namespace mercator::analysis
