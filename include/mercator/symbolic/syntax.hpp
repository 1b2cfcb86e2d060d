// The parser of map texts, without the check that everything fits 64 bits: see parse.hpp.
#pragma once

#include "mercator/core/checked.hpp"
#include "mercator/symbolic/parse_error.hpp"
#include "mercator/symbolic/tree.hpp"

namespace mercator::symbolic {

/// Reads one map. Expressions are kept as written, but what is constant is one constant, the constant factors of a
/// product are one factor, and `-x` and `a - x` are products by -1.
///
/// Precedence: + and - lowest, then * floordiv ceildiv mod from left to right, then unary minus. `sum`, `product` and
/// `primary` call each other, three calls a pair of parentheses. They return a node and leave its factor in `factor_`;
/// `no_node` stands for the constant `factor_`.
class map_parser {
 public:
  /// The text must end with a 0 after its `length` characters. Where offsets is given, it takes the offset in the text
  /// of every node.
  constexpr map_parser(const char* text, int length, map_tree& out, int* offsets = nullptr)
      : s_(text), length_(length), t_(out), offset_of_(offsets) {}

  /// Reads the map into `out`, which must be as it was made. Where there is an error, `out` means nothing.
  constexpr parse_error parse() {
    if (header() && results()) domain();
    if (!error_ && t_.full) fail(parse_rule::too_large, length_);
    if (!error_ && t_.named) keep_names();
    return error_;
  }

 private:
  static constexpr int no_node = -1;
  static constexpr int max_depth = 64;

  // ---- characters and words

  static constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static constexpr bool is_letter(char c) { return c >= 'a' ? c <= 'z' : c >= 'A' && (c <= 'Z' || c == '_'); }
  static constexpr bool is_word(char c) { return is_letter(c) || is_digit(c); }

  constexpr char skip() {
    while (s_[i_] <= ' ' && is_space(s_[i_])) ++i_;
    return s_[i_];
  }

  constexpr bool eat(char c) {
    if (skip() != c) return false;
    ++i_;
    return true;
  }

  constexpr int word_end(int from) const {
    while (is_word(s_[from])) ++from;
    return from;
  }

  constexpr bool is(int begin, int length, const char* word) const {
    for (int k = 0; k < length; ++k)
      if (word[k] == '\0' || s_[begin + k] != word[k]) return false;
    return word[length] == '\0';
  }

  constexpr bool eat_word(const char* word) {
    skip();
    const int length = word_end(i_) - i_;
    if (!is(i_, length, word)) return false;
    i_ += length;
    return true;
  }

  constexpr bool fail(parse_rule rule, int offset, int span_begin = 0, int span_length = 0) {
    if (!error_) error_ = {rule, offset, span_begin, span_length, 0};
    return false;
  }

  // ---- header: names and what they mean

  constexpr bool header() {
    if (!eat('(')) return fail(parse_rule::expected_map, i_);
    if (!names(')', variable_kind::dimension, t_.dims)) return false;
    if (eat('[') && !names(']', variable_kind::range, t_.ranges)) return false;
    if (eat('{') && !names('}', variable_kind::runtime, t_.runtimes)) return false;
    if (skip() != '-' || s_[i_ + 1] != '>') return fail(parse_rule::expected_arrow, i_);
    i_ += 2;
    return true;
  }

  constexpr bool names(char close, variable_kind kind, int& count) {
    if (skip() == close) {
      ++i_;
      return true;
    }
    for (;;) {
      if (!is_letter(skip())) return fail(parse_rule::expected_name, i_);
      const int end = word_end(i_), v = t_.variables();
      if (v == limits::variables) return fail(parse_rule::too_large, i_);
      name_at_[v] = i_;
      name_length_[v] = end - i_;
      variable_node_[v] = no_node;
      if (!is_default_name(v, kind, count)) {
        t_.named = true;
        if (is_reserved(i_, end - i_)) return fail(parse_rule::reserved_word, i_, i_, end - i_);
      }
      if (t_.named && find(i_, end - i_, v) != v) return fail(parse_rule::duplicate_name, i_, i_, end - i_);
      ++count;
      i_ = end;
      const char c = skip();
      if (c == close) break;
      if (c != ',') return fail(is_letter(c) ? parse_rule::missing_comma : parse_rule::expected_name, i_);
      ++i_;
    }
    ++i_;
    return true;
  }

  /// Whether the name of variable v is d, s or rt and its number within its kind.
  constexpr bool is_default_name(int v, variable_kind kind, int number) const {
    int at = name_at_[v], digits = name_length_[v] - 1;
    if (s_[at] != (kind == variable_kind::dimension ? 'd' : kind == variable_kind::range ? 's' : 'r')) return false;
    if (kind == variable_kind::runtime) {
      if (s_[++at] != 't') return false;
      --digits;
    }
    if (number < 10) return digits == 1 && s_[at + 1] == '0' + number;
    return digits == 2 && s_[at + 1] == '0' + number / 10 && s_[at + 2] == '0' + number % 10;
  }

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

  constexpr void keep_names() {
    int end = 0;
    for (int v = 0; v < t_.variables(); ++v) {
      t_.name_begin[v] = end;
      if (end + name_length_[v] > limits::name_characters) {
        fail(parse_rule::too_large, name_at_[v]);
        return;
      }
      for (int k = 0; k < name_length_[v]; ++k) t_.name[end++] = s_[name_at_[v] + k];
    }
    t_.name_begin[t_.variables()] = end;
  }

  // ---- results

  constexpr bool results() {
    if (!eat('(')) return fail(parse_rule::expected_results, i_);
    if (eat(')')) return true;
    do {
      const int node = whole_expression();
      if (error_) return false;
      t_.add_result(node);
    } while (eat(','));
    return eat(')') || fail(parse_rule::expected_closing, i_);
  }

  // ---- domain

  constexpr bool domain() {
    if (skip() != ',') {
      if (at_end()) return t_.variables() == 0 || fail(parse_rule::missing_domain, i_);
      if (is_letter(s_[i_])) return fail(parse_rule::missing_comma, i_);
      return fail(parse_rule::expected_end, i_);
    }
    ++i_;
    if (!eat_word("domain")) return fail(parse_rule::expected_domain, i_);
    if (!eat(':')) return fail(parse_rule::expected_colon, i_);
    if (skip() == 'K' && eat_word("KNOWN")) return known_empty();
    bool more = true;
    for (int v = 0; v < t_.variables(); ++v) {
      if (!more || !variable_item(v)) return fail(parse_rule::missing_interval, i_, name_at_[v], name_length_[v]);
      if (error_ || !next_item(more)) return false;
    }
    while (more)
      if (!constraint() || !next_item(more)) return false;
    return true;
  }

  constexpr bool at_end() const { return s_[i_] == '\0' && i_ >= length_; }

  constexpr bool known_empty() {
    if (!eat_word("EMPTY")) return fail(parse_rule::reserved_word, i_ - 5, i_ - 5, 5);
    t_.known_empty = true;
    eat(',');
    skip();
    return at_end() || fail(parse_rule::expected_end, i_);
  }

  /// Past the comma after an item, if there is one; more: whether another item follows.
  constexpr bool next_item(bool& more) {
    const int end = i_;
    if (skip() == ',') {
      ++i_;
      skip();
      more = !at_end();
      return true;
    }
    more = false;
    return at_end() || fail(parse_rule::missing_comma, end);
  }

  /// `name in [first, last]`: false where it is something else than the name and `in`.
  constexpr bool variable_item(int v) {
    skip();
    const int begin = i_, end = begin + name_length_[v];
    for (int from = name_at_[v]; i_ < end && s_[i_] == s_[from]; ++from) ++i_;
    if (i_ == end && !is_word(s_[i_]) && skip() == 'i' && s_[i_ + 1] == 'n' && !is_word(s_[i_ + 2])) {
      i_ += 2;
      bounds(t_.box[v]);
      return true;
    }
    i_ = begin;
    return false;
  }

  constexpr bool constraint() {
    const int node = whole_expression();
    if (error_) return false;
    if (!eat_word("in")) return fail(parse_rule::expected_in, i_);
    interval range{};
    if (!bounds(range)) return false;
    t_.add_constraint(node, range);
    return true;
  }

  constexpr bool bounds(interval& range) {
    if (!eat('[')) return fail(parse_rule::expected_interval, i_);
    if (!integer(range.lo)) return false;
    if (!eat(',')) return fail(parse_rule::expected_interval, i_);
    if (!integer(range.hi)) return false;
    return eat(']') || fail(parse_rule::expected_interval, i_);
  }

  constexpr bool integer(i64& value) {
    const bool negative = skip() == '-';
    if (negative) {
      ++i_;
      skip();
    }
    if (!is_digit(s_[i_])) return fail(parse_rule::expected_integer, i_);
    const std::uint64_t size = digits(negative ? std::uint64_t{1} << 63 : std::uint64_t{i64_max});
    value = static_cast<i64>(negative ? ~size + 1 : size);
    return !error_;
  }

  /// The digits from here on as a number up to `largest`.
  constexpr std::uint64_t digits(std::uint64_t largest) {
    const int begin = i_;
    std::uint64_t value = 0;
    while (is_digit(s_[i_])) value = value * 10 + static_cast<std::uint64_t>(s_[i_++] - '0');
    if (i_ - begin <= 18 || fits(begin, largest)) return value;
    fail(parse_rule::integer_too_large, begin);
    return 0;
  }

  constexpr bool fits(int begin, std::uint64_t largest) const {
    std::uint64_t value = 0;
    for (int k = begin; k < i_; ++k) {
      const std::uint64_t digit = static_cast<std::uint64_t>(s_[k] - '0');
      if (value > (largest - digit) / 10) return false;
      value = value * 10 + digit;
    }
    return true;
  }

  // ---- expressions

  constexpr int whole_expression() {
    const int node = sum(0);
    return error_ ? 0 : made(node, i_);
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
    bool negative = false, constant = true;
    i64 total = 0;
    for (;;) {
      const int begin = i_;
      const int node = product(depth);
      if (error_) return no_node;
      if (negative && !checked_mul(factor_, -1, factor_)) fail(parse_rule::integer_too_large, begin);
      const char c = skip();
      const bool more = c == '+' || (c == '-' && s_[i_ + 1] != '>');
      if (!more && top_ == base) return node;
      constant &= node == no_node;
      if (constant && !checked_add(total, factor_, total)) fail(parse_rule::integer_too_large, begin);
      if (!push(made(node, begin))) return no_node;
      if (!more) return constant ? constant_sum(base, total) : sum_of(base, begin);
      negative = c == '-';
      ++i_;
    }
  }

  constexpr bool push(int node) {
    if (t_.full || top_ == limits::children) return fail(parse_rule::too_large, i_);
    pending_[top_++] = node;
    return true;
  }

  /// The addends pending from base on are constants, which are the last nodes made.
  constexpr int constant_sum(int base, i64 total) {
    t_.nodes -= top_ - base;
    top_ = base;
    factor_ = total;
    return no_node;
  }

  constexpr int sum_of(int base, int offset) {
    const int n = t_.make(op::sum, 0, top_ - base);
    if (t_.full) return no_node;
    for (int k = base, to = t_.first[n]; k < top_; ++k) t_.child[to++] = pending_[k];
    top_ = base;
    factor_ = 1;
    return at(n, offset);
  }

  constexpr int product(int depth) {
    const int begin = i_;
    int node = primary(depth);
    for (;;) {
      const char c = skip();
      if (error_) return no_node;
      if (c == '*') node = times(node, depth);
      else if (c == 'f' && s_[i_ + 1] == 'l' && is_operator("floordiv", 8)) node = divided(op::floordiv, 8, node, begin, depth);
      else if (c == 'c' && is_operator("ceildiv", 7)) node = divided(op::ceildiv, 7, node, begin, depth);
      else if (c == 'm' && s_[i_ + 1] == 'o' && is_operator("mod", 3)) node = divided(op::mod, 3, node, begin, depth);
      else return node;
    }
  }

  constexpr bool is_operator(const char* word, int length) const {
    return is(i_, length, word) && !is_word(s_[i_ + length]);
  }

  constexpr int times(int left, int depth) {
    const int operation = i_++;
    const i64 factor = factor_;
    const int right = primary(depth);
    if (error_) return no_node;
    if (left != no_node && right != no_node) fail(parse_rule::product_of_variables, operation);
    if (!checked_mul(factor, factor_, factor_)) fail(parse_rule::integer_too_large, operation);
    return left == no_node ? right : left;
  }

  constexpr int divided(op kind, int length, int left, int begin, int depth) {
    const int operation = i_;
    i_ += length;
    skip();
    const int divisor_at = i_;
    const i64 factor = factor_;
    const int divisor = primary(depth);
    if (error_) return no_node;
    if (divisor != no_node) fail(parse_rule::divisor_not_constant, divisor_at, operation, length);
    else if (factor_ == 0) fail(parse_rule::division_by_zero, divisor_at, operation, length);
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
    char c = skip();
    for (; c == '-'; c = skip()) {
      negative = !negative;
      ++i_;
    }
    if (is_digit(c)) {
      const i64 value = static_cast<i64>(digits(std::uint64_t{i64_max}));
      factor_ = negative ? -value : value;
      return no_node;
    }
    const int begin = i_;
    int node = no_node;
    if (is_letter(c)) {
      node = word(depth);
    } else if (c == '(') {
      ++i_;
      node = nested(depth, ')', parse_rule::expected_closing);
    } else {
      fail(parse_rule::expected_expression, i_);
    }
    if (error_) return no_node;
    if (negative && !checked_mul(factor_, -1, factor_)) fail(parse_rule::integer_too_large, begin);
    return node;
  }

  /// An expression and the character that must follow it.
  constexpr int nested(int depth, char close, parse_rule rule) {
    if (depth == max_depth) fail(parse_rule::nested_too_deep, i_ - 1);
    if (error_) return no_node;
    const int node = sum(depth + 1);
    if (!error_ && !eat(close)) fail(rule, i_);
    return node;
  }

  constexpr int word(int depth) {
    const int begin = i_, v = variable_here();
    if (v >= 0) {
      factor_ = 1;
      if (variable_node_[v] == no_node) variable_node_[v] = at(t_.variable(v), begin);
      return variable_node_[v];
    }
    const int length = word_end(i_) - i_;
    i_ += length;
    const bool min = is(begin, length, "min"), max = is(begin, length, "max");
    if (min || max) return extremum(min ? op::min : op::max, begin, depth);
    fail(is_reserved(begin, length) ? parse_rule::expected_expression : parse_rule::unknown_name, begin, begin, length);
    return no_node;
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
    const char c = s_[i_];
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

  constexpr int extremum(op kind, int begin, int depth) {
    if (!eat('(')) {
      fail(parse_rule::expected_argument, i_);
      return no_node;
    }
    int a = nested(depth, ',', parse_rule::expected_argument);
    if (error_) return no_node;
    const bool constant = a == no_node;
    const i64 first = factor_;
    if (!constant) a = made(a, begin);
    int b = nested(depth, ')', parse_rule::expected_argument);
    if (error_) return no_node;
    if (constant && b == no_node) {
      factor_ = (kind == op::min) == (first < factor_) ? first : factor_;
      return no_node;
    }
    b = made(b, begin);
    factor_ = first;
    if (constant) a = made(no_node, begin);
    factor_ = 1;
    return at(t_.binary(kind, a, b), begin);
  }

  const char* s_;
  int length_;
  map_tree& t_;
  int* offset_of_;
  parse_error error_{};
  int i_ = 0;
  i64 factor_ = 1;
  int top_ = 0;
  int pending_[limits::children];
  int name_at_[limits::variables], name_length_[limits::variables];
  int variable_node_[limits::variables];
};

}  // namespace mercator::symbolic
