// What values lines take over a part of a map's variables: how many, between which, in which steps.
#pragma once

#include "mercator/analysis/decide.hpp"
#include "mercator/analysis/no_tile.hpp"

namespace mercator::analysis {

/// Values first, first + stride, … of which there are `size`: none where it is 0.
struct progression {
  i64 first = 0, size = 0, stride = 1;
};

/// Lines of a form over its domain, with the variables of `held` at their lowest values. The lines and the
/// constraints depend on no variable of `held`.
class values_within {
 public:
  constexpr values_within(map_form& m, variable_set held, means with) : m_(m), held_(held), with_(with) {}

  /// How many different values the lines have together.
  constexpr image_count count(const int* lines, int count) const {
    digit_form a, b;
    copy(lines, count, a);
    digit_form& d = split_digits(a, b);
    if (!is_usable(d)) return {};
    image_count n = count_image(d.m, 0, true, with_.room, with_.budget);
    n.known &= d.fits();
    return n;
  }

  constexpr extremes range(int line) const {
    digit_form a, b;
    copy(&line, 1, a);
    digit_form& d = split_digits(a, b);
    return is_usable(d) ? find_extremes(d.m, d.m.result[0], with_.budget) : extremes{};
  }

  /// The values of a line, where they are evenly spaced; else why that is not so, or not known.
  constexpr no_tile measure(int line, progression& out) const {
    const image_count n = count(&line, 1);
    const extremes e = range(line);
    if (!n.known || !e.known) return no_tile::not_counted;
    out = {e.range.empty() ? 0 : e.range.lo, n.elements, 1};
    if (n.elements < 2) return no_tile::none;
    const i64 span = e.range.hi - e.range.lo;
    if (span % (n.elements - 1) != 0) return no_tile::no_progression;
    out.stride = span / (n.elements - 1);
    const extremes off = range(symbolic::mod(m_.p, m_.p.shift(line, -e.range.lo), out.stride));
    if (!off.known) return no_tile::not_counted;
    return off.range == interval{0, 0} ? no_tile::none : no_tile::no_progression;
  }

 private:
  static constexpr bool is_usable(const digit_form& d) { return d.fits() && (d.m.known_empty || is_safe(d.m)); }

  constexpr void copy(const int* lines, int count, digit_form& to) const {
    for (int v = 0; v < m_.variables(); ++v)
      to.m.add_dimension((held_ >> v & 1) != 0 ? interval{m_.p.lo[v], m_.p.lo[v]} : m_.p.range(v));
    int image[limits::variables];
    for (int v = 0; v < m_.variables(); ++v) image[v] = to.p.variable(v);
    symbolic::substitution s(to.p, m_.p, image);
    for (int k = 0; k < count; ++k) to.m.add_result(s.line(lines[k]));
    for (int i = 0; i < m_.constraints; ++i) to.m.add_constraint(s.line(m_.constraint[i]), m_.constraint_range[i]);
  }

  map_form& m_;
  variable_set held_;
  means with_;
};

}  // namespace mercator::analysis
