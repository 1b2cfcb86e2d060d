// Random lines made by the operations of the normal form, within each other.
#pragma once

#include "mercator/symbolic/normal_form.hpp"
#include "test/support/lines.hpp"

namespace mercator_test {

/// Small, of either sign, and now and then one of any size up to the limit.
inline i64 random_divisor(random_numbers& random, i64 limit = mercator::i64_max) {
  const i64 c = random.one_in(6) ? random.of_any_size(limit) : random.in(-20, 20);
  return c == 0 ? 7 : c;
}

inline int nested_line(pool& p, random_numbers& random, int depth, i64 limit = mercator::i64_max) {
  namespace symbolic = mercator::symbolic;
  if (depth == 0) return random_small_line(p, random);
  const auto operand = [&] { return nested_line(p, random, depth - 1, limit); };
  const int x = operand();
  switch (random.below(6)) {
    case 0:
      return symbolic::floordiv(p, x, random_divisor(random, limit));
    case 1:
      return symbolic::mod(p, x, random_divisor(random, limit));
    case 2:
      return symbolic::ceildiv(p, x, random_divisor(random, limit));
    case 3:
      return symbolic::max(p, x, operand());
    case 4:
      return symbolic::min(p, x, operand());
    default:
      return p.add(x, operand(), random.in(1, 4));
  }
}

}  // namespace mercator_test
