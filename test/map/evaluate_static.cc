// Evaluation: floor semantics for every sign, coordinates, calls through recipes.
#include <tuple>
#include <type_traits>

#include <mercator/loops/narrow.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

/// A node against the arithmetic of the engine, at every value of a variable.
template <class Node>
constexpr bool agrees_in_64_bits(i64 (*expected)(i64)) {
  for (i64 x = -20; x <= 20; ++x)
    if (Node::eval(expr::point{&x, &x, &x}) != expected(x)) return false;
  return true;
}

/// The same in 32 bits as well.
template <class Node>
constexpr bool agrees(i64 (*expected)(i64)) {
  for (int x = -20; x <= 20; ++x)
    if (loops::narrow_point<int>{&x, &x, &x}.value(Node{}) != expected(x)) return false;
  return agrees_in_64_bits<Node>(expected);
}

template <i64 D>
constexpr bool divides() {
  return agrees<expr::floordiv<dim<0>, D>>([](i64 x) { return floor_div(x, D); }) &&
         agrees<expr::ceildiv<dim<0>, D, 3>>([](i64 x) { return ceil_div(x, D) * 3; }) &&
         agrees_in_64_bits<expr::mod<range<0>, D>>([](i64 x) { return floor_mod(x, D); });
}

template <i64 D>
constexpr bool divides_in_both_widths() {
  return divides<D>() && agrees<expr::mod<range<0>, D, -2>>([](i64 x) { return floor_mod(x, D) * -2; });
}
static_assert(divides_in_both_widths<1>() && divides_in_both_widths<2>() && divides_in_both_widths<3>());
static_assert(divides_in_both_widths<-1>() && divides_in_both_widths<-2>() && divides_in_both_widths<-3>());
static_assert(divides_in_both_widths<8>() && divides_in_both_widths<-8>() && divides_in_both_widths<12>());
static_assert(divides<i64{1} << 40>() && divides<-(i64{1} << 40)>() && divides<(i64{1} << 40) + 1>());
static_assert(divides<i64_max>() && divides<i64_min>());
static_assert(agrees<expr::min<runtime<0>, cst<3>, 2>>([](i64 x) { return (x < 3 ? x : 3) * 2; }));
static_assert(agrees<expr::max<dim<0>, range<0, -1>>>([](i64 x) { return magnitude(x); }));
static_assert(agrees<mul<sum<dim<0>, cst<1>>, -4>>([](i64 x) { return (x + 1) * -4; }));

// ---- coordinates

constexpr auto m = "(d0, d1)[s0] -> (d1, d0 * 4 + s0), domain: d0 in [0, 3], d1 in [0, 7], s0 in [0, 3]"_map;
static_assert(std::is_same_v<decltype(m(1, 2, 3)), coord<2>>);
static_assert(m(1, 2, 3)[0] == 2 && m(1, 2, 3)[1] == 7);
static_assert(m(1_c, 2u, short{3}) == coord<2>{2, 7});
static_assert(decltype(m)::eval(1, 2, 3) == m(1, 2, 3));
static_assert(std::tuple_size_v<coord<2>> == 2 && std::is_same_v<std::tuple_element_t<1, coord<2>>, i64>);

constexpr i64 bound_by_name() {
  const auto [row, column] = m(1, 2, 3);
  return row * 100 + column;
}
static_assert(bound_by_name() == 207);

// ---- an evaluation of a recipe is that of its simplified map

constexpr auto twice = m >> "(d0, d1) -> (d1 floordiv 4), domain: d0 in [0, 7], d1 in [0, 15]"_map;
static_assert(twice.counts == map_counts{2, 1, 0, 1});
static_assert(twice(3, 2, 1) == coord<1>{3});
static_assert(decltype(twice)::eval(3, 2, 1) == coord<1>{3});

// ---- the domain

static_assert(spelled_map<decltype(m)>::variable(2) == interval{0, 3});
constexpr auto triangle = "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 3], d0 + d1 in [0, 3]"_map;
constexpr int points() {
  int count = 0;
  for (int x = -1; x < 6; ++x)
    for (int y = -1; y < 6; ++y) {
      const i64 at[] = {x, y};
      const int narrow[] = {x, y};
      const bool inside = spelled_map<decltype(triangle)>::contains(expr::point{at, at + 2, at + 2});
      if (loops::narrow_point<int>{narrow, narrow + 2, narrow + 2}.is_in(triangle) != inside) return -1;
      count += inside;
    }
  return count;
}
static_assert(points() == 10);

constexpr bool narrow_results_are_those() {
  const int at[] = {1, 2, 3};
  const coord<2, int> to = loops::narrow_point<int>{at, at + 2, at + 3}.results_of(m);
  return to[0] == 2 && to[1] == 7;
}
static_assert(narrow_results_are_those());

template <class Map, class... At>
concept EvaluatesAt = requires(At... at) {
  Map::eval(at...);
};
static_assert(EvaluatesAt<decltype(m), int, int, int> && !EvaluatesAt<decltype(m), int, int>);

}  // namespace
