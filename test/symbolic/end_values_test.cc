#include "mercator/symbolic/end_values.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/normal_form.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::random_numbers;

/// A line of one variable, with quotients and positive parts of it.
int line_of(pool& p, int v, random_numbers& random) {
  int line = p.number(random.in(-9, 9));
  for (int i = random.between(1, 3); i > 0; --i) {
    const int inner = p.shift(p.single(v, random.one_of<i64>({-7, -3, -1, 1, 2, 5})), random.in(-20, 20));
    const int part = random.one_in(4) ? positive_part(p, inner) : floor_divide(p, inner, random.in(2, 12));
    line = p.add(line, part, random.one_of<i64>({-6, -2, -1, 1, 3, 8}));
  }
  return line;
}

/// Whether all constraints that have quotients or positive parts of variable v alone hold where it is x.
bool satisfies(const map_form& m, int v, i64 x) {
  mercator_test::point at(static_cast<std::size_t>(m.variables()), 0);
  at[static_cast<std::size_t>(v)] = x;
  for (int i = 0; i < m.constraints; ++i) {
    if (m.p.has_only_variables(m.constraint[i]) || constraints::only_variable(m.p, m.constraint[i]) != v) continue;
    const mercator_test::wide is = mercator_test::value(m.p, m.constraint[i], at);
    if (is < m.constraint_range[i].lo || is > m.constraint_range[i].hi) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the only variable of a line is found within quotients") {
  pool p;
  for (int v = 0; v < 3; ++v) p.add_variable({-9, 9});
  const int quotient = floor_divide(p, p.add(p.single(1, 2), p.number(1)), 5);
  CHECK(constraints::only_variable(p, p.number(4)) == -1);
  CHECK(constraints::only_variable(p, p.single(2)) == 2);
  CHECK(constraints::only_variable(p, quotient) == 1);
  CHECK(constraints::only_variable(p, p.add(quotient, p.single(1, 3))) == 1);
  CHECK(constraints::only_variable(p, p.add(quotient, p.single(0))) == -1);
}

TEST_CASE("ends move to the next value that all constraints on a variable alone allow, or as far as may be tried") {
  random_numbers random(70);
  const long long cases = mercator_test::argument("cases", 4000);
  long long moved = 0, stopped = 0, emptied = 0, by_several = 0;
  for (long long k = 0; k < cases; ++k) {
    form f;
    const int variables = random.between(1, 2);
    for (int v = 0; v < variables; ++v) {
      const i64 lo = random.in(-60, 20);
      f.m.add_dimension({lo, lo + random.in(0, 90)});
    }
    for (int i = random.between(1, 4); i > 0; --i) {
      const i64 lo = random.in(-40, 40);
      f.m.add_constraint(line_of(f.p, random.below(variables), random), {lo, lo + random.in(0, 25)});
    }
    const mercator_test::intervals before = mercator_test::box_of(f.m);
    const int trials = random.between(1, 40);
    constraints::drop_end_values(f.m, trials);
    REQUIRE(f.fits());
    for (int v = 0; v < variables; ++v) {
      const interval was = before[static_cast<std::size_t>(v)], is = f.p.range(v);
      interval expected = was;
      for (int i = 0; i < trials && !expected.empty() && !satisfies(f.m, v, expected.lo); ++i) ++expected.lo;
      for (int i = 0; i < trials && !expected.empty() && !satisfies(f.m, v, expected.hi); ++i) --expected.hi;
      REQUIRE(is.empty() == expected.empty());
      if (!is.empty()) REQUIRE(is == expected);
      for (i64 x = was.lo; x <= was.hi; ++x)
        if (satisfies(f.m, v, x)) REQUIRE(is.contains(x));
      moved += !(is == was);
      emptied += is.empty();
      stopped += !is.empty() && (!satisfies(f.m, v, is.lo) || !satisfies(f.m, v, is.hi));
    }
    by_several += f.m.constraints > 2;
  }
  CHECK(moved > cases / 4);
  CHECK(stopped > cases / 10);
  CHECK(emptied > cases / 20);
  CHECK(by_several > cases / 4);
}

TEST_CASE("values that do not fit 64 bits exclude nothing") {
  form f;
  f.m.add_dimension({i64{1} << 60, (i64{1} << 60) + 4});
  pool& p = f.p;
  const int quotient = p.single(p.intern(atom_kind::quotient, p.single(0, 3), 2, {i64_min, i64_max}));
  f.m.add_constraint(p.scale(quotient, 1000), {0, 5});
  p.overflow = false;
  constraints::drop_end_values(f.m, 8);
  CHECK(p.range(0) == interval{i64{1} << 60, (i64{1} << 60) + 4});
}

TEST_CASE("an interval without an end stays as it is") {
  form f;
  f.m.add_dimension({0, i64_max});
  f.m.add_constraint(f.p.single(f.p.intern(atom_kind::quotient, f.p.single(0), 7, {0, i64_max})), {3, 5});
  constraints::drop_end_values(f.m, 8);
  CHECK(f.p.range(0) == interval{0, i64_max});
}
