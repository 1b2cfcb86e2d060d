// What the text of a spelled line is when it is read again.
#pragma once

#include "mercator/symbolic/written_spelling.hpp"

namespace mercator::symbolic {

/// Whether all quotients of the line are of variables.
constexpr bool is_flat(const pool& p, int line) {
  for (int i = p.end(line) - 1; i >= p.begin[line] && !p.is_variable(p.atom[i]); --i)
    if (p.kind[p.atom[i]] != atom_kind::quotient || !p.has_only_variables(p.operand[p.atom[i]])) return false;
  return true;
}

/// Lowers spelled lines as a tree of them is lowered, in the pool that they were spelled in: what is divided there are
/// sums of variables and lone quotients, of which it makes no difference what else is in the pool.
class rereading {
 public:
  constexpr rereading(pool& p, display& d) : p_(p), d_(d), divisions_(p, d) {}

  /// Whether the spelled line is known to give the line that it was spelled from, where there are no facts and nothing
  /// has overflown.
  constexpr bool gives(int spelled, int line) {
    if (spelled == line) return p_.has_only_variables(line);
    if (!d_.is_plain(spelled) || !is_flat(p_, line)) return false;
    const int read = lower(spelled);
    const bool same = read != no_line && p_.same(read, line) && !divisions_.changed() && !p_.overflow && !p_.full;
    p_.overflow = false;
    return same;
  }

 private:
  /// `no_line` where that has other atoms.
  constexpr int lower(int spelled) {
    const int b = p_.begin[spelled], e = p_.end(spelled);
    int i = b;
    while (i < e && !d_.is_node(p_.atom[i])) ++i;
    int sum = i == e ? spelled : p_.shift(p_.part(b, i - b), p_.constant[spelled]);
    for (; i < e && sum != no_line; ++i) {
      const int line = lower_node(p_.atom[i] - display::node_base);
      sum = line != no_line ? p_.add(sum, line, p_.coefficient[i]) : no_line;
    }
    return sum;
  }

  constexpr int lower_node(int n) {
    const i64 by = d_.node_divisor[n];
    const int spelled = d_.node_line[n], line = lower(spelled);
    const int quotient = line != no_line && by > 0 ? d_.known_quotient(line, by) : no_line;
    if (quotient == no_line) return no_line;
    if (d_.node_kind[n] == op::floordiv) {
      divisions_.floordiv(spelled, by);
      return quotient;
    }
    divisions_.mod(spelled, by);
    return p_.add(line, quotient, -by);
  }

  pool& p_;
  display& d_;
  spelled_divisions divisions_;
};

}  // namespace mercator::symbolic
