// What static maps read together, in evaluations that keep within the compilers' limits.
#pragma once

#include "mercator/analysis/reads.hpp"
#include "mercator/analysis/subject.hpp"

namespace mercator::analysis {

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

template <class... Maps>
inline constexpr mercator::detail::builder builders_of[] = {&Maps::build...};

/// What is counted with the common parts given, in the order in which they are asked for, or which is asked for next.
struct counted_or_asked {
  tiles_counted counted;    ///< where nothing is asked for
  bool asks = false;        ///< whether the common part of a set of maps is asked for
  unsigned set = 0;         ///< the maps whose bits are set
  bool only_tiles = false;  ///< whether only their tiles count
};
template <class... Parts>
constexpr counted_or_asked count_with(int maps, const Parts&... parts) {
  const common_part given[] = {parts..., {}};
  unsigned asked = 0, last_set = 0;
  bool last_only_tiles = false;
  const auto next = [&](unsigned set, bool only_tiles) {
    last_set = set;
    last_only_tiles = only_tiles;
    return given[asked++];
  };
  const tiles_counted counted = inclusion_exclusion(maps, static_means::sets, next).count();
  return {counted, asked > sizeof...(Parts), last_set, last_only_tiles};
}

/// Whether maps say without the others which runtime variables they share.
template <class First, class... Maps>
inline constexpr bool same_runtimes = ((Maps::counts.runtimes == First::counts.runtimes) && ...);

/// What static maps read together. Of more than two maps each common part is an evaluation of its own: constant
/// evaluations have limits.
template <class How, class... Maps>
struct static_union {
  template <class Answer, int Count, class Question>
  static constexpr Answer ask_union(const mercator::detail::builder* builders, Question question) {
    return ask_all<Answer, Count>(builders, [&](const map_tree* const* maps, int count, means with) {
      return question(detail::union_of_reads(maps, count, How::how, with));
    });
  }
  template <class Answer, class Question>
  static constexpr Answer ask(Question question) {
    return ask_union<Answer, sizeof...(Maps)>(builders_of<Maps...>, question);
  }

  /// The different maps that read anything: those that sets are of.
  struct different_maps {
    int size = 0;
    int number[detail::union_of_reads::max_maps] = {};
  };
  static constexpr different_maps different = ask<different_maps>([](const detail::union_of_reads& all) {
    different_maps out{all.size()};
    for (int k = 0; k < out.size; ++k) out.number[k] = all.number(k);
    return out;
  });

  /// How to build the maps of a set.
  struct picked_maps {
    int count = 0;
    mercator::detail::builder build[sizeof...(Maps)] = {};
  };
  static constexpr picked_maps pick(unsigned set) {
    picked_maps out;
    for (int k = 0; k < different.size; ++k)
      if ((set >> k & 1) != 0) out.build[out.count++] = builders_of<Maps...>[different.number[k]];
    return out;
  }

  template <key_box Box, unsigned Set, bool OnlyTiles>
  static constexpr common_part find_common() {
    if constexpr (same_runtimes<Maps...>) {
      constexpr picked_maps maps = pick(Set);
      return ask_union<common_part, maps.count>(
          maps.build, [](const auto& all) { return all.within(Box).common(~0U >> (32 - all.size()), OnlyTiles); });
    } else {
      return ask<common_part>([](const auto& all) { return all.within(Box).common(Set, OnlyTiles); });
    }
  }
  template <key_box Box, unsigned Set, bool OnlyTiles>
  static constexpr common_part common = find_common<Box, Set, OnlyTiles>();

  template <common_part... Given>
  static constexpr counted_or_asked after = count_with(different.size, Given...);

  template <key_box Box, common_part... Given>
  static constexpr tiles_counted count_parts() {
    if constexpr (after<Given...>.asks)
      return count_parts<Box, Given..., common<Box, after<Given...>.set, after<Given...>.only_tiles>>();
    else
      return after<Given...>.counted;
  }

  /// In the tiles of a box; of one without sides in all.
  template <key_box Box>
  static constexpr tiles_counted count() {
    if constexpr (sizeof...(Maps) <= 2)
      return ask_all<tiles_counted, sizeof...(Maps)>(
          builders_of<Maps...>, [](const map_tree* const* maps, int count, means with) {
            return detail::union_of_reads(maps, count, How::how, with).within(Box).count();
          });
    else if constexpr (different.size >= 0)
      return count_parts<Box>();
    else
      return {};
  }
};

}  // namespace mercator::analysis
