// The sum of a tree's terms as a line.
#pragma once

#include "mercator/symbolic/print.hpp"
#include "mercator/symbolic/quotient_rules.hpp"
#include "mercator/symbolic/tree.hpp"

namespace mercator::symbolic {

/// The terms of a sum put together. Atoms are made in the order in which terms are printed, and nothing is left but the
/// sum: a text that is read back gives the same lines, and takes as much room.
class sum_in_order {
 public:
  constexpr sum_in_order(pool& p, const map_tree& t) : p_(p), t_(t) {}

  /// The sum of what line_of(a) is for every term a of node n; it is made once for each.
  template <class LineOf>
  constexpr int operator()(int n, LineOf line_of) {
    int i = t_.first[n];
    const int end = i + t_.count[n];
    if (!is_compound(t_.child[end - 1])) {
      const int from = p_.terms;
      const i64 k = push_linear(i, end);
      if (i == end) return p_.close(k, from);
      p_.terms = from;
    }
    const bool nested = make_compounds(n, i, end, line_of);
    const pool::mark before = p_.checkpoint();
    total_ = no_line;
    if (!p_.all_small) {
      in_printed_order(n, line_of, purpose::add);
    } else if (nested) {
      add_terms(n, line_of);
    } else {
      i = t_.first[n];
      add_linear(i, end);
      for (; i < end; ++i) add_term(t_.child[i], line_of);
    }
    return p_.keep_only(before, total_);
  }

 private:
  constexpr bool is_simple(int a) const { return t_.kind[a] <= op::variable; }
  constexpr bool is_compound(int a) const {
    return !is_simple(a) && (t_.kind[a] != op::product || !is_simple(t_.operand(a)));
  }
  constexpr bool is_multiple(int a) const { return t_.kind[a] == op::product && t_.kind[t_.operand(a)] != op::sum; }

  template <class LineOf>
  constexpr void make_compound(int a, LineOf& line_of) const {
    const int x = is_multiple(a) ? t_.operand(a) : a;
    if (!is_simple(x)) line_of(x);
  }

  /// Lines of the terms that make atoms, which stand from child `first` on. Whether one is a sum.
  template <class LineOf>
  constexpr bool make_compounds(int n, int first, int end, LineOf& line_of) {
    int count = 0, one = 0;
    bool nested = false;
    for (int i = first; i < end; ++i) {
      const int a = t_.child[i];
      if (!is_compound(a)) continue;
      nested |= t_.kind[a] == op::sum;
      one = a;
      ++count;
    }
    if (count == 1 && !nested)
      make_compound(one, line_of);
    else if (count > 1 && !nested && is_in_order(first, end))
      for (int i = first; i < end; ++i) make_compound(t_.child[i], line_of);
    else if (count != 0)
      in_printed_order(n, line_of, purpose::make);
    return nested;
  }

  constexpr void add(int line, i64 times) {
    if (total_ == no_line)
      total_ = times == 1 ? line : p_.scale(line, times);
    else if (times != 0)
      total_ = p_.add(total_, line, times);
  }

  template <class LineOf>
  [[gnu::always_inline]] constexpr void add_term(int a, LineOf& line_of) {
    if (t_.kind[a] == op::constant && total_ != no_line) {
      total_ = p_.shift(total_, t_.value[a]);
      return;
    }
    const bool multiple = is_multiple(a);
    const int x = multiple ? t_.operand(a) : a;
    const i64 v = t_.value[x];
    const int line = t_.kind[x] == op::constant   ? p_.number(v)
                     : t_.kind[x] == op::variable ? p_.variable(static_cast<int>(v))
                                                  : line_of(x);
    add(line, multiple ? t_.value[a] : 1);
  }

  /// Adds the terms that push_linear pushes.
  [[gnu::always_inline]] constexpr void add_linear(int& i, int end) {
    const int from = p_.terms, first = i;
    const i64 k = push_linear(i, end);
    if (i != first) add(p_.close(k, from), 1);
  }

  /// The terms as they stand, in whatever order: where no partial sum can overflow.
  template <class LineOf>
  constexpr void add_terms(int n, LineOf& line_of) {
    int i = t_.first[n];
    const int end = i + t_.count[n];
    add_linear(i, end);
    for (; i < end; ++i) {
      if (t_.kind[t_.child[i]] == op::sum)
        add_terms(t_.child[i], line_of);
      else
        add_term(t_.child[i], line_of);
    }
  }

  enum class purpose : unsigned char { make, add };

  /// Lines of the terms that make atoms, or all terms added, in the order in which they are printed.
  template <class LineOf>
  MERCATOR_COLD constexpr void in_printed_order(int n, LineOf& line_of, purpose what) {
    int leading = leading_negative(t_, n);
    if (leading >= 0) look_at(leading, line_of, what);
    look_at_part(n, sum_part::positive, leading, line_of, what);
    look_at_part(n, sum_part::negative, leading, line_of, what);
    look_at_part(n, sum_part::constant, leading, line_of, what);
  }
  template <class LineOf>
  constexpr void look_at_part(int n, sum_part which, int& leading, LineOf& line_of, purpose what) {
    for (int i = 0; i < t_.count[n]; ++i) {
      const int a = t_.operand(n, i);
      if (t_.kind[a] == op::sum) {
        look_at_part(a, which, leading, line_of, what);
      } else if (part_of(t_, a) == which) {
        if (a == leading)
          leading = no_line;
        else
          look_at(a, line_of, what);
      }
    }
  }
  template <class LineOf>
  constexpr void look_at(int a, LineOf& line_of, purpose what) {
    if (what == purpose::make)
      make_compound(a, line_of);
    else
      add_term(a, line_of);
  }

  /// Whether of the children from i on, none of which is a sum, those that make atoms stand as they are printed:
  /// positive ones, then negative ones, of which none leads.
  constexpr bool is_in_order(int i, int end) const {
    int seen = 0;
    bool negative = false, leads = false;
    for (; i < end; ++i) {
      const int a = t_.child[i];
      if (!is_compound(a)) continue;
      const bool subtracted = t_.kind[a] == op::product && t_.value[a] < 0;
      if (negative && !subtracted) return false;
      negative = subtracted;
      leads |= negative && seen == 0;
      ++seen;
    }
    return !leads || seen == 1;
  }

  /// Pushes small multiples of variables, in their order, from child i on; i is what comes after them. The sum of the
  /// constants among them.
  [[gnu::always_inline]] constexpr i64 push_linear(int& i, int end) const {
    i64 k = 0;
    if (p_.terms + (end - i) > pool::max_terms) return k;
    int t = p_.terms;
    for (int last = -1; i < end; ++i) {
      const int a = t_.child[i];
      const op of = t_.kind[a];
      i64 c = 1;
      int x = a;
      if (of == op::product) {
        c = t_.value[a];
        x = t_.operand(a);
        if (c == 0 || c >= pool::small || c <= -pool::small) break;
      }
      i64 v = t_.value[x];
      if (t_.kind[x] == op::variable) {
        if (v <= last) break;
        last = static_cast<int>(v);
        if (p_.lo[v] != p_.hi[v]) {
          p_.coefficient[t] = c;
          p_.atom[t++] = last;
          continue;
        }
        v = p_.lo[v];
      } else if (of != op::constant) {
        break;
      }
      if (v >= pool::small || v <= -pool::small) break;
      const i64 sum = k + c * v;
      if (sum >= pool::small || sum <= -pool::small) break;
      k = sum;
    }
    p_.terms = t;
    return k;
  }

  pool& p_;
  const map_tree& t_;
  int total_ = no_line;
};

}  // namespace mercator::symbolic
