// HLO text to a module: the same while compiling and at run time.
#pragma once

#include "mercator/hlo/call_graph.hpp"
#include "mercator/hlo/constant_parser.hpp"

namespace mercator::hlo_ir {

class module_parser : private constant_parser {
 public:
  /// The text must end with a 0 after its `length` characters.
  constexpr module_parser(const char* text, int length, module_arena& arena)
      : constant_parser(text, length, arena),
        computation_names_(text, arena.computation_slots, slots_for(arena.capacity.computations)) {}

  constexpr parse_error parse(hlo_module& out) {
    while (!error_ && !at_end()) item(out);
    if (!error_ && resolve_calls()) finish(out);
    return error_;
  }

 private:
  // ---- modules

  constexpr bool item(hlo_module& out) {
    const int begin = i_;
    word w;
    if (!name(w, parse_rule::expected_computation)) return false;
    bool entry = false, bare = false;
    if (w.begin == begin) {  // no '%': it may be a word of the language
      if (begin_ && is(w, "HloModule")) return header(out);
      if (is_table(w)) return table();
      bare = is(w, "ROOT");
      entry = is(w, "ENTRY");
      if (entry && !name(w, parse_rule::expected_name)) return false;
    }
    begin_ = false;
    const char c = skip();
    if (!entry && (bare || c == '=')) return bare_instructions(begin);
    if (c != '{' && c != '(') return fail(parse_rule::expected_body, i_);
    return computation(w, entry);
  }

  constexpr bool header(hlo_module& out) {
    begin_ = false;
    word w;
    if (!name(w, parse_rule::expected_name)) return false;
    out.name_begin = w.begin;
    out.name_length = w.length;
    return skipped_attributes(&out);
  }

  /// Attributes of what is no instruction; of those of the module two are kept.
  constexpr bool skipped_attributes(hlo_module* out) {
    word key, value;
    while (eat(',')) {
      if (!attribute_name(key)) return false;
      const bool replicas = is(key, "replica_count"), partitions = is(key, "num_partitions");
      if (out == nullptr || !(replicas || partitions)) {
        if (!text(value)) return false;
      } else if (!integer(replicas ? out->replica_count : out->num_partitions)) {
        return false;
      }
    }
    return true;
  }

  /// Where the instructions come from: `FileNames`, then `1 "model.py"` and the like.
  constexpr bool is_table(word w) const {
    return is(w, "FileNames") || is(w, "FunctionNames") || is(w, "FileLocations") || is(w, "StackFrames");
  }

  constexpr bool table() {
    i64 ignored = 0;
    word w;
    while (is_digit(skip())) {
      if (!integer(ignored)) return false;
      const char c = skip();
      if (c != '"' && c != '{') return fail(parse_rule::expected_table, i_);
      if (c == '"' ? !string(w) : !balanced()) return false;
    }
    return true;
  }

  constexpr bool finish(hlo_module& out) {
    const module_counts& n = m_.counts;
    if (n.computations == 0) return fail(parse_rule::empty_module, length_);
    if (entry_ < 0 && n.computations > 1) return fail(parse_rule::missing_entry, 0, 0, 0, n.computations);
    out.text = s_;
    out.number_list = m_.number_list;
    out.shapes = m_.shapes;
    out.attributes = m_.attributes;
    out.operands = m_.operands;
    out.instructions = m_.instructions;
    out.computations = m_.computations;
    out.counts = n;
    out.entry = entry_ < 0 ? 0 : entry_;
    const int recursive = call_graph(out, m_.visits).find_recursion();
    if (recursive < 0) return true;
    const hlo_ir::computation& c = m_.computations[recursive];
    return fail(parse_rule::recursive_call, c.name_begin, c.name_begin, c.name_length);
  }

  // ---- computations

  constexpr bool computation(word name, bool entry) {
    name_slot& slot = computation_names_.find(name, 0);
    if (slot.value >= 0) return fail(parse_rule::duplicate_computation, name);
    slot = {m_.counts.computations, name};
    if (entry && entry_ >= 0) return fail(parse_rule::duplicate_entry, name);
    if (entry) entry_ = m_.counts.computations;
    int result = -1;
    if (!signature(result) || !expect('{', parse_rule::expected_body)) return false;
    start();
    while (skip() != '}')
      if (!instruction()) return false;
    const int end = i_++;
    return close(name, end, result) && skipped_attributes(nullptr);
  }

  /// Instructions without a computation around them are the entry.
  constexpr bool bare_instructions(int begin) {
    i_ = begin;
    if (entry_ >= 0) return fail(parse_rule::duplicate_entry, begin);
    entry_ = m_.counts.computations;
    start();
    while (!at_end())
      if (!instruction()) return false;
    return close({begin, 0, 0}, i_, -1);
  }

  /// The shape of the result is kept to compare it with the root's.
  constexpr bool signature(int& result) {
    if (skip() != '(') return true;
    ++i_;
    word w;
    int shape_read = 0;
    if (!eat(')')) {
      do {
        const int numbers = m_.counts.numbers;
        if (!name(w, parse_rule::expected_parameter) || !expect(':', parse_rule::expected_colon)) return false;
        if (!shape(shape_read)) return false;
        forget(shape_read, numbers);
      } while (eat(','));
      if (!expect(')', parse_rule::expected_signature_end)) return false;
    }
    if (!eat_arrow()) return fail(parse_rule::expected_result, i_);
    return shape(result);
  }

  constexpr void start() {
    scope_ = m_.counts.instructions;
    root_ = -1;
    parameters_ = 0;
  }

  constexpr bool close(word name, int end, int result) {
    const int count = m_.counts.instructions - scope_;
    if (count == 0) return fail(parse_rule::empty_computation, end);
    if (root_ < 0) root_ = m_.counts.instructions - 1;
    if (result >= 0 && !same_shape(result, m_.instructions[root_].shape))
      return fail(parse_rule::result_of_another_shape, m_.instructions[root_].name_begin, name.begin, name.length);
    if (m_.counts.computations == m_.capacity.computations) return fail(parse_rule::too_large, end);
    m_.computations[m_.counts.computations++] = {scope_,      count,      root_,      m_.counts.numbers,
                                                 parameters_, name.begin, name.length};
    return place_parameters();
  }

  /// Every number below the count of the parameters stands once.
  constexpr bool place_parameters() {
    const int first = m_.counts.numbers;
    for (int k = 0; k < parameters_; ++k)
      if (!push_number(-1)) return false;
    for (int k = scope_; parameters_ > 0 && k < m_.counts.instructions; ++k) {
      const hlo_ir::instruction& i = m_.instructions[k];
      if (i.parameter < 0) continue;
      if (i.parameter >= parameters_) return fail(parse_rule::missing_parameter, i.name_begin, 0, 0, parameters_);
      i64& place = m_.number_list[first + i.parameter];
      if (place >= 0) return fail(parse_rule::duplicate_parameter, i.name_begin, 0, 0, i.parameter);
      place = k;
    }
    return true;
  }

  /// Puts the places of computations where the offsets of their names were kept.
  constexpr bool resolve_calls() {
    for (int k = 0; k < m_.counts.attributes; ++k) {
      const attribute& a = m_.attributes[k];
      if (a.form != attribute_form::computations) continue;
      for (int n = a.first; n < a.first + a.count; ++n) {
        word w;
        i_ = static_cast<int>(m_.number_list[n]);
        if (!name(w, parse_rule::expected_computation_name)) return false;
        const int value = computation_names_.find(w, 0).value;
        if (value < 0) return fail(parse_rule::unknown_computation, w);
        m_.number_list[n] = value;
      }
    }
    return true;
  }

  // ---- instructions

  constexpr bool instruction() {
    word w, op;
    const int begin = i_;
    if (!name(w, parse_rule::expected_instruction)) return false;
    if (w.begin == begin && is(w, "ROOT")) {
      if (root_ >= 0) return fail(parse_rule::duplicate_root, begin);
      root_ = m_.counts.instructions;
      if (!name(w, parse_rule::expected_name)) return false;
    }
    if (!expect('=', parse_rule::expected_equals)) return false;
    int shape_read = 0;
    if (!shape(shape_read) || !name(op, parse_rule::expected_opcode)) return false;
    const int first_operand = m_.counts.operands, first_attribute = m_.counts.attributes;
    hlo_ir::instruction i{find_opcode(s_, op),
                          opcode::unknown,
                          shape_read,
                          first_operand,
                          0,
                          first_attribute,
                          0,
                          -1,
                          0,
                          0,
                          w.begin,
                          w.length,
                          op.begin,
                          op.length};
    if (i.op == opcode::unknown) find_wrapped(i, op);
    if (!arguments(i)) return false;
    i.operands = m_.counts.operands - first_operand;
    if (!attributes(first_attribute, i.op != opcode::unknown)) return false;
    i.attributes = m_.counts.attributes - first_attribute;
    if (m_.counts.instructions == m_.capacity.instructions) return fail(parse_rule::too_large, w.begin);
    if (!add_instruction(w, m_.counts.instructions)) return fail(parse_rule::duplicate_instruction, w);
    m_.instructions[m_.counts.instructions++] = i;
    return true;
  }

  /// `exponential-start` is short for an async-start that wraps an exponential.
  constexpr void find_wrapped(hlo_ir::instruction& i, word op) const {
    const struct {
      const char* suffix;
      opcode op;
    } suffixes[] = {{"-start", opcode::async_start}, {"-update", opcode::async_update}, {"-done", opcode::async_done}};
    for (const auto& s : suffixes) {
      int length = 0;
      while (s.suffix[length] != '\0') ++length;
      if (op.length <= length || !is({op.begin + op.length - length, length, 0}, s.suffix)) continue;
      const int end = op.begin + op.length - length;
      const word wrapped{op.begin, op.length - length, hash_of(s_, op.begin, end)};
      i.wrapped = find_opcode(s_, wrapped);
      if (i.wrapped != opcode::unknown) i.op = s.op;
    }
  }

  /// What stands between the parentheses.
  constexpr bool arguments(hlo_ir::instruction& i) {
    if (!expect('(', parse_rule::expected_operands)) return false;
    const int begin = i_, shapes = m_.counts.shapes, numbers = m_.counts.numbers;
    if (i.op == opcode::parameter) return parameter(i);
    if (i.op == opcode::constant) {
      skip();
      i.literal_begin = i_;
      if (!constant()) return false;
      i.literal_length = i_ - i.literal_begin;
      return expect(')', parse_rule::expected_constant_end);
    }
    if (operands()) return true;
    if (i.op != opcode::unknown || is_error_of_operands()) return false;
    m_.counts.operands = i.first_operand;
    forget(shapes, numbers);
    error_ = {};
    i_ = begin - 1;
    if (!balanced()) return false;
    i.literal_begin = begin;
    i.literal_length = i_ - 1 - begin;
    return true;
  }

  /// Whether the operands of an operation that is not known are instructions, if with an error.
  constexpr bool is_error_of_operands() {
    if (error_.rule == parse_rule::operand_of_another_shape) return true;
    return error_.rule == parse_rule::unknown_operand && (skip() == ',' || s_[i_] == ')');
  }

  constexpr bool parameter(hlo_ir::instruction& i) {
    i64 number = 0;
    skip();
    const int begin = i_;
    if (!is_digit(s_[begin])) return fail(parse_rule::expected_parameter_number, begin);
    if (!integer(number)) return false;
    if (number > INT32_MAX) return fail(parse_rule::number_too_large, begin);
    i.parameter = static_cast<int>(number);
    ++parameters_;
    return expect(')', parse_rule::expected_parameter_number);
  }

  constexpr bool operands() {
    if (eat(')')) return true;
    do {
      if (!operand()) return false;
    } while (eat(','));
    return expect(')', parse_rule::expected_operand_end);
  }

  /// `%name`, or its shape and then the name.
  constexpr bool operand() {
    const int numbers = m_.counts.numbers, shapes = m_.counts.shapes;
    int written = -1;
    word w;
    if (skip() == '(') {
      if (!shape(written)) return false;
    } else {
      if (!name(w, parse_rule::expected_operand)) return false;
      if (skip() == '[' && !shape_after(w, written)) return false;
    }
    if (written >= 0 && !name(w, parse_rule::expected_operand)) return false;
    const int value = find_instruction(w);
    if (value < 0) return fail(parse_rule::unknown_operand, w);
    if (written >= 0 && !same_shape(written, m_.instructions[value].shape))
      return fail(parse_rule::operand_of_another_shape, w);
    forget(shapes, numbers);
    if (m_.counts.operands == m_.capacity.operands) return fail(parse_rule::too_large, i_);
    m_.operands[m_.counts.operands++] = value;
    return true;
  }

  name_table computation_names_;
  bool begin_ = true;  ///< nothing was read yet
  int entry_ = -1;
  int root_ = -1;  ///< of the computation that is being read, as the two below
  int parameters_ = 0;
};

/// Reads the text, which must be followed by a 0, into an arena of at least measure(text, length). The module
/// refers to both. Where there is an error, it means nothing.
constexpr parse_error parse(const char* text, int length, module_arena& arena, hlo_module& out) {
  arena.counts = {};
  out = {};
  return module_parser(text, length, arena).parse(out);
}

}  // namespace mercator::hlo_ir
