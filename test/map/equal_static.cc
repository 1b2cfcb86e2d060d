// Composition, identity, equality, and maps in Hana's containers.
#include <type_traits>

#include <boost/hana/contains.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/fold_left.hpp>
#include <boost/hana/tuple.hpp>

#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;
namespace hana = boost::hana;

namespace {

template <class A, class B>
constexpr bool same_type(A, B) {
  return std::is_same_v<A, B>;
}

constexpr auto there = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto back = "(d0, d1) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 3]"_map;
constexpr auto untouched = identity(shape<4, 8>{});

// ---- chains that are equal have one type once simplified

static_assert((there >> back) == untouched);
static_assert(same_type(simplify(there >> back), simplify(untouched)));
static_assert(same_type(simplify(simplify(there)), simplify(there)));
static_assert(same_type(simplify((there >> back) >> there), simplify(there >> (back >> there))));

constexpr auto collapse = "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto expand = "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]"_map;
static_assert((collapse >> expand) == untouched);
static_assert((expand >> collapse) == identity(shape<32>{}));
static_assert(same_type(simplify(expand >> collapse), simplify(identity(shape<32>{}))));

// ---- domains count, names and spelling do not

static_assert(untouched != identity(shape<4, 7>{}));
static_assert(there != back && there != untouched);
static_assert("(d0) -> (d0 + d0), domain: d0 in [0, 3]"_map == "(x) -> (x * 2), domain: x in [0, 3]"_map);
static_assert("(d0) -> (d0), domain: d0 in [0, 9], d0 * 2 in [0, 7]"_map == identity(shape<4>{}));
static_assert("(d0) -> (d0 mod 5), domain: d0 in [0, 4]"_map == identity(shape<5>{}));
static_assert("(d0) -> (d0 mod 5), domain: d0 in [0, 5]"_map != identity(shape<6>{}));

// ---- different counts are different, not an error

static_assert(untouched != identity(shape<4>{}));
static_assert("(d0)[s0] -> (d0), domain: d0 in [0, 3], s0 in [0, 0]"_map != identity(shape<4>{}));
static_assert("(d0) -> (d0, d0), domain: d0 in [0, 3]"_map != identity(shape<4>{}));

// ---- known-empty maps of the same counts are equal

static_assert(identity(shape<0, 3>{}) == identity(shape<5, 0>{}));
static_assert(identity(shape<0, 3>{}) == "(d0, d1) -> (0, 0), domain: KNOWN EMPTY"_map);
static_assert(identity(shape<0>{}) != identity(shape<1>{}));
static_assert(identity(shape<>{}) == "() -> ()"_map);

// ---- equality of types, and with a budget

static_assert(equal_v<decltype(there >> back), decltype(untouched)>);
static_assert(!equal_v<decltype(there), decltype(back)>);
static_assert(equal_within<5000>(there >> back, untouched));
static_assert(!equal_within<5000>(there, back));
constexpr bool shown = (expect_same<decltype(there >> back), decltype(untouched)>(), true);
static_assert(shown);

// ---- the reads, however often and through whatever ranges

constexpr auto rows = "(d0)[s0] -> (d0 * 4 + s0), domain: d0 in [0, 3], s0 in [0, 3]"_map;
constexpr auto rows_reversed = "(d0)[s0] -> (d0 * 4 - s0 + 3), domain: d0 in [0, 3], s0 in [0, 3]"_map;
constexpr auto rows_twice = "(d0)[s0, s1] -> (d0 * 4 + s0), domain: d0 in [0, 3], s0 in [0, 3], s1 in [0, 1]"_map;
static_assert(rows != rows_reversed && same_reads(rows, rows_reversed));
static_assert(rows != rows_twice && same_reads(rows, rows_twice));
static_assert(!same_reads(rows, "(d0)[s0] -> (d0 * 4 + s0), domain: d0 in [0, 3], s0 in [0, 2]"_map));

// ---- numbers near 2^62

constexpr auto halves = "(d0) -> ((d0 * -2305843009213693950) mod 4611686018427387904), domain: d0 in [0, 3]"_map;
static_assert(simplify(halves) == halves && simplify(halves)(1) == coord<1>{2305843009213693954});

// ---- Hana

constexpr auto maps = hana::make_tuple(there, untouched);
static_assert(hana::contains(maps, there >> back));
static_assert(!hana::contains(maps, back));
static_assert(hana::equal(maps, hana::make_tuple(there >> back >> there, there >> back)));
static_assert(maps == hana::make_tuple(there, collapse >> expand));
static_assert(hana::fold_left(hana::make_tuple(there, back, there), compose) == there);

}  // namespace
