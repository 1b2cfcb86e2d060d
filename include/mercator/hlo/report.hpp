// What an analysis found, as lines of text.
#pragma once

#include "mercator/hlo/analysis.hpp"
#include "mercator/hlo/outputs.hpp"
#include "mercator/ops/pieces.hpp"
#include "mercator/symbolic/print.hpp"

namespace mercator::hlo_ir {

/// Prints maps with the sources of their runtime variables. The sources are numbered as operands of the
/// instruction, or as parameters of the computation, that was asked about; others have names.
template <TextSink Sink>
class map_report {
 public:
  map_report(Sink& to, const hlo_module& m, const map_store& store) : to_(to), m_(m), store_(store) {}

  void about(const instruction& i) {
    instruction_ = &i;
    computation_ = nullptr;
  }
  void about(const computation& c) {
    instruction_ = nullptr;
    computation_ = &c;
  }

  /// `MAP ; rt0 = operand 1[(d0) -> (d0, 0)]`, or `unknown (why)`.
  void map(const stored_map& e) {
    if (e.kind == stored_map::unknown) return unknown(e.why);
    symbolic::map_tree t;
    store_.read(e, t);
    source sources[symbolic::limits::variables];
    for (int k = 0; k < t.runtimes; ++k) sources[k] = store_.source_of(e, k);
    map(t, e.indices + e.on_replica, sources);
  }

  /// A map in whose tree the results from own_results on are the elements of the sources.
  void map(symbolic::map_tree& t, int own_results, const source* sources) {
    int result = own_results;
    t.results = own_results;
    symbolic::print(to_, t);
    for (int k = 0; k < t.runtimes; ++k) {
      write_terminated(to_, k == 0 ? " ; rt" : ", rt");
      write_integer(to_, k);
      write_literal(to_, " = ");
      name(sources[k]);
      to_.put('[');
      element(t, result, sources[k].indices);
      to_.put(']');
      clamp(t, sources[k], t.dims + t.ranges + k);
      result += sources[k].indices;
    }
  }

  void unknown(const missing_map& why) {
    write_literal(to_, "unknown (");
    if (why.instruction >= 0) {
      const instruction& i = m_.instructions[why.instruction];
      if (&i != instruction_) {
        span(m_.name(i));
        write_literal(to_, ": ");
      }
      span(m_.opcode_text(i));
      write_terminated(to_, why.reason == nullptr ? " has no map" : why.is_requirement ? " requires " : ": ");
    }
    if (why.reason != nullptr) write_terminated(to_, why.reason);
    to_.put(')');
  }

  void span(text_span s) { to_.write(s.first, static_cast<std::size_t>(s.length)); }

 private:
  void name(const source& s) {
    if (s.instruction == source::place_in_group) return write_literal(to_, "place of the replica in its group");
    if (s.instruction == source::replica) return write_literal(to_, "replica");
    const int k = number_of(s.instruction);
    if (k < 0) return span(m_.name(m_.instructions[s.instruction]));
    write_literal(to_, "operand ");
    write_integer(to_, k);
  }

  /// The map is for some only of the values that are read: what they are clamped to must be said.
  void clamp(const symbolic::map_tree& t, const source& s, int variable) {
    if (s.values_outside != outside::clamped || s.instruction < 0) return;
    if (t.known_empty || t.box[variable].contains(s.clamp)) return;
    write_literal(to_, " clamped to [");
    write_integer(to_, s.clamp.lo);
    write_literal(to_, ", ");
    write_integer(to_, s.clamp.hi);
    to_.put(']');
  }

  int number_of(int place) const {
    if (computation_ != nullptr) {
      const int own = place - computation_->first_instruction;
      return own >= 0 && own < computation_->instructions ? m_.instructions[place].parameter : -1;
    }
    for (int k = 0; k < instruction_->operands; ++k)
      if (m_.operands[instruction_->first_operand + k] == place) return k;
    return -1;
  }

  /// The map of an element: some of the results, without the domain.
  void element(const symbolic::map_tree& t, int first, int count) {
    symbolic::map_tree e = t;
    for (int k = 0; k < count; ++k) e.result[k] = t.result[first + k];
    e.results = count;
    if (!uses_runtimes(e)) e.runtimes = 0;
    symbolic::printer<Sink, symbolic::map_tree>(to_, e).head();
  }

  /// Whether a result does: children stand before their parents.
  static bool uses_runtimes(const symbolic::map_tree& t) {
    bool uses[symbolic::limits::nodes];
    for (int n = 0; n < t.nodes; ++n) {
      uses[n] = t.kind[n] == symbolic::op::variable && t.value[n] >= t.dims + t.ranges;
      for (int k = 0; k < t.count[n]; ++k) uses[n] |= uses[t.operand(n, k)];
    }
    for (int k = 0; k < t.results; ++k)
      if (uses[t.result[k]]) return true;
    return false;
  }

  Sink& to_;
  const hlo_module& m_;
  const map_store& store_;
  const instruction* instruction_ = nullptr;
  const computation* computation_ = nullptr;
};

/// Piece number j of a concatenate, a pad or a dynamic-update-slice, on lines: the operand that it comes from;
/// no_piece where there are not so many, and not_piecewise for other operations.
inline constexpr int not_piecewise = -2;
constexpr int build_piece(const hlo_module& m, const instruction& i, int j, sourced_map& out) {
  map_request r{m, i, m.shape_of(i), 0, 0, direction::output_to_input, out};
  int operand = not_piecewise;
  if (i.op == opcode::pad && operation_maps::check_pad(r)) {
    operand = ops::values::pad_piece(out.m, r.sizes(0), r.list(attribute_key::padding, padding_low),
                                     r.list(attribute_key::padding, padding_high),
                                     r.list(attribute_key::padding, padding_interior), j);
  } else if (i.op == opcode::concatenate && operation_maps::check_concatenate(r)) {
    i64 offset = 0;
    const int along = static_cast<int>(r.dimension());
    operand = ops::values::no_piece;
    for (int k = 0; k < i.operands; offset += r.sizes(k++)[along]) {
      if (r.sizes(k).contains(0) || j-- > 0) continue;
      ops::values::concatenate_output_to_input(out.m, r.sizes(k), along, offset);
      operand = k;
      break;
    }
  } else if (i.op == opcode::dynamic_update_slice && operation_maps::check_dynamic_update_slice(r)) {
    operand = ops::values::dynamic_update_slice_piece(out.m, r.sizes(0), r.sizes(1), j);
    if (operand >= 0) operation_maps::detail::with_offsets(r, r.sizes(0), 2, r.sizes(0).count);
  }
  if (operand >= 0) out.indices = i.op == opcode::dynamic_update_slice ? r.sizes(0).count : out.m.results;
  return operand;
}

}  // namespace mercator::hlo_ir
