// Inverses as trees against the points that they are to have.
#pragma once

#include <doctest/doctest.h>

#include "test/support/forms.hpp"

namespace mercator_test {

inline point results_at(const map_tree& t, const point& at) {
  point out;
  for (int j = 0; j < t.results; ++j) out.push_back(static_cast<i64>(value_of(t, t.result[j], at)));
  return out;
}

/// That all points are in the domain, with their sources, and nothing else of the box is: all of it, or where it is
/// large some of it, near the points and anywhere.
inline void check_points(const map_tree& inverse, const graph& expected, random_numbers& random) {
  const auto is_expected = [&](const point& at) {
    const auto found = expected.lower_bound({at, {}});
    return found != expected.end() && found->first == at;
  };
  for (const auto& [at, sources] : expected) {
    REQUIRE(in_domain(inverse, at));
    REQUIRE(results_at(inverse, at) == sources);
  }
  i64 box = inverse.known_empty ? 0 : 1;
  for (int v = 0; v < inverse.variables() && box != 0; ++v) box = mercator::saturating_mul(box, inverse.box[v].count());
  if (box <= 5000) {
    std::size_t inside = 0;
    for_each_point(inverse, [&](const point& at) { return inside += in_domain(inverse, at), true; });
    REQUIRE(inside == expected.size());
    return;
  }
  for (const auto& [near, sources] : expected)
    for (int k = 0; k < 8; ++k) {
      point at = near;
      for (std::size_t v = 0; v < at.size(); ++v) {
        const mercator::interval r = inverse.box[v];
        at[v] = random.one_in(2) ? random.in(r.lo, r.hi) : at[v] + random.in(-2, 2);
      }
      REQUIRE(in_domain(inverse, at) == is_expected(at));
    }
}

}  // namespace mercator_test
