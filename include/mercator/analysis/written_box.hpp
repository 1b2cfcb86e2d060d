// The box that a map is written with, which constraints narrow when the map is simplified.
#pragma once

#include "mercator/analysis/digit_form.hpp"

namespace mercator::analysis {

/// The intervals of a map's dimensions as it is written: constraints may have narrowed them since.
struct box_as_written {
  /// The first ones are the dimensions'.
  interval dimension[limits::variables] = {};

  constexpr box_as_written() = default;
  /// A map that is not simplified.
  constexpr explicit box_as_written(const symbolic::map_tree& t) {
    for (int d = 0; d < t.dims; ++d) dimension[d] = t.known_empty ? nothing : t.box[d];
  }
  /// The same of a form.
  constexpr explicit box_as_written(const map_form& m) {
    for (int d = 0; d < m.dims; ++d) dimension[d] = m.p.range(d);
  }
};

namespace detail {

/// The same domain and results in another box of dimensions, into a fresh form.
constexpr void copy_into_box(const map_form& from, const interval* dimension, map_form& to) {
  for (int v = 0; v < from.variables(); ++v) to.add_like(from, v, v < from.dims ? dimension[v] : from.p.range(v));
  int image[limits::variables];
  for (int v = 0; v < from.variables(); ++v) image[v] = to.p.variable(v);
  symbolic::detail::carry(to, from, image);
}

/// The dimensions whose simplified interval says more than the constraints that are left say in the box.
constexpr void find_guards(const map_form& simplified, const box_as_written& box, bool* guarded) {
  digit_form in_box;
  copy_into_box(simplified, box.dimension, in_box.m);
  in_box.m.results = 0;
  const bool known = in_box.fits() && symbolic::simplify_domain(in_box.m) && in_box.fits();
  for (int d = 0; d < simplified.dims; ++d)
    guarded[d] = !simplified.p.range(d).contains(known ? in_box.p.range(d) : box.dimension[d]);
}

}  // namespace detail

}  // namespace mercator::analysis
