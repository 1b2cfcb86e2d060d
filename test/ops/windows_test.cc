// Reduce-window, convolution and select-and-scatter as values, against their definitions.
#include "mercator/ops/convolution.hpp"
#include "mercator/ops/reduce_window.hpp"
#include "mercator/ops/select_and_scatter.hpp"
#include "test/ops/draw.hpp"

namespace values = mercator::ops::values;
using mercator::ops::numbers;
using mercator::symbolic::map_form;
using namespace mercator_test;

namespace {

/// A window with a number for each of several dimensions.
struct random_window {
  index size, stride, low, high, base_dilation, window_dilation, reversed;

  random_window(draws& draw, std::size_t rank, bool plain) {
    size = draw.list(rank, 1, 3);
    stride = draw.list(rank, 1, 3);
    low = draw.list(rank, plain ? 0 : -2, 3);
    high = draw.list(rank, plain ? 0 : -2, 3);
    base_dilation = draw.list(rank, 1, plain ? 1 : 3);
    window_dilation = draw.list(rank, 1, plain ? 1 : 3);
    reversed = draw.some(rank);
  }

  values::window value() const {
    return {by_reference(size),          by_reference(stride),          by_reference(low),     by_reference(high),
            by_reference(base_dilation), by_reference(window_dilation), by_reference(reversed)};
  }

  /// The padded dimension k of so many elements: which element stands at each place, -1 where none does; empty
  /// where the padding takes more than there is.
  bool padded(std::size_t k, i64 elements, index& line) const {
    line.clear();
    for (i64 x = 0; x < elements; ++x) {
      if (x > 0) line.insert(line.end(), place(base_dilation[k] - 1), -1);
      line.push_back(x);
    }
    if (low[k] + high[k] + static_cast<i64>(line.size()) < 0) return false;
    line.insert(line.begin(), place(low[k] + 100), -1);
    line.insert(line.end(), place(high[k] + 100), -1);
    line = index(line.begin() + 100, line.end() - 100);
    return true;
  }

  i64 positions(std::size_t k, const index& line) const {
    i64 count = 0;
    const i64 last = (size[k] - 1) * window_dilation[k];
    for (i64 first = 0; first + last < static_cast<i64>(line.size()); first += stride[k]) ++count;
    return count;
  }

  i64 element(std::size_t k, const index& line, i64 position, i64 w) const {
    return line[place(position * stride[k] + w * window_dilation[k])];
  }
};

}  // namespace

TEST_CASE("reduce-window") {
  draws draw(1);
  int turned_round = 0, all = 0;
  for (int round = 0; round < 700; ++round) {
    const index shape = round < 400 ? index{draw(0, 6)} : draw.shape(place(draw(0, 3)), 4);
    const random_window w(draw, shape.size(), false);
    std::vector<index> lines(shape.size());
    index output;
    bool possible = true;
    for (std::size_t k = 0; k < shape.size() && possible; ++k) {
      possible = w.padded(k, shape[k], lines[k]);
      output.push_back(w.positions(k, lines[k]));
    }
    const numbers in = by_reference(shape);
    CHECK((values::reduce_window_requires(in, w.value()) == nullptr) == possible);
    if (!possible) continue;
    CHECK(sizes_of(values::reduce_window_output(in, w.value())) == output);
    relation expected;
    for_each_index(output, [&](const index& at) {
      for_each_index(w.size, [&](const index& under) {
        index from;
        for (std::size_t k = 0; k < at.size(); ++k) {
          from.push_back(w.element(k, lines[k], at[k], under[k]));
          if (from.back() < 0) return;
        }
        expected.emplace(at, from);
      });
    });
    ++all;
    turned_round += check_directions(
        expected, [&](map_form& m) { values::reduce_window_output_to_input(m, in, w.value()); },
        [&](map_form& m) { values::reduce_window_input_to_output(m, in, w.value()); });
  }
  MESSAGE(turned_round << " of " << all << " turned round by the solver");
  CHECK(turned_round > 100);
  const index shape{3}, two{2, 2}, zero{0}, one{1}, far{i64{1} << 61};
  const auto refused = [&](const values::window& w) {
    return values::reduce_window_requires(by_reference(shape), w) != nullptr;
  };
  CHECK_FALSE(refused({by_reference(one), {}, {}, {}, {}, {}, {}}));
  CHECK(refused({by_reference(two), {}, {}, {}, {}, {}, {}}));
  CHECK(refused({{}, {}, {}, {}, {}, {}, {}}));
  CHECK(refused({by_reference(zero), {}, {}, {}, {}, {}, {}}));
  CHECK(refused({by_reference(one), by_reference(zero), {}, {}, {}, {}, {}}));
  CHECK(refused({by_reference(one), {}, by_reference(two), {}, {}, {}, {}}));
  CHECK(refused({by_reference(one), {}, by_reference(far), {}, {}, {}, {}}));
  CHECK(refused({by_reference(one), {}, {}, {}, {}, by_reference(zero), {}}));
}

TEST_CASE("convolution") {
  draws draw(2);
  int turned_round = 0, all = 0;
  for (int round = 0; round < 500; ++round) {
    const std::size_t spatial = place(draw(0, 2)), rank = spatial + 2;
    const random_window w(draw, spatial, draw.one_in(3));
    i64 feature_groups = 1, batch_groups = 1;
    if (draw.one_in(2)) (draw.one_in(2) ? feature_groups : batch_groups) = draw(1, 3);
    const i64 batches = draw(0, 9) == 0 ? 0 : draw(1, 2), group_in = draw(0, 9) == 0 ? 0 : draw(1, 2),
              group_out = draw(0, 9) == 0 ? 0 : draw(1, 2);
    const index extent = draw.list(spatial, draw.one_in(10) ? 0 : 1, 4);
    const index input_dims = draw.permutation(rank), kernel_dims = draw.permutation(rank),
                output_dims = draw.permutation(rank);
    index input(rank), kernel(rank), output(rank);
    input[place(input_dims[0])] = batches * batch_groups;
    input[place(input_dims[1])] = group_in * feature_groups;
    kernel[place(kernel_dims[0])] = group_in;
    const i64 features = group_out * feature_groups * batch_groups;
    kernel[place(kernel_dims[1])] = features;
    output[place(output_dims[0])] = batches;
    output[place(output_dims[1])] = features;
    std::vector<index> lines(spatial);
    bool possible = true;
    for (std::size_t k = 0; k < spatial && possible; ++k) {
      input[place(input_dims[k + 2])] = extent[k];
      kernel[place(kernel_dims[k + 2])] = w.size[k];
      possible = w.padded(k, extent[k], lines[k]);
      output[place(output_dims[k + 2])] = w.positions(k, lines[k]);
    }
    if (!possible) continue;
    const values::convolution c{by_reference(input),
                                by_reference(kernel),
                                by_reference(input_dims),
                                by_reference(kernel_dims),
                                by_reference(output_dims),
                                w.value(),
                                feature_groups,
                                batch_groups};
    REQUIRE(values::convolution_requires(c) == nullptr);
    CHECK(sizes_of(values::convolution_output(c)) == output);
    relation of_input, of_kernel;
    for_each_index(output, [&](const index& at) {
      for_each_index(w.size, [&](const index& under) {
        for (i64 i = 0; i < group_in; ++i) {
          const i64 batch = at[place(output_dims[0])], feature = at[place(output_dims[1])];
          const i64 group = feature / group_out;
          index from(rank), weight(rank);
          bool inside = true;
          weight[place(kernel_dims[0])] = i;
          weight[place(kernel_dims[1])] = feature;
          from[place(input_dims[0])] = batch_groups > 1 ? group * batches + batch : batch;
          from[place(input_dims[1])] = feature_groups > 1 ? group * group_in + i : i;
          for (std::size_t k = 0; k < spatial; ++k) {
            const i64 x = w.element(k, lines[k], at[place(output_dims[k + 2])], under[k]);
            inside = inside && x >= 0;
            from[place(input_dims[k + 2])] = x;
            const bool turned = contains(w.reversed, static_cast<i64>(k));
            weight[place(kernel_dims[k + 2])] = turned ? w.size[k] - 1 - under[k] : under[k];
          }
          of_kernel.emplace(at, weight);
          if (inside) of_input.emplace(at, from);
        }
      });
    });
    all += 2;
    turned_round += check_directions(
        of_input, [&](map_form& m) { values::convolution_output_to_input(m, c); },
        [&](map_form& m) { values::convolution_input_to_output(m, c); });
    turned_round += check_directions(
        of_kernel, [&](map_form& m) { values::convolution_output_to_kernel(m, c); },
        [&](map_form& m) { values::convolution_kernel_to_output(m, c); });
  }
  MESSAGE(turned_round << " of " << all << " turned round by the solver");
  CHECK(turned_round > 100);
}

TEST_CASE("what a convolution requires") {
  const index input{4, 5, 6}, kernel{3, 5, 8}, in_dims{0, 2, 1}, kernel_dims{1, 2, 0}, out_dims{0, 2, 1},
      twice{0, 0, 1}, two{2, 2}, three{3}, one{1};
  values::convolution c{by_reference(input),       by_reference(kernel),   by_reference(in_dims),
                        by_reference(kernel_dims), by_reference(out_dims), {}};
  CHECK(values::convolution_requires(c) != nullptr);  // 5 input features of the kernel, 6 of the input
  const index right{3, 6, 8};
  c.kernel = by_reference(right);
  CHECK(values::convolution_requires(c) == nullptr);
  const auto refused = [&](auto change) {
    values::convolution changed = c;
    change(changed);
    return values::convolution_requires(changed) != nullptr;
  };
  CHECK(refused([&](auto& x) { x.input_dims = by_reference(twice); }));
  CHECK(refused([&](auto& x) { x.output_dims = by_reference(two); }));
  CHECK(refused([&](auto& x) { x.kernel = by_reference(two); }));
  CHECK(refused([&](auto& x) { x.under.stride = by_reference(two); }));
  CHECK(refused([&](auto& x) { x.under.reversed = by_reference(one); }));
  CHECK(refused([&](auto& x) { x.under.size = by_reference(one); }));
  CHECK_FALSE(refused([&](auto& x) { x.under.size = by_reference(three); }));
  CHECK(refused([&](auto& x) { x.feature_groups = 2; }));
  CHECK(refused([&](auto& x) { x.batch_groups = 3; }));
  CHECK_FALSE(refused([&](auto& x) { x.batch_groups = 4; }));
  CHECK(refused([&](auto& x) { x.batch_groups = 0; }));
}

TEST_CASE("select-and-scatter") {
  draws draw(3);
  for (int round = 0; round < 300; ++round) {
    const index shape = round < 150 ? index{draw(0, 6)} : draw.shape(place(draw(0, 2)), 4);
    random_window w(draw, shape.size(), false);
    w.base_dilation = w.window_dilation = index(shape.size(), 1);
    std::vector<index> lines(shape.size());
    index source;
    bool possible = true;
    for (std::size_t k = 0; k < shape.size() && possible; ++k) {
      possible = w.padded(k, shape[k], lines[k]);
      source.push_back(w.positions(k, lines[k]));
    }
    if (!possible) continue;
    const numbers in = by_reference(shape), from = by_reference(source);
    values::window window = w.value();
    window.base_dilation = window.window_dilation = {};
    CHECK(values::select_and_scatter_requires(in, from, window) == nullptr);
    relation of_source, of_operand;
    for_each_index(source, [&](const index& position) {
      std::vector<index> under;
      for_each_index(w.size, [&](const index& at) {
        index element;
        for (std::size_t k = 0; k < at.size(); ++k) {
          element.push_back(w.element(k, lines[k], position[k], at[k]));
          if (element.back() < 0) return;
        }
        under.push_back(element);
      });
      for (const index& written : under) {
        of_source.emplace(written, position);
        for (const index& compared : under) of_operand.emplace(written, compared);
      }
    });
    CHECK(built([&](map_form& m) { values::select_and_scatter_output_to_source(m, in, window); }) == of_source);
    CHECK(built([&](map_form& m) { values::select_and_scatter_source_to_output(m, in, window); }) == turned(of_source));
    CHECK(of_operand == turned(of_operand));
    CHECK(built([&](map_form& m) { values::select_and_scatter_operand(m, in, window); }, reads::any_number_of_times) ==
          of_operand);
  }
  const index shape{4}, source{2}, size{2}, two{2};
  const values::window window{by_reference(size), by_reference(two), {}, {}, {}, {}, {}};
  CHECK(values::select_and_scatter_requires(by_reference(shape), by_reference(source), window) == nullptr);
  CHECK(values::select_and_scatter_requires(by_reference(shape), by_reference(shape), window) != nullptr);
}
