// Linear congruences, and what an equality says of its variables by them.
#pragma once

#include "mercator/symbolic/bounds.hpp"

namespace mercator::symbolic::constraints {

/// x with a*x = b modulo m, as a congruence; modulus 0 where there is none.
constexpr congruence solve(i64 a, i64 b, i64 m) {
  const i64 d = gcd(floor_mod(a, m), m), n = m / d;
  if (floor_mod(b, d) != 0) return {0, 0};
  if (n == 1) return {1, 0};
  const i128 x = static_cast<i128>(inverse_modulo(floor_mod(a, m) / d, n)) * (floor_mod(b, m) / d) % n;
  return {n, static_cast<i64>(x)};
}

/// The numbers that satisfy both; modulus 0 where there are none. The first alone where the combination does not fit.
constexpr congruence merge(congruence a, congruence b) {
  // a.residue + a.modulus * t = b.residue modulo b.modulus
  const congruence t = solve(a.modulus, b.residue - a.residue, b.modulus);
  if (t.modulus == 0) return t;
  i64 modulus = 0, residue = 0;
  if (!checked_mul(a.modulus, t.modulus, modulus) || !checked_multiply_add(a.residue, a.modulus, t.residue, residue))
    return a;
  return {modulus, floor_mod(residue, modulus)};
}

/// Takes what `line = value` says of each variable modulo something into the variables' residues. False on a
/// contradiction.
constexpr bool learn_congruences(pool& p, int line, i64 value) {
  for (int i = p.begin[line], e = i + p.length[line]; i < e && p.is_variable(p.atom[i]); ++i) {
    const pool::mark before = p.checkpoint();
    const congruence rest = line_congruence(p, p.without(line, i));
    p.restore(before);
    i64 b = 0;
    if (rest.modulus < 2 || !checked_add(value, -rest.residue, b)) continue;
    const congruence x = solve(p.coefficient[i], b, rest.modulus);
    const int a = p.atom[i];
    if (x.modulus == 1) continue;
    if (!p.congruences) p.start_congruences();
    const congruence both = x.modulus == 0 ? x : merge({p.modulus[a], p.residue[a]}, x);
    if (both.modulus == 0) return false;
    p.modulus[a] = both.modulus;
    p.residue[a] = both.residue;
  }
  return true;
}

}  // namespace mercator::symbolic::constraints
