// HLO text while compiling: the maps of its instructions as types.
#pragma once

#include "mercator/hlo/answer.hpp"
#include "mercator/hlo/parser.hpp"
#include "mercator/map/literals.hpp"

namespace mercator {

/// An error: HLO text that breaks a rule of the parser, at a line and a column, with the text from there on.
template <hlo_ir::parse_rule Rule, int Line, int Column, class Near>
struct hlo_syntax_error {
  static_assert(Line == 0,
                "mercator: hlo<text> requires text that keeps the rule shown here; got what is shown at that line "
                "and column");
};

/// An error: there is no instruction of that name.
template <class Name>
struct hlo_requires_the_name_of_an_instruction {
  static_assert(
      sizeof(Name) == 0,
      "mercator: hlo<text>::instruction_named<name>() requires the name of an instruction of the text; got the "
      "name shown here");
};

/// An error: the instruction has Count of what was asked for by number.
template <int Number, int Count>
struct hlo_requires_the_number_of_an_operand {
  static_assert((Number >= 0 && Number < Count) || (Number == -1 && Count == 0),
                "mercator: the maps of an instruction require the number of an operand, counted from 0; got that "
                "number and how many there are");
};
template <int Number, int Count>
struct hlo_requires_the_number_of_an_output {
  static_assert(Number >= 0 && Number < Count,
                "mercator: the maps of an instruction require the number of an output, counted from 0; got that "
                "number and how many there are");
};

/// An error: the module has more maps than there is room for while compiling.
template <class Question>
struct hlo_text_too_large {
  static_assert(sizeof(Question) == 0, "mercator: hlo<text> requires a module with fewer maps");
};

/// In the place of a map, where there is none because of an operation of that kind.
template <hlo_ir::opcode Operation>
struct unknown_map {
  /// The operation that has no map.
  static constexpr hlo_ir::opcode operation = Operation;
};

namespace hlo_ir {

/// A parsed text: the error, or the module.
template <module_counts Capacity>
struct text_module {
  parse_error error;
  packed_module<Capacity> module;
};

/// Parses a text into lists of the sizes given.
template <module_counts Capacity>
constexpr text_module<Capacity> parse_text(const char* text, int length) {
  module_room<Capacity> room;
  module_arena arena = room.arena();
  hlo_module m;
  const parse_error error = parse(text, length, arena, m);
  return {error, packed_module<Capacity>(error ? hlo_module{} : m)};
}

template <text Written>
struct parsed_text {
  static constexpr const auto& written = Written;
  static constexpr int length = static_cast<int>(Written.size());
  static constexpr auto value = parse_text<measure(Written.characters, length)>(Written.characters, length);

  static constexpr hlo_module module() { return value.module.view(); }
};

template <text Name>
struct name_text {
  static constexpr const auto& written = Name;
};

template <class Parsed, bool Good = Parsed::value.error.rule == parse_rule::none>
struct checked_text {};

template <class Parsed>
struct checked_text<Parsed, false> {
  static constexpr int offset = Parsed::value.error.offset;
  static constexpr packing::excerpt shown{Parsed::written.data(), Parsed::length, offset};
  static constexpr text_position at = position_of(Parsed::written.data(), offset);
  using shown_text = typename packing::text_near<Parsed, shown.first, raising::count_to<shown.count>>::type;
  static_assert(sizeof(hlo_syntax_error<Parsed::value.error.rule, at.line, at.column, shown_text>) != 0);
};

/// The answer to a question, in an array that is large enough: nearly every answer fits the first one.
template <class Parsed, direction Way, int Instruction, int Output, index_form Form = index_form::logical>
struct answered {
  static constexpr module_counts counts = Parsed::value.module.rest.counts;

  template <int Scale, int Maps, int Words>
  struct in {
    static constexpr auto value =
        ask<counts.shapes, counts.computations, Scale, Maps, Words>(Parsed::module(), {Way, Instruction, Output, Form});
  };

  static constexpr int usual_scale = 64 + 4 * counts.shapes, large_scale = 4096 + 32 * counts.shapes;
  static constexpr int usual_maps = 16, usual_words = 1024;
  static constexpr int scale = in<usual_scale, usual_maps, usual_words>::value.full ? large_scale : usual_scale;
  using first = in<scale, usual_maps, usual_words>;
  static constexpr bool is_usual = first::value.maps <= usual_maps && first::value.used <= usual_words;
  static constexpr int maps = is_usual ? usual_maps : first::value.maps;
  static constexpr int words = is_usual ? usual_words : first::value.used;
  static constexpr const auto& value = in<scale, maps, words>::value;
};

template <class Answer, bool Full = Answer::value.full>
inline constexpr bool fits = true;
template <class Answer>
inline constexpr bool fits<Answer, true> = sizeof(hlo_text_too_large<Answer>) == 0;

/// Some results of map number Map of an answer, as a map: those of the map itself, or those of a source.
template <class Answer, int Map, int First, int Count>
struct answered_results {
  static constexpr const i64* words = Answer::value.word + Answer::value.map[Map].first_word;
  static constexpr int first = First, count = Count;
};

/// Results of a map that is stored as words, as a map of their own.
template <int Words>
constexpr packing::packed<Words> pack_results(const i64* words, int first, int count) {
  symbolic::map_tree t;
  stored::read(words, t);
  for (int k = 0; k < count; ++k) t.result[k] = t.result[first + k];
  t.results = count;
  return packing::pack<Words>(t);
}

template <class Results, int Words>
struct results_source {
  static constexpr packing::packed<Words> value = pack_results<Words>(Results::words, Results::first, Results::count);
};

/// The type of the map.
template <class Answer, int Map, bool Known = Answer::value.map[Map].known>
struct typed_map {
  using type =
      raising::map<packing::fitting<answered_results<Answer, Map, 0, Answer::value.map[Map].results>, results_source>>;
};
template <class Answer, int Map>
struct typed_map<Answer, Map, false> {
  using type = unknown_map<Answer::value.map[Map].operation>;
};

/// Where runtime variable number Variable of a map comes from.
template <class Answer, int Map, int Variable>
struct typed_source {
  static constexpr const auto& of = Answer::value.map[Map];
  static constexpr const i64* words = Answer::value.word + of.first_word;
  static constexpr int runtimes = static_cast<int>(words[2]);
  static_assert(Variable >= 0 && Variable < runtimes,
                "mercator: the source of a runtime variable requires its number, counted from 0; got that at the end "
                "of what is shown here");
  static constexpr source from = stored::read_source(words + of.words, runtimes, Variable);

  static constexpr int first() {
    int n = of.results;
    for (int k = 0; k < Variable; ++k) n += stored::read_source(words + of.words, runtimes, k).indices;
    return n;
  }
  using type = raising::map<packing::fitting<answered_results<Answer, Map, first(), from.indices>, results_source>>;
};

/// Which maps of the answer are of the operand.
template <class Answer>
constexpr int first_of(int operand) {
  int k = 0;
  while (k < Answer::value.maps && Answer::value.map[k].operand < operand) ++k;
  return k;
}
/// The maps of an answer as a tuple.
template <class Answer, int First, int... Maps>
constexpr auto tuple_of(std::integer_sequence<int, Maps...>) {
  return boost::hana::tuple<typename typed_map<Answer, First + Maps>::type...>{};
}

}  // namespace hlo_ir

/// The source of a runtime variable: the operand that it is read from, and the map to the indices of the
/// element. An operand below 0: what it is read from is no operand.
template <int Operand, class Map, i64 Lo, i64 Hi>
struct hlo_source {
  /// The operand that is read; -1 where there is none.
  static constexpr int operand = Operand;
  static constexpr interval clamped_to{Lo, Hi};  ///< what the value is brought into before the map's domain is asked
  /// Which of its elements.
  using map = Map;
};

/// The maps of an instruction; of all of the entry computation where Instruction is hlo_ir::question::whole.
template <class Parsed, int Instruction>
struct hlo_maps {
  /// The module as it was parsed.
  static constexpr hlo_ir::hlo_module module() { return Parsed::module(); }
  /// The root in the place of the whole.
  static constexpr int instruction =
      Instruction == hlo_ir::question::whole ? module().entry_computation().root : Instruction;
  static constexpr int operands = Instruction == hlo_ir::question::whole ? module().entry_computation().parameters
                                                                         : module().instructions[instruction].operands;
  /// How many outputs the instruction has, through nested tuples.
  static constexpr int outputs = hlo_ir::output_count(module(), module().instructions[instruction]);

  /// A hana::tuple of the maps from an output to the operand, or the parameter: one for each path between them
  /// that makes a difference. Without operands: of a map that has no results, or the other way no dimensions.
  template <int Operand = hlo_ir::array_maps::no_operand, int Output = 0>
  static constexpr auto output_to_input() {
    return maps<hlo_ir::direction::output_to_input, Operand, Output>();
  }
  /// The same the other way.
  template <int Operand = hlo_ir::array_maps::no_operand, int Output = 0>
  static constexpr auto input_to_output() {
    return maps<hlo_ir::direction::input_to_output, Operand, Output>();
  }

  /// The same between the physical indices of both, by their layouts.
  template <int Operand, int Output = 0>
  static constexpr auto physical_output_to_input() {
    return maps<hlo_ir::direction::output_to_input, Operand, Output, hlo_ir::index_form::physical>();
  }
  /// The maps of input_to_output between indices in the order of memory.
  template <int Operand, int Output = 0>
  static constexpr auto physical_input_to_output() {
    return maps<hlo_ir::direction::input_to_output, Operand, Output, hlo_ir::index_form::physical>();
  }
  /// From the indices of an output to the places in the operand's memory, counted in elements.
  template <int Operand, int Output = 0>
  static constexpr auto output_to_memory() {
    return maps<hlo_ir::direction::output_to_input, Operand, Output, hlo_ir::index_form::memory>();
  }

  /// Of map number Map among those of the operand.
  template <int Operand, int Map = 0, int Variable = 0, int Output = 0,
            hlo_ir::direction Way = hlo_ir::direction::output_to_input>
  static constexpr auto source() {
    using answer = hlo_ir::answered<Parsed, Way, Instruction, Output>;
    using typed = hlo_ir::typed_source<answer, hlo_ir::first_of<answer>(Operand) + Map, Variable>;
    return source_of<operand_of(typed::from.instruction), typed::from.clamp.lo, typed::from.clamp.hi>(
        packing::without_alias(typename typed::type{}));
  }

 private:
  template <hlo_ir::direction Way, int Operand, int Output, hlo_ir::index_form Form = hlo_ir::index_form::logical>
  static constexpr auto maps() {
    static_assert(sizeof(hlo_requires_the_number_of_an_operand<Operand, operands>) != 0 &&
                  sizeof(hlo_requires_the_number_of_an_output<Output, outputs>) != 0);
    using answer = hlo_ir::answered<Parsed, Way, Instruction, Output, Form>;
    static_assert(hlo_ir::fits<answer>);
    constexpr int first = hlo_ir::first_of<answer>(Operand), end = hlo_ir::first_of<answer>(Operand + 1);
    return hlo_ir::tuple_of<answer, first>(std::make_integer_sequence<int, end - first>{});
  }

  template <int Operand, i64 Lo, i64 Hi, class Map>
  static constexpr hlo_source<Operand, Map, Lo, Hi> source_of(Map) {
    return {};
  }

  static constexpr int operand_of(int place) {
    if (place < 0) return -1;
    const hlo_ir::hlo_module m = module();
    if (Instruction == hlo_ir::question::whole) return m.instructions[place].parameter;
    const hlo_ir::instruction& i = m.instructions[instruction];
    for (int k = 0; k < i.operands; ++k)
      if (m.operands[i.first_operand + k] == place) return k;
    return -1;
  }
};

/// The maps of the root of HLO text: hlo<R"(…)">{}. A text with an error does not compile, and the error says
/// where.
template <text Written>
struct hlo : hlo_ir::checked_text<hlo_ir::parsed_text<Written>>,
             hlo_maps<hlo_ir::parsed_text<Written>, hlo_ir::parsed_text<Written>::module().entry_computation().root> {
  /// The text, parsed.
  using parsed = hlo_ir::parsed_text<Written>;

  /// From the root to the parameters of the entry computation.
  static constexpr hlo_maps<parsed, hlo_ir::question::whole> whole() { return {}; }

  /// Of the instruction of that name, in the entry computation or the first that has one.
  template <text Name>
  static constexpr auto instruction_named() {
    constexpr int place = hlo_ir::place_of_instruction(parsed::module(), Name.characters);
    if constexpr (place < 0)
      return hlo_requires_the_name_of_an_instruction<
          typename packing::text_near<hlo_ir::name_text<Name>, 0, raising::count_to<int(Name.size())>>::type>{};
    else
      return hlo_maps<parsed, place>{};
  }
};

}  // namespace mercator
