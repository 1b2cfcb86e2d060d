// Gather and scatter kernels against plain references, on tensors of the sizes that programs have.
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/loops/gather.hpp>
#include <mercator/mercator.hpp>
#include "test/loops/indexed_reference.hpp"
#include "test/support/random.hpp"

using namespace mercator;
using mercator_test::gathered;
using mercator_test::scattered;

namespace {

template <class T>
std::vector<T> numbered(i64 size) {
  std::vector<T> out(static_cast<std::size_t>(size));
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<T>(k % 8191);
  return out;
}

/// Indices of which some are out of range.
template <class Int>
std::vector<Int> drawn(i64 size, int lo, int hi, std::uint64_t seed) {
  mercator_test::random_numbers r(seed);
  std::vector<Int> out(static_cast<std::size_t>(size));
  for (Int& x : out) x = static_cast<Int>(r.between(lo, hi));
  return out;
}

template <class Int, class Operand, class Indices, class... Attributes>
void check(ops::gather<Operand, Indices, Attributes...> op, int lo, int hi) {
  using checked = typename decltype(op)::checked;
  const auto operand = numbered<float>(Operand::elements);
  const auto indices = drawn<Int>(Indices::elements, lo, hi, 3);
  const extents output = decltype(op.output())::value;
  std::vector<float> out(static_cast<std::size_t>(output.elements()), -1);
  REQUIRE(kernels::gather(op, operand.data(), indices.data(), out.data()));
  CHECK(out == gathered(checked::value(), output, operand.data(), indices.data()));
}

template <class Int, class Operand, class Indices, class Updates, class... Attributes>
void check(ops::scatter<Operand, Indices, Updates, Attributes...> op, int lo, int hi) {
  using checked = typename decltype(op)::checked;
  auto operand = numbered<std::int64_t>(Operand::elements), expected = operand;
  const auto updates = numbered<std::int64_t>(Updates::elements);
  const auto indices = drawn<Int>(Indices::elements, lo, hi, 4);
  // no order of a and b, and of updates one after the other, gives the same
  const auto combine = [](std::int64_t a, std::int64_t b) { return (a * 31 + b) % 1000003; };
  REQUIRE(kernels::scatter(op, operand.data(), indices.data(), updates.data(), combine));
  scattered(checked::value(), expected.data(), indices.data(), updates.data(), combine);
  CHECK(operand == expected);
}

/// One combiner over two operands of different types, in which each needs the other.
template <class Int, class Operand, class Indices, class Updates, class... Attributes>
void check_two(ops::scatter<Operand, Indices, Updates, Attributes...> op, int lo, int hi) {
  struct both {
    std::int64_t a;
    std::int32_t b;
    bool operator==(const both&) const = default;
  };
  const auto combine = [](std::int64_t& a, std::int32_t& b, std::int64_t u, std::int32_t v) {
    const std::int64_t old = a;
    a = (a * 31 + u + b) % 1000003;
    b = static_cast<std::int32_t>((b * std::int64_t{17} + v + old) % 65537);
  };
  auto a = numbered<std::int64_t>(Operand::elements);
  auto b = numbered<std::int32_t>(Operand::elements);
  const auto u = numbered<std::int64_t>(Updates::elements);
  const auto v = numbered<std::int32_t>(Updates::elements);
  std::vector<both> expected, updates;
  for (std::size_t k = 0; k < a.size(); ++k) expected.push_back({a[k], b[k]});
  for (std::size_t k = 0; k < u.size(); ++k) updates.push_back({u[k], v[k]});
  const auto indices = drawn<Int>(Indices::elements, lo, hi, 4);
  REQUIRE(kernels::scatter(op, kernels::tensors(a.data(), b.data()), indices.data(),
                           kernels::tensors(u.data(), v.data()), combine));
  scattered(decltype(op)::checked::value(), expected.data(), indices.data(), updates.data(),
            [&](both old, const both& update) {
              combine(old.a, old.b, update.a, update.b);
              return old;
            });
  for (std::size_t k = 0; k < a.size(); ++k) REQUIRE(expected[k] == both{a[k], b[k]});
}

constexpr auto embedding =
    ops::gather(shape<32000, 4096>{}, shape<2048>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 4096>{});

}  // namespace

TEST_CASE("gather") {
  // two components, slices that stay
  check<std::int32_t>(
      ops::gather(shape<33, 76, 70>{}, shape<1806, 2>{}, ops::offset_dims<1, 2, 3>{}, ops::start_index_map<0, 1>{},
                  ops::index_vector_dim<1>{}, ops::slice_sizes<7, 8, 4>{}),
      -5, 90);
  // the components in another order, along the first dimension of the indices
  check<std::int64_t>(
      ops::gather(shape<33, 76, 70>{}, shape<2, 306>{}, ops::offset_dims<0, 2, 3>{}, ops::start_index_map<2, 0>{},
                  ops::index_vector_dim<0>{}, ops::slice_sizes<7, 8, 4>{}),
      -5, 90);
  // some collapsed, offsets in between
  check<std::int16_t>(
      ops::gather(shape<9, 40, 11>{}, shape<6, 3, 5>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0, 2>{},
                  ops::start_index_map<0, 1, 2>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 17, 1>{}),
      -3, 30);
  // batching dimensions, in the other order
  check<std::uint8_t>(
      ops::gather(shape<4, 90, 7, 8>{}, shape<7, 3, 4, 1>{}, ops::offset_dims<2>{}, ops::collapsed_slice_dims<1>{},
                  ops::operand_batching_dims<0, 2>{}, ops::start_indices_batching_dims<2, 0>{},
                  ops::start_index_map<1>{}, ops::index_vector_dim<3>{}, ops::slice_sizes<1, 1, 1, 8>{}),
      0, 255);
  // no component at all, no dimension at all, nothing to write
  check<int>(ops::gather(shape<5, 6>{}, shape<3, 0>{}, ops::offset_dims<0, 2>{}, ops::start_index_map<>{},
                         ops::index_vector_dim<1>{}, ops::slice_sizes<2, 6>{}),
             0, 0);
  check<int>(ops::gather(shape<5>{}, shape<>{}, ops::collapsed_slice_dims<0>{}, ops::start_index_map<0>{},
                         ops::index_vector_dim<0>{}, ops::slice_sizes<1>{}),
             9, 9);
  check<int>(ops::gather(shape<5, 6>{}, shape<0, 1>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                         ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 6>{}),
             0, 0);
}

TEST_CASE("an embedding look-up") {
  // memory that is not touched takes no place
  const std::unique_ptr<float, decltype(&std::free)> table(
      static_cast<float*>(std::calloc(32000 * 4096, sizeof(float))), &std::free);
  REQUIRE(table != nullptr);
  const auto indices = drawn<std::int32_t>(2048, -100, 33000, 5);
  const auto row_of = [](std::int32_t index) { return index < 0 ? i64{0} : index > 31999 ? i64{31999} : i64{index}; };
  for (const std::int32_t index : indices)
    for (i64 k = 0; k < 4096; ++k) table.get()[row_of(index) * 4096 + k] = static_cast<float>(row_of(index) + k * 3);
  std::vector<float> out(2048 * 4096);
  REQUIRE(kernels::gather(embedding, table.get(), indices.data(), out.data()));
  bool right = true;
  for (i64 n = 0; n < 2048; ++n)
    for (i64 k = 0; k < 4096; ++k)
      right = right && out[static_cast<std::size_t>(n * 4096 + k)] ==
                           static_cast<float>(row_of(indices[static_cast<std::size_t>(n)]) + k * 3);
  CHECK(right);
}

TEST_CASE("a dimension above 2^31") {
  constexpr i64 size = 3'000'000'000;
  constexpr auto op = ops::gather(shape<size>{}, shape<4>{}, ops::collapsed_slice_dims<0>{}, ops::start_index_map<0>{},
                                  ops::index_vector_dim<1>{}, ops::slice_sizes<1>{});
  // memory that is not touched takes no place
  const std::unique_ptr<char, decltype(&std::free)> in(static_cast<char*>(std::calloc(size, 1)), &std::free);
  if (in == nullptr) {
    MESSAGE("not tested: there is no room for 3 GB");
    return;
  }
  in.get()[0] = 1;
  in.get()[std::numeric_limits<std::int32_t>::max()] = 2;
  in.get()[size - 1] = 3;
  in.get()[2'999'999'998] = 4;
  const auto read = [&]<class Int>(std::vector<Int> indices) {
    std::vector<char> out(4, 9);
    REQUIRE(kernels::gather(op, in.get(), indices.data(), out.data()));
    return out;
  };
  using limits = std::numeric_limits<std::int32_t>;
  CHECK(read(std::vector<std::int32_t>{limits::max(), limits::min(), -1, 1}) == std::vector<char>{2, 1, 1, 0});
  CHECK(read(std::vector<std::uint32_t>{4'294'967'295, 2'147'483'647, 2'999'999'998, 0}) ==
        std::vector<char>{3, 2, 4, 1});
  const std::int32_t indices[] = {limits::max(), -1, 0, 0};
  CHECK(kernels::check_indices(op, indices).index == runtime_out_of_range{0, -1, {0, size - 1}});
}

TEST_CASE("take along an axis") {
  // out[i, j] = in[i, indices[i, j]]: the rows are a batching dimension
  constexpr auto op = ops::gather(shape<256, 1000>{}, shape<256, 50>{}, ops::collapsed_slice_dims<1>{},
                                  ops::operand_batching_dims<0>{}, ops::start_indices_batching_dims<0>{},
                                  ops::start_index_map<1>{}, ops::index_vector_dim<2>{}, ops::slice_sizes<1, 1>{});
  const auto in = numbered<double>(256 * 1000);
  const auto indices = drawn<std::int32_t>(256 * 50, 0, 999, 6);
  std::vector<double> out(256 * 50), expected;
  REQUIRE(kernels::gather(op, in.data(), indices.data(), out.data()));
  for (std::size_t i = 0; i < 256; ++i)
    for (std::size_t j = 0; j < 50; ++j)
      expected.push_back(in[i * 1000 + static_cast<std::size_t>(indices[i * 50 + j])]);
  CHECK(out == expected);
  CHECK(kernels::check_indices(op, indices.data()));
}

TEST_CASE("scatter") {
  // rows, many of them the same
  check<std::int32_t>(
      ops::scatter(shape<50, 76>{}, shape<400, 1>{}, shape<400, 76>{}, ops::update_window_dims<1>{},
                   ops::inserted_window_dims<0>{}, ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{}),
      -3, 53);
  // windows that overlap, and some that do not lie within
  check<std::int64_t>(
      ops::scatter(shape<40, 30>{}, shape<2, 200>{}, shape<7, 200, 5>{}, ops::update_window_dims<0, 2>{},
                   ops::scatter_dims_to_operand_dims<1, 0>{}, ops::index_vector_dim<0>{}),
      -4, 45);
  // batching dimensions
  check<std::uint8_t>(ops::scatter(shape<6, 90, 8>{}, shape<6, 20, 1>{}, shape<6, 20, 8>{},
                                   ops::update_window_dims<2>{}, ops::inserted_window_dims<1>{},
                                   ops::input_batching_dims<0>{}, ops::scatter_indices_batching_dims<0>{},
                                   ops::scatter_dims_to_operand_dims<1>{}, ops::index_vector_dim<2>{}),
                      0, 120);
  // single elements: a histogram
  check<std::int16_t>(ops::scatter(shape<64>{}, shape<5000>{}, shape<5000>{}, ops::inserted_window_dims<0>{},
                                   ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{}),
                      -10, 80);
}

TEST_CASE("scatter of several operands") {
  check_two<std::int32_t>(ops::scatter(shape<50, 76>{}, shape<400, 1>{}, shape<400, 76>{}, ops::input_count<2>{},
                                       ops::update_window_dims<1>{}, ops::inserted_window_dims<0>{},
                                       ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{}),
                          -3, 53);
  check_two<std::int16_t>(
      ops::scatter(shape<40, 30>{}, shape<2, 200>{}, shape<7, 200, 5>{}, ops::update_window_dims<0, 2>{},
                   ops::scatter_dims_to_operand_dims<1, 0>{}, ops::index_vector_dim<0>{}, ops::input_count<2>{}),
      -4, 45);
  // the largest update of each element, and where it is from
  constexpr auto best =
      ops::scatter(shape<3>{}, shape<6>{}, shape<6>{}, ops::inserted_window_dims<0>{},
                   ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{}, ops::input_count<2>{});
  float value[] = {0, 0, 0};
  const float given[] = {3, 5, 4, 1, 5, 9};
  int from[] = {-1, -1, -1};
  const int number[] = {0, 1, 2, 3, 4, 5}, to[] = {0, 2, 0, 0, 2, 7};
  const auto larger = [](float& x, int& k, float update, int n) {
    if (update > x) x = update, k = n;
  };
  CHECK(kernels::scatter(best, kernels::tensors(value, from), to, kernels::tensors(given, number), larger));
  CHECK(std::vector<float>(value, value + 3) == std::vector<float>{4, 0, 5});
  CHECK(std::vector<int>(from, from + 3) == std::vector<int>{2, -1, 1});
  CHECK(kernels::check_indices(best, to).index == runtime_out_of_range{0, 7, {0, 2}});
  CHECK(kernels::scatter(best, kernels::tensors(value, static_cast<int*>(nullptr)), to, kernels::tensors(given, number),
                         larger)
            .what == kernels::fault::null_operand);
  CHECK(kernels::scatter(best, kernels::tensors(value, from), to,
                         kernels::tensors(static_cast<const float*>(nullptr), number), larger)
            .what == kernels::fault::null_updates);
}

TEST_CASE("bad input") {
  constexpr auto small = ops::gather(shape<10, 4>{}, shape<3>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                                     ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 4>{});
  const auto operand = numbered<float>(40);
  const std::vector<int> indices{3, -1, 10};
  std::vector<float> out(12, 7);
  const auto no_indices = static_cast<const int*>(nullptr);
  const auto no_floats = static_cast<const float*>(nullptr);
  CHECK(kernels::gather(small, operand.data(), no_indices, out.data()).what == kernels::fault::null_indices);
  CHECK(kernels::gather(small, no_floats, indices.data(), out.data()).what == kernels::fault::null_operand);
  CHECK(kernels::gather(small, operand.data(), indices.data(), static_cast<float*>(nullptr)).what ==
        kernels::fault::null_output);
  CHECK(out == std::vector<float>(12, 7));
  // negative indices and indices past the end are clamped, or reported
  CHECK(kernels::gather(small, operand.data(), indices.data(), out.data()));
  CHECK(out == std::vector<float>{12, 13, 14, 15, 0, 1, 2, 3, 36, 37, 38, 39});
  const kernels::status found = kernels::check_indices(small, indices.data());
  CHECK(found.what == kernels::fault::index_out_of_range);
  CHECK(found.index == runtime_out_of_range{0, -1, {0, 9}});
  CHECK(kernels::check_indices(small, no_indices).what == kernels::fault::null_indices);
  // an empty tensor of indices may be at no address, and asks for nothing
  constexpr auto none = ops::gather(shape<10, 4>{}, shape<0>{}, ops::offset_dims<1>{}, ops::collapsed_slice_dims<0>{},
                                    ops::start_index_map<0>{}, ops::index_vector_dim<1>{}, ops::slice_sizes<1, 4>{});
  CHECK(kernels::gather(none, operand.data(), no_indices, static_cast<float*>(nullptr)));
  CHECK(kernels::check_indices(none, no_indices));

  constexpr auto rows = ops::scatter(shape<10, 4>{}, shape<3, 2>{}, shape<3, 4>{}, ops::update_window_dims<1>{},
                                     ops::inserted_window_dims<0>{}, ops::scatter_dims_to_operand_dims<1, 0>{},
                                     ops::index_vector_dim<1>{});
  std::vector<float> into(40, 1);
  const std::vector<float> updates(12, 2);
  const std::vector<unsigned> pairs{0, 3, 0, 9, 0, 10};
  const auto add = [](float a, float b) { return a + b; };
  CHECK(kernels::scatter(rows, static_cast<float*>(nullptr), pairs.data(), updates.data(), add).what ==
        kernels::fault::null_operand);
  CHECK(kernels::scatter(rows, into.data(), static_cast<unsigned*>(nullptr), updates.data(), add).what ==
        kernels::fault::null_indices);
  CHECK(kernels::scatter(rows, into.data(), pairs.data(), no_floats, add).what == kernels::fault::null_updates);
  CHECK(into == std::vector<float>(40, 1));
  // the third window is past the end: its component 1 is the row, which is runtime variable 0
  CHECK(kernels::check_indices(rows, pairs.data()).index == runtime_out_of_range{0, 10, {0, 9}});
  CHECK(kernels::scatter(rows, into.data(), pairs.data(), updates.data(), add));
  for (std::size_t k = 0; k < 40; ++k) CHECK(into[k] == (k / 4 == 3 || k / 4 == 9 ? 3.0F : 1.0F));
}
