// What is proved of maps, against all their points.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/covering.hpp"
#include "mercator/analysis/monotonic.hpp"
#include "test/support/forms.hpp"

namespace mercator_test {

namespace an = mercator::analysis;
using mercator::extents;
using mercator::interval;
using mercator::symbolic::truth;

/// What a map does, point by point: results by the values of the runtime variables, each with its points.
struct by_points {
  std::map<point, std::map<point, std::vector<point>>> reads;
  std::vector<std::pair<point, point>> graph;
  int runtimes;

  explicit by_points(const map_tree& t) : runtimes(t.runtimes) {
    for_each_pair(t, [&](const point& at, const point& results) {
      reads[point(at.end() - t.runtimes, at.end())][results].push_back(at);
      graph.emplace_back(at, results);
    });
  }

  bool injective() const {
    for (const auto& [runtime, image] : reads)
      for (const auto& [result, points] : image)
        if (points.size() > 1) return false;
    return true;
  }

  bool covers(const extents& shape) const {
    if (shape.elements() == 0) return true;
    if (reads.empty()) return false;
    for (const auto& [runtime, image] : reads) {
      i64 inside = 0;
      for (const auto& [result, points] : image) inside += in_shape(result, shape);
      if (inside != shape.elements()) return false;
    }
    return true;
  }

  static bool in_shape(const point& result, const extents& shape) {
    for (int k = 0; k < shape.rank; ++k)
      if (result[static_cast<std::size_t>(k)] < 0 || result[static_cast<std::size_t>(k)] >= shape[k]) return false;
    return true;
  }

  bool in_bounds(const extents& shape) const {
    for (const auto& [at, result] : graph)
      if (!in_shape(result, shape)) return false;
    return true;
  }

  bool monotonic() const {
    std::map<point, point> last;
    for (const auto& [at, result] : graph) {
      const point runtime(at.end() - runtimes, at.end());
      const auto seen = last.find(runtime);
      if (seen != last.end() && result < seen->second) return false;
      last[runtime] = result;
    }
    return true;
  }
};

inline point point_of(const i64* values, int count) { return point(values, values + count); }

inline point results_of(const map_tree& t, const point& at) {
  point out;
  for (int k = 0; k < t.results; ++k) out.push_back(static_cast<i64>(value_of(t, t.result[k], at)));
  return out;
}

inline extents random_shape(random_numbers& random, int rank) {
  extents out;
  out.rank = rank;
  for (int k = 0; k < rank; ++k) out.size[k] = random.one_in(12) ? 0 : random.in(1, random.one_in(2) ? 4 : 30);
  return out;
}

/// A shape that the image has good chances to fill: as large as the results.
inline extents fitting_shape(const by_points& all, int rank) {
  extents out;
  out.rank = rank;
  for (int k = 0; k < rank; ++k) {
    out.size[k] = 1;
    for (const auto& [at, result] : all.graph)
      if (result[static_cast<std::size_t>(k)] >= out.size[k]) out.size[k] = result[static_cast<std::size_t>(k)] + 1;
  }
  return out;
}

struct proof_tally {
  int yes = 0, no = 0, undecided = 0, no_witness = 0;
  void add(const an::proof& p) {
    (p.is == truth::yes ? yes : p.is == truth::no ? no : undecided) += 1;
    no_witness += p.is == truth::no && !p.has_witness;
  }
};

inline void check_injective(const map_tree& t, const by_points& all, an::means with, proof_tally& count) {
  const an::proof p = an::prove_injective(t, with);
  count.add(p);
  if (p.is == truth::undecided) return;
  CHECK((p.is == truth::yes) == all.injective());
  if (!p.has_witness) return;
  const point a = point_of(p.first, p.variables), b = point_of(p.second, p.variables);
  CHECK(a != b);
  CHECK(in_domain(t, a));
  CHECK(in_domain(t, b));
  CHECK(point(a.end() - t.runtimes, a.end()) == point(b.end() - t.runtimes, b.end()));
  CHECK(results_of(t, a) == results_of(t, b));
  CHECK(results_of(t, a) == point_of(p.element, p.elements));
}

inline void check_in_bounds(const map_tree& t, const by_points& all, const extents& shape, an::means with,
                            proof_tally& count) {
  const an::proof p = an::prove_in_bounds(t, shape, with);
  count.add(p);
  if (p.is == truth::undecided) return;
  CHECK((p.is == truth::yes) == all.in_bounds(shape));
  if (!p.has_witness) return;
  const point a = point_of(p.first, p.variables), e = point_of(p.element, p.elements);
  CHECK(in_domain(t, a));
  CHECK(results_of(t, a) == e);
  CHECK(!by_points::in_shape(e, shape));
}

inline void check_covers(const map_tree& t, const by_points& all, const extents& shape, an::means with,
                         proof_tally& count) {
  const an::proof p = an::prove_covers(t, shape, with);
  count.add(p);
  if (p.is == truth::undecided) return;
  CHECK((p.is == truth::yes) == all.covers(shape));
  if (!p.has_witness) return;
  const point e = point_of(p.element, p.elements);
  CHECK(by_points::in_shape(e, shape));
  const auto image = all.reads.find(point_of(p.first, t.runtimes));
  CHECK((image == all.reads.end() ? all.graph.empty() && t.runtimes == 0 : image->second.count(e) == 0));
}

inline void check_monotonic(const map_tree& t, const by_points& all, an::means with, proof_tally& count) {
  const an::proof p = an::prove_monotonic(t, with);
  count.add(p);
  if (p.is == truth::undecided) return;
  CHECK((p.is == truth::yes) == all.monotonic());
  if (!p.has_witness) return;
  const point a = point_of(p.first, p.variables), b = point_of(p.second, p.variables);
  CHECK(in_domain(t, a));
  CHECK(in_domain(t, b));
  CHECK(a < b);
  CHECK(results_of(t, b) < results_of(t, a));
}

inline void check_bijective(const map_tree& t, const by_points& all, const extents& shape, an::means with,
                            proof_tally& count) {
  const an::proof p = an::prove_bijective(t, shape, with);
  count.add(p);
  if (p.is != truth::undecided)
    CHECK((p.is == truth::yes) == (all.in_bounds(shape) && all.injective() && all.covers(shape)));
}

inline void check_disjoint(const map_tree& a, const map_tree& b, an::means with, proof_tally& count) {
  std::set<point> image;
  for_each_pair(a, [&](const point&, const point& results) { image.insert(results); });
  bool meet = false;
  for_each_pair(b, [&](const point&, const point& results) { meet |= image.count(results) != 0; });
  const an::proof p = an::prove_disjoint(a, b, with);
  count.add(p);
  if (p.is == truth::undecided) return;
  CHECK((p.is == truth::yes) == !meet);
  if (!p.has_witness) return;
  const point x = point_of(p.first, p.variables), y = point_of(p.second, p.second_variables);
  CHECK(in_domain(a, x));
  CHECK(in_domain(b, y));
  CHECK(results_of(a, x) == results_of(b, y));
}

inline void check_counts(const map_tree& t, const by_points& all, an::means with, int& known) {
  const an::count_of domain = an::domain_size(t, with), image = an::image_size(t, with);
  if (domain.known) CHECK(domain.value == static_cast<i64>(all.graph.size()));
  bool even = true;
  i64 elements = 0;
  for (const auto& [runtime, results] : all.reads) {
    const i64 n = static_cast<i64>(results.size());
    even &= elements == 0 || elements == n;
    elements = n;
  }
  if (image.known) {
    CHECK(even);
    CHECK(image.value == elements);
  }
  known += domain.known && (image.known || !even);
  for (int k = 0; k < t.results; ++k) {
    const an::tight_bounds_of b = an::image_bounds(t, k, with);
    if (!b.known) continue;
    interval r = mercator::nothing;
    bool any = false;
    for (const auto& [at, result] : all.graph) {
      const i64 x = result[static_cast<std::size_t>(k)];
      r = any ? interval{x < r.lo ? x : r.lo, x > r.hi ? x : r.hi} : interval{x, x};
      any = true;
    }
    CHECK(b.range.empty() == !any);
    if (any) CHECK(b.range == r);
  }
}

/// What is asked of one map, and of two.
enum asked_fact { injective, in_bounds, covers, monotonic, bijective, disjoint, facts };
inline const char* const fact_names[] = {"injective", "in bounds", "covers", "monotonic", "bijective", "disjoint"};

struct fact_tally {
  proof_tally of[facts];
  int maps = 0, counted = 0;
};

inline void check_facts(const map_tree& t, random_numbers& random, an::means with, fact_tally& n) {
  const std::string text = text_of(t);
  CAPTURE(text);
  const by_points all(t);
  ++n.maps;
  check_counts(t, all, with, n.counted);
  check_injective(t, all, with, n.of[injective]);
  const extents shape = random.one_in(3) ? random_shape(random, t.results) : fitting_shape(all, t.results);
  check_in_bounds(t, all, shape, with, n.of[in_bounds]);
  check_covers(t, all, shape, with, n.of[covers]);
  check_monotonic(t, all, with, n.of[monotonic]);
  check_bijective(t, all, shape, with, n.of[bijective]);
}

inline void report(const fact_tally& n) {
  for (int k = 0; k < facts; ++k) {
    const proof_tally& t = n.of[k];
    if (t.yes + t.no + t.undecided != 0)
      MESSAGE(std::string(fact_names[k]) << ": " << t.yes << " yes, " << t.no << " no (" << t.no_witness
                                         << " without a witness), " << t.undecided << " undecided");
  }
  if (n.maps != 0) MESSAGE(n.counted << " of " << n.maps << " counted");
}

}  // namespace mercator_test
