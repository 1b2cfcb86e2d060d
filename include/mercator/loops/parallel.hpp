// Boxes cut up along their outermost digit, for executors.
#pragma once

#include "mercator/loops/policy.hpp"
#include "mercator/loops/strided.hpp"
#include "mercator/loops/vector.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

/// The box as `parts` equal outer steps: its outermost digit, or a part of it where there is no other digit
/// that tiles could work on.
constexpr box with_outer_parts(const box& b, int work_digits) {
  if (b.digits == 0 || b.digits > work_digits || b.digits == max_digits) return b;
  constexpr i64 most_parts = 32;
  i64 parts = 1;
  for (i64 k = most_parts; k > 1 && parts == 1; --k)
    if (b.loop[0].count % k == 0) parts = k;
  box out = b;
  for (int k = b.digits; k > 0; --k) out.loop[k] = b.loop[k - 1];
  out.digits = b.digits + 1;
  out.loop[0].count = parts;
  out.loop[1].count = b.loop[0].count / parts;
  for (int o = 0; o < b.operands; ++o) out.loop[0].stride[o] = b.loop[0].stride[o] * out.loop[1].count;
  return out;
}

template <class Box>
struct parted_box {
  static constexpr box value = with_outer_parts(Box::value, 2);
};

constexpr box without_outermost(const box& b) {
  box out = b;
  for (int k = 0; k + 1 < b.digits; ++k) out.loop[k] = b.loop[k + 1];
  out.digits = b.digits > 0 ? b.digits - 1 : 0;
  return out;
}

template <class Box>
struct inner_box {
  static constexpr box value = without_outermost(Box::value);
};

/// Runs a box: algorithm.run<Box>(pointers…), one for each operand.
template <class Box, class How, class Algorithm, class... Pointers>
MERCATOR_INLINE void run_box(const How&, const Algorithm& algorithm, Pointers... p) {
  algorithm.template run<Box>(p...);
}

template <class Parted, class Executor, class Algorithm, int... Operand, class... Pointers>
inline void run_parts(Executor& executor, const Algorithm& algorithm, std::integer_sequence<int, Operand...>,
                      Pointers... p) {
  constexpr digit outer = Parted::value.loop[0];
  executor(outer.count, [=](i64 begin, i64 end) {
    for (i64 k = begin; k < end; ++k)
      algorithm.template run<inner_box<Parted>>((p + k * outer.stride[Operand])...);
  });
}

/// In parts, which an executor runs. Parts of a reduced digit would write the same outputs: it is not cut up.
template <class Box, class Executor, class Inner, class Algorithm, class... Pointers>
inline void run_box(const parallel_policy<Executor, Inner>& how, const Algorithm& algorithm, Pointers... p) {
  using parted = parted_box<Box>;
  if constexpr (parted::value.digits == 0 || parted::value.loop[0].stride[0] == 0)
    algorithm.template run<Box>(p...);
  else
    run_parts<parted>(how.executor, algorithm, std::make_integer_sequence<int, sizeof...(Pointers)>{}, p...);
}

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops
