// Maps at run time and their inverses, as tests follow points through them.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/runtime.hpp"
#include "mercator/symbolic/points.hpp"

namespace mercator_test {

inline mercator::runtime_map read(const std::string& text) {
  const auto m = mercator::runtime_map::parse(text);
  REQUIRE(m);
  return *m;
}

/// Calls visit(point) for all points of a map's domain, runtime variables too.
template <class Visit>
void for_each_point(const mercator::runtime_map& m, Visit visit) {
  std::vector<mercator::interval> box;
  std::vector<mercator::i64> at;
  if (m.is_known_empty()) return;
  for (int v = 0; v < m.counts().variables(); ++v) {
    box.push_back(m.variable(v));
    at.push_back(box.back().lo);
    if (box.back().empty()) return;
  }
  do {
    if (m.contains(at)) visit(static_cast<const std::vector<mercator::i64>&>(at));
  } while (mercator::symbolic::next_point(at.data(), box.data(), 0, m.counts().variables()));
}

/// What a map leads to from a point, and the point's runtime variables behind it: of a map a point of its inverse, and
/// of the inverse a point of the map.
inline std::vector<mercator::i64> led_to(const mercator::runtime_map& m, const std::vector<mercator::i64>& at) {
  std::vector<mercator::i64> out(static_cast<std::size_t>(m.counts().results));
  m.evaluate(at, out);
  out.insert(out.end(), at.end() - m.counts().runtimes, at.end());
  return out;
}

/// Whether a point of the inverse's domain comes from a point of the map's.
inline bool is_image(const mercator::runtime_map& m, const mercator::runtime_map& inverse,
                     const std::vector<mercator::i64>& y) {
  const std::vector<mercator::i64> at = led_to(inverse, y);
  return m.contains(at) && led_to(m, at) == y;
}

}  // namespace mercator_test
