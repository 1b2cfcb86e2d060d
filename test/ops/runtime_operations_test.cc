// Operations with shapes known only while running, against the same ones as types, and their errors.
#include <doctest/doctest.h>

#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>
#include <mercator/ops/runtime_operations.hpp>

using namespace mercator;

namespace {

template <class Map>
bool is(const runtime_map& m, Map map) {
  return equal(m, runtime_map(map)).is == symbolic::answer::equal;
}

template <class Static>
void check(const result<runtime_ops::operation>& made, Static fixed) {
  REQUIRE(made);
  CHECK(is(made->output_to_input, fixed.template output_to_input<0>()));
  CHECK(is(made->input_to_output, fixed.template input_to_output<0>()));
  const extents output = decltype(fixed.output())::value;
  CHECK(made->output == std::vector<i64>(output.size, output.size + output.rank));
}

}  // namespace

TEST_CASE("the maps are those of the types") {
  check(runtime_ops::transpose({4, 6, 0}, {2, 0, 1}), ops::transpose(shape<4, 6, 0>{}, perm<2, 0, 1>{}));
  check(runtime_ops::transpose({4, 6, 5}, {2, 0, 1}), ops::transpose(shape<4, 6, 5>{}, perm<2, 0, 1>{}));
  check(runtime_ops::transpose({}, {}), ops::transpose(shape<>{}, perm<>{}));
  check(runtime_ops::reshape({6, 10}, {4, 15}), ops::reshape(shape<6, 10>{}, shape<4, 15>{}));
  check(runtime_ops::reverse({6, 10}, {1}), ops::reverse(shape<6, 10>{}, ops::axes<1>{}));
  check(runtime_ops::broadcast({20}, {10, 20, 30}, {1}),
        ops::broadcast(shape<20>{}, shape<10, 20, 30>{}, ops::axes<1>{}));
  check(runtime_ops::slice({10, 20}, {5, 3}, {10, 20}, {1, 7}),
        ops::slice(shape<10, 20>{}, ops::start<5, 3>{}, ops::limit<10, 20>{}, ops::stride<1, 7>{}));
  check(runtime_ops::pad({4, 5}, {1, -1}, {2, 0}, {0, 2}),
        ops::pad(shape<4, 5>{}, ops::low<1, -1>{}, ops::high<2, 0>{}, ops::interior<0, 2>{}));
  check(runtime_ops::dynamic_slice({2, 2, 258}, {1, 2, 32}),
        ops::dynamic_slice(shape<2, 2, 258>{}, ops::slice_sizes<1, 2, 32>{}));
}

TEST_CASE("updates and gathers") {
  constexpr auto update = ops::dynamic_update_slice(shape<20, 30>{}, shape<5, 10>{});
  const auto updated = runtime_ops::dynamic_update_slice({20, 30}, {5, 10});
  REQUIRE(updated);
  CHECK(is(updated->output_to_input, update.output_to_input<1>()));
  CHECK(is(updated->input_to_output, update.input_to_output<1>()));

  constexpr auto fixed =
      ops::gather(shape<33, 76, 70>{}, shape<1806, 2>{}, ops::offset_dims<1, 2, 3>{},
                  ops::start_index_map<0, 1>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<7, 8, 4>{});
  const auto gathered =
      runtime_ops::gather({33, 76, 70}, {1806, 2}, {{1, 2, 3}, {}, {}, {}, {0, 1}, 1, {7, 8, 4}});
  REQUIRE(gathered);
  CHECK(gathered->output == std::vector<i64>{1806, 7, 8, 4});
  CHECK(is(gathered->output_to_input, fixed.output_to_input<0>()));
  CHECK(is(gathered->input_to_output, fixed.input_to_output<0>()));
  REQUIRE(gathered->sources.size() == 2);
  CHECK(is(gathered->sources[0], fixed.source<0, 0>()));
  CHECK(is(gathered->sources[1], fixed.source<0, 1>()));
}

TEST_CASE("what is wrong is said") {
  CHECK(runtime_ops::transpose({4, 6}, {0, 0}).error().message ==
        "mercator: transpose requires a shape and a permutation of its dimensions");
  CHECK_FALSE(runtime_ops::transpose({4, -6}, {0, 1}));
  CHECK_FALSE(runtime_ops::reshape({4, 6}, {5, 5}));
  CHECK_FALSE(runtime_ops::reverse({4, 6}, {2}));
  CHECK_FALSE(runtime_ops::broadcast({4}, {4, 6}, {1}));
  CHECK_FALSE(runtime_ops::slice({4}, {0}, {5}, {1}));
  CHECK_FALSE(runtime_ops::slice({4}, {0}, {4}, {0}));
  CHECK_FALSE(runtime_ops::pad({4}, {-3}, {-3}, {0}));
  CHECK_FALSE(runtime_ops::dynamic_slice({4}, {5}));
  CHECK_FALSE(runtime_ops::dynamic_update_slice({4}, {4, 4}));
  CHECK_FALSE(runtime_ops::gather({4}, {2}, {{}, {0}, {}, {}, {0}, 5, {1}}));
  CHECK_FALSE(runtime_ops::reshape(std::vector<i64>(40, 1), {1}));
  CHECK_FALSE(runtime_ops::reshape({i64{1} << 40, i64{1} << 40}, {1}));
}
