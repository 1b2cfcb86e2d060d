// Tiles of operands, against the elements that each tile of the output needs.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis.hpp"
#include "mercator/runtime.hpp"
#include "test/analysis/plenty.hpp"
#include "test/support/forms.hpp"

namespace an = mercator::analysis;
using mercator::extents;
using mercator::i64;
using namespace mercator_test;

namespace {

/// What each full tile needs: by the tile's number, then the runtime variables.
std::map<point, std::set<point>> needed(const map_tree& t, const extents& tile) {
  std::map<point, std::set<point>> out;
  const auto whole = simplified(t);
  for_each_pair(*whole, [&](const point& at, const point& results) {
    point key;
    for (int d = 0; d < t.dims; ++d) {
      const mercator::interval r = whole->box[d];
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

std::set<point> rectangle(const an::tile_shape& s, const point& offset) {
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
bool check(const map_tree& t, const extents& tile) {
  const an::tile_shape s = an::find_tile(t, tile, plenty());
  if (!s.known) return false;
  form offsets;
  REQUIRE(an::find_tile_offsets(t, tile, plenty(), offsets.m));
  const auto expected = needed(t, tile);
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

}  // namespace

TEST_CASE("random maps and tiles") {
  random_maps::options o;
  o.max_points = 400;
  o.max_depth = 1;
  random_maps maps(31, o);
  random_numbers random(32);
  int found = 0, asked = 0;
  for_random_maps(maps, 2500, [&](const map_tree& t) {
    extents tile;
    tile.rank = t.dims;
    for (int d = 0; d < t.dims; ++d) tile.size[d] = random.one_of<i64>({1, 2, 3, 4, 5, 8, 100});
    const std::string text = text_of(t);
    CAPTURE(text);
    ++asked;
    if (!simplified(t)) return;
    found += check(t, tile);
  });
  MESSAGE(found << " tiles of " << asked);
  CHECK(found > asked / 4);
}

TEST_CASE("maps of kernels") {
  random_numbers random(33);
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  int found = 0, asked = 0;
  for (int k = 0; k < 1000; ++k) {
    const i64 a = random.one_of<i64>({2, 3, 4, 6, 8}), b = random.one_of<i64>({2, 3, 4});
    std::string text, c = std::to_string(a);
    switch (random.below(4)) {
      case 0:
        text =
            "(d0, d1) -> (d1, d0 * " + n(1, 3) + "), domain: d0 in [0, " + n(0, 20) + "], d1 in [0, " + n(0, 20) + "]";
        break;
      case 1:
        text = "(d0, d1)[s0] -> (d0 * " + n(1, 2) + " + s0 - 1, d1), domain: d0 in [0, " + n(3, 20) +
               "], d1 in [0, 5], s0 in [0, " + n(0, 3) + "], d0 * 2 + s0 - 1 in [0, 15]";
        break;
      case 2:
        text = "(d0) -> (d0 floordiv " + c + ", d0 mod " + c + "), domain: d0 in [0, " + n(7, 60) + "]";
        break;
      default:
        text = "(d0, d1){rt0} -> ((d0 * " + std::to_string(a * b) + " + d1) floordiv " + c +
               " + rt0), domain: d0 in [0, 9], d1 in [0, " + std::to_string(a * b - 1) + "], rt0 in [0, 2]";
    }
    const auto t = tree_of(text);
    REQUIRE(t);
    extents tile;
    tile.rank = t->dims;
    for (int d = 0; d < t->dims; ++d) tile.size[d] = random.one_of<i64>({1, 2, 3, 4, 8, a, a * b});
    CAPTURE(text);
    ++asked;
    found += check(*t, tile);
  }
  MESSAGE(found << " tiles of " << asked);
  CHECK(found > asked / 2);
}

TEST_CASE("why there is none") {
  const auto why = [](const std::string& text, const extents& tile) {
    return an::find_tile(*tree_of(text), tile, plenty()).why;
  };
  CHECK(why("(d0) -> (d0 floordiv 6, d0 mod 6), domain: d0 in [0, 59]", {1, {4}}) == an::no_tile::mixed_quotient);
  CHECK(why("(d0, d1) -> (d0 + d1, d1), domain: d0 in [0, 59], d1 in [0, 59]", {2, {4, 4}}) == an::no_tile::no_product);
  CHECK(why("(d0, d1) -> (d0 * 3 + d1), domain: d0 in [0, 59], d1 in [0, 1]", {2, {4, 2}}) ==
        an::no_tile::no_progression);
  CHECK(why("(d0, d1) -> (d0, d1), domain: d0 in [0, 59], d1 in [0, 59], d0 - d1 in [0, 59]", {2, {4, 4}}) ==
        an::no_tile::mixed_constraint);
  CHECK(why("(d0) -> (d0 floordiv 6, d0 mod 6), domain: d0 in [0, 59]", {1, {12}}) == an::no_tile::none);
}

TEST_CASE("tiles that are none") {
  const auto m = mercator::runtime_map::parse("(d0) -> (d0), domain: d0 in [0, 9]");
  const extents shape{1, {10}};
  CHECK(mercator::tile_of(*m, extents{1, {5}}).known);
  CHECK(mercator::utilization(shape, extents{1, {5}}, *m).worst_tile == 5);
  for (const extents& tile : {extents{1, {0}}, extents{1, {-3}}, extents{}, extents{2, {5, 5}}}) {
    CHECK_FALSE(mercator::tile_of(*m, tile).known);
    CHECK_FALSE(mercator::utilization(shape, tile, *m).known);
  }
}
