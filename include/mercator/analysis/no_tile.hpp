// Why there is no tile of an operand.
#pragma once

#include "mercator/analysis/sentence.hpp"

namespace mercator::analysis {

/// Why the elements that a tile needs are no tile.
enum class no_tile : unsigned char {
  none,              ///< they are
  mixed_quotient,    ///< a result has a quotient of the tile's place and of an index within the tile together
  mixed_constraint,  ///< a constraint ties the tile's place to an index within the tile
  no_progression,    ///< a result's values within the tile are not evenly spaced
  no_product,        ///< the results' values within the tile do not combine freely
  not_counted,       ///< it takes too much work to know
};

/// Why there is no tile, in a sentence.
constexpr sentence explain(no_tile why) {
  sentence out;
  switch (why) {
    case no_tile::none:
      return out << "There is a tile.";
    case no_tile::mixed_quotient:
      return out << "A result has a quotient of the tile's place and of an index within the tile.";
    case no_tile::mixed_constraint:
      return out << "A constraint ties the tile's place to an index within the tile.";
    case no_tile::no_progression:
      return out << "The values of a result within a tile are not evenly spaced.";
    case no_tile::no_product:
      return out << "The results within a tile do not combine freely.";
    case no_tile::not_counted:
      break;
  }
  return out << "It takes too much work to know whether there is a tile.";
}

}  // namespace mercator::analysis
