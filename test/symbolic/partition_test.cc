// Disjoint and covering domains, against all their points.
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/symbolic/evaluate.hpp"
#include "mercator/symbolic/parse.hpp"
#include "mercator/symbolic/partition.hpp"

namespace sym = mercator::symbolic;
using mercator::i64;

namespace {

struct domain {
  sym::map_tree tree;
  sym::pool lines;
  sym::map_form form{lines};

  explicit domain(const std::string& text) {
    const sym::parse_error error = sym::parse(text.c_str(), static_cast<int>(text.size()), tree);
    CAPTURE(text);
    REQUIRE(!error);
    sym::lower(tree, form);
  }
};

struct question {
  domain whole;
  std::vector<std::unique_ptr<domain>> parts;

  explicit question(const std::string& w, const std::vector<std::string>& texts) : whole(w) {
    for (const std::string& text : texts) parts.push_back(std::make_unique<domain>(text));
  }

  std::unique_ptr<sym::partition> asked() const {
    auto out = std::make_unique<sym::partition>(whole.form);
    for (const auto& part : parts) out->add(part->form);
    return out;
  }

  int parts_with(const i64* point) const {
    int count = 0;
    for (const auto& part : parts) count += sym::contains(part->tree, point);
    return count;
  }
};

sym::truth covered(const std::string& whole, const std::vector<std::string>& parts, int budget = 10'000) {
  return question(whole, parts).asked()->covered(budget).is;
}
sym::truth disjoint(const std::string& whole, const std::vector<std::string>& parts, int budget = 10'000) {
  return question(whole, parts).asked()->disjoint(budget).is;
}

}  // namespace

TEST_CASE("written out") {
  const std::string line = "(d0) -> (), domain: d0 in [0, 9]";
  const auto part = [](int lo, int hi) {
    return "(d0) -> (), domain: d0 in [" + std::to_string(lo) + ", " + std::to_string(hi) + "]";
  };
  CHECK(covered(line, {part(0, 4), part(5, 9)}) == sym::truth::yes);
  CHECK(covered(line, {part(5, 12), part(-3, 4)}) == sym::truth::yes);
  CHECK(covered(line, {part(0, 4), part(6, 9)}) == sym::truth::no);
  CHECK(covered(line, {}) == sym::truth::no);
  CHECK(covered("(d0) -> (), domain: KNOWN EMPTY", {}) == sym::truth::yes);
  CHECK(covered("() -> ()", {}) == sym::truth::no);
  CHECK(covered("() -> ()", {"() -> ()"}) == sym::truth::yes);
  CHECK(disjoint("() -> ()", {"() -> ()", "() -> ()"}) == sym::truth::no);
  CHECK(disjoint(line, {part(0, 4), part(5, 9)}) == sym::truth::yes);
  CHECK(disjoint(line, {part(0, 5), part(5, 9)}) == sym::truth::no);
  CHECK(disjoint(line, {part(0, 5), "(d0) -> (), domain: KNOWN EMPTY"}) == sym::truth::yes);
  // Domains are looked at within the whole one.
  CHECK(disjoint(line, {part(0, 15), part(12, 19)}) == sym::truth::yes);

  const std::string far = "(d0) -> (), domain: d0 in [0, 999999999]";
  const auto residue = [](int r) {
    return "(d0) -> (), domain: d0 in [0, 999999999], d0 mod 3 in [" + std::to_string(r) + ", " + std::to_string(r) +
           "]";
  };
  CHECK(covered(far, {residue(0), residue(1), residue(2)}, 0) == sym::truth::yes);
  CHECK(disjoint(far, {residue(0), residue(1), residue(2)}, 0) == sym::truth::yes);
  CHECK(covered(far, {residue(0), residue(2)}) == sym::truth::no);
  CHECK(covered(far, {residue(0), residue(2)}, 0) == sym::truth::undecided);
}

TEST_CASE("a window that stands anywhere, and what is outside of it") {
  const std::string box = "d0 in [0, 99999], d1 in [0, 99999], rt0 in [0, 99000], rt1 in [0, 99500]";
  const std::string whole = "(d0, d1){rt0, rt1} -> (), domain: " + box;
  const std::vector<std::string> parts{whole + ", d0 - rt0 in [0, 999], d1 - rt1 in [0, 499]",
                                       whole + ", d0 - rt0 in [-99000, -1]", whole + ", d0 - rt0 in [1000, 99999]",
                                       whole + ", d0 - rt0 in [0, 999], rt1 - d1 in [1, 99500]",
                                       whole + ", d0 - rt0 in [0, 999], 2 * d1 - 2 * rt1 in [999, 199998]"};
  CHECK(disjoint(whole, parts, 0) == sym::truth::yes);
  CHECK(covered(whole, parts, 0) == sym::truth::yes);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::vector<std::string> fewer = parts, more = parts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
    more.push_back(parts[k]);
    const question q(whole, fewer);
    const sym::ruling r = q.asked()->covered(100);
    REQUIRE(r.is == sym::truth::no);
    CHECK(sym::contains(q.whole.tree, r.point));
    CHECK(q.parts_with(r.point) == 0);
    const sym::ruling twice = question(whole, more).asked()->disjoint(100);
    REQUIRE(twice.is == sym::truth::no);
    CHECK(question(whole, more).parts_with(twice.point) == 2);
  }
}

TEST_CASE("random domains, against all points") {
  std::mt19937 random(1);
  const auto draw = [&](i64 lo, i64 hi) { return std::uniform_int_distribution<i64>(lo, hi)(random); };
  const auto interval = [&](i64 lo, i64 hi, i64 least) {
    const i64 first = draw(lo, hi);
    return "[" + std::to_string(first) + ", " + std::to_string(first + draw(least, hi - lo)) + "]";
  };
  const auto domain_text = [&](bool whole) {
    std::string out = "(d0, d1)[s0] -> (), domain: d0 in " + interval(-2, whole ? 0 : 2, whole ? 2 : -1) + ", d1 in " +
                      interval(-1, 1, whole ? 2 : 0) + ", s0 in " + interval(0, 1, whole ? 1 : 0);
    for (i64 k = draw(0, 2); k > 0; --k) {
      const std::string line = std::to_string(draw(-2, 2)) + " * d0 + " + std::to_string(draw(-2, 2)) + " * d1 + s0";
      switch (draw(0, 3)) {
        case 0:
          out += ", " + line + " in " + interval(-2, 2, 0);
          break;
        case 1:
          out += ", (" + line + ") mod " + std::to_string(draw(2, 3)) + " in " + interval(0, 1, 0);
          break;
        case 2:
          out += ", max(" + line + ", d1) in " + interval(-1, 2, 0);
          break;
        default:
          out += ", (" + line + ") floordiv 2 in " + interval(-1, 1, 0);
      }
    }
    return out;
  };
  int covers = 0, not_covers = 0, apart = 0, not_apart = 0;
  for (int round = 0; round < 1500; ++round) {
    std::vector<std::string> texts;
    for (i64 k = draw(1, 5); k > 0; --k) texts.push_back(domain_text(false));
    const question q(domain_text(true), texts);
    bool all = true, once = true;
    for (i64 a = -8; a <= 8; ++a)
      for (i64 b = -8; b <= 8; ++b)
        for (i64 s = -4; s <= 8; ++s) {
          const i64 point[] = {a, b, s};
          if (!sym::contains(q.whole.tree, point)) continue;
          all = all && q.parts_with(point) > 0;
          once = once && q.parts_with(point) < 2;
        }
    const sym::ruling c = q.asked()->covered(100'000), d = q.asked()->disjoint(100'000);
    CHECK(c.is == (all ? sym::truth::yes : sym::truth::no));
    CHECK(d.is == (once ? sym::truth::yes : sym::truth::no));
    if (c.is == sym::truth::no) {
      CHECK(sym::contains(q.whole.tree, c.point));
      CHECK(q.parts_with(c.point) == 0);
    }
    if (d.is == sym::truth::no) {
      CHECK(sym::contains(q.whole.tree, d.point));
      CHECK(q.parts_with(d.point) >= 2);
    }
    const sym::ruling quick = q.asked()->covered(0);
    CHECK((quick.is == sym::truth::undecided || quick.is == c.is));
    (all ? covers : not_covers) += 1;
    (once ? apart : not_apart) += 1;
  }
  MESSAGE(covers << " cover, " << apart << " are disjoint");
  CHECK(covers > 50);
  CHECK(not_covers > 50);
  CHECK(apart > 50);
  CHECK(not_apart > 50);
}
