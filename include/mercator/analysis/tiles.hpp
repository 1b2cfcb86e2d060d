// The operand's tile that a tile of the output needs: where it is, how large, in which steps; or why there is
// none.
#pragma once

#include "mercator/analysis/progression.hpp"
#include "mercator/analysis/written_box.hpp"

namespace mercator::analysis {

/// A tile: along each dimension `size` indices, `stride` apart, from an offset that a map gives. Where
/// `clipped`, only those of them that lie in `clip`.
struct tile_shape {
  bool known = false;                     ///< whether there is a tile, or no tile of the output is full
  bool any_full = false;                  ///< whether a tile of the output is
  no_tile why = no_tile::not_counted;     ///< why there is none
  int result = 0;                         ///< which result, or constraint, is to blame
  int rank = 0;                           ///< of the operand
  i64 size[extents::max_rank] = {};       ///< how many indices along each dimension
  i64 stride[extents::max_rank] = {};     ///< how far apart they are
  bool clipped[extents::max_rank] = {};   ///< whether the tile ends at `clip` along a dimension
  interval clip[extents::max_rank] = {};  ///< indices beyond are not read

  /// No tile lies whole within the map's domain.
  constexpr bool empty() const { return known && !any_full; }
};

namespace detail {

/// A map with each dimension d replaced by tile * T + i: dimensions T, the number of the tile, ranges i and the
/// map's own.
class tiled_form {
 public:
  constexpr tiled_form(const map_tree& t, const extents& tile, const box_as_written& box)
      : dims_(t.dims), ranges_(t.ranges), runtimes_(t.runtimes) {
    build(t, tile, box);
  }

  constexpr map_form& form() { return form_.m; }
  constexpr const map_form& form() const { return form_.m; }
  constexpr bool fits() const { return form_.fits(); }
  /// No tile is full.
  constexpr bool is_empty() const { return form_.m.known_empty; }

  /// The variables that say which tile it is: dimensions and runtime variables.
  constexpr variable_set places() const {
    variable_set out = 0;
    for (int v = 0; v < form_.m.variables(); ++v)
      if (v < dims_ || v >= form_.m.dims + form_.m.ranges) out |= one_variable(v);
    return out;
  }

 private:
  constexpr void build(const map_tree& t, const extents& tile, const box_as_written& box) {
    digit_form whole;
    symbolic::lower(t, whole.m);
    if (!symbolic::simplify_domain(whole.m)) return set_empty(t.results);
    map_form& m = form_.m;
    if (!has_safe_box(whole.m) || !is_safe(whole.m)) {
      form_.p.overflow = true;
      return;
    }
    i64 size[limits::variables] = {};
    bool guarded[limits::variables] = {};
    find_guards(whole.m, box, guarded);
    for (int d = 0; d < dims_; ++d) {
      const interval r = box.dimension[d], read = whole.p.range(d);
      if (!is_safe(r)) {
        form_.p.overflow = true;
        return;
      }
      size[d] = r.lo == 0 && r.hi + 1 < tile[d] ? r.hi + 1 : tile[d];
      const interval full{ceil_div(r.lo, size[d]), floor_div(r.hi + 1, size[d]) - 1};
      const interval met = intersect(full, floor_div(read, size[d]));
      const bool whole_tiles = met.empty() || read.contains(interval{met.lo * size[d], (met.hi + 1) * size[d] - 1});
      m.add_dimension(guarded[d] && whole_tiles ? met : full);
      guarded[d] = guarded[d] && !whole_tiles;
    }
    for (int d = 0; d < dims_; ++d) m.add_range({0, size[d] - 1});
    for (int s = 0; s < ranges_; ++s) m.add_range(whole.p.range(dims_ + s));
    for (int r = 0; r < runtimes_; ++r) m.add_runtime(whole.p.range(dims_ + ranges_ + r));
    if (m.known_empty) return set_empty(t.results);
    int image[limits::variables];
    pool& p = form_.p;
    for (int v = 0; v < t.variables(); ++v) {
      image[v] = p.variable(v + dims_);
      if (v < dims_) image[v] = p.add(image[v], p.variable(v), size[v]);
    }
    symbolic::substitution s(p, whole.p, image);
    for (int k = 0; k < t.results; ++k) m.add_result(s.line(whole.m.result[k]));
    for (int i = 0; i < whole.m.constraints; ++i)
      if (!symbolic::lies_in(p, s.line(whole.m.constraint[i]), whole.m.constraint_range[i]))
        m.add_constraint(s.line(whole.m.constraint[i]), whole.m.constraint_range[i]);
    for (int d = 0; d < dims_; ++d)
      if (guarded[d] && !symbolic::lies_in(p, image[d], whole.p.range(d))) m.add_constraint(image[d], whole.p.range(d));
    if (!is_safe(m)) p.overflow = true;
    p.full |= whole.p.full;
    p.overflow |= whole.p.overflow;
  }

  constexpr void set_empty(int results) {
    form_.clear();
    for (int d = 0; d < dims_; ++d) form_.m.add_dimension(nothing);
    for (int s = 0; s < dims_ + ranges_; ++s) form_.m.add_range(nothing);
    for (int r = 0; r < runtimes_; ++r) form_.m.add_runtime(nothing);
    form_.m.known_empty = true;
    for (int k = 0; k < results; ++k) form_.m.add_result(form_.p.number(0));
  }

  int dims_, ranges_, runtimes_;
  digit_form form_;
};

/// Finds a tile; takes the form apart.
class tile_search {
 public:
  constexpr tile_search(const map_tree& t, const extents& tile, const box_as_written& box, means with)
      : with_(with), tiled_(t, tile, box), sets_(tiled_.form().p) {
    out_.rank = t.results;
  }

  /// The map from the number of the tile, and the runtime variables, to the tile's offset, once there is a
  /// tile.
  constexpr void write_offsets(map_form& to) const {
    const map_form& m = tiled_.form();
    for (int d = 0; d < m.dims; ++d) to.add_dimension(m.p.range(d));
    for (int v = m.dims + m.ranges; v < m.variables(); ++v) to.add_runtime(m.p.range(v));
    to.known_empty |= m.known_empty;
    int image[limits::variables] = {};
    for (int d = 0; d < m.dims && !to.known_empty; ++d) image[d] = to.p.variable(d);
    for (int v = m.dims; v < m.dims + m.ranges && !to.known_empty; ++v) image[v] = to.p.number(0);
    for (int r = 0; r < m.runtimes && !to.known_empty; ++r) image[m.dims + m.ranges + r] = to.p.variable(m.dims + r);
    symbolic::substitution s(to.p, m.p, image);
    for (int k = 0; k < m.results; ++k)
      to.add_result(to.known_empty ? to.p.number(0) : to.p.shift(s.line(place_[k]), first_[k]));
  }

  constexpr tile_shape find() {
    map_form& m = tiled_.form();
    if (out_.rank > extents::max_rank || !tiled_.fits()) return out_;
    if (tiled_.is_empty()) {
      out_.known = true;
      out_.why = no_tile::none;
      for (int k = 0; k < out_.rank; ++k) out_.stride[k] = 1;
      return out_;
    }
    for (int k = 0; k < m.results; ++k)
      if (!separate(k)) return out_;
    if (!sort_constraints()) return out_;
    for (int k = 0; k < m.results; ++k)
      if (!measure(k)) return out_;
    if (!is_product()) return out_;
    out_.known = out_.any_full = tiled_.fits();
    out_.why = out_.known ? no_tile::none : no_tile::not_counted;
    return out_;
  }

 private:
  constexpr bool fail(no_tile why, int result) {
    out_.why = why;
    out_.result = result;
    return false;
  }

  constexpr bool is_place(int atom) const {
    const pool& p = tiled_.form().p;
    const variable_set s = p.is_variable(atom) ? one_variable(atom) : sets_.line(p.operand[atom]);
    return (s & ~tiled_.places()) == 0;
  }
  constexpr bool is_mixed(int atom) const {
    const pool& p = tiled_.form().p;
    const variable_set s = p.is_variable(atom) ? one_variable(atom) : sets_.line(p.operand[atom]);
    return (s & tiled_.places()) != 0 && (s & ~tiled_.places()) != 0;
  }

  /// Result k as a line of the tile's place and one of the indices within it.
  constexpr bool separate(int k) {
    map_form& m = tiled_.form();
    pool& p = m.p;
    const int line = m.result[k];
    for (int i = p.begin[line], e = p.end(line); i < e; ++i)
      if (is_mixed(p.atom[i])) return fail(no_tile::mixed_quotient, k);
    for (int pass = 0; pass < 2; ++pass) {
      const int from = p.terms;
      for (int i = p.begin[line], e = p.end(line); i < e; ++i)
        if (is_place(p.atom[i]) == (pass == 0)) p.push(p.coefficient[i], p.atom[i]);
      (pass == 0 ? place_ : within_)[k] = p.close(pass == 0 ? p.constant[line] : 0, from);
    }
    return true;
  }

  /// Constraints on a result clip the tile; others must be about the indices within it alone.
  constexpr bool sort_constraints() {
    map_form& m = tiled_.form();
    int kept = 0;
    for (int i = 0; i < m.constraints; ++i) {
      const int line = m.constraint[i];
      if (clips(line, m.constraint_range[i])) continue;
      const variable_set s = sets_.line(line);
      if ((s & tiled_.places()) != 0) return fail(no_tile::mixed_constraint, i);
      m.constraint[kept] = line;
      m.constraint_range[kept++] = m.constraint_range[i];
    }
    m.constraints = kept;
    return true;
  }

  constexpr bool clips(int line, interval r) {
    map_form& m = tiled_.form();
    for (int k = 0; k < m.results; ++k)
      for (int sign = -1; sign < 2; sign += 2) {
        const int difference = m.p.add(line, m.result[k], -sign);
        if (!m.p.is_constant(difference) || m.p.is_constant(line)) continue;
        const i64 c = m.p.constant[difference];
        const interval allowed = (r + interval{-c, -c}) * sign;
        out_.clip[k] = out_.clipped[k] ? intersect(out_.clip[k], allowed) : allowed;
        out_.clipped[k] = true;
        return true;
      }
    return false;
  }

  /// The values of result k within the tile, as a progression.
  constexpr bool measure(int k) {
    progression values;
    const no_tile why = within().measure(within_[k], values);
    out_.size[k] = values.size;
    out_.stride[k] = values.stride;
    first_[k] = values.first;
    return why == no_tile::none || fail(why, k);
  }

  constexpr bool is_product() {
    const image_count n = within().count(within_, out_.rank);
    if (!n.known) return fail(no_tile::not_counted, 0);
    i64 product = 1;
    for (int k = 0; k < out_.rank; ++k) product = saturating_mul(product, out_.size[k]);
    return n.elements == product || fail(no_tile::no_product, 0);
  }

  constexpr values_within within() { return {tiled_.form(), tiled_.places(), with_}; }

  means with_;
  tiled_form tiled_;
  variable_sets sets_;
  tile_shape out_;
  int place_[limits::results] = {}, within_[limits::results] = {};
  i64 first_[limits::results] = {};
};

}  // namespace detail

/// The operand's tile of every full tile of the output, whose tiles begin at multiples of their sizes. A size
/// beyond the output's is the output's. A tile is full that lies in the box.
constexpr tile_shape find_tile(const map_tree& t, const extents& tile, const box_as_written& box, means with) {
  return detail::tile_search(t, tile, box, with).find();
}

/// The map to the offsets of those tiles, into a fresh form: from the number of the output's tile along each
/// dimension, and the runtime variables. Tiles that read nothing may be left out. False where there is no tile.
constexpr bool find_tile_offsets(const map_tree& t, const extents& tile, const box_as_written& box, means with,
                                 map_form& out) {
  detail::tile_search search(t, tile, box, with);
  if (!search.find().known) return false;
  search.write_offsets(out);
  return true;
}

}  // namespace mercator::analysis
