#include "mercator/symbolic/settle.hpp"

#include <doctest/doctest.h>

#include <array>

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

/// How often simplification claims to know something of the map, as it is written or not, and how often another round
/// shows that it was wrong.
struct claims {
  long long made = 0, wrong = 0;

  void look_at(const map_tree& t, const map_tree* written) {
    mercator_test::form f(t);
    map_tree out;
    if (!f.fits()) return;
    const certainty known = mercator::symbolic::simplify(f.m, out, written);
    if (!f.fits() || out.full) return;
    made += known != certainty::none;
    if (known != certainty::settled) settle(known == certainty::one_spelling ? &f.m : nullptr, out);
    map_tree again = out;
    settle(nullptr, again);
    wrong += !mercator::symbolic::detail::same_tree(out, again);
  }
};

}  // namespace

TEST_CASE("what is claimed to be settled is") {
  mercator_test::tensor_maps tensors(44);
  mercator_test::random_maps::options tiny;
  tiny.max_points = 12;
  mercator_test::random_maps maps(45, tiny);
  const auto found = std::make_unique<claims>();
  const long long cases = mercator_test::argument("cases", 3000);
  for (long long k = 0; k < cases; ++k) {
    const auto t = tree_of(k % 2 == 0 ? tensors.next() : maps.next());
    if (!t) continue;
    found->look_at(*t, t.get());
    found->look_at(*t, nullptr);
  }
  CHECK(found->made > cases);
  CHECK(found->wrong == 0);
}

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
  CHECK(changed == 0);
}

TEST_CASE("a simplified map and its text take as much room") {
  mercator_test::tensor_maps tensors(47);
  mercator_test::random_maps maps(48);
  const auto room = [](const map_tree& t) {
    mercator_test::form f(t);
    map_tree out;
    const int atoms = f.p.atoms, terms = f.p.terms, lines = f.p.lines;
    mercator::symbolic::simplify(f.m, out, &t);
    return std::array{atoms, terms, lines, f.p.terms, f.p.lines};
  };
  long long compared = 0, different = 0;
  const long long cases = mercator_test::argument("cases", 2000);
  for (long long k = 0; k < cases; ++k) {
    const auto t = tree_of(k % 2 == 0 ? tensors.next() : maps.next());
    const auto once = t ? simplified(*t) : nullptr;
    if (!once || once->known_empty) continue;
    ++compared;
    different += room(*once) != room(*tree_of(text_of(*once)));
  }
  CHECK(compared > cases / 2);
  CHECK(different == 0);
}

TEST_CASE("maps that leave little room stay as they are") {
  // digits transposed and reshaped, which the search for spellings has no room for to the end
  const std::string index = "(rt0 * 42 + d0 * 7 + d1)";
  const std::string turned =
      "((" + index + " floordiv 27 mod 14) * 27 + (" + index + " mod 9) * 3 + (" + index + " floordiv 9 mod 3))";
  const std::string digits =
      simplified_text("(d0, d1){rt0} -> (" + turned + " floordiv 63, " + turned + " floordiv 21 mod 3, " + turned +
                      " floordiv 7 mod 3, " + turned + " mod 7), domain: d0 in [0, 5], d1 in [0, 6], rt0 in [0, 8]");
  CHECK(simplified_text(digits) == digits);
  mercator_test::random_maps::options o;
  o.constraints = false;
  mercator_test::random_maps maps(49, o);
  long long crowded = 0, changed = 0;
  const long long cases = mercator_test::argument("cases", 100);
  for (long long k = 0; k < cases; ++k) {
    const auto t = tree_of(maps.next(2, 12));
    if (!t) continue;
    mercator_test::form f(*t);
    const auto once = simplified(f, t.get());
    if (!once || !is_crowded(f.p)) continue;
    ++crowded;
    const std::string text = text_of(*once);
    changed += simplified_text(text) != text;
  }
  CHECK(crowded > cases / 4);
  CHECK(changed == 0);
}

TEST_CASE("two spellings that become each other are one") {
  const std::string box = "), domain: d0 in [-1000003, 1000003]";
  const std::string a = simplified_text("(d0) -> (((d0 + (d0 + 4) floordiv 6) mod 2) * -1 + 1" + box);
  const std::string b = simplified_text("(d0) -> ((d0 + (d0 + 10) floordiv 6) mod 2" + box);
  CHECK(simplified_text(a) == a);
  CHECK(simplified_text(b) == b);
}

TEST_CASE("what is another form when it is read again is not settled before") {
  for (const char* map :
       {// found by its values
        "(d0) -> ((((d0 floordiv 2) mod 4) + (((d0 + 8) floordiv 2) mod 2) * 10) mod 7), domain: d0 in [0, 33]",
        // a constraint of quotients alone, whose sign their order decides
        "(d0){rt0} -> (7), domain: d0 in [0, 3], rt0 in [4, 11], rt0 mod 3 - rt0 mod 2 in [1, 1]",
        // quotients that are an atom's mirror image, which a factor of the divisor splits as the atom is not
        "(d0)[s0] -> (((((d0 * 6) mod 10 ceildiv -5) floordiv 8 - d0 * 3) mod 4 + s0 * 18) ceildiv 15 * 8 + s0 * 5), "
        "domain: d0 in [6, 7], s0 in [0, 24]",
        "()[s0, s1] -> ((s1 * 9 + s0 * 56 - 1) mod 16 * -3), domain: s0 in [0, 7], s1 in [0, 1]",
        "(d0, d1) -> ((d0 * 24 - d1 * 45 + 14) floordiv 2 * 20 mod 32), domain: d0 in [0, 24], d1 in [8, 9]",
        // a variable and a quotient of it, which tighten each other by little
        "(d0, d1) -> (d0 floordiv 5), domain: d0 in [0, 99999], d1 in [-1, 0], d1 * 8189 - d0 * 13 - "
        "((d0 + d1) * 3 mod 5) * 1024 in [-9215, -4096]",
        "(d0, d1) -> (d0), domain: d0 in [0, 99999], d1 in [0, 99999], (d0 - d1) * 16 + d0 mod 6 in [-5, -5]",
        // as it is written, which is another line when it is read
        "(d0, d1) -> ((((d1 * 2) mod 7 * 5 * -5) mod 2 * 2) mod 6 * 4), domain: d0 in [0, 42], d1 in [0, 9]",
        // a quotient of two values, which is linear when it is divided
        "(d0, d1) -> ((d0 * 6 + d1) mod 32 floordiv 16, (d0 * 6 + d1) floordiv 32), domain: d0 in [8, 11], d1 in [0, "
        "5]"}) {
    const std::string once = simplified_text(map);
    CHECK(simplified_text(once) == once);
  }
}

TEST_CASE("trees and normal forms are compared whole") {
  const auto a = tree_of("(d0) -> (d0 floordiv 2 + 1), domain: d0 in [0, 9]");
  const auto b = tree_of("(d0) -> (d0 floordiv 2 + 2), domain: d0 in [0, 9]");
  const auto c = tree_of("(d0) -> (d0 floordiv 2 + 1), domain: d0 in [0, 8]");
  CHECK(detail::same_tree(*a, *a));
  CHECK_FALSE(detail::same_tree(*a, *b));
  CHECK_FALSE(detail::same_tree(*a, *c));
  const auto d = tree_of("(d0) -> (d0 floordiv 2 + 1), domain: d0 in [0, 9], d0 mod 5 in [0, 2]");
  const auto e = tree_of("(d0) -> (d0 floordiv 2 + 1), domain: d0 in [0, 9], d0 mod 5 in [0, 3]");
  CHECK(detail::comes_before(*a, *b) != detail::comes_before(*b, *a));
  CHECK(detail::comes_before(*d, *e));
  CHECK_FALSE(detail::comes_before(*e, *d));
  CHECK_FALSE(detail::comes_before(*d, *d));
}

TEST_CASE("what is cheaper than the sum of its parts is found") {
  const struct {
    const char* map;
    i64 most;
  } cases[] = {
      // a difference of quotients, turned round
      {"(d0) -> (d0 floordiv 5 - (d0 + 9) floordiv 5), domain: d0 in [-99, 99]", 17},
      // a negative quotient with a constant, which goes inside
      {"(d0) -> (-((d0 + 2) floordiv 4)), domain: d0 in [-99, 99]", 9},
      {"(d0) -> (-8 - (d0 - 4) floordiv 9), domain: d0 in [-99, 99]", 9},
      // a sum of negative terms, which its constant begins
      {"(d0, d1) -> (-d0 - d1 - 4), domain: d0 in [0, 9], d1 in [0, 9]", 2},
      // a quotient that is shared is folded in with its multiples
      {"(d0, d1) -> ((((d0 floordiv 3) mod 2) * 5 + d1 * 3) floordiv 2), domain: d0 in [0, 40], d1 in [0, 9]", 29},
      // what quotients undo in a part they undo whole: (d0 mod 12) floordiv 3
      {"(d0, d1) -> ((((d0 * 8 + d1) mod 96 floordiv 3 * 6 + (d0 * 8 + d1) floordiv 96 * 3 + (d0 * 8 + d1) mod 3) mod "
       "192) floordiv 48), domain: d0 in [0, 23], d1 in [0, 7]",
       16},
      // residues of a mod as they are
      {"(d0, d1) -> ((d1 + (d0 + d1 + 2) floordiv 3) mod 2), domain: d0 in [0, 40], d1 in [0, 9]", 19},
  };
  for (const auto& c : cases) {
    CAPTURE(std::string(c.map));
    const auto t = tree_of(c.map);
    const auto out = simplified(*t);
    REQUIRE(out);
    CHECK(cost(*out) <= c.most);
    CHECK(mercator_test::agrees(*t, *out));
  }
}
