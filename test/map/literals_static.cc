// The _map literal, names, and maps written by hand.
#include <type_traits>

#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

template <class A, class B>
constexpr bool same_type(A, B) {
  return std::is_same_v<A, B>;
}

// ---- text becomes the type that reads like it

constexpr auto swapped = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
static_assert(same_type(
    swapped, indexing_map<dims<in<0, 3>, in<0, 7>>, ranges<>, runtimes<>, results<dim<1>, dim<0>>, where<>>{}));
static_assert(std::is_empty_v<decltype(swapped)>);

constexpr auto everything_at_once =
    "(d0, d1)[s0]{rt0} -> (d0 + rt0, d1 * 2 + s0), "
    "domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 1], rt0 in [0, 3], d1 * 2 + s0 in [0, 8]"_map;
static_assert(same_type(everything_at_once, indexing_map<dims<in<0, 9>, in<0, 4>>, ranges<in<0, 1>>, runtimes<in<0, 3>>,
                                                         results<sum<dim<0>, runtime<0>>, sum<dim<1, 2>, range<0>>>,
                                                         where<constraint<sum<dim<1, 2>, range<0>>, 0, 8>>>{}));
static_assert(everything_at_once.counts == map_counts{2, 1, 1, 2});

#ifndef __CUDACC__  // nvcc 13 breaks literals of several lines
static_assert(same_type(everything_at_once, R"((d0, d1)[s0]{rt0} -> (d0 + rt0, d1 * 2 + s0),
  domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 1], rt0 in [0, 3], d1 * 2 + s0 in [0, 8])"_map));
#endif

constexpr auto nodes =
    "(d0) -> (d0 floordiv 3 * 5, d0 ceildiv 3, d0 mod 4 * -1, min(d0, 3) * 2, max(d0 - 7, 2), (d0 + 1) * 3, 42), "
    "domain: d0 in [0, 20]"_map;
static_assert(same_type(
    nodes, indexing_map<dims<in<0, 20>>, ranges<>, runtimes<>,
                        results<expr::floordiv<dim<0>, 3, 5>, expr::ceildiv<dim<0>, 3>, expr::mod<dim<0>, 4, -1>,
                                expr::min<dim<0>, cst<3>, 2>, expr::max<sum<dim<0>, cst<-7>>, cst<2>>,
                                mul<sum<dim<0>, cst<1>>, 3>, cst<42>>>{}));
static_assert(nodes(20) == coord{30L, 7L, 0L, 6L, 13L, 63L, 42L});
static_assert(nodes(3) == coord{5L, 1L, -3L, 6L, 2L, 12L, 42L});

// ---- names are kept until simplified, and make no difference

constexpr auto grid = "(th_x, bl_x) -> (bl_x * 32 + th_x), domain: th_x in [0, 31], bl_x in [0, 7]"_map;
static_assert(same_type(grid,
                        indexing_map<dims<in<0, 31, name<'t', 'h', '_', 'x'>>, in<0, 7, name<'b', 'l', '_', 'x'>>>,
                                     ranges<>, runtimes<>, results<sum<dim<1, 32>, dim<0>>>>{}));
static_assert(to_string(grid) == "(th_x, bl_x) -> (bl_x * 32 + th_x), domain: th_x in [0, 31], bl_x in [0, 7]");
constexpr auto unnamed = "(d0, d1) -> (d0 + d1 * 32), domain: d0 in [0, 31], d1 in [0, 7]"_map;
static_assert(grid == unnamed);
static_assert(same_type(simplify(grid), simplify(unnamed)));

// ---- no domain, no variables, no results, no points

static_assert("() -> ()"_map() == coord<0>{});
static_assert("() -> (7)"_map() == coord<1>{7});
constexpr auto empty = "(d0)[s0] -> (0), domain: KNOWN EMPTY"_map;
static_assert(same_type(
    empty, indexing_map<dims<in<0, -1>>, ranges<in<0, -1>>, runtimes<>, results<cst<0>>, where<known_empty>>{}));
static_assert(to_string(empty) == "(d0)[s0] -> (0), domain: KNOWN EMPTY");
static_assert(empty == "(d0)[s0] -> (d0), domain: d0 in [4, 3], s0 in [0, 3]"_map);
static_assert(same_type(simplify("() -> (5), domain: KNOWN EMPTY"_map), "() -> (0), domain: KNOWN EMPTY"_map));

// ---- maps made by hand

constexpr auto by_hand =
    make_map(dims<in<0, 9>, in<0, 4>>{}, ranges<in<0, 1>>{}, runtimes<in<0, 3>>{},
             results(d<0> + rt<0>, d<1> * 2_c + s<0>), where(between(d<1> * 2_c + s<0>, 0_c, 8_c)));
static_assert(same_type(by_hand, everything_at_once));
static_assert(same_type(make_map(dims<>{}, results()), "() -> ()"_map));
static_assert(same_type(make_map(dims<in<0, 3>>{}, results(5_c)), "(d0) -> (5), domain: d0 in [0, 3]"_map));

static_assert(same_type(d<0> * 8_c + floordiv(s<0>, 2_c), sum<dim<0, 8>, expr::floordiv<range<0>, 2>>{}));
static_assert(same_type(2_c * (d<0> + 1_c) - d<1>, sum<mul<sum<dim<0>, cst<1>>, 2>, dim<1, -1>>{}));
static_assert(same_type(-(d<0> % 4_c) * 3_c, expr::mod<dim<0>, 4, -3>{}));
static_assert(same_type(mod(d<0>, 4_c), d<0> % 4_c));
static_assert(same_type(5_c - d<0> - 2_c, sum<cst<5>, dim<0, -1>, cst<-2>>{}));
static_assert(same_type(min(d<0>, 3_c) * 2_c, expr::min<dim<0>, cst<3>, 2>{}));
static_assert(same_type(max(1_c, rt<2>), expr::max<cst<1>, runtime<2>>{}));
static_assert(same_type(ceildiv(d<0>, -2_c) * -1_c, expr::ceildiv<dim<0>, -2, -1>{}));
static_assert(same_type(d<0> * (2_c + 1_c), dim<0, 3>{}));

template <class A, class B>
concept Multiplies = requires(A a, B b) {
  a* b;
};
static_assert(!Multiplies<dim<0>, int> && !Multiplies<long, dim<0>>);

}  // namespace
