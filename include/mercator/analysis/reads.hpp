// How many different elements, or lines of memory, are read: by the whole output and by each of its tiles.
#pragma once

#include "mercator/analysis/decide.hpp"
#include "mercator/analysis/inclusion_exclusion.hpp"
#include "mercator/analysis/key_pieces.hpp"
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

/// What several maps read together, in all tiles or in those of a box.
class union_of_reads {
 public:
  static constexpr int max_maps = 32;

  constexpr union_of_reads(const map_tree* const* maps, int count, const reading& how, means with)
      : how_(how), with_(with), runtimes_(maps, count, with) {
    failed_ = !runtimes_.known();
    for (int k = 0; k < count; ++k) add(*maps[k], k);
  }

  /// The same in the tiles of a box.
  constexpr union_of_reads within(const key_box& box) const {
    union_of_reads out = *this;
    out.box_ = box;
    return out;
  }

  /// How many different maps read anything; -1 where they cannot be counted together.
  constexpr int size() const { return failed_ ? -1 : count_; }
  /// The number that the k-th of them was given with.
  constexpr int number(int k) const { return number_[k]; }

  constexpr tiles_counted count() const {
    const auto common = [this](unsigned set, bool only_tiles) { return this->common(set, only_tiles); };
    return failed_ ? tiles_counted{} : inclusion_exclusion(count_, with_.sets, common).count();
  }

  /// What all maps of a set read.
  constexpr common_part common(unsigned set, bool only_tiles) const {
    const image_count n = count_in_pieces(groups_of_set{*this, set, only_tiles});
    return {n.known, n.elements, n.groups, n.worst};
  }

  /// The box of all tiles.
  constexpr key_box all_tiles() const {
    key_box out;
    for (int k = 0; k < count_; ++k) {
      digit_form a;
      const int keys = build(k, a, true);
      if (keys > key_box::max_sides) return {.sides = -1};
      for (int i = 0; i < keys; ++i) {
        const interval r = a.m.known_empty ? nothing : symbolic::bounds(a.p, a.m.result[i]);
        out.side[i] = k == 0 ? r : hull(out.side[i], r);
      }
      out.sides = keys;
    }
    return out;
  }

 private:
  static constexpr void exchange(digit_form*& a, digit_form*& b) {
    digit_form* const kept = a;
    a = b;
    b = kept;
  }

  /// Maps that read the same are taken once, and those that read nothing never.
  constexpr void add(const map_tree& t, int number) {
    if (how_.tile != nullptr && !is_tile(*how_.tile, t.dims)) failed_ = true;
    if (t.known_empty || runtimes_.missing(t) < 0) return;
    for (int k = 0; k < count_; ++k)
      if (symbolic::decide_equal(*maps_[k], t, 0).is == symbolic::truth::yes) return;
    if (count_ == max_maps) {
      failed_ = true;
      return;
    }
    number_[count_] = number;
    maps_[count_++] = &t;
  }

  /// What all maps of a set read, at once.
  constexpr image_count count_common(unsigned set, bool only_tiles) const {
    digit_form a, b, c;
    digit_form *sum = &a, *other = &b, *room = &c;
    int keys = 0;
    for (int k = 0; k < count_ && !sum->m.known_empty; ++k) {
      if ((set >> k & 1) == 0) continue;
      if ((set & ((1U << k) - 1)) == 0) {
        keys = build(k, *sum, only_tiles);
      } else {
        other->clear();
        build(k, *other, only_tiles);
        room->clear();
        build_meeting(*sum, *other, *room);
        exchange(sum, room);
      }
      const bool last = set >> k == 1;
      other->clear();
      if (last && &split_digits(*sum, *other) == other) exchange(sum, other);
      if (!last && eliminate_once(*sum, *other)) exchange(sum, other);
      if (!sum->fits()) return {};
    }
    if (!sum->m.known_empty && !is_safe(sum->m)) return {};
    image_count n = count_image(sum->m, keys, true, with_.room, with_.budget);
    n.known &= sum->fits();
    return n;
  }

  /// The groups of a set, for count_in_pieces.
  struct groups_of_set {
    const union_of_reads& all;
    unsigned set;
    bool only_tiles;

    constexpr image_count count(const key_box& box, group_sizes*) const {
      if (box.sides == 0) return all.count_common(set, only_tiles);
      union_of_reads piece = all.within(box);
      piece.with_ = all.with_.of_piece();
      return piece.count_common(set, only_tiles);
    }
    constexpr int cut(const key_box& box, key_box* part) const {
      digit_form form;
      for (int k = 0; k < all.count_; ++k) {
        if ((set >> k & 1) == 0) continue;
        form.clear();
        const int keys = all.build(k, form, only_tiles);
        if (const int parts = guards(form.m, keys).cut(box.sides == 0 ? all.box_ : box, part); parts > 0) return parts;
      }
      return 0;
    }
  };

  constexpr int build(int k, digit_form& out, bool only_keys) const {
    const int keys = build_reading(*maps_[k], runtimes_, how_, out);
    if (only_keys) out.m.results = keys;
    restrict_keys(out.m, box_);
    return keys;
  }

  reading how_;
  means with_;
  key_box box_;
  bool failed_ = false;
  shared_runtimes runtimes_;
  int count_ = 0;
  int number_[max_maps] = {};
  const map_tree* maps_[max_maps] = {};
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
/// have. Not known where it cannot be counted within the means. The worst tile of several maps is known where all
/// tiles are like each other.
constexpr reads_of_tiles count_reads(const map_tree* const* maps, int count, const reading& how, means with) {
  return detail::union_of_reads(maps, count, how, with).count().reads;
}

namespace detail {

/// The most that a tile of the box reads, where it is more than `worst`: cuts the box until its tiles are like
/// each other. False where that takes more steps.
constexpr bool find_worst(const union_of_reads& all, const key_box& box, int& steps, i64& worst) {
  if (--steps < 0) return false;
  const tiles_counted here = all.within(box).count();
  if (!here.reads.known) return false;
  if (here.reads.worst_known && here.reads.worst > worst) worst = here.reads.worst;
  if (here.reads.worst_known || here.most <= worst) return true;
  key_box part[key_box::max_parts];
  const int parts = box.split(part);
  bool done = parts > 0;
  for (int k = 0; k < parts && done; ++k) done = find_worst(all, part[k], steps, worst);
  return done;
}

}  // namespace detail

/// The same with the worst tile where tiles differ, too.
constexpr reads_of_tiles count_reads_of_tiles(const map_tree* const* maps, int count, const reading& how, means with) {
  const detail::union_of_reads all(maps, count, how, with);
  reads_of_tiles out = all.count().reads;
  if (!out.known || out.worst_known) return out;
  const key_box whole = all.all_tiles();
  if (whole.sides < 0) return out;
  int steps = with.steps;
  out.worst = 0;
  out.worst_known = detail::find_worst(all, whole, steps, out.worst);
  return out;
}

}  // namespace mercator::analysis
