// Operations on maps at run time: the same as on static maps, by the definition on random ones, and with
// errors.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/mercator.hpp>
#include <mercator/runtime.hpp>
#include "mercator/symbolic/points.hpp"
#include "test/arguments.hpp"
#include "test/support/reference.hpp"
#include "test/support/runtime_inverses.hpp"

using namespace mercator;
using namespace mercator::literals;
using symbolic::truth;

namespace {

runtime_map map_of(std::string_view text) {
  auto parsed = runtime_map::parse(text);
  REQUIRE(parsed);
  return *std::move(parsed);
}

/// What visit(point) returns for every point of the domain.
template <class Visit>
std::vector<std::vector<i64>> points_of(const runtime_map& m, Visit visit) {
  std::vector<std::vector<i64>> out;
  mercator_test::for_each_point(m, [&](const std::vector<i64>& at) { out.push_back(visit(at)); });
  return out;
}

bool same(const result<runtime_map>& a, const runtime_map& b) {
  REQUIRE(a);
  return equal(*a, b).is == truth::yes;
}

}  // namespace

TEST_CASE("as of static maps") {
  constexpr auto m = "(d0, d1) -> (d1 * 4 + d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
  CHECK(same(runtime_map(m).inverse(), runtime_map(inverse(m))));
  CHECK(same(runtime_map(m).converse(), runtime_map(converse(m))));
  constexpr auto unused = "(d0)[s0, s1] -> (d0 + s1), domain: d0 in [0, 3], s0 in [0, 7], s1 in [0, 2]"_map;
  CHECK(same(runtime_map(unused).drop_unused(), runtime_map(drop_unused(unused))));
  constexpr auto residue = "(d0)[s0] -> (d0 + s0), domain: d0 in [0, 3], s0 in [0, 20], s0 mod 4 in [1, 1]"_map;
  CHECK(same(runtime_map(residue).rescale_ranges(), runtime_map(rescale_ranges(residue))));
  CHECK(same(runtime_map(unused).ranges_to_dimensions(), runtime_map(ranges_to_dimensions(unused))));
  CHECK(same(runtime_map(m).dimensions_to_ranges(1), runtime_map(dimensions_to_ranges<1>(m))));
  constexpr auto two = "(d0, d1) -> (d1, d0 * 3), domain: d0 in [0, 3], d1 in [0, 7]"_map;
  CHECK(same(runtime_map(two).submap({1, 0, 1}), runtime_map(submap<1, 0, 1>(two))));
  CHECK(same(runtime_map(two).side_by_side(runtime_map(m)), runtime_map(side_by_side(two, m))));
  CHECK(same(runtime_map(two).add_constraint("d0 + d1", {2, 5}),
             runtime_map(add_constraint(two, between(d<0> + d<1>, 2_c, 5_c)))));
  CHECK(runtime_map(m).bounds(0) == bounds<0>(m));
  // the verbs take either
  CHECK(same(inverse(runtime_map(m)), runtime_map(inverse(m))));
  CHECK(same(converse(runtime_map(m)), runtime_map(inverse(m))));
  CHECK(same(drop_unused(runtime_map(unused)), runtime_map(drop_unused(unused))));
  CHECK(simplify(runtime_map(m)).to_string() == to_string(simplify(m)));
  CHECK(to_string(runtime_map(m)) == to_string(m));
}

TEST_CASE("what cannot be done is said") {
  CHECK(map_of("(d0) -> (d0 floordiv 2), domain: d0 in [0, 9]").inverse().error().message ==
        "inverse requires an injective map: the results at (0) and (1) are the same");
  CHECK(map_of("(d0, d1)[s0]{rt0} -> (d0 floordiv 1000, d1 mod 37 + s0 floordiv 4), domain: d0 in [0, 99999], "
               "d1 in [0, 99], s0 in [0, 1], rt0 in [0, 0]")
            .inverse()
            .error()
            .message == "inverse requires an injective map: the results at (0, 0, 0, 0) and (0, 0, 1, 0) are the same");
  CHECK(map_of("(d0) -> ((d0 * 7919) mod 100003 floordiv 3, (d0 * 31) mod 100019 floordiv 7), domain: d0 in [0, 99999]")
            .inverse()
            .error()
            .message ==
        "inverse requires an injective map that the engine can solve; its domain has too many points for a table; "
        "converse turns it round as a relation");
  CHECK(map_of("(d0) -> ((d0 floordiv 11 + (d0 mod 11) * 2) * 288230376151711744, (d0 mod 11) floordiv 3,"
               " (d0 mod 11) mod 4), domain: d0 in [0, 31]")
            .inverse()
            .error()
            .message ==
        "the map does not fit: it has too many terms or values beyond 64 bits; a table of its points is too large");
  CHECK_FALSE(map_of("(d0, d1) -> (d0 * 8589934593 + (d1 floordiv 4) * 3221225471), domain: d0 in [0, 15],"
                     " d1 in [0, 15]")
                  .inverse());
  CHECK(map_of("(d0) -> (d0), domain: d0 in [0, 9]").submap({1}).error().message ==
        "there is no result number 1: the map has 1 result");
  CHECK_FALSE(map_of("(d0) -> (d0), domain: d0 in [0, 9]").dimensions_to_ranges(2));
  CHECK_FALSE(map_of("(d0) -> (d0), domain: d0 in [0, 9]").side_by_side(map_of("() -> ()")));
  const auto wrong = map_of("(d0) -> (d0), domain: d0 in [0, 9]").add_constraint("d0 + x", {0, 3});
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().column == 6);
  CHECK_FALSE(map_of("(d0) -> (d0), domain: d0 in [0, 9]").add_constraint("d0 in [0, 3], d0", {0, 3}));
  CHECK(map_of("() -> (3)").add_constraint("2 + 2", {5, 6})->is_known_empty());
  CHECK(map_of("() -> (3)").add_constraint("2 + 2", {4, 6})->to_string() == "() -> (3)");
}

TEST_CASE("names stay with their variables") {
  CHECK(map_of("(i)[j, k] -> (i + k), domain: i in [0, 3], j in [0, 7], k in [0, 2]").drop_unused()->to_string() ==
        "(i)[k] -> (i + k), domain: i in [0, 3], k in [0, 2]");
  CHECK(map_of("(i)[j]{o, p} -> (i + j + o + p), domain: i in [0, 3], j in [0, 7], o in [0, 2], p in [0, 4]")
            .fold_runtime(0, 1)
            ->to_string() == "(i)[j]{p} -> (i + j + p + 1), domain: i in [0, 3], j in [0, 7], p in [0, 4]");
  CHECK(map_of("(i)[j] -> (i, j), domain: i in [0, 3], j in [0, 7]").ranges_to_dimensions()->to_string() ==
        "(i, j) -> (i, j), domain: i in [0, 3], j in [0, 7]");
}

TEST_CASE("constants and expressions in place of runtime variables") {
  const runtime_map m = map_of(
      "(d0, d1){rt0, rt1} -> (d0 + rt0, d1 + rt1), domain: d0 in [0, 4], d1 in [0, 9], rt0 in [0, 15], rt1 in "
      "[0, 20]");
  CHECK(m.fold_runtime(1, 99)->to_string() ==
        "(d0, d1){rt0} -> (d0 + rt0, d1 + 20), domain: d0 in [0, 4], d1 in [0, 9], rt0 in [0, 15]");
  CHECK(m.fold_runtime_checked(1, 99).error().message == "rt1 must lie in [0, 20]; got 99");
  CHECK(same(m.fold_runtime_checked(1, 20), *m.fold_runtime(1, 99)));
  // rt0 is read from an iota along dimension 1, at (d1, d0): it is d0
  const runtime_map iota = map_of("(d0, d1) -> (d0), domain: d0 in [0, 4], d1 in [0, 9]");
  CHECK(same(m.fold_runtime_checked(0, iota), *m.fold_runtime(0, iota)));
  CHECK(m.fold_runtime(0, iota)->to_string() ==
        "(d0, d1){rt0} -> (d0 * 2, d1 + rt0), domain: d0 in [0, 4], d1 in [0, 9], rt0 in [0, 20]");
  CHECK(m.fold_runtime_checked(0, map_of("(d0, d1) -> (d0 * 4), domain: d0 in [0, 4], d1 in [0, 9]")).error().message ==
        "rt0 must lie in [0, 15]; got values in [0, 16]");
  CHECK_FALSE(m.fold_runtime(2, 0));
  CHECK_FALSE(m.fold_runtime(0, map_of("(d0) -> (d0), domain: d0 in [0, 4]")));
}

TEST_CASE("static maps composed with maps at run time") {
  constexpr auto turn = ops::transpose(shape<4, 8>{}, perm<1, 0>{}).output_to_input<0>();
  constexpr auto flat = ops::reshape(shape<4, 8>{}, shape<32>{}).input_to_output<0>();
  const runtime_map expected(turn >> flat);
  CHECK(same(runtime_map(turn).then(flat), expected));
  CHECK(same(compose(runtime_map(turn), flat), expected));
  CHECK(same(compose(turn, runtime_map(flat)), expected));
  CHECK(same(compose(runtime_map(turn), runtime_map(flat)), expected));
  CHECK_FALSE(compose(runtime_map(turn), "(d0) -> (d0), domain: d0 in [0, 4]"_map));
}

TEST_CASE("the runtime variables of two dynamic-slices keep their order: the second's, then the first's") {
  // part of a [20] at a, then part of that [12] at b: operand index d0 + b + a
  constexpr auto outer = ops::slice(shape<20>{}, ops::start<0>{}, ops::limit<20>{});
  const runtime_map first = map_of("(d0){b} -> (d0 + b), domain: d0 in [0, 4], b in [0, 7]");
  const runtime_map second = map_of("(d0){a} -> (d0 + a), domain: d0 in [0, 11], a in [0, 8]");
  const auto both = first.then(second);
  REQUIRE(both);
  CHECK(both->to_string() == "(d0){a, b} -> (d0 + a + b), domain: d0 in [0, 4], a in [0, 8], b in [0, 7]");
  CHECK((*both)(1, 8, 2) == std::vector<i64>{11});
  CHECK(both->variable(1) == interval{0, 8});
  CHECK(same(both->then(outer.output_to_input<0>()), *both));
}

TEST_CASE("values are clamped to the interval that a variable was made with, whatever became of the map") {
  // the first two elements of a [10] in which rt0 says where an update of 5 begins: at 2 and beyond none of
  // them is new
  constexpr auto part = ops::slice(shape<10>{}, ops::start<0>{}, ops::limit<2>{}).output_to_input<0>();
  constexpr auto update = ops::dynamic_update_slice(shape<10>{}, shape<5>{}).output_to_input<1>();
  const runtime_map both = *compose(part, runtime_map(update));
  CHECK(both.variable(1) == interval{0, 1});
  const auto visits = [](const runtime_map& m, i64 rt0) {
    int count = 0;
    runtime_program(m).for_each(std::vector<i64>{rt0}, [&](const i64*, const i64*) { ++count; });
    return count;
  };
  const runtime_map same_maps[] = {both,
                                   runtime_map(part >> update),
                                   both.simplify(),
                                   *both.drop_unused(),
                                   *both.submap({0}),
                                   *both.side_by_side(both),
                                   *both.add_constraint("d0", {0, 1}),
                                   *both.add_constraint("rt0", {-7, 1}),
                                   *both.simplify().add_constraint("rt0 * 3", {0, 3}),
                                   *both.inverse()};
  for (const runtime_map& m : same_maps) {
    CHECK(m.clamped_to(0) == interval{0, 5});
    CHECK(visits(m, -3) == 2);
    CHECK(visits(m, 1) == 1);
    CHECK(visits(m, 2) == 0);
    CHECK(visits(m, 9) == 0);
    // as a constant is
    CHECK(m.fold_runtime(0, 9)->is_known_empty());
    CHECK_FALSE(m.fold_runtime(0, 1)->is_known_empty());
    CHECK(m.fold_runtime_checked(0, 5)->is_known_empty());
    CHECK_FALSE(m.fold_runtime_checked(0, 6));
  }
  // narrowed to one value, and clamped as before
  const runtime_map narrow = *both.add_constraint("rt0", {1, 1});
  CHECK(narrow.clamped_to(0) == interval{0, 5});
  CHECK(visits(narrow, 1) == 1);
  CHECK(visits(narrow, 9) == 0);
  // 3 * d0 is clamped to [0, 5] and not to [0, 1]
  const runtime_map value = map_of("(d0) -> (d0 * 3), domain: d0 in [0, 1]");
  CHECK(both.fold_runtime(0, value)->to_string() == "(d0) -> (0), domain: d0 in [0, 0]");
  // the second's, then the first's
  const auto chain =
      both.then(map_of("(d0){rt0} -> (d0 - rt0), domain: d0 in [0, 4], rt0 in [0, 7], d0 - rt0 in [0, 4]"));
  REQUIRE(chain);
  CHECK(chain->variable(1) == interval{0, 1});
  CHECK(chain->clamped_to(0) == interval{0, 7});
  CHECK(chain->clamped_to(1) == interval{0, 5});
}

TEST_CASE("sizes are limited") {
  const std::string small = "(d0) -> (d0 + 1), domain: d0 in [0, 3]";
  CHECK(runtime_map::parse(small, {.nodes = 3, .characters = 100}));
  CHECK(runtime_map::parse(small, {.nodes = 2, .characters = 100}).error().message ==
        "the map is too large: it has 3 nodes, more than 2");
  CHECK(runtime_map::parse(small, {.nodes = 99, .characters = 9}).error().message ==
        "the text has 38 characters, more than 9");
  CHECK(
      map_of(small).then(map_of("(d0) -> (d0 + d0 floordiv 3), domain: d0 in [0, 9]"), {.nodes = 3}).error().message ==
      "the map is too large: it has 6 nodes, more than 3");
  CHECK_FALSE(map_of(small).inverse({.nodes = 1}));

  const std::size_t ten_million = 10'000'000;
  CHECK(runtime_map::parse(std::string(ten_million, ' ')).error().message ==
        "the text has 10000000 characters, more than 1048576");
  const map_limits large{.nodes = symbolic::limits::nodes, .characters = 1 << 30};
  std::string sum = "(d0) -> (d0";
  while (sum.size() < ten_million) sum += " + d0";
  sum += "), domain: d0 in [0, 3]";
  CHECK_FALSE(runtime_map::parse(sum, large));
  CHECK_FALSE(runtime_map::parse("(d0) -> (" + std::string(ten_million, '(') + "d0", large));
  CHECK_FALSE(runtime_map::parse("(d0) -> (" + std::string(ten_million, '9') + ")", large));
  CHECK_FALSE(runtime_map::parse("(" + std::string(ten_million, 'a') + ") -> ()", large));
  CHECK_FALSE(runtime_map::parse("(d0) -> (" + std::string(ten_million, '-') + "d0", large));
  CHECK_FALSE(runtime_map::parse(std::string(ten_million, '('), large));
  // white space is no size
  CHECK(runtime_map::parse(small + std::string(ten_million, '\n'), large)->to_string() == small);
}

TEST_CASE("inverses of random maps, by the definition, and one for every injective map of few points") {
  int injective = 0;
  for (const int depth : {1, 2, 3}) {
    mercator_test::random_maps::options o;
    o.max_points = 200;
    o.max_depth = depth;
    mercator_test::random_maps maps(16 + static_cast<std::uint64_t>(depth), o);
    for (long long k = mercator_test::argument("cases", 1000); k > 0; --k) {
      const std::string text = maps.next();
      CAPTURE(text);
      const runtime_map m = map_of(text);
      const map_counts n = m.counts();
      const auto turned = m.inverse();
      const auto images = points_of(m, [&](const std::vector<i64>& at) {
        std::vector<i64> image(static_cast<std::size_t>(n.results));
        m.evaluate(at, image);
        image.insert(image.end(), at.begin() + n.dimensions + n.ranges, at.end());
        if (!turned) return image;
        std::vector<i64> solution(static_cast<std::size_t>(n.dimensions + n.ranges));
        REQUIRE(turned->contains(image));
        turned->evaluate(image, solution);
        REQUIRE(std::equal(solution.begin(), solution.end(), at.begin()));
        return image;
      });
      const bool is_injective = std::set<std::vector<i64>>(images.begin(), images.end()).size() == images.size();
      REQUIRE(bool(turned) == is_injective);
      injective += is_injective;
      // and nothing else is in its domain
      i64 box = 1;
      for (int v = 0; turned && v < turned->counts().variables(); ++v)
        box = saturating_mul(box, turned->variable(v).count());
      if (turned && box <= 5000)
        REQUIRE(points_of(*turned, [](const std::vector<i64>& at) { return at; }).size() == images.size());
    }
  }
  CHECK(injective > 100);
}

TEST_CASE("a part that can only be looked at has an inverse beside parts of any size, which is evaluated") {
  const runtime_map m = map_of(
      "(d0, d1)[s0]{rt0} -> (d1 * 3 + rt0, d0 * 389 mod 1009 mod 600 + rt0 * 1000, s0, 5), domain: d0 in [-20, 150], "
      "d1 in [0, 1000000], s0 in [-3, 5], rt0 in [0, 2], s0 + rt0 in [0, 6]");
  const auto turned = m.inverse();
  REQUIRE(turned);
  CHECK(turned->counts() == map_counts{4, 0, 1, 3});
  long long inside = 0;
  for (i64 d0 = -20; d0 <= 150; ++d0)
    for (const i64 d1 : {i64{0}, i64{77}, i64{1000000}})
      for (const i64 s0 : {i64{-3}, i64{2}})
        for (i64 rt0 = 0; rt0 < 3; ++rt0) {
          const i64 at[] = {d0, d1, s0, rt0};
          if (!m.contains(at)) continue;
          ++inside;
          i64 image[5] = {0, 0, 0, 0, rt0}, back[3];
          m.evaluate(at, std::span(image, 4));
          REQUIRE(turned->contains(image));
          turned->evaluate(image, back);
          REQUIRE(std::equal(back, back + 3, at));
          for (i64& y : image) {
            y += 1;
            const bool found = turned->contains(image);
            if (found) {
              turned->evaluate(image, back);
              const i64 other[] = {back[0], back[1], back[2], image[4]};
              i64 again[4];
              m.evaluate(other, again);
              REQUIRE(std::equal(again, again + 4, image));
            }
            y -= 1;
          }
        }
  CHECK(inside == 171 * 3 * 3);
}

TEST_CASE("an inverse where coefficients are large, by the definition") {
  mercator_test::random_numbers random(26);
  int injective = 0;
  std::string text =
      "(d0, d1){rt0} -> ((d0 mod 2) * (-58493059885959857) + ((d0 * 3 + d1) floordiv 2) * 904395763 + ((d0 + d1 * 2 + "
      "rt0) mod 2) * 3506459399, (d0 mod 3) * (-33548000236) + ((d0 + d1 * 2 + rt0) mod 4) * 94726106073, (d0 mod 4) * "
      "831 + ((d0 * 3 + d1) floordiv 2) * (-944720976164) + ((d0 + d1 * 2 + rt0) mod 2) * (-33022341)), domain: d0 in "
      "[-1, 4], d1 in [0, 4], rt0 in [0, 1]";
  for (long long k = mercator_test::argument("cases", 60); k > 0; --k) {
    CAPTURE(text);
    const runtime_map m = map_of(text);
    const auto turned = m.inverse();
    const auto images = points_of(m, [&](const std::vector<i64>& at) {
      std::vector<i64> image(static_cast<std::size_t>(m.counts().results));
      m.evaluate(at, image);
      image.push_back(at[2]);
      if (!turned) return image;
      std::vector<i64> solution(2);
      REQUIRE(turned->contains(image));
      turned->evaluate(image, solution);
      REQUIRE(std::equal(solution.begin(), solution.end(), at.begin()));
      for (const i64 step : {i64{1}, i64{-1}, i64{1} << 26, random.of_any_size(i64{1} << 58)}) {
        std::vector<i64> near = image;
        near[static_cast<std::size_t>(random.below(static_cast<int>(near.size())))] += step;
        if (!turned->contains(near)) continue;
        turned->evaluate(near, solution);
        solution.push_back(near.back());
        REQUIRE(m.contains(solution));
        std::vector<i64> again(near.size() - 1);
        m.evaluate(solution, again);
        REQUIRE(std::equal(again.begin(), again.end(), near.begin()));
        solution.pop_back();
      }
      return image;
    });
    const bool is_injective = std::set<std::vector<i64>>(images.begin(), images.end()).size() == images.size();
    REQUIRE(bool(turned) == is_injective);
    injective += is_injective;
    const auto term = [&](const std::string& x, i64 most) {
      return "(" + x + ") * (" + std::to_string(random.of_any_size((i64{1} << 60) / most)) + ")";
    };
    const auto sum = [&] {
      const std::string a = std::to_string(random.in(2, 5)), b = std::to_string(random.in(2, 6));
      return term("d0 mod " + a, 6) + " + " + term("(d0 * 3 + d1) floordiv " + b, 40) + " + " +
             term("(d0 + d1 * 2 + rt0) mod " + b, 7);
    };
    text = "(d0, d1){rt0} -> (" + sum() + ", " + sum() + (random.one_in(2) ? ", " + sum() : "") + "), domain: d0 in [" +
           std::to_string(random.in(-3, 0)) + ", " + std::to_string(random.in(0, 5)) + "], d1 in [0, " +
           std::to_string(random.in(0, 6)) + "], rt0 in [0, " + std::to_string(random.in(0, 2)) + "]";
  }
  CHECK(injective > 20);
}

TEST_CASE("other maps of random ones, by the definition") {
  mercator_test::random_maps::options o;
  o.max_points = 150;
  mercator_test::random_maps maps(23, o), others(24, o);
  const auto count = mercator_test::argument("cases", 1000);
  for (long long k = 0; k < count; ++k) {
    const std::string text = maps.next();
    CAPTURE(text);
    const runtime_map m = map_of(text);
    const map_counts n = m.counts();
    const auto trimmed = m.drop_unused(), as_dimensions = m.ranges_to_dimensions(),
               as_ranges = m.dimensions_to_ranges(n.dimensions);
    const auto twice = m.side_by_side(m), last = m.submap({n.results - 1}), cut = m.add_constraint("7", {7, 8});
    const auto none = m.add_constraint("7", {8, 8});
    REQUIRE((trimmed && as_dimensions && as_ranges && twice && last && cut && none));
    CHECK(none->is_known_empty());
    CHECK(equal(*cut, m).is == truth::yes);
    CHECK(as_dimensions->counts() == map_counts{n.dimensions + n.ranges, 0, n.runtimes, n.results});
    CHECK(as_ranges->counts() == map_counts{0, n.dimensions + n.ranges, n.runtimes, n.results});
    CHECK(trimmed->counts().ranges <= n.ranges);
    std::vector<interval> box;
    std::vector<i64> at;
    bool empty = false;
    for (int v = 0; v < n.variables(); ++v) {
      box.push_back(m.variable(v));
      at.push_back(box.back().lo);
      empty = empty || box.back().empty();
    }
    if (empty) continue;
    do {
      const bool inside = m.contains(at);
      CHECK(as_dimensions->contains(at) == inside);
      CHECK(as_ranges->contains(at) == inside);
      CHECK(twice->contains(at) == inside);
      CHECK(last->contains(at) == inside);
      if (!inside) continue;
      std::vector<i64> results(static_cast<std::size_t>(n.results)), same(results), both(2 * results.size()), one(1);
      m.evaluate(at, results);
      as_dimensions->evaluate(at, same);
      CHECK(same == results);
      as_ranges->evaluate(at, same);
      CHECK(same == results);
      twice->evaluate(at, both);
      CHECK(std::equal(results.begin(), results.end(), both.begin()));
      CHECK(std::equal(results.begin(), results.end(), both.begin() + n.results));
      last->evaluate(at, one);
      CHECK(one[0] == results.back());
      for (int i = 0; i < n.results; ++i) CHECK(m.bounds(i).contains(results[static_cast<std::size_t>(i)]));
    } while (symbolic::next_point(at.data(), box.data(), 0, n.variables()));
  }
}
