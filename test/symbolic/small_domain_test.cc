#include "mercator/symbolic/small_domain.hpp"

#include <doctest/doctest.h>

#include <memory>

#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::in_domain;
using mercator_test::intervals;
using mercator_test::point;
using mercator_test::value;

/// The box of the points of a domain; empty intervals where there are none.
intervals hull_of(const map_form& m) {
  intervals out(static_cast<std::size_t>(m.variables()), interval{i64_max, i64_min});
  mercator_test::for_each_point(mercator_test::box_of(m), [&](const point& at) {
    if (!in_domain(m, at)) return;
    for (std::size_t v = 0; v < out.size(); ++v) {
      if (at[v] < out[v].lo) out[v].lo = at[v];
      if (at[v] > out[v].hi) out[v].hi = at[v];
    }
  });
  return out;
}

/// Whether a constraint says nothing new: the others leave the same points without it.
bool is_idle(map_form& m, int i) {
  const interval range = m.constraint_range[i];
  bool idle = true;
  m.constraint_range[i] = everything;
  mercator_test::for_each_point(mercator_test::box_of(m), [&](const point& at) {
    const auto x = value(m.p, m.constraint[i], at);
    if ((x < range.lo || x > range.hi) && in_domain(m, at)) idle = false;
  });
  m.constraint_range[i] = range;
  return idle;
}

}  // namespace

TEST_CASE("the box and what is needed, against trying every point") {
  mercator_test::random_maps::options options;
  options.max_points = 400;
  mercator_test::random_maps maps(37, options);
  long long looked_at = 0;
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", 4000), [&](const map_tree& t) {
    const auto f = std::make_unique<form>(t);
    if (f->m.known_empty) return;
    for (int i = 0; i < f->m.constraints; ++i)
      if (f->p.is_constant(f->m.constraint[i])) return;
    small_domain d(f->m);
    if (!f->fits() || !d.applies()) return;
    ++looked_at;
    const intervals before = mercator_test::box_of(f->m), hull = hull_of(f->m);
    const bool empty = !hull.empty() && hull[0].empty();
    const bool changed = d.narrow();
    bool found_empty = false;
    for (int v = 0; v < f->m.variables(); ++v) found_empty = found_empty || f->p.range(v).empty();
    REQUIRE(found_empty == empty);
    if (empty) return;
    REQUIRE(mercator_test::box_of(f->m) == hull);
    REQUIRE(changed == (hull != before));
    for (int i = 0; i < f->m.constraints && !changed; ++i) REQUIRE(d.is_needed(i) != is_idle(f->m, i));
  });
  CHECK(looked_at > 500);
}

TEST_CASE("a simplified small domain has the tightest box and no idle constraint") {
  mercator_test::random_maps::options options;
  options.max_points = 400;
  mercator_test::random_maps maps(38, options);
  long long constraints = 0;
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", 3000), [&](const map_tree& t) {
    const auto f = std::make_unique<form>(t);
    if (!f->fits()) return;
    const bool found = simplify_domain(f->m);
    if (!f->fits()) return;
    if (!found) {
      mercator_test::for_each_pair(t, [&](const point&, const point&) { REQUIRE(false); });
      return;
    }
    if (!small_domain(f->m).applies()) return;
    constraints += f->m.constraints;
    REQUIRE(mercator_test::box_of(f->m) == hull_of(f->m));
    for (int i = 0; i < f->m.constraints; ++i) REQUIRE_FALSE(is_idle(f->m, i));
  });
  CHECK(constraints > 50);
}
