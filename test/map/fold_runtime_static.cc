// Runtime variables of static maps replaced while compiling.
#include <mercator/mercator.hpp>
#include <mercator/ops/dynamic_slice.hpp>
#include <mercator/ops/gather.hpp>

namespace {

using namespace mercator;
using namespace mercator::literals;

constexpr auto m =
    "(d0, d1){rt0, rt1} -> (d0 + rt0, d1 + rt1), domain: d0 in [0, 4], d1 in [0, 9], rt0 in [0, 15], rt1 in [0, 20]"_map;
static_assert(fold_runtime<0>(m, 5_c) ==
              "(d0, d1){rt0} -> (d0 + 5, d1 + rt0), domain: d0 in [0, 4], d1 in [0, 9], rt0 in [0, 20]"_map);
// clamped
static_assert(fold_runtime<1>(m, 25_c) == fold_runtime<1>(m, 20_c));
static_assert(fold_runtime<1>(m, -3_c) == fold_runtime_checked<1>(m, 0_c));
static_assert(fold_runtime<1>(m, "(d0, d1) -> (d0 * 3 + d1), domain: d0 in [0, 4], d1 in [0, 9]"_map) ==
              "(d0, d1){rt0} -> (d0 + rt0, d1 + min(d0 * 3 + d1, 20)), domain: d0 in [0, 4], d1 in [0, 9],"
              " rt0 in [0, 15]"_map);
// where the value is not defined, neither is the map
static_assert(fold_runtime<1>(m, "(d0, d1) -> (d0), domain: d0 in [1, 4], d1 in [0, 9], d0 + d1 in [0, 5]"_map) ==
              "(d0, d1){rt0} -> (d0 + rt0, d1 + d0), domain: d0 in [1, 4], d1 in [0, 9], rt0 in [0, 15],"
              " d0 + d1 in [0, 5]"_map);

// A dynamic-slice at constant offsets is a slice.
constexpr auto part = ops::dynamic_slice(shape<20, 30>{}, ops::slice_sizes<5, 10>{});
constexpr auto fixed = fold_runtime<0>(fold_runtime<0>(part.output_to_input<0>(), 3_c), 100_c);
static_assert(fixed == ops::slice(shape<20, 30>{}, ops::start<3, 20>{}, ops::limit<8, 30>{}).output_to_input<0>());

// A gather whose indices are an iota: the value at an index along dimension 0 is that index.
constexpr auto rows = ops::gather(shape<40, 8>{}, shape<12, 1>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                                  ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 8>{});
constexpr auto first_rows = fold_runtime_checked<0>(rows.output_to_input<0>(), submap<0>(rows.source<0>()));
static_assert(first_rows == ops::slice(shape<40, 8>{}, ops::start<0, 0>{}, ops::limit<12, 8>{}).output_to_input<0>());
static_assert(decltype(first_rows)::counts.runtimes == 0);

}  // namespace
