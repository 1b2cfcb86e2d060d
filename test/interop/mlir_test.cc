// Affine maps of MLIR as text, in and out.
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/interop/mlir.hpp>
#include <mercator/mercator.hpp>
#include "test/support/reference.hpp"

using namespace mercator;
using namespace mercator::literals;

namespace {

static_assert(affine_map<"affine_map<(d0, d1)[s0] -> (d0 floordiv 4, d1 * 2 + s0)>">(dims<in<0, 7>, in<0, 3>>{},
                                                                                     ranges<in<0, 1>>{}) ==
              "(d0, d1)[s0] -> (d0 floordiv 4, d1 * 2 + s0), domain: d0 in [0, 7], d1 in [0, 3], s0 in [0, 1]"_map);
static_assert(affine_map<"(i)[n] -> (i + n)">(dims<in<0, 7>>{}, ranges<>{}, runtimes<in<0, 3>>{}) ==
              "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 7], rt0 in [0, 3]"_map);
static_assert(affine_map<"affine_map<() -> ()>">(dims<>{}) == "() -> ()"_map);

std::string said(const char* text, std::vector<interval> box, int runtimes = 0) {
  const auto m = from_affine_map(text, box, runtimes);
  if (m) return m->to_string();
  return std::to_string(m.error().line) + ":" + std::to_string(m.error().column) + ": " + m.error().message;
}

std::string affine(const char* text) {
  const auto out = to_affine_map(*runtime_map::parse(text));
  return out ? *out : out.error().message;
}

}  // namespace

TEST_CASE("affine maps are read, with the domain beside them") {
  CHECK(said("affine_map<(d0, d1) -> (d1, d0)>", {{0, 3}, {0, 7}}) ==
        "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]");
  CHECK(said("  affine_map < (d0) [s0]\n -> ( -d0 floordiv 2 + (s0 * 3) mod 5, d0 ceildiv 2 - 1 ) > ",
             {{0, 3}, {0, 7}}) ==
        "(d0)[s0] -> ((-d0) floordiv 2 + (s0 * 3) mod 5, d0 ceildiv 2 - 1), domain: d0 in [0, 3], s0 in [0, 7]");
  CHECK(said("(i, j)[n] -> (i * 8 + j, n)", {{0, 3}, {0, 7}, {0, 9}}, 1) ==
        "(i, j){n} -> (i * 8 + j, n), domain: i in [0, 3], j in [0, 7], n in [0, 9]");
  CHECK(said("affine_map<(d0)[s0, s1] -> (d0 + s1)>", {{0, 3}, {0, 7}, {0, 1}}, 1) ==
        "(d0)[s0]{rt0} -> (d0 + rt0), domain: d0 in [0, 3], s0 in [0, 7], rt0 in [0, 1]");
  CHECK(said("affine_map<() -> (0)>", {}) == "() -> (0)");
  CHECK(from_affine_map("(d0) -> (d0)", std::vector<interval>{{0, -1}})->simplify().is_known_empty());
}

TEST_CASE("what is wrong with an affine map, and where") {
  CHECK(said("affine_map<(d0) -> (d0)", {{0, 3}}) == "1:24: expected the end of the map");
  CHECK(said("affine_map<(d0) -> (d0), domain: d0 in [0, 3]>", {{0, 3}}) == "1:24: expected the end of the map");
  CHECK(said("affine_map<(d0) -> (d1)>", {{0, 3}}) == "1:21: unknown name 'd1'");
  CHECK(said("affine_map<(d0)[s0] ->\n (d0 * s0)>", {{0, 3}, {0, 3}}) ==
        "2:6: one of the two factors must be constant");
  CHECK(said("affine_map<(d0) -> (d0 floordiv d0)>", {{0, 3}}) == "1:33: the divisor of 'floordiv' must be constant");
  CHECK(said("affine_map<(d0) -> (d0 mod 0)>", {{0, 3}}) == "1:28: 'mod' by zero");
  CHECK(said("affine_set<(d0) : (d0 >= 0)>", {{0, 3}}) == "1:1: expected '(' and the dimension variables of a map");
  CHECK(said("(d0) -> (d0 * 4611686018427387904)", {{0, 3}}) == "1:10: result 0 does not fit 64 bits over the domain");
  CHECK(said("(d0)[s0] -> (d0)", {{0, 3}}) ==
        "0:0: the affine map has 1 dimension and 1 symbol, where there are 1 interval");
  CHECK(said("(d0)[s0] -> (d0)", {{0, 3}, {0, 3}}, 2) ==
        "0:0: the affine map has 1 symbol, of which 2 cannot be runtime variables");
  CHECK(said("(d0) -> (d0)", {{0, i64_max}}) == "0:0: an affine map requires intervals with two ends");
}

TEST_CASE("maps are written as affine maps") {
  CHECK(affine("(d0, x)[s0]{rt0} -> (d0 floordiv 2, x - s0 * 3 + rt0 - 1), domain: d0 in [0, 3], x in [0, 3], s0 in "
               "[0, 3], rt0 "
               "in [0, 1], d0 + x in [0, 4]") ==
        "affine_map<(d0, x)[s0, rt0] -> (d0 floordiv 2, x + rt0 - s0 * 3 - 1)>");
  CHECK(affine("(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 3]") == "affine_map<(d0)[s0] -> (d0 + s0)>");
  CHECK(affine("(d0) -> (d0 floordiv -2, d0 mod -2, d0 ceildiv -2), domain: d0 in [0, 3]") ==
        "affine_map<(d0) -> ((-d0) floordiv 2, -((-d0) mod 2), (-d0) ceildiv 2)>");
  CHECK(affine("(d0) -> (0), domain: KNOWN EMPTY") == "affine_map<(d0) -> (0)>");
  CHECK(affine("() -> (3)") == "affine_map<() -> (3)>");
  CHECK(affine("(d0) -> (min(d0, 2)), domain: d0 in [0, 3]") ==
        "an affine map has no min and no max, and at most 4096 terms");
  CHECK(*to_affine_map(identity(shape<2, 2>{})) == "affine_map<(d0, d1) -> (d0, d1)>");
}

TEST_CASE("random maps come back with the same results, and with divisors above 0") {
  mercator_test::random_maps maps(17);
  int without = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto parsed = runtime_map::parse(maps.next());
    REQUIRE(parsed);
    const runtime_map& m = *parsed;
    const auto text = to_affine_map(m);
    without += !text;
    if (!text) continue;
    INFO(*text);
    for (const char* word : {"floordiv -", "ceildiv -", "mod -"}) CHECK(text->find(word) == std::string::npos);
    std::vector<interval> box;
    for (int v = 0; v < m.counts().variables(); ++v) box.push_back(m.variable(v));
    const auto back = from_affine_map(*text, box, m.counts().runtimes);
    REQUIRE(back);
    auto plain = std::make_unique<symbolic::map_tree>();
    m.write(*plain);
    plain->constraints = 0;
    CHECK(equal(*back, runtime_map(*plain)).is == symbolic::truth::yes);
  }
  CHECK(without < 1500);
}
