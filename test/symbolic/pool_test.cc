#include "mercator/symbolic/pool.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "mercator/symbolic/bounds.hpp"
#include "test/arguments.hpp"
#include "test/support/lines.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::intervals;
using mercator_test::point;
using mercator_test::random_numbers;
using mercator_test::value;
using mercator_test::wide;

/// Random pools with two random lines: small ones, and ones whose sums and products do not always fit.
template <class Visit>
void for_pairs_of_lines(Visit visit) {
  random_numbers random(3);
  const long long cases = mercator_test::argument("cases", 20000);
  for (long long k = 0; k < cases; ++k) {
    pool p;
    const intervals variables = mercator_test::add_variables(p, random, 1 + random.below(3));
    for (int i = random.below(3); i > 0; --i) mercator_test::add_atom(p, random, variables);
    const i64 limit = random.one_of<i64>({9, i64{1} << 31, i64{1} << 62, i64_max});
    const auto next = [&] { return random.one_in(3) ? 0 : random.of_any_size(limit); };
    const int x = mercator_test::random_line(p, random.of_any_size(limit), next);
    const int y = random.one_in(8) ? x : mercator_test::random_line(p, random.of_any_size(limit), next);
    visit(p, random, variables, x, y);
  }
}

/// Whether the line is what a line has to be, and has the value that `expected` gives at every point.
template <class Expected>
bool holds(const pool& p, const intervals& variables, int line, Expected expected) {
  bool good = p.constant[line] != i64_min;
  for (int i = p.begin[line]; i < p.end(line); ++i)
    good &= p.coefficient[i] != 0 && (i == p.begin[line] || p.atom[i - 1] < p.atom[i]);
  mercator_test::for_each_point(variables, [&](const point& at) { good &= value(p, line, at) == expected(at); });
  return good;
}

bool is_small(const pool& p) {
  for (int a = 0; a < p.atoms; ++a)
    if (p.lo[a] <= -pool::small || p.hi[a] >= pool::small) return false;
  for (int i = 0; i < p.terms; ++i)
    if (magnitude(p.coefficient[i]) >= pool::small) return false;
  for (int line = 0; line < p.lines; ++line)
    if (magnitude(p.constant[line]) >= pool::small) return false;
  return true;
}

}  // namespace

TEST_CASE("sums and multiples have the value of their definition, or overflow") {
  int sums = 0, overflows = 0;
  for_pairs_of_lines([&](pool& p, random_numbers& random, const intervals& variables, int x, int y) {
    const i64 s = random.one_of<i64>({1, -1, 2, -7, random.of_any_size(i64{1} << 40)});
    if (s == 0) return;
    const int sum = p.add(x, y, s), multiple = p.scale(x, s), shifted = p.shift(x, s);
    if (p.overflow || p.full) {
      ++overflows;
      return;
    }
    ++sums;
    REQUIRE(holds(p, variables, sum, [&](const point& at) { return value(p, x, at) + s * value(p, y, at); }));
    REQUIRE(holds(p, variables, multiple, [&](const point& at) { return s * value(p, x, at); }));
    REQUIRE(holds(p, variables, shifted, [&](const point& at) { return s + value(p, x, at); }));
    if (p.all_small) REQUIRE(is_small(p));
  });
  CHECK(sums > 10 * 1000);
  CHECK(overflows > 1000);
}

TEST_CASE("numbers that fit are not refused") {
  pool p;
  p.add_variable({0, 1});
  const int x = p.single(0, i64_max), y = p.single(0, i64{1} << 62);
  CHECK(p.coefficient_of(p.add(x, y, -1), 0) == i64_max - (i64{1} << 62));
  CHECK(p.is_constant(p.add(x, x, -1)));
  CHECK(p.coefficient_of(p.scale(x, -1), 0) == -i64_max);
  CHECK_FALSE(p.overflow);
  p.add(x, y);
  CHECK(p.overflow);
}

TEST_CASE("one term more, one term less") {
  for_pairs_of_lines([&](pool& p, random_numbers& random, const intervals& variables, int x, int y) {
    const int a = random.below(p.atoms);
    const i64 c = random.in(-9, 9);
    const int more = p.plus(x, a, c), again = p.plus(x, a, -c), atom = p.single(a);
    const auto atom_times_c = [&](const point& at) { return c * value(p, atom, at); };
    if (!p.overflow) {
      REQUIRE(holds(p, variables, more, [&](const point& at) { return value(p, x, at) + atom_times_c(at); }));
      REQUIRE(holds(p, variables, again, [&](const point& at) { return value(p, x, at) - atom_times_c(at); }));
    }
    for (int i = p.begin[y]; i < p.end(y); ++i) {
      const int less = p.without(y, i), term = p.single(p.atom[i], p.coefficient[i]);
      REQUIRE(p.length[less] == p.length[y] - 1);
      REQUIRE(holds(p, variables, less, [&](const point& at) { return value(p, y, at) - value(p, term, at); }));
    }
  });
}

TEST_CASE("the content divides every coefficient, and the constant is rounded down") {
  for_pairs_of_lines([&](pool& p, random_numbers& random, const intervals& variables, int x, int) {
    const i64 wanted = random.in(2, 12);
    const int line = p.shift(p.scale(x, wanted), random.in(0, 11));
    if (p.overflow || p.is_constant(line)) return;
    const i64 g = p.content(line);
    REQUIRE(g % wanted == 0);
    const int part = p.divided(line, g);
    REQUIRE(p.content(part) == 1);
    REQUIRE(holds(p, variables, part,
                  [&](const point& at) { return mercator_test::floor_quotient(value(p, line, at), g); }));
  });
}

TEST_CASE("lines are the same exactly where all of them is the same") {
  pool p;
  for (int v = 0; v < 3; ++v) p.add_variable({0, 9});
  const int line = p.plus(p.plus(p.number(5), 0, 2), 1, 3);
  CHECK(p.same(line, p.plus(p.plus(p.number(5), 1, 3), 0, 2)));
  CHECK_FALSE(p.same(line, p.shift(line, 1)));
  CHECK_FALSE(p.same(line, p.plus(line, 2, 1)));
  CHECK_FALSE(p.same(line, p.plus(line, 1, 1)));
  CHECK_FALSE(p.same(line, p.plus(p.plus(p.number(5), 0, 2), 2, 3)));
}

TEST_CASE("a line that was extended is still what it was") {
  pool p;
  for (int v = 0; v < 4; ++v) p.add_variable({0, 9});
  const int x = p.single(0), y = p.plus(x, 1, 2), z = p.plus(y, 2, 3), other = p.plus(y, 3, 4);
  CHECK(p.length[x] == 1);
  CHECK(p.length[y] == 2);
  CHECK(p.coefficient_of(z, 2) == 3);
  CHECK(p.coefficient_of(z, 3) == 0);
  CHECK(p.coefficient_of(other, 2) == 0);
  CHECK(p.coefficient_of(other, 3) == 4);
}

TEST_CASE("equal atoms are one, with the narrower of their intervals") {
  pool p;
  p.add_variable({0, 99});
  const int x = p.single(0), a = p.intern(atom_kind::quotient, x, 8, {0, 12});
  CHECK(p.intern(atom_kind::quotient, p.single(0), 8, {1, 20}) == a);
  CHECK(p.range(a) == interval{1, 12});
  CHECK(p.intern(atom_kind::quotient, x, 9, {0, 11}) != a);
  CHECK(p.intern(atom_kind::quotient, p.shift(x, 1), 8, {0, 12}) != a);
  CHECK(p.intern(atom_kind::positive_part, x, 0, {0, 99}) != a);
  CHECK(p.atoms == 5);
}

TEST_CASE("what was tried is taken back") {
  pool p;
  p.add_variable({0, 99});
  const int x = p.single(0);
  const pool::mark before = p.checkpoint();
  p.intern(atom_kind::quotient, p.shift(x, 3), 8, {0, 12});
  p.scale(p.scale(x, i64_max), 2);
  CHECK(p.overflow);
  p.restore(before);
  CHECK_FALSE(p.overflow);
  CHECK(p.atoms == 1);
  CHECK(p.terms == before.terms);
  CHECK(p.lines == before.lines);
}

TEST_CASE("of what was made one line is kept") {
  for_pairs_of_lines([](pool& p, random_numbers& random, const intervals& variables, int x, int y) {
    if (p.overflow) return;
    const pool::mark before = p.checkpoint();
    const i64 s = random.in(-3, 3);
    p.add(y, x);
    int line = random.one_in(3) ? x : p.scale(x, random.in(-3, 3));
    if (s != 0) line = p.add(line, y, s);
    if (random.one_in(2)) line = p.shift(line, 5);
    if (p.overflow) return;
    p.single(0);
    std::vector<wide> expected;
    mercator_test::for_each_point(variables, [&](const point& at) { expected.push_back(value(p, line, at)); });
    const bool made = line >= before.lines;
    const int kept = p.keep_only(before, line);
    REQUIRE(p.lines == before.lines + made);
    REQUIRE(p.terms <= before.terms + p.length[kept]);
    std::size_t k = 0;
    bool same = true;
    mercator_test::for_each_point(variables, [&](const point& at) { same &= value(p, kept, at) == expected[k++]; });
    REQUIRE(same);
  });
}

TEST_CASE("no room is said, and nothing is written beyond it") {
  pool lines, terms, atoms;
  lines.add_variable({0, 9});
  for (int i = 0; i <= pool::max_lines; ++i) {
    CHECK_FALSE(lines.full);
    lines.number(i);
  }
  CHECK(lines.full);
  for (int v = 0; v < 60; ++v) terms.add_variable({0, 9});
  int sum = terms.number(0);
  for (int v = 0; v < 60; ++v) sum = terms.plus(sum, v, 1);
  const int shifted = terms.shift(sum, 1);
  for (int i = 0; i < pool::max_terms / 60 + 1; ++i) terms.add(sum, shifted);
  CHECK(terms.full);
  CHECK(terms.terms <= pool::max_terms);
  const int x = (atoms.add_variable({0, 9}), atoms.single(0));
  for (int i = 2; i < pool::max_atoms + 2; ++i) atoms.intern(atom_kind::quotient, x, i, {0, 9});
  CHECK(atoms.full);
  CHECK(atoms.atoms == pool::max_atoms);
}

TEST_CASE("a line of one atom is 0 where there is no room for its term") {
  pool p;
  p.add_variable({0, 9});
  p.add_variable({0, 9});
  while (!p.full) p.push(1, 0);
  p.atom[pool::max_terms - 1] = pool::max_atoms + 5;  // as display counts what it shows
  const int line = p.single(1, 3);
  CHECK(p.is_constant(line));
  CHECK(p.constant[line] == 0);
}
