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
#include "test/analysis/tile_cases_by_points.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"

using mercator::i64;
using namespace mercator_test;

TEST_CASE("random maps") {
  random_maps::options o;
  o.max_points = 100;
  o.max_depth = 1;
  random_maps maps(51, o);
  tile_tally n;
  for_random_maps(maps, mercator_test::argument("cases", 1000), [&](const map_tree& t) {
    const std::string text = text_of(t);
    CAPTURE(text);
    check_tile_cases(t, plenty(), n);
  });
  report(n);
  CHECK(n.covered * 3 > n.rectangles);
}

TEST_CASE("maps of operations: reshapes, windows, residues, sums") {
  random_numbers random(52);
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  tile_tally counted;
  std::set<std::string> seen;
  const long long asked = mercator_test::argument("cases", 800);
  for (long long k = 0; k < asked; ++k) {
    const i64 a = random.one_of<i64>({2, 3, 4, 6}), b = random.one_of<i64>({2, 3, 4}), c = random.in(1, 4);
    const std::string inner = std::to_string(a), outer = std::to_string(a * b), top = std::to_string(a * b * c - 1);
    std::string text;
    switch (random.below(7)) {
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
      case 5: {
        const std::string residue = "(d0 + " + n(0, 1) + ") mod " + inner;
        const i64 first = random.in(0, a - 1);
        text = "(d0)[s0] -> (" + residue + " * " + n(1, 2) + " + s0 * " + n(1, 3) + "), domain: d0 in [0, " + top +
               "], s0 in [0, " + n(0, 3) + "], " + residue + " in [" + std::to_string(first) + ", " + n(first, a - 1) +
               "]";
        break;
      }
      default: {
        const i64 row = random.one_of<i64>({2, 3, 4, 6, 9});
        const std::string flat = "d0 * " + outer + " + d1";
        text = "(d0, d1) -> ((" + flat + ") floordiv " + std::to_string(row) + ", (" + flat + ") mod " +
               std::to_string(row) + "), domain: d0 in [0, " + std::to_string(c) + "], d1 in [0, " +
               std::to_string(a * b - 1) + "]";
      }
    }
    if (!seen.insert(text).second) continue;
    CAPTURE(text);
    const auto t = tree_of(text);
    REQUIRE(t);
    check_tile_cases(*t, plenty(), counted);
  }
  report(counted);
  CHECK(counted.with_cases == counted.maps);
  CHECK(counted.covered * 10 > counted.rectangles * 9);
}

TEST_CASE("every tile in the box as it is written, of maps with holes") {
  random_numbers random(55);
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  tile_tally counted;
  for (long long k = 0; k < 150; ++k) {
    const std::string c = n(2, 5), place = random.one_in(2) ? "(d0 + " + n(0, 5) + ")" : "(d0 - " + n(0, 3) + ")";
    const std::string text = "(d0, d1) -> (" + place + " floordiv " + c + ", d1), domain: d0 in [" + n(-2, 1) + ", " +
                             n(6, 15) + "], d1 in [0, 1], " + place + " mod " + c + " in [0, 0]";
    CAPTURE(text);
    const auto t = tree_of(text);
    const an::box_as_written box(*t);
    const auto reads = reads_of(*t);
    const auto covered = check_tile_cases(*t, plenty(), counted);
    CHECK(check_tile_cases(*simplified(*t), box, plenty(), counted) == covered);
    const mercator::interval r = box.dimension[0];
    for (i64 o = r.lo; o <= r.hi; ++o)
      for (i64 size = 1; o + size - 1 <= r.hi; ++size)
        if (!needed(reads, 2, {o, 0, size, 1}).empty()) CHECK(covered.count({o, 0, size, 1}) == 1);
  }
  report(counted);
}

TEST_CASE("chains of reshapes, transposes and slices, both ways") {
  random_numbers random(53);
  tile_tally there, back;
  std::set<std::string> seen;
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
    if (!seen.insert(text).second) continue;
    CAPTURE(text);
    check_tile_cases(*t, plenty(), there);
    form f(*t), turned;
    REQUIRE(converse(f.m, turned.m));
    const auto u = simplified(turned);
    REQUIRE(u);
    check_tile_cases(*u, plenty(), back);
  }
  report(there);
  report(back);
  CHECK(there.with_cases == there.maps);
  CHECK(there.covered * 4 > there.rectangles * 3);
  CHECK(back.with_cases == back.maps);
  CHECK(back.covered * 5 > back.rectangles * 4);
}

TEST_CASE("windows with strides, dilations and padding, both ways") {
  random_numbers random(54);
  tile_tally there, back;
  std::set<std::string> seen;
  const long long asked = mercator_test::argument("cases", 400);
  for (long long k = 0; k < asked; ++k) {
    const i64 window = random.in(1, 4), stride = random.in(1, 3), apart = random.in(1, 3), dilated = random.in(1, 3);
    const i64 padding = random.in(0, 2), size = random.in(2, 8), span = (size - 1) * dilated + 1;
    const i64 out = (span + 2 * padding - (window - 1) * apart - 1) / stride + 1;
    if (out < 1) continue;
    const auto n = [](i64 x) { return std::to_string(x); };
    const std::string place = "d0 * " + n(stride) + " + s0 * " + n(apart) + " - " + n(padding);
    const std::string row = random.one_in(3) ? ", d1" : "";
    const std::string text = "(d0" + row + ")[s0] -> ((" + place + ") floordiv " + n(dilated) + row +
                             "), domain: d0 in [0, " + n(out - 1) + "]" + (row.empty() ? "" : ", d1 in [0, 1]") +
                             ", s0 in [0, " + n(window - 1) + "], " + place + " in [0, " + n(span - 1) + "], (" +
                             place + ") mod " + n(dilated) + " in [0, 0]";
    if (!seen.insert(text).second) continue;
    CAPTURE(text);
    const auto t = simplified(*tree_of(text));
    REQUIRE(t);
    check_tile_cases(*t, plenty(), there);
    form f(*t), turned;
    REQUIRE(converse(f.m, turned.m));
    const auto u = simplified(turned);
    REQUIRE(u);
    const std::string turned_text = text_of(*u);
    CAPTURE(turned_text);
    check_tile_cases(*u, plenty(), back);
  }
  report(there);
  report(back);
  CHECK(there.with_cases == there.maps);
  CHECK(there.covered * 100 > there.rectangles * 95);
  CHECK(back.covered * 100 > back.rectangles * 85);
}
