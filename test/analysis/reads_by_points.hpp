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

/// The values of runtime variables that some maps have, from the least to the greatest.
inline intervals shared_runtimes(const std::vector<const map_tree*>& maps) {
  intervals out;
  for (const map_tree* t : maps)
    for_each_pair(*t, [&](const point& at, const point&) {
      for (int k = 0; k < t->runtimes; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const i64 x = *(at.end() - t->runtimes + k);
        if (i == out.size()) out.push_back({x, x});
        out[i] = hull(out[i], {x, x});
      }
    });
  return out;
}

/// What reads_of tells.
struct all_reads {
  std::map<point, std::set<point>> of;  ///< what each tile reads, by the tile and the runtime variables' values
  i64 loads = 0;
};

/// Runtime variables that a map does not have take all values there that they have in others.
inline all_reads reads_of(const std::vector<const map_tree*>& maps, const an::reading& how) {
  const intervals shared = shared_runtimes(maps);
  all_reads out;
  for (const map_tree* t : maps)
    for_each_pair(*t, [&](const point& at, const point& results) {
      point key;
      for (int k = 0; k < t->dims && how.tile != nullptr; ++k)
        key.push_back(static_cast<i64>(floor_quotient(at[static_cast<std::size_t>(k)], (*how.tile)[k])));
      key.insert(key.end(), at.end() - t->runtimes, at.end());
      std::set<point> what{results};
      if (how.unit_bytes != 0) {
        wide place = 0;
        for (int k = 0; k < t->results; ++k) place = place * (*how.operand)[k] + results[static_cast<std::size_t>(k)];
        what.clear();
        for (wide byte = place * how.element_bytes; byte < (place + 1) * how.element_bytes; ++byte)
          what.insert({static_cast<i64>(floor_quotient(byte, how.unit_bytes))});
      }
      for_each_point(intervals(shared.begin() + t->runtimes, shared.end()), [&](const point& others) {
        point whole = key;
        whole.insert(whole.end(), others.begin(), others.end());
        out.of[whole].insert(what.begin(), what.end());
        ++out.loads;
      });
    });
  return out;
}

inline void check_reads(const std::vector<const map_tree*>& maps, const an::reading& how, an::means with, int& known,
                        int& worst_known) {
  const all_reads all = reads_of(maps, how);
  const auto& expected = all.of;
  const an::count_of loads = an::count_loads(maps.data(), static_cast<int>(maps.size()), with);
  if (loads.known) CHECK(loads.value == all.loads);
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
