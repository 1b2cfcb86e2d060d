#include "mercator/symbolic/case_splits.hpp"

#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/runtime.hpp"
#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/evaluate.hpp"
#include "mercator/symbolic/points.hpp"
#include "mercator/symbolic/simplify.hpp"
#include "test/arguments.hpp"
#include "test/support/reference.hpp"

using namespace mercator;
using symbolic::map_form;
using symbolic::map_tree;
using symbolic::pool;

TEST_CASE("the cases of a map have each of its points once, and its results there") {
  mercator_test::random_maps::options o;
  o.max_points = 300;
  mercator_test::random_maps maps(191, o);
  int splits_made = 0, residues = 0;
  const auto written = std::make_unique<map_tree>(), part = std::make_unique<map_tree>();
  for (long long k = mercator_test::argument("cases", 600); k > 0; --k) {
    const std::string text = maps.next();
    CAPTURE(text);
    const auto m = runtime_map::parse(text);
    REQUIRE(m);
    *written = map_tree();
    m->write(*written);
    if (written->known_empty) continue;
    for (int split = 0, count = 1; split < count; ++split) {
      std::vector<std::vector<i64>> found;
      i64 cases = 1;
      bool fits = true;
      for (i64 number = 0; number < cases && fits; ++number) {
        const auto p = std::make_unique<pool>(), q = std::make_unique<pool>();
        map_form whole(*p), form(*q);
        symbolic::lower(*written, whole);
        symbolic::simplify_domain(whole);
        const symbolic::case_splits splits(whole);
        count = whole.known_empty ? 0 : splits.count();
        if (split >= count) break;
        cases = splits.cases(split);
        splits.extract(split, number, form);
        *part = map_tree();
        symbolic::simplify(form, *part);
        fits = !p->full && !p->overflow && !q->full && !q->overflow && !part->full;
        if (!fits || part->known_empty) continue;
        ++splits_made;
        residues += splits.scaled_variable(split) >= 0;
        i64 at[symbolic::limits::variables];
        for (int v = 0; v < part->variables(); ++v) at[v] = part->box[v].lo;
        do {
          i64 results[symbolic::limits::results], expected[symbolic::limits::results];
          if (!symbolic::evaluate_inside(*part, at, results)) continue;
          std::vector<i64> point(at, at + part->variables());
          if (const int v = splits.scaled_variable(split); v >= 0) {
            i64& x = point[static_cast<std::size_t>(v)];
            x = x * splits.factor(split) + splits.residue(split, number);
          }
          REQUIRE(symbolic::evaluate_inside(*written, point.data(), expected));
          for (int i = 0; i < part->results; ++i) REQUIRE(results[i] == expected[i]);
          found.push_back(point);
        } while (symbolic::next_point(at, part->box, 0, part->variables()));
      }
      if (split >= count || !fits) continue;
      std::sort(found.begin(), found.end());
      REQUIRE(std::adjacent_find(found.begin(), found.end()) == found.end());
      std::size_t points = 0;
      i64 at[symbolic::limits::variables];
      for (int v = 0; v < written->variables(); ++v) at[v] = written->box[v].lo;
      do points += symbolic::contains(*written, at);
      while (symbolic::next_point(at, written->box, 0, written->variables()));
      REQUIRE(found.size() == points);
    }
  }
  CHECK(splits_made > 500);
  CHECK(residues > 50);
}
