// Attributes of any numbers, near 64 bits and negative ones too: whatever is let through has an output and maps
// whose intervals fit 64 bits. Worth a run with -fsanitize=undefined.
#include "mercator/ops/collective_permute.hpp"
#include "mercator/ops/concatenate.hpp"
#include "mercator/ops/convolution.hpp"
#include "mercator/ops/dot.hpp"
#include "mercator/ops/dynamic_slice.hpp"
#include "mercator/ops/layout.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/scatter.hpp"
#include "mercator/ops/select_and_scatter.hpp"
#include "mercator/symbolic/simplify.hpp"
#include "test/ops/draw.hpp"

namespace values = mercator::ops::values;
using mercator::i64_max;
using mercator::i64_min;
using mercator::ops::direction;
using mercator::ops::numbers;
using mercator::symbolic::map_form;
using namespace mercator_test;

namespace {

class wild {
 public:
  explicit wild(unsigned seed) : draw(seed) {}

  /// Mostly small numbers, so that some attributes are let through.
  i64 number(i64 lo, i64 hi) {
    if (!draw.one_in(12)) return draw(lo, hi);
    static constexpr i64 far[] = {
        i64_min,      i64_min + 1,        -(i64{1} << 60), -(i64{1} << 31), -1,           0,      1, 7,
        i64{1} << 31, (i64{1} << 60) - 1, i64{1} << 60,    i64{1} << 61,    i64{1} << 62, i64_max};
    return far[draw(0, 13)];
  }
  index list(std::size_t count, i64 lo, i64 hi) {
    index out;
    while (out.size() < count) out.push_back(number(lo, hi));
    return out;
  }
  index list(i64 lo, i64 hi) { return list(place(draw(0, 3)), lo, hi); }
  /// Of that many numbers, most of the time.
  index about(std::size_t count, i64 lo, i64 hi) { return draw.one_in(10) ? list(lo, hi) : list(count, lo, hi); }
  /// Sizes are not negative: a shape has been read.
  index shape(std::size_t rank) {
    index out = list(rank, 0, 4);
    for (i64& n : out) n = n == i64_min ? i64_max : n < 0 ? -n : n;
    return out;
  }
  index shape() { return shape(place(draw(0, 3))); }

  draws draw;
};

void check_output(const mercator::extents& e) {
  for (int k = 0; k < e.rank; ++k) CHECK(e[k] >= 0);
}

template <class Build>
void check_map(Build build) {
  mercator::symbolic::pool lines;
  map_form m(lines);
  build(m);
  CHECK_FALSE(lines.full);
  static mercator::symbolic::map_tree tree;
  tree = {};
  if (!lines.overflow) mercator::symbolic::simplify(m, tree);
  for (int v = 0; v < tree.variables() && !tree.known_empty; ++v) CHECK(tree.box[v].lo <= tree.box[v].hi);
}

numbers by(const index& list) { return by_reference(list); }

}  // namespace

TEST_CASE("concatenate, reduce, sort, dot, layouts and slices") {
  wild w(1);
  int valid = 0;
  for (int round = 0; round < 4000; ++round) {
    const index a = w.shape(), b = w.draw.one_in(2) ? a : w.shape(), dims = w.list(-1, 3), more = w.list(-1, 3);
    const i64 dimension = w.number(-1, 3);
    const numbers operands[] = {by(a), by(b)};
    if (values::concatenate_requires(operands, 2, dimension) == nullptr) {
      check_output(values::concatenate_output(operands, 2, dimension));
      const i64 offset = values::concatenate_offset(operands, 1, dimension);
      check_map([&](map_form& m) { values::concatenate_output_to_input(m, by(b), dimension, offset); });
      check_map([&](map_form& m) { values::concatenate_input_to_output(m, by(b), dimension, offset); });
      ++valid;
    }
    if (values::reduce_requires(by(a), by(dims)) == nullptr) {
      check_output(values::reduce_output(by(a), by(dims)));
      check_map([&](map_form& m) { values::reduce_output_to_input(m, by(a), by(dims)); });
      ++valid;
    }
    if (values::sort_requires(by(a), dimension) == nullptr)
      check_map([&](map_form& m) { values::sort(m, by(a), dimension); });
    const values::dot_operand lhs{by(a), by(dims), by(more)}, rhs{by(b), by(dims), by(more)};
    if (values::dot_requires(lhs, rhs) == nullptr) {
      check_output(values::dot_output(lhs, rhs));
      for (int side = 0; side < 2; ++side) {
        check_map([&](map_form& m) { values::dot_output_to_input(m, lhs, rhs, side, by(side == 0 ? a : b)); });
        check_map([&](map_form& m) { values::dot_input_to_output(m, lhs, rhs, side, by(side == 0 ? a : b)); });
      }
      ++valid;
    }
    const index order = w.draw.permutation(a.size()), other_order = w.draw.permutation(b.size());
    check_map([&](map_form& m) { values::logical_to_linear(m, by(a), by(order)); });
    check_map([&](map_form& m) { values::linear_to_logical(m, by(a), by(order)); });
    if (values::bitcast_requires(by(a), by(order), by(b), by(other_order)) == nullptr)
      check_map([&](map_form& m) { values::bitcast(m, by(a), by(order), by(b), by(other_order)); });
    if (values::bitcast_convert_requires(by(a), by(b), w.number(1, 64), w.number(1, 64)) == nullptr)
      check_map([&](map_form& m) { values::bitcast_convert(m, by(a), by(b)); });
    const index sizes = w.about(a.size(), 0, 3);
    if (values::dynamic_slice_requires(by(a), by(sizes)) == nullptr) {
      check_map([&](map_form& m) { values::dynamic_slice_output_to_input(m, by(a), by(sizes)); });
      check_map([&](map_form& m) { values::dynamic_slice_input_to_output(m, by(a), by(sizes)); });
      ++valid;
    }
  }
  CHECK(valid > 2000);
}

TEST_CASE("windows") {
  wild w(2);
  int valid = 0;
  for (int round = 0; round < 4000; ++round) {
    const index a = w.shape();
    const std::size_t rank = a.size();
    const index size = w.about(rank, 1, 3), stride = w.about(rank, 1, 3), low = w.about(rank, -1, 3),
                high = w.about(rank, -1, 3), base = w.about(rank, 1, 2), dilation = w.about(rank, 1, 2),
                reversed = w.list(0, 2);
    const values::window under{by(size), by(stride), by(low), by(high), by(base), by(dilation), {}};
    if (values::reduce_window_requires(by(a), under) == nullptr) {
      check_output(values::reduce_window_output(by(a), under));
      check_map([&](map_form& m) { values::reduce_window_output_to_input(m, by(a), under); });
      check_map([&](map_form& m) { values::reduce_window_input_to_output(m, by(a), under); });
      ++valid;
    }
    const values::window plain{by(size), by(stride), by(low), by(high), {}, {}, {}};
    if (values::reduce_window_requires(by(a), plain) == nullptr) {
      const index source = sizes_of(values::reduce_window_output(by(a), plain));
      CHECK(values::select_and_scatter_requires(by(a), by(source), plain) == nullptr);
      check_map([&](map_form& m) { values::select_and_scatter_operand(m, by(a), plain); });
    }
    const index kernel = w.shape(rank), dims = w.draw.permutation(rank);
    const std::size_t spatial = rank < 2 ? 0 : rank - 2;
    const index strides = w.about(spatial, 1, 3), lows = w.about(spatial, -1, 3);
    const values::window over{{}, by(strides), by(lows), {}, {}, {}, by(reversed)};
    values::convolution c{by(a), by(kernel), by(dims), by(dims), by(dims), over, w.number(1, 2), w.number(1, 2)};
    if (values::convolution_requires(c) == nullptr) {
      check_output(values::convolution_output(c));
      check_map([&](map_form& m) { values::convolution_output_to_input(m, c); });
      check_map([&](map_form& m) { values::convolution_output_to_kernel(m, c); });
      check_map([&](map_form& m) { values::convolution_input_to_output(m, c); });
      check_map([&](map_form& m) { values::convolution_kernel_to_output(m, c); });
      ++valid;
    }
  }
  CHECK(valid > 1000);
}

TEST_CASE("gather, scatter and collectives") {
  wild w(3);
  int valid = 0;
  for (int round = 0; round < 5000; ++round) {
    const index operand = w.shape(), collapsed = w.draw.some(operand.size()), starts = w.draw.some(operand.size());
    index indices = w.shape(), offset, sizes = w.list(operand.size(), 0, 2), updates = w.shape();
    for (std::size_t k = collapsed.size(); k < operand.size(); ++k)
      offset.push_back(static_cast<i64>(indices.size() + offset.size()));
    for (const i64 k : collapsed) sizes[place(k)] = 1;
    indices.push_back(static_cast<i64>(starts.size()));
    index batching, indices_batching;
    if (w.draw.one_in(5)) batching = w.list(0, 2), indices_batching = w.list(0, 2);
    if (w.draw.one_in(5)) indices = w.shape();
    if (w.draw.one_in(5)) offset = w.list(0, 3);
    if (!indices.empty() && updates.size() > indices.size())
      std::copy(indices.begin(), indices.end() - 1, updates.begin());
    const i64 last = static_cast<i64>(indices.size()) - 1, vector = w.number(last, last);
    const values::gather g{by(operand),          by(indices), by(offset), by(collapsed), by(batching),
                           by(indices_batching), by(starts),  vector,     by(sizes)};
    if (values::gather_requires(g) == nullptr) {
      check_output(values::gather_output(g));
      check_map([&](map_form& m) { values::gather_output_to_input(m, g); });
      check_map([&](map_form& m) { values::gather_input_to_output(m, g); });
      check_map([&](map_form& m) { values::gather_output_to_indices(m, g); });
      check_map([&](map_form& m) { values::gather_indices_to_output(m, g); });
      ++valid;
    }
    const values::scatter s{by(operand),  by(indices),          by(updates), by(offset), by(collapsed),
                            by(batching), by(indices_batching), by(starts),  vector};
    if (values::scatter_requires(s) == nullptr) {
      check_map([&](map_form& m) { values::scatter_output_to_updates(m, s); });
      ++valid;
    }
    const i64 dimension = w.number(-1, 3), group = w.number(1, 3);
    if (values::all_gather_requires(by(operand), dimension, group) == nullptr) {
      check_output(values::all_gather_output(by(operand), dimension, group));
      check_map([&](map_form& m) { values::all_gather_output_to_input(m, by(operand), dimension, group); });
      check_map([&](map_form& m) { values::all_gather_input_to_output(m, by(operand), dimension, group); });
    }
    if (values::split_requires(by(operand), dimension, group) == nullptr) {
      check_output(values::reduce_scatter_output(by(operand), dimension, group));
      check_map([&](map_form& m) { values::all_to_all(m, by(operand), dimension, group); });
      check_map([&](map_form& m) { values::reduce_scatter_output_to_input(m, by(operand), dimension, group); });
    }
    if (values::collective_permute_requires(by(starts)) == nullptr)
      check_map(
          [&](map_form& m) { values::collective_permute(m, by(updates), by(starts), direction::output_to_input); });
    values::replica_groups_requires(by(starts), group);
  }
  MESSAGE(valid << " let through");
  CHECK(valid > 200);
}
