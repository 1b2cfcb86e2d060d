// What operations are described by: lists of numbers, and the maps' boxes and results made from them.
#pragma once

#include "mercator/map/shape.hpp"
#include "mercator/symbolic/form.hpp"

namespace mercator::ops {

/// The sizes of a tensor, or an attribute with one number a dimension; by reference.
struct numbers {
  const i64* first = nullptr;
  int count = 0;

  constexpr numbers() = default;
  constexpr numbers(const i64* list, int length) : first(list), count(length) {}
  constexpr numbers(const extents& sizes) : first(sizes.size), count(sizes.rank) {}

  constexpr i64 operator[](int k) const { return first[k]; }
  /// The place of the first x; count where there is none.
  constexpr int find(i64 x) const {
    int k = 0;
    while (k < count && first[k] != x) ++k;
    return k;
  }
  constexpr bool contains(i64 x) const { return find(x) < count; }
  constexpr i64 last() const { return first[count - 1]; }
};

constexpr bool operator==(numbers a, numbers b) {
  if (a.count != b.count) return false;
  for (int k = 0; k < a.count; ++k)
    if (a[k] != b[k]) return false;
  return true;
}

constexpr extents to_extents(numbers sizes) {
  extents out;
  out.rank = sizes.count;
  for (int k = 0; k < sizes.count; ++k) out.size[k] = sizes[k];
  return out;
}

/// No size, and no number that says how far apart elements are, may be beyond this, so that sums and products
/// of few of them do not overflow.
inline constexpr i64 largest_size = i64{1} << 60;

/// Whether the list names dimensions of a tensor of that rank, at most extents::max_rank, none twice.
constexpr bool are_distinct_dimensions(const numbers& list, int rank) {
  std::uint64_t seen = 0;
  for (int k = 0; k < list.count; ++k) {
    const i64 dimension = list.first[k];
    if (dimension < 0 || dimension >= rank || (seen >> dimension & 1) != 0) return false;
    seen |= std::uint64_t{1} << dimension;
  }
  return true;
}

/// Whether none of them is negative.
constexpr bool are_sizes(const numbers& list) {
  for (int k = 0; k < list.count; ++k)
    if (list.first[k] < 0) return false;
  return true;
}

constexpr bool is_ascending(numbers list) {
  for (int k = 1; k < list.count; ++k)
    if (list[k - 1] >= list[k]) return false;
  return true;
}

/// A map being written. Dimensions, ranges and runtime variables come first, in that order; a map with an empty
/// domain has zeros for results and no constraints, whatever is added. Where the form has a map already that is
/// followed, its results take the place of dimensions, and the composition is written.
class map_writer {
 public:
  constexpr explicit map_writer(symbolic::map_form& m) : m_(m) {
    if (!m.followed) return;
    for (int k = 0; k < m.results; ++k) line_[k] = m.result[k];
    m.results = 0;
  }
  constexpr map_writer(symbolic::map_form& m, const numbers& sizes) : map_writer(m) {
    if (!m.followed) m.add_dimensions(sizes.first, sizes.count);
    for (int k = 0; k < sizes.count && m.followed; ++k) {
      const i64 size = sizes.first[k];
      if (size > 1 && k < m.indices && m.indexed[k] == size)
        ++dimensions_;
      else
        follow(interval{0, size - 1});
    }
  }

  constexpr void add_dimension(const interval& r) { m_.followed ? follow(r) : m_.add_dimension(r); }
  constexpr void add_dimension(i64 size) { add_dimension(interval{0, size - 1}); }
  constexpr void add_range(i64 size) { m_.add_range(interval{0, size - 1}); }
  constexpr void add_runtime(interval r) { m_.add_runtime(r); }
  constexpr void add_runtime(i64 last) { m_.add_runtime(interval{0, last}); }

  constexpr symbolic::pool& pool() { return m_.p; }
  constexpr bool known_empty() const { return m_.known_empty; }
  constexpr bool follows() const { return m_.followed; }

  /// Variable number v, counted over all kinds. One that has a single value is that constant.
  constexpr int variable(i64 v) {
    const int a = static_cast<int>(v);
    if (m_.followed) return m_.known_empty ? m_.p.number(0) : line_[a];
    const i64 lo = m_.p.lo[a];
    if (lo < m_.p.hi[a]) return m_.p.single(a);
    return m_.p.number(m_.known_empty ? 0 : lo);
  }

  /// The lines must be made after the last variable was added.
  constexpr void add_result(int line) {
    if (m_.known_empty) line = m_.p.number(0);
    m_.add_result(line);
  }
  /// Variables as results.
  constexpr void add_variables(const int* number, int count) {
    const bool known = m_.followed && !m_.known_empty && m_.results + count <= symbolic::limits::results;
    for (int k = 0; k < count; ++k) {
      if (known)
        m_.result[m_.results++] = line_[number[k]];
      else
        m_.add_result(variable(number[k]));
    }
  }
  constexpr void add_empty_results(int count) {
    for (int k = 0; k < count; ++k) add_result(0);
  }
  /// A line without variables is taken to satisfy it, but where a map is followed.
  constexpr void add_constraint(int line, interval r) {
    if (!m_.known_empty && (follows() || !m_.p.is_constant(line))) m_.add_constraint(line, r);
  }
  /// A constraint that is left out where its bounds say it, and empties the map where they exclude it.
  constexpr void require(int line, interval r) {
    if (m_.known_empty) return;
    const interval known = symbolic::bounds(m_.p, line);
    if (r.contains(known)) return;
    if (!intersect(known, r).empty()) return m_.add_constraint(line, r);
    m_.known_empty = true;
    m_.constraints = 0;
    for (int k = 0; k < m_.results; ++k) m_.result[k] = m_.p.number(0);
  }

 private:
  /// The next result of the map that is followed lies in r, and stands for a dimension.
  constexpr void follow(const interval& r) {
    const int line = line_[dimensions_];
    if (r.empty()) m_.known_empty = true;
    if (m_.known_empty) return;
    if (!symbolic::lies_in(m_.p, line, r)) m_.add_constraint(line, r);
    line_[dimensions_++] = r.is_point() ? m_.p.number(r.lo) : line;
  }

  symbolic::map_form& m_;
  int dimensions_ = 0;                   ///< where a map is followed, so many of its results stand for dimensions
  int line_[symbolic::limits::results];  ///< as these lines; those behind them are results as they were
};

}  // namespace mercator::ops
