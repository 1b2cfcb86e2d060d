// The parser of map texts, without the check that everything fits 64 bits: see parse.hpp.
#pragma once

#include "mercator/symbolic/expression_parser.hpp"

namespace mercator::symbolic {

/// Reads one map.
class map_parser : private expression_parser {
 public:
  /// The text must end with a 0 after its `length` characters. Where offsets is given, it takes the offset in
  /// the text of every node.
  constexpr map_parser(const char* text, int length, map_tree& out, int* offsets = nullptr)
      : expression_parser(text, length, out, offsets) {}

  /// Reads the map into `out`, which must be as it was made. Where there is an error, `out` means nothing.
  constexpr parse_error parse() {
    if (header() && results()) domain();
    return finished();
  }

  /// The same of a text that says no domain. The box of `out` is left as it is.
  constexpr parse_error parse_head() {
    if (header() && results()) {
      skip();
      if (!at_end()) fail(parse_rule::expected_end, i_);
    }
    return finished();
  }

 private:
  constexpr parse_error finished() {
    if (!error_ && t_.full) fail(parse_rule::too_large, length_);
    if (!error_ && t_.named) keep_names();
    return error_;
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
      if (c != close) return fail(is_letter(c) ? parse_rule::missing_comma : parse_rule::unclosed_names, i_);
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
    for (int n = 0, i = i_; n < 10 && s[i] == letter; ++n) {
      if ((prefix == 2 && s[i + 1] != 't') || s[i + prefix] != '0' + n) return false;
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
    if (t_.named && find(begin, end - begin, v) != v)
      return fail(parse_rule::duplicate_name, begin, begin, end - begin);
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
    int v = canonical_box(variables);
    skip();
    for (; v < variables; ++v)
      if (at_end() || !variable_item(v)) return fail(parse_rule::missing_interval, i_, name_at_[v], name_length_[v]);
    while (!error_ && !at_end()) constraint();
    return !error_;
  }

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
      if (s[++i] == ',')
        i += s[i + 1] == ' ' ? 2 : 1;
      else if (s[i] != '\0' || i < length_)
        return v;
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
};

}  // namespace mercator::symbolic
