// How many different elements, or lines of memory, are read: by the whole output and by each of its tiles.
#pragma once

#include "mercator/analysis/decide.hpp"
#include "mercator/analysis/meeting.hpp"
#include "mercator/symbolic/decide.hpp"

namespace mercator::analysis {

/// What is counted, by which tiles of the output, and of which memory.
struct reading {
  const extents* tile =
      nullptr;  ///< sizes of the output's tiles, along each dimension from 0; none: the whole output
  const extents* operand = nullptr;  ///< with a unit: the operand's shape, in row-major order
  i64 element_bytes = 1;
  i64 unit_bytes =
      0;  ///< lines of memory of so many bytes are counted, the operand beginning with one; 0: elements
};

/// Different things read. Tiles are those that read anything, for each value of the runtime variables.
struct reads_of_tiles {
  bool known = false;
  i64 total = 0;  ///< in all tiles together
  i64 tiles = 0;
  bool worst_known = false;
  i64 worst = 0;  ///< in the tile with the most
};

namespace detail {

/// The place of an element in bytes, in units.
constexpr int unit_line(map_form& m, const int* index, int count, const reading& how) {
  pool& p = m.p;
  int place = p.number(0);
  i64 distance = how.element_bytes;
  for (int k = count - 1; k >= 0; --k) {
    place = p.add(place, index[k], distance);
    if (!checked_mul(distance, (*how.operand)[k] > 0 ? (*how.operand)[k] : 1, distance)) p.overflow = true;
  }
  return symbolic::floordiv(p, place, how.unit_bytes);
}

/// A map with the tile's place and the runtime variables as first results, and what is counted as the others.
/// How many keys there are.
constexpr int build_reading(const map_tree& t, const reading& how, digit_form& out) {
  symbolic::lower(t, out.m);
  map_form& m = out.m;
  int line[limits::results];
  const int results = m.results;
  for (int k = 0; k < results; ++k) line[k] = m.result[k];
  m.results = 0;
  const auto variable = [&](int v) {
    return m.known_empty ? out.p.number(0) : out.p.variable(v);
  };
  for (int k = 0; k < m.dims && how.tile != nullptr; ++k)
    m.add_result(symbolic::floordiv(out.p, variable(k), (*how.tile)[k]));
  for (int v = t.dims + t.ranges; v < t.variables(); ++v) m.add_result(variable(v));
  const int keys = m.results;
  if (how.unit_bytes != 0) m.add_result(m.known_empty ? out.p.number(0) : unit_line(m, line, results, how));
  for (int k = 0; k < results && how.unit_bytes == 0; ++k) m.add_result(line[k]);
  return keys;
}

/// Counts what several maps read together, by inclusion and exclusion.
class union_of_reads {
 public:
  static constexpr int max_maps = 6;

  constexpr union_of_reads(const map_tree* const* maps, int count, const reading& how, means with)
      : how_(how), with_(with) {
    for (int k = 0; k < count; ++k) add(*maps[k]);
  }

  constexpr reads_of_tiles count() const {
    if (failed_) return {};
    reads_of_tiles out{true, 0, 0, true, 0};
    i64 tiles = -1;
    for (int subset = 1; subset < 1 << count_; ++subset) {
      bool odd = false;
      for (int k = 0; k < count_; ++k) odd ^= (subset >> k & 1) != 0;
      const image_count n = common(subset);
      if (!n.known) return {};
      const i64 sign = odd ? 1 : -1;
      out.total += sign * n.elements;
      // the worst tile is known of one map, or where all tiles are like each other
      const bool even =
          n.elements == saturating_mul(n.groups, n.worst) && (tiles < 0 || n.groups == tiles || n.groups == 0);
      out.worst_known &= count_ == 1 || even;
      out.worst += sign * n.worst;
      if (tiles < 0) tiles = n.groups;
    }
    const count_of all = count_tiles();
    if (!all.known) return {};
    out.tiles = all.value;
    out.worst_known &= count_ <= 1 || tiles == out.tiles;
    if (how_.tile == nullptr && count_ > 1) {
      out.worst = out.total;
      out.worst_known = true;
    }
    return out;
  }

 private:
  /// Maps that read the same are taken once.
  constexpr void add(const map_tree& t) {
    failed_ |= t.runtimes != 0 && count_ > 0;
    for (int k = 0; k < count_ && !failed_; ++k) {
      failed_ |= maps_[k]->runtimes != 0;
      if (symbolic::decide_equal(*maps_[k], t, 0).is == symbolic::answer::equal) return;
    }
    if (count_ == max_maps)
      failed_ = true;
    else
      maps_[count_++] = &t;
  }

  /// What all maps of a subset have in common, or only their keys.
  constexpr image_count common(int subset, bool only_keys = false) const {
    digit_form a, b, c;
    int keys = 0;
    digit_form *sum = nullptr, *room = &a;
    for (int k = 0; k < count_; ++k) {
      if ((subset >> k & 1) == 0) continue;
      if (sum == nullptr) {
        keys = build(k, a, only_keys);
        sum = &a;
        room = &c;
        continue;
      }
      b.clear();
      build(k, b, only_keys);
      room->clear();
      build_meeting(*sum, b, *room);
      digit_form* const done = sum;
      sum = room;
      room = done;
    }
    b.clear();
    digit_form& d = split_digits(*sum, b);
    if (!d.fits() || (!d.m.known_empty && !is_safe(d.m))) return {};
    image_count n = count_image(d.m, keys, true, with_.room, with_.budget);
    n.known &= d.fits();
    return n;
  }

  constexpr int build(int k, digit_form& out, bool only_keys) const {
    const int keys = build_reading(*maps_[k], how_, out);
    if (only_keys) out.m.results = keys;
    return keys;
  }

  /// Tiles that any map reads in.
  constexpr count_of count_tiles() const {
    count_of out{true, 0};
    for (int subset = 1; subset < 1 << count_; ++subset) {
      bool odd = false;
      for (int k = 0; k < count_; ++k) odd ^= (subset >> k & 1) != 0;
      const image_count n = common(subset, true);
      out.known &= n.known;
      out.value += odd ? n.groups : -n.groups;
    }
    return out;
  }

  reading how_;
  means with_;
  bool failed_ = false;
  int count_ = 0;
  const map_tree* maps_[max_maps] = {};
};

}  // namespace detail

/// What the maps of one operand read together: the union, not the sum. Several maps have no runtime variables.
/// Not known where it cannot be counted within the means, or there are more than six different maps.
constexpr reads_of_tiles count_reads(const map_tree* const* maps, int count, const reading& how, means with) {
  return detail::union_of_reads(maps, count, how, with).count();
}

}  // namespace mercator::analysis
