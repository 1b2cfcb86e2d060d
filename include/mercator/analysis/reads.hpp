// How many different elements, or lines of memory, are read: by the whole output and by each of its tiles.
#pragma once

#include "mercator/analysis/decide.hpp"
#include "mercator/analysis/meeting.hpp"
#include "mercator/analysis/memory_units.hpp"
#include "mercator/symbolic/decide.hpp"

namespace mercator::analysis {

/// What is counted, by which tiles of the output, and of which memory.
struct reading {
  /// Sizes of the output's tiles, along each dimension from 0; none: the whole output.
  const extents* tile = nullptr;
  const extents* operand = nullptr;  ///< with a unit: the operand's shape, in row-major order
  i64 element_bytes = 1;
  /// Lines of memory of so many bytes are counted, the operand beginning with one; 0: elements.
  i64 unit_bytes = 0;
};

/// Tiles of one element each.
constexpr extents single_elements(int dims) {
  extents out;
  out.rank = dims;
  for (int k = 0; k < dims; ++k) out.size[k] = 1;
  return out;
}

/// Different things read. Tiles are those that read anything, for each value of the runtime variables.
struct reads_of_tiles {
  bool known = false;        ///< whether total and tiles were counted
  i64 total = 0;             ///< in all tiles together, once for each tile that reads it
  i64 tiles = 0;             ///< how many tiles read anything
  bool worst_known = false;  ///< whether worst was counted
  i64 worst = 0;             ///< in the tile with the most
};

/// Tiles: an interval for each key, which are the place of a tile along each dimension and the runtime
/// variables.
struct tile_box {
  static constexpr int max_sides = 8, max_parts = 3;

  int sides = 0;   ///< -1 where there are more than there is room for
  int peeled = 0;  ///< bit k: side k has lost its ends
  interval side[max_sides] = {};

  /// The box in parts: the longest side without its ends, and these; where no side has both ends left, halves.
  /// How many parts.
  constexpr int split(tile_box* part) const {
    const int whole = longest(true), cut = whole < 0 ? longest(false) : whole;
    if (cut < 0) return 0;
    const interval r = side[cut];
    const bool peels = whole >= 0;
    const i64 middle = r.lo + (r.hi - r.lo) / 2;
    const interval ranges[] = {peels ? interval{r.lo + 1, r.hi - 1} : interval{r.lo, middle},
                               peels ? interval{r.lo, r.lo} : interval{middle + 1, r.hi},
                               {r.hi, r.hi}};
    int parts = 0;
    for (int k = 0; k < (peels ? 3 : 2); ++k) {
      part[parts] = *this;
      part[parts].side[cut] = ranges[k];
      part[parts++].peeled |= 1 << cut;
    }
    return parts;
  }

 private:
  /// The longest side that can be cut; -1 where there is none.
  constexpr int longest(bool whole) const {
    int out = -1;
    for (int k = 0; k < sides; ++k)
      if (side[k].count() > (whole ? 2 : 1) && !(whole && (peeled >> k & 1) != 0) &&
          (out < 0 || side[k].count() > side[out].count()))
        out = k;
    return out;
  }
};

/// What tiles read, and the most that one of them can read at all.
struct tiles_counted {
  reads_of_tiles reads;
  i64 most = 0;
};

namespace detail {

/// The runtime variables of several maps of one operation: those of the same number are the same. One that a map does
/// not have has any value there from the least to the greatest that others have.
class shared_runtimes {
 public:
  constexpr shared_runtimes(const map_tree* const* maps, int count, means with) {
    for (int k = 0; k < count; ++k)
      if (k == 0 || maps[k]->runtimes < fewest_) fewest_ = maps[k]->runtimes;
    count_ = fewest_;
    for (int k = 0; k < count; ++k) add(*maps[k], with);
  }

  constexpr bool known() const { return known_; }
  constexpr int count() const { return count_; }
  /// How many of them a map does not have, and their values there. A map with more than there are has no points.
  constexpr int missing(const map_tree& t) const { return count_ - t.runtimes; }
  constexpr const interval* missing_ranges(const map_tree& t) const { return range_ + t.runtimes; }

 private:
  constexpr void add(const map_tree& t, means with) {
    for (int k = fewest_; k < t.runtimes; ++k) {
      const tight_bounds_of r = runtime_bounds(t, k, with);
      known_ &= r.known;
      if (r.range.empty()) return;
      range_[k] = k < count_ ? hull(range_[k], r.range) : r.range;
      if (k >= count_) count_ = k + 1;
    }
  }

  bool known_ = true;
  int count_ = 0, fewest_ = 0;
  interval range_[limits::variables] = {};  ///< from the fewest on
};

/// A map with the tile's place and the runtime variables as first results, and what is counted as the others.
/// How many keys there are.
constexpr int build_reading(const map_tree& t, const shared_runtimes& runtimes, const reading& how, digit_form& out) {
  const memory_units units{how.element_bytes, how.unit_bytes};
  lower_in_pieces(t, out.m, units, runtimes.missing_ranges(t), runtimes.missing(t));
  map_form& m = out.m;
  int line[limits::results];
  const int results = m.results;
  for (int k = 0; k < results; ++k) line[k] = m.result[k];
  m.results = 0;
  const auto variable = [&](int v) { return m.known_empty ? out.p.number(0) : out.p.variable(v); };
  for (int k = 0; k < m.dims && how.tile != nullptr; ++k)
    m.add_result(symbolic::floordiv(out.p, variable(k), (*how.tile)[k]));
  const int first_runtime = m.dims + m.ranges, piece = first_runtime + runtimes.count();
  for (int v = first_runtime; v < piece; ++v) m.add_result(variable(v));
  const int keys = m.results;
  if (how.unit_bytes == 0)
    for (int k = 0; k < results; ++k) m.add_result(line[k]);
  else if (m.known_empty)
    m.add_result(out.p.number(0));
  else
    m.add_result(units.unit(out.p, row_major_place(out.p, line, *how.operand), piece));
  return keys;
}

/// Counts what several maps read together, by inclusion and exclusion.
class union_of_reads {
 public:
  static constexpr int max_maps = 6;

  constexpr union_of_reads(const map_tree* const* maps, int count, const reading& how, means with)
      : how_(how), with_(with), failed_(false), runtimes_(maps, count, with) {
    failed_ = !runtimes_.known();
    for (int k = 0; k < count; ++k) add(*maps[k]);
  }

  /// In all tiles, or in those of a box. The worst is known of one map, or where all tiles are like each other.
  constexpr tiles_counted count(const tile_box* box = nullptr) {
    box_ = box;
    return failed_ ? tiles_counted{} : count_here();
  }

  /// The box of all tiles.
  constexpr tile_box all_tiles() {
    tile_box out;
    box_ = nullptr;
    for (int k = 0; k < count_; ++k) {
      digit_form a;
      const int keys = build(k, a, true);
      if (keys > tile_box::max_sides) return {.sides = -1};
      for (int i = 0; i < keys; ++i) {
        const interval r = a.m.known_empty ? nothing : symbolic::bounds(a.p, a.m.result[i]);
        out.side[i] = k == 0 ? r : hull(out.side[i], r);
      }
      out.sides = keys;
    }
    return out;
  }

 private:
  /// Maps that read the same are taken once, and those that read nothing never.
  constexpr void add(const map_tree& t) {
    if (how_.tile != nullptr && !is_tile(*how_.tile, t.dims)) failed_ = true;
    if (t.known_empty || runtimes_.missing(t) < 0) return;
    for (int k = 0; k < count_; ++k)
      if (symbolic::decide_equal(*maps_[k], t, 0).is == symbolic::truth::yes) return;
    if (count_ == max_maps)
      failed_ = true;
    else
      maps_[count_++] = &t;
  }

  constexpr tiles_counted count_here() const {
    reads_of_tiles out{true, 0, 0, true, 0};
    i64 tiles = -1, most = 0;
    for (int subset = 1; subset < 1 << count_; ++subset) {
      bool odd = false;
      for (int k = 0; k < count_; ++k) odd ^= (subset >> k & 1) != 0;
      const image_count n = common(subset);
      if (!n.known || n.elements == i64_max) return {};
      const i64 sign = odd ? 1 : -1;
      if (!checked_add(out.total, sign * n.elements, out.total) || !checked_add(out.worst, sign * n.worst, out.worst))
        return {};
      if ((subset & (subset - 1)) == 0) most = saturating_add(most, n.worst);
      const bool even =
          n.elements == saturating_mul(n.groups, n.worst) && (tiles < 0 || n.groups == tiles || n.groups == 0);
      out.worst_known &= count_ == 1 || even;
      if (tiles < 0) tiles = n.groups;
    }
    const count_of all = count_tiles();
    if (!all.known) return {};
    out.tiles = all.value;
    out.worst_known &= count_ <= 1 || tiles == out.tiles;
    if (out.tiles <= 1 && count_ > 1) {
      out.worst = out.total;
      out.worst_known = true;
    }
    return {out, most};
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
    const int keys = build_reading(*maps_[k], runtimes_, how_, out);
    if (only_keys) out.m.results = keys;
    for (int i = 0; box_ != nullptr && i < keys && !out.m.known_empty; ++i)
      if (!symbolic::lies_in(out.p, out.m.result[i], box_->side[i]))
        out.m.add_constraint(out.m.result[i], box_->side[i]);
    return keys;
  }

  /// Tiles that any map reads in.
  constexpr count_of count_tiles() const {
    count_of out{true, 0};
    for (int subset = 1; subset < 1 << count_; ++subset) {
      bool odd = false;
      for (int k = 0; k < count_; ++k) odd ^= (subset >> k & 1) != 0;
      const image_count n = common(subset, true);
      out.known &= n.known && checked_add(out.value, odd ? n.groups : -n.groups, out.value);
    }
    return out;
  }

  reading how_;
  means with_;
  bool failed_;
  shared_runtimes runtimes_;
  int count_ = 0;
  const map_tree* maps_[max_maps] = {};
  const tile_box* box_ = nullptr;
};

}  // namespace detail

/// How often the maps of one operand read: the points of their domains, for each value of the runtime variables.
constexpr count_of count_loads(const map_tree* const* maps, int count, means with) {
  const detail::shared_runtimes runtimes(maps, count, with);
  count_of out{runtimes.known(), 0};
  for (int k = 0; k < count; ++k) {
    const count_of n = domain_size(*maps[k], with);
    out.known &= n.known;
    i64 loads = n.value;
    for (int i = 0; i < runtimes.missing(*maps[k]); ++i)
      loads = saturating_mul(loads, runtimes.missing_ranges(*maps[k])[i].count());
    out.value = saturating_add(out.value, loads);
  }
  return out;
}

/// What the maps of one operand read together: the union, not the sum. Runtime variables of the same number are
/// the same in all maps; one that a map does not have has any value there, from the least to the greatest that others
/// have. Not known where it cannot be counted
/// within the means, or there are more than six different maps. The worst tile of several maps is known where
/// all tiles are like each other.
constexpr reads_of_tiles count_reads(const map_tree* const* maps, int count, const reading& how, means with) {
  return detail::union_of_reads(maps, count, how, with).count().reads;
}

namespace detail {

/// The most that a tile of the box reads, where it is more than `worst`: cuts the box until its tiles are like
/// each other. False where that takes more steps.
constexpr bool find_worst(union_of_reads& all, const tile_box& box, int& steps, i64& worst) {
  if (--steps < 0) return false;
  const tiles_counted here = all.count(&box);
  if (!here.reads.known) return false;
  if (here.reads.worst_known && here.reads.worst > worst) worst = here.reads.worst;
  if (here.reads.worst_known || here.most <= worst) return true;
  tile_box part[tile_box::max_parts];
  const int parts = box.split(part);
  bool done = parts > 0;
  for (int k = 0; k < parts && done; ++k) done = find_worst(all, part[k], steps, worst);
  return done;
}

}  // namespace detail

/// The same with the worst tile where tiles differ, too.
constexpr reads_of_tiles count_reads_of_tiles(const map_tree* const* maps, int count, const reading& how, means with) {
  detail::union_of_reads all(maps, count, how, with);
  reads_of_tiles out = all.count().reads;
  if (!out.known || out.worst_known) return out;
  const tile_box whole = all.all_tiles();
  if (whole.sides < 0) return out;
  int steps = with.steps;
  out.worst = 0;
  out.worst_known = detail::find_worst(all, whole, steps, out.worst);
  return out;
}

}  // namespace mercator::analysis
