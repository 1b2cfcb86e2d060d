// assemble against evaluating the pieces' maps at every point.
#include <doctest/doctest.h>

#include "mercator/loops/assemble.hpp"
#include "mercator/ops/pieces.hpp"
#include "test/loops/cases.hpp"

using namespace mercator;
using namespace mercator_test;

namespace {

template <class T, class Map, class Out, class In>
void put(Map map, Out out, std::vector<T>& to, In in, const std::vector<T>& from) {
  every_point(map, [&](const auto& at, const auto& read) { to[place_in(out, at)] = from[place_in(in, read)]; });
}

template <class T, class Operation, class In>
void check_pad_of(Operation op, In in) {
  using out_shape = decltype(op.output());
  const auto from = filled<T>(in, numbered<T>);
  const T value = numbered<T>(12345);
  std::vector<T> expected(static_cast<std::size_t>(out_shape::elements), value);
  put(op.template output_to_input<0>(), out_shape{}, expected, in, from);
  const auto with = [&](auto how) {
    std::vector<T> to(expected.size(), numbered<T>(777));
    assemble(how, ops::pieces(op), tensor_view<T, out_shape>(to.data()), tensor_view<const T, In>(from.data()), value);
    CHECK((to == expected));
  };
  two_threads executor;
  with(in_order);
  with(parallel(executor));
}

template <class Operation, class In>
void check_pad(Operation op, In in) {
  check_pad_of<element<1>>(op, in);
  check_pad_of<int>(op, in);
  check_pad_of<element<16>>(op, in);
}

template <class Axes, class... In>
void check_concatenate(Axes, In... in) {
  constexpr auto op = ops::concatenate(Axes{}, In{}...);
  using out_shape = decltype(op.output());
  std::vector<std::vector<int>> from;
  (from.push_back(filled<int>(in, [&](std::size_t k) { return static_cast<int>(k + 10'000 * from.size()); })), ...);
  std::vector<int> expected(static_cast<std::size_t>(out_shape::elements));
  const auto run = [&]<int... K>(std::integer_sequence<int, K...>) {
    (put(op.template output_to_input<K>(), out_shape{}, expected, in, from[static_cast<std::size_t>(K)]), ...);
    const auto with = [&](auto how) {
      std::vector<int> to(expected.size(), -1);
      assemble(how, ops::pieces(op), tensor_view<int, out_shape>(to.data()),
               tensor_view<const int, In>(from[static_cast<std::size_t>(K)].data())...);
      CHECK(to == expected);
    };
    two_threads executor;
    with(in_order);
    with(parallel(executor));
  };
  run(std::make_integer_sequence<int, sizeof...(In)>{});
}

}  // namespace

TEST_CASE("pads") {
  check_pad(ops::pad(shape<3, 5, 9>{}, ops::low<1, 1, 1>{}, ops::high<1, 1, 1>{}), shape<3, 5, 9>{});
  check_pad(ops::pad(shape<6, 70>{}, ops::low<0, 3>{}, ops::high<2, 0>{}), shape<6, 70>{});
  check_pad(ops::pad(shape<6, 30>{}, ops::low<-1, -3>{}, ops::high<2, -4>{}), shape<6, 30>{});
  check_pad(ops::pad(shape<6, 9>{}, ops::low<1, 0>{}, ops::high<0, 2>{}, ops::interior<2, 1>{}), shape<6, 9>{});
  check_pad(ops::pad(shape<0, 4>{}, ops::low<2, 1>{}, ops::high<0, 0>{}), shape<0, 4>{});
  check_pad(ops::pad(shape<4>{}, ops::low<-3>{}, ops::high<-1>{}), shape<4>{});
  check_pad(ops::pad(shape<1>{}, ops::low<0>{}, ops::high<0>{}), shape<1>{});
  check_pad(ops::pad(shape<>{}, ops::low<>{}, ops::high<>{}), shape<>{});
}

TEST_CASE("concatenations") {
  check_concatenate(ops::axes<0>{}, shape<3, 5>{}, shape<4, 5>{});
  check_concatenate(ops::axes<1>{}, shape<3, 5, 2>{}, shape<3, 1, 2>{}, shape<3, 7, 2>{});
  check_concatenate(ops::axes<2>{}, shape<3, 5, 17>{}, shape<3, 5, 40>{});
  check_concatenate(ops::axes<1>{}, shape<3, 0>{}, shape<3, 4>{});
  check_concatenate(ops::axes<0>{}, shape<6>{});
  constexpr i64 large = i64{1} << 40;
  check_concatenate(ops::axes<0>{}, shape<0, large, large>{}, shape<0, large, large>{});
}
