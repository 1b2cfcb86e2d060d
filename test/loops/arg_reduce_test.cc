// arg_reduce against the loop that replaces what it has by what is better, over every point of the map.
#include <cmath>
#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

#include "mercator/loops/arg_reduce.hpp"
#include "mercator/map/literals.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/reduce_window.hpp"
#include "test/loops/drawn_maps.hpp"

using namespace mercator;
using namespace mercator::literals;
using namespace mercator_test;

namespace {

template <class T>
bool same(T a, T b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class T, class Index>
struct found {
  std::vector<T> value;
  std::vector<Index> index;
};

/// The number of the ranges' point that `at` ends with.
template <class Map, int N>
i64 number_of(const coord<N>& at) {
  static const auto box = [] {
    std::vector<interval> out;
    symbolic::pool p;
    symbolic::map_form m(p);
    Map::build(m);
    for (int v = m.dims; v < m.variables(); ++v) out.push_back(p.range(v));
    return out;
  }();
  i64 number = 0;
  const int dimensions = N - static_cast<int>(box.size());
  for (int v = dimensions; v < N; ++v) {
    const interval r = box[static_cast<std::size_t>(v - dimensions)];
    number = number * r.count() + at[v] - r.lo;
  }
  return number;
}

template <class T, class Index, class Map, class In, class Out, class Better>
found<T, Index> plain_loop(Map map, In in, Out out, const std::vector<T>& from, Better better) {
  const auto size = static_cast<std::size_t>(Out::elements);
  found<T, Index> best{std::vector<T>(size), std::vector<Index>(size, Index{-1})};
  every_point(map, [&](const auto& at, const auto& read) {
    const std::size_t k = place_in(out, at);
    const T x = from[place_in(in, read)];
    if (best.index[k] >= 0 && !better(x, best.value[k])) return;
    best.value[k] = x;
    best.index[k] = static_cast<Index>(number_of<Map>(at));
  });
  return best;
}

template <class T, class Index, class How, class Map, class In, class Out, class Better>
void check_policy(How how, Map map, In, Out, const std::vector<T>& from, Better better,
                  const found<T, Index>& expected) {
  found<T, Index> to{std::vector<T>(expected.value.size(), T{77}),
                     std::vector<Index>(expected.value.size(), Index{77})};
  arg_reduce(how, tensor_view<T, Out>(to.value.data()), tensor_view<Index, Out>(to.index.data()), better,
             through(map, tensor_view<const T, In>(from.data())));
  CHECK(to.index == expected.index);
  for (std::size_t k = 0; k < to.value.size(); ++k)
    if (expected.index[k] >= 0) CHECK(same(to.value[k], expected.value[k]));
}

/// Few different values, so that most results have equals; for floating point NaN, infinities and zeros of both
/// signs among them.
template <class T>
T drawn_value(std::size_t k) {
  const unsigned n = mixed(11, static_cast<unsigned>(k)) % 23;
  if constexpr (std::is_floating_point_v<T>) {
    if (n == 0) return std::numeric_limits<T>::quiet_NaN();
    if (n == 1) return -std::numeric_limits<T>::infinity();
    if (n == 2) return -T{0};
  }
  return static_cast<T>(static_cast<int>(n % 9) - 4);
}

template <class T, class Index, class Map, class In, class Out, class Better, class... How>
void check_with(Map map, In in, Out out, Better better, How... how) {
  const auto from = filled<T>(in, drawn_value<T>);
  const auto expected = plain_loop<T, Index>(map, in, out, from, better);
  (check_policy(how, map, in, out, from, better, expected), ...);
}

template <class Map, class In, class Out>
void check(Map map, In in, Out out) {
  two_threads executor;
  check_with<float, int>(map, in, out, lane::above{}, in_order, reassociate, parallel(executor, unordered));
  check_with<short, i64>(map, in, out, lane::below{}, in_order, unordered);
}

template <class Operation, class In>
void check_operation(Operation op, In in) {
  check(op.template output_to_input<0>(), in, op.output());
}

template <unsigned Seed>
void check_chain() {
  using in = drawn_input_t<Seed>;
  using chain = drawn_chain<Seed, 2, in>;
  const auto sum = ops::reduce(typename chain::output{}, ops::axes<1>{});
  check(sum.template output_to_input<0>() >> chain::map(), in{}, sum.output());
}

}  // namespace

TEST_CASE("along a dimension of what chains of drawn operations make") {
  for_each_seed<6>([]<unsigned Seed>() { check_chain<Seed>(); });
}

TEST_CASE("along rows, columns and several dimensions") {
  check_operation(ops::reduce(shape<9, 37>{}, ops::axes<1>{}), shape<9, 37>{});
  check_operation(ops::reduce(shape<9, 300>{}, ops::axes<1>{}), shape<9, 300>{});
  check_operation(ops::reduce(shape<9, 137>{}, ops::axes<0>{}), shape<9, 137>{});
  check_operation(ops::reduce(shape<3, 17, 40>{}, ops::axes<0, 2>{}), shape<3, 17, 40>{});
  check_operation(ops::reduce(shape<3, 17, 40>{}, ops::axes<1>{}), shape<3, 17, 40>{});
  check_operation(ops::reduce(shape<4, 3, 5, 2>{}, ops::axes<1, 3>{}), shape<4, 3, 5, 2>{});
  check_operation(ops::reduce(shape<301>{}, ops::axes<0>{}), shape<301>{});
}

TEST_CASE("elements of other sizes, and an order of values") {
  constexpr auto rows = ops::reduce(shape<5, 300>{}, ops::axes<1>{});
  constexpr auto columns = ops::reduce(shape<100, 70>{}, ops::axes<0>{});
  const auto by_value = [](float a, float b) { return lane::above{}(a, b) != 0; };
  two_threads executor;
  check_with<double, short>(rows.output_to_input<0>(), shape<5, 300>{}, rows.output(), lane::above{}, in_order,
                            reassociate);
  check_with<double, i64>(columns.output_to_input<0>(), shape<100, 70>{}, columns.output(), lane::below{},
                          parallel(executor));
  check_with<signed char, short>(rows.output_to_input<0>(), shape<5, 300>{}, rows.output(), lane::above{}, unordered);
  check_with<signed char, signed char>(columns.output_to_input<0>(), shape<100, 70>{}, columns.output(), lane::above{},
                                       unordered);
  check_with<float, int>(rows.output_to_input<0>(), shape<5, 300>{}, rows.output(), by_value, in_order, reassociate);
}

TEST_CASE("over nothing, and over one element") {
  check_operation(ops::reduce(shape<3, 0>{}, ops::axes<1>{}), shape<3, 0>{});
  check_operation(ops::reduce(shape<0, 3>{}, ops::axes<1>{}), shape<0, 3>{});
  check_operation(ops::reduce(shape<1, 1>{}, ops::axes<0, 1>{}), shape<1, 1>{});
  check_operation(ops::reduce(shape<9>{}, ops::axes<>{}), shape<9>{});
}

TEST_CASE("windows, constraints, quotients and residues") {
  check_operation(ops::reduce_window(shape<40>{}, ops::window_size<5>{}, ops::low<2>{}, ops::high<2>{}), shape<40>{});
  check("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 9], s0 in [0, 4], d0 + s0 in [2, 11]"_map, shape<14>{}, shape<10>{});
  check("(d0)[s0] -> (d0 * 2 + s0 floordiv 3), domain: d0 in [0, 9], s0 in [0, 10]"_map, shape<22>{}, shape<10>{});
  check("(d0)[s0] -> (s0 + d0), domain: d0 in [2, 7], s0 in [-1, 12], (s0 - 1) mod 4 in [0, 1]"_map, shape<20>{},
        shape<12>{});
}

TEST_CASE("of equals the first in the ranges' order, also where memory or pieces have another") {
  check("(d0)[s0, s1] -> (s1, s0, d0), domain: d0 in [0, 3], s0 in [0, 4], s1 in [2, 40]"_map, shape<41, 5, 4>{},
        shape<4>{});
  check("(d0)[s0, s1] -> (d0, s1, s0), domain: d0 in [0, 3], s0 in [-2, -2], s1 in [0, 6]"_map >>
            "(d0, d1, d2) -> (d0, d1, d2 + 2), domain: d0 in [0, 3], d1 in [0, 6], d2 in [-2, 30]"_map,
        shape<4, 7, 33>{}, shape<4>{});
  check("(d0)[s0, s1] -> (d0, s1, s0), domain: d0 in [0, 3], s0 in [0, 63], s1 in [0, 6]"_map, shape<4, 7, 64>{},
        shape<4>{});
  check("(d0)[s0, s1] -> (s0, (s1 + 2) mod 5, d0), domain: d0 in [0, 7], s0 in [0, 3], s1 in [0, 4]"_map,
        shape<4, 5, 8>{}, shape<8>{});
  check("(d0)[s0] -> (d0, (s0 + 40) mod 100), domain: d0 in [0, 3], s0 in [0, 99]"_map, shape<4, 100>{}, shape<4>{});
  check("(d0)[s0] -> (d0, 99 - s0), domain: d0 in [0, 3], s0 in [0, 99]"_map, shape<4, 100>{}, shape<4>{});
}

TEST_CASE("in order, whatever better is") {
  constexpr auto op = ops::reduce(shape<6, 50>{}, ops::axes<1>{});
  const auto from = filled<float>(shape<6, 50>{}, drawn_value<float>);
  const auto with = [&](auto better) {
    const auto expected = plain_loop<float, int>(op.output_to_input<0>(), shape<6, 50>{}, op.output(), from, better);
    check_policy(in_order, op.output_to_input<0>(), shape<6, 50>{}, op.output(), from, better, expected);
  };
  with([](auto x, auto y) { return x > y; });
  with([](float x, float y) { return x >= y; });
  with([](float x, float y) { return std::fabs(x) < std::fabs(y); });
}

TEST_CASE("a not-a-number is found wherever it stands") {
  for (std::size_t place : {0u, 1u, 15u, 16u, 77u, 99u}) {
    std::vector<float> from(100, 1.0f);
    from[place] = std::nanf("");
    from[98] = from[place];
    float value = 0;
    int index = 0;
    arg_reduce(reassociate, tensor_view<float, shape<>>(&value), tensor_view<int, shape<>>(&index), lane::below{},
               through("()[s0] -> (s0), domain: s0 in [0, 99]"_map, tensor_view<const float, shape<100>>(from.data())));
    CHECK(index == static_cast<int>(place < 98 ? place : 98));
    CHECK(std::isnan(value));
  }
}

namespace {

struct scored {
  int score;
  char name[3];
};

}  // namespace

TEST_CASE("elements of any type, with an order of one's own") {
  std::vector<scored> from;
  for (unsigned k = 0; k < 60; ++k) from.push_back({static_cast<int>(mixed(5, k) % 7), {'a', 'b', 'c'}});
  scored value[3];
  short index[3];
  arg_reduce(
      unordered, tensor_view<scored, shape<3>>(value), tensor_view<short, shape<3>>(index),
      [](const scored& a, const scored& b) { return a.score > b.score; },
      through(ops::reduce(shape<3, 20>{}, ops::axes<1>{}).output_to_input<0>(),
              tensor_view<const scored, shape<3, 20>>(from.data())));
  for (std::size_t row = 0; row < 3; ++row) {
    std::size_t best = row * 20;
    for (std::size_t k = best; k < row * 20 + 20; ++k)
      if (from[k].score > from[best].score) best = k;
    CHECK(index[row] == static_cast<short>(best - row * 20));
    CHECK(value[row].score == from[best].score);
  }
}
