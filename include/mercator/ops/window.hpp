// Windows that slide over a padded and dilated tensor: what reduce-window, convolution and select-and-scatter
// share.
#pragma once

#include "mercator/ops/typed.hpp"

namespace mercator::ops {

namespace values {

/// Along one dimension of `base` elements. Element x stands at low + x * base_dilation of the padded dimension;
/// the window number o covers its places o * stride + w * window_dilation, for w in [0, size - 1].
struct window_dimension {
  i64 base, size, stride, low, high, base_dilation, window_dilation;

  constexpr const char* requires_more() const {
    if (size < 1 || stride < 1 || base_dilation < 1 || window_dilation < 1)
      return "windows, strides and dilations of at least 1";
    for (const i64 n : {size, stride, low, high, base_dilation, window_dilation, padded(), covered()})
      if (magnitude(n) > largest_size) return "windows, strides, padding and dilations of at most 2^60";
    return padded() < 0 ? "padding that leaves no dimension of negative size" : nullptr;
  }

  static constexpr i64 dilated(i64 n, i64 dilation) {
    return n == 0 ? 0 : saturating_add(saturating_mul(n - 1, dilation), 1);
  }
  constexpr i64 padded() const { return saturating_add(saturating_add(dilated(base, base_dilation), low), high); }
  constexpr i64 covered() const { return dilated(size, window_dilation); }
  /// How many windows there are.
  constexpr i64 positions() const { return padded() < covered() ? 0 : (padded() - covered()) / stride + 1; }

  /// The element at place w of window o; the domain is cut to where there is one.
  constexpr int element(map_writer& out, int o, int w) const {
    symbolic::pool& p = out.pool();
    const int place = p.shift(p.add(p.scale(o, stride), w, window_dilation), -low);
    out.require(place, {0, (base - 1) * base_dilation});
    if (base_dilation > 1) out.require(symbolic::mod(p, place, base_dilation), {0, 0});
    return symbolic::floordiv(p, place, base_dilation);
  }

  /// The window whose place w holds element x; the domain is cut to where there is one.
  constexpr int position(map_writer& out, int x, int w) const {
    symbolic::pool& p = out.pool();
    const int first = p.add(p.shift(p.scale(x, base_dilation), low), w, -window_dilation);
    out.require(first, {0, (positions() - 1) * stride});
    if (stride > 1) out.require(symbolic::mod(p, first, stride), {0, 0});
    return symbolic::floordiv(p, first, stride);
  }
};

/// A window, with a number for each dimension that it slides along. Lists without numbers: stride and dilations
/// of 1, padding of 0. `reversed` names the dimensions along which the places of a convolution's kernel are
/// counted from the end.
struct window {
  numbers size, stride, low, high, base_dilation, window_dilation, reversed;

  constexpr window_dimension along(int k, i64 base) const { return along(k, base, size[k]); }
  constexpr window_dimension along(int k, i64 base, i64 places) const {
    return {base,
            places,
            at(stride, k, 1),
            at(low, k, 0),
            at(high, k, 0),
            at(base_dilation, k, 1),
            at(window_dilation, k, 1)};
  }
  static constexpr i64 at(numbers list, int k, i64 otherwise) { return list.count == 0 ? otherwise : list[k]; }

  constexpr const char* requires_more(int rank) const {
    if (size.count != rank) return "a window size for every dimension";
    for (const numbers list : {stride, low, high, base_dilation, window_dilation})
      if (list.count != 0 && list.count != rank) return "a number for every dimension in each list of the window";
    return are_distinct_dimensions(reversed, rank) ? nullptr : "window_reversal of dimensions of the window";
  }
};

/// Ranges for the places in a window; a window of one place needs none.
constexpr void add_window_ranges(map_writer& out, numbers size) {
  for (int k = 0; k < size.count; ++k)
    if (size[k] != 1) out.add_range(size[k]);
}

/// The line of the next such range.
constexpr int window_place(map_writer& out, i64 size, int& next) {
  return size == 1 ? out.pool().number(0) : out.variable(next++);
}

}  // namespace values

template <i64... Numbers>
struct window_size : number_list<Numbers...> {};
template <i64... Numbers>
struct base_dilation : number_list<Numbers...> {};
template <i64... Numbers>
struct window_dilation : number_list<Numbers...> {};

namespace detail {

template <class... Attributes>
constexpr values::window given_window(numbers size) {
  using given = attributes<Attributes...>;
  return {size,
          given::template get<stride>(),
          given::template get<low>(),
          given::template get<high>(),
          given::template get<base_dilation>(),
          given::template get<window_dilation>(),
          {}};
}

}  // namespace detail

}  // namespace mercator::ops
