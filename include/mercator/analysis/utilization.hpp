// Utilization: how much of an operand is read, and how often, exactly.
#pragma once

#include "mercator/analysis/sentence.hpp"
#include "mercator/analysis/static_reads.hpp"

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
  /// Whether it was counted; else the rest says nothing.
  bool known = false;
  /// False: not counted because the maps' results are no indices of the operand, or the tile is none of their output.
  bool fits = true;
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

namespace analysis {

constexpr utilization_report put_together(const extents& operand, const reads_of_tiles& whole,
                                          const reads_of_tiles& tiles, count_of loads) {
  utilization_report out;
  out.known = whole.known && tiles.known && whole.worst_known && loads.known && operand.elements() >= 0;
  if (!out.known) return out;
  out.elements = operand.elements();
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

/// All lines of an operand whose elements are all read; not known where its bytes are more than 64 bits count.
constexpr reads_of_tiles all_lines(i64 elements, i64 element_bytes, i64 unit_bytes) {
  i64 bytes = 0;
  if (!checked_mul(elements, element_bytes, bytes)) return {};
  const i64 lines = ceil_div(bytes, unit_bytes);
  return {true, lines, 1, true, lines};
}

/// Whether some value of the runtime variables has all elements read.
constexpr bool reads_all(const reads_of_tiles& whole, i64 elements) {
  return whole.known && whole.worst_known && whole.worst == elements;
}

/// Lines of memory, such as the 128 bytes of a cache line, that the maps of a row-major operand touch.
constexpr reads_of_tiles report_lines(const map_tree* const* maps, int count, const extents& operand, i64 element_bytes,
                                      i64 unit_bytes, means with) {
  const i64 elements = operand.elements();
  if (reads_all(count_reads(maps, count, {}, with), elements)) return all_lines(elements, element_bytes, unit_bytes);
  return count_reads_of_tiles(maps, count, {nullptr, &operand, element_bytes, unit_bytes}, with);
}

/// Whether the maps are those of one output and all results lie within the operand.
constexpr truth read_within(const map_tree* const* maps, int count, const extents& operand, means with) {
  truth out = truth::yes;
  for (int k = 0; k < count; ++k) {
    if (maps[k]->dims != maps[0]->dims) return truth::no;
    const truth here = prove_in_bounds(*maps[k], operand, with).is;
    if (here == truth::no) return here;
    if (here == truth::undecided) out = here;
  }
  return out;
}

constexpr count_of worst_of(const reads_of_tiles& r) { return {r.known && r.worst_known, r.worst}; }

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
  truth read_within(const extents& operand) const {
    return analysis::read_within(map_, count, operand, runtime_means());
  }

 private:
  on_heap<map_tree> tree_;
  const map_tree* map_[sizeof...(Maps)];
};

template <class Shape, class How, class... Maps>
constexpr utilization_report static_utilization() {
  if constexpr (!read_within_shape<Shape, Maps...>) {
    fail_to_read<Shape, Maps...>();
    return {};
  } else {
    constexpr utilization_report r = put_together(Shape::value, reads_with_worst<whole_output, Maps...>(),
                                                  reads_value<How, Maps...>, loads_value<Maps...>);
    if constexpr (!r.known) static_cast<void>(sizeof(utilization_undecided<Shape, simplified_t<Maps>...>));
    return r;
  }
}

template <class Shape, i64 ElementBytes, i64 UnitBytes, class... Maps>
constexpr reads_of_tiles static_lines() {
  if constexpr (ElementBytes <= 0 || UnitBytes <= 0)
    return {true, 0, 0, true, 0};
  else if constexpr (reads_all(reads_value<whole_output, Maps...>, Shape::elements))
    return all_lines(Shape::elements, ElementBytes, UnitBytes);
  else
    return reads_with_worst<in_units<Shape, ElementBytes, UnitBytes>, Maps...>();
}

}  // namespace analysis

/// utilization(shape<1024, 256>{}, maps...): what the maps read of an operand of that shape, the union of them,
/// and by each output element. utilization(shape<1024, 256>{}, tile<32, 32>{}, maps...): and by each such tile
/// of the output.
inline constexpr struct utilization_verb {
  template <i64... Sizes, IndexingMap First, IndexingMap... Maps>
  constexpr utilization_report operator()(shape<Sizes...>, First, Maps...) const {
    using each = analysis::by_elements<First::counts.dimensions>;
    return analysis::static_utilization<shape<Sizes...>, each, First, Maps...>();
  }
  template <i64... Sizes, i64... TileSizes, IndexingMap... Maps>
    requires(sizeof...(Maps) > 0)
  constexpr utilization_report operator()(shape<Sizes...>, tile<TileSizes...>, Maps...) const {
    if constexpr (analysis::has_size_for_each_dimension<tile<TileSizes...>, Maps...>) {
      return analysis::static_utilization<shape<Sizes...>, analysis::by_tiles<tile<TileSizes...>>, Maps...>();
    } else {
      analysis::fail_with_rank_of_tile<tile<TileSizes...>, Maps...>();
      return {};
    }
  }
  /// At run time; `known` says whether it could be counted: not where a map has another rank than the operand, or
  /// results beyond it.
  template <RuntimeMap... Maps>
    requires(sizeof...(Maps) > 0)
  utilization_report operator()(const extents& operand, const Maps&... m) const {
    return at_run_time(operand, nullptr, m...);
  }
  template <RuntimeMap... Maps>
    requires(sizeof...(Maps) > 0)
  utilization_report operator()(const extents& operand, const extents& by_tile, const Maps&... m) const {
    return at_run_time(operand, &by_tile, m...);
  }

 private:
  template <RuntimeMap... Maps>
  static utilization_report at_run_time(const extents& operand, const extents* by_tile, const Maps&... m) {
    const analysis::trees_of trees(m...);
    const symbolic::truth within = trees.read_within(operand);
    if (within == symbolic::truth::no || (by_tile != nullptr && !analysis::is_tile(*by_tile, trees.maps()[0]->dims)))
      return {.fits = false};
    if (within == symbolic::truth::undecided) return {};
    return analysis::report_utilization(trees.maps(), trees.count, operand, by_tile, analysis::runtime_means());
  }
} utilization{};

/// worst_tile(tile<64>{}, maps...): the most different elements that such a tile of the output reads through
/// all maps together, also where tiles differ; which takes longer to compile than utilization, where it is
/// given for tiles that are like each other.
inline constexpr struct worst_tile_verb {
  template <i64... TileSizes, IndexingMap... Maps>
    requires(sizeof...(Maps) > 0)
  constexpr i64 operator()(tile<TileSizes...>, Maps...) const {
    using by = tile<TileSizes...>;
    if constexpr (analysis::has_size_for_each_dimension<by, Maps...>) {
      constexpr i64 out = analysis::worst_search<analysis::by_tiles<by>, Maps...>::most();
      if constexpr (out < 0) static_cast<void>(sizeof(utilization_undecided<by, simplified_t<Maps>...>));
      return out;
    } else {
      analysis::fail_with_rank_of_tile<by, Maps...>();
      return 0;
    }
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
    requires(sizeof...(Maps) > 0)
  constexpr i64 operator()(shape<Sizes...>, Maps...) const {
    using operand = shape<Sizes...>;
    if constexpr (!analysis::read_within_shape<operand, Maps...>) {
      analysis::fail_to_read<operand, Maps...>();
      return 0;
    } else {
      constexpr analysis::reads_of_tiles r = analysis::static_lines<operand, ElementBytes, UnitBytes, Maps...>();
      if constexpr (!r.known || !r.worst_known)
        static_cast<void>(sizeof(utilization_undecided<operand, simplified_t<Maps>...>));
      return r.worst;
    }
  }
  /// At run time; `known` says whether it could be counted, as of `utilization`.
  template <RuntimeMap... Maps>
    requires(sizeof...(Maps) > 0)
  analysis::count_of operator()(const extents& operand, const Maps&... m) const {
    const analysis::trees_of trees(m...);
    if (trees.read_within(operand) != symbolic::truth::yes) return {};
    return analysis::worst_of(
        analysis::report_lines(trees.maps(), trees.count, operand, ElementBytes, UnitBytes, analysis::runtime_means()));
  }
};

/// lines_touched<4, 128>(shape<1024, 256>{}, maps...): how many lines of 128 bytes of a row-major operand with
/// elements of 4 bytes the maps touch, the operand beginning with a line: every line that has a byte of an element.
/// With runtime variables the most for a value of theirs.
template <i64 ElementBytes, i64 UnitBytes>
inline constexpr lines_touched_verb<ElementBytes, UnitBytes> lines_touched{};

/// How much is read (with runtime variables the most for a value of theirs), and how often, in a sentence.
constexpr analysis::sentence explain(const utilization_report& r) {
  analysis::sentence out;
  if (!r.fits) return out << "The maps do not fit the operand, or the tile their output.";
  if (!r.known) return out << "It takes too much work to count the elements.";
  (out << r.read << " of ").counted(r.elements, "element") << (r.elements == 1 ? " is read, " : " are read, ");
  (out << "each ").quotient(r.loads, r.different) << " times on average";
  if (r.worst_known) (out << "; a tile reads at most ").counted(r.worst_tile, "element");
  return out << ".";
}

}  // namespace mercator
