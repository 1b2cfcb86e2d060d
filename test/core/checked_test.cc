#include "mercator/core/checked.hpp"

#include <doctest/doctest.h>

#include "test/arguments.hpp"
#include "test/support/lines.hpp"

namespace {

using namespace mercator;
using mercator_test::wide;

/// The smallest number counts as one that does not fit.
bool fits(wide x) { return x > i64_min && x <= i64_max; }

i64 clamped(wide x) { return x > i64_max ? i64_max : x <= i64_min ? i64_min : static_cast<i64>(x); }

bool is_end(i64 x) { return x == i64_min || x == i64_max; }

const i64 edges[] = {i64_min + 1,
                     i64_min + 2,
                     -(i64{1} << 62),
                     -(i64{1} << 32),
                     -(i64{1} << 31) - 1,
                     -(i64{1} << 31),
                     -(i64{1} << 30),
                     -3,
                     -1,
                     0,
                     1,
                     2,
                     (i64{1} << 30) - 1,
                     i64{1} << 30,
                     (i64{1} << 31) - 1,
                     i64{1} << 31,
                     3037000500,
                     i64{1} << 62,
                     i64_max - 1,
                     i64_max};

/// Calls visit with all pairs of edges and with random pairs.
template <class Visit>
void for_pairs(Visit visit) {
  for (const i64 a : edges)
    for (const i64 b : edges) visit(a, b);
  mercator_test::random_numbers random(1);
  const long long cases = mercator_test::argument("cases", 200000);
  for (long long k = 0; k < cases; ++k) visit(random.of_any_size(i64_max), random.of_any_size(i64_max));
}

void check_division(i64 a, i64 c) {
  const wide q = mercator_test::floor_quotient(a, c);
  CHECK(floor_div(a, c) == clamped(q));
  CHECK(floor_mod(a, c) == a - q * c);
  CHECK(ceil_div(a, c) == clamped(-mercator_test::floor_quotient(-static_cast<wide>(a), c)));
}

}  // namespace

TEST_CASE("checked sums and products are exact or refused") {
  for_pairs([](i64 a, i64 b) {
    i64 out = 0;
    const wide sum = static_cast<wide>(a) + b, product = static_cast<wide>(a) * b;
    REQUIRE(checked_add(a, b, out) == fits(sum));
    if (fits(sum)) REQUIRE(out == sum);
    REQUIRE(checked_mul(a, b, out) == fits(product));
    if (fits(product)) REQUIRE(out == product);
    for (const i64 c : edges) {
      const wide together = c + product;
      REQUIRE(checked_multiply_add(c, a, b, out) == (fits(product) && fits(together)));
      if (fits(product) && fits(together)) REQUIRE(out == together);
    }
  });
}

TEST_CASE("saturating sums and products are exact or an end, which stays") {
  for_pairs([](i64 a, i64 b) {
    if (is_end(a) || is_end(b)) return;
    REQUIRE(saturating_add(a, b) == clamped(static_cast<wide>(a) + b));
    REQUIRE(saturating_mul(a, b) == clamped(static_cast<wide>(a) * b));
  });
  for (const i64 end : {i64_min, i64_max})
    for (const i64 b : edges) {
      if (!is_end(b)) CHECK(saturating_add(end, b) == end);
      if (!is_end(b)) CHECK(saturating_add(b, end) == end);
      CHECK(saturating_mul(end, b) == saturating_mul(b, end));
      CHECK(saturating_mul(end, b) == (b == 0 ? 0 : (end < 0) == (b < 0) ? i64_max : i64_min));
    }
}

TEST_CASE("clamped sums and products are exact or the end beyond which they lie") {
  for_pairs([](i64 a, i64 b) {
    REQUIRE(clamped_add(a, b) == clamped(static_cast<wide>(a) + b));
    REQUIRE(clamped_mul(a, b) == clamped(static_cast<wide>(a) * b));
  });
  CHECK(clamped_add(i64_min, 5) == i64_min + 5);
  CHECK(clamped_mul(i64_min, -1) == i64_max);
}

TEST_CASE("floor division and remainder hold for every divisor but 0") {
  for (i64 a = -50; a <= 50; ++a)
    for (i64 c = -13; c <= 13; ++c)
      if (c != 0) check_division(a, c);
  for_pairs([](i64 a, i64 c) {
    if (c != 0) check_division(a, c);
  });
  check_division(i64_min, -1);
  check_division(i64_min, 1);
  check_division(i64_min, 7);
  check_division(i64_min, i64_min);
  check_division(i64_max, i64_min);
}

TEST_CASE("the remainder has the sign of the divisor") {
  CHECK(floor_div(-7, 2) == -4);
  CHECK(floor_mod(-7, 2) == 1);
  CHECK(floor_div(7, -2) == -4);
  CHECK(floor_mod(7, -2) == -1);
  CHECK(ceil_div(7, -2) == -3);
}

TEST_CASE("the greatest common divisor and the magnitude") {
  CHECK(gcd(0, 0) == 0);
  CHECK(gcd(0, 7) == 7);
  CHECK(gcd(i64_max, 49) == 49);
  for (i64 a = 0; a <= 60; ++a)
    for (i64 b = 1; b <= 60; ++b) {
      i64 largest = 1;
      for (i64 g = 2; g <= 60; ++g)
        if (a % g == 0 && b % g == 0) largest = g;
      CHECK(gcd(a, b) == largest);
    }
  CHECK(magnitude(i64_min) == i64_max);
  CHECK(magnitude(-5) == 5);
  CHECK(magnitude(5) == 5);
}
