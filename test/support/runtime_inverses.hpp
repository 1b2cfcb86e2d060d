// Maps at run time and their inverses, as tests follow points through them.
#pragma once

#include <vector>

#include "mercator/runtime.hpp"

namespace mercator_test {

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
