// Shapes and maps under Boost.Hana's concepts.
#include <mercator/interop/hana.hpp>
#include <mercator/mercator.hpp>
#include <boost/hana.hpp>

using namespace mercator;
using namespace mercator::literals;
namespace hana = boost::hana;

// Shapes.
using box = shape<4, 1, 8>;
static_assert(hana::Foldable<box>::value && hana::Iterable<box>::value && hana::Searchable<box>::value &&
              hana::Comparable<box>::value);
static_assert(hana::length(box{}) == hana::size_c<3>);
static_assert(hana::product<hana::integral_constant_tag<i64>>(box{}) == hana::integral_c<i64, 32>);
static_assert(hana::at_c<2>(box{}) == hana::integral_c<i64, 8>);
static_assert(hana::front(box{}) == hana::integral_c<i64, 4> && hana::back(box{}) == hana::integral_c<i64, 8>);
static_assert(hana::equal(hana::drop_front(box{}), shape<1, 8>{}));
static_assert(hana::equal(hana::drop_front(box{}, hana::size_c<5>), shape<>{}));
static_assert(hana::is_empty(shape<>{}) && !hana::is_empty(box{}));
static_assert(hana::equal(box{}, shape<4, 1, 8>{}) && hana::not_equal(box{}, shape<4, 8>{}));
static_assert(hana::contains(box{}, hana::integral_c<i64, 8>) && !hana::contains(box{}, hana::integral_c<i64, 3>));
static_assert(hana::find_if(box{}, [](auto size) { return size > hana::integral_c<i64, 4>; }) ==
              hana::just(hana::integral_c<i64, 8>));
static_assert(hana::to_tuple(shape<2, 3>{}) == hana::make_tuple(hana::integral_c<i64, 2>, hana::integral_c<i64, 3>));

// Maps.
constexpr auto turned = "(d0, d1) -> (d1, d0 * 2), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto same = "(d0, d1) -> (d1 + 0, d0 + d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto other = "(d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 7]"_map;
static_assert(hana::Comparable<decltype(turned)>::value && hana::Foldable<decltype(turned)>::value &&
              hana::Searchable<decltype(turned)>::value);
static_assert(hana::equal(turned, same) && hana::not_equal(turned, other));
static_assert(hana::length(turned) == hana::size_c<2>);
static_assert(hana::equal(results_as_tuple(turned),
                          hana::make_tuple("(d0, d1) -> (d1), domain: d0 in [0, 3], d1 in [0, 7]"_map,
                                           "(d0, d1) -> (d0 * 2), domain: d0 in [0, 3], d1 in [0, 7]"_map)));
static_assert(hana::contains(turned, "(d0, d1) -> (d1), domain: d0 in [0, 3], d1 in [0, 7]"_map));
static_assert(hana::unpack(turned, [](auto first, auto second) { return side_by_side(first, second) == turned; }));
static_assert(hana::fold_left(turned, 0, [](int count, auto) { return count + 1; }) == 2);
static_assert(hana::contains(hana::make_tuple(other, same), turned));
