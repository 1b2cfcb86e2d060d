// The contract's names, unqualified, beside those of POSIX, with Hana and std at hand.
#include <math.h>
#include <strings.h>
#include <unistd.h>

#include <type_traits>
#include <utility>

#include <boost/hana/integral_constant.hpp>
#include <boost/hana/tuple.hpp>

#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;
namespace hana = boost::hana;

namespace {

constexpr auto transposed = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto untouched = identity(shape<4, 8>{});
constexpr auto operation = ops::transpose(shape<8, 4>{}, perm<1, 0>{});

static_assert(compose(transposed, inverse(transposed)) == untouched);
static_assert((transposed >> inverse(transposed)) == untouched);
static_assert(operation.output_to_input<0>() == transposed);
static_assert(converse(transposed) == operation.input_to_output<0>());
static_assert(drop_unused(transposed) == simplify(transposed));
static_assert(equal_v<decltype(transposed), decltype(operation.output_to_input<0>())>);
static_assert(std::is_same_v<decltype(transposed(1, 2)), coord<2>>);
static_assert(decltype(transposed)::eval(1, 2)[0] == 2);

[[maybe_unused]] constexpr auto pair = hana::make_tuple(transposed, untouched);
[[maybe_unused]] constexpr auto text = to_string(transposed);
[[maybe_unused]] constexpr auto five = 2_c + hana::int_c<3>;

[[maybe_unused]] long long visit() {
  long long sum = 0;
  for_each(transposed, [&](auto from, auto to) { sum += from[0] * to[0]; });
  return sum;
}

}  // namespace
