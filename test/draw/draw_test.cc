// Pictures: well-formed, the same each time, and showing what the map does.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis.hpp"
#include "mercator/draw.hpp"
#include "mercator/mercator.hpp"
#include "test/support/reference.hpp"
#include "test/support/xml.hpp"

using namespace mercator::literals;
using mercator::draw;
using mercator::i64;
using mercator::picture_options;
using mercator::runtime_map;
using mercator_test::xml_checker;

namespace {

int count(const std::string& in, const std::string& what) {
  int n = 0;
  for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("pictures of random maps are well-formed, and the same each time") {
  mercator_test::random_maps maps(41);
  int drawn = 0;
  for (int k = 0; k < 200; ++k) {
    const std::string text = maps.next();
    CAPTURE(text);
    const auto m = runtime_map::parse(text);
    if (!m) continue;
    ++drawn;
    picture_options o;
    o.by = k % 3 == 0 ? picture_options::coloring::warp : picture_options::coloring::element;
    o.unit_bytes = k % 2 == 0 ? 32 : 0;
    const std::string svg = draw(*m, o);
    CHECK(xml_checker(svg).problem() == "");
    CHECK(svg == draw(*m, o));
    CHECK(mercator::draw_text(*m, o).starts_with(m->simplify().to_string()));
  }
  CHECK(drawn > 150);
}

TEST_CASE("a transpose: every element once in each tensor, in its color") {
  const std::string svg =
      draw(mercator::ops::transpose(mercator::shape<3, 4>{}, mercator::perm<1, 0>{}).output_to_input<0>());
  CHECK(xml_checker(svg).problem() == "");
  for (int n = 0; n < 12; ++n) CHECK(count(svg, ">" + std::to_string(n) + "</text>") >= 2);
  CHECK(count(svg, "<rect") == 1 + 24);
  CHECK(count(svg, mercator::drawing::color_text(0, 90)) == 2);
}

TEST_CASE("in characters") {
  const auto window = *runtime_map::parse("(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 2], s0 in [0, 2]");
  CHECK(mercator::draw_text(window) ==
        "(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 2], s0 in [0, 2]\n\n"
        "dimensions [3]\n| 0 1 2\n\n"
        "results [7]\n|  0  0 0+  1 1+  2  2\n");
  const auto turned =
      *runtime_map::parse("(d0, d1) -> (d1, d0), domain: d0 in [0, 1], d1 in [0, 2], d1 - d0 in [0, 2]");
  CHECK(mercator::draw_text(turned) ==
        "(d0, d1) -> (d1, d0), domain: d0 in [0, 1], d1 in [0, 2], d0 - d1 in [-2, 0]\n\n"
        "dimensions [2, 3]\n0 | 0 1 2\n1 | . 4 5\n\n"
        "results [3, 2]\n0 | 0 .\n1 | 1 4\n2 | 2 5\n");
}

TEST_CASE("indices that do not begin at 0 are said; characters have no frames") {
  const auto shifted = *runtime_map::parse("(d0, d1) -> (d1 - 2), domain: d0 in [0, 1], d1 in [-1, 1]");
  CHECK(mercator::draw_text(shifted) ==
        "(d0, d1) -> (d1 - 2), domain: d0 in [0, 1], d1 in [-1, 1]\n\n"
        "dimensions [2, -1 to 1]\n0 | 0 1 2\n1 | 3 4 5\n\n"
        "results [-3 to 0]\n| 0+ 1+ 2+  .\n");
  picture_options o;
  o.unit_bytes = 32;
  CHECK(mercator::draw_text(shifted, o) == mercator::draw_text(shifted));
  CHECK(count(draw(shifted, o), "Framed: elements in the units of 32 bytes") == 1);
}

TEST_CASE("large tensors are sampled, with a note") {
  const auto large = *runtime_map::parse("(d0, d1) -> (d1, d0), domain: d0 in [0, 1048575], d1 in [0, 1048575]");
  const std::string svg = draw(large);
  CHECK(count(svg, "<rect") == 1 + 2 * 256);
  CHECK(count(svg, "the first 16 of 1048576 rows and 16 of 1048576 columns") == 2);
}

TEST_CASE("tiles, warps, and the sectors of a warp") {
  const auto copy = *runtime_map::parse("(d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 15]");
  picture_options tiles;
  tiles.by = picture_options::coloring::tile;
  tiles.tile = {2, {2, 8}};
  const std::string by_tiles = draw(copy, tiles);
  CHECK(count(by_tiles, mercator::drawing::color_text(0, 80)) == 32);
  picture_options warps;
  warps.by = picture_options::coloring::warp;
  warps.unit_bytes = 32;
  const std::string by_warps = draw(copy, warps);
  CHECK(count(by_warps, mercator::drawing::color_text(0, 80)) == 64);
  CHECK(count(by_warps, "stroke=\"#000000\"") == 32);
}

TEST_CASE("places in memory beyond 64 bits are the last one") {
  const auto far = *runtime_map::parse("(d0) -> (d0 * 4611686018427387903), domain: d0 in [0, 1]");
  picture_options options;
  options.unit_bytes = 32;
  CHECK(xml_checker(draw(far, options)).problem() == "");
}

TEST_CASE("frames count what is not shown") {
  const auto turned = *runtime_map::parse("(d0, d1) -> (d1, d0), domain: d0 in [0, 39], d1 in [0, 2]");
  picture_options o;
  o.unit_bytes = 32;
  o.most_rows = 8;
  const std::string svg = draw(turned, o);  // columns 0 to 10 of each row are accessed: sectors 0 and 1 of it
  CHECK(count(svg, "stroke=\"#000000\"") == 3 * 16);
}

TEST_CASE("frames are of the target's shape, where it is given, and hold every byte of an element") {
  const auto turned = *runtime_map::parse("(d0, d1) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 39]");
  picture_options o;
  o.unit_bytes = 32;
  o.target = {2, {40, 12}};
  const std::string rows = draw(turned, o);  // odd rows begin within a sector, which has the end of the row before
  CHECK(count(rows, ">results [40, 12]</text>") == 1);
  CHECK(count(rows, "stroke=\"#000000\"") == 8 * 12 + 8 * 4);
  const auto one = *runtime_map::parse("(d0) -> (d0 + 2), domain: d0 in [0, 0]");
  o.target = {1, {12}};
  o.element_bytes = 12;  // bytes 24 to 35: two sectors, in which elements 0 to 5 have bytes
  CHECK(count(draw(one, o), "stroke=\"#000000\"") == 6);
}

TEST_CASE("warps of a block: th_x counts the fastest, and a guard renumbers none") {
  const auto block = *runtime_map::parse(
      "(th_x, th_y, bl_x) -> (bl_x, th_y, th_x), domain: th_x in [0, 15], th_y in [0, 3], bl_x in [0, 1], th_x in [0, "
      "13]");
  picture_options o;
  o.by = picture_options::coloring::warp;
  o.threads = 2;
  o.most_rows = 64;
  const mercator::drawing::picture p(block, o);
  const mercator::drawing::grid& g = p.source();
  CHECK(g.box[0] == mercator::interval{0, 15});
  for (i64 r = 0; r < g.shown_rows; ++r)
    for (i64 c = 0; c < g.shown_columns; ++c) {
      const std::vector<i64> at = g.index(r, c);
      CHECK(g.at(r, c).exists == (at[0] <= 13));
      if (at[0] <= 13) CHECK(g.at(r, c).group == at[2] * 2 + (at[0] + 16 * at[1]) / 32);
    }
  o.unit_bytes = 32;
  o.target = {3, {2, 4, 16}};
  const std::string svg = draw(block, o);  // rows 0 and 1 of the first block, of which threads 14 and 15 are idle
  CHECK(count(svg, "stroke=\"#000000\"") == 2 * 16);
}

TEST_CASE("colors of the wheel") {
  CHECK(mercator::drawing::color_text(0, 50) == "#d32d2d");
  CHECK(mercator::drawing::color_text(120, 50) == "#2dd32d");
  CHECK(mercator::drawing::color_text(240, 50) == "#2d2dd3");
  CHECK(mercator::drawing::color_text(60, 100) == "#ffffff");
}
