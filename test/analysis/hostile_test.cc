// Maps that are made to hurt: many variables, bounds near 62 bits, empty domains, large factors and divisors.
// Every question is asked of them; where the domain is small, the answer is compared with all points.
#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "mercator/analysis.hpp"
#include "mercator/runtime.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace an = mercator::analysis;
using mercator::extents;
using mercator::i64;
using mercator::runtime_map;
using mercator::symbolic::truth;
using namespace mercator_test;

namespace {

class hostile_maps {
 public:
  explicit hostile_maps(std::uint64_t seed) : r_(seed) {}

  std::string next() {
    variables_ = r_.one_in(4) ? r_.between(8, 24) : r_.between(1, 4);
    const int ranges = r_.below(variables_ + 1), runtimes = r_.one_in(4) ? 1 : 0;
    small_ = r_.one_in(2);
    std::string box;
    const auto group = [&](const char* prefix, int count) {
      std::string list;
      for (int k = 0; k < count; ++k) {
        list += (k == 0 ? "" : ", ") + std::string(prefix) + std::to_string(k);
        box += (box.empty() ? "" : ", ") + std::string(prefix) + std::to_string(k) + interval();
      }
      return list;
    };
    dims_ = variables_ - ranges;
    std::string text = "(" + group("d", dims_) + ")";
    if (ranges != 0) text += "[" + group("s", ranges) + "]";
    if (runtimes != 0) text += "{" + group("rt", 1) + "}";
    text += " -> (";
    for (int k = r_.between(0, 3), first = 1; k > 0; --k, first = 0) text += (first != 0 ? "" : ", ") + sum();
    text += "), domain: " + box;
    for (int k = r_.below(3); k > 0; --k) text += ", " + sum() + interval();
    return text;
  }

  random_numbers& random() { return r_; }

 private:
  std::string interval() {
    const i64 largest = i64{1} << (r_.one_in(2) ? 62 : 40);
    const i64 lo = small_ ? r_.in(-4, 4) : r_.of_any_size(largest);
    const i64 size = r_.one_in(20) ? -1 : small_ ? r_.in(0, variables_ > 4 ? 1 : 5) : r_.in(0, largest) >> r_.below(62);
    return " in [" + std::to_string(lo) + ", " + std::to_string(lo + size) + "]";
  }

  std::string number() {
    const i64 k = small_ ? r_.in(-9, 9) : r_.of_any_size(i64{1} << 40);
    return k < 0 ? "(" + std::to_string(k) + ")" : std::to_string(k);
  }

  std::string sum() {
    std::string out = term();
    for (int k = r_.below(4); k > 0; --k) out += (r_.one_in(3) ? " - " : " + ") + term();
    return out;
  }

  std::string variable() {
    const int v = r_.below(variables_);
    return v < dims_ ? "d" + std::to_string(v) : "s" + std::to_string(v - dims_);
  }

  std::string term() {
    std::string divisor = number();
    if (divisor == "0") divisor = "7";
    switch (r_.below(6)) {
      case 0:
        return number();
      case 1:
        return variable();
      case 2:
        return variable() + " * " + number();
      case 3:
        return "(" + variable() + " + " + variable() + ") floordiv " + divisor;
      case 4:
        return "(" + variable() + " * " + number() + ") mod " + divisor;
      default:
        return (r_.one_in(2) ? "max(" : "min(") + variable() + ", " + variable() + " + " + number() + ")";
    }
  }

  random_numbers r_;
  int variables_ = 0, dims_ = 0;
  bool small_ = false;
};

/// What there is to see at all points, where these are few.
struct seen {
  i64 points = 0;
  std::map<point, std::set<point>> images;  ///< by the values of the runtime variables
  bool injective = true;
};

bool look(const map_tree& t, seen& out) {
  i64 box = 1;
  for (int v = 0; v < t.variables() && !t.known_empty; ++v)
    box = mercator::saturating_mul(box, t.box[v].empty() ? 0 : t.box[v].count());
  if (!t.known_empty && box > 4096) return false;
  for_each_pair(t, [&](const point& at, const point& results) {
    ++out.points;
    out.injective &= out.images[point(at.end() - t.runtimes, at.end())].insert(results).second;
  });
  return true;
}

}  // namespace

TEST_CASE("every question may be asked of every map") {
  hostile_maps maps(161);
  random_numbers& random = maps.random();
  const long long cases = argument("cases", 1500);
  long long asked = 0, compared = 0, answered = 0;
  while (asked < cases) {
    const std::string text = maps.next();
    const auto parsed = runtime_map::parse(text);
    if (!parsed) continue;
    ++asked;
    CAPTURE(text);
    const runtime_map& m = *parsed;
    const auto t = tree_of(text);
    REQUIRE(t);
    seen all;
    const bool known = look(*t, all);
    extents shape, tile;
    shape.rank = t->results;
    for (int k = 0; k < shape.rank; ++k)
      shape.size[k] = random.one_in(3) ? random.in(0, i64{1} << 40) : random.in(0, 9);
    tile.rank = t->dims;
    for (int k = 0; k < tile.rank && k < extents::max_rank; ++k)
      tile.size[k] = random.in(1, random.one_in(3) ? i64{1} << 40 : 4);

    const an::proof in = mercator::in_bounds(m, shape), injective = mercator::is_injective(m);
    mercator::covers(m, shape);
    mercator::disjoint(m, m);
    mercator::is_monotonic(m);
    const an::count_of points = mercator::domain_size(m), image = mercator::image_size(m);
    if (tile.rank <= extents::max_rank) {
      mercator::utilization(shape, tile, m);
      const mercator::utilization_report whole = mercator::utilization(shape, m);
      if (known && whole.known && t->runtimes == 0) CHECK(whole.loads == all.points);
      mercator::tile_of(m, tile);
      mercator::tile_cases(m, [](const auto&) {});
    }
    if (t->dims != 0) {
      mercator::coalescing<4>(m, shape);
      mercator::bank_conflicts<4>(m, shape);
    }
    if (!known) continue;
    ++compared;
    if (injective.is != truth::undecided) CHECK((injective.is == truth::yes) == all.injective);
    if (points.known) CHECK(points.value == all.points);
    if (image.known && !all.images.empty()) CHECK(image.value == static_cast<i64>(all.images.begin()->second.size()));
    if (in.is != truth::undecided) {
      bool inside = true;
      for (const auto& [runtime, results] : all.images)
        for (const point& r : results)
          for (int k = 0; k < shape.rank; ++k)
            inside &= r[static_cast<std::size_t>(k)] >= 0 && r[static_cast<std::size_t>(k)] < shape[k];
      CHECK((in.is == truth::yes) == inside);
    }
    answered += injective.is != truth::undecided && points.known && in.is != truth::undecided;
  }
  MESSAGE(asked, " asked, ", compared, " compared, ", answered, " answered");
  CHECK(compared > cases / 4);
  CHECK(answered * 10 > compared * 9);
}
