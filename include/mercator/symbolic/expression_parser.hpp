// The parser of expressions, and the names they use.
#pragma once

#include "mercator/core/checked.hpp"
#include "mercator/symbolic/text_reader.hpp"
#include "mercator/symbolic/tree.hpp"

namespace mercator::symbolic {

/// Reads expressions as nodes of a tree. They are kept as written, but what is constant is one constant, the
/// constant factors of a product are one factor, and `-x` and `a - x` are products by -1.
///
/// Precedence: + and - lowest, then * floordiv ceildiv mod from left to right, then unary minus. `sum`,
/// `product` and `primary` call each other, three calls a pair of parentheses and four a min or max. They
/// return a node and leave its factor in `factor_`; `no_node` stands for the constant `factor_`.
class expression_parser : protected text_reader {
 public:
  constexpr expression_parser(const char* text, int length, map_tree& out, int* offsets)
      : text_reader(text, length), t_(out), offset_of_(offsets) {}

 protected:
  static constexpr int no_node = -1;
  static constexpr int max_pending = limits::children;

  // ---- names

  constexpr bool is_reserved(int begin, int length) const {
    constexpr const char* reserved[] = {"floordiv", "ceildiv", "mod", "min", "max", "domain", "in", "KNOWN", "EMPTY"};
    for (const char* word : reserved)
      if (is(begin, length, word)) return true;
    return false;
  }

  /// The variable of that name among the first `count`, or `count`.
  constexpr int find(int begin, int length, int count) const {
    for (int v = 0; v < count; ++v) {
      const int at = name_at_[v];
      if (name_length_[v] != length || s_[at + length - 1] != s_[begin + length - 1]) continue;
      int k = 0;
      while (k < length - 1 && s_[at + k] == s_[begin + k]) ++k;
      if (k == length - 1) return v;
    }
    return count;
  }

  /// The variable whose name stands here, which is passed; -1 where there is none.
  constexpr int variable_here() {
    if (!t_.named) return default_variable_here();
    const int length = word_end(i_) - i_, v = find(i_, length, t_.variables());
    if (v == t_.variables()) return -1;
    i_ += length;
    return v;
  }

  constexpr int default_variable_here() {
    const int c = s_[i_];
    int at = i_ + 1, first = 0, count = t_.dims;
    if (c == 's') {
      first = t_.dims;
      count = t_.ranges;
    } else if (c == 'r') {
      if (s_[at++] != 't') return -1;
      first = t_.dims + t_.ranges;
      count = t_.runtimes;
    } else if (c != 'd') {
      return -1;
    }
    if (!is_digit(s_[at])) return -1;
    int number = s_[at++] - '0';
    if (is_digit(s_[at]) && number != 0) number = number * 10 + (s_[at++] - '0');
    if (number >= count || is_word(s_[at])) return -1;
    i_ = at;
    return first + number;
  }

  // ---- expressions

  constexpr int whole_expression() {
    skip();
    const int begin = i_, node = sum(0);
    return error_ ? 0 : made(node, begin);
  }

  /// The node with its factor made part of it.
  constexpr int made(int node, int offset) {
    if (node == no_node) return at(t_.constant(factor_), offset);
    return factor_ == 1 ? node : at(t_.unary(op::product, node, factor_), offset);
  }

  constexpr int at(int node, int offset) {
    if (offset_of_ != nullptr) offset_of_[node] = offset;
    return node;
  }

  constexpr int sum(int depth) {
    const int base = top_;
    bool negative = false;
    while (!plain_terms(negative)) {
      const int node = product(depth);
      if (error_) return no_node;
      push(node, negative ? -factor_ : factor_);
      const int c = s_[i_];
      if (c != '+' && c != '-') break;
      negative = c == '-';
      ++i_;
    }
    return error_ ? no_node : sum_from(base);
  }

  /// The commonest terms, as many as stand here, in one call: `d0`, `d0 * 4` and `4`, with default names and
  /// canonical spacing. Anything else is left for `product` to read. Whether the sum ends after them.
  constexpr bool plain_terms(bool& negative) {
    const char* const s = s_;
    for (int i = i_;;) {
      int c = s[i];
      if (c == ' ') c = s[++i];
      i_ = i;
      int v = -1;
      if (c >= 'a') {
        v = c == 'd' ? 0 : c == 's' ? first_range_ : limits::variables;
        const int end = c == 'd' ? first_range_ : first_runtime_;
        c = s[i + 1];
        if (c < '0' || c > '9') return false;
        v += c - '0';
        if (v >= end) return false;
        c = s[i += 2];
        if (c >= '0' && c <= '9') return false;
        if (c == ' ' && s[i + 1] == '*' && s[i + 2] == ' ') {
          c = s[i += 3];
          if (c < '0' || c > '9') return false;
        }
      }
      i64 factor = 1;
      if (c >= '0' && c <= '9') {
        const int last = i + 17;
        factor = c - '0';
        for (c = s[++i]; c >= '0' && c <= '9' && i <= last; c = s[++i]) factor = factor * 10 + (c - '0');
      } else if (v < 0) {
        return false;
      }
      if (c == ' ') c = s[++i];
      const bool more = c == '+' || c == '-';
      if ((!more && c != ')' && c != ',') || top_ == max_pending) return false;
      if (v >= 0 && variable_node_[v] == no_node) variable_node(v, i_);
      pending_[top_] = v < 0 ? no_node : variable_node_[v];
      pending_factor_[top_] = negative ? -factor : factor;
      pending_at_[top_++] = i_;
      i_ = i;
      if (!more) return true;
      i_ = ++i;
      negative = c == '-';
    }
  }

  constexpr void push(int node, i64 factor) {
    if (top_ == max_pending) {
      fail(parse_rule::too_large, i_);
      return;
    }
    pending_[top_] = node;
    pending_factor_[top_] = factor;
    pending_at_[top_++] = product_at_;
  }

  /// The sum of the terms pending from base on.
  constexpr int sum_from(int base) {
    const int end = top_, begin = pending_at_[base];
    top_ = base;
    factor_ = pending_factor_[base];
    if (end - base == 1) return pending_[base];
    int k = base;
    while (k < end && pending_[k] == no_node) ++k;
    if (k == end) return constant_sum(base, end, begin);
    if (!has_room(base, end)) {
      fail(parse_rule::too_large, begin);
      return no_node;
    }
    map_tree& t = t_;
    int n = t.nodes, child = t.children;
    for (k = base; k < end; ++k) {
      const int node = pending_[k];
      const i64 factor = pending_factor_[k];
      if (node != no_node && factor == 1) continue;
      t.kind[n] = node == no_node ? op::constant : op::product;
      t.value[n] = factor;
      t.first[n] = child;
      t.count[n] = node == no_node ? 0 : 1;
      if (node != no_node) t.child[child++] = node;
      if (offset_of_ != nullptr) offset_of_[n] = pending_at_[k];
      pending_[k] = n++;
    }
    t.nodes = n;
    t.children = child;
    n = t.make(op::sum, 0, end - base);
    for (k = base; k < end; ++k) t.child[child++] = pending_[k];
    factor_ = 1;
    return at(n, begin);
  }

  /// Whether the tree has room for the sum of these terms and what they are made of.
  constexpr bool has_room(int base, int end) const {
    const int terms = end - base;
    if (t_.nodes + terms >= limits::nodes) return false;
    if (t_.children + 2 * terms <= limits::children) return true;
    int products = 0;
    for (int k = base; k < end; ++k) products += pending_[k] != no_node && pending_factor_[k] != 1;
    return t_.children + terms + products <= limits::children;
  }

  constexpr int constant_sum(int base, int end, int begin) {
    for (int k = base + 1; k < end; ++k)
      if (!checked_add(factor_, pending_factor_[k], factor_)) fail(parse_rule::integer_too_large, begin);
    return no_node;
  }

  constexpr int variable_node(int v, int offset) {
    if (variable_node_[v] == no_node) variable_node_[v] = at(t_.variable(v), offset);
    return variable_node_[v];
  }

  constexpr int product(int depth) {
    skip();
    const int begin = i_;
    int node = primary(depth);
    for (;;) {
      const int c = skip();
      product_at_ = begin;
      if (error_) return no_node;
      if (c == '*') {
        node = times(node, depth);
        continue;
      }
      const op kind = c >= 'a' ? division_here(c) : op::constant;
      if (kind == op::constant) return node;
      node = divided(kind, node, begin, depth);
    }
  }

  /// The division whose word stands here; op::constant where there is none.
  constexpr op division_here(int c) const {
    const char* const s = s_ + i_;
    if (c == 'm') return s[1] == 'o' && s[2] == 'd' && !is_word(s[3]) ? op::mod : op::constant;
    const bool floor = c == 'f' && s[1] == 'l' && s[2] == 'o' && s[3] == 'o' && s[4] == 'r';
    const bool ceil = c == 'c' && s[1] == 'e' && s[2] == 'i' && s[3] == 'l';
    const int at = floor ? 5 : 4;
    if ((!floor && !ceil) || s[at] != 'd' || s[at + 1] != 'i' || s[at + 2] != 'v' || is_word(s[at + 3]))
      return op::constant;
    return floor ? op::floordiv : op::ceildiv;
  }

  constexpr int times(int left, int depth) {
    const int operation = i_++;
    const i64 factor = factor_;
    skip();
    const int right = primary(depth);
    if (error_) return no_node;
    if (left != no_node && right != no_node) fail(parse_rule::product_of_variables, operation);
    if (!checked_mul(factor, factor_, factor_)) fail(parse_rule::integer_too_large, operation);
    return left == no_node ? right : left;
  }

  constexpr int divided(op kind, int left, int begin, int depth) {
    const int operation = i_, length = kind == op::floordiv ? 8 : kind == op::ceildiv ? 7 : 3;
    i_ += length;
    skip();
    const int divisor_at = i_;
    const i64 factor = factor_;
    const int divisor = primary(depth);
    if (error_) return no_node;
    if (divisor != no_node)
      fail(parse_rule::divisor_not_constant, divisor_at, operation, length);
    else if (factor_ == 0)
      fail(parse_rule::division_by_zero, divisor_at, operation, length);
    if (error_) return no_node;
    const i64 c = factor_;
    factor_ = factor;
    if (left == no_node) return divided_constant(kind, c);
    const int node = made(left, begin);
    factor_ = 1;
    return at(t_.unary(kind, node, c), begin);
  }

  constexpr int divided_constant(op kind, i64 c) {
    factor_ = kind == op::floordiv  ? floor_div(factor_, c)
              : kind == op::ceildiv ? ceil_div(factor_, c)
                                    : floor_mod(factor_, c);
    return no_node;
  }

  /// A variable, integer, min, max or something in parentheses, with the minus signs before it.
  constexpr int primary(int depth) {
    bool negative = false;
    int c = s_[i_];
    for (; c == '-'; c = skip()) {
      negative = !negative;
      ++i_;
    }
    if (is_digit(c)) {
      const i64 value = static_cast<i64>(digits(std::uint64_t{i64_max}));
      factor_ = negative ? -value : value;
      return no_node;
    }
    int node = no_node;
    if (is_letter(c)) {
      const int begin = i_, v = variable_here();
      factor_ = 1;
      node = v >= 0 ? variable_node(v, begin) : extremum(depth);
    } else if (c == '(') {
      if (!descend(depth)) return no_node;
      node = sum(depth + 1);
      close(')', parse_rule::expected_closing);
    } else {
      fail(parse_rule::expected_expression, i_);
    }
    if (error_) return no_node;
    if (negative) factor_ = -factor_;
    return node;
  }

  /// Past an opening parenthesis, which must not be too deep.
  constexpr bool descend(int depth) {
    if (depth == limits::nesting) return fail(parse_rule::nested_too_deep, i_);
    ++i_;
    return true;
  }

  constexpr void close(char c, parse_rule rule) {
    if (!error_ && !eat(c)) fail(rule, i_);
  }

  /// min(a, b) or max(a, b). Another word here is an error.
  constexpr int extremum(int depth) {
    const int begin = i_, length = word_end(begin) - begin;
    const op kind = is(begin, length, "min") ? op::min : is(begin, length, "max") ? op::max : op::constant;
    if (kind == op::constant) {
      fail(is_reserved(begin, length) ? parse_rule::expected_expression : parse_rule::unknown_name, begin, begin,
           length);
      return no_node;
    }
    i_ += length;
    if (skip() != '(') fail(parse_rule::expected_argument, i_);
    if (error_ || !descend(depth)) return no_node;
    const int a = sum(depth + 1);
    const i64 a_factor = factor_;
    close(',', parse_rule::expected_argument);
    if (error_) return no_node;
    const int b = sum(depth + 1);
    close(')', parse_rule::expected_argument);
    if (error_) return no_node;
    if (a != no_node || b != no_node) return extremum_of(kind, a, a_factor, b, begin);
    if ((kind == op::min) == (a_factor < factor_)) factor_ = a_factor;
    return no_node;
  }

  constexpr int extremum_of(op kind, int a, i64 a_factor, int b, int begin) {
    const int second = made(b, begin);
    factor_ = a_factor;
    const int first = made(a, begin);
    factor_ = 1;
    return at(t_.binary(kind, first, second), begin);
  }

  map_tree& t_;
  int* offset_of_;
  i64 factor_ = 1;
  int product_at_ = 0;  ///< where the last product began
  int top_ = 0;         ///< terms of sums that are not complete
  int pending_[max_pending], pending_at_[max_pending];
  i64 pending_factor_[max_pending];
  int first_range_ = 0;  ///< where plain_terms finds variables; both 0 where they have names of their own
  int first_runtime_ = 0;
  int name_at_[limits::variables], name_length_[limits::variables];
  int variable_node_[limits::variables];
};

}  // namespace mercator::symbolic
