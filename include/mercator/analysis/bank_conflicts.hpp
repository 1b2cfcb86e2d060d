// Shared memory: how many words of one bank a warp needs at once.
#pragma once

#include "mercator/analysis/coalescing.hpp"

namespace mercator {

/// The conflicts of the warps' accesses to a tile in shared memory of 32 banks, each 4 bytes wide. An access of 8 bytes a
/// thread is done in two phases of 16 threads each, one of 16 bytes in four of 8.
struct bank_conflict_report {
  static constexpr i64 banks = 32, bank_bytes = 4;

  bool known = false;
  i64 ways = 0;    ///< the most different words of one bank that a phase needs: how often it is done; 1 without conflicts
  i64 phases = 0;  ///< how many phases all requests have together
  i64 words = 0;   ///< different words of each phase, in all together

  constexpr bool is_free() const { return ways <= 1; }
};

/// An error: the conflicts were not counted.
template <class Map>
struct bank_conflicts_undecided {
  static_assert(sizeof(Map) == 0,
                "mercator: bank_conflicts<E>(m, shape) requires a map whose accesses can be counted with little work, of 1, 2, "
                "4, 8 or 16 bytes a thread");
};

namespace analysis {

/// How many bytes a thread takes at once.
constexpr i64 bytes_at_once(const map_tree& t, const access& a) {
  return !a.vector || t.known_empty ? a.element_bytes
                                    : saturating_mul(t.box[t.dims + t.ranges - 1].count(), a.element_bytes);
}

/// The report of an access that `fits`; not known where a thread takes other than 1, 2, 4, 8 or 16 bytes at once.
constexpr bank_conflict_report report_bank_conflicts(const map_tree& t, const access& a, means with) {
  const i64 bytes = bytes_at_once(t, a);
  if (bytes > 16 || (bytes & (bytes - 1)) != 0) return {};
  const int lanes = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  // elements larger than a word lie in neighbouring banks, which are as busy as each other
  const i64 unit = a.element_bytes > bank_conflict_report::bank_bytes ? a.element_bytes : bank_conflict_report::bank_bytes;
  image_count n[2];
  for (int by_bank = 0; by_bank < 2; ++by_bank) {
    access_form m(t, a);
    int keys = m.add_keys(lanes);
    const int word = m.unit(unit);
    if (by_bank == 1) {
      constexpr i64 row = bank_conflict_report::banks * bank_conflict_report::bank_bytes;
      m.form().m.add_result(symbolic::mod(m.p(), word, row / unit));
      ++keys;
    }
    m.form().m.add_result(word);
    n[by_bank] = count_form(m.form(), keys, with);
  }
  const i64 words = saturating_mul(n[0].elements, unit / bank_conflict_report::bank_bytes);
  return {n[0].known && n[1].known, n[1].worst, n[0].groups, words};
}

template <class Map, class Shape, i64 ElementBytes, int Threads, bool Vector>
inline constexpr bank_conflict_report bank_conflicts_value =
    ask<bank_conflict_report>(&Map::build, [](const map_tree& t, means with) {
      return report_bank_conflicts(t, {Shape::value, Threads, ElementBytes, Vector}, with);
    });

}  // namespace analysis

template <i64 ElementBytes, int Threads, bool Vector>
struct bank_conflicts_verb {
  static_assert(ElementBytes > 0, "mercator: bank_conflicts<E>(m, shape) requires elements of at least a byte");

  template <IndexingMap Map, class Shape>
  constexpr bank_conflict_report operator()(Map, Shape) const {
    if constexpr (analysis::checked_access<Map, Shape, Threads, Vector>()) {
      constexpr bank_conflict_report r = analysis::bank_conflicts_value<Map, Shape, ElementBytes, Threads, Vector>;
      if constexpr (!r.known) static_cast<void>(sizeof(bank_conflicts_undecided<simplified_t<Map>>));
      return r;
    } else {
      return {};
    }
  }
  /// At run time: `known` says whether the conflicts could be counted.
  template <RuntimeMap Map>
  bank_conflict_report operator()(const Map& m, const extents& tile) const {
    return analysis::ask(m, [&](const auto& t, analysis::means with) {
      const analysis::access a{tile, Threads, ElementBytes, Vector};
      return analysis::fits(t, a) ? analysis::report_bank_conflicts(t, a, with) : bank_conflict_report{};
    });
  }
};

/// bank_conflicts<4>(m, shape<32, 33>{}): those of a map from threads to elements of 4 bytes of a row-major tile, padding
/// included, in shared memory; a swizzle is part of the map. The parameters are those of `coalescing`.
template <i64 ElementBytes, int Threads = 1, bool Vector = false>
inline constexpr bank_conflicts_verb<ElementBytes, Threads, Vector> bank_conflicts{};

/// What the conflicts are, in a sentence.
constexpr analysis::sentence explain(const bank_conflict_report& r) {
  analysis::sentence out;
  if (!r.known) return out << "It is not known which banks the warps need.";
  if (r.phases == 0) return out << "No thread accesses the tile.";
  if (r.is_free()) return out << "No two words of one bank are needed at once.";
  return out << "Up to " << r.ways << " words of one bank are needed at once: such an access takes " << r.ways
             << " times as long.";
}

}  // namespace mercator
