// A chain of operations, an identity, a fact, a loop.
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto turn = ops::transpose(shape<4, 6, 10>{}, perm<2, 0, 1>{});
constexpr auto flat = ops::reshape(turn.output(), shape<12, 20>{});
constexpr auto part = ops::slice(flat.output(), ops::start<2, 0>{}, ops::limit<12, 20>{}, ops::stride<2, 3>{});
constexpr auto read = simplify(part.output_to_input<0>() >> flat.output_to_input<0>() >> turn.output_to_input<0>());

static_assert((flat.output_to_input<0>() >> turn.output_to_input<0>()) ==
              "(d0, d1) -> ((d0 * 20 + d1) floordiv 6 mod 4, (d0 * 20 + d1) mod 6, (d0 * 20 + d1) floordiv 24), "
              "domain: d0 in [0, 11], d1 in [0, 19]"_map);
static_assert(bounds<0>(read).hi < 4);

void run(const float* from, float* to) {
  int k = 0;
  for_each(read, [&](auto, auto in) { to[k++] = from[(in[0] * 6 + in[1]) * 10 + in[2]]; });
}
