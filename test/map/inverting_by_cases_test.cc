// Inverses from those of cases, by the definition over whole domains.
#include "mercator/map/inverting_by_cases.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/runtime.hpp"
#include "test/arguments.hpp"
#include "test/support/case_maps.hpp"
#include "test/support/reference.hpp"
#include "test/support/runtime_inverses.hpp"

namespace {

using namespace mercator;
using mercator_test::case_maps;
using mercator_test::for_each_point;
using mercator_test::is_image;
using mercator_test::led_to;
using mercator_test::random_numbers;
using mercator_test::read;
using point = std::vector<i64>;

std::optional<runtime_map> invert(const runtime_map& m) {
  const map_limits limits;
  const auto made = detail::inverting_by_cases(limits).invert(m);
  if (made && !*made) CHECK(made->error().message.find("inverse requires an injective map: ") == 0);
  return made && *made ? std::optional(**made) : std::nullopt;
}

i64 box_points(const runtime_map& m) {
  i64 points = 1;
  for (int v = 0; v < m.counts().variables(); ++v) points = saturating_mul(points, m.variable(v).count());
  return points;
}

bool is_injective(const runtime_map& m) {
  std::set<point> images;
  bool out = true;
  for_each_point(m, [&](const point& at) { out = out && images.insert(led_to(m, at)).second; });
  return out;
}

/// That every point comes back from its image, and that what is in the inverse's domain is an image: all points of its
/// box, or many of a large one.
void check(const runtime_map& m, const runtime_map& inverse, random_numbers& random) {
  CHECK(runtime_map::parse(inverse.to_string()));
  bool is_right = true;
  for_each_point(m, [&](const point& at) {
    if (!is_right) return;
    point y = led_to(m, at);
    is_right = inverse.contains(y) && led_to(inverse, y) == at;
    y[static_cast<std::size_t>(random.below(static_cast<int>(y.size())))] += random.in(-9, 9);
    is_right = is_right && (!inverse.contains(y) || is_image(m, inverse, y));
  });
  CHECK(is_right);
  const auto look = [&](const point& y) { is_right = is_right && (!inverse.contains(y) || is_image(m, inverse, y)); };
  const bool is_small = box_points(inverse) <= 400'000;
  if (is_small) for_each_point(inverse, look);
  for (int k = is_small ? 20'000 : 0; k < 20'000; ++k) {
    point y;
    for (int v = 0; v < inverse.counts().variables(); ++v)
      y.push_back(random.in(inverse.variable(v).lo, inverse.variable(v).hi));
    look(y);
  }
  CHECK(is_right);
}

}  // namespace

TEST_CASE("maps that are written in cases have inverses, large ones too") {
  case_maps maps(211, 2000, 100'000);
  random_numbers random(212);
  int inverted = 0, drawn = 0;
  for (const case_maps::family& f : case_maps::families()) {
    CAPTURE(f.name);
    for (long long k = mercator_test::argument("cases", 3); k > 0; --k) {
      const std::string text = (maps.*f.text)();
      CAPTURE(text);
      const runtime_map m = read(text);
      const auto inverse = m.inverse();
      ++drawn;
      inverted += bool(inverse);
      if (inverse) check(m, *inverse, random);
    }
  }
  CHECK(inverted * 100 >= drawn * 96);
}

TEST_CASE("small maps by cases alone") {
  case_maps maps(213, 8, 300);
  random_numbers random(214);
  int inverted = 0, drawn = 0;
  for (const case_maps::family& f : case_maps::families())
    for (long long k = mercator_test::argument("cases", 60); k > 0; --k) {
      const std::string text = (maps.*f.text)();
      CAPTURE(text);
      const runtime_map m = read(text);
      const auto inverse = invert(m);
      ++drawn;
      inverted += bool(inverse);
      if (inverse) check(m, *inverse, random);
    }
  CHECK(inverted * 10 >= drawn * 8);
}

TEST_CASE("random maps by cases alone: none but injective ones have an inverse") {
  random_numbers random(215);
  int inverted = 0;
  for (const int depth : {1, 2, 3}) {
    mercator_test::random_maps::options o;
    o.max_points = 200;
    o.max_depth = depth;
    mercator_test::random_maps maps(216 + static_cast<std::uint64_t>(depth), o);
    for (long long k = mercator_test::argument("cases", 300); k > 0; --k) {
      const std::string text = maps.next();
      CAPTURE(text);
      const runtime_map m = read(text);
      const auto inverse = invert(m);
      if (!inverse) continue;
      REQUIRE(is_injective(m));
      check(m, *inverse, random);
      ++inverted;
    }
  }
  CHECK(inverted > 50);
}

TEST_CASE("cases whose images meet have none") {
  for (const char* text :
       {"(d0) -> (min(d0, 999) + max(d0 - 1000, 0) * 3), domain: d0 in [0, 9999]",
        "(d0) -> (min(d0 * 2, 19999 - d0 * 2 - 1)), domain: d0 in [0, 9999]",
        "(d0) -> (d0 + min(max(d0 - 69999, 0), 1) * (-1)), domain: d0 in [0, 99999]",
        "(d0, d1) -> (d0 * 50 + max(d1 - d0 mod 2 * 50, d0 mod 2 * 50 - 2 - d1)), domain: d0 in [0, 199], d1 in [0, "
        "49]",
        "(d0, d1){rt0} -> (max(d0, d1), d0 - d1 + min(max(rt0 - d0, 0), 1)), domain: d0 in [0, 99], d1 in [0, 79], "
        "rt0 in [0, 9]"}) {
    CAPTURE(text);
    CHECK_FALSE(read(text).inverse());
  }
}

TEST_CASE("two points with the same results are named") {
  CHECK(read("(d0) -> (min(d0, 999)), domain: d0 in [0, 99999]").inverse().error().message ==
        "inverse requires an injective map: the results at (999) and (1000) are the same");
  CHECK(
      read("(d0, d1){rt0} -> (max(d0 + rt0, 9), d1 floordiv 2), domain: d0 in [0, 99999], d1 in [0, 1], rt0 in [0, 1]")
          .inverse()
          .error()
          .message.find("the results at (0, 0, 0) and (0, 1, 0) are the same") != std::string::npos);
}

TEST_CASE("limits of nodes are kept, and what is made fits 64 bits") {
  const runtime_map few = read("(d0) -> (d0 + min(max(d0 - 999, 0), 1) * 5), domain: d0 in [0, 2305843009213693951]");
  const runtime_map one_case = read(
      "(d0, d1){rt0} -> (d0 + d0 mod 5 * -7 - max(rt0, rt0), d1 + min(d0, 20713)), domain: d0 in [0, 124282], "
      "d1 in [-8796, 8796], rt0 in [-2890, 7713], d0 mod 3 in [2, 2]");
  for (const runtime_map& m : {few, one_case})
    for (int nodes = 3; nodes < 120; nodes += 7) {
      map_limits limits;
      limits.nodes = nodes;
      const auto inverse = m.inverse(limits);
      if (inverse) CHECK(runtime_map::parse(inverse->to_string(), limits));
    }
  CHECK(few.inverse());
  CHECK(one_case.inverse());
  const auto far =
      read(
          "(d0, d1){rt0} -> (d0 + d0 mod 5 * -7 - max(rt0, rt0), d1 + min(d0, 2071367934976)), domain: d0 in [0, "
          "12428207609859], d1 in [-8796093022208, 8796093022207], rt0 in [-289058562203602645, 771342975775838390], "
          "(d0 + 0) mod 3 in [2, 2]")
          .inverse();
  REQUIRE(far);
  CHECK(runtime_map::parse(far->to_string()));
}

TEST_CASE("numbers near 2^40 and 2^61, and what does not fit") {
  random_numbers random(217);
  int inverted = 0;
  for (const i64 unit : {i64{1} << 26, (i64{1} << 26) + 1, i64{1} << 47, (i64{1} << 47) - 3}) {
    const std::string u = std::to_string(unit), n = std::to_string(7000 * unit);
    for (const std::string& text : {"(d0) -> (d0 * " + u + " + max(d0 - 5000, 0) * " + u +
                                        " + min(max(d0 - 5000, 0), 1) * 3), domain: d0 in [0, 9999]",
                                    "(d0) -> (max((d0 - 4000) * " + u + ", d0 - 10000)), domain: d0 in [0, 9999]",
                                    "(d0, d1) -> (max(d0, d1) * " + u + " - " + n + ", (d0 - d1) * " + u +
                                        "), domain: d0 in [0, 99], d1 in [0, 79]"}) {
      CAPTURE(text);
      const runtime_map m = read(text);
      const auto inverse = m.inverse();
      if (!is_injective(m)) CHECK_FALSE(inverse);
      if (inverse) check(m, *inverse, random);
      inverted += bool(inverse);
    }
  }
  CHECK(inverted >= 8);
  // a domain of 2^61 points
  const auto inverse =
      read("(d0) -> (d0 + min(max(d0 - 999, 0), 1) * 5), domain: d0 in [0, 2305843009213693951]").inverse();
  REQUIRE(inverse);
  for (const i64 x : {i64{0}, i64{999}, i64{1000}, i64{1} << 60, (i64{1} << 61) - 1})
    CHECK(led_to(*inverse, {x + (x > 999 ? 5 : 0)}) == point{x});
  for (const i64 y : {i64{1000}, i64{1004}, i64{-1}, (i64{1} << 61) + 5}) CHECK_FALSE(inverse->contains(point{y}));
}
