// Maps with runtime variables given: what they hold, evaluation, loops, clamping and the checked form.
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/loops/with_runtime.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops/dynamic_slice.hpp>
#include <mercator/runtime.hpp>
#include <mercator/symbolic/points.hpp>

#include "test/loops/visits.hpp"

using namespace mercator;
using namespace mercator_test;
using namespace mercator::literals;

namespace {

constexpr auto part = ops::dynamic_slice(shape<2, 2, 258>{}, ops::slice_sizes<1, 2, 32>{}).output_to_input<0>();

// The offsets and nothing else, in the narrowest integer.
constexpr auto at = with_runtime(part, 1, 0, 5);
static_assert(sizeof(at) == 3 * sizeof(std::int16_t) && std::is_trivially_copyable_v<decltype(at)>);
static_assert(sizeof(with_runtime("(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 1], rt0 in [-128, 127]"_map, 0)) == 1);
static_assert(sizeof(with_runtime("(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 1], rt0 in [-129, 127]"_map, 0)) == 2);
static_assert(sizeof(with_runtime("(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 1], rt0 in [0, 32768]"_map, 0)) == 4);
static_assert(sizeof(with_runtime("(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 1], rt0 in [0, 2147483648]"_map, 0)) ==
              8);
static_assert(sizeof(with_runtime("(d0) -> (d0), domain: d0 in [0, 1]"_map)) == 1);

static_assert(at(0, 1, 31) == coord<3>{{1, 1, 36}});
static_assert(at.runtime(2) == 5 && at.allowed(2) == interval{0, 226});
static_assert(at.contains(0, 1, 31) && !at.contains(1, 1, 31) && !at.contains(0, 1, 32));

// Values of any integer type, and constants, clamped.
static_assert(with_runtime(part, 7, -1, 1000).runtime() == coord<3>{{1, 0, 226}});
static_assert(with_runtime(part, std::int8_t{-128}, 0u, std::numeric_limits<std::uint64_t>::max()).runtime() ==
              coord<3>{{0, 0, 226}});
static_assert(with_runtime(part, i64_min, i64_max, 3_c).runtime() == coord<3>{{0, 0, 3}});

// The checked form.
constexpr auto good = with_runtime_checked(part, 1, 0, 226);
static_assert(good && (*good)(0, 0, 0) == coord<3>{{1, 0, 226}} && good->runtime(0) == 1);
constexpr auto bad = with_runtime_checked(part, 1, 0, 227);
static_assert(!bad && bad.error() == runtime_out_of_range{2, 227, {0, 226}});
static_assert(with_runtime_checked(part, 2, -1, 227).error() == runtime_out_of_range{0, 2, {0, 1}});
static_assert(with_runtime_checked(part, 0, 0, std::numeric_limits<std::uint64_t>::max()).error().value == i64_max);

constexpr int count_points() {
  int points = 0;
  for_each(at, [&](auto, auto) { ++points; });
  return points;
}
static_assert(count_points() == 64);

}  // namespace

TEST_CASE("every offset against the definition") {
  constexpr auto window =
      "(d0, d1){rt0, rt1} -> (d0 + rt0, d1 * 2 - rt1), domain: d0 in [0, 2], d1 in [-1, 1], rt0 in [0, 3], rt1 in [-2, 1]"_map;
  for (int a = -2; a < 6; ++a)
    for (int b = -4; b < 4; ++b) {
      const i64 x = a < 0 ? 0 : a > 3 ? 3 : a, y = b < -2 ? -2 : b > 1 ? 1 : b;
      visits expected;
      for (i64 d0 = 0; d0 <= 2; ++d0)
        for (i64 d1 = -1; d1 <= 1; ++d1) expected.push_back({{d0, d1}, {d0 + x, d1 * 2 - y}});
      CHECK(visited(with_runtime(window, a, b)) == expected);
      const auto checked = with_runtime_checked(window, a, b);
      CHECK(checked.has_value() == (a == x && b == y));
      if (!checked && a != x) CHECK(checked.error() == runtime_out_of_range{0, a, {0, 3}});
    }
}

TEST_CASE("constraints between offsets and dimensions") {
  // simplified, rt0 is in [2, 5]: an offset that is allowed but leaves no point is not moved to one that does
  constexpr auto m =
      "(d0)[s0]{rt0} -> (d0 + rt0, s0), domain: d0 in [0, 3], s0 in [0, 1], rt0 in [0, 10], d0 - rt0 in [-5, -2]"_map;
  for (int given = -1; given < 13; ++given) {
    const i64 rt0 = given < 0 ? 0 : given > 10 ? 10 : given;
    visits expected;
    for (i64 d0 = 0; d0 <= 3; ++d0)
      for (i64 s0 = 0; s0 <= 1; ++s0)
        if (d0 - rt0 >= -5 && d0 - rt0 <= -2) expected.push_back({{d0, s0}, {d0 + rt0, s0}});
    const auto bound = with_runtime(m, given);
    CHECK(visited(bound) == expected);
    for (i64 d0 = 0; d0 <= 3; ++d0) CHECK(bound.contains(d0, 0) == (d0 - rt0 >= -5 && d0 - rt0 <= -2));
  }
}

namespace {

/// Against the map's value at every point of its box, for every value of rt0 and rt1.
template <class Map>
void check_every_value(Map map) {
  const runtime_map value(map);
  const map_counts n = value.counts();
  std::vector<interval> box;
  for (int v = 0; v < n.variables(); ++v)
    box.push_back(v < n.dimensions + n.ranges ? value.variable(v) : value.clamped_to(v - n.dimensions - n.ranges));
  CAPTURE(value.to_string());
  for (i64 rt0 = box[box.size() - 2].lo; rt0 <= box[box.size() - 2].hi; ++rt0)
    for (i64 rt1 = box.back().lo; rt1 <= box.back().hi; ++rt1) {
      visits expected;
      point from;
      for (const interval r : box) from.push_back(r.lo);
      from[from.size() - 2] = rt0;
      from.back() = rt1;
      do {
        if (!value.contains(from)) continue;
        point to(static_cast<std::size_t>(n.results));
        value.evaluate(from, to);
        expected.emplace_back(point(from.begin(), from.end() - 2), to);
      } while (symbolic::next_point(from.data(), box.data(), 0, n.dimensions + n.ranges));
      REQUIRE(visited(with_runtime(map, rt0, rt1)) == expected);
    }
}

}  // namespace

TEST_CASE("constraints with runtime variables become bounds of loops, or are tested outside of them") {
  check_every_value(
      "(d0, d1){rt0, rt1} -> (d0, d1), domain: d0 in [-2, 5], d1 in [1, 8], rt0 in [-3, 4], rt1 in [0, 5], d0 - rt0 in [0, 3], d1 + rt1 in [4, 7]"_map);
  check_every_value(
      "(d0, d1){rt0, rt1} -> (d0 + d1), domain: d0 in [-2, 5], d1 in [1, 8], rt0 in [-3, 4], rt1 in [0, 5], d0 * 3 - d1 * 2 + rt0 in [-7, 4], rt1 - d0 * 5 in [-16, 9]"_map);
  check_every_value(
      "(d0)[s0, s1]{rt0, rt1} -> (d0, s0 - s1), domain: d0 in [0, 4], s0 in [0, 5], s1 in [2, 6], rt0 in [0, 4], rt1 in [0, 3], d0 + s0 * 2 + rt0 - s1 * 3 in [-9, 5], rt0 + rt1 in [2, 6]"_map);
  check_every_value(
      "(d0, d1){rt0, rt1} -> (d0, d1), domain: d0 in [0, 7], d1 in [-4, 6], rt0 in [0, 5], rt1 in [-2, 3], (d0 + rt0) floordiv 3 in [1, 2], (d1 - rt1) mod 4 in [1, 2], d0 floordiv 2 - d1 + rt0 in [-3, 6]"_map);
  check_every_value(
      "(d0, d1){rt0, rt1} -> (d0, d1), domain: d0 in [0, 7], d1 in [3, 3], rt0 in [0, 5], rt1 in [-2, 3], min(d0, rt0) in [1, 4], d0 + d1 - rt1 in [4, 9]"_map);
  check_every_value(
      "(d0, d1){rt0, rt1} -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 3], rt0 in [0, 9], rt1 in [0, 1], d0 - rt0 in [-9, 3], d1 + rt0 in [11, 12]"_map);
}

TEST_CASE("a composition clamps to the operations' intervals") {
  // the first two elements of a [10] in which rt0 says where an update of 5 begins: at 2 and beyond none of
  // them is new
  constexpr auto first_two = ops::slice(shape<10>{}, ops::start<0>{}, ops::limit<2>{}).output_to_input<0>();
  constexpr auto update = ops::dynamic_update_slice(shape<10>{}, shape<5>{}).output_to_input<1>();
  for (int given = -2; given < 9; ++given) {
    visits expected;
    for (i64 d0 = given < 0 ? 0 : given; d0 < 2; ++d0) expected.push_back({{d0}, {d0 - (given < 0 ? 0 : given)}});
    CHECK(visited(with_runtime(first_two >> update, given)) == expected);
  }
  CHECK_FALSE(with_runtime_checked(first_two >> update, 6));
  CHECK(with_runtime_checked(first_two >> update, 5));
  // the interval of the simplified map is what leaves points; it is clamped to as it stands
  static_assert(spelled_map<decltype(simplify(first_two >> update))>::variable(1) == interval{0, 1});
  CHECK(visited(with_runtime(simplify(first_two >> update), 5)).size() == 1);
}

TEST_CASE("whole of a dynamic-update-slice, as the update and from the update") {
  constexpr auto op = ops::dynamic_update_slice(shape<5, 6>{}, shape<2, 3>{});
  for (int a = -1; a < 6; ++a)
    for (int b = -1; b < 6; ++b) {
      const i64 x = a < 0 ? 0 : a > 3 ? 3 : a, y = b < 0 ? 0 : b > 3 ? 3 : b;
      visits from_update, to_update;
      for (i64 i = 0; i < 2; ++i)
        for (i64 j = 0; j < 3; ++j) {
          from_update.push_back({{i, j}, {i + x, j + y}});
          to_update.push_back({{i + x, j + y}, {i, j}});
        }
      CHECK(visited(with_runtime(op.input_to_output<1>(), a, b)) == from_update);
      CHECK(visited(with_runtime(op.output_to_input<1>(), a, b)) == to_update);
    }
}

TEST_CASE("empty domains, rank 0, one-point intervals") {
  CHECK(visited(with_runtime("(d0){rt0} -> (0), domain: KNOWN EMPTY"_map, 3)).empty());
  CHECK(visited(with_runtime("(d0){rt0} -> (d0), domain: d0 in [0, 3], rt0 in [2, 1]"_map, 3)).empty());
  CHECK(visited(with_runtime("(d0){rt0} -> (d0), domain: d0 in [2, 1], rt0 in [0, 1]"_map, 1)).empty());
  CHECK(visited(with_runtime("(){rt0} -> (rt0 * 2), domain: rt0 in [0, 9]"_map, 4)) == visits{{{}, {8}}});
  CHECK(visited(with_runtime("(d0){rt0} -> (d0 + rt0), domain: d0 in [3, 3], rt0 in [5, 5]"_map, 0)) ==
        visits{{{3}, {8}}});
  CHECK(visited(with_runtime(ops::dynamic_slice(shape<3, 0>{}, ops::slice_sizes<2, 0>{}).output_to_input<0>(), 1, 0))
            .empty());
  CHECK(visited(with_runtime("(d0) -> (d0), domain: d0 in [0, 1]"_map)) == visits{{{0}, {0}}, {{1}, {1}}});
}
