// The arena of the engine: integer combinations of atoms ("lines"), immutable once made.
#pragma once

#include "mercator/core/interval.hpp"

namespace mercator::symbolic {

/// What a line is a combination of, beside 1: variables, quotients `line floordiv divisor`, and positive parts
/// max(line, 0). Quotients and positive parts are interned: equal ones are one atom.
enum class atom_kind : unsigned char { variable, quotient, positive_part };

/// An atom is known to be residue modulo modulus (modulus 1: nothing is known).
struct congruence {
  i64 modulus;
  i64 residue;
};

/// Lines and atoms are handles. A line is a constant and a span of terms (coefficient other than 0, atom), ascending by
/// atom. Arrays are uninitialised beyond their counts: in constant evaluation what is not touched costs nothing.
///
/// A coefficient that does not fit sets `overflow`, and the line means nothing; who tries something returns to a
/// `checkpoint`. Running out of room sets `full`, for good. While every coefficient and bound is `small`, sums and
/// products of a few of them cannot overflow, and the loops that compile times hang on need not look: `all_small`.
///
/// Members are arrays of numbers rather than of structs: constant evaluation initialises and copies those one by one.
class pool {
 public:
  static constexpr int max_atoms = 512;
  static constexpr int max_terms = 8192;
  static constexpr int max_lines = 4096;
  static constexpr int max_facts = 64;
  static constexpr i64 small = i64{1} << 29;

  int atoms = 0, variables = 0, terms = 0, lines = 0, facts = 0;
  int outdated = 0;       ///< atoms before this one were made when the box was larger
  int bounds_steps = 0;   ///< what is left of a call's budget; see bounds.hpp
  int tighten_steps = 0;  ///< the same; see tighten.hpp
  bool overflow = false, full = false;
  bool all_small = true;
  bool ambiguous = false;    ///< some normal form may not be the only one: of nests, of positive parts
  bool congruences = false;  ///< modulus and residue are set: some atom is known to be residue modulo modulus

  // Arrays that are written together are not whole multiples of 4 KiB apart: processors take a load at such a distance
  // from a store for one of what was stored, and wait.
  i64 lo[max_atoms];
  atom_kind kind[max_atoms];
  i64 hi[max_atoms];
  int operand[max_atoms];  ///< the line of a quotient or positive part
  i64 divisor[max_atoms];
  i64 modulus[max_atoms], residue[max_atoms];

  i64 coefficient[max_terms];
  i64 fact_lo[max_facts];
  int atom[max_terms];

  int begin[max_lines];
  int fact[max_facts];  ///< lines known to lie in an interval; see bounds.hpp
  int length[max_lines];
  i64 fact_hi[max_facts];
  i64 constant[max_lines];

  constexpr pool() {}

  // ---- atoms

  constexpr int add_variable(const interval& r) {
    if (atoms == max_atoms) {
      full = true;
      return 0;
    }
    kind[atoms] = atom_kind::variable;
    lo[atoms] = r.lo;
    hi[atoms] = r.hi;
    if (r.lo <= -small || r.hi >= small) all_small = false;
    ++variables;
    return atoms++;
  }

  /// Variables from 0 on, of these sizes. Whether all of them have values.
  constexpr bool add_variables(const i64* size, int count) {
    if (atoms + count > max_atoms) {
      full = true;
      return true;
    }
    bool any_empty = false;
    for (int k = 0; k < count; ++k) {
      const i64 last = size[k] > 0 ? size[k] - 1 : -1;
      kind[atoms] = atom_kind::variable;
      lo[atoms] = 0;
      hi[atoms++] = last;
      if (last >= small) all_small = false;
      if (last < 0) any_empty = true;
    }
    variables += count;
    return !any_empty;
  }

  /// The same of intervals, which an empty pool has room for.
  constexpr bool add_variables(const interval* r, int count) {
    bool any_empty = false;
    for (int v = 0; v < count; ++v) {
      const i64 first = r[v].lo, last = r[v].hi;
      kind[v] = atom_kind::variable;
      lo[v] = first;
      hi[v] = last;
      if (first <= -small || last >= small) all_small = false;
      if (first > last) any_empty = true;
    }
    atoms = variables = count;
    return !any_empty;
  }

  /// The atom of that content, made if it is new.
  constexpr int intern(atom_kind k, int line, i64 by, interval r) {
    for (int a = variables; a < atoms; ++a)
      if (divisor[a] == by && kind[a] == k && same(operand[a], line)) {
        narrow(a, r);
        return a;
      }
    return add_atom(k, line, by, r.lo, r.hi);
  }

  constexpr interval range(int a) const { return {lo[a], hi[a]}; }
  constexpr void narrow(int a, interval r) {
    if (r.lo > lo[a]) lo[a] = r.lo;
    if (r.hi < hi[a]) hi[a] = r.hi;
    if (r.lo >= small || r.hi <= -small) all_small = false;
  }

  /// Nothing is known of any atom's residue; from here on it may be.
  constexpr void start_congruences() {
    for (int a = 0; a < atoms; ++a) {
      modulus[a] = 1;
      residue[a] = 0;
    }
    congruences = true;
  }

  constexpr bool is_variable(int a) const { return a < variables; }

  // ---- lines

  constexpr int end(int line) const { return begin[line] + length[line]; }
  constexpr bool is_constant(int line) const { return length[line] == 0; }
  /// The line's last atom is its youngest: if that is a variable, all are.
  [[gnu::always_inline]] constexpr bool has_only_variables(int line) const {
    return length[line] == 0 || atom[begin[line] + length[line] - 1] < variables;
  }
  constexpr bool is_atom(int line) const {
    return length[line] == 1 && constant[line] == 0 && coefficient[begin[line]] == 1;
  }

  constexpr i64 coefficient_of(int line, int a) const {
    for (int i = begin[line], e = i + length[line]; i < e; ++i)
      if (atom[i] == a) return coefficient[i];
    return 0;
  }

  constexpr bool same(int x, int y) const { return constant[x] == constant[y] && same_terms(x, y); }

  constexpr bool same_terms(int x, int y) const {
    if (length[x] != length[y]) return false;
    if (begin[x] == begin[y]) return true;
    for (int i = begin[x], j = begin[y], e = i + length[x]; i < e; ++i, ++j)
      if (atom[i] != atom[j] || coefficient[i] != coefficient[j]) return false;
    return true;
  }

  /// Terms are pushed in ascending order of atoms from `terms` on, then closed to a line.
  constexpr void push(i64 c, int a) {
    if (terms == max_terms) {
      full = true;
      return;
    }
    if (c >= small || c <= -small) all_small = false;
    coefficient[terms] = c;
    atom[terms++] = a;
  }
  constexpr int close(i64 k, int from) { return span(k, from, terms - from); }
  /// Terms of a line that is there already, without its constant.
  constexpr int part(int from, int count) { return span(0, from, count); }

  constexpr int number(i64 k) {
    if (k == i64_min) overflow = true;
    return span(k, terms, 0);
  }

  /// c * a; 0 where there is no room: the last term may be no atom's, but one of a line that is shown.
  constexpr int single(int a, i64 c = 1) {
    const int from = terms;
    push(c, a);
    return close(0, from);
  }

  /// A variable; where it has one value, that constant.
  constexpr int variable(int v) { return lo[v] == hi[v] ? number(lo[v]) : single(v); }

  /// x + k
  constexpr int shift(int x, i64 k) {
    if (k == 0) return x;
    return span(multiply_add(constant[x], 1, k), begin[x], length[x]);
  }

  /// x with another constant.
  constexpr int with_constant(int x, i64 k) { return constant[x] == k ? x : span(k, begin[x], length[x]); }

  /// x + y * s, for s other than 0.
  constexpr int add(int x, int y, i64 s = 1) {
    if (!all_small || s >= small || s <= -small) return add_large(x, y, s);
    int i = begin[x], j = begin[y];
    const int ie = i + length[x], je = j + length[y];
    const i64 k = constant[x] + constant[y] * s;
    if (j == je) return span(k, i, ie - i);
    if (i == ie && s == 1) return span(k, j, je - j);
    if (!has_room((ie - i) + (je - j))) return 0;
    const int from = terms;
    int t = from;
    bool large = false;
    while (i < ie && j < je) {
      const int a = atom[i], b = atom[j];
      if (a < b) {
        coefficient[t] = coefficient[i++];
        atom[t++] = a;
        continue;
      }
      i64 c = coefficient[j++] * s;
      if (a == b) c += coefficient[i++];
      if (c == 0) continue;
      large |= c >= small || c <= -small;
      coefficient[t] = c;
      atom[t++] = b;
    }
    for (; j < je; ++j) {
      const i64 c = coefficient[j] * s;
      large |= c >= small || c <= -small;
      coefficient[t] = c;
      atom[t++] = atom[j];
    }
    for (; i < ie; ++i) {
      coefficient[t] = coefficient[i];
      atom[t++] = atom[i];
    }
    if (large) all_small = false;
    terms = t;
    return span(k, from, t - from);
  }

  constexpr int scale(int x, i64 s) {
    if (s == 1) return x;
    if (s == 0) return number(0);
    const i64 k = multiply_add(0, constant[x], s);
    const int from = terms;
    for (int i = begin[x], e = i + length[x]; i < e; ++i) push(multiply_add(0, coefficient[i], s), atom[i]);
    return close(k, from);
  }

  /// x + c * a
  constexpr int plus(int x, int a, i64 c) {
    if (c == 0) return x;
    const int e = end(x);
    if (length[x] == 0 || atom[e - 1] < a) {
      int from = begin[x];
      if (e != terms || length[x] == 0) {
        from = terms;
        for (int i = begin[x]; i < e; ++i) push(coefficient[i], atom[i]);
      }
      push(c, a);
      return close(constant[x], from);
    }
    return add(x, single(a, c));
  }

  /// x without its term at `position`.
  constexpr int without(int x, int position) {
    const int from = terms;
    for (int i = begin[x], e = i + length[x]; i < e; ++i)
      if (i != position) push(coefficient[i], atom[i]);
    return close(constant[x], from);
  }

  /// The greatest common divisor of the coefficients, without the constant; 0 for a constant line.
  constexpr i64 content(int x) const {
    if (length[x] == 0) return 0;
    int i = end(x) - 1;  // the last coefficient is often the least
    i64 g = magnitude(coefficient[i]);
    while (g != 1 && --i >= begin[x]) g = gcd(magnitude(coefficient[i]), g);
    return g;
  }

  /// x / g where g divides the coefficients; the constant is rounded down.
  constexpr int divided(int x, i64 g) {
    if (g == 1) return x;
    const int from = terms;
    for (int i = begin[x], e = i + length[x]; i < e; ++i) push(coefficient[i] / g, atom[i]);
    return close(floor_div(constant[x], g), from);
  }

  // ---- facts

  /// The line is known to lie in the interval; forgotten where there is no room.
  constexpr void assume(int line, interval r) {
    if (facts == max_facts) return;
    fact[facts] = line;
    fact_lo[facts] = r.lo;
    fact_hi[facts++] = r.hi;
  }

  // ---- trying things

  struct mark {
    int atoms, terms, lines;
    bool overflow;
  };
  constexpr mark checkpoint() const { return {atoms, terms, lines, overflow}; }
  constexpr void restore(mark m) {
    atoms = m.atoms;
    terms = m.terms;
    lines = m.lines;
    overflow = m.overflow;
  }
  /// Takes back all lines since the mark but one, and its terms.
  constexpr int keep_only(mark m, int line) {
    int from = begin[line];
    const int n = length[line];
    if (line == m.lines && from == m.terms) {  // the first that was made
      lines = line + 1;
      terms = from + n;
      return line;
    }
    terms = m.terms;
    if (from >= m.terms) {
      for (int i = 0; i < n && from != m.terms; ++i) {
        coefficient[m.terms + i] = coefficient[from + i];
        atom[m.terms + i] = atom[from + i];
      }
      from = m.terms;
      terms += n;
    }
    if (line < m.lines) {
      lines = m.lines;
      return line;
    }
    lines = m.lines + 1;
    constant[m.lines] = constant[line];
    begin[m.lines] = from;
    length[m.lines] = n;
    return m.lines;
  }

 private:
  static constexpr int few_terms = 31;

  constexpr i64 multiply_add(i64 a, i64 b, i64 c) {
    return all_small && c < small && c > -small ? a + b * c : multiply_add_large(a, b, c);
  }
  MERCATOR_COLD constexpr i64 multiply_add_large(i64 a, i64 b, i64 c) {
    i64 sum = 0;
    if (!checked_multiply_add(a, b, c, sum)) overflow = true;
    return sum;
  }

  /// `add` where numbers may be large.
  MERCATOR_COLD constexpr int add_large(int x, int y, i64 s) {
    int i = begin[x], j = begin[y];
    const int ie = i + length[x], je = j + length[y], from = terms;
    const i64 k = multiply_add_large(constant[x], constant[y], s);
    if (j == je) return span(k, i, ie - i);
    if (!has_room((ie - i) + (je - j))) return 0;
    while (i < ie || j < je) {
      const bool in_x = i < ie && (j == je || atom[i] <= atom[j]), in_y = j < je && (i == ie || atom[j] <= atom[i]);
      const int a = in_x ? atom[i] : atom[j];
      const i64 c = in_y ? multiply_add_large(in_x ? coefficient[i] : 0, coefficient[j], s) : coefficient[i];
      i += in_x;
      j += in_y;
      if (c != 0) push(c, a);
    }
    return close(k, from);
  }

  constexpr bool has_room(int count) {
    if (terms + count > max_terms) full = true;
    return terms + count <= max_terms;
  }

  constexpr int add_atom(atom_kind k, int line, i64 by, i64 l, i64 h) {
    if (atoms == max_atoms) {
      full = true;
      return 0;
    }
    kind[atoms] = k;
    operand[atoms] = line;
    divisor[atoms] = by;
    lo[atoms] = l;
    hi[atoms] = h;
    if (l <= -small || h >= small) all_small = false;
    if (congruences) {
      modulus[atoms] = 1;
      residue[atoms] = 0;
    }
    return atoms++;
  }

  constexpr int span(i64 k, int from, int count) {
    if (lines == max_lines) {
      full = true;
      return 0;
    }
    if (k >= small || k <= -small || count > few_terms) all_small = false;
    const int line = lines++;
    constant[line] = k;
    begin[line] = from;
    length[line] = count;
    return line;
  }
};

/// Marks the atoms that a line is made of, directly or not.
constexpr void mark_atoms(const pool& p, int line, bool* used) {
  for (int i = p.begin[line], e = p.end(line); i < e; ++i) {
    const int a = p.atom[i];
    if (used[a]) continue;
    used[a] = true;
    if (!p.is_variable(a)) mark_atoms(p, p.operand[a], used);
  }
}

}  // namespace mercator::symbolic
