#include "mercator/symbolic/reads.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"
#include "test/support/variants.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::graph;
using mercator_test::point;
using mercator_test::tree_of;

truth reads(const std::string& a, const std::string& b, int budget = 500) {
  return decide_same_reads(*tree_of(a), *tree_of(b), budget).is;
}

/// The first range variable exchanged with the last.
std::unique_ptr<map_tree> with_ranges_exchanged(const map_tree& t) {
  auto out = std::make_unique<map_tree>(t);
  if (t.known_empty) return out;
  const int first = t.dims, last = t.dims + t.ranges - 1;
  out->box[first] = t.box[last];
  out->box[last] = t.box[first];
  for (int n = 0; n < t.nodes; ++n)
    if (t.kind[n] == op::variable) out->value[n] = t.value[n] == first ? last : t.value[n] == last ? first : t.value[n];
  return out;
}

/// Decides and compares with the relations. Whether it is decided.
bool check(const map_tree& a, const map_tree& b, int budget) {
  const verdict v = decide_same_reads(a, b, budget);
  if (v.is == truth::undecided) return false;
  const graph x = mercator_test::relation_of(a), y = mercator_test::relation_of(b);
  REQUIRE((v.is == truth::yes) == (x == y));
  return true;
}

}  // namespace

TEST_CASE("the answer is never wrong, and with enough budget there is one") {
  mercator_test::random_maps::options options;
  options.max_points = 200;
  mercator_test::random_maps maps(141, options);
  mercator_test::random_numbers random(142);
  long long pairs = 0, permuted = 0, decided = 0;
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", 600), [&](const map_tree& t) {
    for (int k = 0; k < 3; ++k) {
      if (k == 0 && t.ranges == 0) continue;
      const auto other = k == 0   ? with_ranges_exchanged(t)
                         : k == 1 ? mercator_test::respelled(t, random)
                                  : mercator_test::changed(t, random);
      if (!other || check_range(*other)) continue;
      ++pairs;
      permuted += k == 0 && check(t, *other, 0);
      decided += check(t, *other, 500);
      REQUIRE_MESSAGE(check(t, *other, 1000 * 1000), mercator_test::text_of(t) << "\n"
                                                                               << mercator_test::text_of(*other));
    }
  });
  CHECK(decided > pairs / 2);
  CHECK(permuted > 50);
}

TEST_CASE("it does not matter through which range variables, or how often") {
  const char* const m = "(d0)[s0, s1] -> (d0 * 4 + s0 * 2 + s1), domain: d0 in [0, 3], s0 in [0, 1], s1 in [0, 1]";
  CHECK(reads(m, "(d0)[s0, s1] -> (d0 * 4 + s1 * 2 + s0), domain: d0 in [0, 3], s0 in [0, 1], s1 in [0, 1]") ==
        truth::yes);
  CHECK(reads(m, "(d0)[s0] -> (d0 * 4 + s0), domain: d0 in [0, 3], s0 in [0, 3]") == truth::yes);
  CHECK(reads(m, "(d0)[s0] -> (d0 * 4 + s0 mod 4), domain: d0 in [0, 3], s0 in [0, 7]") == truth::yes);
  CHECK(reads(m, "(d0)[s0] -> (d0 * 4 + s0), domain: d0 in [0, 3], s0 in [0, 2]") == truth::no);
  CHECK(reads("(d0)[s0] -> (d0), domain: d0 in [0, 3], s0 in [0, 9]", "(d0) -> (d0), domain: d0 in [0, 3]") ==
        truth::yes);
}

TEST_CASE("where they differ there is a point that the other does not read") {
  const auto a = tree_of("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 3], s0 in [0, 2]");
  const auto b = tree_of("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 3], s0 in [0, 1]");
  const verdict v = decide_same_reads(*a, *b, 500);
  REQUIRE(v.is == truth::no);
  REQUIRE(v.variables == 2);
  CHECK(v.point[1] == 2);
}

TEST_CASE("other counts, large and empty maps") {
  CHECK(reads("(d0) -> (d0), domain: d0 in [0, 3]", "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 1]") ==
        truth::no);
  CHECK(reads("(d0)[s0] -> (d0 + s0), domain: KNOWN EMPTY", "(d0) -> (d0), domain: d0 in [1, 0]") == truth::yes);
  CHECK(reads("(d0)[s0, s1] -> (s0, s1), domain: d0 in [0, 99999], s0 in [0, 99999], s1 in [0, 77777]",
              "(d0)[s0, s1] -> (s1, s0), domain: d0 in [0, 99999], s0 in [0, 77777], s1 in [0, 99999]") == truth::yes);
  CHECK(reads("(d0)[s0] -> (d0 * 1000 + s0), domain: d0 in [0, 99999], s0 in [0, 999]",
              "(d0)[s0] -> (d0 * 1000 + 999 - s0), domain: d0 in [0, 99999], s0 in [0, 999]") == truth::undecided);
}
