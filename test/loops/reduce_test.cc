// reduce, contract, transform and rows against evaluating the maps at every point. Elements are small whole
// numbers, so that any order of summation gives the same.
#include <sys/mman.h>

#include <cmath>

#include <doctest/doctest.h>

#include "mercator/loops/contract.hpp"
#include "mercator/loops/rows.hpp"
#include "mercator/map/compose.hpp"
#include "mercator/map/identity.hpp"
#include "mercator/map/literals.hpp"
#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/dot.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/reduce_window.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/transpose.hpp"
#include "test/loops/drawn_maps.hpp"

using namespace mercator;
using namespace mercator::literals;
using namespace mercator_test;

namespace {

template <class T, class Map, class In, class Out>
void check_sum(Map map, In in, Out out) {
  const auto from = filled<T>(in, small_number<T>);
  std::vector<T> expected(static_cast<std::size_t>(Out::elements), T{5});
  every_point(map, [&](const auto& at, const auto& read) {
    T& sum = expected[place_in(out, at)];
    sum = static_cast<T>(sum + from[place_in(in, read)]);
  });
  const auto with = [&](auto how, T initial) {
    std::vector<T> to(expected.size(), T{77});
    mercator::reduce(how, tensor_view<T, Out>(to.data()), initial, lane::plus{},
                     through(map, tensor_view<const T, In>(from.data())));
    for (T& x : to) x = static_cast<T>(x + T{5} - initial);
    CHECK(to == expected);
  };
  two_threads executor;
  with(in_order, T{5});
  with(reassociate, T{0});
  if constexpr (std::is_same_v<T, float>) with(parallel(executor, reassociate), T{0});
}

template <class Operation, class In>
void check_sums(Operation op, In in) {
  check_sum<float>(op.template output_to_input<0>(), in, op.output());
  check_sum<double>(op.template output_to_input<0>(), in, op.output());
  check_sum<short>(op.template output_to_input<0>(), in, op.output());
}

template <class A, class B, class... Attributes>
void check_dot(A a, B b, Attributes... attributes) {
  constexpr auto product = ops::dot(A{}, B{}, Attributes{}...);
  using out_shape = decltype(product.output());
  const auto left = filled<float>(a, small_number<float>), right = filled<float>(b, small_number<float>);
  std::vector<float> expected(static_cast<std::size_t>(out_shape::elements));
  every_point(product.template output_to_input<0>(), [&](const auto& at, const auto& read) {
    using right_map = simplified_t<decltype(product.template output_to_input<1>())>;
    const expr::point p{at.indices, at.indices + right_map::counts.dimensions, nullptr};
    expected[place_in(out_shape{}, at)] +=
        left[place_in(a, read)] * right[place_in(b, spelled_map<right_map>::at_point(p))];
  });
  const auto with = [&](auto how) {
    std::vector<float> to(expected.size(), 77.0f);
    contract(how, tensor_view<float, out_shape>(to.data()), 0.0f, lane::multiply_add{},
             through(product.template output_to_input<0>(), tensor_view<const float, A>(left.data())),
             through(product.template output_to_input<1>(), tensor_view<const float, B>(right.data())));
    CHECK(to == expected);
  };
  two_threads executor;
  with(in_order);
  with(parallel(executor));
  static_cast<void>(std::initializer_list<int>{(static_cast<void>(attributes), 0)...});
}

}  // namespace

TEST_CASE("sums over some dimensions") {
  check_sums(ops::reduce(shape<3, 17, 40>{}, ops::axes<0, 2>{}), shape<3, 17, 40>{});
  check_sums(ops::reduce(shape<3, 17, 40>{}, ops::axes<1>{}), shape<3, 17, 40>{});
  check_sums(ops::reduce(shape<5, 70>{}, ops::axes<1>{}), shape<5, 70>{});
  check_sums(ops::reduce(shape<33, 70>{}, ops::axes<0>{}), shape<33, 70>{});
  check_sums(ops::reduce(shape<301>{}, ops::axes<0>{}), shape<301>{});
  check_sums(ops::reduce(shape<4, 3, 5, 2>{}, ops::axes<1, 3>{}), shape<4, 3, 5, 2>{});
  check_sums(ops::reduce(shape<16, 4, 32>{}, ops::axes<0, 2>{}), shape<16, 4, 32>{});
}

TEST_CASE("sums of nothing, of one element, and over nothing") {
  check_sums(ops::reduce(shape<3, 0>{}, ops::axes<1>{}), shape<3, 0>{});
  check_sums(ops::reduce(shape<0, 3>{}, ops::axes<1>{}), shape<0, 3>{});
  check_sums(ops::reduce(shape<1, 1>{}, ops::axes<0, 1>{}), shape<1, 1>{});
  check_sums(ops::reduce(shape<9>{}, ops::axes<>{}), shape<9>{});
}

TEST_CASE("sums through maps with constraints and quotients") {
  check_sum<float>("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 9], s0 in [0, 4], d0 + s0 in [2, 11]"_map, shape<14>{},
                   shape<10>{});
  check_sum<float>("(d0)[s0] -> (d0 * 2 + s0 floordiv 3), domain: d0 in [0, 9], s0 in [0, 10]"_map, shape<22>{},
                   shape<10>{});
  check_sum<float>("(d0)[s0] -> (s0), domain: d0 in [2, 7], s0 in [0, 20], (s0 - 1) mod 4 in [0, 1]"_map, shape<21>{},
                   shape<12>{});
}

TEST_CASE("sums in order have the bits of the plain loop") {
  constexpr auto op = ops::reduce(shape<7, 37, 45>{}, ops::axes<0, 2>{});
  const auto from = filled<float>(
      shape<7, 37, 45>{}, [](std::size_t k) { return static_cast<float>(mixed(1, static_cast<unsigned>(k))) * 1e-7f; });
  std::vector<float> expected(37), to(37);
  every_point(op.output_to_input<0>(), [&](const auto& at, const auto& read) {
    expected[place_in(op.output(), at)] += from[place_in(shape<7, 37, 45>{}, read)];
  });
  mercator::reduce(tensor_view<float, shape<37>>(to.data()), 0.0f, lane::plus{},
                   through(op.output_to_input<0>(), tensor_view<const float, shape<7, 37, 45>>(from.data())));
  CHECK(to == expected);
}

namespace {

/// A combination that tells every order from every other.
template <class Map, class FromShape, class ToShape>
void check_order(Map map, FromShape, ToShape) {
  const auto from = filled<std::uint64_t>(FromShape{}, [](std::size_t k) { return std::uint64_t{k} * 7 + 1; });
  const auto combine = [](std::uint64_t sum, std::uint64_t x) { return sum * 31 + x; };
  std::vector<std::uint64_t> expected(static_cast<std::size_t>(ToShape::elements), 5), to(expected.size());
  every_point(map, [&](const auto& at, const auto& read) {
    auto& sum = expected[place_in(ToShape{}, at)];
    sum = combine(sum, from[place_in(FromShape{}, read)]);
  });
  mercator::reduce(tensor_view<std::uint64_t, ToShape>(to.data()), 5, combine,
                   through(map, tensor_view<const std::uint64_t, FromShape>(from.data())));
  CHECK(to == expected);
}

/// Sums over one or two drawn dimensions of what a chain of drawn operations makes.
template <unsigned Seed>
void check_chain() {
  using in = drawn_input_t<Seed>;
  using chain = drawn_chain<Seed, 2, in>;
  using made = typename chain::output;
  constexpr int axis = static_cast<int>(drawn(Seed, 40, 0, made::rank - 2));
  constexpr auto sum = [] {
    if constexpr (Seed % 2 == 0)
      return ops::reduce(made{}, ops::axes<axis>{});
    else
      return ops::reduce(made{}, ops::axes<axis, axis + 1>{});
  }();
  constexpr auto read = sum.template output_to_input<0>() >> chain::map();
  check_order(read, in{}, sum.output());
  check_sum<float>(read, in{}, sum.output());
}

}  // namespace

TEST_CASE("sums of chains of drawn operations") {
  for_each_seed<10>([]<unsigned Seed>() { check_chain<Seed>(); });
}

TEST_CASE("the order is that of the ranges also where a range is cut up") {
  check_order("(d0)[s0, s1] -> (s0, (s1 + 2) mod 5, d0), domain: d0 in [0, 7], s0 in [0, 3], s1 in [0, 4]"_map,
              shape<4, 5, 8>{}, shape<8>{});
  check_order("(d0)[s0, s1] -> (s0, max(s1 - 2, 0)), domain: d0 in [0, 1], s0 in [0, 3], s1 in [0, 4]"_map,
              shape<4, 3>{}, shape<2>{});
  check_order("(d0)[s0] -> ((s0 + d0) mod 5), domain: d0 in [0, 4], s0 in [0, 4]"_map, shape<5>{}, shape<5>{});
  check_order("(d0)[s0, s1] -> ((s0 * 5 + s1) mod 7), domain: d0 in [0, 1], s0 in [0, 3], s1 in [0, 4]"_map, shape<7>{},
              shape<2>{});
}

TEST_CASE("windows over padding: what the domain leaves out is not read") {
  constexpr auto window = ops::reduce_window(shape<5>{}, ops::window_size<3>{}, ops::low<1>{}, ops::high<1>{});
  check_order(window.output_to_input<0>(), shape<5>{}, window.output());
  check_order("(d0)[s0, s1] -> (s1 + d0), domain: d0 in [0, 3], s0 in [0, 1], s1 in [-2, 9], s1 + d0 in [2, 5]"_map,
              shape<7>{}, shape<4>{});
}

TEST_CASE("a combination that takes values only, and another type for the result") {
  constexpr auto op = ops::reduce(shape<6, 50>{}, ops::axes<1>{});
  const auto from = filled<float>(shape<6, 50>{}, small_number<float>);
  std::vector<double> expected(6, -100.0), to(6);
  every_point(op.output_to_input<0>(), [&](const auto& at, const auto& read) {
    double& most = expected[place_in(op.output(), at)];
    most = std::fmax(most, from[place_in(shape<6, 50>{}, read)]);
  });
  mercator::reduce(
      reassociate, tensor_view<double, shape<6>>(to.data()), -100.0, [](double a, double b) { return std::fmax(a, b); },
      through(op.output_to_input<0>(), tensor_view<const float, shape<6, 50>>(from.data())));
  CHECK(to == expected);
}

TEST_CASE("matrix products in all layouts, of sizes that do not divide") {
  check_dot(shape<37, 19>{}, shape<19, 45>{}, ops::lhs_contracting_dims<1>{}, ops::rhs_contracting_dims<0>{});
  check_dot(shape<19, 37>{}, shape<19, 45>{}, ops::lhs_contracting_dims<0>{}, ops::rhs_contracting_dims<0>{});
  check_dot(shape<37, 19>{}, shape<45, 19>{}, ops::lhs_contracting_dims<1>{}, ops::rhs_contracting_dims<1>{});
  check_dot(shape<19, 37>{}, shape<45, 19>{}, ops::lhs_contracting_dims<0>{}, ops::rhs_contracting_dims<1>{});
  check_dot(shape<3, 16, 8>{}, shape<3, 8, 64>{}, ops::lhs_batch_dims<0>{}, ops::rhs_batch_dims<0>{},
            ops::lhs_contracting_dims<2>{}, ops::rhs_contracting_dims<1>{});
  check_dot(shape<7, 5, 9>{}, shape<9, 5, 11>{}, ops::lhs_contracting_dims<1, 2>{}, ops::rhs_contracting_dims<1, 0>{});
  check_dot(shape<31>{}, shape<31>{}, ops::lhs_contracting_dims<0>{}, ops::rhs_contracting_dims<0>{});
  check_dot(shape<13>{}, shape<21>{});
  check_dot(shape<40, 9>{}, shape<9>{}, ops::lhs_contracting_dims<1>{}, ops::rhs_contracting_dims<0>{});
  check_dot(shape<4, 0>{}, shape<0, 5>{}, ops::lhs_contracting_dims<1>{}, ops::rhs_contracting_dims<0>{});
}

TEST_CASE("nothing behind the last element is read") {
  constexpr std::size_t page = 4096;
  char* const pages =
      static_cast<char*>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  REQUIRE(pages != MAP_FAILED);
  REQUIRE(mprotect(pages + page, page, PROT_NONE) == 0);
  const auto check = [&](auto shape_of_rows) {
    using rows = decltype(shape_of_rows);
    double* const from = reinterpret_cast<double*>(pages + page) - rows::elements;
    for (i64 k = 0; k < rows::elements; ++k) from[k] = 1;
    constexpr auto op = ops::reduce(rows{}, ops::axes<1>{});
    std::vector<double> to(static_cast<std::size_t>(rows::size(0)));
    mercator::reduce(reassociate, tensor_view<double, decltype(op.output())>(to.data()), 0.0, lane::plus{},
                     through(op.template output_to_input<0>(), tensor_view<const double, rows>(from)));
    for (const double sum : to) CHECK(sum == static_cast<double>(rows::size(1)));
  };
  check(shape<3, 9>{});
  check(shape<2, 3>{});
  check(shape<5, 17>{});
  check(shape<16, 11>{});
  munmap(pages, 2 * page);
}

TEST_CASE("transform reads several operands through maps of their own") {
  constexpr shape<5, 9, 70> all;
  constexpr auto spread = ops::broadcast(shape<9>{}, all, ops::axes<1>{});
  constexpr auto column = ops::broadcast(shape<5>{}, all, ops::axes<0>{});
  constexpr auto turned = ops::transpose(shape<70, 5, 9>{}, perm<1, 2, 0>{});
  const auto a = filled<float>(all, small_number<float>), b = filled<float>(shape<9>{}, small_number<float>),
             c = filled<float>(shape<70, 5, 9>{}, small_number<float>);
  const auto d = filled<short>(shape<5>{}, small_number<short>);
  std::vector<float> expected, to(a.size());
  every_point(identity(all), [&](const auto& at, const auto&) {
    expected.push_back(a[place_in(all, at)] * b[static_cast<std::size_t>(at[1])] +
                       c[place_in(shape<70, 5, 9>{}, coord<3>{{at[2], at[0], at[1]}})] -
                       static_cast<float>(d[static_cast<std::size_t>(at[0])]));
  });
  const auto with = [&](auto how, auto f) {
    to.assign(a.size(), 0.0f);
    transform(how, tensor_view<float, shape<5, 9, 70>>(to.data()), f,
              through(identity(all), tensor_view<const float, shape<5, 9, 70>>(a.data())),
              through(spread.output_to_input<0>(), tensor_view<const float, shape<9>>(b.data())),
              through(turned.output_to_input<0>(), tensor_view<const float, shape<70, 5, 9>>(c.data())),
              through(column.output_to_input<0>(), tensor_view<const short, shape<5>>(d.data())));
    CHECK(to == expected);
  };
  const auto generic = [](auto x, auto y, auto z, auto w) { return x * y + z - lane::convert<float>(w); };
  two_threads executor;
  with(in_order, generic);
  with(parallel(executor), generic);
  with(may_alias, generic);
  with(in_order, [](float x, float y, float z, short w) { return x * y + z - static_cast<float>(w); });
}

TEST_CASE("fill") {
  std::vector<short> to(45, short{1});
  fill(tensor_view<short, shape<5, 9>>(to.data()), short{7});
  CHECK(to == std::vector<short>(45, short{7}));
  float none = 1.0f;
  fill(tensor_view<float, shape<3, 0>>(&none), 2.0f);
  CHECK(none == 1.0f);
  fill(tensor_view<float, shape<>>(&none), 2.0f);
  CHECK(none == 2.0f);
  two_threads executor;
  std::vector<float> many(1031);
  fill(parallel(executor), tensor_view<float, shape<1031>>(many.data()), 3.0f);
  CHECK(many == std::vector<float>(1031, 3.0f));
}

namespace {

template <class Map, class All>
void check_softmax(Map map, All all) {
  const auto from = filled<float>(
      all, [](std::size_t k) { return static_cast<float>(mixed(9, static_cast<unsigned>(k)) % 1000u) * 0.01f; });
  using row_shape = typename loops::shape_of_dimensions<simplified_t<Map>>::type;
  std::vector<double> most(static_cast<std::size_t>(row_shape::elements), -1e30), total(most.size());
  every_point(map, [&](const auto& at, const auto& read) {
    double& m = most[place_in(row_shape{}, at)];
    m = std::fmax(m, static_cast<double>(from[place_in(all, read)]));
  });
  every_point(map, [&](const auto& at, const auto& read) {
    total[place_in(row_shape{}, at)] +=
        std::exp(static_cast<double>(from[place_in(all, read)]) - most[place_in(row_shape{}, at)]);
  });
  const auto with = [&](auto how) {
    std::vector<float> to(from.size(), 77.0f);
    for_each_row(how, map, tensor_view<const float, All>(from.data()), tensor_view<float, All>(to.data()),
                 [](auto in, auto out) {
                   const auto m = in.reduce(-1e30f, lane::maximum{});
                   const auto sum = out.transform_reduce(
                       in, 0.0f, lane::plus{}, [](auto x, auto y) { return lane::exponential{}(x - y); }, m);
                   out.transform(lane::multiplies{}, sum.map([](float x) { return 1.0f / x; }));
                 });
    double worst = 0;
    every_point(map, [&](const auto& at, const auto& read) {
      const std::size_t row = place_in(row_shape{}, at), k = place_in(all, read);
      const double expected = std::exp(static_cast<double>(from[k]) - most[row]) / total[row];
      worst = std::fmax(worst, std::fabs(static_cast<double>(to[k]) - expected) / expected);
    });
    CHECK(worst < 2e-6);
  };
  two_threads executor;
  with(reassociate);
  with(parallel(executor, reassociate));
}

}  // namespace

TEST_CASE("softmax along rows, columns and several dimensions") {
  check_softmax(ops::reduce(shape<9, 37>{}, ops::axes<1>{}).output_to_input<0>(), shape<9, 37>{});
  check_softmax(ops::reduce(shape<16, 64>{}, ops::axes<1>{}).output_to_input<0>(), shape<16, 64>{});
  check_softmax(ops::reduce(shape<9, 37>{}, ops::axes<0>{}).output_to_input<0>(), shape<9, 37>{});
  check_softmax(ops::reduce(shape<3, 4, 50>{}, ops::axes<1, 2>{}).output_to_input<0>(), shape<3, 4, 50>{});
  check_softmax(ops::reduce(shape<5>{}, ops::axes<0>{}).output_to_input<0>(), shape<5>{});
  check_softmax(ops::reduce(shape<6, 1>{}, ops::axes<1>{}).output_to_input<0>(), shape<6, 1>{});
}
