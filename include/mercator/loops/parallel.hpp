// Boxes cut up along their outermost digit, for executors.
#pragma once

#include "mercator/loops/policy.hpp"
#include "mercator/loops/strided.hpp"
#include "mercator/loops/vector.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

/// A box in parts along its outermost digit: `whole` ones of the same box, then, where that does not divide,
/// the rest. They stand `apart` from one another.
struct parts_of_box {
  i64 whole = 1;
  box part = {}, rest = {};
  digit apart = {};
};

/// So many parts that all cores have work until the end; long ones are of whole tiles.
constexpr parts_of_box parts_of(const box& b) {
  constexpr i64 most_parts = 32, tile = 16;
  parts_of_box out;
  out.part = b;
  if (b.digits == 0) return out;
  const i64 count = b.loop[0].count;
  const i64 least = (count + most_parts - 1) / most_parts, unit = least > tile ? tile : 1;
  i64 length = (least + unit - 1) / unit * unit;
  for (i64 even = length; even <= 2 * least && count % length != 0; even += unit)
    if (count % even == 0) length = even;
  out.whole = count / length;
  out.apart = b.loop[0];
  for (int o = 0; o < b.operands; ++o) out.apart.stride[o] *= length;
  out.part.loop[0].count = length;
  if (count % length != 0) {
    out.rest = b;
    out.rest.loop[0].count = count % length;
  }
  return out;
}

template <class Box>
struct parted_box {
  static constexpr parts_of_box parts = parts_of(Box::value);
};
template <class Box>
struct part_of_box {
  static constexpr box value = merged(parted_box<Box>::parts.part);
};
template <class Box>
struct rest_of_box {
  static constexpr box value = merged(parted_box<Box>::parts.rest);
};

/// Runs a box: algorithm.run<Box>(pointers…), one for each operand.
template <class Box, class How, class Algorithm, class... Pointers>
MERCATOR_INLINE void run_box(const How&, const Algorithm& algorithm, Pointers... p) {
  algorithm.template run<Box>(p...);
}

template <class Box, class Executor, class Algorithm, int... Operand, class... Pointers>
inline void run_parts(Executor& executor, const Algorithm& algorithm, std::integer_sequence<int, Operand...>,
                      Pointers... p) {
  constexpr i64 whole = parted_box<Box>::parts.whole;
  constexpr bool has_rest = parted_box<Box>::parts.rest.digits > 0;
  executor(whole + has_rest, [=](i64 begin, i64 end) {
    constexpr digit apart = parted_box<Box>::parts.apart;
    for (i64 k = begin; k < end && k < whole; ++k)
      algorithm.template run<part_of_box<Box>>((p + k * apart.stride[Operand])...);
    if constexpr (has_rest)
      if (begin <= whole && end > whole)
        algorithm.template run<rest_of_box<Box>>((p + whole * apart.stride[Operand])...);
  });
}

/// In parts, which an executor runs. Parts of a reduced digit would write the same outputs: it is not cut up.
template <class Box, class Executor, class Inner, class Algorithm, class... Pointers>
inline void run_box(const parallel_policy<Executor, Inner>& how, const Algorithm& algorithm, Pointers... p) {
  constexpr box b = Box::value;
  if constexpr (b.digits == 0 || b.loop[0].stride[0] == 0)
    algorithm.template run<Box>(p...);
  else
    run_parts<Box>(how.executor, algorithm, std::make_integer_sequence<int, sizeof...(Pointers)>{}, p...);
}

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops
