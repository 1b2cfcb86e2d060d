// Checked arithmetic and intervals in constant evaluation.
#include "mercator/core/interval.hpp"

namespace {

using namespace mercator;

constexpr bool adds(i64 a, i64 b, i64 expected) {
  i64 sum = 0;
  return checked_add(a, b, sum) && sum == expected;
}

constexpr bool multiplies(i64 a, i64 b, i64 expected) {
  i64 product = 0;
  return checked_mul(a, b, product) && product == expected;
}

constexpr bool refuses(i64 a, i64 b, i64 c) {
  i64 out = 0;
  return !checked_multiply_add(a, b, c, out);
}

static_assert(adds(i64_max - 1, 1, i64_max));
static_assert(!adds(i64_max, 1, 0));
static_assert(!adds(-i64_max, -1, i64_min));  // the smallest number counts as one that does not fit
static_assert(multiplies(i64{1} << 31, i64{1} << 31, i64{1} << 62));
static_assert(multiplies(-3, i64{1} << 60, -(i64{3} << 60)));
static_assert(!multiplies(i64{1} << 32, i64{1} << 31, 0));
static_assert(refuses(i64_max, 1, 1) && refuses(0, i64{1} << 32, i64{1} << 32));

static_assert(floor_div(-7, 2) == -4 && floor_div(7, -2) == -4 && floor_div(-7, -2) == 3);
static_assert(floor_mod(-7, 2) == 1 && floor_mod(7, -2) == -1 && floor_mod(-7, -2) == -1);
static_assert(ceil_div(-7, 2) == -3 && ceil_div(7, -2) == -3 && ceil_div(-7, -2) == 4);
static_assert(floor_div(i64_min, -1) == i64_max && floor_mod(i64_min, -1) == 0);

static_assert(saturating_add(i64_max - 1, 5) == i64_max && saturating_add(i64_min, 5) == i64_min);
static_assert(saturating_mul(i64{1} << 40, -(i64{1} << 40)) == i64_min && saturating_mul(i64_max, 0) == 0);
static_assert(clamped_add(i64_max, -5) == i64_max - 5 && clamped_mul(i64_max, 2) == i64_max);

static_assert(interval{-3, 4} * -2 == interval{-8, 6});
static_assert(floor_div(interval{-3, 4}, -2) == interval{-2, 1});
static_assert(divide_exact(interval{-7, 7}, 3) == interval{-2, 2});
static_assert(divide_exact(interval{4, 5}, 3).empty());
static_assert(intersect(interval{0, 5}, interval{3, 9}) == interval{3, 5});
static_assert(everything.count() == i64_max && nothing.count() == 0);

}  // namespace
