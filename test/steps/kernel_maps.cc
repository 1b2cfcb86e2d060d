// steps: 20000
// The maps of common kernels: a transpose, a reshape of one, a slice, pads, a reverse, a sum, a broadcast, a
// concatenation.
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>
using namespace mercator;

template <class Map>
constexpr int results_of(Map) {
  return simplified_value<Map>::value.counts.results;
}

constexpr auto turned = ops::transpose(shape<1024, 1024>{}, perm<1, 0>{});
static_assert(results_of(turned.output_to_input<0>()) == 2);

constexpr auto heads = ops::transpose(shape<64, 48, 32, 16>{}, perm<0, 2, 1, 3>{});
constexpr auto merged = ops::reshape(heads.output(), shape<64, 32, 768>{});
static_assert(results_of(merged.output_to_input<0>() >> heads.output_to_input<0>()) == 4);

constexpr auto sliced =
    ops::slice(shape<128, 256, 256>{}, ops::start<2, 1, 0>{}, ops::limit<128, 256, 256>{}, ops::stride<2, 3, 2>{});
static_assert(results_of(sliced.output_to_input<0>()) == 3);

constexpr auto padded = ops::pad(shape<62, 126, 254>{}, ops::low<1, 1, 1>{}, ops::high<1, 1, 1>{});
static_assert(results_of(padded.output_to_input<0>()) == 3);

constexpr auto spread = ops::pad(shape<62, 126>{}, ops::low<3, -1>{}, ops::high<2, 5>{}, ops::interior<1, 2>{});
static_assert(results_of(spread.output_to_input<0>()) == 2);

constexpr auto reversed = ops::reverse(shape<128, 128, 128>{}, ops::axes<0, 2>{});
static_assert(results_of(reversed.output_to_input<0>() >> reversed.output_to_input<0>()) == 3);

constexpr auto total = ops::reduce(shape<16, 64, 128, 32>{}, ops::axes<0, 3>{});
static_assert(results_of(total.output_to_input<0>()) == 4);

constexpr auto spread_out = ops::broadcast(shape<128>{}, shape<64, 128, 256>{}, ops::axes<1>{});
static_assert(results_of(spread_out.output_to_input<0>()) == 1);

constexpr auto joined = ops::concatenate(ops::axes<1>{}, shape<64, 96, 128>{}, shape<64, 32, 128>{});
static_assert(results_of(joined.output_to_input<1>()) == 3);

constexpr auto convolved = ops::convolution(shape<1, 12, 10, 4>{}, shape<4, 3, 5, 8>{}, ops::input_dims<0, 3, 1, 2>{},
                                            ops::kernel_dims<0, 3, 1, 2>{}, ops::output_dims<0, 3, 1, 2>{},
                                            ops::stride<2, 2>{}, ops::low<1, 2>{}, ops::high<1, 2>{});
static_assert(results_of(convolved.output_to_input<0>()) == 4);
