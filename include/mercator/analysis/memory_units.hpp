// Memory in units such as sectors and lines, which elements of a row-major tensor may lie across.
#pragma once

#include "mercator/map/shape.hpp"
#include "mercator/symbolic/form.hpp"
#include "mercator/symbolic/normal_form.hpp"

namespace mercator::analysis {

/// The place of an element, counted in elements, as a line.
constexpr int row_major_place(symbolic::pool& p, const int* index, const extents& shape) {
  int place = p.number(0);
  i64 distance = 1;
  for (int k = shape.rank - 1; k >= 0; --k) {
    place = p.add(place, index[k], distance);
    if (!checked_mul(distance, shape[k] > 0 ? shape[k] : 1, distance)) p.overflow = true;
  }
  return place;
}

/// Units of memory: `unit_bytes` each, the tensor beginning with one. An element is so many pieces, each of which lies
/// in one unit.
struct memory_units {
  i64 element_bytes = 1;
  i64 unit_bytes = 0;  ///< 0: there are none

  constexpr i64 piece_bytes() const { return gcd(element_bytes, unit_bytes); }
  constexpr i64 pieces() const { return element_bytes / piece_bytes(); }
  /// The unit that holds a piece of the element at a place: that of the variable, which there is where there are
  /// several.
  constexpr int unit(symbolic::pool& p, int place, int variable) const {
    int out = p.scale(place, pieces());
    if (pieces() > 1) out = p.add(out, p.variable(variable));
    return symbolic::floordiv(p, out, unit_bytes / piece_bytes());
  }
};

/// The map of a tree on lines, with `more` runtime variables behind those that it has, and behind them one for an
/// element's pieces where it has several.
constexpr void lower_in_pieces(const symbolic::map_tree& t, symbolic::map_form& out, const memory_units& units,
                               const interval* runtime = nullptr, int more = 0) {
  interval range[symbolic::limits::variables + 1] = {};
  for (int k = 0; k < more; ++k) range[k] = runtime[k];
  range[more] = {0, units.pieces() - 1};
  symbolic::lower(t, out, range, units.pieces() > 1 ? more + 1 : more);
}

}  // namespace mercator::analysis
