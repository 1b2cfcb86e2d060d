// What the types of operations with many attributes share: attributes in any order, computed output shapes, and
// maps that are counted rather than declared.
#pragma once

#include <utility>

#include "mercator/ops/operation.hpp"
#include "mercator/ops/source.hpp"

namespace mercator::ops {

namespace detail {

template <template <i64...> class List, class Attribute>
inline constexpr bool is_list = false;
template <template <i64...> class List, i64... Numbers>
inline constexpr bool is_list<List, List<Numbers...>> = true;

template <class... Types>
inline constexpr bool are_shapes = (is_list<shape, Types> && ...);

template <template <i64...> class List, class... Attributes>
inline constexpr int times_given = (0 + ... + static_cast<int>(is_list<List, Attributes>));

template <class... Attributes>
struct attributes {
  /// Whether each is one of these lists, and none is given twice.
  template <template <i64...> class... Lists>
  static constexpr bool are = ((times_given<Lists, Attributes...> <= 1) && ...) &&
                              (0 + ... + times_given<Lists, Attributes...>) == sizeof...(Attributes);

  /// The numbers of one of them; empty where it is not given.
  template <template <i64...> class List>
  static constexpr numbers get() {
    numbers found;
    (void)((is_list<List, Attributes> && (found = Attributes::value, true)) || ...);
    return found;
  }
  template <template <i64...> class List>
  static constexpr i64 get_one(i64 otherwise) {
    const numbers found = get<List>();
    return found.count == 1 ? found[0] : otherwise;
  }
};

template <class Inputs>
struct input_count_requires_one_number_above_0 {
  static_assert(is_list<input_count, Inputs> && Inputs::value.count == 1 && Inputs::value[0] > 0,
                "mercator: input_count requires one number, at least 1; got the type shown here");
  static constexpr int count = static_cast<int>(Inputs::value[0]);
};
template <class Inputs>
inline constexpr int count_of = input_count_requires_one_number_above_0<Inputs>::count;

template <class Source, class Places>
struct computed_shape;
template <class Source, int... Places>
struct computed_shape<Source, std::integer_sequence<int, Places...>> {
  using type = shape<Source::output.size[Places]...>;
};

}  // namespace detail

/// What stands for the output of an operation whose attributes are not what they should be.
inline constexpr extents invalid{0, {-1}};
constexpr bool is_invalid(const extents& e) { return e.rank == 0 && e.size[0] == -1; }

namespace detail {

// A condition that stands in a template is evaluated each time by compilers that look for overflow and dead
// code: calls of these are evaluated where they are needed.

constexpr bool met(const char* missing) { return missing == nullptr; }

/// The output of an operation, or what stands for none.
template <class... Described, class... Values>
constexpr extents output_if_met(const char* (*missing)(Described...), extents (*output)(Described...),
                                const Values&... values) {
  return missing(values...) == nullptr ? output(values...) : invalid;
}

}  // namespace detail

/// The shape whose sizes are Source::output, an extents.
template <class Source>
using computed_shape =
    typename detail::computed_shape<Source, std::make_integer_sequence<int, Source::output.rank>>::type;

/// The base of an operation whose maps are counted by building them: only those that are asked for. An
/// operation with runtime variables has `build_source(m, direction, operand, variable)`, which gives a
/// runtime_source.
template <class Operation, class Output, int Operands>
struct counted_operation : operation<Operation, Output> {
  static constexpr bool can_follow = false;
  static constexpr int operands = Operands;

  static constexpr map_counts counts_of(direction way, int operand) {
    symbolic::pool p;
    symbolic::map_form m(p);
    way == direction::output_to_input ? Operation::build_output_to_input(m, operand)
                                      : Operation::build_input_to_output(m, operand);
    return {m.dims, m.ranges, m.runtimes, m.results};
  }

  template <direction Direction>
  struct counted {
    constexpr map_counts operator[](int operand) const { return counts_of(Direction, operand); }
  };
  static constexpr counted<direction::output_to_input> output_to_input_counts{};
  static constexpr counted<direction::input_to_output> input_to_output_counts{};

  static constexpr runtime_source source_of(direction way, int operand, int variable) {
    symbolic::pool p;
    symbolic::map_form m(p);
    return Operation::build_source(m, way, operand, variable);
  }
  static constexpr map_counts source_counts(direction way, int operand, int variable) {
    symbolic::pool p;
    symbolic::map_form m(p);
    Operation::build_source(m, way, operand, variable);
    return {m.dims, m.ranges, m.runtimes, m.results};
  }

  /// Where runtime variable number Variable of the map of an operand comes from.
  template <int Operand = 0, int Variable = 0, direction Direction = direction::output_to_input>
  MERCATOR_HD static constexpr ops::source<Operation, Direction, Operand, Variable> source() {
    return {};
  }
};

}  // namespace mercator::ops
