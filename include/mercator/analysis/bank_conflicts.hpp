// Shared memory: how many words of one bank a warp needs at once.
#pragma once

#include "mercator/analysis/coalescing.hpp"

namespace mercator {

/// The conflicts of the warps' accesses to a tile in shared memory of 32 banks, each 4 bytes wide. An access of
/// 8 bytes a thread is done in two phases of 16 threads each, one of 16 bytes in four of 8.
struct bank_conflict_report {
  /// What the hardware has.
  static constexpr i64 banks = 32, bank_bytes = 4;

  /// Whether it was counted.
  bool known = false;
  i64 ways = 0;      ///< the most different words of one bank that a phase needs: how often it is done; 1 without
                     ///< conflicts
  i64 accesses = 0;  ///< how often all phases together are done: over the phases, the most words of one bank
  i64 phases = 0;    ///< how many phases all requests have together
  i64 words = 0;     ///< different words of each phase, in all together

  /// Whether no access is repeated.
  constexpr bool is_free() const { return ways <= 1; }
  /// How often a phase is done on average; 1 without conflicts.
  constexpr double mean_ways() const {
    return phases == 0 ? 1 : static_cast<double>(accesses) / static_cast<double>(phases);
  }
};

/// An error: the conflicts were not counted.
template <class Map>
struct bank_conflicts_undecided {
  static_assert(sizeof(Map) == 0,
                "mercator: bank_conflicts<E>(m, shape) requires a map whose accesses can be counted with "
                "little work, of 1, 2, 4, 8 or 16 bytes a thread");
};

namespace analysis {

/// How many bytes a thread takes at once.
constexpr i64 bytes_at_once(const map_tree& t, const access& a) {
  if (!a.vector || t.known_empty) return a.element_bytes;
  const interval taken = a.elements.empty() ? t.box[t.dims + t.ranges - 1] : a.elements;
  return saturating_mul(taken.count(), a.element_bytes);
}

/// The words that the phases of an access need, or by phase and bank. Elements larger than a word count as one:
/// their words lie in neighbouring banks, which are as busy as each other. Not known where a thread takes other
/// than 1, 2, 4, 8 or 16 bytes at once.
constexpr image_count count_words(const map_tree& t, const access& a, bool by_bank, means with) {
  const i64 bytes = bytes_at_once(t, a);
  if (bytes > 16 || (bytes & (bytes - 1)) != 0) return {};
  const i64 unit =
      a.element_bytes > bank_conflict_report::bank_bytes ? a.element_bytes : bank_conflict_report::bank_bytes;
  const auto words = [&](access_form& m) {
    const int phase = m.add_keys(bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8);
    const int word = m.unit();
    if (by_bank) {
      constexpr i64 row = bank_conflict_report::banks * bank_conflict_report::bank_bytes;
      m.form().m.add_result(symbolic::mod(m.p(), word, row / unit));
    }
    m.form().m.add_result(word);
    return by_bank ? key_counts{phase + 1, phase} : key_counts{phase};
  };
  return count_in_pieces(access_groups(t, a, unit, with, words));
}

constexpr bank_conflict_report put_together(const image_count& words, const image_count& by_bank, i64 element_bytes) {
  const i64 in_element =
      element_bytes > bank_conflict_report::bank_bytes ? element_bytes / bank_conflict_report::bank_bytes : 1;
  return {words.known && by_bank.known, by_bank.worst, by_bank.sum_of_worst, words.groups,
          saturating_mul(words.elements, in_element)};
}

/// The report of an access that `fits`.
constexpr bank_conflict_report report_bank_conflicts(const map_tree& t, const access& a, means with) {
  return put_together(count_words(t, a, false, with), count_words(t, a, true, with), a.element_bytes);
}

template <class Map, class Access, bool ByBank>
inline constexpr image_count words_value = ask<image_count>(&Map::build, [](const map_tree& t, means with) {
  return count_words(t, Access::value, ByBank, with);
});

template <class Map, class Access>
inline constexpr bank_conflict_report bank_conflicts_value = put_together(words_value<Map, Access, false>,
                                                                          words_value<Map, Access, true>,
                                                                          Access::value.element_bytes);

}  // namespace analysis

template <i64 ElementBytes, int Threads, bool Vector>
struct bank_conflicts_verb {
  static_assert(ElementBytes > 0, "mercator: bank_conflicts<E>(m, shape) requires elements of at least a byte");

  template <IndexingMap Map, class Shape, i64... Sizes>
  constexpr bank_conflict_report operator()(Map, Shape, thread_block<Sizes...> = {}) const {
    using block = thread_block<Sizes...>;
    using access = analysis::static_access<Map, Shape, Threads, ElementBytes, Vector, block>;
    if constexpr (ElementBytes <= 0) {
      return {};  // the error is said
    } else if constexpr (!analysis::is_access<Map, Shape, Threads, Vector, block, access>()) {
      analysis::fail_without_access<Map, Shape, Threads, Vector, block, access>();
      return {};
    } else {
      constexpr bank_conflict_report r = analysis::bank_conflicts_value<Map, access>;
      if constexpr (!r.known) static_cast<void>(sizeof(bank_conflicts_undecided<simplified_t<Map>>));
      return r;
    }
  }
  /// At run time: `known` says whether the conflicts could be counted.
  template <RuntimeMap Map>
  bank_conflict_report operator()(const Map& m, const extents& tile, const extents& block = {}) const {
    return analysis::count_access<bank_conflict_report>(m, {tile, Threads, ElementBytes, Vector}, block,
                                                        &analysis::report_bank_conflicts);
  }
};

/// bank_conflicts<4>(m, shape<32, 33>{}): those of a map from threads to elements of 4 bytes of a row-major
/// tile, padding included, in shared memory; a swizzle is part of the map. The parameters are those of
/// `coalescing`.
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
