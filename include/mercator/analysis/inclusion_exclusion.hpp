// What several maps read together, from what sets of them have in common.
#pragma once

#include "mercator/core/checked.hpp"

namespace mercator::analysis {

/// Different things read. Tiles are those that read anything, for each value of the runtime variables.
struct reads_of_tiles {
  bool known = false;        ///< whether total and tiles were counted
  i64 total = 0;             ///< in all tiles together, once for each tile that reads it
  i64 tiles = 0;             ///< how many tiles read anything
  bool worst_known = false;  ///< whether worst was counted
  i64 worst = 0;             ///< in the tile with the most
};

/// What tiles read, and the most that one of them can read at all.
struct tiles_counted {
  reads_of_tiles reads;
  i64 most = 0;
};

/// What all maps of a set read, or the tiles that all of them read in.
struct common_part {
  bool known = false;  ///< whether the rest was counted
  i64 elements = 0;    ///< how many different ones, once for each tile; or how many tiles
  i64 tiles = 0;       ///< how many tiles have any
  i64 worst = 0;       ///< the most that a tile has
};

/// Counts by inclusion and exclusion. common(set, only_tiles) gives the common part of the maps whose bits are set.
template <class Common>
class inclusion_exclusion {
 public:
  /// At most `most_sets` are looked at, and as many again for the tiles.
  constexpr inclusion_exclusion(int maps, int most_sets, Common& common)
      : maps_(maps), most_sets_(most_sets), common_(common) {}

  /// The worst is known where one set counts, or all tiles are like each other.
  constexpr tiles_counted count() {
    if (!look_at_sets(false)) return {};
    if (sets_ > 1) {
      if (!look_at_sets(true)) return {};
      out_.worst_known = alike_ && tiles_ == out_.tiles;
      out_.tiles = tiles_;
      if (tiles_ == 1) {
        out_.worst = out_.total;
        out_.worst_known = true;
      }
    }
    return {out_, most_};
  }

 private:
  static constexpr int max_maps = 32;

  /// False where a common part is not known, or there are too many.
  constexpr bool look_at_sets(bool only_tiles) {
    if (maps_ > max_maps) return false;
    only_tiles_ = only_tiles;
    sets_left_ = most_sets_;
    unsigned all = 0;
    for (int k = 0; k < maps_; ++k) all |= 1U << k;
    return look_at(0, 0, {}, all);
  }

  /// A set of so many maps whose common part is `here`, and those of it and some of the others. They cancel one another
  /// where one more map has all that they have in common; sets that have nothing in common have it with no more maps.
  constexpr bool look_at(unsigned set, int maps, const common_part& here, unsigned others) {
    common_part more[max_maps];
    for (int k = 0; k < maps_; ++k) {
      if ((others >> k & 1) == 0) continue;
      if (--sets_left_ < 0) return false;
      more[k] = common_(set | 1U << k, only_tiles_);
      if (!more[k].known || more[k].elements == i64_max) return false;
      if (maps != 0 && more[k].elements == here.elements) return true;
      if (more[k].elements == 0) others ^= 1U << k;
    }
    if (maps != 0 && !take(maps, here)) return false;
    for (int k = 0; k < maps_; ++k) {
      if ((others >> k & 1) == 0) continue;
      others ^= 1U << k;
      if (!look_at(set | 1U << k, maps + 1, more[k], others)) return false;
    }
    return true;
  }

  constexpr bool take(int maps, const common_part& c) {
    const i64 sign = maps % 2 == 1 ? 1 : -1;
    if (only_tiles_) return checked_add(tiles_, sign * c.tiles, tiles_);
    if (++sets_ == 1) out_.tiles = c.tiles;
    if (maps == 1) most_ = saturating_add(most_, c.worst);
    alike_ = alike_ && c.elements == saturating_mul(c.tiles, c.worst) && c.tiles == out_.tiles;
    return checked_add(out_.total, sign * c.elements, out_.total) &&
           checked_add(out_.worst, sign * c.worst, out_.worst);
  }

  int maps_, most_sets_, sets_left_ = 0, sets_ = 0;
  bool only_tiles_ = false, alike_ = true;
  reads_of_tiles out_{true, 0, 0, true, 0};
  i64 most_ = 0, tiles_ = 0;
  Common& common_;
};

}  // namespace mercator::analysis
