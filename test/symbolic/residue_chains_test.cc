#include "mercator/symbolic/residue_chains.hpp"

#include <doctest/doctest.h>

#include <iterator>
#include <map>
#include <memory>

#include "mercator/symbolic/check.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"
#include "test/support/random.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;

/// d0 in [0, numbers - 1] to the function's values.
struct function_map {
  std::unique_ptr<map_tree> t = std::make_unique<map_tree>();

  template <int MaxSteps>
  function_map(const residue_chains<MaxSteps>& f, i64 numbers) {
    t->dims = 1;
    t->box[0] = {0, numbers - 1};
    int sum = t->constant(f.rest());
    const auto number = [&](i64 factor, i64 more) {
      return t->binary(op::sum, t->scaled(t->variable(0), factor), t->constant(more));
    };
    for (int c = 0; c < f.chains(); ++c) sum = t->binary(op::sum, sum, f.node(*t, c, number));
    t->add_result(sum);
  }

  i64 at(i64 k) const { return static_cast<i64>(mercator_test::value_of(*t, t->result[0], {k})); }
  bool fits() const { return !t->full && !check_range(*t); }
};

}  // namespace

TEST_CASE("chains are the step function, at every number") {
  mercator_test::random_numbers random(301);
  residue_chains<200> f;
  for (long long n = mercator_test::argument("cases", 1500); n > 0; --n) {
    const i64 numbers = random.one_in(10) ? 1 : random.in(1, 400), least = random.in(-1000, 1000),
              width = random.one_of<i64>({1, 2, 3, 50, 1000000});
    const auto value = [&] { return random.in(least, least + width - 1); };
    std::map<i64, i64> steps{{0, value()}};
    f.start(numbers, steps[0]);
    for (i64 k = 1, often = random.in(1, 12); k < numbers && f.steps() < 200; ++k)
      if (random.one_in(static_cast<int>(often))) f.add(k, steps[k] = value());
    CHECK(f.steps() < static_cast<int>(steps.size()));
    const function_map m(f, numbers);
    REQUIRE(m.fits());
    for (i64 k = 0; k < numbers; ++k) REQUIRE(m.at(k) == std::prev(steps.upper_bound(k))->second);
  }
}

TEST_CASE("as large as fits") {
  mercator_test::random_numbers random(302);
  residue_chains<60> f;
  for (long long n = mercator_test::argument("cases", 500); n > 0; --n) {
    const int bits = random.between(2, 58);
    const i64 numbers = i64{1} << bits, width = i64{1} << (60 - bits), least = random.in(-width, width);
    std::map<i64, i64> steps{{0, least}};
    f.start(numbers, least);
    for (int k = random.between(1, 60); k > 0; --k)
      steps[random.in(1, numbers - 1)] = random.in(least, least + width - 1);
    for (const auto& [k, x] : steps)
      if (k != 0) f.add(k, x);
    const function_map m(f, numbers);
    REQUIRE(m.fits());
    for (const auto& [k, x] : steps) {
      REQUIRE(m.at(k) == x);
      if (k != 0) REQUIRE(m.at(k - 1) == std::prev(steps.upper_bound(k - 1))->second);
    }
    REQUIRE(m.at(numbers - 1) == steps.rbegin()->second);
  }
}

TEST_CASE("a step is a node, and text nests no deeper than a parser reads") {
  constexpr int longest = residue_chains<1>::longest;
  residue_chains<1000> f;
  f.start(5000, 0);
  for (i64 k = 1; k <= 1000; ++k) f.add(5 * k - 1, k * 389 % 1009);
  f.add(4999, 1000 * 389 % 1009);
  CHECK(f.steps() == 1000);
  CHECK(f.chains() == (1000 + longest - 1) / longest);
  const function_map m(f, 5000);
  CHECK(m.t->nodes == 1 + 1000 + 6 * f.chains());
  map_tree one = *m.t;
  one.result[0] = one.operand(one.result[0], 1);
  one.nodes = one.result[0] + 1;
  CHECK_FALSE(check_nesting(one));
  f.start(10, -7);
  CHECK(f.chains() == 0);
  CHECK(f.rest() == -7);
}
