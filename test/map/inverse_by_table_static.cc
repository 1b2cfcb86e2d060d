// Inverses of small maps that algebra does not solve: by a table of their points.
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

template <class Map>
constexpr bool contains(Map, i64 x, i64 y) {
  const i64 at[] = {x, y};
  return spelled_map<Map>::contains(expr::point<i64>{at, nullptr, nullptr});
}

/// Calls visit(x, y) for every point of the domain of a map with two dimensions.
template <class Map, class Visit>
constexpr void for_each_point(Map m, Visit visit) {
  const interval a = spelled_map<Map>::variable(0), b = spelled_map<Map>::variable(1);
  for (i64 x = a.lo; x <= a.hi; ++x)
    for (i64 y = b.lo; y <= b.hi; ++y)
      if (contains(m, x, y)) visit(x, y);
}

/// Whether the inverse leads back from every point, and has no other ones.
template <class Map>
constexpr bool leads_back(Map m) {
  const auto back = inverse(m);
  int points = 0;
  bool all = true;
  for_each_point(m, [&](i64 x, i64 y) {
    const auto to = m(x, y);
    all = all && contains(back, to[0], to[1]) && back(to[0], to[1]) == coord<2>{x, y};
    ++points;
  });
  for_each_point(back, [&](i64, i64) { --points; });
  return all && points == 0;
}

constexpr auto mixed =
    "(d0, d1) -> (((-15 - d1) mod 2) * 3 + (d1 floordiv 3 + (d1 mod 2) * 2) * 7 + 5,"
    " (((-d0) mod 7) * 6) mod 4 + (d1 ceildiv 6) mod 7 + d1 - d0 * 9), domain: d0 in [0, 4], d1 in [0, 4]"_map;
static_assert(leads_back(mixed));

constexpr auto in_some_order = "(d0) -> (d0 + (d0 floordiv 2 - d0) * 5), domain: d0 in [0, 9]"_map;
static_assert(inverse(in_some_order)(in_some_order(7)[0]) == coord<1>{7});
static_assert((in_some_order >> inverse(in_some_order)) == identity(shape<10>{}));

}  // namespace
