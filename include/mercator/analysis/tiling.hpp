// Tiling: the operand's tile that a tile of the output needs, of any map: an operation's, a chain's, a whole
// fusion's.
#pragma once

#include "mercator/analysis/sentence.hpp"
#include "mercator/analysis/tiles.hpp"
#include "mercator/analysis/utilization.hpp"

namespace mercator {

/// Errors: there is no tile of the operand, for the reason that the name says.
template <class Map, class Tile, int Result>
struct no_tile_since_a_quotient_mixes_place_and_index {
  static_assert(sizeof(Map) == 0,
                "mercator: tile_offsets(m, tile) requires results without a quotient of both the tile's place "
                "and an index in the tile; got this map, whose result of the number shown has one: choose "
                "tiles that divide, or are divided by, its divisor");
};
template <class Map, class Tile, int Constraint>
struct no_tile_since_a_constraint_mixes_place_and_index {
  static_assert(sizeof(Map) == 0,
                "mercator: tile_offsets(m, tile) requires constraints on results or on indices in the tile; "
                "got this map, which has one that depends on the tile's place as well");
};
template <class Map, class Tile, int Result>
struct no_tile_since_a_result_is_not_evenly_spaced {
  static_assert(sizeof(Map) == 0,
                "mercator: tile_offsets(m, tile) requires evenly spaced results; got this map, whose result "
                "of the number shown leaves gaps of different sizes within a tile");
};
template <class Map, class Tile>
struct no_tile_since_results_depend_on_each_other {
  static_assert(sizeof(Map) == 0,
                "mercator: tile_offsets(m, tile) requires results that combine freely; got this map, whose "
                "results within a tile are no rectangle");
};
template <class Map, class Tile>
struct no_tile_known {
  static_assert(sizeof(Map) == 0,
                "mercator: tile_offsets(m, tile) requires a map that can be decided with little work");
};

namespace analysis {

/// The error that says why there is no tile.
template <no_tile Why, class Map, class Tile, int Result>
constexpr void fail_without_tile() {
  if constexpr (Why == no_tile::mixed_quotient)
    static_cast<void>(sizeof(no_tile_since_a_quotient_mixes_place_and_index<Map, Tile, Result>));
  else if constexpr (Why == no_tile::mixed_constraint)
    static_cast<void>(sizeof(no_tile_since_a_constraint_mixes_place_and_index<Map, Tile, Result>));
  else if constexpr (Why == no_tile::no_progression)
    static_cast<void>(sizeof(no_tile_since_a_result_is_not_evenly_spaced<Map, Tile, Result>));
  else if constexpr (Why == no_tile::no_product)
    static_cast<void>(sizeof(no_tile_since_results_depend_on_each_other<Map, Tile>));
  else
    static_cast<void>(sizeof(no_tile_known<Map, Tile>));
}

constexpr box_as_written box_written_by(mercator::detail::builder build) {
  pool p;
  map_form m(p);
  build(m);
  return box_as_written(m);
}

template <class Map, class Tile>
inline constexpr tile_shape tile_value = ask<tile_shape>(&Map::build, [](const map_tree& t, means with) {
  return find_tile(t, Tile::value, box_written_by(&Map::build), with);
});

constexpr void build_tile_offsets(mercator::detail::builder build, const extents& tile, map_form& out) {
  map_tree t;
  equality::simplified_tree(build, t);
  i64 room[static_means::words];
  if (t.full || !find_tile_offsets(t, tile, box_written_by(build), static_means::with(room), out)) out.p.full = true;
}

}  // namespace analysis

/// The map from the number of an output's tile along each dimension to the offset of the operand's tile.
template <class Map, class Tile>
struct offsets_of_tiles : recipe<offsets_of_tiles<Map, Tile>> {
  static constexpr map_counts counts{Map::counts.dimensions, 0, Map::counts.runtimes, Map::counts.results};
  static constexpr void build(symbolic::map_form& m) { analysis::build_tile_offsets(&Map::build, Tile::value, m); }
};

/// tile_of(m, tile<32, 32>{}): the sizes and strides of the operand's tile that every full tile of the output
/// needs, or why there is none: `known`, `why`. Tiles of the output begin at multiples of their sizes; full are those
/// within the intervals that the map is written with, whatever constraints leave of them.
inline constexpr struct tile_of_verb {
  template <IndexingMap Map, i64... Sizes>
  constexpr analysis::tile_shape operator()(Map, tile<Sizes...>) const {
    static_cast<void>(tile_has_other_rank<sizeof...(Sizes), Map::counts.dimensions>{});
    if constexpr (sizeof...(Sizes) == Map::counts.dimensions)
      return analysis::tile_value<Map, tile<Sizes...>>;
    else
      return {};
  }
  template <RuntimeMap Map>
  analysis::tile_shape operator()(const Map& m, const extents& sizes) const {
    return analysis::ask(m, [&](const auto& t, analysis::means with) {
      return analysis::is_tile(sizes, t.dims) ? analysis::find_tile(t, sizes, analysis::box_as_written(t), with)
                                              : analysis::tile_shape{};
    });
  }
} tile_of{};

/// tile_offsets(m, tile<32, 32>{}): the map from the number of the output's tile along each dimension to the
/// offset of the operand's tile; an error that says why where there is none. Tiles that read nothing may be left out.
inline constexpr struct tile_offsets_verb {
  template <IndexingMap Map, i64... Sizes>
  constexpr auto operator()(Map, tile<Sizes...>) const {
    static_cast<void>(tile_has_other_rank<sizeof...(Sizes), Map::counts.dimensions>{});
    if constexpr (sizeof...(Sizes) == Map::counts.dimensions) {
      constexpr const analysis::tile_shape& t = analysis::tile_value<Map, tile<Sizes...>>;
      if constexpr (!t.known) analysis::fail_without_tile<t.why, simplified_t<Map>, tile<Sizes...>, t.result>();
    }
    return offsets_of_tiles<Map, tile<Sizes...>>{};
  }
  /// At run time, where tile_of(m, sizes) is known; an error elsewhere.
  template <RuntimeMap Map>
  auto operator()(const Map& m, const extents& sizes) const {
    return analysis::ask(m, [&](const auto& t, analysis::means with) {
      return Map::build([&](symbolic::map_form& out) {
        if (!analysis::is_tile(sizes, t.dims) ||
            !analysis::find_tile_offsets(t, sizes, analysis::box_as_written(t), with, out))
          out.p.full = true;
      });
    });
  }
} tile_offsets{};

/// What the tile is, or why there is none, in a sentence.
constexpr analysis::sentence explain(const analysis::tile_shape& t) {
  using analysis::no_tile;
  analysis::sentence out;
  switch (t.why) {
    case no_tile::mixed_quotient:
      return out << "Result " << t.result << " has a quotient of the tile's place and of an index within the tile.";
    case no_tile::mixed_constraint:
      return out << "Constraint " << t.result << " ties the tile's place to an index within the tile.";
    case no_tile::no_progression:
      return out << "The values of result " << t.result << " within a tile are not evenly spaced.";
    case no_tile::no_product:
      return out << "The results within a tile do not combine freely.";
    case no_tile::not_counted:
      return out << "It is not known whether there is a tile.";
    case no_tile::none:
      break;
  }
  if (t.empty()) return out << "No tile lies whole within the map's domain.";
  const auto list = [&](const i64* numbers) {
    for (int k = 0; k < t.rank; ++k) out << (k == 0 ? "[" : ", ") << numbers[k];
    out << (t.rank == 0 ? "[]" : "]");
  };
  out << "A tile of ";
  list(t.size);
  out << " elements";
  bool strided = false, clipped = false;
  for (int k = 0; k < t.rank; ++k) {
    strided |= t.stride[k] != 1;
    clipped |= t.clipped[k];
  }
  if (strided) {
    out << " in steps of ";
    list(t.stride);
  }
  return out << (clipped ? ", without those out of bounds." : ".");
}

}  // namespace mercator
