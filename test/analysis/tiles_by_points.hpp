// Tiles of operands, against the elements that each tile of the output needs.
#pragma once

#include <map>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/tiles.hpp"
#include "test/support/forms.hpp"

namespace mercator_test {

namespace an = mercator::analysis;
using mercator::extents;

/// What each full tile needs: by the tile's number, then the runtime variables.
inline std::map<point, std::set<point>> needed(const map_tree& t, const an::box_as_written& box, const extents& tile) {
  std::map<point, std::set<point>> out;
  for_each_pair(t, [&](const point& at, const point& results) {
    point key;
    for (int d = 0; d < t.dims; ++d) {
      const mercator::interval r = box.dimension[d];
      const i64 size = r.lo == 0 && r.hi + 1 < tile[d] ? r.hi + 1 : tile[d];
      const i64 number = static_cast<i64>(floor_quotient(at[static_cast<std::size_t>(d)], size));
      if (number * size < r.lo || number * size + size - 1 > r.hi) return;
      key.push_back(number);
    }
    key.insert(key.end(), at.end() - t.runtimes, at.end());
    out[key].insert(results);
  });
  return out;
}

inline std::set<point> rectangle(const an::tile_shape& s, const point& offset) {
  std::set<point> out{{}};
  for (int k = 0; k < s.rank; ++k) {
    std::set<point> next;
    for (const point& p : out)
      for (i64 i = 0; i < s.size[k]; ++i) {
        point q = p;
        q.push_back(offset[static_cast<std::size_t>(k)] + i * s.stride[k]);
        if (!s.clipped[k] || s.clip[k].contains(q.back())) next.insert(q);
      }
    out = next;
  }
  return out;
}

/// Whether the sets are rectangles of the same kind, each: then a tile had to be found where no constraint is.
inline bool check_tiles(const map_tree& t, const an::box_as_written& box, const extents& tile, an::means with) {
  const an::tile_shape s = an::find_tile(t, tile, box, with);
  if (!s.known) return false;
  form offsets;
  REQUIRE(an::find_tile_offsets(t, tile, box, with, offsets.m));
  const auto expected = needed(t, box, tile);
  std::map<point, point> offset_of;
  for_each_pair(offsets.m, [&](const point& at, const point& results) { offset_of[at] = results; });
  for (const auto& [number, elements] : expected) {
    const auto offset = offset_of.find(number);
    REQUIRE(offset != offset_of.end());
    CHECK(rectangle(s, offset->second) == elements);
  }
  for (const auto& [number, offset] : offset_of)
    if (expected.count(number) == 0) CHECK(rectangle(s, offset).empty());
  return true;
}

inline bool check_tiles(const map_tree& t, const extents& tile, an::means with) {
  return check_tiles(t, an::box_as_written(t), tile, with);
}

}  // namespace mercator_test
