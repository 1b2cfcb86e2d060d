#include "mercator/symbolic/written_spelling.hpp"

#include <doctest/doctest.h>

#include <memory>

#include "mercator/symbolic/cost.hpp"
#include "mercator/symbolic/tree_writer.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::form;
using mercator_test::text_of;
using mercator_test::tree_of;

/// The map with its results spelled as they are written, without constraints; null where that does not fit.
std::unique_ptr<map_tree> respelled(const map_tree& t) {
  const auto f = std::make_unique<form>(t);
  auto out = std::make_unique<map_tree>();
  out->dims = t.dims, out->ranges = t.ranges, out->runtimes = t.runtimes;
  for (int v = 0; v < t.variables(); ++v) out->box[v] = t.box[v];
  const auto d = std::make_unique<display>(f->p);
  const auto written = std::make_unique<written_spelling>(f->p, *d, t);
  arrangement order(f->p, *d);
  tree_writer to(*out);
  to.use(&order);
  for (int i = 0; i < t.results; ++i) {
    const int spelled = written->spell(t.result[i]);
    if (spelled == no_line || !f->fits()) return nullptr;
    to.add_result(order.line(spelled));
  }
  return out;
}

std::string spelling_of(const std::string& expression) {
  const std::string text = "(d0, d1) -> (" + expression + "), domain: d0 in [0, 99], d1 in [0, 99]";
  const std::string out = text_of(*respelled(*tree_of(text)));
  return out.substr(13, out.find("), domain:") - 13);
}

}  // namespace

TEST_CASE("divisions that bounds or the divisor make cheaper are made so") {
  CHECK(spelling_of("(d0 mod 5 * 7 + d1 * 6 + 12) mod 6") == "d0 mod 5");
  CHECK(spelling_of("(d0 * 8 + d1) mod 7") == "(d0 + d1) mod 7");
  CHECK(spelling_of("(d0 mod 9) mod 12") == "d0 mod 9");
  CHECK(spelling_of("(d0 mod 9 + 1) floordiv 12 + d1") == "d1");
  CHECK(spelling_of("(min(d0, 4) + d1 mod 3) floordiv 7") == "0");
  CHECK(spelling_of("(d0 mod -9) mod 12") == "(d0 mod -9) mod 12");
}

TEST_CASE("a map spelled as it is written is the map, and no dearer") {
  mercator_test::random_maps::options options;
  options.constraints = options.empty_intervals = false;
  options.max_points = 300;
  mercator_test::random_maps maps(41, options);
  long long compared = 0, dearer = 0;
  const long long cases = mercator_test::argument("cases", 3000);
  mercator_test::for_random_maps(maps, cases, [&](const map_tree& t) {
    const auto out = respelled(t);
    if (!out) return;
    ++compared;
    dearer += cost(*out) > cost(t);
    const std::string where = mercator_test::disagreement(t, *out);
    REQUIRE_MESSAGE(where.empty(), where);
  });
  CHECK(compared > cases - cases / 20);
  CHECK(dearer == 0);
}

TEST_CASE("a maximum or minimum is one, whichever operand comes first") {
  CHECK(spelling_of("(max(d0, 5) + max(5, d0) - 2) mod 8") == "(max(d0, 5) * 2 - 2) mod 8");
  CHECK(spelling_of("min(d0, d1) - min(d1, d0)") == "0");
  CHECK(spelling_of("max(d0, 5) + min(5, d0)") == "min(d0, 5) + max(d0, 5)");
}

TEST_CASE("divisions stay, sums are put together, ceildiv is a floordiv") {
  CHECK(spelling_of("((d0 * 5) mod 12) mod 5") == "((d0 * 5) mod 12) mod 5");
  CHECK(spelling_of("d1 + d0 + d1") == "d0 + d1 * 2");
  CHECK(spelling_of("(d0 + 1) ceildiv 4") == "(d0 + 4) floordiv 4");
  CHECK(spelling_of("d0 ceildiv -4") == "-(d0 floordiv 4)");
  CHECK(spelling_of("d0 mod -4 + 7 mod 4 + d1 floordiv -1") == "d0 mod -4 - d1 + 3");
  CHECK(spelling_of("min(d0, d0) + max(3, 4)") == "d0 + 4");
}
