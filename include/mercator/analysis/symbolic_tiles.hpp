// Tiles whose sizes and offsets are not known: the operand's tile as maps of them, case by case.
#pragma once

#include "mercator/analysis/tile_progressions.hpp"

namespace mercator::analysis {

/// What a case's map gives for each result: the first index of the operand's tile, how many there are (0: the
/// tile is empty), and how far they are apart.
enum class tile_part : unsigned char { offset, size, stride };

/// The cases of a map, one after the other. Of a tile of the output with indices o, …, o + t - 1 along each
/// dimension, a case says which tile of the operand it needs, for all o and t that fulfil the case's
/// conditions, which are its maps' domain. Dimensions of these maps are the offsets o, then the sizes t; their
/// runtime variables are the map's.
///
/// A case holds because: along each dimension the tile lies anywhere, or at multiples of a quotient's divisor,
/// so that index = divisor * (o' + i) + low; a quotient of place and index together is the same all over the
/// tile; indices then stand in sums whose values are evenly spaced: those in steps of a fill the gaps of those
/// in steps of a multiple of a. Results do not share an index.
class symbolic_tile_search : detail::tile_progressions {
 public:
  static constexpr int most_runs = 512;

  constexpr symbolic_tile_search() {}
  constexpr symbolic_tile_search(const map_tree& t, const box_as_written& box, means with) { begin(t, box, with); }

  /// Before the first case of a map; once. Tiles lie in the box that the map is written with.
  constexpr void begin(const map_tree& t, const box_as_written& box, means with) {
    with_ = with;
    symbolic::lower(t, whole_.m);
    usable_ = whole_.fits() && t.results <= extents::max_rank && 2 * t.dims + t.runtimes <= limits::variables &&
              3 * t.dims + t.ranges + t.runtimes <= limits::variables;
    if (!usable_) return;
    symbolic::simplify_domain(whole_.m);
    if (whole_.fits() && is_safe(whole_.m)) widen(box);
    if (is_safe(whole_.m)) {
      take_exact_quotients();
      unwrap_quotients();
    }
    solve_ranges();
    const map_form& m = whole_.m;
    usable_ = whole_.fits() && has_safe_box(m) && is_safe(m) && 3 * m.dims + m.ranges + m.runtimes <= limits::variables;
    if (usable_) skip_holes();
    usable_ = usable_ && whole_.fits() && has_safe_box(m) && is_safe(m);
    if (!usable_) return;
    find_output(box);
    for (int d = 0; d < t.dims; ++d) find_alignments(d);
  }

  /// Goes to the next case. False after the last one.
  constexpr bool next() {
    while (usable_ && !done_ && runs_++ < most_runs) {
      const bool found = run() && !decisions_.full();
      done_ = !decisions_.next() || (found && unconditional_);
      if (found) return true;
    }
    return false;
  }

  /// Why there is no case, where there is none; of the attempt that lets tiles lie anywhere.
  constexpr no_tile why() const { return why_; }
  /// The result, or the constraint, that is to blame.
  constexpr int result() const { return blamed_; }

  /// The case's map into a fresh form, which is not simplified.
  constexpr void write(tile_part part, map_form& to) const {
    const map_form& m = out_.m;
    for (int v = 0; v < m.dims; ++v) to.add_dimension(m.p.range(v));
    for (int v = m.dims; v < m.variables(); ++v) to.add_runtime(m.p.range(v));
    to.known_empty |= m.known_empty;
    if (to.known_empty) return to.become_empty(whole_.m.results);
    symbolic::substitution s(to.p, m.p);
    for (int v = 0; v < m.variables(); ++v) s.replace(v, to.p.variable(v));
    for (int k = 0; k < whole_.m.results; ++k)
      to.add_result(part == tile_part::offset ? s.line(offset_[k])
                    : part == tile_part::size ? s.line(size_[k])
                                              : to.p.number(stride_[k]));
    for (int i = 0; i < m.constraints; ++i) to.add_constraint(s.line(m.constraint[i]), m.constraint_range[i]);
  }

 private:
  // ---- results together

  /// Results share no index of a dimension: where they would, the tile has one block along it.
  constexpr bool share_nothing() {
    bool shared = false;
    variable_set tied = 0;
    for (int i = 0; i < in_.m.constraints; ++i) tied |= set_of_line(in_.m.constraint[i]);
    for (int j = 0; j < in_.m.results; ++j)
      for (int k = 0; k < j; ++k) {
        const variable_set a = set_of_line(sum_[j].within), b = set_of_line(sum_[k].within), both = a & b;
        for (int d = 0; d < dims(); ++d)
          if ((both >> index(d) & 1) != 0) fix(d);
        shared |= (both & ~indices()) != 0 || ((a & tied) != 0 && (b & tied) != 0);
      }
    return !shared || combine_freely();
  }

  constexpr bool combine_freely() {
    int line[limits::results];
    bool has[limits::variables];
    i64 coefficient[limits::variables], product = 1;
    for (int k = 0; k < in_.m.results; ++k) {
      if (!cut(sum_[k].within, line[k], has, coefficient)) return fail(no_tile::mixed_quotient, k);
      const image_count n = concrete().count(&line[k], 1);
      if (!n.known) return fail(no_tile::not_counted, k);
      product = saturating_mul(product, n.elements);
    }
    const image_count n = concrete().count(line, in_.m.results);
    if (!n.known) return fail(no_tile::not_counted, 0);
    return n.elements == product || fail(no_tile::no_product, 0);
  }

  /// Some index within the tile fulfils the constraints that are about known intervals alone.
  constexpr bool has_indices() {
    if (in_.m.constraints == 0) return true;
    const int none = in_.p.number(0);
    const image_count n = concrete().count(&none, 1);
    if (!n.known) return fail(no_tile::not_counted, 0);
    return n.elements != 0;
  }

  // ---- a case

  constexpr bool run() {
    if (whole_.m.known_empty) return run_empty();
    if (!begin_case()) return false;
    find_clipped_parts();
    if (!sort_constraints()) return false;
    const int results = in_.m.results;
    taken_ = 0;
    for (int k = 0; k < results; ++k)
      if (!take_own(k) || !separate(in_.p.add(in_.m.result[k], own_[k], -1), sum_[k], no_tile::mixed_quotient, k))
        return false;
    if (!share_nothing() || !has_indices()) return false;
    for (int k = 0; k < results; ++k)
      if (!take_parts(k)) return false;
    for (int k = 0; k < results; ++k)
      if (!merge(k)) return false;
    for (int k = 0; k < results; ++k) {
      clip(clip_[k], offset_[k], size_[k], stride_[k]);
      if (!divide(k)) return false;
    }
    return in_.fits() && out_.fits() && has_tiles();
  }

  constexpr bool run_empty() {
    out_.clear();
    for (int v = 0; v < 2 * dims(); ++v) out_.m.add_dimension(nothing);
    for (int v = 0; v < whole_.m.runtimes; ++v) out_.m.add_runtime(nothing);
    out_.m.known_empty = true;
    return unconditional_ = true;
  }

  /// Whether some tile fulfils the conditions.
  constexpr bool has_tiles() const {
    digit_form copy;
    write(tile_part::stride, copy.m);
    return copy.fits() && symbolic::simplify_domain(copy.m) && copy.fits();
  }

  bool usable_ = false, done_ = false;
};

}  // namespace mercator::analysis
