// The domain: constraints in normal form, the box they leave, and which of them the others already say.
#pragma once

#include "mercator/symbolic/constraint_form.hpp"
#include "mercator/symbolic/end_values.hpp"
#include "mercator/symbolic/small_domain.hpp"
#include "mercator/symbolic/substitute.hpp"

namespace mercator::symbolic {

namespace constraints {

constexpr int max_rounds = 16;  ///< of propagation; more would only tighten further
constexpr int few_rounds = 4;   ///< after which propagation is thorough
/// Values that are tried at each end of an interval in the first round; in each of the few, twice as many as before.
constexpr int first_trials = 256;

constexpr void remove(map_form& m, int i) {
  --m.constraints;
  for (; i < m.constraints; ++i) {
    m.constraint[i] = m.constraint[i + 1];
    m.constraint_range[i] = m.constraint_range[i + 1];
  }
}

/// Normalises every constraint and merges those on the same line, whose intersection may have another form. False where
/// the domain is empty.
constexpr bool normalise_all(map_form& m) {
  for (bool merged = true; merged;) {
    merged = false;
    for (int i = 0; i < m.constraints;) {
      const state s = normalise(m.p, m.constraint[i], m.constraint_range[i]);
      if (s == state::contradiction) return false;
      bool gone = s == state::satisfied;
      for (int j = 0; j < i && !gone; ++j) {
        if (!m.p.same(m.constraint[j], m.constraint[i])) continue;
        m.constraint_range[j] = intersect(m.constraint_range[j], m.constraint_range[i]);
        if (m.constraint_range[j].empty()) return false;
        gone = merged = true;
      }
      if (gone)
        remove(m, i);
      else
        ++i;
    }
  }
  return true;
}

/// Narrows the box by every constraint, after a few rounds by what its quotients are made of too. False where the
/// domain is empty.
constexpr bool propagate(map_form& m, int round) {
  pool& p = m.p;
  const bool thoroughly = round >= few_rounds;
  p.congruences = false;
  for (int i = 0; i < m.constraints; ++i) {
    const interval r = m.constraint_range[i];
    tighten(p, m.constraint[i], r);
    if (thoroughly) tighten_definitions(p, m.constraint[i], r);
    if (r.is_point() && !learn_congruences(p, m.constraint[i], r.lo)) return false;
  }
  drop_end_values(m, first_trials << (thoroughly ? few_rounds : round));
  for (int v = 0; v < p.variables; ++v) {
    if (p.congruences) p.narrow(v, trim(p.range(v), {p.modulus[v], p.residue[v]}));
    if (p.range(v).empty()) return false;
  }
  p.congruences = false;
  return true;
}

/// Takes what all constraints but one say as facts: their lines, and the congruences of their equalities.
constexpr void assume_all_but(map_form& m, int one) {
  pool& p = m.p;
  p.congruences = false;
  p.facts = 0;
  for (int i = 0; i < m.constraints; ++i) {
    if (i == one) continue;
    if (m.constraint_range[i].is_point()) learn_congruences(p, m.constraint[i], m.constraint_range[i].lo);
    p.assume(m.constraint[i], m.constraint_range[i]);
  }
}

/// Removes constraints that the box and the others already say, the last first. False where they say that one does not
/// hold.
constexpr bool drop_implied(map_form& m) {
  bool possible = true;
  for (int i = m.constraints - 1; i >= 0 && m.constraints > 1 && possible; --i) {
    assume_all_but(m, i);
    const interval known = bounds(m.p, m.constraint[i]), r = m.constraint_range[i];
    possible = !intersect(r, known).empty();
    if (r.contains(known)) remove(m, i);
  }
  m.p.facts = 0;
  m.p.congruences = false;
  return possible;
}

/// Tightens the box and brings the constraints into normal form, until nothing changes; after the last round they are
/// brought into normal form only, which sees those that have become constant. False where no point is left.
constexpr bool tighten_box(map_form& m) {
  interval before[limits::variables];
  for (int round = 0; m.constraints > 0; ++round) {
    const bool last = round == max_rounds;
    for (int v = 0; v < m.p.variables; ++v) before[v] = m.p.range(v);
    const bool empty = !normalise_all(m) || (!last && !propagate(m, round));
    if (m.p.overflow || m.p.full) return true;
    if (empty) return false;
    if (last) break;
    bool changed = false;
    for (int v = 0; v < m.p.variables; ++v) changed |= !(before[v] == m.p.range(v));
    if (!changed) break;
    // what is made anew may be another form than what is made once
    if (m.p.atoms > m.p.variables) m.p.ambiguous = true;
    renew(m, true);
    if (m.p.overflow || m.p.full) return true;
  }
  return true;
}

/// The tightest box of a small domain, and only the constraints that it needs. False where no point is left.
constexpr bool look_at_points(map_form& m) {
  while (!m.p.overflow && !m.p.full) {
    small_domain d(m);
    if (!d.applies()) return true;
    if (d.narrow()) {
      for (int v = 0; v < m.p.variables; ++v)
        if (m.p.range(v).empty()) return false;
      m.p.ambiguous = true;
      renew(m, true);
      if (m.p.overflow || m.p.full) return true;
      if (!tighten_box(m)) return false;
      continue;
    }
    int i = m.constraints - 1;
    while (i >= 0 && d.is_needed(i)) --i;
    if (i < 0) return true;
    remove(m, i);
  }
  return true;
}

}  // namespace constraints

/// Simplifies the domain: tightens the box, brings the constraints into normal form, drops those that are implied.
/// False, and known_empty, where no point is left. Lines of results are made anew under the new box. True where
/// something does not fit, and then the form means nothing.
constexpr bool simplify_domain(map_form& m) {
  if (m.known_empty) return false;
  if (m.constraints == 0) return true;
  const bool possible = constraints::tighten_box(m) && (m.constraints == 0 || constraints::look_at_points(m));
  if (m.p.overflow || m.p.full) return true;
  const bool some = possible && constraints::drop_implied(m);
  if (m.p.overflow || m.p.full) return true;
  m.known_empty = !some;
  return some;
}

}  // namespace mercator::symbolic
