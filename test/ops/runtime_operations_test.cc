// Operations with shapes known only while running, against the same ones as types, and their errors.
#include <doctest/doctest.h>

#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>
#include <mercator/ops/runtime_collectives.hpp>
#include <mercator/ops/runtime_contractions.hpp>
#include <mercator/ops/runtime_operations.hpp>

using namespace mercator;
using ops::direction;

namespace {

template <class Map>
bool is(const runtime_map& m, Map map) {
  return equal(m, runtime_map(map)).is == symbolic::truth::yes;
}

template <int Operand, direction Way, class Static, int... Variables>
void check_sources(const runtime_ops::operation& made, Static fixed, std::integer_sequence<int, Variables...>) {
  const auto& sources = made.sources(Operand, Way);
  REQUIRE(sources.size() == sizeof...(Variables));
  [[maybe_unused]] const auto check = [&](int k, auto map) {
    const runtime_ops::source& s = sources[static_cast<std::size_t>(k)];
    CHECK(is(s.element, map));
    CHECK(s.operand == decltype(map)::from.operand);
    CHECK(s.values_outside == decltype(map)::from.values_outside);
  };
  if constexpr (sizeof...(Variables) > 0) (check(Variables, fixed.template source<Operand, Variables, Way>()), ...);
}

template <int Operand, class Static>
void check_operand(const runtime_ops::operation& made, Static fixed) {
  constexpr auto to_input = fixed.template output_to_input<Operand>();
  constexpr auto to_output = fixed.template input_to_output<Operand>();
  CHECK(is(made.output_to_input(Operand), to_input));
  CHECK(is(made.input_to_output(Operand), to_output));
  check_sources<Operand, direction::output_to_input>(made, fixed,
                                                     std::make_integer_sequence<int, to_input.counts.runtimes>{});
  check_sources<Operand, direction::input_to_output>(made, fixed,
                                                     std::make_integer_sequence<int, to_output.counts.runtimes>{});
}

template <class Static>
void check(const result<runtime_ops::operation>& made, Static fixed) {
  REQUIRE(made);
  REQUIRE(made->operands() == Static::operands);
  [&]<int... Operands>(std::integer_sequence<int, Operands...>) { (check_operand<Operands>(*made, fixed), ...); }
  (std::make_integer_sequence<int, Static::operands>{});
  const extents output = decltype(fixed.output())::value;
  CHECK(made->output == std::vector<i64>(output.size, output.size + output.rank));
}

}  // namespace

TEST_CASE("elements computed and moved") {
  check(runtime_ops::elementwise({{4, 6}, {}, {4, 6}}), ops::elementwise(shape<4, 6>{}, shape<>{}, shape<4, 6>{}));
  check(runtime_ops::elementwise({{}, {}}), ops::elementwise(shape<>{}, shape<>{}));
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
  check(runtime_ops::concatenate({{4, 5}, {4, 0}, {4, 7}}, 1),
        ops::concatenate(ops::axes<1>{}, shape<4, 5>{}, shape<4, 0>{}, shape<4, 7>{}));
  check(runtime_ops::bitcast({4, 6}, {0, 1}, {6, 4}, {1, 0}),
        ops::bitcast(shape<4, 6>{}, shape<6, 4>{}, ops::layout<0, 1>{}, ops::layout<1, 0>{}));
  check(runtime_ops::bitcast_convert({4}, 32, {4, 2}, 16), ops::bitcast_convert(shape<4>{}, shape<4, 2>{}));
  check(runtime_ops::constant({4, 2}), ops::constant(shape<4, 2>{}));
  check(runtime_ops::iota({4, 2}, 1), ops::iota(shape<4, 2>{}, ops::axes<1>{}));
  const auto value = runtime_ops::iota_value({4, 2}, 1);
  REQUIRE(value);
  CHECK(value->to_string() == "(d0, d1) -> (d1), domain: d0 in [0, 3], d1 in [0, 1]");
}

TEST_CASE("offsets and indices read while running") {
  check(runtime_ops::dynamic_slice({2, 2, 258}, {1, 2, 32}),
        ops::dynamic_slice(shape<2, 2, 258>{}, ops::slice_sizes<1, 2, 32>{}));
  check(runtime_ops::dynamic_update_slice({20, 30}, {5, 10}),
        ops::dynamic_update_slice(shape<20, 30>{}, shape<5, 10>{}));
  const auto gathered = runtime_ops::gather({33, 76, 70}, {1806, 2}, {{1, 2, 3}, {}, {}, {}, {0, 1}, 1, {7, 8, 4}});
  check(gathered, ops::gather(shape<33, 76, 70>{}, shape<1806, 2>{}, ops::offset_dims<1, 2, 3>{},
                              ops::start_index_map<0, 1>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<7, 8, 4>{}));
  CHECK(gathered->output == std::vector<i64>{1806, 7, 8, 4});
  CHECK(gathered->sources()[1].element.to_string() ==
        "(d0, d1, d2, d3) -> (d0, 1), domain: d0 in [0, 1805], d1 in [0, 6], d2 in [0, 7], d3 in [0, 3]");
  check(
      runtime_ops::scatter({33, 76}, {9, 1}, {9, 76}, {{1}, {0}, {}, {}, {0}, 1}),
      ops::scatter(shape<33, 76>{}, shape<9, 1>{}, shape<9, 76>{}, ops::update_window_dims<1>{},
                   ops::inserted_window_dims<0>{}, ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{}));
  check(
      runtime_ops::scatter({33, 76}, {9, 1}, {9, 76}, {{1}, {0}, {}, {}, {0}, 1}, 2),
      ops::scatter(shape<33, 76>{}, shape<9, 1>{}, shape<9, 76>{}, ops::input_count<2>{}, ops::update_window_dims<1>{},
                   ops::inserted_window_dims<0>{}, ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{}));
}

TEST_CASE("reductions, windows and contractions") {
  check(runtime_ops::reduce({4, 6, 5}, {0, 2}, 2),
        ops::reduce(shape<4, 6, 5>{}, ops::axes<0, 2>{}, ops::input_count<2>{}));
  check(runtime_ops::sort({4, 6}, 1), ops::sort(shape<4, 6>{}, ops::axes<1>{}));
  check(runtime_ops::reduce_window({7, 9}, {{3, 2}, {2, 1}, {1, 0}, {0, 1}, {}, {1, 2}, {}}),
        ops::reduce_window(shape<7, 9>{}, ops::window_size<3, 2>{}, ops::stride<2, 1>{}, ops::low<1, 0>{},
                           ops::high<0, 1>{}, ops::window_dilation<1, 2>{}));
  check(runtime_ops::select_and_scatter({6, 8}, {3, 4}, {{2, 2}, {2, 2}, {}, {}, {}, {}, {}}),
        ops::select_and_scatter(shape<6, 8>{}, shape<3, 4>{}, ops::window_size<2, 2>{}, ops::stride<2, 2>{}));
  check(runtime_ops::dot({4, 7, 3}, {4, 3, 5}, {{0}, {0}, {2}, {1}}),
        ops::dot(shape<4, 7, 3>{}, shape<4, 3, 5>{}, ops::lhs_batch_dims<0>{}, ops::rhs_batch_dims<0>{},
                 ops::lhs_contracting_dims<2>{}, ops::rhs_contracting_dims<1>{}));
  check(runtime_ops::scaled_dot({2, 10}, {10, 2}, {{2, 2}, {}}, {{}, {}, {1}, {0}}),
        ops::scaled_dot(shape<2, 10>{}, shape<10, 2>{}, shape<2, 2>{}, shape<>{}, ops::lhs_contracting_dims<1>{},
                        ops::rhs_contracting_dims<0>{}));
  check(runtime_ops::convolution({2, 9, 4}, {3, 4, 6},
                                 {{0, 2, 1}, {1, 2, 0}, {0, 2, 1}, {{}, {2}, {1}, {1}, {}, {}, {0}}}),
        ops::convolution(shape<2, 9, 4>{}, shape<3, 4, 6>{}, ops::input_dims<0, 2, 1>{}, ops::kernel_dims<1, 2, 0>{},
                         ops::output_dims<0, 2, 1>{}, ops::stride<2>{}, ops::low<1>{}, ops::high<1>{},
                         ops::window_reversal<0>{}));
}

TEST_CASE("collectives") {
  using pairs = ops::replica_groups<ops::replica_group<0, 1>, ops::replica_group<2, 3>>;
  const runtime_ops::replica_groups groups{{0, 1}, {2, 3}};
  check(runtime_ops::all_gather({8, 4}, 1, groups), ops::all_gather(shape<8, 4>{}, ops::axes<1>{}, pairs{}));
  check(runtime_ops::reduce_scatter({8, 4}, 0, groups), ops::reduce_scatter(shape<8, 4>{}, ops::axes<0>{}, pairs{}));
  check(runtime_ops::all_to_all({8, 4}, 0, groups), ops::all_to_all(shape<8, 4>{}, ops::axes<0>{}, pairs{}));
  check(runtime_ops::all_reduce({8, 4}, groups), ops::all_reduce(shape<8, 4>{}, pairs{}));
  check(runtime_ops::collective_permute({8, 4}, {0, 1, 1, 2}),
        ops::collective_permute(shape<8, 4>{}, ops::source_target_pairs<0, 1, 1, 2>{}));
}

TEST_CASE("what is wrong is said") {
  CHECK(runtime_ops::transpose({4, 6}, {0, 0}).error().message ==
        "mercator: transpose requires a shape and a permutation of its dimensions");
  CHECK(runtime_ops::dot({4, 7}, {6, 5}, {{}, {}, {1}, {0}}).error().message ==
        "mercator: dot requires contracting dimensions of the same sizes");
  CHECK_FALSE(runtime_ops::elementwise({{4}, {5}}));
  CHECK_FALSE(runtime_ops::transpose({4, -6}, {0, 1}));
  CHECK_FALSE(runtime_ops::reshape({4, 6}, {5, 5}));
  CHECK_FALSE(runtime_ops::bitcast({4, 6}, {0, 0}, {24}, {0}));
  CHECK_FALSE(runtime_ops::bitcast_convert({4}, 32, {4, 3}, 16));
  CHECK_FALSE(runtime_ops::reverse({4, 6}, {2}));
  CHECK_FALSE(runtime_ops::broadcast({4}, {4, 6}, {1}));
  CHECK_FALSE(runtime_ops::slice({4}, {0}, {5}, {1}));
  CHECK_FALSE(runtime_ops::slice({4}, {0}, {4}, {0}));
  CHECK_FALSE(runtime_ops::pad({4}, {-3}, {-3}, {0}));
  CHECK_FALSE(runtime_ops::concatenate({{4}, {4, 4}}, 0));
  CHECK_FALSE(runtime_ops::concatenate({}, 0));
  CHECK_FALSE(runtime_ops::iota({4}, 1));
  CHECK_FALSE(runtime_ops::iota_value({4}, 1));
  CHECK_FALSE(runtime_ops::dynamic_slice({4}, {5}));
  CHECK_FALSE(runtime_ops::dynamic_update_slice({4}, {4, 4}));
  CHECK_FALSE(runtime_ops::gather({4}, {2}, {{}, {0}, {}, {}, {0}, 5, {1}}));
  CHECK_FALSE(runtime_ops::scatter({4}, {2}, {3}, {{}, {0}, {}, {}, {0}, 1}));
  CHECK_FALSE(runtime_ops::scatter({4}, {2}, {2}, {{}, {0}, {}, {}, {0}, 1}, 0));
  CHECK_FALSE(runtime_ops::reduce({4}, {1}));
  CHECK_FALSE(runtime_ops::sort({4}, 1));
  CHECK_FALSE(runtime_ops::reduce_window({4}, {}));
  CHECK_FALSE(runtime_ops::select_and_scatter({4}, {4}, {{2}, {2}, {}, {}, {}, {}, {}}));
  CHECK_FALSE(runtime_ops::scaled_dot({4, 7}, {7, 5}, {{4, 3}}, {{}, {}, {1}, {0}}));
  CHECK_FALSE(runtime_ops::convolution({4, 7}, {7, 5}, {}));
  CHECK_FALSE(runtime_ops::all_gather({4}, 1, {{0, 1}}));
  CHECK_FALSE(runtime_ops::all_to_all({5}, 0, {{0, 1}}));
  CHECK_FALSE(runtime_ops::all_reduce({5}, {{0, 1}, {2}}));
  CHECK_FALSE(runtime_ops::all_reduce({5}, {}));
  CHECK_FALSE(runtime_ops::collective_permute({5}, {0, 1, 0, 2}));
  CHECK_FALSE(runtime_ops::reshape(std::vector<i64>(40, 1), {1}));
  CHECK_FALSE(runtime_ops::reshape({i64{1} << 40, i64{1} << 40}, {1}));
  CHECK_FALSE(runtime_ops::dot({i64{1} << 40}, {i64{1} << 40}, {}));
}

TEST_CASE("an operation from one's own functions") {
  // every second element, read from a table of starts
  const auto made = runtime_ops::operation::make(
      {5}, 1,
      [](symbolic::map_form& m, direction, int) {
        ops::map_writer out(m);
        out.add_dimension(5);
        out.add_runtime(9);
        out.add_result(out.pool().add(out.variable(1), out.variable(0), 2));
      },
      [](symbolic::map_form& m, direction, int, int) {
        ops::map_writer out(m);
        out.add_dimension(5);
        out.add_result(out.variable(0));
        return ops::runtime_source{3, ops::outside::skipped};
      });
  REQUIRE(made);
  CHECK(made->output_to_input().to_string() == "(d0){rt0} -> (d0 * 2 + rt0), domain: d0 in [0, 4], rt0 in [0, 9]");
  CHECK(made->sources()[0].operand == 3);
  CHECK(made->sources()[0].values_outside == ops::outside::skipped);
}
