// transform, reduce, fill, assemble and contract on elements of 1, 2, 4, 8 and 16 bytes: bfloat16, half,
// quantised and complex numbers through functions of one's own.
#include <atomic>
#include <cmath>
#include <complex>
#include <cstdint>

#include <doctest/doctest.h>

#include "mercator/loops/assemble.hpp"
#include "mercator/loops/contract.hpp"
#include "mercator/loops/lanes.hpp"
#include "mercator/loops/reduce.hpp"
#include "mercator/map/identity.hpp"
#include "mercator/map/literals.hpp"
#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/dot.hpp"
#include "mercator/ops/pieces.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/transpose.hpp"
#include "test/loops/cases.hpp"

using namespace mercator;
using namespace mercator::literals;
using namespace mercator_test;

namespace {

constexpr shape<7, 50> all;
constexpr auto turned = ops::transpose(shape<50, 7>{}, perm<1, 0>{});
constexpr auto rows = ops::reduce(all, ops::axes<1>{});

template <class T>
T drawn_number(std::size_t k) {
  if constexpr (std::is_same_v<T, std::uint16_t>)  // a number as bfloat16 and as half
    return static_cast<T>((mixed(8, static_cast<unsigned>(k)) & 0x8000u) + 0x2000u + k * 97 % 0x4000u);
  else if constexpr (std::is_arithmetic_v<T>)
    return small_number<T>(k);
  else
    return T(small_number<typename T::value_type>(k), small_number<typename T::value_type>(k + 1));
}

/// to[d] = f(a[d], b[turned(d)]), compared with f on values.
template <class To, class A, class B, class Function>
void check_transform(Function f) {
  const auto a = filled<A>(all, drawn_number<A>);
  const auto b = filled<B>(shape<50, 7>{}, [](std::size_t k) { return drawn_number<B>(k + 99); });
  std::vector<To> expected, to(a.size());
  every_point(turned.output_to_input<0>(), [&](const auto& at, const auto& read) {
    expected.push_back(f(a[place_in(all, at)], b[place_in(shape<50, 7>{}, read)]));
  });
  two_threads executor;
  const auto with = [&](auto how) {
    to.assign(to.size(), To{});
    transform(how, tensor_view<To, shape<7, 50>>(to.data()), f,
              through(identity(all), tensor_view<const A, shape<7, 50>>(a.data())),
              through(turned.output_to_input<0>(), tensor_view<const B, shape<50, 7>>(b.data())));
    CHECK(to == expected);
  };
  with(in_order);
  with(parallel(executor, unordered));
}

/// A bfloat16 number is the upper half of a float, rounded to the nearest, of two the even one: on lanes and
/// values.
struct from_bfloat16 {
  template <class T>
  auto operator()(T x) const {
    const auto bits = lane::convert<std::uint32_t>(x) << 16;
    return lane::bit_cast<decltype(lane::convert<float>(x))>(bits);
  }
};
struct to_bfloat16 {
  template <class T>
  auto operator()(T x) const {
    const auto bits = lane::bit_cast<decltype(lane::convert<std::uint32_t>(x))>(x);
    return lane::convert<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
  }
};

/// An IEEE half as a float.
float from_half(std::uint16_t h) {
  const int exponent = h >> 10 & 31, fraction = h & 1023;
  const float size = exponent == 0    ? std::ldexp(static_cast<float>(fraction), -24)
                     : exponent == 31 ? (fraction == 0 ? INFINITY : NAN)
                                      : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return (h & 0x8000) != 0 ? -size : size;
}

}  // namespace

TEST_CASE("one byte: quantised numbers, with a scale and a zero point") {
  check_transform<std::int8_t, std::int8_t, std::int8_t>([](std::int8_t x, std::int8_t y) {
    const float real = static_cast<float>(x - 3) * 0.5f + static_cast<float>(y + 1) * 0.25f;
    return static_cast<std::int8_t>(std::lrint(std::fmin(std::fmax(real * 8.0f, -128.0f), 127.0f)));
  });
  check_transform<float, std::int8_t, std::int8_t>(
      [](auto x, auto y) { return (lane::convert<float>(x) - 3.0f) * lane::convert<float>(y); });
}

TEST_CASE("two bytes: bfloat16 on lanes and on values, half on values") {
  const from_bfloat16 wide;
  const to_bfloat16 narrow;
  check_transform<float, std::uint16_t, float>([wide](auto x, auto y) { return wide(x) * y; });
  check_transform<std::uint16_t, float, float>([narrow](auto x, auto y) { return narrow((x + y) / 3.0f); });
  check_transform<std::uint16_t, std::uint16_t, std::uint16_t>(
      [=](std::uint16_t x, std::uint16_t y) { return narrow(wide(x) + wide(y)); });
  check_transform<float, std::uint16_t, float>([](std::uint16_t h, float y) { return from_half(h) * y; });
  CHECK(wide(std::uint16_t{0xc0a0}) == -5.0f);
  CHECK(narrow(1.0f + std::ldexp(1.0f, -8)) == 0x3f80);
  CHECK(narrow(1.0f + std::ldexp(3.0f, -8)) == 0x3f82);
  CHECK(from_half(0x3c00) == 1.0f);
  CHECK(from_half(0xc500) == -5.0f);
  CHECK(from_half(1) == std::ldexp(1.0f, -24));
}

TEST_CASE("four, eight and sixteen bytes") {
  check_transform<float, float, float>([](auto x, auto y) { return x * y + x; });
  check_transform<double, double, double>([](auto x, auto y) { return x * y - y; });
  check_transform<std::complex<float>, std::complex<float>, float>(
      [](std::complex<float> x, float y) { return x * y; });
  check_transform<std::complex<double>, std::complex<double>, std::complex<double>>(
      [](std::complex<double> x, std::complex<double> y) { return x * y; });
}

TEST_CASE("sums of quantised numbers in a wider type, and of complex ones") {
  const auto from = filled<std::int8_t>(
      all, [](std::size_t k) { return static_cast<std::int8_t>(mixed(4, static_cast<unsigned>(k))); });
  std::vector<int> expected(7, -5), to(7);
  every_point(rows.output_to_input<0>(), [&](const auto& at, const auto& read) {
    expected[static_cast<std::size_t>(at[0])] += from[place_in(all, read)] * from[place_in(all, read)];
  });
  mercator::reduce(
      reassociate, tensor_view<int, shape<7>>(to.data()), -5, [](int sum, std::int8_t x) { return sum + x * x; },
      through(rows.output_to_input<0>(), tensor_view<const std::int8_t, shape<7, 50>>(from.data())));
  CHECK(to == expected);

  using number = std::complex<float>;
  const auto numbers = filled<number>(all, drawn_number<number>);
  std::vector<number> total(7), sum(7);
  every_point(rows.output_to_input<0>(), [&](const auto& at, const auto& read) {
    total[static_cast<std::size_t>(at[0])] += numbers[place_in(all, read)];
  });
  mercator::reduce(
      tensor_view<number, shape<7>>(sum.data()), number{}, [](number a, number b) { return a + b; },
      through(rows.output_to_input<0>(), tensor_view<const number, shape<7, 50>>(numbers.data())));
  CHECK(sum == total);
}

TEST_CASE("products of matrices of complex numbers") {
  using number = std::complex<double>;
  constexpr auto product =
      ops::dot(shape<5, 6>{}, shape<6, 9>{}, ops::lhs_contracting_dims<1>{}, ops::rhs_contracting_dims<0>{});
  const auto a = filled<number>(shape<5, 6>{}, drawn_number<number>),
             b = filled<number>(shape<6, 9>{}, drawn_number<number>);
  std::vector<number> expected(45), to(45);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t k = 0; k < 6; ++k)
      for (std::size_t j = 0; j < 9; ++j) expected[i * 9 + j] += a[i * 6 + k] * b[k * 9 + j];
  contract(
      tensor_view<number, shape<5, 9>>(to.data()), number{}, [](number c, number x, number y) { return c + x * y; },
      through(product.output_to_input<0>(), tensor_view<const number, shape<5, 6>>(a.data())),
      through(product.output_to_input<1>(), tensor_view<const number, shape<6, 9>>(b.data())));
  CHECK(to == expected);
}

TEST_CASE("fill and assemble with elements of all sizes") {
  const auto with = [](auto one) {
    using T = decltype(one);
    constexpr auto padded = ops::pad(shape<3, 5>{}, ops::low<1, 2>{}, ops::high<0, 1>{});
    const auto from = filled<T>(shape<3, 5>{}, [&](std::size_t k) { return k % 2 == 0 ? one : T{}; });
    std::vector<T> to(32), expected(32, one);
    fill(tensor_view<T, shape<32>>(to.data()), one);
    CHECK((to == expected));
    every_point(padded.template output_to_input<0>(), [&](const auto& at, const auto& read) {
      expected[place_in(shape<4, 8>{}, at)] = from[place_in(shape<3, 5>{}, read)];
    });
    to.assign(32, T{});
    assemble(ops::pieces(padded), tensor_view<T, shape<4, 8>>(to.data()),
             tensor_view<const T, shape<3, 5>>(from.data()), one);
    CHECK((to == expected));
  };
  with(numbered<element<1>>(5));
  with(std::uint16_t{0x3c00});
  with(numbered<element<4>>(5));
  with(std::complex<float>(1, 2));
  with(std::complex<double>(1, 2));
}

TEST_CASE("views that overlap: each element is read after all writes before it") {
  std::vector<int> line{1, 2, 3, 4, 5, 6, 7, 8}, expected = line;
  for (std::size_t k = 0; k < 7; ++k) expected[k + 1] = expected[k] + 10 * expected[k + 1];
  constexpr shape<7> part;
  transform(
      may_alias, tensor_view<int, shape<7>>(line.data() + 1), [](auto x, auto y) { return x + 10 * y; },
      through(identity(part), tensor_view<const int, shape<7>>(line.data())),
      through(identity(part), tensor_view<const int, shape<7>>(line.data() + 1)));
  CHECK(line == expected);

  // The first two places are the third and fourth, then these follow the new ones.
  constexpr auto joined = ops::concatenate(ops::axes<0>{}, shape<2>{}, shape<2>{});
  line = {1, 2, 3, 4};
  assemble(may_alias, ops::pieces(joined), tensor_view<int, shape<4>>(line.data()),
           tensor_view<const int, shape<2>>(line.data() + 2), tensor_view<const int, shape<2>>(line.data()));
  CHECK(line == std::vector<int>{3, 4, 3, 4});
}

TEST_CASE("the rest of a box is run once, whatever parts an executor makes") {
  constexpr shape<521> line{};  // parts of 32 and a rest of 9
  const std::vector<int> from(521, 4);
  std::vector<int> to(from.size());
  std::atomic<int> calls = 0;
  two_threads executor;
  transform(
      parallel(executor), tensor_view<int, shape<521>>(to.data()), [&calls](int x) { return ++calls, x + 1; },
      through(identity(line), tensor_view<const int, shape<521>>(from.data())));
  CHECK(calls == 521);
  CHECK(to == std::vector<int>(521, 5));
}
