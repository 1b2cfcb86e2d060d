// What an analysis finds, and the room that it works in.
#pragma once

#include "mercator/hlo/map_store.hpp"

namespace mercator::hlo_ir {

/// The maps between an output that was asked for and an array of an operand, or of a parameter.
struct array_maps {
  /// The number of an operand that there is none of.
  static constexpr int no_operand = -1;

  int operand;  ///< its number; no_operand where there is none, and the map is to no results or from no
                ///< dimensions
  int array;    ///< the place of the array's shape among the module's shapes
  int maps;     ///< a set
};

/// The maps between an array of a computation's root and one of its parameters.
struct summary_link {
  int output;     ///< the place of the array's shape, as below
  int parameter;  ///< its number
  int input;
  int maps;
  int next;
};

/// What is known of a computation.
struct computation_state {
  bool summarised;
  int cursor;      ///< the next instruction that may call another one
  int first_link;  ///< -1: none
};

/// The room for an analysis: arrays for each shape and each computation of the module, and lists.
struct analysis_room {
  int* sets;                         ///< one for each shape of the module
  computation_state* states;         ///< one for each computation
  int* stack;                        ///< one for each computation
  map_store store;                   ///< the sets of maps
  growing_list<summary_link> links;  ///< what is known of called computations
  growing_list<array_maps> found;    ///< the answer to the last question

  /// Whether something did not fit: what was found means nothing.
  constexpr bool full() const { return store.full() || links.full || found.full; }
};

}  // namespace mercator::hlo_ir
