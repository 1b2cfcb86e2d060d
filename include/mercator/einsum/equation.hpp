// The equation of an einsum: which labels the operands and the output have. The same parser while compiling and
// at run time.
#pragma once

#include "mercator/einsum/error.hpp"

namespace mercator::einsum_ir {

inline constexpr int max_operands = 32;
inline constexpr int max_labels = 52;
inline constexpr int max_rank = 30;     ///< of operands and outputs; two more serve a matrix multiplication
inline constexpr int max_length = 256;  ///< labels of all operands and the output, repeated ones counted

/// Stands among the labels of an equation for the dimensions that no label names.
inline constexpr int ellipsis = 63;

/// The letter of a label.
constexpr char letter(int label) { return static_cast<char>(label < 26 ? 'a' + label : 'A' + label - 26); }

/// Labels are numbered in order of appearance: so equations that differ by names alone are equal. Terms are the
/// operands, then the output. Arrays are uninitialised beyond their counts.
struct equation {
  int operands = 0, labels = 0, length = 0;
  char name[max_labels];        ///< of a label, as it is written
  int begin[max_operands + 2];  ///< where the labels of a term begin; those of the output end at `length`
  unsigned char label[max_length];
  int offset[max_length];  ///< of a label in the text
  int end_offset;          ///< of the text

  constexpr equation() {}

  constexpr int end(int term) const { return begin[term + 1]; }
  constexpr int count(int term) const { return begin[term + 1] - begin[term]; }
  /// Where the term has the label; its end where it has not.
  constexpr int find(int term, int what) const {
    int i = begin[term];
    while (i < end(term) && label[i] != what) ++i;
    return i;
  }
  constexpr bool has(int term, int what) const { return find(term, what) < end(term); }
};

constexpr bool operator==(const equation& a, const equation& b) {
  if (a.operands != b.operands || a.length != b.length) return false;
  for (int k = 0; k <= a.operands; ++k)
    if (a.begin[k] != b.begin[k]) return false;
  for (int i = 0; i < a.length; ++i)
    if (a.label[i] != b.label[i]) return false;
  return true;
}

/// Reads "ij,jk->ik": terms of labels, white space between them ignored. Without '->' the output has '...'
/// where an operand has, then the labels that stand once, upper case before lower case, in alphabetical order.
class equation_parser {
 public:
  constexpr equation_parser(const char* text, int length, equation& out) : s_(text), length_(length), e_(out) {}

  constexpr error parse() {
    e_.operands = e_.labels = e_.length = 0;
    e_.begin[0] = 0;
    e_.end_offset = length_;
    for (int a = 0; a < max_names; ++a) number_[a] = unseen;
    bool arrow = false;
    int i = 0;
    for (; i < length_ && !error_; ++i) {
      const char c = s_[i];
      if (c == ' ' || (c >= '\t' && c <= '\r')) continue;
      if (name_index(c) >= 0) {
        add_name(c, i, arrow);
      } else if (c == '.') {
        if (i + 2 >= length_ || s_[i + 1] != '.' || s_[i + 2] != '.') return at(rule::incomplete_ellipsis, i);
        add_ellipsis(i, arrow);
        i += 2;
      } else if (c == ',') {
        if (arrow) return at(rule::second_output, i);
        end_operand(i);
      } else if (c == '-') {
        if (i + 1 >= length_ || s_[i + 1] != '>') return at(rule::incomplete_arrow, i);
        if (arrow) return at(rule::second_arrow, i);
        arrow = true;
        end_operand(i++);
      } else {
        error_ = {rule::unknown_character, i, c};
      }
    }
    if (!error_ && !arrow) {
      end_operand(length_);
      if (!error_) add_implicit_output();
    }
    if (!error_) e_.begin[e_.operands + 1] = e_.length;
    return error_;
  }

 private:
  static constexpr int max_names = 52;
  static constexpr int unseen = -1;

  /// Upper case first: the order of an implicit output.
  static constexpr int name_index(char c) {
    if (c >= 'a' && c <= 'z') return 26 + (c - 'a');
    return c >= 'A' && c <= 'Z' ? c - 'A' : -1;
  }

  constexpr error at(rule broken, int offset) const { return {broken, offset}; }

  constexpr void add_name(char c, int offset, bool in_output) {
    int& number = number_[name_index(c)];
    if (in_output) {
      if (number == unseen)
        error_ = {rule::unknown_output_label, offset, c};
      else if (standing(number))
        error_ = {rule::repeated_output_label, offset, c};
    }
    if (error_) return;
    if (number == unseen) {
      number = e_.labels;
      e_.name[e_.labels++] = c;
    }
    add(number, offset);
  }

  constexpr void add_ellipsis(int offset, bool in_output) {
    if (standing(ellipsis))
      error_ = {in_output ? rule::second_output_ellipsis : rule::second_ellipsis, offset, '.', e_.operands};
    else if (in_output && !ellipsis_)
      error_ = {rule::unknown_output_ellipsis, offset, '.'};
    ellipsis_ = true;
    if (!error_) add(ellipsis, offset);
  }

  constexpr void add(int label, int offset) {
    if (e_.length - e_.begin[e_.operands] == max_rank) {
      error_ = {rule::too_many_dimensions, offset, 0, e_.operands, 0, 0, max_rank};
    } else if (e_.length == max_length) {
      error_ = {rule::too_long, offset, 0, 0, 0, 0, max_length};
    } else {
      e_.label[e_.length] = static_cast<unsigned char>(label);
      e_.offset[e_.length++] = offset;
    }
  }

  /// Whether the term that is being read has it.
  constexpr bool standing(int label) const {
    for (int i = e_.begin[e_.operands]; i < e_.length; ++i)
      if (e_.label[i] == label) return true;
    return false;
  }

  constexpr void end_operand(int offset) {
    if (e_.operands == max_operands)
      error_ = {rule::too_many_operands, offset, 0, 0, 0, 0, max_operands};
    else
      e_.begin[++e_.operands] = e_.length;
  }

  constexpr void add_implicit_output() {
    int times[max_labels] = {};
    const int length = e_.length;
    for (int i = 0; i < length; ++i)
      if (e_.label[i] != ellipsis) ++times[e_.label[i]];
    if (ellipsis_) add(ellipsis, length_);
    for (int a = 0; a < max_names; ++a)
      if (number_[a] != unseen && times[number_[a]] == 1 && !error_) add(number_[a], length_);
  }

  const char* s_;
  int length_;
  equation& e_;
  int number_[max_names] = {};  ///< of a name
  bool ellipsis_ = false;       ///< an operand has one
  error error_{};
};

constexpr error parse(const char* text, int length, equation& out) {
  return equation_parser(text, length, out).parse();
}

/// Prints the equation with its labels renamed to a, b, c, … in order of appearance.
template <TextSink Sink>
constexpr void print(Sink& to, const equation& e) {
  for (int k = 0; k <= e.operands; ++k) {
    if (k == e.operands)
      write_literal(to, "->");
    else if (k > 0)
      to.put(',');
    for (int i = e.begin[k]; i < e.end(k); ++i) {
      if (e.label[i] == ellipsis)
        write_literal(to, "...");
      else
        to.put(letter(e.label[i]));
    }
  }
}

}  // namespace mercator::einsum_ir
