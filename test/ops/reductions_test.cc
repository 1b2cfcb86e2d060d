// Concatenate, iota, reduce, sort, dot and scaled dot as values, against their definitions.
#include <numeric>

#include "mercator/ops/concatenate.hpp"
#include "mercator/ops/dot.hpp"
#include "mercator/ops/iota.hpp"
#include "mercator/ops/reduce.hpp"
#include "test/ops/draw.hpp"

namespace values = mercator::ops::values;
using mercator::ops::numbers;
using mercator::symbolic::map_form;
using namespace mercator_test;

TEST_CASE("concatenate") {
  draws draw(1);
  for (int round = 0; round < 300; ++round) {
    const index shape = draw.shape(place(draw(1, 4)), 4);
    const i64 dimension = draw(0, static_cast<i64>(shape.size()) - 1);
    std::vector<index> shapes;
    for (i64 count = draw(1, 4); count > 0; --count) {
      shapes.push_back(shape);
      shapes.back()[place(dimension)] = draw(0, 4);
    }
    std::vector<numbers> operands;
    for (const index& s : shapes) operands.push_back(by_reference(s));
    const int count = static_cast<int>(operands.size());
    CHECK(values::concatenate_requires(operands.data(), count, dimension) == nullptr);
    index output = shapes[0];
    for (std::size_t k = 1; k < shapes.size(); ++k) output[place(dimension)] += shapes[k][place(dimension)];
    CHECK(sizes_of(values::concatenate_output(operands.data(), count, dimension)) == output);
    i64 first = 0;
    for (int k = 0; k < count; ++k) {
      relation expected;
      for_each_index(shapes[place(k)], [&](const index& from) {
        index to = from;
        to[place(dimension)] += first;
        expected.emplace(to, from);
      });
      CHECK(values::concatenate_offset(operands.data(), k, dimension) == first);
      CHECK(check_directions(
          expected, [&](map_form& m) { values::concatenate_output_to_input(m, operands[place(k)], dimension, first); },
          [&](map_form& m) { values::concatenate_input_to_output(m, operands[place(k)], dimension, first); }));
      first += shapes[place(k)][place(dimension)];
    }
  }
  const index a{2, 3}, b{2, 4}, c{3, 3}, d{2};
  const numbers ab[] = {by_reference(a), by_reference(b)}, ac[] = {by_reference(a), by_reference(c)},
                ad[] = {by_reference(a), by_reference(d)};
  CHECK(values::concatenate_requires(ab, 2, 1) == nullptr);
  CHECK(values::concatenate_requires(ab, 2, 0) != nullptr);
  CHECK(values::concatenate_requires(ab, 2, 2) != nullptr);
  CHECK(values::concatenate_requires(ac, 2, 0) == nullptr);
  CHECK(values::concatenate_requires(ac, 2, 1) != nullptr);
  CHECK(values::concatenate_requires(ad, 2, 0) != nullptr);
  CHECK(values::concatenate_requires(ab, 0, 0) != nullptr);
}

TEST_CASE("iota") {
  for (const index& shape : {index{4}, {2, 4}, {2, 0}, {3, 1, 2}}) {
    for (i64 k = 0; k < static_cast<i64>(shape.size()); ++k) {
      relation expected;
      for_each_index(shape, [&](const index& at) { expected.emplace(at, index{at[place(k)]}); });
      CHECK(values::iota_requires(by_reference(shape), k) == nullptr);
      CHECK(built([&](map_form& m) { values::iota_value(m, by_reference(shape), k); }) == expected);
    }
    CHECK(values::iota_requires(by_reference(shape), -1) != nullptr);
    CHECK(values::iota_requires(by_reference(shape), static_cast<i64>(shape.size())) != nullptr);
  }
}

TEST_CASE("reduce") {
  draws draw(2);
  for (int round = 0; round < 400; ++round) {
    const index shape = draw.shape(place(draw(0, 4)), 4), reduced = draw.some(shape.size());
    index output;
    for (std::size_t k = 0; k < shape.size(); ++k)
      if (!contains(reduced, static_cast<i64>(k))) output.push_back(shape[k]);
    relation expected;
    for_each_index(shape, [&](const index& from) {
      index to;
      for (std::size_t k = 0; k < from.size(); ++k)
        if (!contains(reduced, static_cast<i64>(k))) to.push_back(from[k]);
      expected.emplace(to, from);
    });
    const numbers in = by_reference(shape), dims = by_reference(reduced);
    CHECK(values::reduce_requires(in, dims) == nullptr);
    CHECK(sizes_of(values::reduce_output(in, dims)) == output);
    CHECK(check_directions(
        expected, [&](map_form& m) { values::reduce_output_to_input(m, in, dims); },
        [&](map_form& m) { values::reduce_input_to_output(m, in, dims); }));
  }
  const index shape{2, 3}, twice{1, 1}, beyond{2};
  CHECK(values::reduce_requires(by_reference(shape), by_reference(twice)) != nullptr);
  CHECK(values::reduce_requires(by_reference(shape), by_reference(beyond)) != nullptr);
}

TEST_CASE("sort") {
  for (const index& shape : {index{4}, {2, 4}, {2, 0}, {3, 1, 2}}) {
    for (i64 k = 0; k < static_cast<i64>(shape.size()); ++k) {
      relation expected;
      for_each_index(shape, [&](const index& at) {
        index from = at;
        for (from[place(k)] = 0; from[place(k)] < shape[place(k)]; ++from[place(k)]) expected.emplace(at, from);
      });
      const auto sort = [&](map_form& m) { values::sort(m, by_reference(shape), k); };
      check_directions(expected, sort, sort);
      CHECK(values::sort_requires(by_reference(shape), k) == nullptr);
    }
    CHECK(values::sort_requires(by_reference(shape), -1) != nullptr);
  }
}

namespace {

/// A dot with random dimensions, and its definition: the output index and the operands' indices of every
/// product.
struct random_dot {
  std::vector<index> shapes, batch{2}, contracting{2}, free{2};
  index output;

  explicit random_dot(draws& draw) : shapes(2) {
    const index batches = draw.shape(place(draw(0, 2)), 3), contracted = draw.shape(place(draw(0, 2)), 4);
    for (std::size_t side = 0; side < 2; ++side) {
      const index others = draw.shape(place(draw(0, 2)), 3);
      const std::size_t rank = batches.size() + contracted.size() + others.size();
      const index order = draw.permutation(rank);
      shapes[side].resize(rank);
      for (std::size_t k = 0; k < rank; ++k) {
        const std::size_t j = k < batches.size() ? k : k - batches.size();
        index& list = k < batches.size() ? batch[side] : j < contracted.size() ? contracting[side] : free[side];
        list.push_back(order[k]);
        shapes[side][place(order[k])] = k < batches.size()      ? batches[j]
                                        : j < contracted.size() ? contracted[j]
                                                                : others[j - contracted.size()];
      }
      std::sort(free[side].begin(), free[side].end());
    }
    output = batches;
    for (std::size_t side = 0; side < 2; ++side)
      for (const i64 k : free[side]) output.push_back(shapes[side][place(k)]);
  }

  template <class Visit>
  void for_each_product(Visit visit) const {
    for_each_index(shapes[0], [&](const index& left) {
      for_each_index(shapes[1], [&](const index& right) {
        for (const auto* lists : {&batch, &contracting})
          for (std::size_t k = 0; k < (*lists)[0].size(); ++k)
            if (left[place((*lists)[0][k])] != right[place((*lists)[1][k])]) return;
        index at;
        for (const i64 k : batch[0]) at.push_back(left[place(k)]);
        for (const i64 k : free[0]) at.push_back(left[place(k)]);
        for (const i64 k : free[1]) at.push_back(right[place(k)]);
        visit(at, left, right);
      });
    });
  }

  values::dot_operand operand(std::size_t side) const {
    return {by_reference(shapes[side]), by_reference(batch[side]), by_reference(contracting[side])};
  }
};

}  // namespace

TEST_CASE("dot and scaled dot") {
  draws draw(3);
  int turned_round = 0;
  for (int round = 0; round < 300; ++round) {
    const random_dot d(draw);
    const auto lhs = d.operand(0), rhs = d.operand(1);
    CHECK(values::dot_requires(lhs, rhs) == nullptr);
    CHECK(sizes_of(values::dot_output(lhs, rhs)) == d.output);
    for (int side = 0; side < 2; ++side) {
      const index& shape = d.shapes[place(side)];
      index scales = shape, blocks(shape.size(), 1);
      for (std::size_t k = 0; k < shape.size(); ++k)
        for (const i64 block : {2, 3, 4})
          if (draw.one_in(2) && shape[k] > 0 && shape[k] % block == 0) {
            scales[k] = shape[k] / block;
            blocks[k] = block;
            break;
          }
      CHECK(values::scaled_dot_requires(d.operand(place(side)), by_reference(scales)) == nullptr);
      relation expected, expected_scales;
      d.for_each_product([&](const index& at, const index& left, const index& right) {
        index from = side == 0 ? left : right;
        expected.emplace(at, from);
        for (std::size_t k = 0; k < from.size(); ++k) from[k] /= blocks[k];
        expected_scales.emplace(at, from);
      });
      const auto maps = [&](const index& of, const relation& reference, reads each) {
        return check_directions(
            reference, [&](map_form& m) { values::dot_output_to_input(m, lhs, rhs, side, by_reference(of)); },
            [&](map_form& m) { values::dot_input_to_output(m, lhs, rhs, side, by_reference(of)); }, each);
      };
      turned_round += maps(shape, expected, reads::once);
      maps(scales, expected_scales, reads::any_number_of_times);
    }
  }
  CHECK(turned_round == 600);
  const index a{2, 3}, b{3, 2}, zero{0}, one{1}, both{0, 1}, none{};
  const auto operand = [](const index& sizes, const index& batch, const index& contracting) {
    return values::dot_operand{by_reference(sizes), by_reference(batch), by_reference(contracting)};
  };
  CHECK(values::dot_requires(operand(a, none, one), operand(b, none, zero)) == nullptr);
  CHECK(values::dot_requires(operand(a, none, zero), operand(b, none, zero)) != nullptr);
  CHECK(values::dot_requires(operand(a, zero, none), operand(b, zero, none)) != nullptr);
  CHECK(values::dot_requires(operand(a, one, one), operand(b, zero, zero)) != nullptr);
  CHECK(values::dot_requires(operand(a, none, both), operand(b, none, zero)) != nullptr);
  CHECK(values::scaled_dot_requires(operand(a, none, one), by_reference(b)) != nullptr);
  CHECK(values::scaled_dot_requires(operand(a, none, one), by_reference(zero)) != nullptr);
  CHECK(values::scaled_dot_requires(operand(a, none, one), by_reference(none)) == nullptr);
}
