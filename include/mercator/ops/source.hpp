// The sources of runtime variables: which operand they are read from, and which element of it.
#pragma once

#include "mercator/map/recipe.hpp"

namespace mercator::ops {

/// The two directions of an operation's maps.
enum class direction : unsigned char { output_to_input, input_to_output };

/// What a value read at run time means where it is outside the interval of its runtime variable.
enum class outside : unsigned char {
  clamped,  ///< the nearest value of the interval
  skipped   ///< nothing is read or written there
};

/// Where a runtime variable is read: from this operand, counted from 0. The map of the element goes beside it:
/// from the dimensions and ranges of the map that has the variable to the operand's indices.
struct runtime_source {
  static constexpr int own_replica = -1;  ///< no operand: the number of the replica, or its place in its group

  /// The operand that holds the value; -1 for none.
  int operand;
  outside values_outside = outside::clamped;
};

/// The source of runtime variable number Variable of a map of an operation, as the map of the element that is
/// read.
template <class Operation, direction Direction, int Operand, int Variable>
struct source : recipe<source<Operation, Direction, Operand, Variable>> {
  static_assert(Variable >= 0 && Variable < Operation::counts_of(Direction, Operand).runtimes,
                "mercator: source requires the number of a runtime variable of the map, counted from 0; got the "
                "direction, operand and number at the end of what is shown here");
  /// Where the value comes from.
  static constexpr runtime_source from = Operation::source_of(Direction, Operand, Variable);
  /// The operand that holds the value, counted from 0.
  static constexpr int operand = from.operand;
  static constexpr map_counts counts = Operation::source_counts(Direction, Operand, Variable);
  static constexpr void build(symbolic::map_form& m) { Operation::build_source(m, Direction, Operand, Variable); }
};

}  // namespace mercator::ops
