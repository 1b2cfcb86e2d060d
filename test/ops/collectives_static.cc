// Collectives, as types, against the same maps as text.
#include <type_traits>

#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

namespace {

using namespace mercator;
using namespace mercator::literals;
using two_pairs = ops::replica_groups<ops::replica_group<0, 1>, ops::replica_group<2, 3>>;

constexpr auto gathered = ops::all_gather(shape<128, 128>{}, ops::axes<1>{}, two_pairs{});
static_assert(std::is_same_v<decltype(gathered.output()), shape<128, 256>>);
static_assert(gathered.output_to_input() ==
              "(d0, d1) -> (d0, d1 mod 128, d1 floordiv 128), domain: d0 in [0, 127], d1 in [0, 255]"_map);
static_assert(gathered.input_to_output() ==
              "(d0, d1)[s0]{rt0} -> (d0, rt0 * 128 + d1, s0), domain: d0 in [0, 127], d1 in [0, 127], s0 in [0, 1],"
              " rt0 in [0, 1]"_map);
static_assert(gathered.source<0, 0, ops::direction::input_to_output>().operand == ops::runtime_source::own_replica);

constexpr auto scattered = ops::reduce_scatter(shape<8, 4>{}, ops::axes<0>{}, two_pairs{});
static_assert(std::is_same_v<decltype(scattered.output()), shape<4, 4>>);
static_assert(scattered.output_to_input() ==
              "(d0, d1)[s0]{rt0} -> (rt0 * 4 + d0, d1, s0), domain: d0 in [0, 3], d1 in [0, 3], s0 in [0, 1],"
              " rt0 in [0, 1]"_map);

constexpr auto exchanged = ops::all_to_all(shape<8, 4>{}, ops::axes<0>{}, two_pairs{});
static_assert(exchanged.output_to_input() ==
              "(d0, d1){rt0} -> (rt0 * 4 + d0 mod 4, d1, d0 floordiv 4), domain: d0 in [0, 7], d1 in [0, 3],"
              " rt0 in [0, 1]"_map);
static_assert(exchanged.input_to_output() == exchanged.output_to_input());

static_assert(ops::all_reduce(shape<8>{}, two_pairs{}).output_to_input() ==
              "(d0)[s0] -> (d0, s0), domain: d0 in [0, 7], s0 in [0, 1]"_map);

constexpr auto ring = ops::collective_permute(shape<8>{}, ops::source_target_pairs<0, 1, 1, 2, 2, 3, 3, 0>{});
static_assert(ring.output_to_input() == "(d0){rt0} -> (d0, (rt0 + 3) mod 4), domain: d0 in [0, 7], rt0 in [0, 3]"_map);
static_assert(ring.input_to_output() == "(d0){rt0} -> (d0, (rt0 + 1) mod 4), domain: d0 in [0, 7], rt0 in [0, 3]"_map);

// pairs far apart, in no order
constexpr auto far = ops::collective_permute(shape<8>{}, ops::source_target_pairs<7, 1000000, 0, 0, 999999, 3>{});
static_assert(far.output_to_input()(5, 0)[1] == 0 && far.output_to_input()(5, 3)[1] == 999999);
static_assert(far.output_to_input()(5, 1000000)[1] == 7 && far.input_to_output()(5, 7)[1] == 1000000);
static_assert(far.input_to_output()(5, 999999)[1] == 3 && far.input_to_output()(5, 0)[1] == 0);

}  // namespace
