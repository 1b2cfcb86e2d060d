// to_code(map), to_code(pieces): the loop nests that for_each runs, as C.
#pragma once

#include "mercator/core/text.hpp"
#include "mercator/loops/for_each_piece.hpp"

namespace mercator {

namespace loops {

inline constexpr int no_operand = -1;

/// Prints the words of a nest as C. Where it is that of a piece, its body's name ends in the piece's operand.
template <TextSink Sink>
class code_printer {
 public:
  constexpr code_printer(Sink& to, const i64* word, int results, bool narrow, int operand = no_operand)
      : to_(to), word_(word), results_(results), operand_(operand), type_(narrow ? "int" : "long long") {}

  constexpr bool uses_floordiv() const { return needs_floordiv(word_[0]); }
  constexpr void function_floordiv() {
    line_of("static ", type_, " floordiv(", type_, " a, ", type_, " c) {");
    line_of("  return a / c - (a % c != 0 && (a < 0) != (c < 0));");
    line_of("}");
    line_of("");
  }
  constexpr void function_begin() { line_of("void nest(void) {"); }
  constexpr void nest() { list(word_[0], 1); }
  constexpr void block() {
    line_of("  {");
    list(word_[0], 2);
    line_of("  }");
  }
  constexpr void function_end() { line_of("}"); }

 private:
  template <class... Parts>
  constexpr void put(const Parts&... parts) {
    (put_one(parts), ...);
  }
  template <class... Parts>
  constexpr void line_of(const Parts&... parts) {
    put(parts...);
    to_.put('\n');
  }
  constexpr void put_one(const char* s) { write_terminated(to_, s); }
  constexpr void put_one(i64 n) { write_integer(to_, n); }

  constexpr void indent(int depth) {
    for (int k = 0; k < depth; ++k) put("  ");
  }

  constexpr bool needs_floordiv(i64 at) const {
    for (; at != 0; at = word_[at + 1]) {
      switch (static_cast<step>(word_[at])) {
        case step::loop:
          for (i64 k = 0; k < word_[at + loop_record::bounds]; ++k) {
            const i64 a = word_[at + loop_record::size + k * loop_record::bound_size + 1];
            if (a != 1 && a != -1) return true;
          }
          if (needs_floordiv(word_[at + loop_record::lets]) || needs_floordiv(word_[at + loop_record::body]))
            return true;
          break;
        case step::let:
          if (word_[at + let_record::divisor] != 0) return true;
          break;
        case step::guard:
          if (needs_floordiv(word_[at + guard_record::body])) return true;
          break;
        case step::visit:
          break;
      }
    }
    return false;
  }

  /// The line, `more` added to its constant, in terms of the slots.
  constexpr void line(i64 at, i64 scale = 1, i64 more = 0) {
    const i64 terms = word_[at + 1], constant = word_[at] * scale + more;
    for (i64 k = 0; k < terms; ++k) {
      const i64 c = word_[at + 2 + 2 * k] * scale;
      if (k > 0)
        put(c < 0 ? " - " : " + ");
      else if (c < 0)
        put("-");
      put("i", word_[at + 3 + 2 * k]);
      const i64 size = c < 0 ? -c : c;
      if (size != 1) put(" * ", size);
    }
    if (terms == 0)
      put(constant);
    else if (constant != 0)
      put(constant < 0 ? " - " : " + ", constant < 0 ? -constant : constant);
  }

  /// The largest, or smallest, counter with rest + a * counter at most, or at least, `end`.
  constexpr void end_of_bound(i64 rest, i64 a, i64 end, bool is_lower) {
    // Rounded up, a quotient is minus the quotient of the negated numerator, rounded down.
    if (a == 1 || a == -1) return line(rest, -a, a * end);
    put(is_lower ? "-floordiv(" : "floordiv(");
    line(rest, is_lower ? 1 : -1, is_lower ? -end : end);
    put(", ", a, ")");
  }

  constexpr void bound(i64 at, i64 slot, int depth) {
    const i64 rest = word_[at], a = word_[at + 1];
    for (const bool is_lower : {true, false}) {
      const i64 end = (a > 0) == is_lower ? word_[at + 2] : word_[at + 3];
      if (end == i64_min || end == i64_max) continue;
      const char* name = is_lower ? "first" : "last";
      indent(depth);
      put("if (");
      end_of_bound(rest, a, end, is_lower);
      put(is_lower ? " > " : " < ", name, slot, ") ", name, slot, " = ");
      end_of_bound(rest, a, end, is_lower);
      line_of(";");
    }
  }

  constexpr void list(i64 at, int depth) {
    for (; at != 0; at = word_[at + 1]) node(at, depth);
  }

  constexpr void node(i64 at, int depth) {
    switch (static_cast<step>(word_[at])) {
      case step::loop:
        return loop(at, depth);
      case step::let:
        return let(at, depth);
      case step::guard:
        return guard(at, depth);
      case step::visit:
        return visit(at, depth);
    }
  }

  constexpr void loop(i64 at, int depth) {
    const i64 slot = word_[at + loop_record::slot], count = word_[at + loop_record::count];
    const i64 bounds = word_[at + loop_record::bounds];
    if (bounds > 0) {
      indent(depth);
      line_of(type_, " first", slot, " = 0, last", slot, " = ", count - 1, ";");
      for (i64 k = 0; k < bounds; ++k) bound(at + loop_record::size + k * loop_record::bound_size, slot, depth);
    }
    indent(depth);
    if (bounds > 0)
      line_of("for (", type_, " i", slot, " = first", slot, "; i", slot, " <= last", slot, "; ++i", slot, ") {");
    else
      line_of("for (", type_, " i", slot, " = 0; i", slot, " < ", count, "; ++i", slot, ") {");
    list(word_[at + loop_record::lets], depth + 1);
    list(word_[at + loop_record::body], depth + 1);
    indent(depth);
    line_of("}");
  }

  constexpr void let(i64 at, int depth) {
    const i64 divisor = word_[at + let_record::divisor], from = word_[at + let_record::line];
    indent(depth);
    put("const ", type_, " i", word_[at + let_record::slot], " = ");
    if (divisor != 0) {
      put("floordiv(");
      line(from);
      put(", ", divisor, ")");
    } else {
      line(from);
      put(" > 0 ? ");
      line(from);
      put(" : 0");
    }
    line_of(";");
  }

  constexpr void guard(i64 at, int depth) {
    const i64 lo = word_[at + guard_record::lo], hi = word_[at + guard_record::hi];
    indent(depth);
    put("if (");
    if (lo != i64_min) {
      put(lo, " <= ");
      line(word_[at + guard_record::line]);
    }
    if (lo != i64_min && hi != i64_max) put(" && ");
    if (hi != i64_max) {
      line(word_[at + guard_record::line]);
      put(" <= ", hi);
    }
    line_of(") {");
    list(word_[at + guard_record::body], depth + 1);
    indent(depth);
    line_of("}");
  }

  constexpr void visit(i64 at, int depth) {
    indent(depth);
    put("body");
    if (operand_ != no_operand) put(operand_);
    put("(");
    for (int k = 0; k < results_; ++k) {
      if (k > 0) put(", ");
      line(word_[at + visit_record::line + k]);
    }
    line_of(");");
  }

  Sink& to_;
  const i64* word_;
  int results_, operand_;
  const char* type_;
};

template <class Nest>
struct code_of_nest {
  template <TextSink Sink>
  static constexpr void print(Sink& to) {
    code_printer<Sink> code(to, Nest::value.word, Nest::value.results, Nest::value.narrow);
    if (code.uses_floordiv()) code.function_floordiv();
    code.function_begin();
    code.nest();
    code.function_end();
  }
};

/// One function for all pieces, each in a block of its own.
template <class... Piece>
struct code_of_pieces {
  template <class One>
  using nest = points_nest<One>;

  static constexpr bool narrow = (nest<Piece>::value.narrow && ...);

  template <TextSink Sink>
  static constexpr void print(Sink& to) {
    code_printer<Sink> pieces[] = {
        {to, nest<Piece>::value.word, nest<Piece>::value.results, narrow, Piece::operand}...};
    bool floordiv = false;
    for (const code_printer<Sink>& piece : pieces) floordiv = floordiv || piece.uses_floordiv();
    if (floordiv) pieces[0].function_floordiv();
    pieces[0].function_begin();
    for (code_printer<Sink>& piece : pieces) piece.block();
    pieces[0].function_end();
  }
};

template <class Code>
constexpr std::size_t code_size() {
  counting_sink count;
  Code::print(count);
  return count.size;
}

template <class Code>
constexpr auto print_code() {
  text<code_size<Code>()> out;
  buffer_sink sink{out.data()};
  Code::print(sink);
  return out;
}

template <class Code>
inline constexpr auto code_text = print_code<Code>();

}  // namespace loops

/// to_code(map): the nest that for_each(map, body) runs, as the text of a C function nest() that calls
/// body(variables…, results…) for each point in order. Loop counters are i0, i1, …, and so are quotients that
/// no splitting of loops removes; all numbers are of the narrowest type of int and long long that holds them.
/// to_code(unordered, map) shows the nest of for_each(unordered, map, body). to_code(pieces) has the nests of
/// all pieces in one function, which calls body0 for the points of operand 0, body1 for those of operand 1, and
/// so on.
inline constexpr struct to_code_verb {
  template <IndexingMap Map>
  constexpr const auto& operator()(Map) const {
    return loops::code_text<loops::code_of_nest<loops::points_nest<Map>>>;
  }

  template <class First, class... Others>
  constexpr const auto& operator()(piecewise_map<First, Others...>) const {
    return loops::code_text<loops::code_of_pieces<First, Others...>>;
  }

  template <Policy How, IndexingMap Map>
  constexpr const auto& operator()(How, Map) const {
    return loops::code_text<loops::code_of_nest<typename loops::nest_for<How, Map>::type>>;
  }
} to_code{};

}  // namespace mercator
