// What is read of an operand, against all reads.
#pragma once

#include <map>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/reads.hpp"
#include "test/support/forms.hpp"

namespace mercator_test {

namespace an = mercator::analysis;
using mercator::extents;

/// What each tile reads, tile and runtime variables first: those that a map does not have take all values that
/// they have in others.
inline std::map<point, std::set<point>> reads_of(const std::vector<const map_tree*>& maps, const an::reading& how) {
  intervals shared;
  for (const map_tree* t : maps)
    for (int k = 0; k < t->runtimes; ++k) {
      const mercator::interval r = t->known_empty ? mercator::nothing : t->box[t->dims + t->ranges + k];
      const auto i = static_cast<std::size_t>(k);
      if (i < shared.size())
        shared[i] = hull(shared[i], r);
      else
        shared.push_back(r);
    }
  std::map<point, std::set<point>> out;
  for (const map_tree* t : maps)
    for_each_pair(*t, [&](const point& at, const point& results) {
      point key;
      for (int k = 0; k < t->dims && how.tile != nullptr; ++k)
        key.push_back(static_cast<i64>(floor_quotient(at[static_cast<std::size_t>(k)], (*how.tile)[k])));
      key.insert(key.end(), at.end() - t->runtimes, at.end());
      point what = results;
      if (how.unit_bytes != 0) {
        wide place = 0;
        for (int k = 0; k < t->results; ++k) place = place * (*how.operand)[k] + results[static_cast<std::size_t>(k)];
        what = {static_cast<i64>(floor_quotient(place * how.element_bytes, how.unit_bytes))};
      }
      for_each_point(intervals(shared.begin() + t->runtimes, shared.end()), [&](const point& others) {
        point whole = key;
        whole.insert(whole.end(), others.begin(), others.end());
        out[whole].insert(what);
      });
    });
  return out;
}

inline void check_reads(const std::vector<const map_tree*>& maps, const an::reading& how, an::means with, int& known,
                        int& worst_known) {
  const auto expected = reads_of(maps, how);
  const an::reads_of_tiles r = an::count_reads_of_tiles(maps.data(), static_cast<int>(maps.size()), how, with);
  if (!r.known) return;
  ++known;
  i64 total = 0, worst = 0;
  for (const auto& [tile, elements] : expected) {
    const i64 n = static_cast<i64>(elements.size());
    total += n;
    if (n > worst) worst = n;
  }
  CHECK(r.total == total);
  CHECK(r.tiles == static_cast<i64>(expected.size()));
  worst_known += r.worst_known;
  if (r.worst_known) CHECK(r.worst == worst);
}

}  // namespace mercator_test
