// Random maps through the whole engine, against trying every point. --cases=N for more of them, --seed=N for
// others.
#include <doctest/doctest.h>

#include "mercator/symbolic/cost.hpp"
#include "test/arguments.hpp"
#include "test/support/forms.hpp"
#include "test/support/variants.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
using mercator_test::point;
using mercator_test::random_maps;
using mercator_test::random_numbers;
using mercator_test::simplified;
using mercator_test::text_of;
using mercator_test::tree_of;

std::uint64_t seed() { return static_cast<std::uint64_t>(mercator_test::argument("seed", 1)); }

/// What became of the maps of a test.
struct tally {
  long long maps = 0, no_room = 0, dearer = 0, changed_again = 0;

  void check(long long cases) const {
    CHECK(no_room <= cases / 200 + 1);
    CHECK(dearer == 0);
    CHECK(changed_again <= cases / 500);
    MESSAGE(maps << " maps: " << no_room << " too large, " << dearer << " dearer, " << changed_again
                 << " simplified further the second time");
  }
};

void check_simplified(const map_tree& t, tally& count) {
  ++count.maps;
  const auto out = simplified(t);
  if (!out) {
    ++count.no_room;
    return;
  }
  const std::string where = mercator_test::disagreement(t, *out);
  REQUIRE_MESSAGE(where.empty(), where);
  REQUIRE_FALSE(check_range(*out));
  const std::string text = text_of(*out);
  const auto read = tree_of(text);
  REQUIRE_MESSAGE(read, text);
  REQUIRE(text_of(*read) == text);
  count.dearer += cost(*out) > cost(t);
  const auto again = simplified(*read);
  if (!again || text_of(*again) != text) ++count.changed_again;
  if (again) REQUIRE(mercator_test::agrees(*out, *again));
}

void check_random_maps(random_maps::options options, long long cases) {
  random_maps maps(seed(), options);
  cases = mercator_test::argument("cases", cases);
  tally count;
  mercator_test::for_random_maps(maps, cases, [&](const map_tree& t) { check_simplified(t, count); });
  count.check(cases);
}

// ---- large numbers

const i64 sizes[] = {i64{1} << 31, (i64{1} << 31) - 1, i64{1} << 40, (i64{1} << 61) + 3, (i64{1} << 62) - 1};

interval large_interval(random_numbers& random) {
  const i64 a = random.one_of({sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]});
  const i64 lo = random.one_of<i64>({0, 0, -a, a - 3, -5});
  return {lo, random.one_of<i64>({a, a, lo + 7, lo}) < lo ? lo : random.one_of<i64>({a, a, lo + 7})};
}

/// The map with some intervals, factors and divisors as large as numbers are, or null where its values may not
/// fit.
std::unique_ptr<map_tree> enlarged(const map_tree& t, random_numbers& random) {
  auto out = std::make_unique<map_tree>(t);
  if (t.known_empty) return nullptr;
  for (int v = 0; v < t.variables(); ++v)
    if (random.one_in(2)) out->box[v] = large_interval(random);
  for (int n = 0; n < t.nodes; ++n) {
    const bool scales = t.kind[n] == op::product || t.kind[n] == op::floordiv || t.kind[n] == op::ceildiv ||
                        t.kind[n] == op::mod || t.kind[n] == op::constant;
    if (scales && t.value[n] != 0 && random.one_in(5))
      out->value[n] = random.one_of<i64>({1, -1}) * sizes[random.below(5)];
  }
  for (int i = 0; i < t.constraints; ++i)
    if (random.one_in(2))
      out->constraint_range[i] = random.one_in(2) ? large_interval(random) : interval{-(i64{1} << 62), 9};
  return check_range(*out) ? nullptr : std::move(out);
}

/// A point of the box; often one of its corners, or near one.
point random_point(const map_tree& t, random_numbers& random) {
  point out;
  for (int v = 0; v < t.variables(); ++v) {
    const interval r = t.box[v];
    if (r.empty()) return {};
    const i64 x = random.in(r.lo, r.hi), near = random.in(0, 20);
    out.push_back(
        random.one_of({r.lo, r.hi, x, r.hi - r.lo > near ? r.lo + near : x, r.hi - r.lo > near ? r.hi - near : x}));
  }
  return out;
}

bool check_points(const map_tree& a, const map_tree& b, random_numbers& random) {
  for (const map_tree* t : {&a, &b})
    for (int k = 0; k < 40 && !t->known_empty; ++k) {
      const point at = random_point(*t, random);
      if (static_cast<int>(at.size()) == t->variables() && mercator_test::differ_at(a, b, at)) return false;
    }
  return true;
}

}  // namespace

TEST_CASE("a simplified map is the map that it was") { check_random_maps({}, 3000); }

TEST_CASE("shallow maps on larger boxes") {
  random_maps::options options;
  options.max_depth = 1;
  options.max_points = 6000;
  check_random_maps(options, 2000);
}

TEST_CASE("maps with names") {
  random_maps::options options;
  options.named = true;
  options.max_points = 300;
  check_random_maps(options, 1000);
}

TEST_CASE("large numbers are right or refused") {
  random_maps::options options;
  options.max_depth = 2;
  random_maps maps(seed() + 1, options);
  random_numbers random(seed() + 2);
  const long long cases = mercator_test::argument("cases", 4000);
  long long compared = 0, refused = 0, unsafe = 0;
  mercator_test::for_random_maps(maps, cases, [&](const map_tree& small) {
    const auto t = enlarged(small, random);
    if (!t) return;
    const auto out = simplified(*t);
    if (!out) {
      ++refused;
      return;
    }
    ++compared;
    if (check_range(*out)) ++unsafe;
    REQUIRE_MESSAGE(check_points(*t, *out, random), text_of(*t) << "\n" << text_of(*out));
  });
  CHECK(compared > cases / 10);
  CHECK(unsafe == 0);  // what passes the check can be evaluated in 64 bits
  MESSAGE(compared << " compared, " << refused << " refused");
}

TEST_CASE("compositions of simplified maps are compositions of the maps") {
  random_maps::options options;
  options.max_points = 80;
  options.max_depth = 2;
  random_maps maps(seed() + 3, options);
  const long long cases = mercator_test::argument("cases", 1500);
  for (long long k = 0; k < cases; ++k) {
    const auto first = tree_of(maps.next(2, 2)), second = tree_of(maps.next(2, 1));
    if (!first || !second) continue;
    const auto a = simplified(*first), b = simplified(*second);
    if (!a || !b) continue;
    mercator_test::form f(*first), g(*second), written, x(*a), y(*b), canonical;
    compose(f.m, g.m, written.m);
    compose(x.m, y.m, canonical.m);
    const auto one = simplified(written), other = simplified(canonical);
    if (one && other) REQUIRE(mercator_test::agrees(*one, *other));
  }
}
