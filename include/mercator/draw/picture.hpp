// What a picture of a map shows: the elements of both tensors as grids, and which goes where.
#pragma once

#include <string>
#include <vector>

#include "mercator/analysis/subject.hpp"
#include "mercator/map/runtime_map.hpp"
#include "mercator/symbolic/points.hpp"

namespace mercator {

/// How a map is drawn.
struct picture_options {
  /// What elements of one color have in common.
  enum class coloring : unsigned char { element, tile, warp };

  coloring by = coloring::element;  ///< elements of one color: one element, one tile of `tile`, one warp of 32
  /// With warps or units: how many of the first dimensions are the thread's, th_x first, which counts the fastest; the
  /// others are blocks. 0: threads have the elements in row-major order.
  int threads = 0;
  extents tile;    ///< with coloring::tile: its sizes
  extents target;  ///< the target's shape; rank 0: from 0, or the least index below it, to the greatest that the map
                   ///< reaches
  i64 element_bytes = 4;  ///< with unit_bytes
  i64 unit_bytes = 0;     ///< such as 32: frames what shares a unit of memory with the first warp's elements; SVG alone
  /// Of each tensor: of larger ones the first are shown.
  int most_rows = 16, most_columns = 16;
};

namespace drawing {

/// An element of a tensor as it is drawn.
struct cell {
  bool exists = false;                                     ///< in the domain, or reached by an element that is shown
  i64 group = 0, of_groups = 1, shade = 0, of_shades = 1;  ///< its color
  std::vector<i64> labels;                                 ///< the numbers of the source's elements
  bool touched = false;  ///< shares a unit of memory with what the first warp accesses
};

/// A tensor as a grid: all dimensions but the last go down, the last goes across.
struct grid {
  std::string title;
  std::vector<interval> box;
  i64 rows = 1, columns = 1;  ///< of the whole tensor
  i64 shown_rows = 1, shown_columns = 1;
  std::vector<cell> cells;  ///< the shown ones, row by row

  grid(std::string name, std::vector<interval> indices, const picture_options& options)
      : title(std::move(name)), box(std::move(indices)) {
    for (std::size_t k = 0; k < box.size(); ++k) {
      if (k + 1 < box.size())
        rows = saturating_mul(rows, box[k].count());
      else
        columns = box[k].count();
    }
    shown_rows = rows < options.most_rows ? rows : options.most_rows;
    shown_columns = columns < options.most_columns ? columns : options.most_columns;
    cells.resize(static_cast<std::size_t>(shown_rows * shown_columns));
  }

  bool is_whole() const { return rows == shown_rows && columns == shown_columns; }

  cell& at(i64 row, i64 column) { return cells[static_cast<std::size_t>(row * shown_columns + column)]; }
  const cell& at(i64 row, i64 column) const { return cells[static_cast<std::size_t>(row * shown_columns + column)]; }

  /// The indices of a shown element.
  std::vector<i64> index(i64 row, i64 column) const {
    std::vector<i64> out(box.size());
    for (std::size_t k = box.size(); k-- > 0;) {
      i64& rest = k + 1 == box.size() ? column : row;
      const i64 size = box[k].empty() ? 1 : box[k].count();
      out[k] = box[k].lo + rest % size;
      rest /= size;
    }
    return out;
  }

  /// The place of an element, shown or not; false where it is outside of the tensor.
  bool place(const std::vector<i64>& index, i64& row, i64& column) const {
    row = column = 0;
    for (std::size_t k = 0; k < box.size(); ++k) {
      if (!box[k].contains(index[k])) return false;
      if (k + 1 == box.size())
        column = index[k] - box[k].lo;
      else
        row = saturating_add(saturating_mul(row, box[k].count()), index[k] - box[k].lo);
    }
    return true;
  }
  /// The place of an element that is shown.
  bool find(const std::vector<i64>& index, i64& row, i64& column) const {
    return place(index, row, column) && row < shown_rows && column < shown_columns;
  }

  /// The number of an element in row-major order.
  i64 number(i64 row, i64 column) const { return saturating_add(saturating_mul(row, columns), column); }

  /// "0" or "2, 0": the indices that a row has in common.
  std::string row_name(i64 row) const {
    std::string out;
    const std::vector<i64> at = index(row, 0);
    for (std::size_t k = 0; k + 1 < at.size(); ++k) out += (k == 0 ? "" : ",") + std::to_string(at[k]);
    return out;
  }

  /// "[4, -3 to 3]": sizes, or the indices where they do not begin at 0.
  std::string shape_text() const {
    std::string out = "[";
    for (std::size_t k = 0; k < box.size(); ++k) {
      const bool from_0 = box[k].empty() || box[k].lo == 0;
      out += (k == 0 ? "" : ", ") +
             (from_0 ? std::to_string(box[k].count()) : std::to_string(box[k].lo) + " to " + std::to_string(box[k].hi));
    }
    return out + "]";
  }
};

/// Both tensors of a map, and what is not shown.
class picture {
 public:
  static constexpr i64 most_points = 1 << 16, warp = 32;

  picture(const runtime_map& m, const picture_options& options)
      : map_(m.simplify()), options_(options), source_("", source_box(m), options), target_("", {}, options) {
    find_target();
    if (!map_.is_known_empty()) connect();
    mark_touched();
    name_tensors();
  }

  const runtime_map& map() const { return map_; }
  const grid& source() const { return source_; }
  const grid& target() const { return target_; }
  const std::vector<std::string>& notes() const { return notes_; }
  /// What frames mean; empty where there are none.
  const std::string& frame_note() const { return frame_note_; }

 private:
  /// Threads are numbered in the box that the map is written with: a guard narrows the simplified one.
  std::vector<interval> source_box(const runtime_map& written) const {
    const bool by_threads = options_.by == picture_options::coloring::warp || options_.unit_bytes > 0;
    std::vector<interval> out;
    for (int d = 0; d < map_.counts().dimensions; ++d)
      out.push_back(map_.is_known_empty() ? interval{0, -1} : by_threads ? written.variable(d) : map_.variable(d));
    return out;
  }

  bool is_of_thread(std::size_t dimension) const { return static_cast<int>(dimension) < options_.threads; }

  /// The number of the warp that has a source's element.
  i64 warp_of(i64 row, i64 column) const {
    if (options_.threads <= 0) return source_.number(row, column) / warp;
    const std::vector<i64> index = source_.index(row, column);
    i64 thread = 0, threads = 1, block = 0;
    for (std::size_t d = 0; d < index.size(); ++d) {
      const i64 place = index[d] - source_.box[d].lo, size = source_.box[d].count();
      if (is_of_thread(d)) {
        thread = saturating_add(thread, saturating_mul(place, threads));
        threads = saturating_mul(threads, size);
      } else {
        block = saturating_add(saturating_mul(block, size), place);
      }
    }
    return saturating_add(saturating_mul(block, ceil_div(threads, warp)), thread / warp);
  }

  /// The place of the element that a lane of the first warp has, shown or not; false where there are not so many.
  bool place_in_first_warp(i64 lane, i64& row, i64& column) const {
    if (options_.threads <= 0) {
      const i64 columns = source_.columns < 1 ? 1 : source_.columns;
      row = lane / columns;
      column = lane % columns;
      return row < source_.rows;
    }
    std::vector<i64> index;
    for (std::size_t d = 0; d < source_.box.size(); ++d) {
      const i64 size = is_of_thread(d) ? source_.box[d].count() : 1;
      index.push_back(source_.box[d].lo + lane % size);
      lane /= size;
    }
    return lane == 0 && source_.place(index, row, column);
  }

  /// Calls visit(source cell's row and column, results) for all points of shown source elements.
  template <class Visit>
  void each_point(Visit visit) {
    i64 left = most_points;
    for (i64 row = 0; row < source_.shown_rows; ++row)
      for (i64 column = 0; column < source_.shown_columns; ++column)
        if (!each_range(row, column, left, [&](const std::vector<i64>& results) { visit(row, column, results); }))
          return;
    complete_ = true;
  }

  /// Calls visit(results) for all points of one source element, where there are not more than are left.
  template <class Visit>
  bool each_range(i64 row, i64 column, i64& left, Visit visit) const {
    const map_counts n = map_.counts();
    std::vector<i64> results(static_cast<std::size_t>(n.results)), point = source_.index(row, column);
    std::vector<interval> box;
    for (int v = 0; v < n.variables(); ++v) box.push_back(map_.variable(v));
    for (int v = n.dimensions; v < n.variables(); ++v) point.push_back(map_.variable(v).lo);
    do {
      if (--left < 0) return false;
      if (!map_.contains(point)) continue;
      map_.evaluate(point, results);
      visit(static_cast<const std::vector<i64>&>(results));
    } while (symbolic::next_point(point.data(), box.data(), n.dimensions, n.dimensions + n.ranges));
    return true;
  }

  void find_target() {
    std::vector<interval> box;
    for (int k = 0; k < options_.target.rank; ++k) box.push_back({0, options_.target[k] - 1});
    if (static_cast<int>(box.size()) != map_.counts().results) {
      box.clear();
      for (int k = 0; k < map_.counts().results; ++k) box.push_back(values_of(k));
    }
    target_ = grid("", box, options_);
  }

  /// From 0, or below, to the largest value of result k.
  interval values_of(int k) {
    const analysis::tight_bounds_of b = analysis::ask(
        map_, [&](const symbolic::map_tree& t, analysis::means with) { return analysis::image_bounds(t, k, with); });
    interval r = b.known ? b.range : nothing;
    if (!b.known)  // of what is drawn
      each_point([&](i64, i64, const std::vector<i64>& results) {
        const i64 x = results[static_cast<std::size_t>(k)];
        r = r.empty() ? interval{x, x} : interval{x < r.lo ? x : r.lo, x > r.hi ? x : r.hi};
      });
    return r.empty() ? nothing : interval{r.lo < 0 ? r.lo : 0, r.hi < 0 ? 0 : r.hi};
  }

  void connect() {
    each_point([&](i64 row, i64 column, const std::vector<i64>& results) {
      cell& from = source_.at(row, column);
      from.exists = true;
      from.labels = {source_.number(row, column)};
      color(from, row, column);
      i64 r = 0, c = 0;
      if (!target_.find(results, r, c)) {
        hidden_ = true;
        return;
      }
      cell& to = target_.at(r, c);
      if (!to.exists) {
        const std::vector<i64> labels = to.labels;
        to = from;
        to.labels = labels;
      }
      if (to.labels.empty() || to.labels.back() != from.labels[0]) to.labels.push_back(from.labels[0]);
    });
  }

  void color(cell& c, i64 row, i64 column) const {
    using coloring = picture_options::coloring;
    if (options_.by == coloring::element) {
      c.group = source_.shown_rows > 1 ? row : column;
      c.of_groups = source_.shown_rows > 1 ? source_.shown_rows : source_.shown_columns;
      c.shade = source_.shown_rows > 1 ? column : 0;
      c.of_shades = source_.shown_rows > 1 ? source_.shown_columns : 1;
      return;
    }
    c.of_groups = 0;
    if (options_.by == coloring::warp) {
      c.group = warp_of(row, column);
      return;
    }
    const std::vector<i64> index = source_.index(row, column);
    for (std::size_t k = 0; k < index.size() && static_cast<int>(k) < options_.tile.rank; ++k) {
      const i64 size = options_.tile[static_cast<int>(k)];
      c.group = c.group * (source_.box[k].count() / size + 1) + floor_div(index[k], size);
    }
  }

  /// Elements in the units of memory that the first warp accesses, shown or not.
  void mark_touched() {
    if (options_.unit_bytes <= 0 || options_.element_bytes <= 0 || map_.is_known_empty()) return;
    std::vector<interval> touched;
    i64 left = most_points, from_row = 0, from_column = 0;
    for (i64 lane = 0; lane < warp && place_in_first_warp(lane, from_row, from_column); ++lane)
      each_range(from_row, from_column, left, [&](const std::vector<i64>& results) {
        i64 row = 0, column = 0;
        if (target_.place(results, row, column)) touched.push_back(units_of(row, column));
      });
    touches_all_ = left >= 0;
    for (i64 row = 0; row < target_.shown_rows; ++row)
      for (i64 column = 0; column < target_.shown_columns; ++column)
        for (const interval& units : touched)
          if (!intersect(units, units_of(row, column)).empty()) target_.at(row, column).touched = is_framed_ = true;
  }

  /// The units of memory that a target's element has bytes in.
  interval units_of(i64 row, i64 column) const {
    const i64 first = saturating_mul(target_.number(row, column), options_.element_bytes);
    return {floor_div(first, options_.unit_bytes),
            floor_div(saturating_add(first, options_.element_bytes - 1), options_.unit_bytes)};
  }

  /// "16 of 64 rows", where they are not all.
  static std::string part_text(i64 shown, i64 all, const char* what) {
    return shown == all ? "" : std::to_string(shown) + " of " + std::to_string(all) + " " + what;
  }

  void name_tensors() {
    source_.title = "dimensions " + source_.shape_text();
    target_.title = "results " + target_.shape_text();
    for (const grid* g : {&source_, &target_})
      if (!g->is_whole())
        notes_.push_back("Of the " + std::string(g == &source_ ? "dimensions" : "results") + " the first " +
                         part_text(g->shown_rows, g->rows, "rows") +
                         (g->shown_rows < g->rows && g->shown_columns < g->columns ? " and " : "") +
                         part_text(g->shown_columns, g->columns, "columns") + " are shown.");
    if (map_.is_known_empty()) notes_.push_back("The domain is empty.");
    if (hidden_) notes_.push_back("Some elements go to places that are not shown.");
    if (!complete_ && !map_.is_known_empty())
      notes_.push_back("Only the first values of the range variables were drawn.");
    if (map_.counts().runtimes > 0 && !map_.is_known_empty())
      notes_.push_back("Runtime variables have their first values.");
    if (is_framed_)
      frame_note_ = "Framed: elements in the units of " + std::to_string(options_.unit_bytes) + " bytes that " +
                    (touches_all_ ? "the first warp accesses."
                                  : "the first warp accesses with the first values of the range variables.");
  }

  runtime_map map_;
  picture_options options_;
  grid source_, target_;
  std::vector<std::string> notes_;
  std::string frame_note_;
  bool hidden_ = false, complete_ = false, touches_all_ = true, is_framed_ = false;
};

}  // namespace drawing

}  // namespace mercator
