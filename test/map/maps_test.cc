// Static maps at run time: printing, evaluation in debug builds, and the static answer against brute force.
#include <sstream>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

/// Calls visit(i, j) for every point of the box of a map with two variables.
template <class Map, class Visit>
void for_each_pair(Map, Visit visit) {
  const interval a = spelled_map<Map>::variable(0), b = spelled_map<Map>::variable(1);
  for (i64 x = a.lo; x <= a.hi; ++x)
    for (i64 y = b.lo; y <= b.hi; ++y) {
      const i64 at[] = {x, y};
      if (spelled_map<Map>::contains(expr::point{at, at + Map::counts.dimensions, at + 2})) visit(x, y);
    }
}

/// A map of two variables against its simplified form.
template <class Map>
void check_simplified(Map map) {
  int points = 0, kept = 0;
  for_each_pair(map, [&](i64 x, i64 y) {
    CHECK(map(x, y) == simplify(map)(x, y));
    ++points;
  });
  for_each_pair(simplify(map), [&](i64, i64) { ++kept; });
  CHECK(points == kept);
}

}  // namespace

TEST_CASE("maps print as their text") {
  constexpr auto m =
      "(d0, x)[s0] -> (d0 floordiv 2, x * -1 + s0), domain: d0 in [0, 3], x in [-2, 7], s0 in [0, 3]"_map;
  std::ostringstream os;
  os << m << '\n' << identity(shape<2>{});
  CHECK(os.str() ==
        "(d0, x)[s0] -> (d0 floordiv 2, s0 - x), domain: d0 in [0, 3], x in [-2, 7], s0 in [0, 3]\n"
        "(d0) -> (d0), domain: d0 in [0, 1]");
  const std::string_view view = to_string(identity(shape<>{}));
  CHECK(view == "() -> ()");
}

TEST_CASE("simplified maps have the same points and results") {
  check_simplified(
      "(d0, d1) -> ((d0 * 8 + d1) floordiv 6, (d0 * 8 + d1) mod 6), domain: d0 in [-3, 5], d1 in [0, 7]"_map);
  check_simplified("(d0)[s0] -> (min(d0, s0) - max(d0 - s0, 0)), domain: d0 in [-3, 5], s0 in [-4, 7]"_map);
  check_simplified(
      "(d0, d1) -> (d0 ceildiv -3, d1 mod -4), domain: d0 in [-9, 9], d1 in [-9, 9], d0 + d1 in [-3, 3]"_map);
  check_simplified(
      "(d0, d1) -> (d0), domain: d0 in [0, 9], d1 in [0, 9], (d0 - d1) mod 3 in [1, 1], d0 * 2 in [0, 9]"_map);
  check_simplified("(d0, d1) -> (d0), domain: d0 in [5, 5], d1 in [0, 9], d0 + d1 in [40, 50]"_map);
}

TEST_CASE("a composition is one map after the other") {
  constexpr auto first = "(d0, d1) -> (d0 * 5 + d1), domain: d0 in [0, 3], d1 in [0, 6]"_map;
  constexpr auto second = "(d0) -> (d0 floordiv 4, d0 mod 4), domain: d0 in [2, 17]"_map;
  constexpr auto both = simplify(first >> second);
  for_each_pair(first, [&](i64 x, i64 y) {
    const i64 at[] = {x, y}, middle = first(x, y)[0];
    const bool inside = middle >= 2 && middle <= 17;
    CHECK(spelled_map<decltype(both)>::contains(expr::point{at, at + 2, at + 2}) == inside);
    if (inside) CHECK(both(x, y) == second(middle));
  });
}

TEST_CASE("inverse and converse turn maps round") {
  constexpr auto digits = "(d0, d1) -> (d0 floordiv 3, d1, d0 mod 3), domain: d0 in [0, 8], d1 in [0, 3]"_map;
  constexpr auto turned = inverse(digits);
  for_each_pair(digits, [&](i64 x, i64 y) {
    const auto at = digits(x, y);
    CHECK(turned(at[0], at[1], at[2]) == coord<2>{x, y});
  });
  constexpr auto windows = "(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 4], s0 in [0, 2]"_map;
  constexpr auto readers = converse(windows);
  int pairs = 0;
  for_each_pair(simplify(readers), [&](i64 element, i64 at) {
    const i64 reader = readers(element, at)[0];
    CHECK(element - reader * 2 >= 0);
    CHECK(element - reader * 2 <= 2);
    ++pairs;
  });
  CHECK(pairs == 15);
}
