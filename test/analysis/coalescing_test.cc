// Transactions and bank conflicts of random accesses, against all threads.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/bank_conflicts.hpp"
#include "mercator/analysis/coalescing.hpp"
#include "test/analysis/plenty.hpp"
#include "test/support/forms.hpp"

namespace an = mercator::analysis;
using mercator::extents;
using mercator::i64;
using namespace mercator_test;

namespace {

/// Every access of every thread, one by one.
class all_accesses {
 public:
  all_accesses(const map_tree& t, const an::access& a) : t_(t), a_(a) {}

  i64 thread(const point& at) const {
    i64 n = 0, distance = 1;
    for (int d = 0; d < a_.threads; ++d) {
      n += (at[static_cast<std::size_t>(d)] - t_.box[d].lo) * distance;
      distance *= t_.box[d].count();
    }
    return n;
  }

  i64 place(const point& results) const {
    if (a_.operand.rank == 0) return results[0];
    i64 out = 0;
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
      const i64 x = place(results) * (bytes == 0 ? 1 : a_.element_bytes);
      out[request(at, 32)].insert(bytes == 0 ? x : static_cast<i64>(floor_quotient(x, bytes)));
    });
    return out;
  }

  /// By the definition: in each phase, for each bank, the words.
  void conflicts(int lanes, i64& ways, i64& accesses, i64& phases, i64& words) const {
    std::map<point, std::map<i64, std::set<i64>>> busy;
    for_each_pair(t_, [&](const point& at, const point& results) {
      const i64 first = place(results) * a_.element_bytes;
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
      of[at][x % width] = place(results);
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

 private:
  const map_tree& t_;
  const an::access& a_;
};

void total_of(const std::map<point, std::set<i64>>& groups, i64& total, i64& worst) {
  total = worst = 0;
  for (const auto& [request, units] : groups) {
    const i64 n = static_cast<i64>(units.size());
    total += n;
    if (n > worst) worst = n;
  }
}

/// Threads of one or two dimensions, blocks, unrolled elements, often bounded, and a place or indices.
std::string random_access_map(random_numbers& random, an::access& a) {
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  a.threads = random.between(1, 2);
  a.element_bytes = random.one_of<i64>({1, 2, 4, 4, 8, 16});
  a.operand = random.one_in(2) ? extents{} : extents{2, {40, random.one_of<i64>({32, 33, 64, 100})}};
  const i64 tx = random.one_of<i64>({8, 32, 48, 64}), ty = random.in(1, 4), bx = random.in(1, 4),
            un = random.one_of<i64>({1, 2, 4});
  a.vector = random.one_in(3);
  const std::string linear =
      "(bl * " + std::to_string(tx) + " + th_x)" + (random.one_in(2) ? " * " + std::to_string(un) + " + s" : "");
  std::string results;
  if (a.operand.rank == 0) {
    results = random.one_in(2)
                  ? linear + " + " + n(0, 3)
                  : "th_x * " + n(0, 40) + " + bl * " + n(0, 70) + " + s * " + n(0, 3) + " + th_y * " + n(0, 64);
  } else {
    const std::string columns = std::to_string(random.one_of<i64>({7, 16, 32}));
    results = random.one_in(2) ? "(" + linear + ") floordiv " + columns + ", (" + linear + ") mod " + columns
                               : "th_y + bl * " + n(0, 3) + ", (th_x + th_y * " + n(0, 2) + ") mod 32 + s";
  }
  std::string text = a.threads == 2 ? "(th_x, th_y, bl)[s] -> (" : "(th_x, bl, th_y)[s] -> (";
  const std::string x = "th_x in [0, " + std::to_string(tx - 1) + "]",
                    y = "th_y in [0, " + std::to_string(ty - 1) + "]", b = "bl in [0, " + std::to_string(bx - 1) + "]";
  text += results + "), domain: " + x + ", " + (a.threads == 2 ? y + ", " + b : b + ", " + y) + ", s in [0, " +
          std::to_string(un - 1) + "]";
  if (random.one_in(3)) text += ", " + linear + " in [0, " + n(20, 300) + "]";
  return text;
}

}  // namespace

TEST_CASE("random accesses") {
  random_numbers random(21);
  int known = 0, asked = 0, vectors = 0, conflicts = 0, grouped = 0, grouped_banks = 0;
  for (int k = 0; k < 1200; ++k) {
    an::access a;
    const std::string text = random_access_map(random, a);
    CAPTURE(text);
    CAPTURE(a.element_bytes);
    const auto t = tree_of(text);
    REQUIRE(t);
    REQUIRE(an::fits(*t, a));
    const all_accesses all(*t, a);
    const mercator::coalescing_report r = an::report_coalescing(*t, a, plenty());
    ++asked;
    known += r.known;
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
      total_of(all.units(128), total, worst);
      CHECK(r.lines == total);
      CHECK(r.worst_lines == worst);
    }
    const mercator::coalescing_report streamed = an::report_coalescing(*t, a, by_groups());
    grouped += streamed.known;
    if (streamed.known) {
      CHECK(streamed.requests == r.requests);
      CHECK(streamed.elements == r.elements);
      CHECK(streamed.sectors == r.sectors);
      CHECK(streamed.worst_sectors == r.worst_sectors);
      CHECK(streamed.lines == r.lines);
      CHECK(streamed.worst_lines == r.worst_lines);
    }
    const mercator::bank_conflict_report b = an::report_bank_conflicts(*t, a, plenty()),
                                         banks = an::report_bank_conflicts(*t, a, by_groups());
    grouped_banks += banks.known;
    if (banks.known) CHECK((banks.ways == b.ways && banks.accesses == b.accesses && banks.words == b.words));
    i64 widest = 1;
    for (i64 width = 2; width * a.element_bytes <= 16 && t->box[3].count() > 1; width *= 2)
      if (all.vectors_fit(width)) widest = width;
    CHECK(r.vector <= widest);
    if (t->constraints == 0) CHECK(r.vector == widest);
    vectors += r.vector > 1;
    if (!b.known) continue;
    const i64 bytes = an::bytes_at_once(*t, a);
    i64 ways = 0, times = 0, phases = 0, words = 0;
    all.conflicts(bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8, ways, times, phases, words);
    CHECK(b.ways == ways);
    CHECK(b.accesses == times);
    CHECK(b.phases == phases);
    CHECK(b.words == words);
    ++conflicts;
  }
  MESSAGE(known << " of " << asked << " counted, " << vectors << " with vectors, " << conflicts
                << " conflicts counted, " << grouped << " and " << grouped_banks << " by groups");
  CHECK(grouped > asked / 2);
  CHECK(grouped_banks > asked / 4);
  CHECK(known == asked);
  CHECK(vectors > 50);
  CHECK(conflicts > asked / 2);
}
