// XLA's text in and out: the spellings of today and those of earlier years.
#include <string>

#include <doctest/doctest.h>

#include <mercator/interop/xla.hpp>
#include <mercator/mercator.hpp>
#include "test/support/reference.hpp"

using namespace mercator;
using namespace mercator::literals;

namespace {

std::string read(const char* text) {
  const auto m = from_xla(text);
  if (m) return m->to_string();
  return std::to_string(m.error().line) + ":" + std::to_string(m.error().column) + ": " + m.error().message;
}

}  // namespace

TEST_CASE("what XLA prints comes back as it was") {
  for (const char* text : {
           "(d0, d1) -> (d0, d1), domain: d0 in [0, 9], d1 in [0, 19]",
           "(d0)[s0, s1] -> (s0, d0, s1), domain: d0 in [0, 19], s0 in [0, 9], s1 in [0, 29]",
           "(d0, d1) -> (), domain: d0 in [0, 1], d1 in [0, 3]",
           "(d0, d1, d2)[s0] -> (d0, d1, s0, d2), domain: d0 in [0, 9], d1 in [0, 19], d2 in [0, 29], s0 in [0, 3]",
           "(d0, d1) -> (d0 floordiv 8, d0 mod 8, d1 * 16), domain: d0 in [0, 31], d1 in [0, 3]",
           "(d0, d1, d2){rt0, rt1} -> (d0 + rt0, d1 + rt1, d2), domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 31], rt0 "
           "in "
           "[0, 1], rt1 in [0, 29]",
           "(d0)[s0] -> (d0 * 3 + s0 - 1), domain: d0 in [0, 33], s0 in [0, 2], d0 * 3 + s0 in [1, 100]",
           "(d0, d1) -> (-d0 + 9, d1), domain: d0 in [0, 9], d1 in [0, 3], (d0 - 1) mod 2 in [0, 0]",
           "(th_x, bl_x)[vector_index] -> ((bl_x * 128 + th_x) * 4 + vector_index), domain: th_x in [0, 127], bl_x in "
           "[0, "
           "7], vector_index in [0, 3]",
           "() -> (3)",
       }) {
    const auto m = from_xla(text);
    REQUIRE(m);
    CHECK(equal(*m, *runtime_map::parse(text)).is == symbolic::truth::yes);
    const auto again = from_xla(to_xla(*m));
    REQUIRE(again);
    CHECK(again->to_string() == m->to_string());
    CHECK(equal(*m, *again).is == symbolic::truth::yes);
  }
}

TEST_CASE("lines without commas, flags and other white space are older spellings") {
  const std::string expected =
      "(d0, d1)[s0] -> (d1, d0 * 2 + s0), domain: d0 in [0, 9], d1 in [0, 19], s0 in [0, 1], d0 + s0 in [0, 9]";
  CHECK(read("(d0, d1)[s0] -> (d1, d0 * 2 + s0)\ndomain:\nd0 in [0, 9]\nd1 in [0, 19]\ns0 in [0, 1]\nd0 + s0 in [0, "
             "9]\n") == expected);
  CHECK(read("(d0, d1)[s0] -> (d1, d0 * 2 + s0),\n  domain:\n  d0 in [0, 9],\n  d1 in [0, 19],\n  s0 in [0, 1],\n  d0 "
             "+ s0 in "
             "[0, 9]") == expected);
  CHECK(read("(d0, d1)[s0]->(d1, d0 * 2 + s0), domain : d0 in[0, 9], d1 in[0, 19], s0 in[0, 1], d0 + s0 in[0, 9], "
             "is_simplified: true") == expected);
  CHECK(read("(d0) -> (d0) domain: d0 in [0, 3]\n is_simplified: false\n") == "(d0) -> (d0), domain: d0 in [0, 3]");
}

TEST_CASE("an empty map says no more than that") {
  CHECK(to_xla("(d0) -> (0), domain: KNOWN EMPTY"_map) == "KNOWN EMPTY");
  CHECK(read(" KNOWN EMPTY") == "1:2: KNOWN EMPTY requires the numbers of variables and results beside it");
  CHECK(from_xla("KNOWN EMPTY", map_counts{2, 1, 1, 2})->to_string() ==
        "(d0, d1)[s0]{rt0} -> (0, 0), domain: KNOWN EMPTY");
  CHECK(from_xla("KNOWN EMPTY", map_counts{0, 0, 0, 1})->is_known_empty());
  CHECK(read("(d0) -> (0), domain: KNOWN EMPTY") == "(d0) -> (0), domain: KNOWN EMPTY");
}

TEST_CASE("errors are where the text has them") {
  CHECK(read("(d0, d1) -> (d0)\ndomain:\nd0 in [0, 9]\nd1 in [0, x]\n") == "4:11: expected an integer");
  CHECK(read("(d0, d1) -> (d0), domain: d0 in [0, 9] d1 in [0, 3]") == "1:39: a comma is missing here");
  CHECK(read("(d0) -> (d0), domain: d0 in [0, 9], is_simplified: perhaps") == "1:37: unknown name 'is_simplified'");
  CHECK(read("(d0) -> (d0)domain: d0 in [0, 9]") == "1:13: a comma is missing here");
  CHECK(read("(d0) -> (d0") == "1:12: expected an operator or the closing ')'");
  CHECK(read("") == "1:1: expected '(' and the dimension variables of a map");
}

TEST_CASE("random maps come back equal") {
  mercator_test::random_maps maps(23);
  for (int round = 0; round < 2000; ++round) {
    const auto m = runtime_map::parse(maps.next());
    REQUIRE(m);
    const auto back = from_xla(to_xla(*m), m->counts());
    REQUIRE(back);
    CHECK(equal(*m, *back).is == symbolic::truth::yes);
    const runtime_map simple = m->simplify();
    const auto again = from_xla(to_xla(simple), m->counts());
    REQUIRE(again);
    CHECK(again->to_string() == simple.to_string());
  }
}
