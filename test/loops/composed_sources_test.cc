// Fusions with several dynamic-slices and gathers: each runtime variable of the composed map is read from its
// own source.
#include <vector>

#include <doctest/doctest.h>

#include <mercator/loops/sources.hpp>
#include <mercator/loops/tensor_view.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops/composed_source.hpp>
#include <mercator/ops/dynamic_slice.hpp>
#include <mercator/ops/gather.hpp>
#include "test/support/random.hpp"

using namespace mercator;

namespace {

i64 clamp(i64 x, i64 hi) { return x < 0 ? 0 : x > hi ? hi : x; }

// A slice [8, 6] of what a gather [12, 6] takes from rows [30, 9], in two steps with offsets of their own.
constexpr auto rows = ops::gather(shape<30, 9>{}, shape<12, 2>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                                  ops::start_index_map<0, 1>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 6>{});
constexpr auto first = ops::dynamic_slice(shape<10, 6>{}, ops::slice_sizes<8, 6>{}).output_to_input<0>();
constexpr auto middle = ops::dynamic_slice(shape<12, 6>{}, ops::slice_sizes<10, 6>{}).output_to_input<0>();
constexpr auto last = rows.output_to_input<0>();
constexpr auto upper = first >> middle;
constexpr auto whole = upper >> last;

}  // namespace

TEST_CASE("the second's variables come first") {
  static_assert(decltype(whole)::counts.runtimes == 6);
  // rows' starts, then middle's offsets, then first's
  constexpr auto row = source_after(upper, last, rows.source<0, 0>());
  constexpr auto column = source_after(upper, last, rows.source<0, 1>());
  mercator_test::random_numbers draw(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<int> indices;
    for (int k = 0; k < 24; ++k) indices.push_back(draw.between(-5, 40));
    const int a = draw.between(-1, 3), b = draw.between(-1, 3);
    const tensor_view starts(static_cast<const int*>(indices.data()), shape<12, 2>{});
    const tensor_view offset_a(&a, shape<>{}), offset_b(&b, shape<>{});
    const auto map = with_sources(whole, from_element(starts, row), from_element(starts, column),
                                  from_element(offset_a), 0, from_element(offset_b), 0);
    // rows' starts change with the row only, and are read after the offsets that they depend on
    static_assert(map.depth(0) == 1 && map.depth(2) == 0 && map.depth(4) == 0);
    int visited = 0;
    bool right = true;
    for_each(map, [&](auto from, auto to) {
      const i64 vector = from[0] + clamp(a, 2) + clamp(b, 2);
      right = right && to[0] == clamp(starts(vector, 0), 29) && to[1] == from[1] + clamp(starts(vector, 1), 3);
      ++visited;
    });
    CHECK(right);
    CHECK(visited == 48);
  }
}

TEST_CASE("sources of first's variables") {
  // first reads by indices of its own; second, a slice with ranges beside, has an offset
  constexpr auto taken = ops::gather(shape<20, 4>{}, shape<5>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                                     ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 4>{});
  constexpr auto cut = ops::dynamic_slice(shape<30, 4>{}, ops::slice_sizes<20, 4>{});
  constexpr auto both = taken.output_to_input<0>() >> cut.output_to_input<0>();
  constexpr auto index = source_before(taken.output_to_input<0>(), cut.output_to_input<0>(), taken.source<0>());
  static_assert(decltype(both)::counts.runtimes == 3 && index.from.operand == 1);
  const int indices[] = {3, -4, 19, 50, 7}, offset = 8;
  std::vector<i64> found, expected;
  for_each(with_sources(both, offset, 0, from_element(tensor_view(indices, shape<5>{}), index)),
           [&](auto, auto to) { found.push_back(to[0] * 4 + to[1]); });
  for (const int i : indices)
    for (i64 k = 0; k < 4; ++k) expected.push_back((clamp(i, 19) + 8) * 4 + k);
  CHECK(found == expected);
}
