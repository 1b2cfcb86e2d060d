// Lines of the engine by their definition, in 128 bits, and random pools and lines to compare with it.
#pragma once

#include <vector>

#include "mercator/symbolic/pool.hpp"
#include "test/support/random.hpp"
#include "test/support/wide.hpp"

namespace mercator_test {

using mercator::interval;
using mercator::symbolic::atom_kind;
using mercator::symbolic::pool;

using intervals = std::vector<interval>;

inline wide value(const pool& p, int line, const point& at) {
  wide sum = p.constant[line];
  for (int i = p.begin[line]; i < p.end(line); ++i) {
    const int a = p.atom[i];
    wide x = 0;
    if (p.is_variable(a)) {
      x = at[static_cast<std::size_t>(a)];
    } else {
      const wide inner = value(p, p.operand[a], at);
      x = p.kind[a] == atom_kind::quotient ? floor_quotient(inner, p.divisor[a]) : inner > 0 ? inner : 0;
    }
    sum += p.coefficient[i] * x;
  }
  return sum;
}

/// Calls visit with every point of the box.
template <class Visit>
void for_each_point(const intervals& in, Visit visit) {
  point at;
  for (const interval r : in) {
    if (r.empty()) return;
    at.push_back(r.lo);
  }
  for (;;) {
    visit(static_cast<const point&>(at));
    std::size_t v = in.size();
    while (v > 0 && at[v - 1] == in[v - 1].hi) {
      at[v - 1] = in[v - 1].lo;
      --v;
    }
    if (v == 0) return;
    ++at[v - 1];
  }
}

/// Adds `count` variables of one to five values each, near 0 or, now and then, far from it.
inline intervals add_variables(pool& p, random_numbers& random, int count, i64 far = i64{1} << 40) {
  intervals out;
  for (int v = 0; v < count; ++v) {
    const i64 lo = random.one_in(2) ? 0 : random.one_in(4) ? random.of_any_size(far) : random.in(-6, 6);
    out.push_back({lo, lo + random.in(0, 4)});
    p.add_variable(out.back());
  }
  return out;
}

/// A combination of the pool's atoms with coefficients made by `next`, which may be 0.
template <class Next>
int random_line(pool& p, i64 constant, Next next) {
  const int from = p.terms;
  for (int a = 0; a < p.atoms; ++a)
    if (const i64 c = next()) p.push(c, a);
  return p.close(constant, from);
}

/// A line whose coefficients are residues of `divisor`, those next to 0, to the divisor and to its factors
/// often.
inline int random_rest(pool& p, random_numbers& random, i64 divisor) {
  return random_line(p, random.in(0, divisor - 1), [&]() -> i64 {
    if (random.one_in(3)) return 0;
    const i64 x = random.in(1, divisor - 1), factor = mercator::gcd(x, divisor);
    return random.one_of<i64>({x, x, 1, divisor - 1, factor, divisor - factor}) % divisor;
  });
}

inline int random_small_line(pool& p, random_numbers& random) {
  return random_line(p, random.in(-9, 9), [&] { return random.one_in(2) ? 0 : random.in(-9, 9); });
}

/// Adds a quotient or a positive part of a random line, as it stands: no rule is asked. The pool has variables.
inline void add_atom(pool& p, random_numbers& random, const intervals& variables) {
  const bool quotient = !random.one_in(4);
  const i64 divisor = quotient ? random.in(2, 12) : 0;
  const int line = quotient ? random_rest(p, random, divisor) : random_small_line(p, random);
  wide lo = 0, hi = 0;
  bool first = true;
  for_each_point(variables, [&](const point& at) {
    const wide inner = value(p, line, at);
    const wide x = quotient ? floor_quotient(inner, divisor) : inner > 0 ? inner : 0;
    if (first || x < lo) lo = x;
    if (first || x > hi) hi = x;
    first = false;
  });
  if (lo <= mercator::i64_min || hi >= mercator::i64_max) return;
  p.intern(quotient ? atom_kind::quotient : atom_kind::positive_part, line, divisor,
           {static_cast<i64>(lo), static_cast<i64>(hi)});
}

}  // namespace mercator_test
