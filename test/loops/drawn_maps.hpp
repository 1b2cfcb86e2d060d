// Maps drawn while compiling: chains of transposes, slices with steps, reverses and reshapes.
#pragma once

#include <array>

#include "mercator/map/compose.hpp"
#include "mercator/map/identity.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/reverse.hpp"
#include "mercator/ops/slice.hpp"
#include "mercator/ops/transpose.hpp"
#include "test/loops/cases.hpp"

namespace mercator_test {

template <std::size_t Rank>
constexpr std::array<int, Rank> drawn_order(unsigned seed) {
  std::array<int, Rank> out{};
  for (std::size_t k = 0; k < Rank; ++k) {
    const auto other = static_cast<std::size_t>(drawn(seed, static_cast<unsigned>(k), 0, static_cast<i64>(k)));
    out[k] = out[other];
    out[other] = static_cast<int>(k);
  }
  return out;
}

/// Some divisor of a size.
constexpr i64 drawn_divisor(unsigned seed, i64 size) {
  i64 divisor = drawn(seed, 31, 1, 20);
  while (size % divisor != 0) --divisor;
  return divisor;
}

template <unsigned Seed, class In, int... K>
constexpr auto drawn_slice(In in, std::integer_sequence<int, K...>) {
  constexpr i64 first[] = {drawn(Seed, 10 + K, 0, (In::size(K) - 1) / 3)...};
  constexpr i64 limit[] = {drawn(Seed, 20 + K, (first[K] + In::size(K) + 1) / 2, In::size(K))...};
  return mercator::ops::slice(in, mercator::ops::start<first[K]...>{}, mercator::ops::limit<limit[K]...>{},
                              mercator::ops::stride<drawn(Seed, 30 + K, 1, 3)...>{});
}

/// An operation with one operand.
template <unsigned Seed, class In, int... K>
constexpr auto drawn_operation(In in, std::integer_sequence<int, K...> each) {
  constexpr int kind = static_cast<int>(drawn(Seed, 1, 0, 3));
  if constexpr (kind == 0) {
    constexpr auto order = drawn_order<sizeof...(K)>(Seed);
    return mercator::ops::transpose(in, mercator::perm<order[K]...>{});
  } else if constexpr (kind == 1) {
    return drawn_slice<Seed>(in, each);
  } else if constexpr (kind == 2) {
    return mercator::ops::reverse(in, mercator::ops::axes<static_cast<int>(drawn(Seed, 2, 0, In::rank - 1))>{});
  } else {
    constexpr i64 inner = drawn_divisor(Seed, In::elements), middle = drawn_divisor(Seed + 1, In::elements / inner);
    return mercator::ops::reshape(in, mercator::shape<In::elements / inner / middle, middle, inner>{});
  }
}

/// Steps operations one after another on a tensor In: from the indices of what they make to those of In.
template <unsigned Seed, int Steps, class In>
struct drawn_chain {
  static constexpr auto operation =
      drawn_operation<Seed * 16 + Steps>(In{}, std::make_integer_sequence<int, In::rank>{});
  using rest = drawn_chain<Seed, Steps - 1, decltype(operation.output())>;
  using output = typename rest::output;

  static constexpr auto map() { return typename rest::map_type{} >> operation.template output_to_input<0>(); }
  using map_type = decltype(map());
};
template <unsigned Seed, class In>
struct drawn_chain<Seed, 0, In> {
  using output = In;
  using map_type = decltype(mercator::identity(In{}));
  static constexpr auto map() { return map_type{}; }
};

/// A shape of rank 2 to 4, of at most some thousand elements.
template <unsigned Seed, int... K>
constexpr auto drawn_input(std::integer_sequence<int, K...>) {
  constexpr i64 most = sizeof...(K) == 2 ? 70 : sizeof...(K) == 3 ? 19 : 9;
  return mercator::shape<drawn_size(Seed, static_cast<unsigned>(K), most)...>{};
}
template <unsigned Seed>
using drawn_input_t =
    decltype(drawn_input<Seed>(std::make_integer_sequence<int, static_cast<int>(drawn(Seed, 9, 2, 4))>{}));

/// Calls check.operator()<Seed>() for each seed in [0, Count - 1].
template <unsigned Count, class Check>
void for_each_seed(Check check) {
  [&]<unsigned... Seed>(std::integer_sequence<unsigned, Seed...>) { (check.template operator()<Seed>(), ...); }
  (std::make_integer_sequence<unsigned, Count>{});
}

}  // namespace mercator_test
