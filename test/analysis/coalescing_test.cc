// Transactions and bank conflicts of random accesses, against all threads.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/bank_conflicts.hpp"
#include "mercator/analysis/coalescing.hpp"
#include "mercator/runtime.hpp"
#include "test/analysis/accesses_by_threads.hpp"
#include "test/support/forms.hpp"

using mercator::i64;
using namespace mercator_test;

namespace {

/// Threads of one or two dimensions, blocks, unrolled elements, often bounded, and a place or indices.
std::string random_access_map(random_numbers& random, an::access& a) {
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  a.threads = random.between(1, 2);
  a.element_bytes = random.one_of<i64>({1, 2, 4, 4, 8, 8, 16, 12, 64, 6});
  a.operand = random.one_in(2) ? extents{} : extents{2, {40, random.one_of<i64>({32, 33, 64, 100})}};
  const i64 tx = random.one_of<i64>({8, 32, 48, 64}), ty = random.in(1, 4), bx = random.in(1, 4),
            un = random.one_of<i64>({1, 2, 4});
  a.vector = random.one_in(3);
  const std::string linear =
      "(bl * " + std::to_string(tx) + " + th_x)" + (random.one_in(2) ? " * " + std::to_string(un) + " + s" : "");
  std::string results;
  if (a.operand.rank == 0) {
    results = random.one_in(2)
                  ? linear + " + " + n(0, 3)
                  : "th_x * " + n(0, 40) + " + bl * " + n(0, 70) + " + s * " + n(0, 3) + " + th_y * " + n(0, 64);
  } else {
    const std::string columns = std::to_string(random.one_of<i64>({7, 16, 32}));
    results = random.one_in(2) ? "(" + linear + ") floordiv " + columns + ", (" + linear + ") mod " + columns
                               : "th_y + bl * " + n(0, 3) + ", (th_x + th_y * " + n(0, 2) + ") mod 32 + s";
  }
  std::string text = a.threads == 2 ? "(th_x, th_y, bl)[s] -> (" : "(th_x, bl, th_y)[s] -> (";
  const std::string x = "th_x in [0, " + std::to_string(tx - 1) + "]",
                    y = "th_y in [0, " + std::to_string(ty - 1) + "]", b = "bl in [0, " + std::to_string(bx - 1) + "]";
  text += results + "), domain: " + x + ", " + (a.threads == 2 ? y + ", " + b : b + ", " + y) + ", s in [0, " +
          std::to_string(un - 1) + "]";
  if (random.one_in(3)) text += ", " + linear + " in [0, " + n(20, 300) + "]";
  if (random.one_in(3)) text += ", th_x in [" + n(0, 9) + ", " + n(5, 63) + "]";
  if (random.one_in(6)) text += ", s in [" + n(0, 1) + ", " + n(0, 2) + "]";
  if (random.one_in(4)) a = an::launched(a, extents{a.threads, {tx + random.in(0, 20), ty + random.in(0, 2)}});
  return text;
}

void report(const access_tally& n) {
  MESSAGE(n.known << " of " << n.asked << " counted twice, " << n.narrowed << " narrowed, " << n.coalesced
                  << " coalesced, " << n.vectors << " with vectors, " << n.contiguous << " contiguous, " << n.strides
                  << " of one stride, " << n.conflicts << " conflicts counted, " << n.grouped << " and "
                  << n.grouped_banks << " by groups");
}

}  // namespace

TEST_CASE("random accesses") {
  random_numbers random(21);
  access_tally n;
  for (int k = 0; k < 3000; ++k) {
    an::access a;
    const std::string text = random_access_map(random, a);
    CAPTURE(text);
    CAPTURE(a.element_bytes);
    const auto t = tree_of(text);
    REQUIRE(t);
    REQUIRE(an::fits(*t, a));
    check_accesses(*t, a, n);
  }
  report(n);
  CHECK(n.known == 2 * n.asked);
  CHECK(n.narrowed > n.asked / 5);
  CHECK(n.grouped > n.asked);
  CHECK(n.grouped_banks > n.asked / 2);
  CHECK(n.coalesced > n.asked / 5);
  CHECK(n.vectors > 200);
  CHECK(n.contiguous > n.vectors);
  CHECK(n.conflicts > n.asked);
}

TEST_CASE("random maps as accesses") {
  random_maps::options o;
  o.max_points = 300;
  o.max_depth = 1;
  random_maps maps(22, o);
  random_numbers random(23);
  access_tally n;
  for_random_maps(maps, 3000, [&](const map_tree& t) {
    an::access a;
    a.threads = random.between(1, 3);
    a.element_bytes = random.one_of<i64>({1, 2, 4, 4, 8, 16, 12, 48, 10});
    a.vector = random.one_in(3);
    if (t.results > 1 || random.one_in(2)) {
      a.operand.rank = t.results;
      for (int k = 0; k < t.results; ++k) a.operand.size[k] = random.in(1, 40);
    }
    if (!an::fits(t, a)) return;
    const std::string text = text_of(t);
    CAPTURE(text);
    CAPTURE(a.element_bytes);
    check_accesses(t, a, n);
  });
  report(n);
  CHECK(n.asked > 1000);
  CHECK(n.narrowed > n.asked / 20);
  CHECK(n.known * 10 > 2 * n.asked * 9);
  CHECK(n.conflicts > n.asked);
}

TEST_CASE("guards of grids with what there is while compiling: piece by piece") {
  random_numbers random(24);
  std::vector<i64> room(16'384);
  const an::means few{{room.data(), static_cast<i64>(room.size()), 0}, 1024, 24, 48, 4, 63};
  int known = 0, large = 0, conflicts = 0, asked = 0;
  for (; asked < 150; ++asked) {
    const auto n = [](i64 k) { return std::to_string(k); };
    const auto up_to = [&](const char* v, i64 count) { return std::string(v) + " in [0, " + n(count - 1) + "]"; };
    an::access a;
    a.element_bytes = random.one_of<i64>({1, 2, 4, 8, 12});
    const i64 tx = random.one_of<i64>({32, 64, 48, 128}), ty = random.one_of<i64>({1, 2, 8}),
              un = random.one_of<i64>({1, 2, 4}), ve = random.one_of<i64>({1, 2, 4});
    const bool flat = random.one_in(2);
    std::string text;
    if (flat) {
      const i64 elements = random.in(1, 6000), blocks = (elements + tx * un * ve - 1) / (tx * un * ve);
      const std::string line = "(b * " + n(tx * un) + " + u * " + n(tx) + " + t) * " + n(ve) + " + v";
      text = "(t, b)[u, v] -> (" + line + "), domain: " + up_to("t", tx) + ", " + up_to("b", blocks) + ", " +
             up_to("u", un) + ", " + up_to("v", ve) + ", " + line + " in [0, " + n(elements - 1) + "]";
      a.vector = random.one_in(2);
    } else {
      const i64 rows = random.in(1, 60), columns = random.in(1, 150);
      const std::string row = "by * " + n(ty) + " + ty", column = "bx * " + n(tx) + " + tx";
      a.operand = extents{2, {60, (columns + 31) / 32 * 32}};  // rows begin with a sector
      a.threads = 2;
      text = "(tx, ty, bx, by) -> (" + row + ", " + column + "), domain: " + up_to("tx", tx) + ", " + up_to("ty", ty) +
             ", " + up_to("bx", (columns + tx - 1) / tx) + ", " + up_to("by", (rows + ty - 1) / ty) + ", " + row +
             " in [0, " + n(rows - 1) + "], " + column + " in [0, " + n(columns - 1) + "]";
    }
    CAPTURE(text);
    CAPTURE(a.element_bytes);
    const auto t = tree_of(text);
    REQUIRE(t);
    const auto expected = an::report_coalescing(*t, a, plenty());
    access_tally at_once;
    check_requests(*t, a, all_accesses(*t, a), at_once);
    const auto banks = an::report_bank_conflicts(*t, a, few), all_banks = an::report_bank_conflicts(*t, a, plenty());
    check_banks(*t, a, all_accesses(*t, a), at_once);
    conflicts += banks.known && all_banks.known;
    if (banks.known && all_banks.known) {
      CHECK(banks.ways == all_banks.ways);
      CHECK(banks.accesses == all_banks.accesses);
      CHECK(banks.phases == all_banks.phases);
      CHECK(banks.words == all_banks.words);
    }
    const auto r = an::report_coalescing(*t, a, few);
    known += r.known;
    large += r.known && r.elements > 2048;
    if (!r.known) continue;
    check_same(r, expected);
    CHECK(r.vector <= expected.vector);
  }
  MESSAGE(known, " of ", asked, " known, ", large, " of many elements, ", conflicts, " conflicts");
  CHECK(known * 20 >= asked * 19);
  CHECK(large > asked / 4);
  CHECK(conflicts > asked / 4);
}

TEST_CASE("blocks at run time") {
  const auto m = mercator::runtime_map::parse(
      "(th_x, th_y) -> (th_y, th_x), domain: th_x in [0, 31], th_y in [0, 31], th_x in [0, 29]");
  const auto narrowed = m->simplify();
  const extents tile{2, {32, 64}};
  CHECK(mercator::bank_conflicts<4, 2>(*m, tile).ways == 1);
  CHECK(mercator::bank_conflicts<4, 2>(*m, tile, extents{2, {30, 32}}).ways == 2);
  CHECK(mercator::bank_conflicts<4, 2>(narrowed, tile).ways == 2);
  CHECK(mercator::bank_conflicts<4, 2>(narrowed, tile, extents{2, {32, 32}}).ways == 1);
  for (const extents& none : {extents{1, {32}}, extents{2, {29, 32}}, extents{2, {32, 0}}}) {
    CHECK_FALSE(mercator::bank_conflicts<4, 2>(*m, tile, none).known);
    CHECK_FALSE(mercator::coalescing<4, 2>(*m, tile, none).known);
  }
}
