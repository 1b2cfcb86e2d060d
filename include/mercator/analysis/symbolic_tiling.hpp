// Tiling with sizes and offsets that are variables: the operand's tile as maps of them.
#pragma once

#include "mercator/analysis/symbolic_tiles.hpp"
#include "mercator/analysis/tiling.hpp"

namespace mercator {

namespace analysis {

/// Goes to case number k. False where there are not so many.
constexpr bool seek(symbolic_tile_search& cases, int k) {
  while (k >= 0 && cases.next()) --k;
  return k < 0;
}

template <class Map>
inline constexpr int tile_case_count = ask<int>(&Map::build, [](const map_tree& t, means with) {
  symbolic_tile_search cases(t, box_written_by(&Map::build), with);
  int n = 0;
  while (cases.next()) ++n;
  return n;
});

constexpr void build_tile_part(mercator::detail::builder build, int number, tile_part part, map_form& out) {
  map_tree t;
  equality::simplified_tree(build, t);
  i64 room[static_means::words];
  symbolic_tile_search cases(t, box_written_by(build), static_means::with(room));
  if (t.full || !seek(cases, number))
    out.p.full = true;
  else
    cases.write(part, out);
}

}  // namespace analysis

/// One of the maps of a case.
template <class Map, int Case, analysis::tile_part Part>
struct part_of_tile : recipe<part_of_tile<Map, Case, Part>> {
  static constexpr map_counts counts{2 * Map::counts.dimensions, 0, Map::counts.runtimes, Map::counts.results};
  static constexpr void build(symbolic::map_form& m) { analysis::build_tile_part(&Map::build, Case, Part, m); }
};

/// A case: where its maps are defined, a tile of the output that begins at o and has t elements along each
/// dimension needs the elements offset + k * stride, k below size, of the operand, and no others. The maps'
/// dimensions are o, then t.
template <class Offset, class Size, class Stride>
struct tile_case {
  /// Where the tile begins.
  Offset offset;
  /// How many elements it has along each dimension.
  Size size;
  /// How far apart they are.
  Stride stride;
};

/// An error: the map has fewer cases.
template <class Map, int Case, int Cases>
struct there_is_no_such_tile_case {
  static_assert(Case >= 0 && Case < Cases,
                "mercator: tile_case_of<K>(m) requires that the map has a case number K, counted from 0; it has as "
                "many as the last number shown");
};

/// How many cases a map has: 0 where no tile is known for sizes that are variables.
inline constexpr struct tile_cases_verb {
  template <IndexingMap Map>
  constexpr int operator()(Map) const {
    return analysis::tile_case_count<Map>;
  }
  /// At run time: calls visit(case) for each, and says why there is none.
  template <RuntimeMap Map, class Visit>
  analysis::no_tile operator()(const Map& m, Visit&& visit) const {
    return analysis::ask(m, [&](const auto& t, analysis::means with) {
      const analysis::on_heap<analysis::symbolic_tile_search> search(1);
      analysis::symbolic_tile_search& cases = *search;
      cases.begin(t, analysis::box_as_written(t), with);
      bool any = false;
      while (cases.next()) {
        const auto part = [&](analysis::tile_part which) {
          return Map::build([&](symbolic::map_form& out) { cases.write(which, out); });
        };
        const auto offset = part(analysis::tile_part::offset), size = part(analysis::tile_part::size),
                   stride = part(analysis::tile_part::stride);
        if (!offset || !size || !stride) continue;
        any = true;
        visit(tile_case<Map, Map, Map>{*offset, *size, *stride});
      }
      return any ? analysis::no_tile::none : cases.why();
    });
  }
} tile_cases{};

/// tile_case_of<K>(m): the maps of case K.
template <int Case>
struct tile_case_verb {
  template <IndexingMap Map>
  constexpr auto operator()(Map) const {
    using analysis::tile_part;
    static_cast<void>(there_is_no_such_tile_case<simplified_t<Map>, Case, tile_cases(Map{})>{});
    return tile_case<part_of_tile<Map, Case, tile_part::offset>, part_of_tile<Map, Case, tile_part::size>,
                     part_of_tile<Map, Case, tile_part::stride>>{};
  }
};

/// The function object.
template <int Case>
inline constexpr tile_case_verb<Case> tile_case_of{};

}  // namespace mercator
