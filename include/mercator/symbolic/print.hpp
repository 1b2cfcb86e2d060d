// The canonical text of a map.
#pragma once

#include "mercator/core/text.hpp"
#include "mercator/symbolic/tree.hpp"

namespace mercator::symbolic {

/// The order in which the terms of a sum are printed.
enum class sum_part : unsigned char { positive, negative, constant };

template <class Tree>
constexpr sum_part part_of(const Tree& t, int n) {
  if (t.kind[n] == op::constant) return sum_part::constant;
  return t.kind[n] == op::product && t.value[n] < 0 ? sum_part::negative : sum_part::positive;
}

namespace detail {

struct leading_search {
  int first = -1;                  ///< the first negative term
  int larger = -1;                 ///< the first whose factor is not -1
  bool positive = false;           ///< there are positive terms
  bool positive_constant = false;  ///< there is a positive constant

  constexpr int choice() const { return positive ? -1 : positive_constant || larger < 0 ? first : larger; }

  template <class Tree>
  constexpr void look_at(const Tree& t, int n) {
    for (int i = t.first[n], end = i + t.count[n]; i < end && !positive; ++i) {
      const int a = t.child[i];
      if (t.kind[a] == op::sum) {
        look_at(t, a);
        continue;
      }
      const sum_part p = part_of(t, a);
      positive = positive || p == sum_part::positive;
      positive_constant = positive_constant || (p == sum_part::constant && t.value[a] >= 0);
      if (p != sum_part::negative) continue;
      if (first < 0) first = a;
      if (larger < 0 && t.value[a] != -1) larger = a;
    }
  }
};

}  // namespace detail

/// The term that begins a sum without positive terms; -1 where there are positive ones. It is the first whose
/// factor is not -1, since `d1 * -2 - d0` is cheaper than `-d0 - d1 * 2`; but the first of all where that saves
/// nothing.
template <class Tree>
constexpr int leading_negative(const Tree& t, int n) {
  detail::leading_search s;
  s.look_at(t, n);
  return s.choice();
}

/// Prints maps and expressions. What it prints parses back to a map of equal value. In a sum the positive terms
/// come first, then the negative ones, then the constants; sums within a sum lose their parentheses where that
/// changes nothing.
///
/// Tree is map_tree or a type with members of the same names.
template <TextSink Sink, class Tree>
class printer {
 public:
  constexpr printer(Sink& to, const Tree& t) : to_(to), t_(t) {}

  constexpr void map() {
    names('(', ')', 0, t_.dims);
    if (t_.ranges != 0) names('[', ']', t_.dims, t_.ranges);
    if (t_.runtimes != 0) names('{', '}', t_.dims + t_.ranges, t_.runtimes);
    write_literal(to_, " -> (");
    for (int i = 0; i < t_.results; ++i) {
      if (i != 0) write_literal(to_, ", ");
      if (t_.known_empty)
        to_.put('0');
      else
        expression(t_.result[i]);
    }
    to_.put(')');
    domain();
  }

  constexpr void expression(int n, bool in_parentheses = false) {
    const op k = t_.kind[n];
    const i64 v = t_.value[n];
    if (in_parentheses) to_.put('(');
    if (k == op::constant)
      write_integer(to_, v);
    else if (k == op::variable)
      name(static_cast<int>(v));
    else if (k == op::sum)
      sum(n);
    else if (k == op::min || k == op::max)
      extremum(n);
    else if (k == op::product && v == -1)
      negated(operand(n));
    else
      by_constant(k, operand(n), v);
    if (in_parentheses) to_.put(')');
  }

  /// The name of a variable.
  constexpr void name(int v) {
    if (t_.named) {
      const int begin = t_.name_begin[v];
      return to_.write(&t_.name[begin], static_cast<std::size_t>(t_.name_begin[v + 1] - begin));
    }
    if (v < t_.dims) {
      to_.put('d');
    } else if (v < t_.dims + t_.ranges) {
      to_.put('s');
      v -= t_.dims;
    } else {
      write_literal(to_, "rt");
      v -= t_.dims + t_.ranges;
    }
    write_integer(to_, v);
  }

 private:
  constexpr int operand(int n, int i = 0) const { return t_.child[t_.first[n] + i]; }

  // ---- the map

  constexpr void names(char open, char close, int first, int count) {
    to_.put(open);
    for (int v = first; v < first + count; ++v) {
      if (v != first) write_literal(to_, ", ");
      name(v);
    }
    to_.put(close);
  }

  constexpr void domain() {
    if (t_.known_empty) return write_literal(to_, ", domain: KNOWN EMPTY");
    const int variables = t_.dims + t_.ranges + t_.runtimes;
    if (variables + t_.constraints == 0) return;
    write_literal(to_, ", domain: ");
    for (int v = 0; v < variables; ++v) {
      if (v != 0) write_literal(to_, ", ");
      name(v);
      bounds(t_.box[v]);
    }
    for (int i = 0; i < t_.constraints; ++i) {
      if (variables + i != 0) write_literal(to_, ", ");
      expression(t_.constraint[i]);
      bounds(t_.constraint_range[i]);
    }
  }

  constexpr void bounds(interval r) {
    write_literal(to_, " in [");
    write_integer(to_, r.lo);
    write_literal(to_, ", ");
    write_integer(to_, r.hi);
    to_.put(']');
  }

  // ---- expressions

  /// Whether the node is written as one word, so that it needs no parentheses before * floordiv ceildiv mod.
  constexpr bool is_word(int n) const {
    const op k = t_.kind[n];
    return k == op::constant || k == op::variable || k == op::min || k == op::max;
  }

  constexpr bool is_negative_constant(int n) const { return t_.kind[n] == op::constant && t_.value[n] < 0; }

  constexpr void by_constant(op k, int operand, i64 v) {
    expression(operand, !is_word(operand));
    write_terminated(to_, k == op::product    ? " * "
                          : k == op::floordiv ? " floordiv "
                          : k == op::ceildiv  ? " ceildiv "
                                              : " mod ");
    write_integer(to_, v);
  }

  constexpr void negated(int n) {
    to_.put('-');
    expression(n, !is_word(n) || is_negative_constant(n));
  }

  constexpr void extremum(int n) {
    write_terminated(to_, t_.kind[n] == op::min ? "min(" : "max(");
    expression(operand(n));
    write_literal(to_, ", ");
    expression(operand(n, 1));
    to_.put(')');
  }

  constexpr void sum(int n) {
    int leading = leading_negative(t_, n);
    bool empty = leading < 0;
    if (!empty) expression(leading);
    terms(n, sum_part::positive, leading, empty);
    terms(n, sum_part::negative, leading, empty);
    terms(n, sum_part::constant, leading, empty);
  }

  /// The terms of that part, with those of the sums within the sum, but once without the leading one.
  constexpr void terms(int n, sum_part which, int& leading, bool& empty) {
    for (int i = 0; i < t_.count[n]; ++i) {
      const int a = operand(n, i);
      if (t_.kind[a] == op::sum) {
        terms(a, which, leading, empty);
      } else if (part_of(t_, a) == which) {
        if (a == leading)
          leading = -1;
        else if (empty)
          expression(a);
        else
          signed_term(a, which);
        empty = false;
      }
    }
  }

  constexpr void signed_term(int n, sum_part which) {
    if (which != sum_part::negative && !is_negative_constant(n)) {
      write_literal(to_, " + ");
      return expression(n);
    }
    write_literal(to_, " - ");
    if (which != sum_part::constant) {
      const int a = operand(n);
      const bool minus_one = t_.value[n] == -1;
      expression(a, minus_one ? begins_with_minus(a) || t_.kind[a] == op::sum : !is_word(a));
      if (minus_one) return;
      write_literal(to_, " * ");
    }
    write_unsigned(to_, ~static_cast<std::uint64_t>(t_.value[n]) + 1);
  }

  constexpr bool begins_with_minus(int n) const {
    return t_.value[n] < 0 && (t_.kind[n] == op::constant || (t_.kind[n] == op::product && t_.value[n] == -1));
  }

  Sink& to_;
  const Tree& t_;
};

/// Prints the map.
template <TextSink Sink, class Tree>
constexpr void print(Sink& to, const Tree& t) {
  printer<Sink, Tree>(to, t).map();
}

/// Prints one expression of the map.
template <TextSink Sink, class Tree>
constexpr void print_expression(Sink& to, const Tree& t, int node) {
  printer<Sink, Tree>(to, t).expression(node);
}

/// The number of characters of the map's text.
template <class Tree>
constexpr std::size_t printed_size(const Tree& t) {
  counting_sink count;
  print(count, t);
  return count.size;
}

}  // namespace mercator::symbolic
