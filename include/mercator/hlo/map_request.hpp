// What a map of an instruction is asked for with, and what the operations look up in it.
#pragma once

#include "mercator/hlo/replica_groups.hpp"
#include "mercator/hlo/sourced_map.hpp"
#include "mercator/ops/window.hpp"

namespace mercator::hlo_ir {

/// The operation that the instruction stands for.
constexpr opcode operation_of(const instruction& i) {
  return i.op == opcode::async_start && i.wrapped != opcode::unknown ? i.wrapped : i.op;
}

/// What an output has to do with an operand.
enum class relation : unsigned char {
  none,     ///< nothing
  known,    ///< the map that was built
  unknown,  ///< something, and there is no map
};

/// The map between an output of an instruction and an operand, which an operation builds into `out`.
struct map_request {
  const hlo_module& m;
  const instruction& i;
  const shape& result;  ///< the array, or the tuple of arrays, that the operation gives
  int output;           ///< the number of the array in that tuple
  int operand;
  direction way;
  sourced_map& out;
  const char* why = "";  ///< what is missing where there is no map

  constexpr bool to_input() const { return way == direction::output_to_input; }

  // ---- shapes

  constexpr const shape& operand_shape(int k) const { return m.shape_of(m.operand(i, k)); }
  constexpr const shape& output_shape() const {
    return result.kind == shape_kind::tuple ? m.element(result, output) : result;
  }
  constexpr int outputs() const { return result.kind == shape_kind::tuple ? result.elements : 1; }
  constexpr numbers sizes(int k) const { return m.sizes(operand_shape(k)); }
  constexpr numbers own_sizes() const { return sizes(operand); }
  constexpr numbers output_sizes() const { return m.sizes(output_shape()); }

  /// Whether the operands from `first` on, up to `end`, are arrays of known sizes, as the output is.
  constexpr bool has_arrays(int first, int end) {
    if (end > i.operands) return lacks("more operands");
    for (int k = first; k < end; ++k)
      if (!is_plain(operand_shape(k))) return false;
    return is_plain(output_shape());
  }
  constexpr bool has_arrays() { return has_arrays(0, i.operands); }
  constexpr bool has_operands(int count) {
    return i.operands == count || lacks("another number of operands than it has");
  }

  // ---- attributes

  constexpr numbers list(attribute_key key, int which = 0) const { return m.list(i, key, which); }
  constexpr i64 number(attribute_key key, i64 otherwise) const { return m.number(i, key, otherwise); }
  /// Without one: a dimension that there is not.
  constexpr i64 dimension() const { return number(attribute_key::dimensions, -1); }

  constexpr ops::values::window window() const {
    if (m.find(i, attribute_key::window) == nullptr) return {};
    const auto all = [this](int which) { return list(attribute_key::window, which); };
    return {all(window_size),       all(window_stride),     all(window_pad_low),     all(window_pad_high),
            all(window_lhs_dilate), all(window_rhs_dilate), m.reversed_dimensions(i)};
  }

  /// The groups of replicas that are written; null where none are.
  constexpr const attribute* named_groups() const {
    const attribute* a = m.find(i, attribute_key::replica_groups);
    const bool any = a != nullptr && a->form != attribute_form::text && replica_groups(m, *a).groups() > 0;
    return any ? a : nullptr;
  }

  /// How many devices work together; -1 where that differs. With a channel the groups of an all-to-all are of
  /// partitions, those of others of whole replicas unless use_global_device_ids says that they are of devices.
  constexpr i64 group_size() const {
    const bool channel = m.find(i, attribute_key::channel_id) != nullptr;
    const bool partitions = channel && operation_of(i) == opcode::all_to_all;
    const bool whole = channel && !partitions && number(attribute_key::use_global_device_ids, 0) == 0;
    const attribute* groups = named_groups();
    const i64 all = partitions ? m.num_partitions : m.replica_count;
    const i64 members = groups != nullptr ? replica_groups(m, *groups).common_size() : all;
    return members < 1 ? -1 : saturating_mul(members, whole ? m.num_partitions : 1);
  }

  // ---- answers

  constexpr bool lacks(const char* what) {
    why = what;
    return false;
  }
  constexpr relation no_map(const char* what) {
    why = what;
    return relation::unknown;
  }
  /// The form holds the map.
  constexpr relation built(bool on_replica = false) {
    out.on_replica = on_replica;
    out.indices = out.m.results - on_replica;
    return relation::known;
  }
  /// Builds the map of an element in a pool of its own and adds it to the results: runtime variable number k.
  template <class Build>
  constexpr void add_source(int k, Build build) {
    symbolic::pool p;
    symbolic::map_form element(p);
    const ops::runtime_source from = build(element);
    append_element(out.m, element);
    const int place = m.operands[i.first_operand + from.operand];
    out.sources[k] = {place, m.instructions[place].shape, from.values_outside, element.results,
                      out.m.p.range(out.runtime(k))};
  }
  /// Runtime variable number k is the replica's own number, or its place in its group.
  constexpr void add_replica_source(int k, int which) {
    out.sources[k] = {which, -1, which == source::replica ? outside::skipped : outside::clamped, 0,
                      out.m.p.range(out.runtime(k))};
  }

 private:
  constexpr bool is_plain(const shape& s) {
    if (s.kind == shape_kind::tuple) return lacks("operands and outputs that are no tuples");
    if (s.kind != shape_kind::array) return lacks("operands and outputs that are arrays");
    if (s.rank > extents::max_rank) return lacks("at most 32 dimensions");
    const numbers all = m.sizes(s);
    for (int k = 0; k < all.count; ++k) {
      if (all[k] < 0) return lacks("dimensions with a bound");
      if (all[k] > ops::largest_size) return lacks("sizes of at most 2^60");
    }
    return element_count(all.first, all.count) >= 0 || lacks("a number of elements that fits 64 bits");
  }
};

}  // namespace mercator::hlo_ir
