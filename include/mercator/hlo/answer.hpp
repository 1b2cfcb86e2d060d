// What is asked of a module while compiling, and the answer as a value that outlives the evaluation.
#pragma once

#include "mercator/hlo/analysis.hpp"
#include "mercator/hlo/outputs.hpp"
#include "mercator/hlo/physical_maps.hpp"
#include "mercator/hlo/storage.hpp"

namespace mercator::hlo_ir {

/// What is asked of a module.
struct question {
  static constexpr int whole = -1;  ///< in the place of an instruction: from the entry's root to its parameters

  direction way;
  int instruction;  ///< its place among the module's
  int output;
  index_form indices;
};

/// A map of the answer: a stored map, without its place in a set.
struct answered_map {
  int operand = 0;
  bool known = false;
  int results = 0;  ///< but for those of the sources
  int first_word = 0;
  int words = 0;
  opcode operation = opcode::unknown;  ///< of an unknown map
};

template <int Maps, int Words>
struct answer {
  bool full = false;
  int maps = 0, used = 0;
  answered_map map[detail::at_least_one(Maps)] = {};
  i64 word[detail::at_least_one(Words)] = {};
};

/// Room for an analysis within one evaluation: nothing is initialised, and yet clang counts each element.
template <int Scale>
struct analysis_arrays {
  static constexpr int most_maps = 2 * Scale, most_words = 64 * Scale, most_links = Scale;

  stored_map maps[detail::at_least_one(most_maps)];
  i64 words[detail::at_least_one(most_words)];
  summary_link links[detail::at_least_one(most_links)];
  array_maps found[detail::at_least_one(most_links)];

  constexpr analysis_arrays() {}
  constexpr void use(analysis_room& room) {
    room.store.maps = {maps, most_maps};
    room.store.words = {words, most_words};
    room.links = {links, most_links};
    room.found = {found, most_links};
  }
};

/// The maps that were found, in another form, as another set.
constexpr int in_form(const hlo_module& m, const question& q, int array, const array_maps& found, map_store& store) {
  int set = no_map;
  for (int e = found.maps; e != no_map; e = store.maps[e].next) {
    const stored_map map = store.maps[e];
    symbolic::pool p, r, s;
    symbolic::map_form form(p), changed(r), other(s);
    sourced_map read(form), out(changed), normal(other);
    if (map.kind == stored_map::known) store.read(map, read);
    const shape &output = m.shapes[array], &input = m.shapes[found.array];
    const bool to_input = q.way == direction::output_to_input;
    symbolic::map_tree t;
    const bool made =
        map.kind == stored_map::known && found.operand != array_maps::no_operand &&
        in_form(m, read, to_input ? output : input, to_input ? input : output, q.indices, out) == nullptr &&
        normal_map(m, out, sources_are::near).write(t, normal);
    made ? store.add(set, t, normal) : store.add(set, {stored_map::unknown, false, 0, 0, 0, map.why});
  }
  return set;
}

template <int Shapes, int Computations, int Scale, int Maps, int Words>
constexpr answer<Maps, Words> ask(const hlo_module& m, question q) {
  int sets[detail::at_least_one(Shapes)], stack[detail::at_least_one(Computations)];
  computation_state states[detail::at_least_one(Computations)];
  analysis_arrays<Scale> arrays;
  analysis_room room{sets, states, stack, {}, {}, {}};
  arrays.use(room);
  analysis a(m, q.way, room);
  const computation& entry = m.entry_computation();
  const bool whole = q.instruction == question::whole;
  const instruction& i = whole ? m.root(entry) : m.instructions[q.instruction];
  const int array = output_place(m, i, q.output);
  whole ? a.read_computation(entry, array) : a.read_instruction(i, array);
  for (int k = 0; k < room.found.count && q.indices != index_form::logical; ++k)
    room.found[k].maps = in_form(m, q, array, room.found[k], room.store);
  answer<Maps, Words> out;
  out.full = room.full();
  for (int k = 0; k < room.found.count && !out.full; ++k)
    for (int e = room.found[k].maps; e != no_map; e = room.store.maps[e].next, ++out.maps) {
      const stored_map& s = room.store.maps[e];
      const int first = out.used;
      out.used += s.words;
      if (out.maps >= Maps || out.used > Words) continue;
      answered_map& to = out.map[out.maps];
      to = {room.found[k].operand, s.kind == stored_map::known, s.indices + s.on_replica, first, s.words,
            opcode::unknown};
      if (!to.known && s.why.instruction >= 0) to.operation = m.instructions[s.why.instruction].op;
      for (int w = 0; w < s.words; ++w) out.word[first + w] = room.store.words[s.first_word + w];
    }
  return out;
}

}  // namespace mercator::hlo_ir
