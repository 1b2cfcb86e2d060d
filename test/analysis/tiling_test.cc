// Tiles of operands, against the elements that each tile of the output needs.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis.hpp"
#include "mercator/runtime.hpp"
#include "test/analysis/plenty.hpp"
#include "test/analysis/tiles_by_points.hpp"
#include "test/support/forms.hpp"

using mercator::i64;
using namespace mercator_test;

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
    found += check_tiles(t, tile, plenty());
    check_tiles(*simplified(t), an::box_as_written(t), tile, plenty());
    check_tiles(t, tile, few(random));
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
    switch (random.below(6)) {
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
      case 3:  // what an element of a strided slice becomes, guarded
        text = "(d0) -> ((d0 + " + n(0, 5) + ") floordiv " + c + "), domain: d0 in [0, " + n(7, 30) + "], (d0 + " +
               n(0, 5) + ") mod " + c + " in [0, " + n(0, 1) + "]" +
               (random.one_in(2) ? ", d0 in [" + n(0, 4) + ", " + n(5, 30) + "]" : "");
        break;
      case 4:
        text = "(d0, d1) -> (d0 floordiv " + c + ", d1 * " + n(1, 2) + "), domain: d0 in [" + n(-4, 2) + ", " +
               n(7, 30) + "], d1 in [0, " + n(0, 9) + "], d0 in [" + std::to_string(a * random.in(-1, 2)) + ", " +
               std::to_string(a * random.in(2, 4) - random.in(0, 1)) + "], d1 in [" + n(0, 2) + ", " + n(2, 9) + "]";
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
    found += check_tiles(*t, tile, plenty());
    check_tiles(*simplified(*t), an::box_as_written(*t), tile, plenty());
  }
  MESSAGE(found << " tiles of " << asked);
  CHECK(found > asked / 2);
}

TEST_CASE("why there is none") {
  const auto why = [](const std::string& text, const extents& tile) {
    return an::find_tile(*tree_of(text), tile, an::box_as_written(*tree_of(text)), plenty()).why;
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
