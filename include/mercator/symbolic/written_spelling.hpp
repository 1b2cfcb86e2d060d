// The spelling that a map was written in, as a candidate for the one that it gets.
#pragma once

#include "mercator/symbolic/display.hpp"

namespace mercator::symbolic {

/// Spelled lines of a tree's nodes: as they are written, but for sums, which are put together, divisions of
/// constants, and ceildiv, which is a floordiv that costs no more. Variables with one value are constants.
class written_spelling {
 public:
  constexpr written_spelling(pool& p, display& d, const map_tree& t) : p_(p), d_(d), t_(t) {
    for (int n = 0; n < t.nodes; ++n) line_[n] = no_line;
  }

  /// The spelled line of node n; `no_line` where it does not fit or there is little room.
  constexpr int spell(int n) {
    const int spelled = line(n);
    const bool fits = !p_.overflow && has_room();
    p_.overflow = false;
    return fits ? spelled : no_line;
  }

 private:
  constexpr bool has_room() const {
    return d_.nodes < display::max_nodes - 8 && p_.terms < pool::max_terms * 3 / 4;
  }

  constexpr int line(int n) {
    if (line_[n] == no_line) line_[n] = make(n);
    return line_[n];
  }

  constexpr int make(int n) {
    if (!has_room()) return p_.number(0);
    const i64 v = t_.value[n];
    const op k = t_.kind[n];
    if (k == op::constant) return p_.number(v);
    if (k == op::variable) return p_.variable(static_cast<int>(v));
    int a = line(t_.operand(n));
    if (k == op::product) return p_.scale(a, v);
    if (k == op::min || k == op::max) return d_.extremum(k, a, line(t_.operand(n, 1)));
    if (k == op::floordiv || k == op::mod) return d_.division(k, a, v);
    if (k == op::ceildiv)
      return v < 0 ? p_.scale(d_.division(op::floordiv, a, -v), -1)
                   : d_.division(op::floordiv, p_.shift(a, v - 1), v);
    for (int i = 1; i < t_.count[n]; ++i) a = p_.add(a, line(t_.operand(n, i)));
    return a;
  }

  pool& p_;
  display& d_;
  const map_tree& t_;
  int line_[limits::nodes];
};

}  // namespace mercator::symbolic
