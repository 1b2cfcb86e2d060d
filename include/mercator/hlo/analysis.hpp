// Indexing maps of instructions, and of whole computations: along every path between the root and the
// parameters, composed, simplified, each once.
#pragma once

#include "mercator/hlo/analysis_room.hpp"
#include "mercator/hlo/normal_map.hpp"

namespace mercator::hlo_ir {

/// Finds the maps of a module in memory that it is given.
class analysis {
 public:
  /// Of a module, in one direction; both must outlive it.
  constexpr analysis(const hlo_module& m, direction way, analysis_room& room) : m_(m), way_(way), r_(room) {
    for (int k = 0; k < m.counts.shapes; ++k) r_.sets[k] = no_map;
    for (int k = 0; k < m.counts.computations; ++k) r_.states[k] = {false, 0, -1};
  }

  /// Finds the maps of the computation that an instruction calls, if it calls one, and of those that this
  /// calls.
  constexpr void summarise_called_by(const instruction& i) {
    const computation* c = called_by(m_, i);
    if (c == nullptr || r_.states[place_of(*c)].summarised) return;
    summarise_called(place_of(*c));
    link_all(place_of(*c));
  }

  /// Between an array of an instruction's output and its operands, through the computation that it calls if it
  /// calls one: room.found, in the order of the operands.
  constexpr void read_instruction(const instruction& i, int array) {
    summarise_called_by(i);
    r_.found.count = 0;
    if (i.operands == 0) return read_nothing(i, array, is_independent(i.op));
    of_instruction_ = true;
    step(i, array, identity());
    of_instruction_ = false;
    for (int k = 0; k < r_.found.count && !r_.full(); ++k) spell_out(r_.found[k].maps, r_.found[k].array);
    sort_found();
  }

  /// Between an array of a computation's root and its parameters: room.found, in the order of the parameters.
  constexpr void read_computation(const computation& c, int array) {
    summarise_called(place_of(c));
    r_.found.count = 0;
    if (c.parameters == 0) return read_nothing(m_.root(c), array, true);
    trace(c, array);
    for (int k = 0; k < c.parameters && !r_.full(); ++k) {
      const int first = m_.parameter(c, k).shape;
      for (int a = first; a < first + m_.shapes[first].extent; ++a)
        if (r_.sets[a] != no_map) r_.found.push({k, a, spelled_out(a)});
    }
  }

  /// After read_computation: the maps between its root and an array of an instruction in it.
  constexpr int maps_of(int array) const { return r_.sets[array]; }

 private:
  // ---- computations

  constexpr int place_of(const computation& c) const { return static_cast<int>(&c - m_.computations); }
  constexpr int place_of(const instruction& i) const { return static_cast<int>(&i - m_.instructions); }

  /// The next computation that c calls and that was not summarised; -1 after the last one.
  constexpr int next_call(int c) {
    const computation& at = m_.computations[c];
    for (int& cursor = r_.states[c].cursor; cursor < at.instructions; ++cursor) {
      const computation* called = called_by(m_, m_.instructions[at.first_instruction + cursor]);
      if (called != nullptr && !r_.states[place_of(*called)].summarised) return place_of(*called);
    }
    return -1;
  }

  /// Those that c calls, directly or not, each after those that it calls.
  constexpr void summarise_called(int c) {
    int depth = 0;
    r_.stack[0] = c;
    while (depth >= 0) {
      const int next = next_call(r_.stack[depth]);
      if (next >= 0) {
        r_.stack[++depth] = next;
      } else {
        if (depth > 0) link_all(r_.stack[depth]);
        --depth;
      }
    }
  }

  constexpr void link_all(int c) {
    const computation& at = m_.computations[c];
    r_.states[c].summarised = true;
    const int root = m_.root(at).shape;
    for (int output = root; output < root + m_.shapes[root].extent; ++output) {
      if (m_.shapes[output].kind != shape_kind::array) continue;
      trace(at, output);
      for (int k = 0; k < at.parameters; ++k) {
        const int first = m_.parameter(at, k).shape;
        for (int a = first; a < first + m_.shapes[first].extent; ++a) {
          if (r_.sets[a] == no_map) continue;
          r_.links.push({output, k, a, spelled_out(a), r_.states[c].first_link});
          if (!r_.links.full) r_.states[c].first_link = r_.links.count - 1;
        }
      }
    }
  }

  /// Finds the sets of all arrays of the computation, from its root on against the order of the instructions.
  constexpr void trace(const computation& c, int output) {
    const instruction& last = m_.instructions[c.first_instruction + c.instructions - 1];
    const int end = last.shape + m_.shape_of(last).extent;
    for (int a = m_.instructions[c.first_instruction].shape; a < end; ++a) r_.sets[a] = no_map;
    r_.store.add(r_.sets[output], {stored_map::identity});
    for (int k = c.root; k >= c.first_instruction && !r_.full(); --k) {
      const instruction& i = m_.instructions[k];
      const int extent = i.op == opcode::parameter ? 0 : m_.shape_of(i).extent;
      for (int a = i.shape; a < i.shape + extent; ++a)
        if (r_.sets[a] != no_map) step(i, a, r_.sets[a]);
    }
  }

  // ---- one instruction

  /// Whether an operation is known to depend on nothing where it has no operands.
  static constexpr bool is_independent(opcode op) {
    return op == opcode::constant || op == opcode::iota || op == opcode::parameter || op == opcode::partition_id ||
           op == opcode::replica_id;
  }

  constexpr void read_nothing(const instruction& i, int array, bool independent) {
    int set = no_map;
    const numbers sizes = m_.sizes(m_.shapes[array]);
    if (independent && is_bounded(m_.shapes[array])) {
      symbolic::pool p;
      symbolic::map_form form(p);
      sourced_map map(form);
      way_ == direction::output_to_input ? ops::values::scalar_output_to_input(form, sizes)
                                         : ops::values::scalar_input_to_output(form, sizes);
      map.indices = form.results;
      add_simplified(set, map);
    } else {
      r_.store.add(set, unknown_because({place_of(i), nullptr, false}));
    }
    r_.found.push({array_maps::no_operand, array, set});
  }

  constexpr int identity() {
    int set = no_map;
    r_.store.add(set, {stored_map::identity});
    return set;
  }

  /// The set between the output that was asked for and an array of an operand.
  constexpr int& set_of(const instruction& i, int operand, int array) {
    if (!of_instruction_) return r_.sets[array < 0 ? m_.operand(i, operand).shape : array];
    for (int k = r_.found.count - 1; k >= 0; --k)
      if (r_.found[k].operand == operand && r_.found[k].array == array) return r_.found[k].maps;
    r_.found.push({operand, array, no_map});
    return r_.found.full ? spare_ : r_.found[r_.found.count - 1].maps;
  }

  /// Carries a set of maps from an array of an instruction on to its operands.
  constexpr void step(const instruction& i, int array, int set) {
    const array_origin from = origin_of(m_, i, array);
    if (from.kind == array_origin::alias) {
      if (same_array(array, from.array)) return pass_on(i, from.operand, from.array, set);
      return unknown(i, from.operand, {place_of(i), "the shape that its operand has", true});
    }
    if (from.kind == array_origin::nowhere) return;
    if (const computation* c = called_by(m_, i)) return call(i, *c, from.result, array - from.result, set);
    const shape& result = m_.shapes[from.result];
    int output = 0;
    if (result.kind == shape_kind::tuple) {
      const detail::place_in_tuple at = detail::locate(m_, from.result, array);
      if (at.offset != 0) return all_unknown(i, {place_of(i), "outputs that are arrays", true});
      output = at.element;
    }
    const map_builder build = builder_of(operation_of(i));
    if (build == nullptr) return all_unknown(i, {place_of(i), nullptr, false});
    for (int k = 0; k < i.operands && !r_.full(); ++k) one_operand(i, build, result, output, k, set);
  }

  /// Whether the shapes at these places are arrays of the same sizes, or alike in being none.
  constexpr bool same_array(int a, int b) const {
    const shape &x = m_.shapes[a], &y = m_.shapes[b];
    return x.kind == y.kind && m_.sizes(x) == m_.sizes(y);
  }

  constexpr void pass_on(const instruction& i, int operand, int array, int set) {
    for (int e = set; e != no_map; e = r_.store.maps[e].next) {
      int& to = set_of(i, operand, array);
      r_.store.add(to, r_.store.maps[e]);
    }
  }

  constexpr void all_unknown(const instruction& i, missing_map why) {
    for (int k = 0; k < i.operands; ++k) unknown(i, k, why);
  }

  /// There are no maps to the arrays of the operand.
  constexpr void unknown(const instruction& i, int operand, missing_map why) {
    const stored_map entry = unknown_because(why);
    if (of_instruction_) return r_.store.add(set_of(i, operand, -1), entry);
    const int first = m_.operand(i, operand).shape;
    for (int a = first; a < first + m_.shapes[first].extent; ++a)
      if (m_.shapes[a].kind == shape_kind::array) r_.store.add(r_.sets[a], entry);
  }

  constexpr void one_operand(const instruction& i, map_builder build, const shape& result, int output, int operand,
                             int set) {
    const int array = m_.operand(i, operand).shape;
    symbolic::pool p;
    symbolic::map_form form(p);
    sourced_map map(form);
    map_request request{m_, i, result, output, operand, way_, map};
    if (build == &operation_maps::elementwise && request.has_arrays() && request.own_sizes() == request.output_sizes())
      return pass_on(i, operand, array, set);
    const relation is = build(request);
    if (is == relation::none) return;
    if (is == relation::unknown) return unknown(i, operand, {place_of(i), request.why, true});
    if (!map.fits()) return unknown(i, operand, {place_of(i), too_large, false});
    for (int e = set; e != no_map; e = r_.store.maps[e].next)
      if (r_.store.maps[e].kind != stored_map::identity) combine(i, operand, array, e, map);
    for (int e = set; e != no_map; e = r_.store.maps[e].next)
      if (r_.store.maps[e].kind == stored_map::identity) keep(i, operand, array, map);
  }

  /// Through the computation that the instruction calls: its output is that many shapes behind the result's.
  constexpr void call(const instruction& i, const computation& c, int from, int offset, int set) {
    const instruction& root = m_.root(c);
    const char* const other = "a computation of its operands and its output";
    if (c.parameters != i.operands || m_.shape_of(root).extent <= offset ||
        !same_array(from + offset, root.shape + offset))
      return all_unknown(i, {place_of(i), other, true});
    for (int l = r_.states[place_of(c)].first_link; l >= 0; l = r_.links[l].next) {
      const summary_link link = r_.links[l];
      if (link.output != root.shape + offset) continue;
      const int operand = link.parameter;
      const int array = m_.operand(i, operand).shape + link.input - m_.parameter(c, operand).shape;
      if (link.input >= m_.parameter(c, operand).shape + m_.shape_of(m_.operand(i, operand)).extent ||
          !same_array(link.input, array)) {
        unknown(i, operand, {place_of(i), other, true});
        continue;
      }
      for (int s = link.maps; s != no_map; s = r_.store.maps[s].next)
        for (int e = set; e != no_map; e = r_.store.maps[e].next) enter(i, c, operand, array, e, s);
    }
  }

  /// The map s of the called computation after, or before, the map e.
  constexpr void enter(const instruction& i, const computation& c, int operand, int array, int e, int s) {
    const stored_map inner = r_.store.maps[s];
    if (inner.kind == stored_map::unknown) {
      int& to = set_of(i, operand, array);
      return r_.store.add(to, inner);
    }
    symbolic::pool p;
    symbolic::map_form form(p);
    sourced_map map(form);
    r_.store.read(inner, map);
    for (int k = 0; k < form.runtimes; ++k) to_operand(i, c, map.sources[k]);
    if (r_.store.maps[e].kind == stored_map::identity) return keep(i, operand, array, map);
    combine(i, operand, array, e, map);
  }

  /// What is read from a parameter of the called computation is read from an operand.
  constexpr void to_operand(const instruction& i, const computation& c, source& s) const {
    if (s.instruction < c.first_instruction || s.instruction >= c.first_instruction + c.instructions) return;
    const instruction& read = m_.instructions[s.instruction];
    if (read.op != opcode::parameter) return;
    const instruction& operand = m_.operand(i, read.parameter);
    s.array += operand.shape - read.shape;
    s.instruction = place_of(operand);
  }

  // ---- maps

  static constexpr const char* too_large = "its map has too many variables or terms";
  /// A set with more maps than this is unknown.
  static constexpr int most_maps = 256;

  /// The map from or to the output that was asked for, through `map`, which stays as it is.
  constexpr void combine(const instruction& i, int operand, int array, int e, const sourced_map& map) {
    const stored_map known = r_.store.maps[e];
    if (known.kind == stored_map::unknown) {
      int& to = set_of(i, operand, array);
      return r_.store.add(to, known);
    }
    symbolic::pool p, q;
    symbolic::map_form form(p), composed(q);
    sourced_map other(form), out(composed);
    r_.store.read(known, other);
    const bool to_input = way_ == direction::output_to_input;
    const char* missing = compose(to_input ? other : map, to_input ? map : other, out);
    if (missing != nullptr) return unknown(i, operand, {place_of(i), missing, false});
    keep(i, operand, array, out);
  }

  /// Adds the map, which is used up, in its normal form.
  constexpr void keep(const instruction& i, int operand, int array, sourced_map& map) {
    symbolic::pool p;
    symbolic::map_form form(p);
    sourced_map normal(form);
    symbolic::map_tree t;
    if (!normal_map(m_, map, of_instruction_ ? sources_are::near : sources_are::far).write(t, normal))
      return unknown(i, operand, {place_of(i), too_large, false});
    int& to = set_of(i, operand, array);
    if (r_.store.size(to) >= most_maps)
      return unknown(i, operand, {place_of(i), "more than 256 maps meet here", false});
    r_.store.add(to, t, normal);
  }

  /// The set with the identity as a map of the array's shape, and without maps that say nothing.
  constexpr void spell_out(int& set, int array) {
    bool as_it_is = true;
    for (int k = set; k != no_map; k = r_.store.maps[k].next)
      as_it_is = as_it_is && r_.store.maps[k].kind != stored_map::identity && !says_nothing(set, k);
    if (as_it_is) return;
    int spelled = no_map;
    for (int k = set; k != no_map && !r_.full(); k = r_.store.maps[k].next) {
      const stored_map entry = r_.store.maps[k];
      if (says_nothing(set, k)) continue;
      entry.kind == stored_map::identity ? add_identity(spelled, m_.shapes[array]) : r_.store.add(spelled, entry);
    }
    set = spelled;
  }
  /// Of map k of the set.
  constexpr bool says_nothing(int set, int k) const {
    return r_.store.is_known_empty(r_.store.maps[k]) && r_.store.maps[set].next != no_map;
  }
  constexpr int spelled_out(int array) {
    int set = r_.sets[array];
    spell_out(set, array);
    return set;
  }

  constexpr void add_identity(int& set, const shape& s) {
    if (!is_bounded(s)) return r_.store.add(set, unknown_because({-1, "a shape without bounds", false}));
    symbolic::pool p;
    symbolic::map_form form(p);
    sourced_map map(form);
    ops::values::elementwise(form, m_.sizes(s));
    map.indices = s.rank;
    add_simplified(set, map);
  }

  constexpr bool is_bounded(const shape& s) const {
    if (s.kind != shape_kind::array || s.rank > extents::max_rank) return false;
    const numbers sizes = m_.sizes(s);
    for (int k = 0; k < sizes.count; ++k)
      if (sizes[k] < 0 || sizes[k] > ops::largest_size) return false;
    return true;
  }

  /// A map without runtime variables.
  constexpr void add_simplified(int& set, sourced_map& map) {
    symbolic::map_tree t;
    symbolic::simplify(map.m, t);
    r_.store.add(set, t, map);
  }

  static constexpr stored_map unknown_because(const missing_map& why) {
    return {stored_map::unknown, false, 0, 0, 0, why};
  }

  constexpr void sort_found() {
    for (int k = 1; k < r_.found.count; ++k)
      for (int j = k; j > 0 && r_.found[j].operand < r_.found[j - 1].operand; --j) {
        const array_maps t = r_.found[j];
        r_.found[j] = r_.found[j - 1];
        r_.found[j - 1] = t;
      }
  }

  const hlo_module& m_;
  direction way_;
  analysis_room& r_;
  bool of_instruction_ = false;  ///< sets are those of one instruction's operands
  int spare_ = no_map;
};

}  // namespace mercator::hlo_ir
