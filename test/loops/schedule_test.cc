// Loop nests of random maps against a walk over every point of their boxes, in order.
#include <memory>
#include <vector>

#include <doctest/doctest.h>
#include <pthread.h>

#include "mercator/loops/for_each.hpp"
#include "mercator/symbolic/partition.hpp"
#include "test/arguments.hpp"
#include "test/loops/interpreter.hpp"
#include "test/support/random.hpp"

using mercator::i64;
using mercator::interval;
using mercator_test::random_numbers;
namespace sym = mercator::symbolic;
namespace loops = mercator::loops;

namespace {

using points = std::vector<std::vector<i64>>;

struct random_map {
  sym::pool lines;
  sym::map_form form{lines};
};

/// An expression of variables, sums, products, quotients, remainders, minima and maxima.
int random_line(random_numbers& random, sym::pool& p, int depth) {
  if (depth == 0 || random.one_in(4)) {
    if (random.one_in(6)) return p.number(random.in(-7, 7));
    const int v = random.below(p.variables);
    const int one = p.range(v).is_point() ? p.number(p.lo[v]) : p.single(v);
    return p.scale(one, random.one_of<i64>({1, 1, 1, -1, 2, 3, 5, 8, -4, 12}));
  }
  const int a = random_line(random, p, depth - 1);
  const i64 c = random.one_of<i64>({2, 3, 4, 5, 6, 7, 8, 12, 16, -2, -3});
  switch (random.below(7)) {
    case 0:
    case 1:
      return p.add(a, random_line(random, p, depth - 1));
    case 2:
      return sym::floordiv(p, a, c);
    case 3:
      return sym::mod(p, a, c);
    case 4:
      return sym::ceildiv(p, a, c);
    case 5:
      return sym::min(p, a, random_line(random, p, depth - 1));
    default:
      return sym::max(p, a, random_line(random, p, depth - 1));
  }
}

std::unique_ptr<random_map> draw(random_numbers& random) {
  auto out = std::make_unique<random_map>();
  sym::map_form& m = out->form;
  const int variables = random.between(1, 4);
  const i64 most = variables == 1 ? 60 : variables == 2 ? 20 : 7;
  for (int v = 0; v < variables; ++v) {
    const i64 lo = random.in(-9, 9);
    m.add_dimension({lo, lo + random.in(random.one_in(20) ? -1 : 0, most)});
  }
  for (int k = random.between(0, 3); k > 0; --k) m.add_result(random_line(random, out->lines, 3));
  for (int k = random.below(3); k > 0; --k) {
    const i64 lo = random.in(-6, 12);
    m.add_constraint(random_line(random, out->lines, 2), {lo, lo + random.one_of<i64>({0, 0, 1, 3, 9})});
  }
  return out;
}

points walked(const sym::map_form& m) {
  points out;
  const int variables = m.variables();
  std::vector<i64> at;
  for (int v = 0; v < variables; ++v) {
    if (m.p.range(v).empty()) return out;
    at.push_back(m.p.lo[v]);
  }
  while (true) {
    bool inside = true;
    for (int k = 0; k < m.constraints; ++k)
      inside = inside && m.constraint_range[k].contains(sym::detail::line_value(m.p, m.constraint[k], at.data()));
    if (inside) {
      std::vector<i64> one = at;
      for (int k = 0; k < m.results; ++k) one.push_back(sym::detail::line_value(m.p, m.result[k], at.data()));
      out.push_back(one);
    }
    int v = variables - 1;
    for (; v >= 0; --v) {
      if (++at[static_cast<std::size_t>(v)] <= m.p.hi[v]) break;
      at[static_cast<std::size_t>(v)] = m.p.lo[v];
    }
    if (v < 0) return out;
  }
}

/// False where the map or its nest is larger than the engine's arrays.
bool check_one(random_numbers& random) {
  const auto map = draw(random);
  if (map->lines.full || map->lines.overflow) return false;
  const points expected = walked(map->form);
  loops::put_variables_first(map->form);
  const int results = map->form.results;
  const auto words = std::make_unique<loops::nest_writer>();
  loops::scheduler walk(*words, loops::effort::level(random.below(loops::effort::levels)));
  walk.run(map->form);
  if (words->full || map->lines.full || map->lines.overflow || walk.overflow()) return false;
  points found;
  const auto visit = [&found](const std::vector<i64>& values) { found.push_back(values); };
  mercator_test::nest_interpreter<decltype(visit)>(words->word, words->slots, results, visit).run();
  CHECK(found == expected);
  return true;
}

void* check_many(void*) {
  const i64 rounds = mercator_test::argument("rounds", 2000);
  random_numbers random(static_cast<std::uint64_t>(mercator_test::argument("seed", 1)));
  i64 nests = 0;
  for (i64 k = 0; k < rounds; ++k) nests += check_one(random);
  CHECK(nests > rounds * 9 / 10);
  return nullptr;
}

}  // namespace

// Each split has a pool of its own on the stack, which takes more than a thread has by default.
TEST_CASE("random maps") {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  REQUIRE(pthread_attr_setstacksize(&attributes, std::size_t{1} << 29) == 0);
  pthread_t thread;
  REQUIRE(pthread_create(&thread, &attributes, check_many, nullptr) == 0);
  pthread_join(thread, nullptr);
}
