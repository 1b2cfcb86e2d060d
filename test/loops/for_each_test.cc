// for_each against a walk over the intervals that tests each point, and tensor views.
#include <array>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/mercator.hpp>

#include "test/loops/visits.hpp"

using namespace mercator;
using namespace mercator_test;
using namespace mercator::literals;

namespace {

template <class Map>
constexpr i64 count(Map map) {
  i64 points = 0;
  for_each(map, [&](auto, auto) { ++points; });
  return points;
}

}  // namespace

TEST_CASE("every point once, the last variable fastest") {
  CHECK(visited("(d0, d1)[s0] -> (d1, d0 * 2 + s0), domain: d0 in [0, 1], d1 in [3, 4], s0 in [-1, 0]"_map) ==
        visits{{{0, 3, -1}, {3, -1}},
               {{0, 3, 0}, {3, 0}},
               {{0, 4, -1}, {4, -1}},
               {{0, 4, 0}, {4, 0}},
               {{1, 3, -1}, {3, 1}},
               {{1, 3, 0}, {3, 2}},
               {{1, 4, -1}, {4, 1}},
               {{1, 4, 0}, {4, 2}}});
}

TEST_CASE("points that a constraint rules out are left out") {
  visits expected;
  for (i64 d0 = 0; d0 <= 9; ++d0)
    for (i64 s0 = -2; s0 <= 7; ++s0)
      if (d0 + s0 >= 3 && d0 + s0 <= 9 && (d0 - s0 + 20) % 3 == 1) expected.push_back({{d0, s0}, {d0 + s0}});
  CHECK(visited("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 9], s0 in [-2, 7], d0 + s0 in [3, 9],"
                " (d0 - s0 + 2) mod 3 in [1, 1]"_map) == expected);
  CHECK(expected.size() > 10);
  visits tied;
  for (i64 d0 = 0; d0 <= 4; ++d0)
    for (i64 d1 = 0; d1 <= 30; ++d1)
      for (i64 s0 = 1; s0 <= 32; ++s0)
        for (i64 s1 = 0; s1 <= 4; ++s1)
          if ((d1 * 3 - d0 + s0 * 2 + s1 + 8) % 7 == 6) tied.push_back({{d0, d1, s0, s1}, {d1}});
  CHECK(visited("(d0, d1)[s0, s1] -> (d1), domain: d0 in [0, 4], d1 in [0, 30], s0 in [1, 32], s1 in [0, 4],"
                " (d1 * 3 - d0 + s0 * 2 + s1 + 1) mod 7 in [6, 6]"_map) == tied);
}

TEST_CASE("domains of one point and of none") {
  CHECK(visited("() -> ()"_map) == visits{{{}, {}}});
  CHECK(visited("() -> (7)"_map) == visits{{{}, {7}}});
  CHECK(visited("(d0, d1) -> (d1, d0), domain: d0 in [4, 4], d1 in [-3, -3]"_map) == visits{{{4, -3}, {-3, 4}}});
  CHECK(visited("(d0)[s0] -> (0), domain: KNOWN EMPTY"_map).empty());
  CHECK(visited("(d0) -> (d0), domain: d0 in [5, 3]"_map).empty());
  CHECK(visited("(d0) -> (d0), domain: d0 in [0, 9], d0 * 2 in [3, 3]"_map).empty());
  CHECK(visited(identity(shape<3, 0>{})).empty());
  CHECK(visited("(d0) -> (d0), domain: d0 in [9223372036854775807, 9223372036854775807]"_map).size() == 1);
}

TEST_CASE("maps of operations, composed") {
  const auto slice = ops::slice(shape<12, 10>{}, ops::start<1, 0>{}, ops::limit<12, 9>{}, ops::stride<3, 2>{});
  const auto turn = ops::transpose(slice.output(), perm<1, 0>{});
  const auto flat = ops::reshape(turn.output(), shape<2, 10>{});
  std::vector<int> in(120), out(20, -1), expected;
  for (std::size_t k = 0; k < in.size(); ++k) in[k] = static_cast<int>(k);
  for (int column = 0; column < 9; column += 2)
    for (int row = 1; row < 12; row += 3) expected.push_back(row * 10 + column);

  const tensor_view from(static_cast<const int*>(in.data()), shape<12, 10>{});
  const tensor_view to(out.data(), flat.output());
  for_each(flat.output_to_input<0>() >> turn.output_to_input<0>() >> slice.output_to_input<0>(),
           [&](auto written, auto read) { to[written] = from[read]; });
  CHECK(out == expected);

  // The same in the other direction: each element of the operand is put where it goes.
  out.assign(20, -1);
  for_each(slice.input_to_output<0>() >> turn.input_to_output<0>() >> flat.input_to_output<0>(),
           [&](auto read, auto written) { to[written] = from[read]; });
  CHECK(out == expected);
}

TEST_CASE("a sum over ranges") {
  const std::array<int, 6> in{1, 2, 3, 4, 5, 6};
  std::array<int, 2> out{};
  const tensor_view from(in.data(), shape<2, 3>{});
  const tensor_view to(out.data(), shape<2>{});
  for_each("(d0)[s0] -> (d0, s0), domain: d0 in [0, 1], s0 in [0, 2]"_map,
           [&](auto at, auto read) { to(at[0]) += from[read]; });
  CHECK(out == std::array<int, 2>{6, 15});
}

TEST_CASE("the body is called as it is, and may be a function object that changes") {
  struct counter {
    int calls = 0;
    void operator()(coord<1>, coord<1>) { ++calls; }
  } body;
  for_each(identity(shape<5>{}), body);
  CHECK(body.calls == 5);
}

TEST_CASE("views of rank 0, 1 and 3") {
  int one = 7;
  const tensor_view scalar(&one, shape<>{});
  CHECK(scalar() == 7);
  scalar[coord<0>{}] = 8;
  CHECK(one == 8);
  std::array<int, 24> data{};
  const tensor_view view(data.data(), shape<2, 3, 4>{});
  view(1, 2, 3) = 1;
  view(coord<3>{{0, 1, 2}}) = 2;
  CHECK(data[23] == 1);
  CHECK(data[6] == 2);
  CHECK(view.data() == data.data());
  CHECK(&view[coord<3>{{1, 0, 0}}] == &data[12]);
}

static_assert(count("(d0, d1) -> (d0), domain: d0 in [0, 9], d1 in [0, 9], d0 + d1 in [0, 9]"_map) == 55);
static_assert(count("(d0) -> (0), domain: KNOWN EMPTY"_map) == 0);
