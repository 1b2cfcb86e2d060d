// What a pool may know of its variables beside their intervals: facts and residues, and the points that they
// leave.
#pragma once

#include "test/support/lines.hpp"

namespace mercator_test {

class knowledge {
 public:
  /// Adds a few facts and residues to the pool, often none.
  knowledge(pool& p, random_numbers& random, const intervals& variables) : p_(p), variables_(variables) {
    if (random.one_in(3)) learn_residues(random);
    for (int i = random.below(4); i > 1; --i) learn_fact(random);
  }

  bool holds(const point& at) const {
    for (int v = 0; v < p_.variables && p_.congruences; ++v)
      if ((at[static_cast<std::size_t>(v)] - wide{p_.residue[v]}) % p_.modulus[v] != 0) return false;
    for (int f = 0; f < p_.facts; ++f) {
      const wide x = value(p_, p_.fact[f], at);
      if (x < p_.fact_lo[f] || x > p_.fact_hi[f]) return false;
    }
    return true;
  }

  template <class Visit>
  void for_each_point(Visit visit) const {
    mercator_test::for_each_point(variables_, [&](const point& at) {
      if (holds(at)) visit(at);
    });
  }

 private:
  void learn_residues(random_numbers& random) {
    p_.start_congruences();
    for (int v = 0; v < p_.variables; ++v) {
      p_.modulus[v] = random.in(1, 3);
      p_.residue[v] = random.in(0, p_.modulus[v] - 1);
    }
  }

  /// An interval around the fact's value at a point, so that a point is left.
  void learn_fact(random_numbers& random) {
    const int line = random_small_line(p_, random);
    point at;
    for (const interval r : variables_) at.push_back(random.in(r.lo, r.hi));
    const wide x = value(p_, line, at);
    if (p_.is_constant(line) || x < -(wide{1} << 60) || x > (wide{1} << 60)) return;
    p_.fact[p_.facts] = line;
    p_.fact_lo[p_.facts] = static_cast<i64>(x) - random.in(0, 3);
    p_.fact_hi[p_.facts++] = static_cast<i64>(x) + random.in(0, 3);
  }

  pool& p_;
  intervals variables_;
};

}  // namespace mercator_test
