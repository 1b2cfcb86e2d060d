// Inverse, converse, dropped and rescaled ranges, and the operations that are recipes.
#include <type_traits>

#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

constexpr auto there = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
static_assert((there >> inverse(there)) == identity(shape<4, 8>{}));
static_assert(inverse(inverse(there)) == there);

constexpr auto affine = "(d0)[s0]{rt0} -> (d0 * 4 - s0 + rt0), domain: d0 in [0, 3], s0 in [0, 3], rt0 in [0, 9]"_map;
// rows of 9 with 2 more beside each, and a sum that only the box makes injective
constexpr auto padded = "(d0) -> (d0 + (d0 floordiv 9) * 2), domain: d0 in [0, 1023]"_map;
static_assert((padded >> inverse(padded)) == identity(shape<1024>{}));
constexpr auto boxed =
    "(d0, d1, d2) -> (d0 * 3 + d1 * 5 + d2 * 7), domain: d0 in [0, 1], d1 in [0, 1], d2 in [0, 1]"_map;
static_assert((boxed >> inverse(boxed)) == identity(shape<2, 2, 2>{}));
static_assert(inverse(affine).counts == map_counts{1, 0, 1, 2});
static_assert(inverse(affine)(10, 3) == coord<2>{2, 1});

constexpr auto pairs = "(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 3], s0 in [0, 1]"_map;
static_assert(converse(pairs) == "(d0) -> (d0 floordiv 2), domain: d0 in [0, 7]"_map);
constexpr auto summed = "(d0)[s0] -> (d0, s0), domain: d0 in [0, 3], s0 in [0, 1]"_map;
static_assert(converse(summed) == "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 1]"_map);
constexpr auto broadcast = "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 1]"_map;
static_assert(converse(broadcast) == "(d0)[s0] -> (d0, s0), domain: d0 in [0, 3], s0 in [0, 1]"_map);

constexpr auto unused = "(d0)[s0, s1] -> (d0 + s1 * 4), domain: d0 in [0, 3], s0 in [0, 1], s1 in [0, 2]"_map;
static_assert(drop_unused(unused) == "(d0)[s0] -> (d0 + s0 * 4), domain: d0 in [0, 3], s0 in [0, 2]"_map);
static_assert(same_reads(unused, drop_unused(unused)));

constexpr auto odd = "(d0)[s0] -> (d0, s0), domain: d0 in [0, 3], s0 in [0, 9], s0 mod 2 in [1, 1]"_map;
static_assert(rescale_ranges(odd) == "(d0)[s0] -> (d0, s0 * 2 + 1), domain: d0 in [0, 3], s0 in [0, 4]"_map);

static_assert(add_constraint(there, between(d<0> + d<1>, 0_c, 3_c)) ==
              "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7], d0 + d1 in [0, 3]"_map);
static_assert(add_constraint(identity(shape<0>{}), between(d<0>, 0_c, 3_c)) == identity(shape<0>{}));
static_assert(add_constraint(there, between(d<0>, 7_c, 9_c)) == "(d0, d1) -> (0, 0), domain: KNOWN EMPTY"_map);

static_assert(ranges_to_dimensions(pairs) == "(d0, d1) -> (d0 * 2 + d1), domain: d0 in [0, 3], d1 in [0, 1]"_map);
static_assert(dimensions_to_ranges<1>(ranges_to_dimensions(pairs)) == pairs);

static_assert(submap<1>(there) == "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 7]"_map);
static_assert(submap<1, 0, 1>(there)(1, 2) == coord<3>{1, 2, 1});
static_assert(side_by_side(there, submap<1>(there))(1, 2) == coord<3>{2, 1, 1});
static_assert(side_by_side(there, identity(shape<3, 9>{})) ==
              "(d0, d1) -> (d1, d0, d0, d1), domain: d0 in [0, 2], d1 in [0, 7]"_map);

static_assert(bounds<0>(pairs) == interval{0, 7});
static_assert(bounds<0>("(d0) -> (d0 - d0 floordiv 4 * 4), domain: d0 in [0, 99]"_map) == interval{0, 3});
static_assert(bounds<0>(identity(shape<0>{})).empty());

static_assert(to_string(there >> inverse(there)) == "(d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 7]");
static_assert(to_string(there) == "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]");

}  // namespace
