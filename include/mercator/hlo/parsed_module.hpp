// A module parsed at run time, with the memory that it needs.
#pragma once

#include <memory>
#include <new>

#include "mercator/hlo/parser.hpp"

namespace mercator::hlo_ir {

/// Owns what a module is made of, but for the text. Too little memory is the error too_large.
class parsed_module {
 public:
  /// Parses text[0, length), which must be followed by a 0 and outlive this. At most max_length characters.
  parsed_module(const char* text, int length) : text_(text), error_{parse_rule::too_large, 0, 0, 0, 0} {
    if (length > max_length) return;
    const module_counts capacity = measure(text, length);
    std::unique_ptr<name_slot[]> instruction_slots, computation_slots;
    std::unique_ptr<call_visit[]> visits;
    module_arena arena{room(numbers_, capacity.numbers),
                       room(shapes_, capacity.shapes),
                       room(attributes_, capacity.attributes),
                       room(operands_, capacity.operands),
                       room(instructions_, capacity.instructions),
                       room(computations_, capacity.computations),
                       room(instruction_slots, slots_for(capacity.instructions)),
                       room(computation_slots, slots_for(capacity.computations)),
                       room(visits, capacity.computations),
                       capacity,
                       {}};
    if (complete_) error_ = parse(text, length, arena, module_);
  }

  /// The most characters that a text may have.
  static constexpr int max_length = 1 << 28;

  /// Whether the text was read.
  constexpr explicit operator bool() const { return !error_; }
  /// What is wrong with the text, and where.
  const parse_error& error() const { return error_; }

  /// The module; it means nothing where there is an error.
  const hlo_module& operator*() const { return module_; }
  /// A member of the module.
  const hlo_module* operator->() const { return &module_; }

  /// Prints "LINE:COLUMN: message".
  template <TextSink Sink>
  void print_error(Sink& to) const {
    const text_position at = position_of(text_, error_.offset);
    write_integer(to, at.line);
    to.put(':');
    write_integer(to, at.column);
    write_literal(to, ": ");
    print_message(to, error_, text_);
  }

 private:
  template <class Item>
  Item* room(std::unique_ptr<Item[]>& owner, int count) {
    owner.reset(new (std::nothrow) Item[static_cast<std::size_t>(count)]);
    complete_ = complete_ && owner != nullptr;
    return owner.get();
  }

  const char* text_;
  bool complete_ = true;
  std::unique_ptr<i64[]> numbers_;
  std::unique_ptr<shape[]> shapes_;
  std::unique_ptr<attribute[]> attributes_;
  std::unique_ptr<int[]> operands_;
  std::unique_ptr<instruction[]> instructions_;
  std::unique_ptr<computation[]> computations_;
  hlo_module module_;
  parse_error error_;
};

}  // namespace mercator::hlo_ir
