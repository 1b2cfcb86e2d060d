// What for_each visits, as a list.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include <mercator/mercator.hpp>

namespace mercator_test {

using point = std::vector<mercator::i64>;
using visits = std::vector<std::pair<point, point>>;

template <int N>
point list(const mercator::coord<N>& c) {
  return point(c.indices, c.indices + N);
}

/// Map: a static map, or one with its runtime variables given.
template <class Map>
visits visited(const Map& map) {
  visits out;
  for_each(map, [&](auto from, auto to) {
    static_assert(std::is_same_v<decltype(from), mercator::coord<Map::counts.dimensions + Map::counts.ranges>>);
    static_assert(std::is_same_v<decltype(to), mercator::coord<Map::counts.results>>);
    out.emplace_back(list(from), list(to));
  });
  return out;
}

}  // namespace mercator_test
