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
  static constexpr int no_node = -1, not_plain = -2;
  static constexpr int max_depth = 64, max_pending = limits::children;

  // ---- characters and words

  static constexpr bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static constexpr bool is_digit(int c) { return c >= '0' && c <= '9'; }
  static constexpr bool is_letter(int c) { return c >= 'a' ? c <= 'z' : c >= 'A' && (c <= 'Z' || c == '_'); }
  static constexpr bool is_word(int c) { return is_letter(c) || is_digit(c); }

  constexpr int skip() {
    int c = s_[i_];
    while (c == ' ' || (c <= '\r' && c >= '\t')) c = s_[++i_];
    return c;
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
    if (!t_.named) {
      first_range_ = t_.dims;
      first_runtime_ = t_.dims + t_.ranges;
    }
    return true;
  }

  constexpr bool names(char close, variable_kind kind, int& count) {
    if (canonical_names(close, kind, count)) return true;
    if (count == 0 && skip() == close) {
      ++i_;
      return true;
    }
    for (;; ++i_) {
      if (!name(skip(), kind, count)) return false;
      const int c = skip();
      if (c == ',') continue;
      if (c != close) return fail(is_letter(c) ? parse_rule::missing_comma : parse_rule::expected_name, i_);
      ++i_;
      return true;
    }
  }

  /// Names such as `d0, d1)`, in one call: whether these are all. Those before something else are read.
  constexpr bool canonical_names(char close, variable_kind kind, int& count) {
    const char* const s = s_;
    const int first = t_.variables(), prefix = kind == variable_kind::runtime ? 2 : 1;
    const char letter = kind == variable_kind::dimension ? 'd' : kind == variable_kind::range ? 's' : 'r';
    if (t_.named || first + 10 > limits::variables) return false;
    for (int n = 0, i = i_; n < 10 && s[i] == letter && s[i + prefix] == '0' + n; ++n) {
      if (prefix == 2 && s[i + 1] != 't') return false;
      const char c = s[i + prefix + 1];
      if (c != ',' && c != close) return false;
      name_at_[first + n] = i;
      name_length_[first + n] = prefix + 1;
      variable_node_[first + n] = no_node;
      ++count;
      i_ = i += prefix + 2;
      if (c == close) return true;
      if (s[i] == ' ') ++i;
    }
    return false;
  }

  constexpr bool name(int c, variable_kind kind, int& count) {
    if (!is_letter(c)) return fail(parse_rule::expected_name, i_);
    const int begin = i_, v = t_.variables();
    if (v == limits::variables) return fail(parse_rule::too_large, begin);
    int end = default_name_end(kind, count);
    if (end == begin) {
      t_.named = true;
      end = word_end(begin);
      if (is_reserved(begin, end - begin)) return fail(parse_rule::reserved_word, begin, begin, end - begin);
    }
    name_at_[v] = begin;
    name_length_[v] = end - begin;
    variable_node_[v] = no_node;
    if (t_.named && find(begin, end - begin, v) != v) return fail(parse_rule::duplicate_name, begin, begin, end - begin);
    ++count;
    i_ = end;
    return true;
  }

  /// The end of the name d, s or rt and `number` that stands here; i_ where another stands here.
  constexpr int default_name_end(variable_kind kind, int number) const {
    int at = i_;
    if (s_[at++] != (kind == variable_kind::dimension ? 'd' : kind == variable_kind::range ? 's' : 'r')) return i_;
    if (kind == variable_kind::runtime && s_[at++] != 't') return i_;
    if (number >= 10 && s_[at++] != '0' + number / 10) return i_;
    if (s_[at++] != '0' + number % 10) return i_;
    return is_word(s_[at]) ? i_ : at;
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
    const int variables = t_.variables();
    for (int v = canonical_box(variables); v < variables; ++v)
      if (at_end() || !variable_item(v)) return fail(parse_rule::missing_interval, i_, name_at_[v], name_length_[v]);
    while (!error_ && !at_end()) constraint();
    return !error_;
  }

  constexpr bool at_end() const { return s_[i_] == '\0' && i_ >= length_; }

  constexpr bool known_empty() {
    if (!eat_word("EMPTY")) return fail(parse_rule::reserved_word, i_ - 5, i_ - 5, 5);
    t_.known_empty = true;
    eat(',');
    skip();
    return at_end() || fail(parse_rule::expected_end, i_);
  }

  /// As many items such as `d0 in [0, 7], ` as stand here, in one call: their number.
  constexpr int canonical_box(int variables) {
    const char* const s = s_;
    skip();
    for (int v = 0, i = i_; v < variables; ++v) {
      for (int from = name_at_[v], end = i + name_length_[v]; i < end; ++i)
        if (s[i] != s[from++]) return v;
      if (s[i] != ' ' || s[i + 1] != 'i' || s[i + 2] != 'n' || s[i + 3] != ' ' || s[i + 4] != '[') return v;
      interval range{0, 0};
      bool negative = s[i += 5] == '-';
      int first = i += negative;
      for (int c = s[i]; c >= '0' && c <= '9' && i < first + 18; c = s[++i]) range.lo = range.lo * 10 + (c - '0');
      if (i == first || s[i] != ',' || s[i + 1] != ' ') return v;
      if (negative) range.lo = -range.lo;
      negative = s[i += 2] == '-';
      first = i += negative;
      for (int c = s[i]; c >= '0' && c <= '9' && i < first + 18; c = s[++i]) range.hi = range.hi * 10 + (c - '0');
      if (i == first || s[i] != ']') return v;
      if (negative) range.hi = -range.hi;
      if (s[++i] == ',') i += s[i + 1] == ' ' ? 2 : 1;
      else if (s[i] != '\0' || i < length_) return v;
      t_.box[v] = range;
      i_ = i;
    }
    return variables;
  }

  /// `name in [first, last]`: false where it is something else than the name and `in`, or at an error.
  constexpr bool variable_item(int v) {
    const char* const s = s_;
    int i = i_;
    for (int from = name_at_[v], end = i + name_length_[v]; i < end; ++i)
      if (s[i] != s[from++]) return false;
    if (is_word(s[i])) return false;
    while (is_space(s[i])) ++i;
    if (s[i] != 'i' || s[i + 1] != 'n' || is_word(s[i + 2])) return false;
    i_ = i + 2;
    return bounds(t_.box[v]);
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

  /// `[first, last]` and the comma after it, to the next item or the end.
  constexpr bool bounds(interval& range) {
    if (skip() != '[') return fail(parse_rule::expected_interval, i_);
    ++i_;
    if (!integer(range.lo, ',') || !integer(range.hi, ']')) return false;
    const int end = i_;
    if (s_[i_] == ',' || skip() == ',') {
      ++i_;
      skip();
      return true;
    }
    return at_end() || fail(parse_rule::missing_comma, end);
  }

  /// An integer and the character after it.
  constexpr bool integer(i64& value, char close) {
    const char* const s = s_;
    int i = i_;
    int c = s[i];
    while (is_space(c)) c = s[++i];
    const bool negative = c == '-';
    if (negative) c = s[++i];
    while (is_space(c)) c = s[++i];
    i_ = i;
    if (!is_digit(c)) return fail(parse_rule::expected_integer, i);
    const std::uint64_t size = digits(negative ? std::uint64_t{1} << 63 : std::uint64_t{i64_max});
    value = static_cast<i64>(negative ? ~size + 1 : size);
    if (error_) return false;
    if (s[i_] != close && skip() != close) return fail(parse_rule::expected_interval, i_);
    ++i_;
    return true;
  }

  /// The digits from here on as a number up to `largest`.
  constexpr std::uint64_t digits(std::uint64_t largest) {
    const int begin = i_;
    std::uint64_t value = 0;
    int i = begin;
    for (int c = s_[i]; c >= '0' && c <= '9'; c = s_[++i]) value = value * 10 + static_cast<unsigned>(c - '0');
    i_ = i;
    if (i - begin <= 18 || fits(begin, largest)) return value;
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
    const int base = top_, begin = i_;
    bool negative = false;
    while (!plain_terms(negative)) {
      const int at = i_, node = product(depth);
      if (error_) return no_node;
      push(node, negative ? -factor_ : factor_, at);
      const int c = s_[i_];
      if (c != '+' && c != '-') break;
      negative = c == '-';
      ++i_;
    }
    return error_ ? no_node : sum_from(base, begin);
  }

  /// The commonest terms, as many as stand here, in one call: `d0`, `d0 * 4` and `4`, with default names and canonical
  /// spacing. Anything else is left for `product` to read. Whether the sum ends after them.
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
        if (c == ' ' && s[i + 1] == '*' && s[i + 2] == ' ') c = s[i += 3];
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

  constexpr void push(int node, i64 factor, int offset) {
    if (top_ == max_pending) {
      fail(parse_rule::too_large, offset);
      return;
    }
    pending_[top_] = node;
    pending_factor_[top_] = factor;
    pending_at_[top_++] = offset;
  }

  /// The sum of the terms pending from base on.
  constexpr int sum_from(int base, int begin) {
    const int end = top_;
    top_ = base;
    factor_ = pending_factor_[base];
    if (end - base == 1) return pending_[base];
    int k = base;
    while (k < end && pending_[k] == no_node) ++k;
    if (k == end) return constant_sum(base, end, begin);
    if (t_.nodes + (end - base) >= limits::nodes || t_.children + 2 * (end - base) > limits::children) {
      t_.full = true;
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
    const int begin = i_;
    int node = primary(depth);
    for (;;) {
      const int c = skip();
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
    int c = skip();
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
      node = word(depth);
    } else if (c == '(') {
      ++i_;
      node = nested(depth, ')', parse_rule::expected_closing);
    } else {
      fail(parse_rule::expected_expression, i_);
    }
    if (error_) return no_node;
    if (negative) factor_ = -factor_;
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
      return variable_node(v, begin);
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
  int pending_[max_pending], pending_at_[max_pending];  ///< terms of sums that are not complete
  i64 pending_factor_[max_pending];
  int first_range_ = 0, first_runtime_ = 0;  ///< where plain_terms finds variables; 0 where they have names of their own
  int name_at_[limits::variables], name_length_[limits::variables];
  int variable_node_[limits::variables];
};

}  // namespace mercator::symbolic
