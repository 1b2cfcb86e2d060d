// Layouts, bitcast and bitcast-convert as values, against memory written out.
#include <algorithm>
#include <functional>
#include <numeric>

#include "mercator/ops/layout.hpp"
#include "test/ops/draw.hpp"

namespace values = mercator::ops::values;
using mercator::symbolic::map_form;
using namespace mercator_test;

namespace {

/// The indices of a tensor in the order in which its elements stand in memory.
std::vector<index> memory(const index& shape, const index& minor_to_major) {
  index major_first(minor_to_major.rbegin(), minor_to_major.rend()), sizes;
  for (const i64 k : major_first) sizes.push_back(shape[place(k)]);
  std::vector<index> out;
  for_each_index(sizes, [&](const index& physical) {
    index at(shape.size());
    for (std::size_t k = 0; k < at.size(); ++k) at[place(major_first[k])] = physical[k];
    out.push_back(at);
  });
  return out;
}

}  // namespace

TEST_CASE("layouts") {
  draws draw(1);
  for (int round = 0; round < 200; ++round) {
    const index shape = draw.shape(place(draw(0, 4)), 4), order = draw.permutation(shape.size());
    const auto sizes = by_reference(shape), layout = by_reference(order);
    CHECK(values::layout_requires(sizes, layout) == nullptr);
    const index physical(sizes_of(values::physical_sizes(sizes, layout)));
    relation to_physical, to_linear;
    i64 linear = 0;
    for (const index& at : memory(shape, order)) {
      index p;
      for (std::size_t k = at.size(); k > 0; --k) p.push_back(at[place(order[k - 1])]);
      to_physical.emplace(at, p);
      to_linear.emplace(at, index{linear++});
    }
    CHECK(built([&](map_form& m) { values::logical_to_physical(m, sizes, layout); }) == to_physical);
    CHECK(built([&](map_form& m) { values::physical_to_logical(m, sizes, layout); }) == turned(to_physical));
    CHECK(built([&](map_form& m) { values::logical_to_linear(m, sizes, layout); }) == to_linear);
    CHECK(built([&](map_form& m) { values::linear_to_logical(m, sizes, layout); }) == turned(to_linear));
  }
  const index shape{2, 3}, twice{1, 1}, one{0};
  CHECK(values::layout_requires(by_reference(shape), by_reference(twice)) != nullptr);
  CHECK(values::layout_requires(by_reference(shape), by_reference(one)) != nullptr);
}

TEST_CASE("bitcast") {
  draws draw(2);
  const std::vector<std::vector<index>> families{{{}, {1}, {1, 1}},
                                                 {{0}, {0, 3}, {2, 0, 4}},
                                                 {{24}, {4, 6}, {2, 3, 4}, {3, 8}, {1, 24, 1}, {2, 2, 2, 3}},
                                                 {{60}, {4, 15}, {6, 10}, {3, 4, 5}, {2, 5, 6}},
                                                 {{36}, {4, 9}, {6, 6}, {3, 3, 4}, {2, 2, 3, 3}}};
  for (int round = 0; round < 400; ++round) {
    const auto& family = families[place(draw(0, static_cast<i64>(families.size()) - 1))];
    const auto any = [&] { return family[place(draw(0, static_cast<i64>(family.size()) - 1))]; };
    const index from = any(), to = any(), from_order = draw.permutation(from.size()),
                to_order = draw.permutation(to.size());
    const auto a = by_reference(from), b = by_reference(to), la = by_reference(from_order), lb = by_reference(to_order);
    CHECK(values::bitcast_requires(a, la, b, lb) == nullptr);
    const std::vector<index> sources = memory(from, from_order), targets = memory(to, to_order);
    relation expected;
    for (std::size_t k = 0; k < sources.size(); ++k) expected.emplace(sources[k], targets[k]);
    check_directions(
        expected, [&](map_form& m) { values::bitcast(m, a, la, b, lb); },
        [&](map_form& m) { values::bitcast(m, b, lb, a, la); });
  }
  const index shape{4, 6}, other{5, 5}, order{1, 0}, wrong{0, 0};
  const auto refused = [](const index& from, const index& from_order, const index& to, const index& to_order) {
    return values::bitcast_requires(by_reference(from), by_reference(from_order), by_reference(to),
                                    by_reference(to_order)) != nullptr;
  };
  CHECK_FALSE(refused(shape, order, shape, order));
  CHECK(refused(shape, order, other, order));
  CHECK(refused(shape, wrong, shape, order));
  CHECK(refused(shape, order, shape, wrong));
}

TEST_CASE("bitcast-convert") {
  draws draw(3);
  for (int round = 0; round < 100; ++round) {
    const index wide = draw.shape(place(draw(0, 3)), 4);
    const i64 count = i64{1} << draw(0, 3);
    index narrow = wide;
    if (count > 1) narrow.push_back(count);
    relation expected;
    for_each_index(narrow, [&](const index& at) {
      expected.emplace(at, index(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(wide.size())));
    });
    const auto a = by_reference(narrow), b = by_reference(wide);
    CHECK(values::bitcast_convert_requires(a, b, 8, 8 * count) == nullptr);
    CHECK(values::bitcast_convert_requires(b, a, 8 * count, 8) == nullptr);
    CHECK((values::bitcast_convert_requires(b, a, 8, 8 * count) == nullptr) == (count == 1));
    CHECK(check_directions(
        expected, [&](map_form& m) { values::bitcast_convert(m, a, b); },
        [&](map_form& m) { values::bitcast_convert(m, b, a); }));
  }
  const index shape{3}, pair{3, 2}, triple{3, 3}, other{4, 2};
  CHECK(values::bitcast_convert_requires(by_reference(shape), by_reference(pair), 32, 16) == nullptr);
  CHECK(values::bitcast_convert_requires(by_reference(shape), by_reference(triple), 32, 16) != nullptr);
  CHECK(values::bitcast_convert_requires(by_reference(shape), by_reference(other), 32, 16) != nullptr);
  CHECK(values::bitcast_convert_requires(by_reference(shape), by_reference(shape), 32, 16) != nullptr);
  CHECK(values::bitcast_convert_requires(by_reference(shape), by_reference(shape), 32, 32) == nullptr);
  CHECK(values::bitcast_convert_requires(by_reference(shape), by_reference(pair), 32, 0) != nullptr);
  CHECK(values::bitcast_convert_requires(by_reference(shape), by_reference(triple), 32, 12) != nullptr);
}
