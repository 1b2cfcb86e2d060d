// copy against evaluating the map at every point: shapes that do not divide, sizes 0 and 1, rank 0, elements of
// all sizes.
#include <array>

#include <doctest/doctest.h>

#include "mercator/loops/copy.hpp"
#include "mercator/map/compose.hpp"
#include "mercator/map/identity.hpp"
#include "mercator/map/literals.hpp"
#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/reverse.hpp"
#include "mercator/ops/slice.hpp"
#include "mercator/ops/transpose.hpp"
#include "test/loops/drawn_maps.hpp"

using namespace mercator;
using namespace mercator::literals;
using namespace mercator_test;

namespace {

template <class T, class Map, class In, class Out>
void check(Map map, In in, Out out) {
  const auto from = filled<T>(in, numbered<T>);
  const auto before = filled<T>(out, [](std::size_t k) { return numbered<T>(k + 1'000'000); });
  auto expected = before;
  every_point(map, [&](const auto& at, const auto& read) { expected[place_in(out, at)] = from[place_in(in, read)]; });
  const auto with = [&](auto how) {
    auto to = before;
    copy(how, map, tensor_view<const T, In>(from.data()), tensor_view<T, Out>(to.data()));
    CHECK((to == expected));
  };
  with(in_order);
  if constexpr (sizeof(T) == 4) {
    two_threads executor;
    with(may_alias);
    with(parallel(executor));
  }
}

template <class Map, class In, class Out>
void check_all_sizes(Map map, In in, Out out) {
  check<element<1>>(map, in, out);
  check<element<2>>(map, in, out);
  check<element<3>>(map, in, out);
  check<element<4>>(map, in, out);
  check<element<8>>(map, in, out);
  check<element<16>>(map, in, out);
}

template <class Operation, class In>
void check_operation(Operation op, In in) {
  check_all_sizes(op.template output_to_input<0>(), in, op.output());
}

template <unsigned Seed, unsigned... K>
constexpr auto drawn_shape(i64, std::integer_sequence<unsigned, K...>) {
  constexpr i64 most = sizeof...(K) == 2 ? 90 : sizeof...(K) == 3 ? 20 : 9;
  return shape<drawn_size(Seed, K, most)...>{};
}

template <unsigned Seed, unsigned Rank>
using random_shape = decltype(drawn_shape<Seed>(0, std::make_integer_sequence<unsigned, Rank>{}));

template <unsigned... Seed>
void check_transposes(std::integer_sequence<unsigned, Seed...>) {
  (check<element<4>>(ops::transpose(random_shape<Seed, 2>{}, perm<1, 0>{}).template output_to_input<0>(),
                     random_shape<Seed, 2>{}, ops::transpose(random_shape<Seed, 2>{}, perm<1, 0>{}).output()),
   ...);
  (check<element<2>>(ops::transpose(random_shape<Seed, 3>{}, perm<2, 0, 1>{}).template output_to_input<0>(),
                     random_shape<Seed, 3>{}, ops::transpose(random_shape<Seed, 3>{}, perm<2, 0, 1>{}).output()),
   ...);
  (check<element<8>>(ops::transpose(random_shape<Seed, 4>{}, perm<0, 2, 1, 3>{}).template output_to_input<0>(),
                     random_shape<Seed, 4>{}, ops::transpose(random_shape<Seed, 4>{}, perm<0, 2, 1, 3>{}).output()),
   ...);
}

template <unsigned Seed>
void check_chain() {
  using in = drawn_input_t<Seed>;
  using chain = drawn_chain<Seed, 3, in>;
  check<element<1 << Seed % 5>>(chain::map(), in{}, typename chain::output{});
}

}  // namespace

TEST_CASE("chains of drawn operations") {
  for_each_seed<15>([]<unsigned Seed>() { check_chain<Seed>(); });
}

TEST_CASE("transposes of drawn shapes") { check_transposes(std::make_integer_sequence<unsigned, 8>{}); }

TEST_CASE("transposes of all element sizes") {
  check_operation(ops::transpose(shape<64, 64>{}, perm<1, 0>{}), shape<64, 64>{});
  check_operation(ops::transpose(shape<50, 14>{}, perm<1, 0>{}), shape<50, 14>{});
  check_operation(ops::transpose(shape<3, 17, 33>{}, perm<0, 2, 1>{}), shape<3, 17, 33>{});
  check_operation(ops::transpose(shape<5, 1, 7>{}, perm<2, 1, 0>{}), shape<5, 1, 7>{});
  check_operation(ops::transpose(shape<129, 15>{}, perm<1, 0>{}), shape<129, 15>{});
  check_operation(ops::transpose(shape<9, 13, 11, 16>{}, perm<2, 0, 1, 3>{}), shape<9, 13, 11, 16>{});
}

TEST_CASE("reshapes of transposes, whose sizes do not divide") {
  constexpr auto turned = ops::transpose(shape<3, 8, 10, 7>{}, perm<1, 0, 3, 2>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<24, 70>{});
  constexpr auto other = ops::reshape(turned.output(), shape<10, 168>{});
  check_all_sizes(flat.output_to_input<0>() >> turned.output_to_input<0>(), shape<3, 8, 10, 7>{}, flat.output());
  check_all_sizes(other.output_to_input<0>() >> turned.output_to_input<0>(), shape<3, 8, 10, 7>{}, other.output());
}

TEST_CASE("a slice of a reshape of a transpose: no digits without a rest") {
  constexpr auto turned = ops::transpose(shape<6, 10>{}, perm<1, 0>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<60>{});
  constexpr auto cut = ops::slice(flat.output(), ops::start<5>{}, ops::limit<58>{}, ops::stride<1>{});
  check_all_sizes(cut.output_to_input<0>() >> flat.output_to_input<0>() >> turned.output_to_input<0>(), shape<6, 10>{},
                  cut.output());
  constexpr auto few = ops::slice(flat.output(), ops::start<3>{}, ops::limit<60>{}, ops::stride<4>{});
  check_all_sizes(few.output_to_input<0>() >> flat.output_to_input<0>() >> turned.output_to_input<0>(), shape<6, 10>{},
                  few.output());
}

TEST_CASE("slices and reverses") {
  check_operation(ops::slice(shape<20, 40>{}, ops::start<2, 0>{}, ops::limit<20, 40>{}, ops::stride<3, 2>{}),
                  shape<20, 40>{});
  check_operation(ops::slice(shape<7, 77>{}, ops::start<0, 1>{}, ops::limit<7, 76>{}, ops::stride<1, 2>{}),
                  shape<7, 77>{});
  check_operation(ops::slice(shape<7, 33>{}, ops::start<0, 0>{}, ops::limit<7, 33>{}, ops::stride<1, 2>{}),
                  shape<7, 33>{});
  check_operation(ops::slice(shape<300>{}, ops::start<5>{}, ops::limit<298>{}, ops::stride<1>{}), shape<300>{});
  check_operation(ops::slice(shape<9, 70>{}, ops::start<0, 3>{}, ops::limit<9, 70>{}, ops::stride<2, 5>{}),
                  shape<9, 70>{});
  check_operation(ops::reverse(shape<5, 37>{}, ops::axes<0, 1>{}), shape<5, 37>{});
  check_operation(ops::reverse(shape<6, 9, 4>{}, ops::axes<1>{}), shape<6, 9, 4>{});
}

TEST_CASE("a broadcast reads elements several times, a pad leaves some of the output as it is") {
  constexpr auto spread = ops::broadcast(shape<5>{}, shape<3, 5, 4>{}, ops::axes<1>{});
  check_operation(spread, shape<5>{});
  constexpr auto padded = ops::pad(shape<6, 11>{}, ops::low<1, 2>{}, ops::high<3, 0>{}, ops::interior<2, 1>{});
  check_operation(padded, shape<6, 11>{});
}

TEST_CASE("maps with quotients and constraints that no splitting removes") {
  check_all_sizes(
      "(d0, d1) -> ((d0 * 7 + d1 * 5) floordiv 9, (d0 + d1) mod 11), domain: d0 in [0, 10], d1 in [0, 12]"_map,
      shape<15, 11>{}, shape<11, 13>{});
  check_all_sizes("(d0, d1) -> (d1, d0), domain: d0 in [0, 10], d1 in [0, 12], d0 + d1 in [3, 14]"_map, shape<13, 11>{},
                  shape<11, 13>{});
  check_all_sizes("(d0, d1) -> (min(d0, d1)), domain: d0 in [0, 8], d1 in [0, 12]"_map, shape<9>{}, shape<9, 13>{});
}

TEST_CASE("sizes 0 and 1, and rank 0") {
  check_operation(ops::transpose(shape<0, 5>{}, perm<1, 0>{}), shape<0, 5>{});
  check_operation(ops::transpose(shape<1, 1>{}, perm<1, 0>{}), shape<1, 1>{});
  check_operation(ops::transpose(shape<1, 9>{}, perm<1, 0>{}), shape<1, 9>{});
  check_all_sizes(identity(shape<>{}), shape<>{}, shape<>{});
  check_all_sizes("() -> (3)"_map, shape<5>{}, shape<>{});
  check_all_sizes("(d0) -> (0), domain: KNOWN EMPTY"_map, shape<5>{}, shape<4>{});
}

TEST_CASE("empty shapes whose other sizes have a product beyond 64 bits") {
  constexpr i64 large = i64{1} << 40;
  using wide = shape<0, large, large>;
  check<element<4>>(ops::transpose(wide{}, perm<2, 1, 0>{}).output_to_input<0>(), wide{}, shape<large, large, 0>{});
  check<element<4>>(ops::transpose(shape<large, large, 0>{}, perm<2, 0, 1>{}).output_to_input<0>(),
                    shape<large, large, 0>{}, wide{});
}

TEST_CASE("an overlapping move, element by element in order") {
  std::array<int, 10> line{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  copy(may_alias, "(d0) -> (d0 + 3), domain: d0 in [0, 6]"_map, tensor_view<const int, shape<10>>(line.data()),
       tensor_view<int, shape<7>>(line.data()));
  CHECK(line == std::array<int, 10>{3, 4, 5, 6, 7, 8, 9, 7, 8, 9});
}
