// Runtime variables replaced by constants and expressions, by the definition at every point.
#include <doctest/doctest.h>

#include "mercator/symbolic/fold.hpp"
#include "mercator/symbolic/parse.hpp"
#include "mercator/symbolic/print.hpp"
#include "mercator/symbolic/simplify.hpp"
#include "test/arguments.hpp"
#include "test/support/reference.hpp"

using mercator::i64;
using namespace mercator::symbolic;
using mercator_test::tree_of;

namespace {

i64 clamped(i64 x, mercator::interval r) { return x < r.lo ? r.lo : x > r.hi ? r.hi : x; }

/// Whether `folded` is m with value(point without the variable) in the variable's place, at every point of the
/// box of the others; `defined` says where the value is there.
template <class Value, class Defined>
bool is_folded(const map_tree& m, int variable, beyond what, const map_tree& folded, const Value& value,
               const Defined& defined) {
  const int at = m.dims + m.ranges + variable;
  const mercator::interval allowed = m.box[at];
  map_tree box;
  box.dims = m.dims, box.ranges = m.ranges, box.runtimes = m.runtimes - 1;
  for (int v = 0, next = 0; v < m.variables(); ++v)
    if (v != at) box.box[next++] = m.box[v];
  return mercator_test::for_each_point(box, [&](const mercator_test::point& p) {
    const i64 x = value(p);
    mercator_test::point whole = p;
    whole.insert(whole.begin() + at, clamped(x, allowed));
    bool inside = defined(p) && !allowed.empty() && mercator_test::in_domain(m, whole);
    if (what == beyond::excluded && !allowed.contains(x)) inside = false;
    if (mercator_test::in_domain(folded, p) != inside) return false;
    for (int k = 0; inside && k < m.results; ++k)
      if (mercator_test::value_of(folded, folded.result[k], p) != mercator_test::value_of(m, m.result[k], whole))
        return false;
    return true;
  });
}

map_tree simplified(map_form& m) {
  map_tree out;
  simplify(m, out);
  REQUIRE_FALSE(m.p.full);
  REQUIRE_FALSE(m.p.overflow);
  return out;
}

}  // namespace

TEST_CASE("constants and expressions in place of runtime variables of random maps") {
  mercator_test::random_maps::options o;
  o.max_points = 300;
  mercator_test::random_maps maps(5, o), values(6, o);
  const auto count = mercator_test::argument("cases", 3000);
  int folds = 0;
  for (long long k = 0; k < count; ++k) {
    const std::string text = maps.next();
    const auto m = tree_of(text);
    if (!m || m->known_empty || m->runtimes == 0) continue;
    CAPTURE(text);
    pool p;
    map_form form(p);
    lower(*m, form);
    const int variable = static_cast<int>(k % m->runtimes);
    for (const beyond what : {beyond::clamped, beyond::excluded}) {
      for (const i64 constant : {i64{-20}, i64{0}, i64{3}, i64{40}}) {
        CAPTURE(constant);
        pool q;
        map_form out(q);
        fold_runtime(form, variable, constant, what, out);
        CHECK(is_folded(
            *m, variable, what, simplified(out), [&](const auto&) { return constant; },
            [](const auto&) { return true; }));
      }
      const auto value = tree_of(values.next(m->dims, 1));
      if (!value || value->known_empty || value->ranges != m->ranges || value->runtimes != 0) continue;
      pool lines, q;
      map_form with(lines), out(q);
      lower(*value, with);
      fold_runtime(form, variable, with, what, out);
      const map_tree folded = simplified(out);
      const auto part = [&](const mercator_test::point& at) {
        return mercator_test::point(at.begin(), at.begin() + m->dims + m->ranges);
      };
      CHECK(is_folded(
          *m, variable, what, folded,
          [&](const auto& at) { return static_cast<i64>(mercator_test::value_of(*value, value->result[0], part(at))); },
          [&](const auto& at) { return mercator_test::in_domain(*value, part(at)); }));
      ++folds;
    }
  }
  CHECK(folds > 20);
}
