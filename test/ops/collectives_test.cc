// Collectives as values, against replicas that exchange their elements.
#include <cstddef>
#include <map>
#include <set>

#include "mercator/ops/collective_permute.hpp"
#include "mercator/ops/collectives.hpp"
#include "test/ops/draw.hpp"

namespace ops = mercator::ops;
namespace values = mercator::ops::values;
using mercator::symbolic::map_form;
using ops::direction;
using namespace mercator_test;

namespace {

/// An element of a tensor on a replica: the index, then the replica.
index on(index at, i64 replica) {
  at.push_back(replica);
  return at;
}

/// A map between replicas as a relation of elements on replicas: the own replica is rt0, or any where the map
/// does not depend on it.
template <class Build>
relation between_replicas(Build build, i64 replicas) {
  relation out;
  mercator::symbolic::pool lines;
  map_form m(lines);
  build(m);
  REQUIRE(m.runtimes <= 1);
  for (const auto& [from, to] : relation_of(m)) {
    if (m.runtimes == 1)
      out.emplace(from, to);
    else
      for (i64 own = 0; own < replicas; ++own) out.emplace(on(from, own), to);
  }
  return out;
}

}  // namespace

TEST_CASE("all-gather, reduce-scatter, all-to-all and all-reduce") {
  draws draw(1);
  for (int round = 0; round < 200; ++round) {
    const index shape = draw.shape(place(draw(1, 3)), 3);
    const i64 group = draw(1, 4), dimension = draw(0, static_cast<i64>(shape.size()) - 1);
    const auto along = place(dimension);
    const i64 part = shape[along];
    index whole = shape;
    whole[along] *= group;
    const auto small = by_reference(shape), large = by_reference(whole);
    relation gathered, exchanged, reduced;
    for (i64 own = 0; own < group; ++own) {
      for_each_index(shape, [&](const index& at) {
        for (i64 other = 0; other < group; ++other) {
          index moved = at;
          moved[along] += other * part;
          gathered.emplace(on(moved, own), on(at, other));
          reduced.emplace(on(at, own), on(at, other));
          index sent = at;
          sent[along] += own * part;
          exchanged.emplace(on(moved, own), on(sent, other));
        }
      });
    }
    const auto check = [&](auto build, const relation& expected) { CHECK(between_replicas(build, group) == expected); };
    CHECK(values::all_gather_requires(small, dimension, group) == nullptr);
    CHECK(sizes_of(values::all_gather_output(small, dimension, group)) == whole);
    check([&](map_form& m) { values::all_gather_output_to_input(m, small, dimension, group); }, gathered);
    check([&](map_form& m) { values::all_gather_input_to_output(m, small, dimension, group); }, turned(gathered));
    CHECK(values::split_requires(large, dimension, group) == nullptr);
    CHECK(sizes_of(values::reduce_scatter_output(large, dimension, group)) == shape);
    check([&](map_form& m) { values::reduce_scatter_output_to_input(m, large, dimension, group); }, turned(gathered));
    check([&](map_form& m) { values::reduce_scatter_input_to_output(m, large, dimension, group); }, gathered);
    check([&](map_form& m) { values::all_to_all(m, large, dimension, group); }, exchanged);
    CHECK(exchanged == turned(exchanged));
    check([&](map_form& m) { values::all_reduce(m, small, group); }, reduced);
    for (int output = 0; output < group; ++output) {
      for (int operand = 0; operand < group; ++operand) {
        relation expected;  // operand r of replica q becomes output q of replica r
        for_each_index(shape, [&](const index& at) { expected.emplace(on(at, operand), on(at, output)); });
        check([&](map_form& m) { values::all_to_all_of_tuples(m, small, output, operand); }, expected);
        check([&](map_form& m) { values::all_to_all_of_tuples(m, small, operand, output); }, turned(expected));
      }
    }
  }
  const index shape{4, 6}, groups{0, 1, 2, 3}, twice{0, 1, 1, 3};
  CHECK(values::all_gather_requires(by_reference(shape), 2, 2) != nullptr);
  CHECK(values::all_gather_requires(by_reference(shape), 0, 0) != nullptr);
  CHECK(values::all_gather_requires(by_reference(shape), 0, i64{1} << 60) != nullptr);
  CHECK(values::split_requires(by_reference(shape), 0, 3) != nullptr);
  CHECK(values::split_requires(by_reference(shape), 1, 3) == nullptr);
  CHECK(values::replica_groups_requires(by_reference(groups), 2) == nullptr);
  CHECK(values::replica_groups_requires(by_reference(groups), 3) != nullptr);
  CHECK(values::replica_groups_requires(by_reference(twice), 2) != nullptr);
}

TEST_CASE("collective-permute") {
  draws draw(2);
  for (int round = 0; round < 300; ++round) {
    const index shape = draw.shape(place(draw(0, 2)), 3);
    const std::size_t replicas = place(draw(1, 8));
    index sources = draw.permutation(replicas), targets = draw.permutation(replicas), pairs;
    if (draw.one_in(3))  // a ring
      for (std::size_t k = 0; k < replicas; ++k) targets[k] = (sources[k] + 1) % static_cast<i64>(replicas);
    const std::size_t used = place(draw(0, static_cast<i64>(replicas)));
    relation expected;
    for (std::size_t k = 0; k < used; ++k) {
      pairs.push_back(sources[k]);
      pairs.push_back(targets[k]);
      for_each_index(shape, [&](const index& at) { expected.emplace(on(at, targets[k]), on(at, sources[k])); });
    }
    const auto map = [&](direction way) {
      return between_replicas(
          [&](map_form& m) { values::collective_permute(m, by_reference(shape), by_reference(pairs), way); }, 0);
    };
    CHECK(values::collective_permute_requires(by_reference(pairs)) == nullptr);
    CHECK(map(direction::output_to_input) == expected);
    CHECK(map(direction::input_to_output) == turned(expected));
  }
  const index odd{0, 1, 2}, source_twice{0, 1, 0, 2}, target_twice{0, 1, 2, 1}, negative{-1, 0};
  for (const index& pairs : {odd, source_twice, target_twice, negative})
    CHECK(values::collective_permute_requires(by_reference(pairs)) != nullptr);
}

TEST_CASE("collective-permute between replicas far apart") {
  draws draw(3);
  for (int round = 0; round < 300; ++round) {
    std::map<i64, i64> source_of;
    std::set<i64> sources;
    for (i64 k = draw(1, 8); k > 0; --k) {
      const i64 target = draw(0, 1'000'000), source = draw.one_in(3) ? draw(0, 20) : draw(0, 1'000'000);
      if (source_of.count(target) == 0 && sources.insert(source).second) source_of[target] = source;
    }
    index pairs, near;
    for (const auto& [target, source] : source_of) {
      pairs.insert(pairs.begin() + (draw.one_in(2) ? 0 : static_cast<std::ptrdiff_t>(pairs.size())), {source, target});
      near.insert(near.end(), {target - 1, target, target + 1});
    }
    REQUIRE(values::collective_permute_requires(by_reference(pairs)) == nullptr);
    mercator::symbolic::pool lines;
    map_form m(lines);
    values::collective_permute(m, {}, by_reference(pairs), direction::output_to_input);
    REQUIRE(!(lines.full || lines.overflow));
    CHECK(lines.range(0) == mercator::interval{source_of.begin()->first, source_of.rbegin()->first});
    for (const i64 replica : near) {
      if (!lines.range(0).contains(replica)) continue;
      bool in_domain = true;
      for (int k = 0; k < m.constraints; ++k)
        in_domain = in_domain && m.constraint_range[k].contains(value_of(lines, m.constraint[k], {replica}));
      const auto pair = source_of.find(replica);
      CHECK(in_domain == (pair != source_of.end()));
      if (in_domain) CHECK(value_of(lines, m.result[0], {replica}) == pair->second);
    }
  }
}
