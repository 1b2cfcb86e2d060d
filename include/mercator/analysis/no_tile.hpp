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

/// The reason in words; none where there is a tile.
constexpr const char* words_of(no_tile why) {
  switch (why) {
    case no_tile::none:
      return "";
    case no_tile::mixed_quotient:
      return "a quotient of the tile's place and of an index within it";
    case no_tile::mixed_constraint:
      return "a constraint ties the tile's place to an index within it";
    case no_tile::no_progression:
      return "values within a tile are not evenly spaced";
    case no_tile::no_product:
      return "results within a tile do not combine freely";
    case no_tile::not_counted:
      return "it takes too much work to know";
  }
  return "";
}

/// The same in a sentence.
constexpr sentence explain(no_tile why) {
  sentence out;
  if (why == no_tile::none) return out << "There is a tile.";
  return out << "There is no tile: " << words_of(why) << ".";
}

}  // namespace mercator::analysis
