// Transactions and bank conflicts of accesses, against all threads.
#pragma once

#include <map>
#include <set>

#include <doctest/doctest.h>

#include "mercator/analysis/bank_conflicts.hpp"
#include "mercator/analysis/coalescing.hpp"
#include "test/analysis/plenty.hpp"
#include "test/support/forms.hpp"

namespace mercator_test {

namespace an = mercator::analysis;
using mercator::extents;

/// Every access of every thread, one by one.
class all_accesses {
 public:
  all_accesses(const map_tree& t, const an::access& a) : t_(t), a_(a) {}

  /// Whether every place, in bits, is a number of 64 bits.
  bool fits() const {
    bool out = true;
    for_each_pair(t_, [&](const point&, const point& results) {
      const wide bits = place(results) * a_.element_bytes * 8;
      out = out && bits > mercator::i64_min && bits < mercator::i64_max;
    });
    return out;
  }

  i64 thread(const point& at) const {
    i64 n = 0, distance = 1;
    for (int d = 0; d < a_.threads; ++d) {
      const mercator::interval block = a_.thread[d].empty() ? t_.box[d] : a_.thread[d];
      n += (at[static_cast<std::size_t>(d)] - block.lo) * distance;
      distance *= block.count();
    }
    return n;
  }

  wide place(const point& results) const {
    if (a_.operand.rank == 0) return results[0];
    wide out = 0;
    for (int k = 0; k < a_.operand.rank; ++k) out = out * a_.operand[k] + results[static_cast<std::size_t>(k)];
    return out;
  }

  /// What makes a request, or a phase of `lanes` lanes.
  point request(const point& at, int lanes) const {
    point out{thread(at) / lanes};
    for (int v = a_.threads; v < t_.variables(); ++v)
      if (!a_.vector || v != t_.dims + t_.ranges - 1) out.push_back(at[static_cast<std::size_t>(v)]);
    return out;
  }

  std::map<point, std::set<i64>> units(i64 bytes) const {
    std::map<point, std::set<i64>> out;
    for_each_pair(t_, [&](const point& at, const point& results) {
      const wide x = place(results);
      std::set<i64>& units = out[request(at, 32)];
      if (bytes == 0) units.insert(static_cast<i64>(x));
      for (i64 byte = 0; byte < a_.element_bytes && bytes != 0; ++byte)
        units.insert(static_cast<i64>(floor_quotient(x * a_.element_bytes + byte, bytes)));
    });
    return out;
  }

  /// By the definition: in each phase, for each bank, the words.
  void conflicts(int lanes, i64& ways, i64& accesses, i64& phases, i64& words) const {
    std::map<point, std::map<i64, std::set<i64>>> busy;
    for_each_pair(t_, [&](const point& at, const point& results) {
      const i64 first = static_cast<i64>(place(results)) * a_.element_bytes;
      for (i64 byte = first; byte < first + a_.element_bytes; ++byte) {
        const i64 word = static_cast<i64>(floor_quotient(byte, 4));
        busy[request(at, lanes)][static_cast<i64>(word - floor_quotient(word, 32) * 32)].insert(word);
      }
    });
    ways = accesses = words = 0;
    phases = static_cast<i64>(busy.size());
    for (const auto& [phase, banks] : busy) {
      i64 here = 0;
      for (const auto& [bank, needed] : banks) {
        const i64 n = static_cast<i64>(needed.size());
        words += n;
        if (n > here) here = n;
      }
      accesses += here;
      if (here > ways) ways = here;
    }
  }

  /// Whether every thread's last range falls into aligned runs of `width` neighbours, whole or not at all.
  bool vectors_fit(i64 width) const {
    std::map<point, std::map<i64, i64>> of;
    const std::size_t s = static_cast<std::size_t>(t_.dims + t_.ranges - 1);
    for_each_pair(t_, [&](point at, const point& results) {
      const i64 x = at[s] - t_.box[s].lo;
      at[s] = x / width;
      of[at][x % width] = static_cast<i64>(place(results));
    });
    for (const auto& [group, places] : of) {
      if (static_cast<i64>(places.size()) != width) return false;
      const i64 first = places.begin()->second;
      if (first - floor_quotient(first, width) * width != 0) return false;
      for (const auto& [k, x] : places)
        if (x != first + k) return false;
    }
    return true;
  }

  /// Whether the place goes up by one with a variable, the others given.
  bool goes_up(int variable, i64 stride) const {
    std::map<point, wide> first;
    bool out = true;
    for_each_pair(t_, [&](point at, const point& results) {
      const auto v = static_cast<std::size_t>(variable);
      const wide here = place(results) - wide{stride} * at[v];
      at[v] = 0;
      out = out && first.emplace(at, here).first->second == here;
    });
    return out;
  }

  /// The widest aligned vector of the last range that every thread can take.
  i64 widest() const {
    i64 out = 1;
    for (i64 width = 2; width * a_.element_bytes <= 16 && t_.ranges > 0 && t_.box[t_.dims + t_.ranges - 1].count() > 1;
         width *= 2)
      if (vectors_fit(width)) out = width;
    return out;
  }

 private:
  const map_tree& t_;
  const an::access& a_;
};

inline void total_of(const std::map<point, std::set<i64>>& groups, i64& total, i64& worst) {
  total = worst = 0;
  for (const auto& [request, units] : groups) {
    const i64 n = static_cast<i64>(units.size());
    total += n;
    if (n > worst) worst = n;
  }
}

struct access_tally {
  int asked = 0, narrowed = 0, known = 0, coalesced = 0, vectors = 0, contiguous = 0, strides = 0, conflicts = 0,
      grouped = 0, grouped_banks = 0;
};

inline void check_same(const mercator::coalescing_report& r, const mercator::coalescing_report& expected) {
  CHECK(r.requests == expected.requests);
  CHECK(r.elements == expected.elements);
  CHECK(r.worst_elements == expected.worst_elements);
  CHECK(r.sectors == expected.sectors);
  CHECK(r.worst_sectors == expected.worst_sectors);
  CHECK(r.fewest_sectors == expected.fewest_sectors);
  CHECK(r.lines == expected.lines);
  CHECK(r.worst_lines == expected.worst_lines);
}

inline void check_requests(const map_tree& t, const an::access& a, const all_accesses& all, access_tally& n) {
  const mercator::coalescing_report r = an::report_coalescing(t, a, plenty());
  n.known += r.known;
  if (r.known) {
    i64 total = 0, worst = 0;
    const auto elements = all.units(0);
    total_of(elements, total, worst);
    CHECK(r.requests == static_cast<i64>(elements.size()));
    CHECK(r.elements == total);
    CHECK(r.worst_elements == worst);
    total_of(all.units(32), total, worst);
    CHECK(r.sectors == total);
    CHECK(r.worst_sectors == worst);
    i64 fewest = 0;
    bool coalesced = true;
    const auto sectors = all.units(32);
    for (const auto& [request, of_request] : elements) {
      const i64 bytes = static_cast<i64>(of_request.size()) * a.element_bytes, units = (bytes + 31) / 32;
      fewest += units;
      coalesced = coalesced && static_cast<i64>(sectors.at(request).size()) == units;
    }
    CHECK(r.fewest_sectors == fewest);
    CHECK(r.is_coalesced() == coalesced);
    n.coalesced += coalesced;
    total_of(all.units(128), total, worst);
    CHECK(r.lines == total);
    CHECK(r.worst_lines == worst);
  }
  const mercator::coalescing_report streamed = an::report_coalescing(t, a, by_groups());
  n.grouped += streamed.known;
  if (r.known && streamed.known) check_same(streamed, r);
  const i64 widest = all.widest();
  CHECK(r.vector <= widest);
  if (t.constraints == 0 && r.contiguous) CHECK(r.vector == widest);
  if (r.contiguous) CHECK(all.goes_up(t.dims + t.ranges - 1, 1));
  if (r.stride_known) CHECK(all.goes_up(0, r.stride));
  n.vectors += r.vector > 1;
  n.contiguous += r.contiguous;
  n.strides += r.stride_known;
}

inline void check_banks(const map_tree& t, const an::access& a, const all_accesses& all, access_tally& n) {
  const mercator::bank_conflict_report b = an::report_bank_conflicts(t, a, plenty()),
                                       banks = an::report_bank_conflicts(t, a, by_groups());
  n.grouped_banks += banks.known;
  if (b.known && banks.known) CHECK((banks.ways == b.ways && banks.accesses == b.accesses && banks.words == b.words));
  if (!b.known) return;
  const i64 bytes = an::bytes_at_once(t, a);
  i64 ways = 0, times = 0, phases = 0, words = 0;
  all.conflicts(bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8, ways, times, phases, words);
  CHECK(b.ways == ways);
  CHECK(b.accesses == times);
  CHECK(b.phases == phases);
  CHECK(b.words == words);
  ++n.conflicts;
}

/// Of the map as it is written, and simplified, where guards may have narrowed what is launched.
inline void check_accesses(const map_tree& t, const an::access& a, access_tally& n) {
  const all_accesses all(t, a);
  ++n.asked;
  if (!all.fits()) return;
  check_requests(t, a, all, n);
  check_banks(t, a, all, n);
  const auto narrowed = simplified(t);
  if (!narrowed) return;
  const form written(t);
  const an::access as_written = an::launched(a, written.m);
  check_requests(*narrowed, as_written, all, n);
  check_banks(*narrowed, as_written, all, n);
  for (int d = 0; d < a.threads && !narrowed->known_empty; ++d)
    n.narrowed += as_written.thread[d].count() != narrowed->box[d].count();
}

}  // namespace mercator_test
