// The pieces of concatenate, pad and dynamic-update-slice as values: every element of the output is in exactly
// one.
#include <map>
#include <memory>

#include "mercator/ops/pieces.hpp"
#include "test/ops/draw.hpp"

namespace values = mercator::ops::values;
namespace sym = mercator::symbolic;
using mercator::ops::numbers;
using sym::map_form;
using namespace mercator_test;

namespace {

/// Where an element of the output comes from: an operand and its indices.
using origin = std::pair<int, index>;

struct built_piece {
  sym::pool lines;
  map_form form{lines};
  int operand = -1;
};

template <class Make>
std::vector<std::unique_ptr<built_piece>> all_pieces(Make make) {
  std::vector<std::unique_ptr<built_piece>> out;
  for (int j = 0;; ++j) {
    auto one = std::make_unique<built_piece>();
    one->operand = make(one->form, j);
    if (one->operand == values::no_piece) {
      CHECK(one->form.variables() == 0);
      return out;
    }
    out.push_back(std::move(one));
  }
}

/// Checks pieces against the origin of every element (indices, then runtime variables), and that the engine
/// sees that they divide the output, and what goes wrong where one is missing or comes twice.
template <class Make>
void check_pieces(Make make, const std::map<index, origin>& expected, const index& box) {
  const auto pieces = all_pieces(make);
  std::map<index, origin> found;
  for (const auto& one : pieces) {
    const relation r = relation_of(one->form);
    CHECK_FALSE(r.empty());
    for (const auto& [from, to] : r) CHECK(found.emplace(from, origin(one->operand, to)).second);
  }
  CHECK(found == expected);

  sym::pool lines;
  map_form whole(lines);
  for (const i64 size : box) whole.add_dimension({0, size - 1});
  sym::partition all(whole);
  for (const auto& one : pieces) {
    one->form.dims += one->form.runtimes;
    one->form.runtimes = 0;
    all.add(one->form);
  }
  CHECK(all.disjoint(0).is == sym::truth::yes);
  CHECK(all.covered(0).is == sym::truth::yes);
  if (pieces.empty()) return;
  sym::partition fewer(whole);
  for (std::size_t k = 1; k < pieces.size(); ++k) fewer.add(pieces[k]->form);
  CHECK(fewer.covered(100'000).is == sym::truth::no);
  all.add(pieces.back()->form);
  CHECK(all.disjoint(100'000).is == sym::truth::no);
}

}  // namespace

TEST_CASE("concatenate") {
  draws draw(1);
  for (int round = 0; round < 100; ++round) {
    const index shape = draw.shape(place(draw(1, 3)), 3);
    const i64 dimension = draw(0, static_cast<i64>(shape.size()) - 1);
    std::vector<index> shapes(place(draw(1, 4)), shape);
    std::vector<numbers> operands;
    std::map<index, origin> expected;
    i64 first = 0;
    for (index& s : shapes) {
      s[place(dimension)] = draw(0, 3);
      for_each_index(s, [&](const index& from) {
        index at = from;
        at[place(dimension)] += first;
        expected.emplace(at, origin(static_cast<int>(operands.size()), from));
      });
      first += s[place(dimension)];
      operands.push_back(by_reference(s));
    }
    index output = shape;
    output[place(dimension)] = first;
    const int count = static_cast<int>(operands.size());
    check_pieces([&](map_form& m, int j) { return values::concatenate_piece(m, operands.data(), count, dimension, j); },
                 expected, output);
  }
}

TEST_CASE("pad") {
  draws draw(2);
  for (int round = 0; round < 300; ++round) {
    const index shape = draw.shape(place(draw(0, 3)), 3);
    const index low = draw.list(shape.size(), -2, 3), high = draw.list(shape.size(), -2, 3),
                interior = draw.list(shape.size(), 0, 2);
    const numbers in = by_reference(shape), a = by_reference(low), b = by_reference(high), c = by_reference(interior);
    if (!values::is_pad(in, a, b, c)) continue;
    index output;
    for (std::size_t k = 0; k < shape.size(); ++k)
      output.push_back(values::padded_dimension{shape[k], low[k], high[k], interior[k] + 1}.output_size());
    std::map<index, origin> expected;
    for_each_index(output, [&](const index& at) { expected.emplace(at, origin(1, {})); });
    for_each_index(shape, [&](const index& from) {
      index at = from;
      for (std::size_t k = 0; k < at.size(); ++k) at[k] = low[k] + from[k] * (interior[k] + 1);
      if (expected.count(at) == 1) expected[at] = origin(0, from);
    });
    check_pieces([&](map_form& m, int j) { return values::pad_piece(m, in, a, b, c, j); }, expected, output);
  }
}

TEST_CASE("dynamic-update-slice") {
  draws draw(3);
  for (int round = 0; round < 200; ++round) {
    const index shape = draw.shape(place(draw(0, 2)), 4);
    index update, box = shape, rooms;
    for (const i64 n : shape) {
      update.push_back(draw(draw.one_in(8) ? 0 : n > 0, n));
      rooms.push_back(n - update.back() + 1);
      box.push_back(rooms.back());
    }
    std::map<index, origin> expected;
    for_each_index(rooms, [&](const index& offsets) {
      for_each_index(shape, [&](const index& at) {
        index from = at, point = at;
        bool inside = true;
        for (std::size_t k = 0; k < at.size(); ++k) {
          from[k] -= offsets[k];
          inside = inside && from[k] >= 0 && from[k] < update[k];
        }
        point.insert(point.end(), offsets.begin(), offsets.end());
        expected.emplace(point, inside ? origin(1, from) : origin(0, at));
      });
    });
    check_pieces(
        [&](map_form& m, int j) {
          return values::dynamic_update_slice_piece(m, by_reference(shape), by_reference(update), j);
        },
        expected, box);
  }
}
