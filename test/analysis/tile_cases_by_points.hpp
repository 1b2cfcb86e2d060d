// Tiles of symbolic size: every case at every tile that fulfils its conditions, against the elements that the
// tile needs.
#pragma once

#include <map>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/symbolic_tiles.hpp"
#include "test/support/forms.hpp"

namespace mercator_test {

namespace an = mercator::analysis;

/// The elements that each output element reads: by dimensions, then runtime variables.
inline std::map<point, std::set<point>> reads_of(const map_tree& t) {
  std::map<point, std::set<point>> out;
  for_each_pair(t, [&](point at, const point& results) {
    at.erase(at.begin() + t.dims, at.begin() + t.dims + t.ranges);
    out[at].insert(results);
  });
  return out;
}

/// What the tile at the point (o, t, runtime variables) needs.
inline std::set<point> needed(const std::map<point, std::set<point>>& reads, int dims, const point& tile) {
  const auto d = static_cast<std::size_t>(dims);
  intervals box;
  for (std::size_t k = 0; k < d; ++k) box.push_back({tile[k], tile[k] + tile[d + k] - 1});
  std::set<point> out;
  for_each_point(box, [&](point at) {
    at.insert(at.end(), tile.begin() + 2 * dims, tile.end());
    const auto found = reads.find(at);
    if (found != reads.end()) out.insert(found->second.begin(), found->second.end());
  });
  return out;
}

inline std::set<point> rectangle(const point& offset, const point& size, const point& stride) {
  std::set<point> out{{}};
  for (std::size_t k = 0; k < offset.size(); ++k) {
    std::set<point> next;
    for (const point& p : out)
      for (i64 i = 0; i < size[k]; ++i) {
        point q = p;
        q.push_back(offset[k] + i * stride[k]);
        next.insert(q);
      }
    out = next;
  }
  return out;
}

/// Whether a set is a box of evenly spaced indices.
inline bool is_rectangle(const std::set<point>& elements, int rank) {
  i64 product = 1;
  for (int k = 0; k < rank; ++k) {
    std::set<i64> values;
    for (const point& p : elements) values.insert(p[static_cast<std::size_t>(k)]);
    product *= static_cast<i64>(values.size());
    if (values.size() < 2) continue;
    const i64 stride = *std::next(values.begin()) - *values.begin();
    if (*values.rbegin() - *values.begin() != stride * (static_cast<i64>(values.size()) - 1)) return false;
    for (const i64 x : values)
      if ((x - *values.begin()) % stride != 0) return false;
  }
  return product == static_cast<i64>(elements.size());
}

struct tile_tally {
  long long maps = 0, with_cases = 0, cases = 0, tiles = 0, covered = 0, rectangles = 0;
};

/// Of the map as it is written, and with its box where it was simplified. The tiles that are in a case.
inline std::set<point> check_tile_cases(const map_tree& t, const an::box_as_written& box_of_map, an::means with,
                                        tile_tally& n) {
  const auto reads = reads_of(t);
  const auto whole = simplified(t);
  if (!whole) return {};
  ++n.maps;
  an::symbolic_tile_search cases(t, box_of_map, with);
  std::set<point> covered;
  int number = 0;
  for (; cases.next(); ++number) {
    ++n.cases;
    std::vector<std::map<point, point>> value(3);
    for (int part = 0; part < 3; ++part) {
      form f;
      cases.write(static_cast<an::tile_part>(part), f.m);
      REQUIRE(f.fits());
      for_each_pair(
          f.m, [&](const point& at, const point& results) { value[static_cast<std::size_t>(part)][at] = results; });
    }
    REQUIRE(value[0].size() == value[1].size());
    REQUIRE(value[0].size() == value[2].size());
    for (const auto& entry : value[0]) {
      const point &tile = entry.first, &offset = entry.second;
      const auto elements = needed(reads, t.dims, tile);
      if (rectangle(offset, value[1][tile], value[2][tile]) != elements) {
        CAPTURE(number);
        CAPTURE(text_of(tile));
        CAPTURE(text_of(offset));
        CAPTURE(text_of(value[1][tile]));
        CAPTURE(text_of(value[2][tile]));
        REQUIRE(rectangle(offset, value[1][tile], value[2][tile]) == elements);
      }
      for (const i64 x : value[1][tile]) REQUIRE(x >= 0);
      covered.insert(tile);
    }
  }
  n.with_cases += number > 0;
  n.covered += static_cast<long long>(covered.size());
  if (whole->known_empty) return covered;
  intervals box;
  for (int v = 0; v < t.dims; ++v) box.push_back(whole->box[v]);
  for (int v = 0; v < t.dims; ++v) box.push_back({1, whole->box[v].count()});
  for (int v = t.dims + t.ranges; v < t.variables(); ++v) box.push_back(whole->box[v]);
  for_each_point(box, [&](const point& tile) {
    for (int d = 0; d < t.dims; ++d)
      if (tile[static_cast<std::size_t>(d)] + tile[static_cast<std::size_t>(t.dims + d)] - 1 > whole->box[d].hi) return;
    ++n.tiles;
    n.rectangles += is_rectangle(needed(reads, t.dims, tile), t.results);
  });
  return covered;
}

inline std::set<point> check_tile_cases(const map_tree& t, an::means with, tile_tally& n) {
  return check_tile_cases(t, an::box_as_written(t), with, n);
}

inline void report(const tile_tally& n) {
  MESSAGE(n.maps << " maps, " << n.with_cases << " with cases, " << n.cases << " cases; of " << n.tiles << " tiles "
                 << n.rectangles << " need a rectangle, " << n.covered << " are in a case");
}

}  // namespace mercator_test
