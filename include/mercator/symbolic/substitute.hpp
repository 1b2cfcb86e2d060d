// Lines with other lines in place of their variables.
#pragma once

#include "mercator/symbolic/form.hpp"

namespace mercator::symbolic {

/// Carries lines of one pool over to another (or to the same one under a changed box): every variable is replaced by a
/// line of the target, every other atom is made anew there, once.
class substitution {
 public:
  constexpr substitution(pool& target, const pool& source) : to_(target), from_(source) {
    for (int a = 0; a < source.atoms; ++a) image_[a] = no_line;
  }
  /// Every variable v becomes the line image[v].
  constexpr substitution(pool& target, const pool& source, const int* image) : to_(target), from_(source) {
    for (int v = 0; v < source.variables; ++v) image_[v] = image[v];
    for (int a = source.variables; a < source.atoms; ++a) image_[a] = no_line;
  }

  constexpr void replace(int variable, int line) { image_[variable] = line; }

  constexpr int line(int source) {
    const int b = from_.begin[source], e = b + from_.length[source];
    const i64 k = from_.constant[source];
    if (e == b + 1 && k == 0 && from_.coefficient[b] == 1) {
      const int image = image_[from_.atom[b]];
      return image != no_line ? image : atom(from_.atom[b]);
    }
    int sum = to_.number(k);
    for (int i = b; i < e; ++i) sum = to_.add(sum, atom(from_.atom[i]), from_.coefficient[i]);
    return sum;
  }

 private:
  constexpr int atom(int a) {
    if (image_[a] == no_line) {
      const int inner = line(from_.operand[a]);
      image_[a] =
          from_.kind[a] == atom_kind::quotient ? floor_divide(to_, inner, from_.divisor[a]) : positive_part(to_, inner);
    }
    return image_[a];
  }

  pool& to_;
  const pool& from_;
  int image_[pool::max_atoms];
};

/// Makes all lines of the map anew from its variables, after its box or the pool's facts have become narrower.
constexpr void renew(map_form& m, bool with_constraints) {
  substitution s(m.p, m.p);
  m.p.outdated = m.p.atoms;
  for (int v = 0; v < m.variables(); ++v) s.replace(v, m.p.variable(v));
  if (with_constraints)
    for (int i = 0; i < m.constraints; ++i) m.constraint[i] = s.line(m.constraint[i]);
  for (int i = 0; i < m.results; ++i) m.result[i] = s.line(m.result[i]);
}

}  // namespace mercator::symbolic
