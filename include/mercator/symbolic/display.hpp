// From normal form back to expressions: of the many ways to spell a line, the cheapest that a bounded search finds.
#pragma once

#include "mercator/symbolic/known_spellings.hpp"
#include "mercator/symbolic/spelled_lines.hpp"

namespace mercator::symbolic {

/// Spells lines with floordiv, mod, min and max.
///
/// The search is a recursion over the line's quotients, each spelled in every way below; a memo and a budget of lines
/// bound it. When the budget is spent the first way that applies is taken, and no other: dearer at most, never wrong.
class display : public spelled_lines {
 public:
  static constexpr int search_budget = 24;

  bool other_residues = false;  ///< a mod was spelled with other coefficients than its normal form has
  bool moved_terms = false;     ///< a floordiv was spelled with another numerator than its normal form has

  constexpr explicit display(pool& p) : spelled_lines(p) {}

  /// The cheapest spelling found of one result or constraint.
  constexpr int spell(int line, int budget = search_budget) {
    budget_ = budget;
    const int division = plain_division(line);
    if (division != no_line) return division;
    if (!spellings::is_digit_and_quotient(p_, line)) return show(line);
    const int last = p_.end(line) - 1, a = p_.atom[last];
    return p_.plus(show(p_.without(line, last)), floordiv_node(p_.operand[a], p_.divisor[a]), 1);
  }

  /// Whether the search may have ended early for want of nodes.
  constexpr bool is_crowded() const { return nodes >= max_nodes / 2 || memos_ == max_memo; }

  /// floor(line / c) where it is made of atoms that are there; `no_line` elsewhere.
  constexpr int known_quotient(int line, i64 c) {
    for (int k = 0; k < quotients_; ++k)
      if (quotient_by_[k] == c && quotient_atoms_[k] == p_.atoms && p_.same(quotient_of_[k], line)) return quotient_[k];
    const pool::mark before = p_.checkpoint();
    int whole = floor_divide(p_, line, c);
    if (p_.atoms != before.atoms || p_.overflow) {
      p_.restore(before);
      whole = no_line;
    }
    if (quotients_ < max_quotients) {
      quotient_of_[quotients_] = line;
      quotient_by_[quotients_] = c;
      quotient_atoms_[quotients_] = p_.atoms;
      quotient_[quotients_++] = whole;
    }
    return whole;
  }

 private:
  static constexpr int max_memo = 256;
  static constexpr int max_quotients = 64;
  static constexpr int alternatives = 3;  ///< how many quotients of a line are tried as the outermost
  static constexpr int unlimited = 1 << 30;

  struct choice {
    int line = no_line;
    int cost = unlimited;
  };

  constexpr bool searching() const {
    return budget_ > 0 && p_.terms < pool::max_terms / 2 && p_.lines < pool::max_lines / 2 && nodes < max_nodes / 2;
  }

  /// Whether an attempt's numbers did not fit. To be asked before what was made is used a second time.
  constexpr bool overflowed() {
    const bool o = p_.overflow;
    p_.overflow = false;
    return o;
  }

  constexpr void consider(choice& best, int line) {
    if (overflowed()) return;
    const int c = cost_if_fits(line);
    if (c < best.cost) best = {line, c};
  }

  constexpr int floordiv_node(int line, i64 by) {
    const int inner = show(line);
    return node(op::floordiv, inner, inner, by);
  }

  /// Residues are put in place of the coefficients first, where what they make fits.
  constexpr int mod_node(int line, i64 by) {
    if (p_.has_only_variables(line) && quotient_rules::are_undoing_residues(p_, line, by))
      return node(op::mod, line, line, by);
    const int residues = quotient_rules::undoing_residues(p_, line, by);
    other_residues |= !p_.same(residues, line);
    int inner = show(p_.all_small || size_of_line(residues) != i64_max ? residues : line);
    if (searching() && are_least_residues(line, by) && !p_.same(residues, line)) {
      const int other = show(line);
      if (cost_if_fits(other) < cost_if_fits(inner)) inner = other;
    }
    return node(op::mod, inner, inner, by);
  }

  constexpr bool are_least_residues(int line, i64 by) const {
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
      if (p_.coefficient[i] < 0 || p_.coefficient[i] >= by) return false;
    return true;
  }

  /// The spelling of a plain division, where numbers fit; `no_line` of other lines.
  constexpr int plain_division(int line) {
    pool& p = p_;
    if (p.length[line] == 0 || p.full || p.overflow) return no_line;
    const int last = p.end(line) - 1, a = p.atom[last];
    if (!spellings::is_plain_division(p_, line, last, a)) return no_line;
    const int n = p.operand[a];
    return p.coefficient[last] == -p.divisor[a] ? p.single(node(op::mod, n, n, p.divisor[a]))
                                                : with_node(line, last, node(op::floordiv, n, n, p.divisor[a]));
  }

  /// The line with a node in the place of the term at `position`, beside which there are variables only.
  constexpr int with_node(int line, int position, int n) {
    const int from = p_.terms;
    for (int i = p_.begin[line], e = i + p_.length[line]; i < e; ++i)
      if (i != position) p_.push(p_.coefficient[i], p_.atom[i]);
    p_.push(p_.coefficient[position], n);
    return p_.close(p_.constant[line], from);
  }

  /// A spelled line for a line in normal form.
  constexpr int show(int line) {
    if (p_.has_only_variables(line) || p_.full || p_.overflow) return line;
    for (int i = 0; i < memos_; ++i)
      if (p_.same(memo_from_[i], line)) return memo_to_[i];
    const int spelled = show_atoms(line);
    if (memos_ < max_memo && !p_.overflow) {
      memo_from_[memos_] = line;
      memo_to_[memos_++] = spelled;
    }
    return spelled;
  }

  /// Tries each of the youngest atoms that no other atom of the line is made of as the one to be spelled first.
  constexpr int show_atoms(int line) {
    --budget_;
    const int b = p_.begin[line], e = p_.end(line);
    const i64 c = remainder_divisor(p_, line);
    if (c != 0) return p_.single(mod_node(p_.operand[p_.atom[e - 1]], c));
    if (e - b == 1 || p_.is_variable(p_.atom[e - 2])) return show_at(line, e - 1);
    choice best;
    int tried = 0, widest = -1;
    for (int i = e - 1; i >= b && !p_.is_variable(p_.atom[i]); --i) {
      if (best.cost <= spellings::least_cost(p_, line)) break;
      bool inner = false;
      for (int j = i + 1; j < e && !inner; ++j) inner = p_.coefficient_of(p_.operand[p_.atom[j]], p_.atom[i]) != 0;
      if (inner) continue;
      if (searching() && tried++ < alternatives) consider(best, show_at(line, i));
      if (widest < 0 || p_.divisor[p_.atom[i]] > p_.divisor[p_.atom[widest]]) widest = i;
    }
    return best.line != no_line ? best.line : show_at(line, widest);
  }

  /// Whether a division of what costs `operand` at least, with something beside it, is not cheaper than the best.
  constexpr bool is_dearer(const choice& best, int beside, int operand) const {
    const bool alone = p_.is_constant(beside) && p_.constant[beside] == 0;
    return best.line != no_line &&
           costs::division + operand + (alone ? 0 : spellings::least_in_sum(p_, beside) + costs::addition) >= best.cost;
  }

  constexpr int show_at(int line, int position) {
    if (p_.kind[p_.atom[position]] == atom_kind::positive_part) return show_positive_part(line, position);
    const term t{p_.atom[position], p_.coefficient[position], p_.operand[p_.atom[position]],
                 p_.divisor[p_.atom[position]]};
    if (spellings::shares_nothing(p_, line, position))
      return with_node(line, position, floordiv_node(t.numerator, t.divisor));
    const int rest = p_.without(line, position);
    choice best;
    if (as_mod(best, rest, t, t.numerator, t.divisor)) return best.line;
    const int least = spellings::least_cost(p_, line);
    if (best.cost <= least) return best.line;
    if (searching()) as_mod_of_rest(best, rest, t);
    if (best.cost <= least) return best.line;
    if (as_nest(best, rest, t)) return best.line;
    if (best.cost <= least) return best.line;
    if (searching()) as_difference(best, rest, t);
    as_floordiv(best, rest, t.divisor, t.numerator, t.coefficient);
    if (searching()) as_mirrored_floordiv(best, rest, t);
    if (searching()) as_floordiv_of_mod(best, rest, t);
    if (searching()) as_other_half(best, rest, t);
    if (best.line != no_line) return best.line;
    return p_.plus(show(rest), floordiv_node(t.numerator, t.divisor), t.coefficient);
  }

  /// The term of the line that is being spelled: coefficient * (numerator floordiv divisor).
  struct term {
    int atom;
    i64 coefficient;
    int numerator;
    i64 divisor;
  };

  // ---- mod

  /// coefficient * floor(F / e) with e | coefficient, m = coefficient / e, as m*F - m*(F mod e), and mirrored,
  /// e - 1 - F mod e = (-F - 1) mod e. True where that leaves nothing to be desired.
  constexpr bool as_mod(choice& best, int rest, const term& t, int f, i64 e) {
    if (t.coefficient % e != 0) return false;
    const i64 m = t.coefficient / e;
    const int beside = p_.add(rest, f, m);
    if (overflowed()) return false;
    if (!searching() && p_.length[beside] >= p_.length[rest]) return false;
    const bool complete = p_.length[beside] + p_.length[f] <= p_.length[rest] && p_.constant[f] == 0;
    consider(best, p_.plus(show(beside), mod_node(f, e), -m));
    if ((complete || !searching()) && best.line != no_line) return true;
    i64 offset = 0;
    if (!checked_mul(-m, e - 1, offset)) return false;
    const int shifted = p_.shift(beside, offset);
    if (!overflowed() && !is_dearer(best, shifted, 0))
      consider(best, p_.plus(show(shifted), mod_node(p_.shift(p_.scale(f, -1), -1), e), m));
    return false;
  }

  /// rest + b*q = m*((rest / m) mod (|b| / m)) + …, where floor(rest / b) is q and something without new atoms.
  constexpr void as_mod_of_rest(choice& best, int rest, const term& t) {
    if (p_.is_constant(rest)) return;
    const i64 size = magnitude(t.coefficient), g = gcd(p_.content(rest), size), e = size / g;
    if (e == 1 || t.coefficient == i64_min) return;
    const i64 m = t.coefficient < 0 ? g : -g;
    int f = p_.shift(rest, -p_.constant[rest]);
    f = m < 0 ? p_.scale(p_.divided(f, g), -1) : p_.divided(f, g);
    if (overflowed()) return;
    if (!spellings::may_become(p_, f, e, t.atom)) return;
    const int whole = known_quotient(f, e);
    if (whole == no_line || p_.coefficient_of(whole, t.atom) != 1) return;
    const int beside = p_.shift(p_.scale(p_.plus(whole, t.atom, -1), m * e), p_.constant[rest]);
    consider(best, p_.plus(show(beside), mod_node(f, e), m));
  }

  // ---- floordiv of another quotient

  /// q = floor(F / e) where F = floor(N / a) is known and divisor = a * e: a nest that shares floor(N / a).
  constexpr bool as_nest(choice& best, int rest, const term& t) {
    const int atoms = p_.atoms;
    for (int v = p_.variables; v < atoms; ++v) {
      if (v == t.atom || p_.kind[v] != atom_kind::quotient || p_.divisor[v] >= t.divisor ||
          t.divisor % p_.divisor[v] != 0)
        continue;
      const i64 e = t.divisor / p_.divisor[v];
      const i64 x = p_.coefficient_of(rest, v);
      const bool in_rest = t.coefficient % e == 0 && x != 0;
      if (!searching() && !in_rest) continue;
      if (!spellings::may_become(p_, t.numerator, p_.divisor[v], v)) continue;
      const int f = known_quotient(t.numerator, p_.divisor[v]);
      if (f == no_line || p_.coefficient_of(f, v) == 0) continue;
      if (searching()) consider_floordiv(best, rest, f, e, t.coefficient);
      if (searching() && x != 0 && x % t.coefficient == 0) as_floordiv(best, rest, e, f, t.coefficient);
      if (in_rest && as_mod(best, rest, t, f, e)) return true;
    }
    return false;
  }

  // ---- floordiv

  /// b*floor((N + k) / c) - b*floor(N / c) = b*floor((N mod c + k) / c); multiples of b outside go into k.
  constexpr void as_difference(choice& best, int rest, const term& t) {
    for (int i = p_.end(rest) - 1; i >= p_.begin[rest] && !p_.is_variable(p_.atom[i]); --i) {
      const int a = p_.atom[i], n = p_.operand[a];
      if (p_.coefficient[i] != -t.coefficient || p_.kind[a] != atom_kind::quotient || p_.divisor[a] != t.divisor ||
          !p_.same_terms(n, t.numerator))
        continue;
      const bool mirrored = p_.constant[n] > p_.constant[t.numerator];
      const int least = mirrored ? t.numerator : n, more = mirrored ? n : t.numerator;
      const i64 b = mirrored ? -t.coefficient : t.coefficient, outside = p_.constant[rest];
      const i64 units = outside % b == 0 ? outside / b : 0;
      i64 k = 0;
      if (!checked_multiply_add(p_.constant[more] - p_.constant[least], units, t.divisor, k)) continue;
      const int beside = p_.shift(p_.without(rest, i), -units * b);
      const int digit = p_.shift(p_.single(mod_node(least, t.divisor)), k);
      consider(best, p_.plus(show(beside), node(op::floordiv, digit, digit, t.divisor), b));
      if (b != -1) continue;
      const int mirrored_digit = p_.shift(p_.scale(digit, -1), t.divisor - 1);
      consider(best, p_.plus(show(beside), node(op::floordiv, mirrored_digit, mirrored_digit, t.divisor), 1));
    }
  }

  /// floor(N / c) = M + floor((F mod d + k) / c), where floor(F / d) stands in N.
  constexpr void as_floordiv_of_mod(choice& best, int rest, const term& t) {
    const i64 c = t.divisor;
    for (int i = p_.end(t.numerator) - 1; i >= p_.begin[t.numerator] && !p_.is_variable(p_.atom[i]); --i) {
      const int q = p_.atom[i], f = p_.operand[q];
      const i64 d = p_.divisor[q];
      if (p_.kind[q] != atom_kind::quotient || d <= c || floor_mod(d, c) != floor_mod(-p_.coefficient[i], c)) continue;
      const i64 k = floor_mod(p_.constant[t.numerator] - p_.constant[f], c);
      const int left = p_.shift(p_.add(p_.plus(t.numerator, q, d), f, -1), -k);
      if (overflowed() || p_.is_constant(left) || p_.content(left) % c != 0) continue;
      const int beside = p_.add(rest, p_.divided(left, c), t.coefficient);
      const int digit = p_.shift(p_.single(mod_node(f, d)), k);
      consider(best, p_.plus(show(beside), node(op::floordiv, digit, digit, c), t.coefficient));
    }
  }

  /// floor(N / 2h) = floor(N / h) - floor((N + h) / 2h), where floor(N / h) stands outside and becomes a multiple of h.
  constexpr void as_other_half(choice& best, int rest, const term& t) {
    const i64 h = t.divisor / 2;
    if (h < 2 || t.divisor % 2 != 0) return;
    int half = -1;
    for (int i = p_.end(rest) - 1; i >= p_.begin[rest] && !p_.is_variable(p_.atom[i]); --i)
      if (p_.divisor[p_.atom[i]] == h && p_.coefficient[i] % h != 0 &&
          floor_mod(-t.coefficient, h) == floor_mod(p_.coefficient[i], h))
        half = p_.atom[i];
    if (half < 0) return;
    const int f = known_quotient(t.numerator, h);
    if (f == no_line || p_.coefficient_of(f, half) != 1) return;
    const int other = floor_divide(p_, p_.shift(t.numerator, h), t.divisor);
    const int all = p_.add(p_.add(rest, f, t.coefficient), other, -t.coefficient);
    if (!overflowed()) consider(best, show(all));
  }

  static constexpr int multiply_cost(i64 c) { return c == 0 ? -1 : c == 1 || c == -1 ? 0 : costs::product; }

  /// How many times the divisor to take into the numerator for one term, so that coefficients inside (f) and outside
  /// (x) are cheapest; each time costs outside `b`.
  constexpr i64 units_inside(i64 f, i64 x, i64 b, i64 c, bool quotient) const {
    if (x == 0 && f > 0 && f < c - 1) return 0;
    const i64 wanted[3] = {x % b == 0 ? x / b : 0, f == c - 1 ? -1 : 0, (1 - f) % c == 0 ? (1 - f) / c : 0};
    const int quotient_cost = quotient ? costs::division + costs::addition : 0;
    int least = multiply_cost(f) + multiply_cost(x) + (x != 0 ? quotient_cost : 0);
    i64 best = 0;
    for (int i = 0; i < 3; ++i) {
      i64 inside = 0, outside = 0;
      if (wanted[i] == 0 || !checked_multiply_add(f, wanted[i], c, inside) ||
          !checked_multiply_add(x, -wanted[i], b, outside))
        continue;
      const int now = multiply_cost(inside) + multiply_cost(outside) + (outside != 0 ? quotient_cost : 0);
      if (now > least || (now == least && i != 0)) continue;
      least = now;
      best = wanted[i];
    }
    return best;
  }

  /// rest + b * floor(numerator / c), with terms and the constant of the rest taken into the numerator where that is
  /// cheaper: b*x + b*floor(N / c) = b*floor((N + c*x) / c).
  constexpr void as_floordiv(choice& best, int rest, i64 c, int numerator, i64 b) {
    int inside = numerator, outside = rest;
    for (int i = p_.begin[numerator], e = i + p_.length[numerator]; i < e; ++i) {
      const int a = p_.atom[i];
      const i64 units = units_inside(p_.coefficient[i], p_.coefficient_of(rest, a), b, c, !p_.is_variable(a));
      i64 in = 0, out = 0;
      if (units == 0 || !checked_mul(units, c, in) || !checked_mul(-units, b, out)) continue;
      inside = p_.plus(inside, a, in);
      outside = p_.plus(outside, a, out);
    }
    if (overflowed()) return;
    const int least = best.cost;
    consider_floordiv(best, outside, inside, c, b);
    moved_terms |= outside != rest && best.cost < least;
    if (!searching()) return;
    const i64 k = p_.constant[outside];
    i64 moved = 0;
    if (k != 0 && k % b == 0 && checked_mul(k / b, c, moved))
      consider_floordiv(best, p_.shift(outside, -k), p_.shift(inside, moved), c, b);
    quotients_inside(best, outside, inside, b, c);
    if (outside != rest) consider_floordiv(best, rest, numerator, c, b);
  }

  /// beside + b * floor(numerator / c)
  constexpr void consider_floordiv(choice& best, int beside, int numerator, i64 c, i64 b) {
    if (!overflowed() && !is_dearer(best, beside, spellings::least_in_sum(p_, numerator)))
      consider(best, p_.plus(show(beside), floordiv_node(numerator, c), b));
  }

  /// All quotients of the rest that can be are taken into the numerator.
  constexpr void quotients_inside(choice& best, int outside, int inside, i64 b, i64 c) {
    int out = outside, in = inside;
    for (int i = p_.begin[outside], e = i + p_.length[outside]; i < e; ++i) {
      i64 moved = 0;
      if (p_.is_variable(p_.atom[i]) || p_.coefficient[i] % b != 0 || !checked_mul(p_.coefficient[i] / b, c, moved))
        continue;
      in = p_.plus(in, p_.atom[i], moved);
      out = p_.plus(out, p_.atom[i], -p_.coefficient[i]);
    }
    if (out == outside) return;
    consider_floordiv(best, out, in, c, b);
    const i64 k = p_.constant[out];
    i64 moved = 0;
    if (k != 0 && k % b == 0 && checked_mul(k / b, c, moved))
      consider_floordiv(best, p_.shift(out, -k), p_.shift(in, moved), c, b);
  }

  /// floor(N / c) = X - floor((c - 1 - N') / c), where N' has the coefficients c - n_i and X is the sum of the atoms.
  constexpr void as_mirrored_floordiv(choice& best, int rest, const term& t) {
    const int from = p_.terms;
    for (int i = p_.begin[t.numerator], e = i + p_.length[t.numerator]; i < e; ++i)
      p_.push(t.divisor - p_.coefficient[i], p_.atom[i]);
    const int mirrored = p_.close(t.divisor - 1 - p_.constant[t.numerator], from);
    int beside = rest;
    for (int i = p_.begin[t.numerator], e = i + p_.length[t.numerator]; i < e; ++i)
      beside = p_.plus(beside, p_.atom[i], t.coefficient);
    if (overflowed()) return;
    const int least = best.cost;
    as_floordiv(best, beside, t.divisor, mirrored, -t.coefficient);
    moved_terms |= best.cost < least;
  }

  // ---- min and max

  /// rest + m*max(M, 0) with the terms A of rest / |m| that M speaks of: |m|*max(A, A + M), or |m|*min(A, A - M).
  constexpr int show_positive_part(int line, int position) {
    const i64 m = p_.coefficient[position], size = magnitude(m);
    const int inner = p_.operand[p_.atom[position]], rest = p_.without(line, position);
    int shared = p_.number(0);
    for (int i = p_.begin[rest], e = i + p_.length[rest]; i < e; ++i)
      if (p_.coefficient[i] % size == 0 && p_.coefficient_of(inner, p_.atom[i]) != 0)
        shared = p_.plus(shared, p_.atom[i], p_.coefficient[i] / size);
    choice best;
    as_extremum(best, rest, inner, shared, m);
    if (!searching() && best.line != no_line) return best.line;
    const i64 k = p_.constant[rest];
    if (k % size == 0 && k != 0) as_extremum(best, rest, inner, p_.shift(shared, k / size), m);
    if (!p_.is_constant(shared)) as_extremum(best, rest, inner, p_.number(0), m);
    if (best.line != no_line) return best.line;
    return p_.plus(show(rest), node(op::max, show(inner), p_.number(0), 0), m);
  }

  constexpr void as_extremum(choice& best, int rest, int inner, int shared, i64 m) {
    const i64 size = magnitude(m);
    const int beside = p_.add(rest, shared, -size), other = p_.add(shared, inner, m > 0 ? 1 : -1);
    int a = show(shared), b = show(other);
    if (p_.is_constant(a)) {  // the constant last
      const int t = a;
      a = b;
      b = t;
    }
    consider(best, p_.plus(show(beside), node(m > 0 ? op::max : op::min, a, b, 0), size));
  }

  int budget_ = 0;
  int quotients_ = 0;
  int quotient_of_[max_quotients], quotient_[max_quotients], quotient_atoms_[max_quotients];
  i64 quotient_by_[max_quotients];
  int memos_ = 0;
  int memo_from_[max_memo], memo_to_[max_memo];
};

}  // namespace mercator::symbolic
