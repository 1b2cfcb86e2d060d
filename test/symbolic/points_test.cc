#include "mercator/symbolic/points.hpp"

#include <doctest/doctest.h>

#include "test/support/lines.hpp"

using mercator::i64;
using mercator::interval;
using mercator::symbolic::next_point;

TEST_CASE("every point of the box comes once, in order, and the first again after the last") {
  for (const mercator_test::intervals& box :
       {mercator_test::intervals{{-1, 2}, {5, 5}, {0, 1}}, {{3, 3}}, {{-2, 0}, {-2, 0}}}) {
    mercator_test::point at;
    for (const interval r : box) at.push_back(r.lo);
    bool more = true;
    mercator_test::for_each_point(box, [&](const mercator_test::point& expected) {
      CHECK(more);
      CHECK(at == expected);
      more = next_point(at.data(), box.data(), 0, static_cast<int>(box.size()));
    });
    CHECK_FALSE(more);
    for (std::size_t v = 0; v < box.size(); ++v) CHECK(at[v] == box[v].lo);
  }
}

TEST_CASE("variables outside the given ones stay") {
  const interval box[] = {{0, 9}, {0, 1}, {0, 9}};
  i64 at[] = {4, 0, 7};
  CHECK(next_point(at, box, 1, 2));
  CHECK(at[1] == 1);
  CHECK_FALSE(next_point(at, box, 1, 2));
  CHECK(at[0] == 4);
  CHECK(at[1] == 0);
  CHECK(at[2] == 7);
}

TEST_CASE("no variables have one point") { CHECK_FALSE(next_point(nullptr, nullptr, 0, 0)); }
