// The shapes of HLO: arrays with their layout, tuples, tokens.
#pragma once

#include "mercator/hlo/element_type.hpp"

namespace mercator::hlo_ir {

/// What a shape is of.
enum class shape_kind : unsigned char { array, tuple, token, opaque };

/// The most dimensions of an array.
inline constexpr int max_rank = 64;

/// The size of a dimension written `?`.
inline constexpr i64 unbounded_size = -1;

/// A shape. The elements of a tuple follow it among the module's shapes, each with its own elements after it:
/// the first element of shape s is s + 1, and the next shape beside shape s is s + shapes[s].extent.
struct shape {
  shape_kind kind;        ///< array, tuple, token or opaque
  element_type type;      ///< of an array
  int rank;               ///< of an array, in [0, max_rank]
  int sizes;              ///< the place of the first of its `rank` sizes among the module's numbers
  int layout;             ///< the place of its minor-to-major dimensions, `rank` of them, there; -1 without
  std::uint64_t dynamic;  ///< bit k: dimension k is written `<=size` or `?`
  int extent;             ///< this shape and all within it
  int elements;           ///< of a tuple
  int begin;              ///< the offset in the text, where the name of the element type stands
  int type_length;        ///< characters of that name
  int tiles_begin;        ///< what stands behind ':' in the layout, such as T(8,128)S(1)
  int tiles_length;       ///< characters of that
};

}  // namespace mercator::hlo_ir
