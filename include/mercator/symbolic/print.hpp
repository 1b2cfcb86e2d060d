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
  int constant = -1;               ///< the first negative constant
  bool positive = false;           ///< there are positive terms
  bool positive_constant = false;  ///< there is a positive constant

  constexpr int choice() const {
    if (positive || first < 0 || positive_constant) return positive ? -1 : first;
    return larger >= 0 ? larger : constant >= 0 ? constant : first;
  }

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
      if (p == sum_part::constant) {
        positive_constant = positive_constant || t.value[a] >= 0;
        if (constant < 0) constant = a;
      }
      if (p != sum_part::negative) continue;
      if (first < 0) first = a;
      if (larger < 0 && t.value[a] != -1) larger = a;
    }
  }
};

}  // namespace detail

/// The term that begins a sum without positive terms; -1 where there are positive ones. It is the first whose
/// factor is not -1, since `d1 * -2 - d0` is cheaper than `-d0 - d1 * 2`, or without such the constant, since
/// `-3 - d0` is cheaper than `-d0 - 3`; but the first of all where that saves nothing.
template <class Tree>
constexpr int leading_negative(const Tree& t, int n) {
  detail::leading_search s;
  s.look_at(t, n);
  return s.choice();
}

/// Prints maps and expressions. What it prints parses back to a map of equal value. In a sum the positive terms
/// come first, then the negative ones, then the constants, but for a leading term; sums within a sum lose their
/// parentheses where that changes nothing.
///
/// Tree is map_tree or a type with members of the same names.
template <TextSink Sink, class Tree>
class printer {
 public:
  constexpr printer(Sink& to, const Tree& t) : to_(to), t_(t) {}

  constexpr void map() {
    head();
    domain();
  }

  /// The map without its domain.
  constexpr void head() {
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
  }

  constexpr void expression(int n) { expression(n, false, false); }

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

  // ---- expressions: three calls a pair of parentheses, for compilers that limit their depth

  /// Prints a node. Without its sign, where a minus stands before it: then it is a negative constant or
  /// product.
  constexpr void expression(int n, bool in_parentheses, bool without_sign) {
    const op k = t_.kind[n];
    if (in_parentheses) to_.put('(');
    if (k == op::constant) {
      constant(n, without_sign);
    } else if (k == op::variable) {
      name(static_cast<int>(t_.value[n]));
    } else if (k == op::sum) {
      int leading = leading_negative(t_, n);
      bool empty = leading < 0;
      if (!empty) expression(leading, false, false);
      terms(n, sum_part::positive, leading, empty);
      terms(n, sum_part::negative, leading, empty);
      terms(n, sum_part::constant, leading, empty);
    } else if (k == op::min || k == op::max) {
      write_terminated(to_, k == op::min ? "min(" : "max(");
      expression(operand(n), false, false);
      write_literal(to_, ", ");
      expression(operand(n, 1), false, false);
      to_.put(')');
    } else {
      const bool negation = k == op::product && t_.value[n] == -1;
      if (negation && !without_sign) to_.put('-');
      expression(operand(n), needs_parentheses(operand(n), negation, without_sign), false);
      if (!negation) by_constant(n, without_sign);
    }
    if (in_parentheses) to_.put(')');
  }

  /// The terms of that part, with those of the sums within the sum, but once without the leading one.
  constexpr void terms(int n, sum_part which, int& leading, bool& empty) {
    for (int i = 0; i < t_.count[n]; ++i) {
      const int a = operand(n, i);
      if (t_.kind[a] == op::sum) {
        terms(a, which, leading, empty);
      } else if (part_of(t_, a) == which) {
        const bool negative = which == sum_part::negative || is_negative_constant(a);
        const bool printed = a == leading;
        if (printed) leading = -1;
        if (!printed && !empty) write_terminated(to_, negative ? " - " : " + ");
        if (!printed) expression(a, false, negative && !empty);
        empty = false;
      }
    }
  }

  /// Whether the operand of a product or division is in parentheses: unless it is one word, or a product or
  /// quotient that is subtracted as it is.
  constexpr bool needs_parentheses(int operand, bool negation, bool without_sign) const {
    if (negation && without_sign) return t_.kind[operand] == op::sum || begins_with_minus(operand);
    const op k = t_.kind[operand];
    const bool word = k == op::constant || k == op::variable || k == op::min || k == op::max;
    return !word || (negation && is_negative_constant(operand));
  }

  constexpr bool is_negative_constant(int n) const { return t_.kind[n] == op::constant && t_.value[n] < 0; }

  constexpr void by_constant(int n, bool without_sign) {
    const op k = t_.kind[n];
    write_terminated(to_, k == op::product    ? " * "
                          : k == op::floordiv ? " floordiv "
                          : k == op::ceildiv  ? " ceildiv "
                                              : " mod ");
    constant(n, without_sign);
  }

  constexpr void constant(int n, bool without_sign) {
    const i64 v = t_.value[n];
    if (without_sign)
      write_unsigned(to_, ~static_cast<std::uint64_t>(v) + 1);
    else
      write_integer(to_, v);
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
