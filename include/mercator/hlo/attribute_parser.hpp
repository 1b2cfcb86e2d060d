// The values of attributes as they are written.
#pragma once

#include "mercator/hlo/list_parser.hpp"

namespace mercator::hlo_ir {

class attribute_parser : public list_parser {
 protected:
  constexpr attribute_parser(const char* text, int length, module_arena& arena)
      : list_parser(text, length, arena),
        names_(text, arena.instruction_slots, slots_for(arena.capacity.instructions)) {}

  /// `, key=value` as often as it stands here, of the instruction whose first attribute is `first`. All
  /// attributes of an operation that is not known are kept as text.
  constexpr bool attributes(int first, bool known_operation) {
    while (eat(',')) {
      word key;
      if (!attribute_name(key)) return false;
      const attribute_key k = find_attribute(s_, key);
      attribute a{
          k, known_operation ? form_of(k) : attribute_form::text, 0, m_.counts.numbers, 0, key.begin, key.length, 0, 0};
      if (k != attribute_key::other)
        for (int other = first; other < m_.counts.attributes; ++other)
          if (m_.attributes[other].key == k) return fail(parse_rule::duplicate_attribute, key);
      if (!value(a)) return false;
      if (m_.counts.attributes == m_.capacity.attributes) return fail(parse_rule::too_large, i_);
      m_.attributes[m_.counts.attributes++] = a;
    }
    return true;
  }

  constexpr bool attribute_name(word& key) {
    return name(key, parse_rule::expected_attribute) && expect('=', parse_rule::expected_attribute_equals);
  }

  /// The place of the instruction of that name which came before in this computation; -1 where there is none.
  constexpr int find_instruction(word w) const { return names_.find(scoped(w), scope_).value; }

  /// Whether no instruction of this computation has the name yet.
  constexpr bool add_instruction(word w, int place) {
    name_slot& slot = names_.find(scoped(w), scope_);
    if (slot.value >= 0) return false;
    slot = {place, scoped(w)};
    return true;
  }

  int scope_ = 0;  ///< the computation's first instruction

 private:
  constexpr bool value(attribute& a) {
    skip();
    a.value_begin = i_;
    if (!value_of_form(a)) return false;
    if (a.form != attribute_form::text) a.value_length = i_ - a.value_begin;
    return true;
  }

  constexpr bool value_of_form(attribute& a) {
    switch (a.form) {
      case attribute_form::text:
        return text_value(a);
      case attribute_form::numbers:
        return one_list(a, number_list());
      case attribute_form::slice:
        return slices(a);
      case attribute_form::padding:
        return paddings(a);
      case attribute_form::window:
        return window(a);
      case attribute_form::dim_labels:
        return dim_labels(a);
      case attribute_form::pairs:
        return one_list(a, pairs());
      case attribute_form::replica_groups:
      case attribute_form::iota_replica_groups:
        return replica_groups(a);
      case attribute_form::computations:
        return one_list(a, computation_list());
      case attribute_form::instructions:
        return one_list(a, instruction_list());
    }
    return false;
  }

  // ---- devices

  /// Other forms than these two are kept as text.
  constexpr bool replica_groups(attribute& a) {
    const char c = skip();
    const bool read = c == '{' ? explicit_groups(a) : c == '[' ? iota_groups(a) : text_value(a);
    if (a.form != attribute_form::text) a.count = m_.counts.numbers - a.first;
    return read;
  }

  /// Kept as the size of each group before its devices; `lists` is the number of groups.
  constexpr bool explicit_groups(attribute& a) {
    return braced(parse_rule::expected_replica_groups, [this, &a] {
      if (skip() != '{') return fail(parse_rule::expected_replica_groups, i_);
      const int size = m_.counts.numbers;
      if (!push_number(0)) return false;
      if (!braced(parse_rule::expected_replica_groups, [this] { return next_number(); })) return false;
      m_.number_list[size] = m_.counts.numbers - size - 1;
      ++a.lists;
      return true;
    });
  }

  /// [groups,devices]<=[dimensions]T(permutation), kept as these; without T the permutation is the identity.
  constexpr bool iota_groups(attribute& a) {
    const int begin = i_;
    a.form = attribute_form::iota_replica_groups;
    if (!bracketed('[', ']')) return false;
    if (m_.counts.numbers - a.first != 2) return fail(parse_rule::expected_replica_groups, begin);
    if (!eat('<') || !eat_here('=')) return fail(parse_rule::expected_replica_groups, i_);
    const int dimensions = m_.counts.numbers;
    if (!bracketed('[', ']')) return false;
    const int permutation = m_.counts.numbers, rank = permutation - dimensions;
    if (eat_here('T')) {
      if (!bracketed('(', ')')) return false;
    } else {
      for (int k = 0; k < rank; ++k)
        if (!push_number(k)) return false;
    }
    const i64* const n = m_.number_list;
    const i64 devices = element_count(n + a.first, 2);
    const bool same = devices >= 0 && devices == element_count(n + dimensions, rank) && rank <= max_rank &&
                      m_.counts.numbers - permutation == rank &&
                      ops::are_distinct_dimensions({n + permutation, rank}, rank);
    return same || fail(parse_rule::replica_groups_differ, begin);
  }

  constexpr bool bracketed(char open, char close) {
    if (!expect(open, parse_rule::expected_replica_groups)) return false;
    do {
      if (!is_digit(skip())) return fail(parse_rule::expected_replica_groups, i_);
      if (!next_number()) return false;
    } while (eat(','));
    return expect(close, parse_rule::expected_replica_groups);
  }

  // ---- names

  constexpr word scoped(word w) const {
    return {w.begin, w.length, w.hash ^ static_cast<std::uint32_t>(scope_) * 2654435761u};
  }

  /// Computations may come later: until then the offsets of their names are kept.
  constexpr bool computation_list() {
    const auto one = [this] {
      word w;
      skip();
      const int begin = i_;
      return name(w, parse_rule::expected_computation_name) && push_number(begin);
    };
    return skip() == '{' ? braced(parse_rule::expected_computation_name, one) : one();
  }

  constexpr bool instruction_list() {
    return braced(parse_rule::expected_instruction_name, [this] {
      word w;
      if (!name(w, parse_rule::expected_instruction_name)) return false;
      const int value = find_instruction(w);
      return value < 0 ? fail(parse_rule::unknown_operand, w) : push_number(value);
    });
  }

  name_table names_;
};

}  // namespace mercator::hlo_ir
