// What is proved of maps, against all their points.
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/covering.hpp"
#include "mercator/analysis/monotonic.hpp"
#include "test/analysis/facts_by_points.hpp"
#include "test/analysis/plenty.hpp"
#include "test/support/forms.hpp"

using mercator::i64;
using namespace mercator_test;

namespace {

/// Maps as kernels have them: digits of linear indices, windows, strides, padding.
std::string kernel_map(random_numbers& random) {
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  const auto in = [&](const char* name, i64 most) { return std::string(name) + " in [0, " + n(0, most) + "]"; };
  switch (random.below(8)) {
    case 0: {
      const std::string a = n(2, 6), b = n(2, 6);
      return "(d0) -> (d0 floordiv " + a + ", d0 mod " + a + " floordiv " + b + ", d0 mod " + b +
             "), domain: " + in("d0", 90);
    }
    case 1: {
      const std::string line = "d0 * " + n(1, 3) + " + s0 * " + n(1, 3) + " - " + n(0, 2);
      return "(d0, d1)[s0] -> (" + line + ", d1), domain: " + in("d0", 15) + ", " + in("d1", 3) + ", " + in("s0", 3) +
             ", " + line + " in [0, " + n(3, 20) + "]";
    }
    case 2: {
      const std::string line = "d0 * " + n(2, 9) + " + d1";
      const std::string c = n(2, 12);
      return "(d0, d1) -> ((" + line + ") floordiv " + c + ", (" + line + ") mod " + c + "), domain: " + in("d0", 12) +
             ", " + in("d1", 8);
    }
    case 3: {
      const std::string k = n(2, 3);
      return "(d0, d1) -> ((d0 - 1) floordiv " + k + ", d1 + d0), domain: " + in("d0", 20) + ", " + in("d1", 5) +
             ", (d0 - 1) mod " + k + " in [0, 0]";
    }
    case 4:
      return "(d0, d1)[s0]{rt0} -> (d0 * " + n(1, 4) + " + rt0, (d1 + s0) floordiv " + n(1, 4) +
             "), domain: " + in("d0", 8) + ", " + in("d1", 8) + ", " + in("s0", 2) + ", " + in("rt0", 3);
    case 5: {
      const i64 threads = random.in(2, 6);
      const std::string u = "(d1 * " + std::to_string(threads) + " + d0)", c = n(2, 12);
      return "(d0, d1)[s0] -> (" + u + " floordiv " + c + ", (" + u + " * 2 + s0) mod " + c + "), domain: d0 in [0, " +
             std::to_string(threads - 1) + "], " + in("d1", 12) + ", s0 in [0, 1], " + u + " in [0, " + n(3, 60) + "]";
    }
    case 6: {
      const i64 a = random.in(2, 6), b = random.in(2, 5);
      const std::string u = "(d0 * " + std::to_string(a * b) + " + d1 * " + std::to_string(b) + " + d2 - 5)",
                        c = n(2, 30);
      return "(d0, d1, d2) -> (" + u + " floordiv " + c + ", " + u + " mod " + c + "), domain: " + in("d0", 5) +
             ", d1 in [0, " + std::to_string(a - 1) + "], d2 in [1, " + std::to_string(b) + "]";
    }
    default:
      return "(d0, d1, d2) -> (d0 * " + n(1, 9) + " + d1 * " + n(1, 9) + " + d2 * " + n(1, 9) + ", d0 + d1 * " +
             n(-1, 1) + "), domain: " + in("d0", 7) + ", " + in("d1", 7) + ", " + in("d2", 7);
  }
}

}  // namespace

TEST_CASE("random maps: never wrong") {
  random_maps::options o;
  o.max_points = 300;
  o.max_depth = 2;
  random_maps maps(1, o);
  random_numbers random(2);
  fact_tally n;
  for_random_maps(maps, 8000,
                  [&](const map_tree& t) { check_facts(t, random, n.maps % 2 == 0 ? few(random) : plenty(), n); });
  report(n);
  for (int k = 0; k < disjoint; ++k) {
    CHECK(n.of[k].yes > 50);
    CHECK(n.of[k].no > 50);
  }
}

TEST_CASE("maps of kernels: decided, and never wrong") {
  random_numbers random(3);
  fact_tally n;
  for (int k = 0; k < 4000; ++k) {
    const auto t = tree_of(kernel_map(random));
    REQUIRE(t);
    check_facts(*t, random, plenty(), n);
  }
  report(n);
  for (int k = 0; k < disjoint; ++k) {
    CHECK(n.of[k].undecided == 0);
    CHECK(n.of[k].no_witness == 0);
    CHECK(n.of[k].yes > 50);
    CHECK(n.of[k].no > 50);
  }
  CHECK(n.counted == n.maps);
}

TEST_CASE("columns of padded images, with what there is while compiling") {
  random_numbers random(7);
  std::vector<i64> room(16'384);
  const an::means few{{room.data(), static_cast<i64>(room.size()), 0}, 1024, 24, 48, 4, 63};
  fact_tally n;
  for (int k = 0; k < 200; ++k) {
    const i64 h = random.in(1, 5), w = random.in(1, 5), kh = random.in(1, 3), kw = random.in(1, 3),
              ch = random.in(1, 3), step = random.in(1, 2), pad = random.in(0, 1), batch = random.in(1, 3);
    const auto s = [](i64 x) { return std::to_string(x); };
    const std::string y = "(r floordiv " + s(w) + ") mod " + s(h) + " * " + s(step) + " + (c floordiv " + s(kw * ch) +
                          ") mod " + s(kh),
                      x = "r mod " + s(w) + " * " + s(step) + " + (c floordiv " + s(ch) + ") mod " + s(kw);
    const std::string text = "(r, c) -> (r floordiv " + s(h * w) + ", " + y + " - " + s(pad) + ", " + x + " - " +
                             s(pad) + ", c mod " + s(ch) + "), domain: r in [0, " + s(batch * h * w - 1) +
                             "], c in [0, " + s(kh * kw * ch - 1) + "], " + y + " in [" + s(pad) + ", " +
                             s(h * step + pad - 1) + "], " + x + " in [" + s(pad) + ", " + s(w * step + pad - 1) + "]";
    CAPTURE(text);
    const auto t = tree_of(text);
    REQUIRE(t);
    check_facts(*t, random, few, n);
  }
  report(n);
  CHECK(n.counted == n.maps);
  CHECK(n.of[injective].undecided == 0);
  CHECK(n.of[in_bounds].undecided == 0);
}

TEST_CASE("disjoint images") {
  random_maps::options o;
  o.max_points = 60;
  o.max_depth = 1;
  random_maps maps(5, o);
  random_numbers random(6);
  fact_tally n;
  for (int k = 0; k < 4000; ++k) {
    const int results = random.between(1, 2);
    const auto a = tree_of(maps.next(random.between(1, 2), results)),
               b = tree_of(maps.next(random.between(0, 2), results));
    if (!a || !b) continue;
    const std::string texts = text_of(*a) + " ; " + text_of(*b);
    CAPTURE(texts);
    check_disjoint(*a, *b, random.one_in(4) ? few(random) : plenty(), n.of[disjoint]);
  }
  report(n);
  CHECK(n.of[disjoint].yes > 1000);
  CHECK(n.of[disjoint].no > 200);
  CHECK(n.of[disjoint].no_witness == 0);
}

TEST_CASE("a search that ends early proves nothing") {
  const auto t = tree_of(
      "(d0, d1, d2) -> (d2), domain: d0 in [0, 4001], d1 in [0, 9], d2 in [0, 9], (d0 * 7) mod 4001 + d1 in [0, 0]");
  an::means little = plenty();
  little.budget = 1000;
  CHECK(an::prove_injective(*t, little).is != truth::yes);
  CHECK(an::prove_injective(*t, plenty()).is == truth::no);
}
