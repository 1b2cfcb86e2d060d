// Runtime variables read from tensors: how often, in which types, and what becomes of values that are out of
// range.
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/loops/sources.hpp>
#include <mercator/loops/tensor_view.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops/gather.hpp>
#include "test/support/random.hpp"

using namespace mercator;
using namespace mercator::literals;

namespace {

/// A tensor that counts how often it is read.
template <class T, class Shape>
struct counted_view {
  using shape_type = Shape;
  const T* data;
  long* reads;

  T operator[](const coord<Shape::rank>& at) const {
    ++*reads;
    return tensor_view<const T, Shape>(data)[at];
  }
};

struct visit {
  std::vector<i64> from, to;
  friend bool operator==(const visit& a, const visit& b) { return a.from == b.from && a.to == b.to; }
};

template <class Map>
std::vector<visit> visited(const Map& map) {
  std::vector<visit> out;
  for_each(map, [&](auto from, auto to) {
    out.push_back({{from.indices, from.indices + from.size}, {to.indices, to.indices + to.size}});
  });
  return out;
}

/// The same, each point of a box [sizes] on its own.
template <class Map>
std::vector<visit> evaluated(const Map& map, i64 rows, i64 columns) {
  std::vector<visit> out;
  for (i64 i = 0; i < rows; ++i)
    for (i64 j = 0; j < columns; ++j) {
      coord<Map::counts.results> to{};
      if (map.evaluate(to, i, j)) out.push_back({{i, j}, {to.indices, to.indices + to.size}});
    }
  return out;
}

}  // namespace

TEST_CASE("an embedding look-up reads each index once a row") {
  constexpr auto op =
      ops::gather(shape<32000, 64>{}, shape<2048>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                  ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 64>{});
  std::vector<std::int32_t> indices(2048, 17);
  long reads = 0, points = 0;
  const auto map =
      with_sources(op.output_to_input<0>(),
                   from_element(counted_view<std::int32_t, shape<2048>>{indices.data(), &reads}, op.source<0>()));
  static_assert(map.depth(0) == 1);
  for_each(map, [&](auto, auto) { ++points; });
  CHECK(points == 2048 * 64);
  CHECK(reads == 2048);
}

TEST_CASE("each variable is read in the outermost loop in which it does not change") {
  constexpr auto m =
      "(d0, d1)[s0]{rt0, rt1, rt2, rt3} -> (d0 + rt0, d1 + rt1, rt2, s0 + rt3), domain: d0 in [0, 3], d1 in "
      "[0, 4],"
      " s0 in [0, 5], rt0 in [0, 9], rt1 in [0, 9], rt2 in [0, 9], rt3 in [0, 9]"_map;
  constexpr auto row = "(d0, d1)[s0] -> (d0), domain: d0 in [0, 3], d1 in [0, 4], s0 in [0, 5]"_map;
  constexpr auto both = "(d0, d1)[s0] -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 4], s0 in [0, 5]"_map;
  constexpr auto range = "(d0, d1)[s0] -> (s0 floordiv 2), domain: d0 in [0, 3], d1 in [0, 4], s0 in [0, 5]"_map;
  const int scalar = 3;
  std::vector<std::int64_t> rows(4);
  std::vector<std::uint8_t> pairs(20);
  std::vector<short> halves(3);
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = static_cast<std::int64_t>(k);
  for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k] = static_cast<std::uint8_t>(k * 13);
  for (std::size_t k = 0; k < halves.size(); ++k) halves[k] = static_cast<short>(5 * k - 1);
  long reads[4] = {};
  const auto map = with_sources(m, from_element(counted_view<std::int64_t, shape<4>>{rows.data(), reads}, row),
                                from_element(counted_view<int, shape<>>{&scalar, reads + 1}),
                                from_element(counted_view<std::uint8_t, shape<4, 5>>{pairs.data(), reads + 2}, both),
                                from_element(counted_view<short, shape<3>>{halves.data(), reads + 3}, range));
  static_assert(map.depth(0) == 1 && map.depth(1) == 0 && map.depth(2) == 2 && map.depth(3) == 3);
  std::vector<visit> expected;
  const auto clamp = [](i64 x) { return x < 0 ? i64{0} : x > 9 ? i64{9} : x; };
  for (i64 d0 = 0; d0 < 4; ++d0)
    for (i64 d1 = 0; d1 < 5; ++d1)
      for (i64 s0 = 0; s0 < 6; ++s0)
        expected.push_back({{d0, d1, s0},
                            {d0 + d0, d1 + 3, clamp(pairs[static_cast<std::size_t>(d0 * 5 + d1)]),
                             s0 + clamp(halves[static_cast<std::size_t>(s0 / 2)])}});
  CHECK(visited(map) == expected);
  CHECK(reads[0] == 4);
  CHECK(reads[1] == 1);
  CHECK(reads[2] == 20);
  CHECK(reads[3] == 120);
}

TEST_CASE("a variable that is given beside one that is read") {
  constexpr auto m = "(d0){rt0, rt1} -> (rt0, d0 + rt1), domain: d0 in [0, 2], rt0 in [0, 9], rt1 in [0, 4]"_map;
  const int indices[] = {7, -1, 12};
  CHECK(visited(with_sources(m, from_element(tensor_view(indices, shape<3>{}), identity(shape<3>{})), 99)) ==
        std::vector<visit>{{{0}, {7, 4}}, {{1}, {0, 5}}, {{2}, {9, 6}}});
}

TEST_CASE("what a value bounds is not read for elsewhere") {
  // rt1 is read for the rows that rt0 leaves, and bounds the columns of each
  constexpr auto m =
      "(d0, d1){rt0, rt1} -> (d0, d1 + rt1), domain: d0 in [0, 99], d1 in [0, 49], rt0 in [0, 90], rt1 in [0, 60], d0 - rt0 in [0, 9], d1 + rt1 in [40, 45]"_map;
  constexpr auto row = "(d0, d1) -> (d0), domain: d0 in [0, 99], d1 in [0, 49]"_map;
  std::vector<int> firsts;
  for (int k = 0; k < 100; ++k) firsts.push_back(k * 7 % 64 - 2);
  for (int given : {-4, 0, 33, 90, 200}) {
    const i64 rt0 = given < 0 ? 0 : given > 90 ? 90 : given;
    long reads = 0;
    const auto sourced =
        with_sources(m, given, from_element(counted_view<int, shape<100>>{firsts.data(), &reads}, row));
    std::vector<visit> expected;
    for (i64 d0 = rt0; d0 < rt0 + 10; ++d0) {
      const int first = firsts[static_cast<std::size_t>(d0)];
      const i64 rt1 = first < 0 ? 0 : first > 60 ? 60 : first;
      for (i64 d1 = 0; d1 < 50; ++d1)
        if (d1 + rt1 >= 40 && d1 + rt1 <= 45) expected.push_back({{d0, d1}, {d0, d1 + rt1}});
    }
    CHECK(visited(sourced) == expected);
    CHECK(reads == 10);
  }
  // rt0 is read within the rows, so that it cannot bound them: they are left out one by one
  constexpr auto each =
      "(d0, d1){rt0} -> (d0, d1), domain: d0 in [0, 99], d1 in [0, 9], rt0 in [0, 60], d0 - rt0 in [-5, 5]"_map;
  constexpr auto own = "(d0, d1) -> (d0), domain: d0 in [0, 99], d1 in [0, 9]"_map;
  std::vector<visit> expected;
  for (i64 d0 = 0; d0 < 100; ++d0) {
    const int first = firsts[static_cast<std::size_t>(d0)];
    const i64 rt0 = first < 0 ? 0 : first > 60 ? 60 : first;
    for (i64 d1 = 0; d1 < 10; ++d1)
      if (d0 - rt0 >= -5 && d0 - rt0 <= 5) expected.push_back({{d0, d1}, {d0, d1}});
  }
  const tensor_view<const int, shape<100>> starts(firsts.data());
  CHECK(visited(with_sources(each, from_element(starts, own))) == expected);
}

TEST_CASE("skipped instead of clamped") {
  constexpr auto m = "(d0, d1){rt0} -> (rt0, d1), domain: d0 in [0, 3], d1 in [0, 1], rt0 in [0, 9]"_map;
  constexpr auto row = "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 1]"_map;
  const int indices[] = {7, -1, 10, 0};
  const auto map = with_sources(m, from_element<ops::outside::skipped>(tensor_view(indices, shape<4>{}), row));
  const std::vector<visit> expected{{{0, 0}, {7, 0}}, {{0, 1}, {7, 1}}, {{3, 0}, {0, 0}}, {{3, 1}, {0, 1}}};
  CHECK(visited(map) == expected);
  CHECK(evaluated(map, 4, 2) == expected);
}

TEST_CASE("each point on its own, with constraints and values of several depths") {
  constexpr auto m =
      "(d0, d1){rt0, rt1} -> (d0 + rt0, d1 - rt1), domain: d0 in [0, 3], d1 in [0, 6], rt0 in [0, 9], rt1 in "
      "[0, 5],"
      " d1 - rt1 in [0, 3], d0 + rt0 in [2, 9]"_map;
  constexpr auto row = "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 6]"_map;
  constexpr auto column = "(d0, d1) -> (d1), domain: d0 in [0, 3], d1 in [0, 6]"_map;
  const int rows[] = {7, -1, 10, 0};
  const unsigned char columns[] = {0, 1, 9, 2, 2, 4, 250};
  const auto map = with_sources(m, from_element(tensor_view(rows, shape<4>{}), row),
                                from_element(tensor_view(columns, shape<7>{}), column));
  std::vector<visit> expected;
  for (i64 i = 0; i < 4; ++i)
    for (i64 j = 0; j < 7; ++j) {
      const i64 a = rows[i] < 0 ? 0 : rows[i] > 9 ? 9 : rows[i], b = columns[j] > 5 ? 5 : columns[j];
      if (j - b >= 0 && j - b <= 3 && i + a >= 2 && i + a <= 9) expected.push_back({{i, j}, {i + a, j - b}});
    }
  CHECK(visited(map) == expected);
  CHECK(evaluated(map, 4, 7) == expected);
}

TEST_CASE("indices of every type, up to and beyond the ends") {
  constexpr auto m = "(d0){rt0} -> (rt0 * 1000 + d0), domain: d0 in [0, 999], rt0 in [0, 9000000000000]"_map;
  const auto reads = [&]<class T>(T value) {
    const T scalar = value;
    i64 first = -1;
    for_each(with_sources(m, from_element(tensor_view<const T, shape<>>(&scalar))), [&](auto from, auto to) {
      if (from[0] == 0) first = to[0];
    });
    return first;
  };
  // a dimension above 2^31: what 32 bits can say is not wrapped, what is negative or beyond is clamped
  CHECK(reads(std::numeric_limits<std::int32_t>::max()) == 2147483647000);
  CHECK(reads(std::numeric_limits<std::uint32_t>::max()) == 4294967295000);
  CHECK(reads(std::numeric_limits<std::int32_t>::min()) == 0);
  CHECK(reads(std::int8_t{-1}) == 0);
  CHECK(reads(std::uint8_t{255}) == 255000);
  CHECK(reads(std::int64_t{9000000000000}) == 9000000000000000);
  CHECK(reads(std::numeric_limits<std::int64_t>::max()) == 9000000000000000);
  CHECK(reads(std::numeric_limits<std::int64_t>::min()) == 0);
  CHECK(reads(std::numeric_limits<std::uint64_t>::max()) == 9000000000000000);
}

TEST_CASE("nothing is read where there is nothing to visit") {
  constexpr auto m = "(d0, d1){rt0} -> (rt0, d1), domain: d0 in [0, 3], d1 in [0, -1], rt0 in [0, 9]"_map;
  constexpr auto row = "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, -1]"_map;
  long reads = 0;
  CHECK(visited(with_sources(m, from_element(counted_view<int, shape<4>>{nullptr, &reads}, row))).empty());
  CHECK(visited(with_sources("(d0){rt0} -> (rt0), domain: d0 in [0, -1], rt0 in [0, 9]"_map,
                             from_element(counted_view<int, shape<0>>{nullptr, &reads}, identity(shape<0>{}))))
            .empty());
  CHECK(reads == 0);
}
