// Dynamic-slice, dynamic-update-slice, gather and scatter as values: run on tensors of indices, their runtime
// variables read where their sources say.
#include <map>

#include "mercator/ops/dynamic_slice.hpp"
#include "mercator/ops/gather.hpp"
#include "mercator/ops/scatter.hpp"
#include "test/ops/draw.hpp"

namespace ops = mercator::ops;
namespace values = mercator::ops::values;
using mercator::symbolic::map_form;
using ops::direction;
using ops::numbers;
using namespace mercator_test;

namespace {

i64 clamp(i64 x, i64 lo, i64 hi) { return x < lo ? lo : x > hi ? hi : x; }

/// A tensor of numbers, some of them outside of what they are used for.
class tensor {
 public:
  tensor(draws& draw, const index& shape, i64 lo, i64 hi) {
    for_each_index(shape, [&](const index& at) { element_[at] = draw(lo, hi); });
  }
  i64 operator[](const index& at) const {
    REQUIRE(element_.count(at) == 1);
    return element_.at(at);
  }

 private:
  std::map<index, i64> element_;
};

/// What a map relates where its runtime variables are read from a tensor. source(form, k) builds the map of the
/// element that variable k is, and says where it is read.
template <class Build, class Source>
relation run(const Build& build, const Source& source, const tensor& indices) {
  mercator::symbolic::pool lines;
  map_form m(lines);
  build(m);
  std::vector<mercator::symbolic::pool> pools(static_cast<std::size_t>(m.runtimes));
  std::vector<map_form> elements;
  std::vector<ops::runtime_source> from;
  for (int k = 0; k < m.runtimes; ++k) {
    elements.emplace_back(pools[place(k)]);
    from.push_back(source(elements.back(), k));
    CHECK(elements.back().dims == m.dims);
    CHECK(elements.back().ranges == m.ranges);
    CHECK(elements.back().runtimes == 0);
  }
  return relation_with(m, [&](int k, const index& at) {
    const map_form& e = elements[place(k)];
    index element;
    for (int i = 0; i < e.results; ++i) element.push_back(value_of(e.p, e.result[i], at));
    const mercator::interval allowed = m.p.range(m.dims + m.ranges + k);
    const i64 read = indices[element];
    return from[place(k)].values_outside == ops::outside::clamped ? clamp(read, allowed.lo, allowed.hi) : read;
  });
}

}  // namespace

namespace {

/// Whether the first map turned round by the solver is the second one, for every value of the runtime
/// variables.
template <class ToInput, class ToOutput>
bool is_converse(ToInput to_input, ToOutput to_output) {
  mercator::symbolic::pool p, q;
  map_form m(p), out(q);
  to_input(m);
  if (!mercator::symbolic::converse(m, out) || q.full || q.overflow) return false;
  CHECK(relation_of(out, reads::any_number_of_times) == built(to_output));
  return true;
}

}  // namespace

TEST_CASE("dynamic-slice and dynamic-update-slice") {
  draws draw(1);
  for (int round = 0; round < 300; ++round) {
    const index shape = draw.shape(place(draw(0, 3)), 5);
    index sizes, offsets;
    for (const i64 n : shape) {
      sizes.push_back(draw(draw.one_in(10) ? 0 : n > 0, n));
      offsets.push_back(draw(-2, n + 2));
    }
    const numbers in = by_reference(shape), part = by_reference(sizes);
    CHECK(values::dynamic_slice_requires(in, part) == nullptr);
    relation expected;
    for_each_index(sizes, [&](const index& at) {
      index from = at;
      for (std::size_t k = 0; k < at.size(); ++k) from[k] += clamp(offsets[k], 0, shape[k] - sizes[k]);
      expected.emplace(at, from);
    });
    const auto with_offsets = [&](auto build) {
      mercator::symbolic::pool lines;
      map_form m(lines);
      build(m);
      CHECK(m.runtimes == in.count);
      return relation_with(m, [&](int k, const index&) {
        const mercator::interval allowed = m.p.range(m.dims + m.ranges + k);
        return clamp(offsets[place(k)], allowed.lo, allowed.hi);
      });
    };
    CHECK(with_offsets([&](map_form& m) { values::dynamic_slice_output_to_input(m, in, part); }) == expected);
    CHECK(with_offsets([&](map_form& m) { values::dynamic_slice_input_to_output(m, in, part); }) == turned(expected));
    CHECK(with_offsets([&](map_form& m) { values::dynamic_update_slice_update_to_output(m, in, part); }) == expected);
    CHECK(with_offsets([&](map_form& m) { values::dynamic_update_slice_output_to_update(m, in, part); }) ==
          turned(expected));
    CHECK(is_converse([&](map_form& m) { values::dynamic_slice_output_to_input(m, in, part); },
                      [&](map_form& m) { values::dynamic_slice_input_to_output(m, in, part); }));
    for (int k = 0; k < in.count; ++k) {
      mercator::symbolic::pool lines;
      map_form m(lines);
      CHECK(values::offset_source(m, part, 1, k).operand == k + 1);
      CHECK(m.dims == part.count);
      CHECK(m.results == 0);
    }
  }
  const index shape{4}, large{5}, negative{-1}, two{2, 2};
  for (const index& sizes : {large, negative, two})
    CHECK(values::dynamic_slice_requires(by_reference(shape), by_reference(sizes)) != nullptr);
}

namespace {

/// Random attributes of a gather. The indices' batch dimensions, in their order, have sizes `batches`.
struct random_gather {
  index operand, indices, offset_dims, collapsed, operand_batching, indices_batching, start_index_map, slice_sizes,
      output;
  i64 index_vector_dim = 0;

  explicit random_gather(draws& draw) {
    const std::size_t rank = place(draw(0, 3));
    operand = draw.shape(rank, 4);
    index batches = draw.shape(place(draw(0, 2)), 3);
    for (const i64 n : operand) slice_sizes.push_back(draw(n > 0, n));
    index batch_numbers = draw.permutation(batches.size());
    for (const i64 k : draw.permutation(rank)) {
      const bool batching = !batch_numbers.empty() && draw.one_in(4);
      if (batching) {
        operand_batching.push_back(k);
        indices_batching.push_back(batch_numbers.back());
        batches[place(batch_numbers.back())] = operand[place(k)];
        batch_numbers.pop_back();
      } else if (draw.one_in(2)) {
        start_index_map.push_back(k);
      }
      if (batching)
        slice_sizes[place(k)] = operand[place(k)] > 0;
      else if (draw.one_in(3)) {
        collapsed.push_back(k);
        slice_sizes[place(k)] = operand[place(k)] > 0;
      }
    }
    indices = batches;
    index_vector_dim = draw(0, static_cast<i64>(batches.size()));
    const bool as_numbers = start_index_map.size() == 1 && draw.one_in(2);
    if (as_numbers) {
      index_vector_dim = static_cast<i64>(batches.size());
    } else {
      indices.insert(indices.begin() + index_vector_dim, static_cast<i64>(start_index_map.size()));
      for (i64& k : indices_batching) k += k >= index_vector_dim;
    }
    index kept;
    for (std::size_t k = 0; k < rank; ++k)
      if (is_kept(static_cast<i64>(k))) kept.push_back(slice_sizes[k]);
    const std::size_t output_rank = kept.size() + batches.size();
    offset_dims = draw.permutation(output_rank);
    offset_dims.resize(kept.size());
    std::sort(offset_dims.begin(), offset_dims.end());
    for (std::size_t k = 0, i = 0, j = 0; k < output_rank; ++k)
      output.push_back(contains(offset_dims, static_cast<i64>(k)) ? kept[i++] : batches[j++]);
  }

  bool is_kept(i64 k) const { return !contains(collapsed, k) && !contains(operand_batching, k); }

  values::gather value() const {
    return {by_reference(operand),          by_reference(indices),
            by_reference(offset_dims),      by_reference(collapsed),
            by_reference(operand_batching), by_reference(indices_batching),
            by_reference(start_index_map),  index_vector_dim,
            by_reference(slice_sizes)};
  }

  /// The index of a component of the vector that belongs to an element of the output.
  index vector_at(const index& at, i64 component) const {
    index out;
    for (std::size_t k = 0; k < at.size(); ++k)
      if (!contains(offset_dims, static_cast<i64>(k))) out.push_back(at[k]);
    if (place(index_vector_dim) < indices.size()) out.insert(out.begin() + index_vector_dim, component);
    return out;
  }

  /// Calls visit(output index, operand index) for every element of the output; where they are not clamped, only
  /// if the slice lies in the operand.
  template <class Visit>
  void run(const tensor& starts, bool clamped, Visit visit) const {
    for_each_index(output, [&](const index& at) {
      index from(operand.size());
      for (std::size_t c = 0; c < start_index_map.size(); ++c) {
        const std::size_t k = place(start_index_map[c]);
        const i64 start = starts[vector_at(at, static_cast<i64>(c))], last = operand[k] - slice_sizes[k];
        if (!clamped && (start < 0 || start > last)) return;
        from[k] = clamp(start, 0, last);
      }
      const index vector = vector_at(at, 0);
      for (std::size_t i = 0; i < operand_batching.size(); ++i)
        from[place(operand_batching[i])] = vector[place(indices_batching[i])];
      std::size_t offset = 0;
      for (std::size_t k = 0; k < operand.size(); ++k) {
        if (slice_sizes[k] == 0) return;
        if (is_kept(static_cast<i64>(k))) from[k] += at[place(offset_dims[offset++])];
      }
      visit(at, from);
    });
  }
};

}  // namespace

TEST_CASE("gather") {
  draws draw(2);
  std::size_t elements = 0;
  for (int round = 0; round < 600; ++round) {
    const random_gather r(draw);
    const values::gather g = r.value();
    const char* const missing = values::gather_requires(g);
    CAPTURE(missing ? missing : "");
    REQUIRE(missing == nullptr);
    CHECK(sizes_of(values::gather_output(g)) == r.output);
    const tensor starts(draw, r.indices, -2, 5);
    relation of_operand, of_indices;
    r.run(starts, true, [&](const index& at, const index& from) { of_operand.emplace(at, from); });
    for_each_index(r.output, [&](const index& at) {
      const bool vectors = place(r.index_vector_dim) < r.indices.size();
      const i64 components = vectors ? r.indices[place(r.index_vector_dim)] : 1;
      for (i64 c = 0; c < components; ++c) of_indices.emplace(at, r.vector_at(at, c));
    });
    elements += of_operand.size();
    for (const direction way : {direction::output_to_input, direction::input_to_output}) {
      const bool to_input = way == direction::output_to_input;
      const auto build = [&](map_form& m) {
        to_input ? values::gather_output_to_input(m, g) : values::gather_input_to_output(m, g);
      };
      const auto source = [&](map_form& m, int k) { return values::gather_source(m, g, way, k); };
      CHECK(run(build, source, starts) == (to_input ? of_operand : turned(of_operand)));
    }
    CHECK(is_converse([&](map_form& m) { values::gather_output_to_input(m, g); },
                      [&](map_form& m) { values::gather_input_to_output(m, g); }));
    check_directions(
        of_indices, [&](map_form& m) { values::gather_output_to_indices(m, g); },
        [&](map_form& m) { values::gather_indices_to_output(m, g); });
  }
  CHECK(elements > 2000);
}

TEST_CASE("what a gather requires") {
  const index operand{5, 6, 7}, indices{4, 2}, offset_dims{1, 2}, collapsed{0}, start_index_map{0, 2}, slice{1, 3, 2},
      none{}, descending{2, 1}, far{1, 5}, large{1, 7, 2}, two{2, 3, 2}, single{0}, batch{1};
  const values::gather g{
      by_reference(operand), by_reference(indices), by_reference(offset_dims),     by_reference(collapsed),
      by_reference(none),    by_reference(none),    by_reference(start_index_map), 1,
      by_reference(slice)};
  CHECK(values::gather_requires(g) == nullptr);
  const auto refused = [&](auto change) {
    values::gather changed = g;
    change(changed);
    return values::gather_requires(changed) != nullptr;
  };
  CHECK(refused([](auto& x) { x.index_vector_dim = 3; }));
  CHECK(refused([](auto& x) { x.index_vector_dim = 0; }));
  CHECK(refused([](auto& x) { x.index_vector_dim = 2; }));
  CHECK(refused([&](auto& x) { x.offset_dims = by_reference(descending); }));
  CHECK(refused([&](auto& x) { x.offset_dims = by_reference(far); }));
  CHECK(refused([&](auto& x) { x.offset_dims = by_reference(single); }));
  CHECK(refused([&](auto& x) { x.slice_sizes = by_reference(large); }));
  CHECK(refused([&](auto& x) { x.slice_sizes = by_reference(two); }));
  CHECK(refused([&](auto& x) { x.slice_sizes = by_reference(single); }));
  CHECK(refused([&](auto& x) { x.collapsed_slice_dims = by_reference(none); }));
  CHECK(refused([&](auto& x) { x.start_index_map = by_reference(single); }));
  CHECK(refused([&](auto& x) { x.operand_batching_dims = by_reference(single); }));
  CHECK(refused([&](auto& x) {
    x.operand_batching_dims = by_reference(batch);
    x.start_indices_batching_dims = by_reference(batch);
  }));
}

TEST_CASE("scatter") {
  draws draw(3);
  std::size_t elements = 0;
  for (int round = 0; round < 600; ++round) {
    random_gather r(draw);
    const values::scatter s{
        by_reference(r.operand),          by_reference(r.indices),         by_reference(r.output),
        by_reference(r.offset_dims),      by_reference(r.collapsed),       by_reference(r.operand_batching),
        by_reference(r.indices_batching), by_reference(r.start_index_map), r.index_vector_dim};
    REQUIRE(values::scatter_requires(s) == nullptr);
    const tensor starts(draw, r.indices, -1, 4);
    relation expected;
    r.run(starts, false, [&](const index& update, const index& element) { expected.emplace(update, element); });
    elements += expected.size();
    for (const direction way : {direction::output_to_input, direction::input_to_output}) {
      const bool to_input = way == direction::output_to_input;
      const auto build = [&](map_form& m) {
        to_input ? values::scatter_output_to_updates(m, s) : values::scatter_updates_to_output(m, s);
      };
      const auto source = [&](map_form& m, int k) {
        const auto from = values::scatter_source(m, s, way, k, 1);
        CHECK(from.operand == 1);
        return from;
      };
      CHECK(run(build, source, starts) == (to_input ? turned(expected) : expected));
    }
    relation all;
    for_each_index(r.operand, [&](const index& at) {
      for_each_index(r.indices, [&](const index& from) { all.emplace(at, from); });
    });
    check_directions(
        all, [&](map_form& m) { values::all_to_all_elements(m, s.operand, s.indices); },
        [&](map_form& m) { values::all_to_all_elements(m, s.indices, s.operand); });
    index more = r.output;
    more.push_back(1);
    values::scatter wrong = s;
    wrong.updates = by_reference(more);
    CHECK(values::scatter_requires(wrong) != nullptr);
  }
  CHECK(elements > 1000);
}
