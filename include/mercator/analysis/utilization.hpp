// Utilization: how much of an operand is read, and how often, exactly.
#pragma once

#include "mercator/analysis/reads.hpp"
#include "mercator/analysis/sentence.hpp"
#include "mercator/analysis/subject.hpp"

namespace mercator {

/// The sizes of a tile of the output, one for each dimension; tiles begin at 0.
template <i64... Sizes>
struct tile {
  static_assert(((Sizes > 0) && ...), "mercator: tile<...> requires sizes of at least 1");
  /// The number of dimensions.
  static constexpr int rank = sizeof...(Sizes);
  static constexpr extents value{rank, {Sizes...}};
};

/// What an operand's maps read, counted in elements. `known` is true of static maps, which are an error else.
struct utilization_report {
  /// Whether it was counted.
  bool known = false;
  i64 elements = 0;       ///< of the operand
  i64 read = 0;           ///< of them, by the whole output; with runtime variables the most for a value of theirs
  i64 different = 0;      ///< the same summed over the values of the runtime variables: `read` where there are none
  i64 loads = 0;          ///< points of the maps' domains: reads, repeated ones counted
  i64 tiles = 0;          ///< tiles of the output that read anything; with runtime variables, for each value of theirs
  i64 read_by_tiles = 0;  ///< different elements of each tile, summed over all tiles
  /// Whether the worst tile was counted.
  bool worst_known = false;
  i64 worst_tile = 0;  ///< different elements read by the tile that reads the most

  /// The part of the operand that is read, from 0 to 1.
  constexpr double fraction() const {
    return elements == 0 ? 1 : static_cast<double>(read) / static_cast<double>(elements);
  }
  /// How often an element that is read is read.
  constexpr double reuse() const {
    return different == 0 ? 1 : static_cast<double>(loads) / static_cast<double>(different);
  }
  /// How many tiles read an element that is read.
  constexpr double tiles_per_element() const {
    return different == 0 ? 1 : static_cast<double>(read_by_tiles) / static_cast<double>(different);
  }
  /// Different elements that a tile reads, on average.
  constexpr double mean_tile() const {
    return tiles == 0 ? 0 : static_cast<double>(read_by_tiles) / static_cast<double>(tiles);
  }
  /// How many bytes are read, of elements of so many.
  constexpr i64 bytes(i64 element_bytes) const { return read * element_bytes; }
};

/// An error: what the maps read was not counted.
template <class Shape, class... Maps>
struct utilization_undecided {
  static_assert(sizeof(Shape) == 0,
                "mercator: utilization(shape, maps...) requires maps whose results can be counted with little "
                "work: at most six different ones");
};
/// An error: a tile has as many sizes as Sizes says, where the maps have as many dimensions as Dimensions.
template <int Sizes, int Dimensions>
struct tile_has_other_rank {
  static_assert(Sizes == Dimensions, "mercator: a tile requires a size for each dimension of the output");
};

namespace analysis {

/// What the maps' domains have together.
constexpr count_of count_loads(const map_tree* const* maps, int count, means with) {
  count_of out{true, 0};
  for (int k = 0; k < count; ++k) {
    const count_of n = analysis::domain_size(*maps[k], with);
    out.known &= n.known;
    out.value = saturating_add(out.value, n.value);
  }
  return out;
}

/// Tiles of one element each.
constexpr extents single_elements(int dims) {
  extents out;
  out.rank = dims;
  for (int k = 0; k < dims; ++k) out.size[k] = 1;
  return out;
}

constexpr utilization_report put_together(const extents& operand, const reads_of_tiles& whole,
                                          const reads_of_tiles& tiles, count_of loads) {
  utilization_report out;
  out.elements = operand.elements();
  out.known = whole.known && tiles.known && whole.worst_known && loads.known && out.elements >= 0;
  out.loads = loads.value;
  out.read = whole.worst;
  out.different = whole.total;
  out.tiles = tiles.tiles;
  out.read_by_tiles = tiles.total;
  out.worst_known = tiles.worst_known;
  out.worst_tile = tiles.worst;
  return out;
}

constexpr utilization_report report_utilization(const map_tree* const* maps, int count, const extents& operand,
                                                const extents* tile, means with) {
  const extents ones = single_elements(count == 0 ? 0 : maps[0]->dims);
  const reading by_tiles{tile != nullptr ? tile : &ones, nullptr, 1, 0};
  return put_together(operand, count_reads_of_tiles(maps, count, {}, with),
                      count_reads_of_tiles(maps, count, by_tiles, with), count_loads(maps, count, with));
}

/// Lines of memory, such as the 128 bytes of a cache line, that the maps of a row-major operand touch.
constexpr reads_of_tiles report_lines(const map_tree* const* maps, int count, const extents& operand, i64 element_bytes,
                                      i64 unit_bytes, const extents* tile, means with) {
  return count_reads_of_tiles(maps, count, {tile, &operand, element_bytes, unit_bytes}, with);
}

constexpr count_of worst_of(const reads_of_tiles& r) { return {r.known && r.worst_known, r.worst}; }

/// Calls question(maps, count, means) with the simplified trees of static maps.
template <class Answer, int Count, class Question>
constexpr Answer ask_all(const mercator::detail::builder* builders, Question question) {
  map_tree tree[static_cast<unsigned>(Count)];
  const map_tree* maps[static_cast<unsigned>(Count)] = {};
  for (int k = 0; k < Count; ++k) {
    equality::simplified_tree(builders[k], tree[k]);
    if (tree[k].full) return Answer{};
    maps[k] = &tree[k];
  }
  i64 room[static_means::words];
  return question(maps, Count, static_means::with(room));
}

/// In place of a tile: each element is one.
struct each_element {};

template <class Tile>
constexpr extents tile_value_of(int dims) {
  if constexpr (std::is_same_v<Tile, each_element>)
    return single_elements(dims);
  else
    return Tile::value;
}

/// The trees of maps at run time.
template <RuntimeMap... Maps>
class trees_of {
 public:
  static constexpr int count = sizeof...(Maps);

  explicit trees_of(const Maps&... m) : tree_(count) {
    int k = 0;
    (m.write(tree_.get()[k++]), ...);
    for (k = 0; k < count; ++k) map_[k] = &tree_.get()[k];
  }
  const map_tree* const* maps() const { return map_; }

 private:
  on_heap<map_tree> tree_;
  const map_tree* map_[sizeof...(Maps)];
};

template <class... Maps>
inline constexpr mercator::detail::builder builders_of[] = {&Maps::build...};

/// Each an evaluation of its own: constant evaluations have limits.
template <class... Maps>
inline constexpr reads_of_tiles whole_reads = ask_all<reads_of_tiles, sizeof...(Maps)>(
    builders_of<Maps...>,
    [](const map_tree* const* maps, int count, means with) { return count_reads(maps, count, {}, with); });

template <class Tile, class... Maps>
inline constexpr reads_of_tiles tile_reads = ask_all<reads_of_tiles, sizeof...(Maps)>(
    builders_of<Maps...>, [](const map_tree* const* maps, int count, means with) {
      const extents tile = tile_value_of<Tile>(maps[0]->dims);
      return count_reads(maps, count, {&tile, nullptr, 1, 0}, with);
    });

template <class... Maps>
inline constexpr count_of loads_value =
    ask_all<count_of, sizeof...(Maps)>(builders_of<Maps...>, [](const map_tree* const* maps, int count, means with) {
      return count_loads(maps, count, with);
    });

template <class Shape, class Tile, class... Maps>
inline constexpr utilization_report utilization_value = put_together(Shape::value, whole_reads<Maps...>,
                                                                     tile_reads<Tile, Maps...>, loads_value<Maps...>);

template <class Shape, i64 ElementBytes, i64 UnitBytes, class... Maps>
constexpr reads_of_tiles lines_of() {
  return ask_all<reads_of_tiles, sizeof...(Maps)>(
      builders_of<Maps...>, [](const map_tree* const* maps, int count, means with) {
        return count_reads(maps, count, {nullptr, &Shape::value, ElementBytes, UnitBytes}, with);
      });
}

/// The worst tile, part by part, each an evaluation of its own.
template <class Tile, class... Maps>
struct worst_tile_search {
  static constexpr int max_depth = 24;

  static constexpr tile_box whole =
      ask_all<tile_box, sizeof...(Maps)>(builders_of<Maps...>, [](const map_tree* const* maps, int count, means with) {
        return detail::union_of_reads(maps, count, {&Tile::value, nullptr, 1, 0}, with).all_tiles();
      });

  template <tile_box Box>
  static constexpr tiles_counted counted = ask_all<tiles_counted, sizeof...(Maps)>(
      builders_of<Maps...>, [](const map_tree* const* maps, int count, means with) {
        constexpr tile_box box = Box;
        return detail::union_of_reads(maps, count, {&Tile::value, nullptr, 1, 0}, with).count(&box);
      });

  struct parts_of_box {
    int count = 0;
    tile_box part[tile_box::max_parts];
  };
  static constexpr parts_of_box split(const tile_box& box) {
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
  template <tile_box Box, i64 Worst, int Depth = 0>
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

  template <tile_box Box, int Part, i64 Worst, int Depth>
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

template <class Shape, class Tile, class... Maps>
constexpr utilization_report checked_utilization() {
  constexpr utilization_report r = utilization_value<Shape, Tile, Maps...>;
  if constexpr (!r.known) static_cast<void>(sizeof(utilization_undecided<Shape, simplified_t<Maps>...>));
  return r;
}

}  // namespace analysis

/// utilization(shape<1024, 256>{}, maps...): what the maps read of an operand of that shape, the union of them,
/// and by each output element. utilization(shape<1024, 256>{}, tile<32, 32>{}, maps...): and by each such tile
/// of the output.
inline constexpr struct utilization_verb {
  template <i64... Sizes, IndexingMap... Maps>
    requires(sizeof...(Maps) > 0)
  constexpr utilization_report operator()(shape<Sizes...>, Maps...) const {
    return analysis::checked_utilization<shape<Sizes...>, analysis::each_element, Maps...>();
  }
  template <i64... Sizes, i64... TileSizes, IndexingMap... Maps>
    requires(sizeof...(Maps) > 0)
  constexpr utilization_report operator()(shape<Sizes...>, tile<TileSizes...>, Maps...) const {
    (static_cast<void>(tile_has_other_rank<sizeof...(TileSizes), Maps::counts.dimensions>{}), ...);
    return analysis::checked_utilization<shape<Sizes...>, tile<TileSizes...>, Maps...>();
  }
  /// At run time; `known` says whether it could be counted.
  template <RuntimeMap... Maps>
    requires(sizeof...(Maps) > 0)
  utilization_report operator()(const extents& operand, const Maps&... m) const {
    const analysis::trees_of trees(m...);
    return analysis::report_utilization(trees.maps(), trees.count, operand, nullptr, analysis::runtime_means());
  }
  template <RuntimeMap... Maps>
    requires(sizeof...(Maps) > 0)
  utilization_report operator()(const extents& operand, const extents& by_tile, const Maps&... m) const {
    const analysis::trees_of trees(m...);
    return analysis::report_utilization(trees.maps(), trees.count, operand, &by_tile, analysis::runtime_means());
  }
} utilization{};

/// worst_tile(tile<64>{}, maps...): the most different elements that such a tile of the output reads through
/// all maps together, also where tiles differ; which takes longer to compile than utilization, where it is
/// given for tiles that are like each other.
inline constexpr struct worst_tile_verb {
  template <i64... TileSizes, IndexingMap... Maps>
    requires(sizeof...(Maps) > 0)
  constexpr i64 operator()(tile<TileSizes...>, Maps...) const {
    (static_cast<void>(tile_has_other_rank<sizeof...(TileSizes), Maps::counts.dimensions>{}), ...);
    using search = analysis::worst_tile_search<tile<TileSizes...>, Maps...>;
    constexpr i64 out = search::most();
    if constexpr (out < 0) static_cast<void>(sizeof(utilization_undecided<tile<TileSizes...>, simplified_t<Maps>...>));
    return out;
  }
  /// At run time; `known` says whether it could be counted.
  template <RuntimeMap... Maps>
    requires(sizeof...(Maps) > 0)
  analysis::count_of operator()(const extents& tile, const Maps&... m) const {
    const analysis::trees_of trees(m...);
    return analysis::worst_of(
        analysis::count_reads_of_tiles(trees.maps(), trees.count, {&tile}, analysis::runtime_means()));
  }
} worst_tile{};

template <i64 ElementBytes, i64 UnitBytes>
struct lines_touched_verb {
  static_assert(ElementBytes > 0 && UnitBytes > 0, "mercator: lines_touched<E, U> requires sizes of at least a byte");

  template <i64... Sizes, IndexingMap... Maps>
  constexpr i64 operator()(shape<Sizes...>, Maps...) const {
    constexpr analysis::reads_of_tiles r = analysis::lines_of<shape<Sizes...>, ElementBytes, UnitBytes, Maps...>();
    if constexpr (!r.known || !r.worst_known)
      static_cast<void>(sizeof(utilization_undecided<shape<Sizes...>, simplified_t<Maps>...>));
    return r.worst;
  }
  /// At run time; `known` says whether it could be counted.
  template <RuntimeMap... Maps>
    requires(sizeof...(Maps) > 0)
  analysis::count_of operator()(const extents& operand, const Maps&... m) const {
    const analysis::trees_of trees(m...);
    return analysis::worst_of(analysis::report_lines(trees.maps(), trees.count, operand, ElementBytes, UnitBytes,
                                                     nullptr, analysis::runtime_means()));
  }
};

/// lines_touched<4, 128>(shape<1024, 256>{}, maps...): how many lines of 128 bytes of a row-major operand with
/// elements of 4 bytes the maps touch, the operand beginning with a line.
template <i64 ElementBytes, i64 UnitBytes>
inline constexpr lines_touched_verb<ElementBytes, UnitBytes> lines_touched{};

/// How much is read (with runtime variables the most for a value of theirs), and how often, in a sentence.
constexpr analysis::sentence explain(const utilization_report& r) {
  analysis::sentence out;
  if (!r.known) return out << "It is not known how many elements are read.";
  (out << r.read << " of ").counted(r.elements, "element") << (r.elements == 1 ? " is read, " : " are read, ");
  (out << "each ").quotient(r.loads, r.different) << " times on average";
  if (r.worst_known) (out << "; a tile reads at most ").counted(r.worst_tile, "element");
  return out << ".";
}

}  // namespace mercator
