// What is read of an operand, against all reads.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/reads.hpp"
#include "test/analysis/plenty.hpp"
#include "test/analysis/reads_by_points.hpp"
#include "test/support/forms.hpp"

using mercator::i64;
using namespace mercator_test;

namespace {

extents shape_around(random_numbers& random, int rank) {
  extents out;
  out.rank = rank;
  for (int k = 0; k < rank; ++k) out.size[k] = random.in(1, 9);
  return out;
}

}  // namespace

TEST_CASE("random maps, whole, by tiles and by elements, in elements and in lines") {
  random_maps::options o;
  o.max_points = 150;
  o.max_depth = 1;
  random_maps maps(11, o);
  random_numbers random(12);
  int known = 0, worst_known = 0, asked = 0;
  for_random_maps(maps, 1500, [&](const map_tree& t) {
    const std::string text = text_of(t);
    CAPTURE(text);
    const extents tile = shape_around(random, t.dims), operand = shape_around(random, t.results);
    an::reading how;
    if (!random.one_in(3)) how.tile = &tile;
    if (random.one_in(2)) how = {how.tile, &operand, random.in(1, 12), random.in(1, 16)};
    ++asked;
    check_reads({&t}, how, plenty(), known, worst_known);
    int known_of_few = 0;
    check_reads({&t}, how, few(random), known_of_few, known_of_few);
  });
  MESSAGE(known << " of " << asked << " counted, " << worst_known << " with the worst tile");
  CHECK(known > asked * 9 / 10);
  CHECK(worst_known == known);
}

TEST_CASE("more dimensions than a box of tiles has sides") {
  const std::string box =
      ") , domain: d0 in [0, 9], d1 in [0, 1], d2 in [0, 1], d3 in [0, 0], d4 in [0, 0], d5 in [0, 0], "
      "d6 in [0, 0], d7 in [0, 0], d8 in [0, 1]";
  const auto a = tree_of("(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0 + d1 + d8" + box);
  const auto b = tree_of("(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0 * 2 + d2" + box);
  extents tile{9, {4, 1, 2, 1, 1, 1, 1, 1, 2}};
  int known = 0, worst_known = 0;
  check_reads({a.get(), b.get()}, {&tile, nullptr, 1, 0}, plenty(), known, worst_known);
  CHECK(known == 1);
  CHECK(worst_known == 0);
}

TEST_CASE("several maps: the union") {
  random_numbers random(13);
  int known = 0, worst_known = 0, asked = 0;
  for (int k = 0; k < 600; ++k) {
    const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
    const std::string box = "d0 in [0, " + n(0, 12) + "], d1 in [0, " + n(0, 6) + "]";
    std::vector<std::unique_ptr<map_tree>> trees;
    std::vector<const map_tree*> maps;
    std::string texts;
    for (int i = random.between(2, 3); i > 0; --i) {
      const bool window = random.one_in(3), offset = random.one_in(4);
      const std::string x = "d0 * " + n(1, 2) + " + " + (window ? "s0 - " : "") + n(0, 3) + (offset ? " + rt0" : ""),
                        y = random.one_in(3) ? "0" : "d1 + " + n(0, 1);
      const std::string text = "(d0, d1)" + std::string(window ? "[s0]" : "") + (offset ? "{rt0}" : "") + " -> (" + x +
                               ", " + y + "), domain: " + box + (window ? ", s0 in [0, " + n(0, 3) + "]" : "") +
                               (offset ? ", rt0 in [" + n(0, 1) + ", " + n(1, 3) + "]" : "") +
                               (random.one_in(3) ? ", " + x + " in [1, 9]" : "");
      texts += text + "; ";
      trees.push_back(tree_of(text));
      REQUIRE(trees.back());
      maps.push_back(trees.back().get());
    }
    const extents tile = shape_around(random, 2), operand{2, {40, 8}};
    an::reading how;
    if (!random.one_in(3)) how.tile = &tile;
    if (random.one_in(3)) how = {how.tile, &operand, random.in(1, 6) * 4, 16};
    CAPTURE(texts);
    ++asked;
    check_reads(maps, how, plenty(), known, worst_known);
  }
  MESSAGE(known << " of " << asked << " counted, " << worst_known << " with the worst tile");
  CHECK(known > asked * 9 / 10);
  CHECK(worst_known == known);
}

TEST_CASE("many maps, of which few read the same") {
  random_numbers random(16);
  int known = 0, worst_known = 0, asked = 0;
  for (int k = 0; k < 150; ++k) {
    const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
    std::vector<std::unique_ptr<map_tree>> trees;
    std::vector<const map_tree*> maps;
    std::string texts;
    const int pieces = random.between(7, 16);
    for (int i = 0; i < pieces; ++i) {  // of a concatenation, or for one offset each
      const i64 first = i * 4, from = random.in(0, 3) + (random.one_in(12) ? 0 : first),
                last = first + random.in(-1, 3);
      const bool offset = random.one_in(3);
      const std::string text = "(d0)" + std::string(offset ? "{rt0}" : "") + " -> (d0 * " + n(1, 2) + " + " +
                               std::to_string(from) + "), domain: d0 in [" + std::to_string(first) + ", " +
                               std::to_string(last) + "]" + (offset ? ", rt0 in [" + n(0, 1) + ", 1]" : "");
      texts += text + "; ";
      trees.push_back(tree_of(text));
      REQUIRE(trees.back());
      maps.push_back(trees.back().get());
    }
    const extents tile{1, {random.in(1, 9)}}, operand{1, {200}};
    an::reading how;
    if (!random.one_in(3)) how.tile = &tile;
    if (random.one_in(3)) how = {how.tile, &operand, random.in(1, 6) * 4, 16};
    CAPTURE(texts);
    ++asked;
    check_reads(maps, how, plenty(), known, worst_known);
    int known_of_few = 0;
    check_reads(maps, how, few(random), known_of_few, known_of_few);
  }
  MESSAGE(known, " of ", asked, " counted, ", worst_known, " with the worst tile");
  CHECK(known * 10 > asked * 9);
  CHECK(worst_known == known);
}

TEST_CASE("guards of grids with what there is while compiling: piece by piece") {
  random_numbers random(17);
  std::vector<i64> room(16'384);
  const an::means few{{room.data(), static_cast<i64>(room.size()), 0}, 1024, 24, 48, 4, 63};
  int known = 0, worst_known = 0, asked = 0;
  for (; asked < 100; ++asked) {
    const i64 tx = random.one_of<i64>({32, 64, 48, 256}), un = random.one_of<i64>({1, 2, 4}),
              elements = random.in(1, 8000), blocks = (elements + tx * un - 1) / (tx * un);
    const auto n = [](i64 k) { return std::to_string(k); };
    const std::string line = "b * " + n(tx * un) + " + u * " + n(tx) + " + t", columns = n(random.in(1, 100));
    const std::string text = "(t, b)[u] -> ((" + line + ") floordiv " + columns + ", (" + line + ") mod " + columns +
                             "), domain: t in [0, " + n(tx - 1) + "], b in [0, " + n(blocks - 1) + "], u in [0, " +
                             n(un - 1) + "], " + line + " in [0, " + n(elements - 1) + "]";
    CAPTURE(text);
    const auto t = tree_of(text);
    REQUIRE(t);
    const extents tile = an::single_elements(2), operand{2, {8000, 100}};
    an::reading how;
    if (random.one_in(2)) how.tile = &tile;
    if (random.one_in(3)) how = {how.tile, &operand, 4, 32};
    check_reads({t.get()}, how, few, known, worst_known);
  }
  MESSAGE(known, " of ", asked, " counted, ", worst_known, " with the worst tile");
  CHECK(known * 10 > asked * 8);
}

TEST_CASE("any maps together") {
  random_maps::options o;
  o.max_points = 100;
  o.max_depth = 1;
  random_maps random_map(14, o);
  random_numbers random(15);
  int known = 0, worst_known = 0, asked = 0;
  while (asked < 2500) {
    const int dims = random.between(0, 2), results = random.between(1, 2);
    std::vector<std::unique_ptr<map_tree>> trees;
    std::vector<const map_tree*> maps;
    std::string texts;
    for (int i = random.between(2, 3); i > 0; --i) {
      const auto drawn = tree_of(random_map.next(dims, results));
      auto t = drawn ? simplified(*drawn) : nullptr;
      if (!t) continue;
      texts += text_of(*t) + "; ";
      maps.push_back(t.get());
      trees.push_back(std::move(t));
    }
    if (maps.size() < 2) continue;
    const extents tile = shape_around(random, dims), operand = shape_around(random, results);
    an::reading how;
    if (!random.one_in(3)) how.tile = &tile;
    if (random.one_in(3)) how = {how.tile, &operand, random.in(1, 12), random.in(1, 16)};
    CAPTURE(texts);
    ++asked;
    check_reads(maps, how, plenty(), known, worst_known);
    int known_of_few = 0;
    check_reads(maps, how, few(random), known_of_few, known_of_few);
  }
  MESSAGE(known, " of ", asked, " counted, ", worst_known, " with the worst tile");
  CHECK(known * 10 > asked * 9);
}
