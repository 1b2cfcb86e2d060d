// The indexing maps of a module, of one instruction or of all of them, a line each.
#pragma once

#include "mercator/hlo/owned_analysis.hpp"
#include "mercator/hlo/report.hpp"

namespace mercator::hlo_ir {

/// What is listed.
struct listing_options {
  direction way = direction::output_to_input;  ///< from the output to the operands, or back
  int output = 0;                              ///< the number of the output, counted through nested tuples
  bool piecewise = false;                      ///< concatenate, pad and dynamic-update-slice as their pieces
};

/// Prints maps to a sink, a line each: "operand K: MAP", with the sources of runtime variables behind it, or
/// "operand K: unknown (why)".
template <TextSink Sink>
class listing {
 public:
  /// Of a module, which must outlive it.
  listing(Sink& to, const hlo_module& m, listing_options options)
      : to_(to), m_(m), options_(options), analysis_(m, options.way), report_(to, m, analysis_.store()) {}

  /// Between an instruction and its operands. False where it has no such output.
  bool one(const instruction& i) { return lines(i, nullptr); }

  /// Between a computation's root and its parameters. False where the root has no such output.
  bool whole(const computation& c) {
    const instruction& root = m_.root(c);
    const int array = output_place(m_, root, options_.output);
    if (array < 0) return false;
    report_.about(c);
    analysis_.read_computation(c, array);
    found(nullptr, root);
    return true;
  }

  /// Every instruction of every computation, named `computation/instruction: `.
  void all() {
    for (int c = 0; c < m_.counts.computations; ++c) {
      const computation& in = m_.computations[c];
      for (int k = in.first_instruction; k < in.first_instruction + in.instructions; ++k)
        lines(m_.instructions[k], &in);
    }
  }

  /// Whether the memory was not enough: then the lines are not complete.
  bool full() const { return analysis_.full(); }

 private:
  bool lines(const instruction& i, const computation* in) {
    const int array = output_place(m_, i, options_.output);
    if (array < 0) return false;
    report_.about(i);
    if (options_.piecewise && options_.way == direction::output_to_input && pieces(i, in)) return true;
    analysis_.read_instruction(i, array);
    found(in, i);
    return true;
  }

  void prefix(const computation* in, const instruction& i) {
    if (in == nullptr) return;
    if (in->name_length > 0) {
      report_.span(m_.name(*in));
      to_.put('/');
    }
    report_.span(m_.name(i));
    write_literal(to_, ": ");
  }

  void operand(const computation* in, const instruction& i, int k) {
    prefix(in, i);
    if (k == array_maps::no_operand) return write_literal(to_, "no operand");
    write_literal(to_, "operand ");
    write_integer(to_, k);
  }

  void found(const computation* in, const instruction& i) {
    const map_store& store = analysis_.store();
    for (int k = 0; k < analysis_.found().count; ++k) {
      const array_maps& maps = analysis_.found()[k];
      for (int e = maps.maps; e != no_map; e = store.maps[e].next) {
        operand(in, i, maps.operand);
        write_literal(to_, ": ");
        report_.map(store.maps[e]);
        to_.put('\n');
      }
    }
  }

  /// Pieces without a point are left out. False where the instruction has no pieces.
  bool pieces(const instruction& i, const computation* in) {
    int printed[] = {0, 0};  // of operands 0 and 1; an operand of a concatenation is one piece
    for (int j = 0;; ++j) {
      symbolic::pool p, q;
      symbolic::map_form form(p), other(q);
      sourced_map map(form), normal(other);
      const int from = build_piece(m_, i, j, map);
      if (from < 0) return from != not_piecewise;
      symbolic::map_tree t;
      const bool fits = normal_map(m_, map, sources_are::all).write(t, normal);
      if (fits && t.known_empty) continue;
      operand(in, i, from);
      write_literal(to_, " piece ");
      write_integer(to_, i.op == opcode::concatenate ? 0 : printed[from]++);
      write_literal(to_, ": ");
      if (fits)
        report_.map(t, normal.own_results(), normal.sources);
      else
        report_.unknown({-1, "its map has too many variables or terms", false});
      to_.put('\n');
    }
  }

  Sink& to_;
  const hlo_module& m_;
  listing_options options_;
  owned_analysis analysis_;
  map_report<Sink> report_;
};

}  // namespace mercator::hlo_ir
