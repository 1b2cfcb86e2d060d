// for_each under each policy: every point once, and which points may meet on several threads.
#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/loops/code.hpp"
#include "mercator/loops/for_each_policy.hpp"
#include "mercator/map/compose.hpp"
#include "mercator/map/identity.hpp"
#include "mercator/map/literals.hpp"
#include "mercator/ops/pieces.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/transpose.hpp"
#include "test/loops/cases.hpp"

using namespace mercator;
using namespace mercator::literals;
using namespace mercator_test;

namespace {

using point = std::vector<i64>;

template <int N, int M>
point joined(const coord<N>& from, const coord<M>& to) {
  point out(from.indices, from.indices + N);
  out.insert(out.end(), to.indices, to.indices + M);
  return out;
}

/// Runs the parts one after the other, backwards, and parts without anything in them. Counts calls and parts.
struct backwards {
  i64 part = 1;
  i64 calls = 0, parts = 0;

  template <class Task>
  void operator()(i64 count, const Task& task) {
    CHECK(count > 0);
    ++calls;
    task(count, count);
    task(0, 0);
    for (i64 end = count; end > 0; end -= std::min(end, part), ++parts) task(std::max(end - part, i64{0}), end);
  }
};

template <class How, class Map>
std::vector<point> visited_by(How how, Map map) {
  std::vector<point> out;
  std::mutex one_at_a_time;
  for_each(how, map, [&](const auto& from, const auto& to) {
    const std::scoped_lock lock(one_at_a_time);
    out.push_back(joined(from, to));
  });
  return out;
}

/// Whether the points with the same dimensions are in order.
bool in_order_within(const std::vector<point>& visits, int dimensions) {
  std::map<point, point> last;
  for (const point& p : visits) {
    const auto [before, first] = last.try_emplace(point(p.begin(), p.begin() + dimensions), p);
    if (!first && !(before->second < p)) return false;
    before->second = p;
  }
  return true;
}

template <class Map>
void check(Map map) {
  std::vector<point> expected;
  every_point(map, [&](const auto& from, const auto& to) { expected.push_back(joined(from, to)); });
  CHECK(visited_by(in_order, map) == expected);
  two_threads threads;
  backwards small, large{3};
  const auto is_every_point = [&](std::vector<point> visits) {
    CHECK(in_order_within(visits, Map::counts.dimensions));
    std::sort(visits.begin(), visits.end());
    CHECK(visits == expected);
  };
  is_every_point(visited_by(unordered, map));
  is_every_point(visited_by(parallel(threads), map));
  is_every_point(visited_by(parallel(small), map));
  is_every_point(visited_by(parallel(large, unordered), map));
}

template <class Map>
i64 parts_of(Map map) {
  backwards executor;
  for_each(parallel(executor), map, [](const auto&, const auto&) {});
  return executor.parts;
}

}  // namespace

TEST_CASE("every point once, those with the same dimensions in order") {
  check(identity(shape<7, 5>{}));
  check(identity(shape<>{}));
  check(identity(shape<3, 0, 2>{}));
  check(ops::reduce(shape<4, 3, 5>{}, ops::axes<0, 2>{}).output_to_input<0>());
  check(
      "(d0)[s0] -> (d0 + s0), domain: d0 in [0, 9], s0 in [-2, 7], d0 + s0 in [3, 9], (d0 - s0 + 2) mod 3 in [1, 1]"_map);
  check("(d0, d1) -> (d0 floordiv 4, d0 mod 4, d1), domain: d0 in [2, 14], d1 in [0, 2]"_map);
  check("(d0, d1) -> (d0 - d1), domain: d0 in [0, 9], d1 in [-3, 9], d0 + d1 * 2 in [3, 9]"_map);
  check("(d0, d1) -> ((d0 * 7 + d1 * 5) floordiv 19, min(d0, d1 - 2)), domain: d0 in [-3, 10], d1 in [0, 12]"_map);
  check("(d0)[s0] -> (s0), domain: d0 in [4, 4], s0 in [0, 8]"_map);
  check("(d0) -> (d0), domain: KNOWN EMPTY"_map);
}

TEST_CASE("transposes in tiles") {
  check(ops::transpose(shape<64, 48>{}, perm<1, 0>{}).output_to_input<0>());
  check(ops::transpose(shape<37, 50>{}, perm<1, 0>{}).output_to_input<0>());
  check(ops::transpose(shape<17, 3, 40>{}, perm<2, 1, 0>{}).output_to_input<0>());
  check("(d0, d1) -> (d1, 5 - d0), domain: d0 in [-30, 5], d1 in [2, 25], d0 + d1 in [0, 20]"_map);
  check("(d0, d1)[s0] -> (s0, d1, d0), domain: d0 in [0, 20], d1 in [0, 32], s0 in [3, 3]"_map);
}

TEST_CASE("tiles are seen in the code") {
  const std::string code(
      to_code(unordered, ops::transpose(shape<64, 48>{}, perm<1, 0>{}).output_to_input<0>()).c_str());
  CHECK(code == R"(void nest(void) {
  for (int i0 = 0; i0 < 3; ++i0) {
    for (int i1 = 0; i1 < 4; ++i1) {
      for (int i2 = 0; i2 < 16; ++i2) {
        for (int i3 = 0; i3 < 16; ++i3) {
          body(i0 * 16 + i2, i1 * 16 + i3, i1 * 16 + i3, i0 * 16 + i2);
        }
      }
    }
  }
}
)");
  CHECK(std::string(to_code(unordered, identity(shape<64, 48>{})).c_str()) ==
        std::string(to_code(identity(shape<64, 48>{})).c_str()));
}

TEST_CASE("pieces on several threads: every element of the output once, from its operand") {
  constexpr auto padded = ops::pad(shape<20, 7>{}, ops::low<2, 1>{}, ops::high<1, 3>{});
  constexpr auto out = padded.output();
  std::vector<int> expected(static_cast<std::size_t>(out.elements), 2);
  every_point(padded.output_to_input<0>(), [&](const auto& at, const auto&) { expected[place_in(out, at)] = 1; });
  two_threads threads;
  const auto with = [&](auto how) {
    std::vector<int> to(expected.size());
    for_each(how, ops::pieces(padded),
             [&](auto operand, const auto& at, const auto&) { to[place_in(out, at)] += operand.value + 1; });
    CHECK(to == expected);
  };
  with(in_order);
  with(unordered);
  with(parallel(threads));
}

TEST_CASE("short outer loops are counted as one, the innermost is left whole") {
  CHECK(parts_of(identity(shape<1000, 8>{})) == 1000);
  CHECK(parts_of(identity(shape<2, 30, 8>{})) == 60);
  CHECK(parts_of(identity(shape<2, 3, 4, 5>{})) == 24);
  CHECK(parts_of(identity(shape<9>{})) == 9);
  CHECK(parts_of(ops::reduce(shape<6, 4, 5>{}, ops::axes<0>{}).output_to_input<0>()) == 20);
}

TEST_CASE("ranges are not cut up, so that sums need no locks") {
  std::vector<int> sums(3);
  const auto executor = [](i64 count, const auto& task) {
    CHECK(count == 3);
    for (i64 k = 0; k < count; ++k) task(k, k + 1);
  };
  for_each(
      parallel(executor), "(d0)[s0] -> (d0, s0), domain: d0 in [0, 2], s0 in [0, 99]"_map,
      [&](const auto& at, const auto& read) { sums[static_cast<std::size_t>(at[0])] += static_cast<int>(read[1]); });
  CHECK(sums == std::vector<int>(3, 4950));
  backwards none;
  for_each(parallel(none), "()[s0] -> (s0), domain: s0 in [0, 99]"_map, [](const auto&, const auto&) {});
  CHECK(none.calls == 0);
}
