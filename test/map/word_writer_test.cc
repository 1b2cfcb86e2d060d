#include "mercator/map/word_writer.hpp"

#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "mercator/map/simplify.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using packing::packed;
using packing::term;

/// The map that words say, spelled out in full, so that records shared or not make no difference.
template <int Words>
class spelled_out {
 public:
  explicit spelled_out(const packed<Words>& from) : from_(from) {
    const map_counts c = from.counts;
    for (int v = 0; v < c.variables(); ++v) text += interval_text(2 * v);
    const int results = 2 * c.variables();
    for (int k = 0; k < c.results; ++k) text += " result " + line(word(results + k));
    for (int k = 0; k < from.constraints; ++k) {
      const int at = results + c.results + 3 * k;
      text += " constraint " + line(word(at)) + interval_text(at + 1);
    }
    if (from.constraints == packing::none_as_known_empty) text += " known empty";
  }

  std::string text;

 private:
  i64 word(i64 at) const {
    REQUIRE(at < from_.used);
    return from_.word[at];
  }
  std::string interval_text(int at) const {
    return " [" + std::to_string(word(at)) + ", " + std::to_string(word(at + 1)) + "]";
  }

  std::string line(i64 reference) const {
    const i64 form = reference % packing::forms, payload = reference / packing::forms;
    if (form == packing::lone_dimension) return "(" + term_text(1, term::dimension, payload) + ")";
    if (form == packing::lone_term)
      return "(" + term_text(1, static_cast<term>(payload % packing::kinds), payload / packing::kinds) + ")";
    const i64 dimensions = form >> 12, terms = dimensions + ((form & 4095) >> 1);
    std::string out = "(";
    for (i64 k = 0; k < terms; ++k) {
      const i64 coefficient = word(payload + 2 * k), code = word(payload + 1 + 2 * k);
      const term kind = k < dimensions ? term::dimension : static_cast<term>(code % packing::kinds);
      CHECK((kind == term::dimension) == (k < dimensions));
      out += term_text(coefficient, kind, k < dimensions ? code : code / packing::kinds);
    }
    if ((form & 1) != 0) out += std::to_string(word(payload + 2 * terms));
    return out + ")";
  }

  std::string term_text(i64 coefficient, term kind, i64 payload) const {
    std::string out = std::to_string(coefficient) + "*" + std::to_string(static_cast<int>(kind)) + ":";
    if (kind == term::dimension || kind == term::range || kind == term::runtime)
      out += std::to_string(payload);
    else if (kind == term::min || kind == term::max)
      out += line(word(payload)) + line(word(payload + 1));
    else if (kind == term::scaled)
      out += line(word(payload));
    else
      out += line(word(payload)) + "/" + std::to_string(word(payload + 1));
    return out + " ";
  }

  const packed<Words>& from_;
};

constexpr int plenty = 4096;

bool uses_quotients(const symbolic::map_form& m) {
  for (int k = 0; k < m.results; ++k)
    if (!m.p.has_only_variables(m.result[k])) return true;
  return false;
}

}  // namespace

TEST_CASE("what is written straight into words is what the tree says") {
  mercator_test::random_maps maps(77);
  long long done = 0, shared = 0, standing = 0;
  mercator_test::for_random_maps(maps, mercator_test::argument("cases", 4000), [&](const auto& tree) {
    const auto straight = std::make_unique<mercator_test::form>(tree),
               by_tree = std::make_unique<mercator_test::form>(tree);
    if (!straight->fits()) return;
    const auto words = std::make_unique<packed<plenty>>();
    if (!packing::write_simplified(straight->m, *words)) return;
    standing += uses_quotients(straight->m) && packing::all_stand(straight->m);
    const auto expected = std::make_unique<packed<plenty>>(packing::pack_simplified<plenty>(by_tree->m));
    REQUIRE(expected->state == packing::status::good);
    REQUIRE(words->state == packing::status::good);
    REQUIRE(words->counts == expected->counts);
    CHECK(words->key == expected->key);
    CHECK(spelled_out(*words).text == spelled_out(*expected).text);
    CHECK(words->used <= expected->used);
    shared += words->used < expected->used;
    ++done;
  });
  CHECK(done > 1000);
  CHECK(shared > 0);
  CHECK(standing > 10);
}

TEST_CASE("words that do not fit are counted") {
  mercator_test::form few("(d0) -> (d0 floordiv 3, d0 mod 3), domain: d0 in [0, 8]"),
      all("(d0) -> (d0 floordiv 3, d0 mod 3), domain: d0 in [0, 8]");
  packed<5> no_room;
  packed<plenty> room;
  CHECK(packing::write_simplified(few.m, no_room));
  CHECK(packing::write_simplified(all.m, room));
  CHECK(no_room.state == packing::status::no_room);
  CHECK(no_room.used == room.used);
}
