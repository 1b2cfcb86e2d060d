// What is proved of maps, against all their points.
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis/covering.hpp"
#include "mercator/analysis/monotonic.hpp"
#include "test/analysis/plenty.hpp"
#include "test/support/forms.hpp"

namespace an = mercator::analysis;
using mercator::extents;
using mercator::i64;
using mercator::interval;
using mercator::symbolic::truth;
using namespace mercator_test;

namespace {

an::means few() {
  an::means m = plenty();
  m.budget = 20;
  return m;
}

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
    if (reads.empty()) return runtimes != 0;
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

point point_of(const i64* values, int count) { return point(values, values + count); }

point results_of(const map_tree& t, const point& at) {
  point out;
  for (int k = 0; k < t.results; ++k) out.push_back(static_cast<i64>(value_of(t, t.result[k], at)));
  return out;
}

extents random_shape(random_numbers& random, int rank) {
  extents out;
  out.rank = rank;
  for (int k = 0; k < rank; ++k) out.size[k] = random.one_in(12) ? 0 : random.in(1, random.one_in(2) ? 4 : 30);
  return out;
}

/// A shape that the image has good chances to fill: as large as the results.
extents fitting_shape(const by_points& all, int rank) {
  extents out;
  out.rank = rank;
  for (int k = 0; k < rank; ++k) {
    out.size[k] = 1;
    for (const auto& [at, result] : all.graph)
      if (result[static_cast<std::size_t>(k)] >= out.size[k]) out.size[k] = result[static_cast<std::size_t>(k)] + 1;
  }
  return out;
}

struct tally {
  int yes = 0, no = 0, undecided = 0, no_witness = 0;
  void add(const an::proof& p) {
    (p.is == truth::yes ? yes : p.is == truth::no ? no : undecided) += 1;
    no_witness += p.is == truth::no && !p.has_witness;
  }
};

void check_injective(const map_tree& t, const by_points& all, an::means with, tally& count) {
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

void check_in_bounds(const map_tree& t, const by_points& all, const extents& shape, an::means with, tally& count) {
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

void check_covers(const map_tree& t, const by_points& all, const extents& shape, an::means with, tally& count) {
  const an::proof p = an::prove_covers(t, shape, with);
  count.add(p);
  if (p.is == truth::undecided) return;
  CHECK((p.is == truth::yes) == all.covers(shape));
  if (!p.has_witness) return;
  const point e = point_of(p.element, p.elements);
  CHECK(by_points::in_shape(e, shape));
  const auto image = all.reads.find(point_of(p.first, t.runtimes));
  if (image != all.reads.end()) CHECK(image->second.count(e) == 0);
}

void check_monotonic(const map_tree& t, const by_points& all, an::means with, tally& count) {
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

void check_counts(const map_tree& t, const by_points& all, an::means with, int& known) {
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

void check_map(const map_tree& t, random_numbers& random, an::means with, tally (&count)[4], int& known) {
  const std::string text = text_of(t);
  CAPTURE(text);
  const by_points all(t);
  check_counts(t, all, with, known);
  check_injective(t, all, with, count[0]);
  const extents shape = random.one_in(3) ? random_shape(random, t.results) : fitting_shape(all, t.results);
  check_in_bounds(t, all, shape, with, count[1]);
  check_covers(t, all, shape, with, count[2]);
  check_monotonic(t, all, with, count[3]);
}

/// Maps as kernels have them: digits of linear indices, windows, strides, padding.
std::string kernel_map(random_numbers& random) {
  const auto n = [&](i64 lo, i64 hi) { return std::to_string(random.in(lo, hi)); };
  const auto in = [&](const char* name, i64 most) { return std::string(name) + " in [0, " + n(0, most) + "]"; };
  switch (random.below(8)) {
    case 0: {
      const std::string a = n(2, 6), b = n(2, 6);
      return "(d0) -> (d0 floordiv " + a + ", d0 mod " + a + " floordiv " + b + ", d0 mod " + b +
             "), domain: " + in("d0", 90);
    }
    case 1: {
      const std::string line = "d0 * " + n(1, 3) + " + s0 * " + n(1, 3) + " - " + n(0, 2);
      return "(d0, d1)[s0] -> (" + line + ", d1), domain: " + in("d0", 15) + ", " + in("d1", 3) + ", " + in("s0", 3) +
             ", " + line + " in [0, " + n(3, 20) + "]";
    }
    case 2: {
      const std::string line = "d0 * " + n(2, 9) + " + d1";
      const std::string c = n(2, 12);
      return "(d0, d1) -> ((" + line + ") floordiv " + c + ", (" + line + ") mod " + c + "), domain: " + in("d0", 12) +
             ", " + in("d1", 8);
    }
    case 3: {
      const std::string k = n(2, 3);
      return "(d0, d1) -> ((d0 - 1) floordiv " + k + ", d1 + d0), domain: " + in("d0", 20) + ", " + in("d1", 5) +
             ", (d0 - 1) mod " + k + " in [0, 0]";
    }
    case 4:
      return "(d0, d1)[s0]{rt0} -> (d0 * " + n(1, 4) + " + rt0, (d1 + s0) floordiv " + n(1, 4) +
             "), domain: " + in("d0", 8) + ", " + in("d1", 8) + ", " + in("s0", 2) + ", " + in("rt0", 3);
    case 5: {
      const i64 threads = random.in(2, 6);
      const std::string u = "(d1 * " + std::to_string(threads) + " + d0)", c = n(2, 12);
      return "(d0, d1)[s0] -> (" + u + " floordiv " + c + ", (" + u + " * 2 + s0) mod " + c + "), domain: d0 in [0, " +
             std::to_string(threads - 1) + "], " + in("d1", 12) + ", s0 in [0, 1], " + u + " in [0, " + n(3, 60) + "]";
    }
    case 6: {
      const i64 a = random.in(2, 6), b = random.in(2, 5);
      const std::string u = "(d0 * " + std::to_string(a * b) + " + d1 * " + std::to_string(b) + " + d2 - 5)",
                        c = n(2, 30);
      return "(d0, d1, d2) -> (" + u + " floordiv " + c + ", " + u + " mod " + c + "), domain: " + in("d0", 5) +
             ", d1 in [0, " + std::to_string(a - 1) + "], d2 in [1, " + std::to_string(b) + "]";
    }
    default:
      return "(d0, d1, d2) -> (d0 * " + n(1, 9) + " + d1 * " + n(1, 9) + " + d2 * " + n(1, 9) + ", d0 + d1 * " +
             n(-1, 1) + "), domain: " + in("d0", 7) + ", " + in("d1", 7) + ", " + in("d2", 7);
  }
}

void report(const char* what, const tally& t) {
  MESSAGE(std::string(what) << ": " << t.yes << " yes, " << t.no << " no (" << t.no_witness << " without a witness), "
                            << t.undecided << " undecided");
}

}  // namespace

TEST_CASE("random maps: never wrong") {
  random_maps::options o;
  o.max_points = 300;
  o.max_depth = 2;
  random_maps maps(1, o);
  random_numbers random(2);
  tally count[4];
  int known = 0, seen = 0;
  for_random_maps(maps, 4000, [&](const map_tree& t) {
    ++seen;
    check_map(t, random, seen % 4 == 0 ? few() : plenty(), count, known);
  });
  const char* const what[] = {"injective", "in bounds", "covers", "monotonic"};
  for (int k = 0; k < 4; ++k) {
    report(what[k], count[k]);
    CHECK(count[k].yes > 50);
    CHECK(count[k].no > 50);
  }
  MESSAGE(known << " of " << seen << " counted");
}

TEST_CASE("maps of kernels: decided, and never wrong") {
  random_numbers random(3);
  tally count[4];
  int known = 0;
  constexpr int maps = 4000;
  for (int k = 0; k < maps; ++k) {
    const auto t = tree_of(kernel_map(random));
    REQUIRE(t);
    check_map(*t, random, plenty(), count, known);
  }
  const char* const what[] = {"injective", "in bounds", "covers", "monotonic"};
  for (int k = 0; k < 4; ++k) {
    report(what[k], count[k]);
    CHECK(count[k].undecided == 0);
    CHECK(count[k].no_witness == 0);
    CHECK(count[k].yes > 50);
    CHECK(count[k].no > 50);
  }
  CHECK(known == maps);
}

TEST_CASE("disjoint images") {
  random_maps::options o;
  o.max_points = 60;
  o.max_depth = 1;
  random_maps maps(5, o);
  random_numbers random(6);
  tally count;
  for (int k = 0; k < 1500; ++k) {
    const int results = random.between(1, 2);
    const auto a = tree_of(maps.next(random.between(1, 2), results)),
               b = tree_of(maps.next(random.between(0, 2), results));
    if (!a || !b) continue;
    const std::string texts = text_of(*a) + " ; " + text_of(*b);
    CAPTURE(texts);
    std::set<point> image;
    for_each_pair(*a, [&](const point&, const point& results_a) { image.insert(results_a); });
    bool meet = false;
    for_each_pair(*b, [&](const point&, const point& results_b) { meet |= image.count(results_b) != 0; });
    const an::proof p = an::prove_disjoint(*a, *b, random.one_in(4) ? few() : plenty());
    count.add(p);
    if (p.is == truth::undecided) continue;
    CHECK((p.is == truth::yes) == !meet);
    if (p.is != truth::no) continue;
    const point x = point_of(p.first, p.variables), y = point_of(p.second, p.second_variables);
    CHECK(in_domain(*a, x));
    CHECK(in_domain(*b, y));
    CHECK(results_of(*a, x) == results_of(*b, y));
  }
  report("disjoint", count);
  CHECK(count.yes > 100);
  CHECK(count.no > 50);
}
