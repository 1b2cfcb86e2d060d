#include "mercator/symbolic/rereading.hpp"

#include <doctest/doctest.h>

#include <memory>

#include "mercator/symbolic/settle.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"
#include "test/support/tensor_maps.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::text_of;
using mercator_test::tree_of;

/// Whether the only result, spelled, is known to give the line that it was spelled from.
bool is_read_again(const std::string& expression) {
  const auto t = tree_of("(d0, d1) -> (" + expression + "), domain: d0 in [0, 99], d1 in [0, 1679]");
  const auto f = std::make_unique<form>(*t);
  const auto d = std::make_unique<display>(f->p);
  const int line = f->m.result[0], spelled = d->spell(line);
  return rereading(f->p, *d).gives(spelled, line);
}

}  // namespace

TEST_CASE("sums of variables, digits and lone quotients of quotients are read again as they were") {
  CHECK(is_read_again("d0 * 3 + d1 - 5"));
  CHECK(is_read_again("(d0 mod 5) * 2 + d1 floordiv 10"));
  CHECK(is_read_again("((d0 * 1680 + d1) floordiv 50) mod 14"));
  CHECK(is_read_again("((d0 * 1680 + d1) floordiv 700) mod 6"));
}

TEST_CASE("of what else is divided nothing is known") {
  CHECK_FALSE(is_read_again("max(d0, d1)"));
  CHECK_FALSE(is_read_again("(max(d0, d1) * 5 + d0) floordiv 7"));
  CHECK_FALSE(is_read_again("(d0 + (d1 * 3 + 1) floordiv 7 + (d0 * 5 + d1) floordiv 11) floordiv 6"));
}

TEST_CASE("maps whose results are read again are simplified to themselves") {
  mercator_test::tensor_maps maps(static_cast<std::uint64_t>(mercator_test::argument("seed", 67)));
  int known = 0;
  for (int k = 0; k < 2000; ++k) {
    const auto t = tree_of(maps.next());
    if (t->constraints != 0) continue;
    const auto f = std::make_unique<form>(*t);
    auto once = std::make_unique<map_tree>();
    if (simplify(f->m, *once, t.get()) != certainty::settled || !f->fits() || once->full) continue;
    ++known;
    const auto again = std::make_unique<form>(*once);
    auto twice = std::make_unique<map_tree>();
    simplify(again->m, *twice, once.get());
    CHECK(text_of(*twice) == text_of(*once));
  }
  CHECK(known > 500);
}

TEST_CASE("a quotient is looked at again where its mirror image is there") {
  const std::string once = mercator_test::simplified_text(
      "(d0, d1) -> ((d0 * -28 - 7) floordiv 72 + (((d1 * 24 - d0) floordiv 41) floordiv 12) * -2), domain: d0 in [0, "
      "1], d1 in [3, 81]");
  CHECK(once == "(d0, d1) -> (((d1 * 2 - d0) floordiv 41) * -2 - 1), domain: d0 in [0, 1], d1 in [3, 81]");
  CHECK(mercator_test::simplified_text(once) == once);
}
