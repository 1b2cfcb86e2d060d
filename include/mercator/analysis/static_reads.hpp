// Reads of static maps: what is counted while compiling, each an evaluation of its own, and what the compiler says
// where it cannot be.
#pragma once

#include "mercator/analysis/proofs.hpp"
#include "mercator/analysis/static_union.hpp"

namespace mercator {

/// An error: what the maps read was not counted.
template <class Shape, class... Maps>
struct utilization_undecided {
  static_assert(sizeof(Shape) == 0,
                "mercator: utilization(shape, maps...) requires maps whose results can be counted with little "
                "work and within 64 bits: of more than six few may read the same");
};
/// An error: a tile has as many sizes as Sizes says, where the maps have as many dimensions as Dimensions.
template <int Sizes, int Dimensions>
struct tile_has_other_rank {
  static_assert(Sizes == Dimensions, "mercator: a tile requires a size for each dimension of the output");
};
/// An error: two maps are not those of one output.
template <int First, int Other>
struct maps_have_different_numbers_of_dimensions {
  static_assert(First == Other,
                "mercator: utilization and lines_touched(shape, maps...) require maps of one output, with as many "
                "dimensions; got the numbers shown");
};
/// An error: a result of the map lies outside of the shape.
template <class Map, class Shape, class Point, class Element>
struct reads_beyond_the_shape {
  static_assert(sizeof(Map) == 0,
                "mercator: utilization and lines_touched(shape, maps...) require results within the shape; got this "
                "map, which has the element shown at the point shown");
};

namespace analysis {

/// What is counted of static maps.
struct whole_output {
  static constexpr reading how{};
};
template <class Tile>
struct by_tiles {
  static constexpr reading how{&Tile::value};
};
template <int Dimensions>
struct by_elements {
  static constexpr extents one = single_elements(Dimensions);
  static constexpr reading how{&one};
};
template <class Shape, i64 ElementBytes, i64 UnitBytes>
struct in_units {
  static constexpr reading how{nullptr, &Shape::value, ElementBytes, UnitBytes};
};

template <class How, class... Maps>
inline constexpr reads_of_tiles reads_value = static_union<How, Maps...>::template count<key_box{}>().reads;

template <class... Maps>
inline constexpr count_of loads_value =
    ask_all<count_of, sizeof...(Maps)>(builders_of<Maps...>, [](const map_tree* const* maps, int count, means with) {
      return count_loads(maps, count, with);
    });

/// The worst tile, part by part, each an evaluation of its own.
template <class How, class... Maps>
struct worst_search {
  static constexpr int max_depth = 24;

  using all = static_union<How, Maps...>;

  static constexpr key_box whole =
      all::template ask<key_box>([](const detail::union_of_reads& reads) { return reads.all_tiles(); });

  template <key_box Box>
  static constexpr tiles_counted counted = all::template count<Box>();

  struct parts_of_box {
    int count = 0;
    key_box part[key_box::max_parts];
  };
  static constexpr parts_of_box split(const key_box& box) {
    parts_of_box out;
    out.count = box.split(out.part);
    return out;
  }

  /// The most that a tile reads; -1 where it is not known.
  static constexpr i64 most() {
    if constexpr (whole.sides < 0)
      return -1;
    else
      return find<whole, 0>();
  }

  /// The most that a tile of the box reads, or Worst where that is more; -1 where it is not known.
  template <key_box Box, i64 Worst, int Depth = 0>
  static constexpr i64 find() {
    constexpr tiles_counted here = counted<Box>;
    if constexpr (!here.reads.known)
      return -1;
    else if constexpr (here.reads.worst_known)
      return here.reads.worst > Worst ? here.reads.worst : Worst;
    else if constexpr (here.most <= Worst)
      return Worst;
    else if constexpr (Depth == max_depth)
      return -1;
    else
      return find_in_parts<Box, 0, Worst, Depth + 1>();
  }

  template <key_box Box, int Part, i64 Worst, int Depth>
  static constexpr i64 find_in_parts() {
    constexpr parts_of_box parts = split(Box);
    if constexpr (parts.count == 0 || Worst < 0) {
      return -1;
    } else if constexpr (Part == parts.count) {
      return Worst;
    } else {
      constexpr i64 next = find<parts.part[Part], Worst, Depth>();
      return find_in_parts<Box, Part + 1, next, Depth>();
    }
  }
};

/// With the worst also where tiles differ.
template <class How, class... Maps>
constexpr reads_of_tiles reads_with_worst() {
  constexpr reads_of_tiles counted = reads_value<How, Maps...>;
  if constexpr (!counted.known || counted.worst_known) {
    return counted;
  } else {
    constexpr i64 worst = worst_search<How, Maps...>::most();
    reads_of_tiles out = counted;
    out.worst_known = worst >= 0;
    out.worst = out.worst_known ? worst : 0;
    return out;
  }
}

/// Whether the tile has a size for each dimension of all maps.
template <class Tile, class... Maps>
inline constexpr bool has_size_for_each_dimension = ((Tile::rank == Maps::counts.dimensions) && ...);

/// The error that says that it has not.
template <class Tile, class... Maps>
constexpr void fail_with_rank_of_tile() {
  (static_cast<void>(tile_has_other_rank<Tile::rank, Maps::counts.dimensions>{}), ...);
}

template <class Map, class Shape>
constexpr bool lies_within() {
  if constexpr (Map::counts.results == Shape::rank)
    return in_bounds(Map{}, Shape{});
  else
    return false;
}

/// Whether the maps have the dimensions of one output, and results within the shape.
template <class Shape, class First, class... Maps>
inline constexpr bool read_within_shape = ((First::counts.dimensions == Maps::counts.dimensions) && ... &&
                                           lies_within<First, Shape>()) &&
                                          (lies_within<Maps, Shape>() && ...);

/// The error that says why a map's results do not.
template <class Map, class Shape>
constexpr void fail_without_bounds() {
  static_assert(ranks_agree<Map, Shape>);
  if constexpr (Map::counts.results == Shape::rank && !lies_within<Map, Shape>()) {
    using shown = witness_of<bounds_proof<Map, Shape>>;
    static_cast<void>(
        sizeof(reads_beyond_the_shape<simplified_t<Map>, Shape, typename shown::first, typename shown::element>));
  }
}

/// The error that says why the maps do not read within the shape.
template <class Shape, class First, class... Maps>
constexpr void fail_to_read() {
  (static_cast<void>(maps_have_different_numbers_of_dimensions<First::counts.dimensions, Maps::counts.dimensions>{}),
   ...);
  fail_without_bounds<First, Shape>();
  (fail_without_bounds<Maps, Shape>(), ...);
}

}  // namespace analysis

}  // namespace mercator
