// Maps that are made to hurt: many variables, bounds near 62 bits, empty domains, large factors and divisors.
// Every question is asked of them; where the domain is small, the answer is compared with all points.
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/analysis.hpp"
#include "mercator/runtime.hpp"
#include "test/analysis/accesses_by_threads.hpp"
#include "test/analysis/facts_by_points.hpp"
#include "test/analysis/reads_by_points.hpp"
#include "test/analysis/tile_cases_by_points.hpp"
#include "test/analysis/tiles_by_points.hpp"
#include "test/arguments.hpp"

using mercator::runtime_map;
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

i64 points_in_box(const map_tree& t) {
  i64 out = 1;
  for (int v = 0; v < t.variables() && !t.known_empty; ++v)
    out = mercator::saturating_mul(out, t.box[v].empty() ? 0 : t.box[v].count());
  return t.known_empty ? 0 : out;
}

/// Every question of the library's face.
void ask_everything(const runtime_map& m, const map_tree& t, const extents& shape, const extents& tile) {
  mercator::in_bounds(m, shape);
  mercator::is_injective(m);
  mercator::covers(m, shape);
  mercator::is_bijective(m, shape);
  mercator::disjoint(m, m);
  mercator::is_monotonic(m);
  mercator::domain_size(m);
  mercator::image_size(m);
  mercator::image_bounds<0>(m);
  mercator::utilization(shape, m);
  mercator::lines_touched<4, 128>(shape, m);
  mercator::utilization(shape, tile, m);
  mercator::worst_tile(tile, m);
  mercator::tile_of(m, tile);
  mercator::tile_offsets(m, tile);
  mercator::tile_cases(m, [](const auto&) {});
  if (t.dims == 0) return;
  mercator::coalescing<4>(m, shape);
  mercator::bank_conflicts<4>(m, shape);
}

struct hostile_tally {
  fact_tally facts;
  access_tally accesses;
  tile_tally cases;
  int asked = 0, compared = 0, reads = 0, worst_reads = 0, tiles = 0;
};

/// A shape that has places, whose numbers of bytes can be told.
extents with_places(extents shape) {
  for (int k = 0; k < shape.rank; ++k)
    shape.size[k] = shape[k] > 9 ? (shape[k] >> 20) + 1 : shape[k] == 0 ? 1 : shape[k];
  return shape;
}

/// Every answer, against all points.
void compare_everything(const map_tree& t, const extents& shape, const extents& tile, random_numbers& random,
                        hostile_tally& n) {
  ++n.compared;
  check_facts(t, random, plenty(), n.facts);
  const auto whole = simplified(t);
  REQUIRE(whole);
  const extents operand = with_places(shape);
  an::reading how;
  if (random.one_in(2)) how.tile = &tile;
  if (random.one_in(3)) how = {how.tile, &operand, 4, 32};
  check_reads({whole.get()}, how, plenty(), n.reads, n.worst_reads);
  n.tiles += check_tiles(t, tile, plenty());
  if (points_in_box(t) <= 64) check_tile_cases(t, plenty(), n.cases);
  an::access a;
  a.operand = operand;
  if (an::fits(t, a)) check_accesses(t, a, n.accesses);
}

}  // namespace

TEST_CASE("every question may be asked of every map") {
  hostile_maps maps(161);
  random_numbers& random = maps.random();
  const long long cases = argument("cases", 1500);
  hostile_tally n;
  std::vector<std::unique_ptr<map_tree>> small(4);
  while (n.asked < cases) {
    const std::string text = maps.next();
    const auto parsed = runtime_map::parse(text);
    if (!parsed) continue;
    ++n.asked;
    CAPTURE(text);
    auto t = tree_of(text);
    REQUIRE(t);
    extents shape, tile;
    shape.rank = t->results;
    for (int k = 0; k < shape.rank; ++k)
      shape.size[k] = random.one_in(3) ? random.in(0, i64{1} << 40) : random.in(0, 9);
    tile.rank = t->dims;
    for (int k = 0; k < tile.rank && k < extents::max_rank; ++k)
      tile.size[k] = random.in(1, random.one_in(3) ? i64{1} << 40 : 4);
    if (tile.rank > extents::max_rank) tile.rank = 0;
    ask_everything(*parsed, *t, shape, tile);
    if (points_in_box(*t) > 4096 || t->dims > extents::max_rank) continue;
    compare_everything(*t, shape, tile, random, n);
    const auto other = std::move(small[static_cast<std::size_t>(t->results)]);
    if (other) {
      const std::string other_text = text_of(*other);
      CAPTURE(other_text);
      check_disjoint(*t, *other, plenty(), n.facts.of[disjoint]);
    }
    small[static_cast<std::size_t>(t->results)] = std::move(t);
  }
  report(n.facts);
  report(n.cases);
  MESSAGE(n.asked, " asked, ", n.compared, " compared: ", n.reads, " reads, ", n.tiles, " tiles, ", n.accesses.known,
          " accesses");
  CHECK(n.compared > cases / 4);
  CHECK(n.facts.counted * 10 > n.facts.maps * 9);
  CHECK(n.reads * 10 > n.compared * 8);
  for (int k = 0; k < facts; ++k) CHECK(n.facts.of[k].undecided * 10 < n.facts.maps);
}
