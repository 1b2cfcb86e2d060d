// Tiles of symbolic size: every case at every tile that fulfils its conditions, against the elements that the
// tile needs.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/symbolic_tiles.hpp"
#include "mercator/symbolic/inverse.hpp"
#include "test/analysis/plenty.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace an = mercator::analysis;
using mercator::i64;
using namespace mercator_test;

namespace {

/// The elements that each output element reads: by dimensions, then runtime variables.
std::map<point, std::set<point>> reads_of(const map_tree& t) {
  std::map<point, std::set<point>> out;
  for_each_pair(t, [&](point at, const point& results) {
    at.erase(at.begin() + t.dims, at.begin() + t.dims + t.ranges);
    out[at].insert(results);
  });
  return out;
}

/// What the tile at the point (o, t, runtime variables) needs.
std::set<point> needed(const std::map<point, std::set<point>>& reads, int dims, const point& tile) {
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

std::set<point> rectangle(const point& offset, const point& size, const point& stride) {
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
bool is_rectangle(const std::set<point>& elements, int rank) {
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

struct tally {
  long long maps = 0, with_cases = 0, cases = 0, tiles = 0, covered = 0, rectangles = 0;
};

void check(const map_tree& t, tally& n) {
  const auto reads = reads_of(t);
  const auto whole = simplified(t);
  if (!whole) return;
  ++n.maps;
  an::symbolic_tile_search cases(t, plenty());
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
  if (whole->known_empty) return;
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
}

void report(const tally& n) {
  MESSAGE(n.maps << " maps, " << n.with_cases << " with cases, " << n.cases << " cases; of " << n.tiles << " tiles "
                 << n.rectangles << " need a rectangle, " << n.covered << " are in a case");
}

}  // namespace

TEST_CASE("random maps") {
  random_maps::options o;
  o.max_points = 100;
  o.max_depth = 1;
  random_maps maps(51, o);
  tally n;
  for_random_maps(maps, mercator_test::argument("cases", 1000), [&](const map_tree& t) {
    const std::string text = text_of(t);
    CAPTURE(text);
    check(t, n);
  });
  report(n);
  CHECK(n.covered * 3 > n.rectangles);
}

TEST_CASE("maps of operations: reshapes, windows, residues, sums") {
  random_numbers random(52);
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  tally counted;
  const long long asked = mercator_test::argument("cases", 800);
  for (long long k = 0; k < asked; ++k) {
    const i64 a = random.one_of<i64>({2, 3, 4, 6}), b = random.one_of<i64>({2, 3, 4}), c = random.in(1, 4);
    const std::string inner = std::to_string(a), outer = std::to_string(a * b), top = std::to_string(a * b * c - 1);
    std::string text;
    switch (random.below(6)) {
      case 0:
        text = "(d0) -> (d0 floordiv " + outer + ", (d0 floordiv " + inner + ") mod " + std::to_string(b) +
               ", d0 mod " + inner + "), domain: d0 in [0, " + top + "]";
        break;
      case 1:
        text = "(d0, d1, d2) -> ((d0 * " + outer + " + d1 * " + inner + " + d2) floordiv " + n(2, 9) +
               "), domain: d0 in [0, " + std::to_string(c - 1) + "], d1 in [0, " + std::to_string(b - 1) +
               "], d2 in [0, " + std::to_string(a - 1) + "]";
        break;
      case 2:
        text = "(d0, d1)[s0] -> (d0 * " + n(1, 3) + " + s0 * " + n(1, 2) + " - " + n(0, 1) +
               ", d1), domain: d0 in [0, " + n(1, 9) + "], d1 in [0, 2], s0 in [0, " + n(0, 4) + "]" +
               (random.one_in(2) ? ", d0 + s0 * 2 - 1 in [0, 15]" : "");
        break;
      case 3:
        text = "(d0, d1) -> (" + n(-2, 2) + " * (d0 mod " + inner + ") + d1 * " + n(0, 9) + "), domain: d0 in [0, " +
               top + "], d1 in [0, 3]";
        break;
      case 4:
        text = "(d0, d1){rt0} -> (d0 * -1 + d1 * " + n(1, 5) +
               " + rt0), domain: d0 in [0, 5], d1 in [0, 5], rt0 in [0, 1]";
        break;
      default: {
        const i64 row = random.one_of<i64>({2, 3, 4, 6, 9});
        const std::string flat = "d0 * " + outer + " + d1";
        text = "(d0, d1) -> ((" + flat + ") floordiv " + std::to_string(row) + ", (" + flat + ") mod " +
               std::to_string(row) + "), domain: d0 in [0, " + std::to_string(c) + "], d1 in [0, " +
               std::to_string(a * b - 1) + "]";
      }
    }
    CAPTURE(text);
    const auto t = tree_of(text);
    REQUIRE(t);
    check(*t, counted);
  }
  report(counted);
  CHECK(counted.with_cases == asked);
  CHECK(counted.covered * 10 > counted.rectangles * 9);
}

TEST_CASE("chains of reshapes, transposes and slices, both ways") {
  random_numbers random(53);
  tally there, back;
  const long long asked = mercator_test::argument("cases", 400);
  for (long long k = 0; k < asked; ++k) {
    const i64 a = random.in(1, 4), b = random.in(1, 4), c = random.in(1, 4);
    const auto in = [](i64 size) { return " in [0, " + std::to_string(size - 1) + "]"; };
    const auto n = [](i64 x) { return std::to_string(x); };
    const std::string unflatten = "(d0) -> (d0 floordiv " + n(b * c) + ", (d0 floordiv " + n(c) + ") mod " + n(b) +
                                  ", d0 mod " + n(c) + "), domain: d0" + in(a * b * c);
    const std::string box = "), domain: d0" + in(a) + ", d1" + in(b) + ", d2" + in(c);
    const std::string second = random.one_of<std::string>(
        {"(d0, d1, d2) -> (d2, d0 * " + n(b) + " + d1" + box, "(d0, d1, d2) -> (d0, d1 * " + n(c) + " + d2" + box,
         "(d0, d1, d2) -> (d2 * " + n(a) + " + d0, d1 * 2 + 1" + box,
         "(d0, d1, d2) -> (" + n(a - 1) + " - d0, d1" + box,
         "(d0, d1, d2)[s0] -> (d0, d2 + s0" + box + ", s0 in [0, 2]"});
    form first(unflatten), then(second), both;
    compose(first.m, then.m, both.m);
    const auto t = simplified(both);
    REQUIRE(t);
    const std::string text = text_of(*t);
    CAPTURE(text);
    check(*t, there);
    form f(*t), turned;
    REQUIRE(converse(f.m, turned.m));
    const auto u = simplified(turned);
    REQUIRE(u);
    check(*u, back);
  }
  report(there);
  report(back);
  CHECK(there.with_cases == asked);
  CHECK(there.covered * 5 > there.rectangles * 3);
  CHECK(back.with_cases * 10 > asked * 9);
}
