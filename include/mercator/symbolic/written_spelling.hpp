// The spelling that a map was written in, as a candidate for the one that it gets.
#pragma once

#include "mercator/symbolic/display.hpp"
#include "mercator/symbolic/form.hpp"

namespace mercator::symbolic {

/// The spelled lines of floordiv and mod of spelled lines, without what bounds or the divisor make cheaper or needless.
class spelled_divisions {
 public:
  constexpr spelled_divisions(pool& p, spelled_lines& d) : p_(p), d_(d) {}

  /// Whether a division was made cheaper: then a tree that has it is not settled.
  constexpr bool changed() const { return changed_; }

  constexpr int floordiv(int a, i64 v) {
    const interval r = d_.range_of(a);
    if (v < 0 || p_.is_constant(a) || !quotient_rules::one_quotient(r.lo, r.hi, v))
      return d_.division(op::floordiv, a, v);
    changed_ = true;
    return p_.number(floor_div(r.lo, v));
  }

  /// Terms that are multiples of the divisor go away, and those that are one more lose their coefficient.
  constexpr int mod(int a, i64 v) {
    if (v < 0) return d_.division(op::mod, a, v);
    const int from = p_.terms;
    for (int i = p_.begin[a], e = p_.end(a); i < e; ++i) {
      const i64 x = floor_mod(p_.coefficient[i], v);
      if (x != 0) p_.push(x == 1 ? 1 : p_.coefficient[i], p_.atom[i]);
    }
    const i64 k = p_.constant[a];
    const int less = p_.close(k % v == 0 ? 0 : k, from);
    const bool reduced = !p_.same(a, less), vanishes = is_within(a, v);
    changed_ |= vanishes || reduced;
    if (vanishes) return a;
    return reduced && is_within(less, v) ? less : d_.division(op::mod, less, v);
  }

 private:
  constexpr bool is_within(int line, i64 v) const {
    const interval r = d_.range_of(line);
    return r.lo >= 0 && r.hi < v;
  }

  pool& p_;
  spelled_lines& d_;
  bool changed_ = false;
};

/// Spelled lines of a tree's nodes: as they are written, but for sums, which are put together, divisions that
/// bounds or the divisor make cheaper or needless, and ceildiv, which is a floordiv that costs no more. Variables
/// with one value are constants.
class written_spelling {
 public:
  constexpr written_spelling(pool& p, display& d, const map_tree& t) : p_(p), d_(d), t_(t), divisions_(p, d) {
    for (int n = 0; n < t.nodes; ++n) line_[n] = no_line;
    for (int v = 0, e = t.variables(); v < e; ++v) variable_[v] = no_line;
  }

  /// Whether a division was made cheaper: then the tree is not settled.
  constexpr bool changed() const { return divisions_.changed(); }

  /// The spelled line of node n; `no_line` where it does not fit or there is little room.
  constexpr int spell(int n) {
    const int spelled = line(n);
    const bool fits = !p_.overflow && has_room();
    p_.overflow = false;
    return fits ? spelled : no_line;
  }

 private:
  constexpr bool has_room() const { return d_.nodes < display::max_nodes - 8 && p_.terms < pool::max_terms * 3 / 4; }

  constexpr int line(int n) {
    if (line_[n] == no_line) line_[n] = make(n);
    return line_[n];
  }

  constexpr int make(int n) {
    if (!has_room()) return p_.number(0);
    const i64 v = t_.value[n];
    const op k = t_.kind[n];
    if (k == op::constant) return p_.number(v);
    if (k == op::variable) {
      int& known = variable_[v];
      if (known == no_line) known = p_.variable(static_cast<int>(v));
      return known;
    }
    if (k == op::sum) return sum_in_order(p_, t_)(n, [this](int a) { return line(a); });
    const int a = line(t_.operand(n));
    if (k == op::product) return p_.scale(a, v);
    if (k == op::min || k == op::max) return d_.extremum(k, a, line(t_.operand(n, 1)));
    if (k == op::mod) return divisions_.mod(a, v);
    if (k == op::floordiv) return divisions_.floordiv(a, v);
    return v < 0 ? p_.scale(divisions_.floordiv(a, -v), -1) : divisions_.floordiv(p_.shift(a, v - 1), v);
  }

  pool& p_;
  display& d_;
  const map_tree& t_;
  spelled_divisions divisions_;
  int line_[limits::nodes], variable_[limits::variables];
};

}  // namespace mercator::symbolic
