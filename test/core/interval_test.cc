#include "mercator/core/interval.hpp"

#include <doctest/doctest.h>

#include "test/support/lines.hpp"

namespace {

using namespace mercator;
using mercator_test::floor_quotient;
using mercator_test::wide;

/// Every interval with both ends in [-n, n], empty ones not.
template <class Visit>
void for_intervals(i64 n, Visit visit) {
  for (i64 lo = -n; lo <= n; ++lo)
    for (i64 hi = lo; hi <= n; ++hi) visit(interval{lo, hi});
}

/// The smallest interval with the value of f at every number of r.
template <class Function>
interval image(interval r, Function f) {
  interval out{i64_max, i64_min};
  for (i64 x = r.lo; x <= r.hi; ++x) {
    const i64 y = static_cast<i64>(f(x));
    out = {y < out.lo ? y : out.lo, y > out.hi ? y : out.hi};
  }
  return out;
}

interval random_interval(mercator_test::random_numbers& random) {
  const i64 a = random.in(i64_min / 2, i64_max / 2), b = random.in(i64_min / 2, i64_max / 2);
  return a < b ? interval{a, b} : interval{b, a};
}

}  // namespace

TEST_CASE("scaling and division by a constant give the smallest interval") {
  for_intervals(9, [](interval r) {
    for (i64 c = -7; c <= 7; ++c) {
      CHECK(r * c == image(r, [&](i64 x) { return x * c; }));
      if (c == 0) continue;
      CHECK(floor_div(r, c) == image(r, [&](i64 x) { return floor_quotient(x, c); }));
      CHECK(floor_mod(r, c) == image(r, [&](i64 x) { return x - c * floor_quotient(x, c); }));
      const interval exact = divide_exact(r, c);
      for (i64 x = -12; x <= 12; ++x) CHECK(exact.contains(x) == r.contains(x * c));
    }
  });
}

TEST_CASE("hulls, minima and maxima") {
  for_intervals(4, [](interval a) {
    CHECK(hull(a, nothing) == a);
    CHECK(hull(nothing, a) == a);
    for_intervals(4, [&](interval b) {
      const interval both = hull(a, b);
      CHECK(both.contains(a));
      CHECK(both.contains(b));
      for (const i64 end : {both.lo, both.hi}) CHECK((a.contains(end) || b.contains(end)));
      interval least{i64_max, i64_min}, most = least;
      for (i64 x = a.lo; x <= a.hi; ++x)
        for (i64 y = b.lo; y <= b.hi; ++y) {
          const i64 smaller = x < y ? x : y, larger = x < y ? y : x;
          least = hull(least, {smaller, smaller});
          most = hull(most, {larger, larger});
        }
      CHECK(minimum(a, b) == least);
      CHECK(maximum(a, b) == most);
    });
  });
}

TEST_CASE("sums and intersections") {
  for_intervals(4, [](interval a) {
    for_intervals(4, [&](interval b) {
      CHECK(a + b == interval{a.lo + b.lo, a.hi + b.hi});
      for (i64 x = -5; x <= 5; ++x) CHECK(intersect(a, b).contains(x) == (a.contains(x) && b.contains(x)));
      bool within = true;
      for (i64 x = b.lo; x <= b.hi; ++x) within &= a.contains(x);
      CHECK(a.contains(b) == within);
    });
  });
}

TEST_CASE("counts stop at the largest number") {
  CHECK(interval{3, 3}.count() == 1);
  CHECK(interval{-2, 2}.count() == 5);
  CHECK(interval{0, -1}.count() == 0);
  CHECK(interval{5, -5}.count() == 0);
  CHECK(interval{1, i64_max}.count() == i64_max);
  CHECK(interval{0, i64_max}.count() == i64_max);
  CHECK(everything.count() == i64_max);
  CHECK_FALSE(everything.bounded());
  CHECK_FALSE(interval{0, i64_max}.bounded());
  CHECK(interval{0, 5}.bounded());
}

TEST_CASE("an end without bound stays so") {
  CHECK(everything + interval{1, 2} == everything);
  CHECK(everything * -3 == everything);
  CHECK(everything * 0 == interval{0, 0});
  CHECK(floor_div(interval{0, i64_max}, 4) == interval{0, i64_max});
  CHECK(floor_div(interval{0, i64_max}, -4) == interval{i64_min, 0});
  CHECK(floor_mod(interval{0, i64_max}, 4) == interval{0, 3});
  CHECK(floor_mod(interval{i64_min, 0}, -4) == interval{-3, 0});
  CHECK(floor_mod(interval{i64_min, 9}, -1) == interval{0, 0});
  CHECK(divide_exact(interval{i64_min, 9}, 4) == interval{i64_min, 2});
  CHECK(divide_exact(interval{i64_min, 9}, -4) == interval{-2, i64_max});
}

TEST_CASE("no value is lost where a partial sum does not fit") {
  mercator_test::random_numbers random(2);
  int came_back = 0;
  for (int k = 0; k < 200000; ++k) {
    interval sum{0, 0};
    wide x = 0;
    bool passed_the_end = false;
    for (int i = 0; i < 4; ++i) {
      const interval r = random_interval(random);
      const i64 c = random.one_in(2) ? 1 : -1;
      x += c * static_cast<wide>(random.one_of({r.lo, r.hi, random.in(r.lo, r.hi)}));
      passed_the_end |= x <= i64_min || x >= i64_max;
      sum = sum + r * c;
    }
    if (x <= i64_min || x >= i64_max) continue;
    came_back += passed_the_end;
    REQUIRE(sum.contains(static_cast<i64>(x)));
  }
  CHECK(came_back > 1000);
}
