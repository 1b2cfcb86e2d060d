#include "mercator/symbolic/settle.hpp"

#include <doctest/doctest.h>

#include "mercator/symbolic/cost.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"
#include "test/support/tensor_maps.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::simplified;
using mercator_test::simplified_text;
using mercator_test::text_of;
using mercator_test::tree_of;

}  // namespace

TEST_CASE("what is simplified stays as it is, and costs no more than it did") {
  mercator_test::tensor_maps maps(43);
  long long compared = 0, dearer = 0, changed = 0;
  const long long cases = mercator_test::argument("cases", 4000);
  for (long long k = 0; k < cases; ++k) {
    const auto t = tree_of(maps.next());
    const auto once = t ? simplified(*t) : nullptr;
    if (!once) continue;
    ++compared;
    dearer += cost(*once) > cost(*t);
    const auto twice = simplified(*tree_of(text_of(*once)));
    changed += !twice || text_of(*twice) != text_of(*once);
  }
  CHECK(compared > cases * 3 / 4);
  CHECK(dearer == 0);
  CHECK(changed <= cases / 1000);
}

TEST_CASE("two spellings that become each other are one") {
  const std::string box = "), domain: d0 in [-1000003, 1000003]";
  const std::string a = simplified_text("(d0) -> (((d0 + (d0 + 4) floordiv 6) mod 2) * -1 + 1" + box);
  const std::string b = simplified_text("(d0) -> ((d0 + (d0 + 10) floordiv 6) mod 2" + box);
  CHECK(simplified_text(a) == a);
  CHECK(simplified_text(b) == b);
}

TEST_CASE("trees and normal forms are compared whole") {
  const auto a = tree_of("(d0) -> (d0 floordiv 2 + 1), domain: d0 in [0, 9]");
  const auto b = tree_of("(d0) -> (d0 floordiv 2 + 2), domain: d0 in [0, 9]");
  const auto c = tree_of("(d0) -> (d0 floordiv 2 + 1), domain: d0 in [0, 8]");
  CHECK(detail::same_tree(*a, *a));
  CHECK_FALSE(detail::same_tree(*a, *b));
  CHECK_FALSE(detail::same_tree(*a, *c));
  CHECK(detail::comes_before(*a, *b) != detail::comes_before(*b, *a));
}
