// The maps of operations as values, both ways, against the operations' definitions, over whole tensors.
#include <algorithm>
#include <numeric>
#include <random>

#include "mercator/ops/elementwise.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/reverse.hpp"
#include "mercator/ops/slice.hpp"
#include "mercator/ops/transpose.hpp"
#include "test/ops/relation.hpp"

namespace values = mercator::ops::values;
using mercator::symbolic::map_form;
using namespace mercator_test;

namespace {

const std::vector<index> shapes{
    {},        {0},       {1},          {5},          {1, 1},       {2, 3},       {4, 0}, {0, 0, 2},
    {1, 4, 1}, {3, 2, 4}, {2, 1, 3, 2}, {3, 1, 0, 2}, {2, 2, 3, 2}, {1, 1, 1, 1}, {7, 5}, {2, 2, 2, 2, 3}};

index counting(i64 n) {
  index list(static_cast<std::size_t>(n));
  std::iota(list.begin(), list.end(), i64{0});
  return list;
}

std::vector<index> identities(const index& shape) {
  std::vector<index> sources;
  for (const i64 n : shape) sources.push_back(counting(n));
  return sources;
}

}  // namespace

TEST_CASE("elementwise reads where it writes") {
  for (const index& shape : shapes) {
    const relation map = built([&](map_form& m) { values::elementwise(m, by_reference(shape)); });
    CHECK(map == along_each_dimension(identities(shape)));
  }
}

TEST_CASE("transpose, every permutation") {
  for (const index& shape : shapes) {
    index permutation = counting(static_cast<i64>(shape.size()));
    do {
      index output;
      for (const i64 p : permutation) output.push_back(shape[static_cast<std::size_t>(p)]);
      relation expected;
      for_each_index(output, [&](const index& at) {
        index from(at.size());
        for (std::size_t k = 0; k < at.size(); ++k) from[static_cast<std::size_t>(permutation[k])] = at[k];
        expected.emplace(at, from);
      });
      const auto in = by_reference(shape), perm = by_reference(permutation);
      CHECK(built([&](map_form& m) { values::transpose_output_to_input(m, in, perm); }) == expected);
      CHECK(built([&](map_form& m) { values::transpose_input_to_output(m, in, perm); }) == turned(expected));
      CHECK(values::is_permutation(perm, in.count));
    } while (std::next_permutation(permutation.begin(), permutation.end()));
  }
}

TEST_CASE("broadcast, every choice of the operand's dimensions in every order") {
  for (const index& output : shapes) {
    const auto rank = output.size();
    for (unsigned chosen = 0; chosen < (1u << rank); ++chosen) {
      index along;
      for (std::size_t k = 0; k < rank; ++k)
        if ((chosen >> k) & 1u) along.push_back(static_cast<i64>(k));
      do {
        index operand;
        for (const i64 k : along) operand.push_back(output[static_cast<std::size_t>(k)]);
        relation expected;
        for_each_index(output, [&](const index& at) {
          index from;
          for (const i64 k : along) from.push_back(at[static_cast<std::size_t>(k)]);
          expected.emplace(at, from);
        });
        const auto in = by_reference(operand), out = by_reference(output), dims = by_reference(along);
        CHECK(values::is_broadcast(in, out, dims));
        CHECK(built([&](map_form& m) { values::broadcast_output_to_input(m, out, dims); }) == expected);
        CHECK(built([&](map_form& m) { values::broadcast_input_to_output(m, in, out, dims); }) == turned(expected));
      } while (std::next_permutation(along.begin(), along.end()));
    }
  }
}

TEST_CASE("reverse, every set of dimensions") {
  for (const index& shape : shapes) {
    for (unsigned chosen = 0; chosen < (1u << shape.size()); ++chosen) {
      index dimensions;
      std::vector<index> sources = identities(shape);
      for (std::size_t k = 0; k < shape.size(); ++k) {
        if (((chosen >> k) & 1u) == 0) continue;
        dimensions.push_back(static_cast<i64>(k));
        std::reverse(sources[k].begin(), sources[k].end());
      }
      const relation map =
          built([&](map_form& m) { values::reverse(m, by_reference(shape), by_reference(dimensions)); });
      CHECK(map == along_each_dimension(sources));
      CHECK(map == turned(map));
    }
  }
}

TEST_CASE("reshape keeps the row-major order") {
  std::vector<index> all = shapes;
  for (const index& more : {index{4, 8},
                            {32},
                            {2, 4, 4},
                            {4, 8, 12},
                            {32, 3, 4},
                            {6, 10},
                            {4, 15},
                            {3, 4, 5},
                            {5, 12},
                            {8, 8, 6},
                            {16, 24},
                            {1, 60, 1},
                            {10, 10, 10},
                            {50, 20},
                            {2, 3, 5, 7},
                            {35, 6},
                            {14, 15}})
    all.push_back(more);
  int pairs = 0;
  for (const index& from : all) {
    for (const index& to : all) {
      const bool same_count = std::accumulate(from.begin(), from.end(), i64{1}, std::multiplies<>()) ==
                              std::accumulate(to.begin(), to.end(), i64{1}, std::multiplies<>());
      CHECK(values::is_reshape(by_reference(from), by_reference(to)) == same_count);
      if (!same_count) continue;
      std::vector<index> sources, targets;
      for_each_index(from, [&](const index& at) { sources.push_back(at); });
      for_each_index(to, [&](const index& at) { targets.push_back(at); });
      REQUIRE(sources.size() == targets.size());
      relation expected;
      for (std::size_t k = 0; k < sources.size(); ++k) expected.emplace(sources[k], targets[k]);
      CHECK(built([&](map_form& m) { values::reshape(m, by_reference(from), by_reference(to)); }) == expected);
      ++pairs;
    }
  }
  CHECK(pairs > 100);
  const index huge{i64{1} << 40, i64{1} << 40}, none{i64{1} << 40, i64{1} << 40, 0};
  CHECK_FALSE(values::is_reshape(by_reference(huge), by_reference(huge)));
  CHECK(values::is_reshape(by_reference(none), by_reference(none)));
}

TEST_CASE("slice, every start, limit and stride") {
  const auto check = [](const index& shape, const index& start, const index& limit, const index& stride) {
    std::vector<index> sources(start.size());
    for (std::size_t k = 0; k < start.size(); ++k)
      for (i64 x = start[k]; x < limit[k]; x += stride[k]) sources[k].push_back(x);
    const relation expected = along_each_dimension(sources);
    const auto a = by_reference(start), b = by_reference(limit), c = by_reference(stride);
    CHECK(built([&](map_form& m) { values::slice_output_to_input(m, a, b, c); }) == expected);
    CHECK(built([&](map_form& m) { values::slice_input_to_output(m, by_reference(shape), a, b, c); }) ==
          turned(expected));
    for (std::size_t k = 0; k < start.size(); ++k)
      CHECK(values::slice_of_dimension{start[k], limit[k], stride[k]}.size() == static_cast<i64>(sources[k].size()));
  };
  check({}, {}, {}, {});
  for (i64 size = 0; size <= 7; ++size)
    for (i64 start = 0; start <= size; ++start)
      for (i64 limit = start; limit <= size; ++limit)
        for (i64 stride = 1; stride <= 8; ++stride) check({size}, {start}, {limit}, {stride});
  std::mt19937 random(1);
  const auto draw = [&](i64 lo, i64 hi) { return std::uniform_int_distribution<i64>(lo, hi)(random); };
  for (int k = 0; k < 300; ++k) {
    index shape, start, limit, stride;
    for (i64 rank = draw(2, 4); rank > 0; --rank) {
      start.push_back(draw(0, 4));
      limit.push_back(start.back() + draw(0, 5));
      shape.push_back(limit.back() + draw(0, 2));
      stride.push_back(draw(1, 4));
    }
    check(shape, start, limit, stride);
  }
}

TEST_CASE("pad, every low, high and interior") {
  const auto check = [](const index& shape, const index& low, const index& high, const index& interior) {
    std::vector<index> sources;
    bool possible = true;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      index line;
      for (i64 x = 0; x < shape[k]; ++x) {
        if (x > 0) line.insert(line.end(), static_cast<std::size_t>(interior[k]), -1);
        line.push_back(x);
      }
      if (low[k] + high[k] + static_cast<i64>(line.size()) < 0) {
        possible = false;
        break;
      }
      // A cut deeper than the line takes from the padding at its other end.
      line.insert(line.begin(), static_cast<std::size_t>(low[k] + 100), -1);
      line.insert(line.end(), static_cast<std::size_t>(high[k] + 100), -1);
      sources.emplace_back(line.begin() + 100, line.end() - 100);
    }
    const auto in = by_reference(shape), a = by_reference(low), b = by_reference(high), c = by_reference(interior);
    CHECK(values::is_pad(in, a, b, c) == possible);
    if (!possible) return;
    const relation expected = along_each_dimension(sources);
    CHECK(built([&](map_form& m) { values::pad_output_to_input(m, in, a, b, c); }) == expected);
    CHECK(built([&](map_form& m) { values::pad_input_to_output(m, in, a, b, c); }) == turned(expected));
  };
  check({}, {}, {}, {});
  for (i64 size = 0; size <= 4; ++size)
    for (i64 low = -6; low <= 4; ++low)
      for (i64 high = -6; high <= 4; ++high)
        for (i64 interior = 0; interior <= 3; ++interior) check({size}, {low}, {high}, {interior});
  std::mt19937 random(2);
  const auto draw = [&](i64 lo, i64 hi) { return std::uniform_int_distribution<i64>(lo, hi)(random); };
  for (int k = 0; k < 300; ++k) {
    index shape, low, high, interior;
    for (i64 rank = draw(2, 3); rank > 0; --rank) {
      shape.push_back(draw(1, 5));
      low.push_back(draw(-2, 3));
      high.push_back(draw(-2, 3));
      interior.push_back(draw(0, 2));
    }
    check(shape, low, high, interior);
  }
  const index one{1}, far{i64{1} << 61}, zero{0};
  CHECK_FALSE(values::is_pad(by_reference(one), by_reference(far), by_reference(far), by_reference(zero)));
}
