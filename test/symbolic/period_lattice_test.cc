#include "mercator/symbolic/period_lattice.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::point;

/// The residue that a point has, and the steps that it is away from it.
struct place {
  point residue;
  i64 steps[period_lattice::max_rank] = {};
};

i64 growth(const period_lattice& lattice, map_form& m, int line, int step) {
  i64 grown = 0;
  REQUIRE(lattice.growth(line, step, grown));
  REQUIRE(m.p.overflow == false);
  return grown;
}

place place_of(const period_lattice& lattice, map_form& m, const period_way& way, point at) {
  place out;
  std::vector<int> variables;
  for (int k = 0; k < lattice.rank(); ++k)
    for (int v = 0; v < m.variables(); ++v) {
      bool is_first = !way.is_whole[v] && growth(lattice, m, m.p.single(v), k) != 0;
      for (int later = k + 1; later < lattice.rank(); ++later)
        is_first = is_first && growth(lattice, m, m.p.single(v), later) == 0;
      if (!is_first || std::find(variables.begin(), variables.end(), v) != variables.end()) continue;
      variables.push_back(v);
      break;
    }
  REQUIRE(static_cast<int>(variables.size()) == lattice.rank());
  for (int k = 0; k < lattice.rank(); ++k) {
    const int v = variables[static_cast<std::size_t>(k)];
    const i64 step = growth(lattice, m, m.p.single(v), k);
    const i64 times = floor_div(at[static_cast<std::size_t>(v)] - lattice.residues(v).lo, step);
    out.steps[k] = times;
    for (int u = 0; u < m.variables(); ++u)
      at[static_cast<std::size_t>(u)] -= times * growth(lattice, m, m.p.single(u), k);
  }
  out.residue = at;
  return out;
}

}  // namespace

TEST_CASE("lines grow by what a lattice says, from a residue in the box") {
  int with_steps = 0, left_out = 0;
  for (const int depth : {1, 2, 3}) {
    mercator_test::random_maps::options options;
    options.max_depth = depth;
    options.max_points = 150;
    mercator_test::random_maps maps(201, options);
    mercator_test::for_random_maps(maps, mercator_test::argument("cases", 100), [&](const map_tree& t) {
      form f(t);
      if (!f.fits() || f.m.known_empty) return;
      const std::string text = mercator_test::text_of(t);
      CAPTURE(text);
      const auto lattice = std::make_unique<period_lattice>(f.m);
      const period_ways ways(f.m);
      period_way way;
      const pool::mark before = f.p.checkpoint();
      for (unsigned k = 0; k < ways.count(); ++k) {
        if (!ways.make(k, 1000, way) || !lattice->find(way)) continue;
        i64 residues = 1;
        for (int v = 0; v < f.m.variables(); ++v) {
          REQUIRE(f.p.range(v).contains(lattice->residues(v)));
          residues *= lattice->residues(v).count();
        }
        REQUIRE(residues == lattice->points());
        if (lattice->rank() == 0) continue;
        ++with_steps;
        mercator_test::for_each_point(mercator_test::box_of(f.m), [&](const point& at) {
          f.p.restore(before);
          const place from = place_of(*lattice, f.m, way, at);
          for (int v = 0; v < f.m.variables(); ++v)
            REQUIRE(lattice->residues(v).contains(from.residue[static_cast<std::size_t>(v)]));
          for (int j = 0; j < f.m.results; ++j) {
            left_out += way.is_left_out[j];
            if (way.is_left_out[j]) continue;
            mercator_test::wide expected = mercator_test::value(f.p, f.m.result[j], from.residue);
            for (int s = 0; s < lattice->rank(); ++s)
              expected += mercator_test::wide{from.steps[s]} * growth(*lattice, f.m, f.m.result[j], s);
            REQUIRE(mercator_test::value(f.p, f.m.result[j], at) == expected);
          }
        });
        f.p.restore(before);
      }
    });
  }
  CHECK(with_steps > 100);
  CHECK(left_out > 100);
}

TEST_CASE("steps of several variables together") {
  const auto points = [](const char* text) {
    form f(text);
    period_lattice lattice(f.m);
    period_way way;
    REQUIRE(period_ways(f.m).make(0, 1000, way));
    return lattice.find(way) ? lattice.points() : 0;
  };
  CHECK(points("(d0, d1) -> ((d0 + d1) mod 6), domain: d0 in [0, 99], d1 in [0, 99]") == 6);
  CHECK(points("(d0, d1) -> (d0 mod 6 + d1 mod 4), domain: d0 in [0, 99], d1 in [0, 99]") == 24);
  CHECK(points("(d0) -> ((d0 floordiv 3 + d0) floordiv 5), domain: d0 in [0, 99]") == 15);
  CHECK(points("(d0) -> (max(d0 mod 3, 1)), domain: d0 in [0, 99]") == 3);
  CHECK(points("(d0) -> (max(d0, 50)), domain: d0 in [0, 99]") == 0);
  CHECK(points("(d0, d1) -> (d0 * 3 + d1), domain: d0 in [0, 99], d1 in [0, 99]") == 1);
}
