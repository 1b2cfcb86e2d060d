// Kernels of dynamic-slice, dynamic-update-slice and im2col against plain loops, on tensors of the sizes that
// programs have: caches of keys and values, pictures.
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/loops/dynamic_slice.hpp>
#include <mercator/loops/im2col.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;

namespace {

template <class T>
std::vector<T> numbered(i64 size, int from = 0) {
  std::vector<T> out(static_cast<std::size_t>(size));
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<T>(static_cast<int>(k % 8191) + from);
  return out;
}

std::size_t flat(i64 a, i64 b, i64 nb, i64 c, i64 nc, i64 d = 0, i64 nd = 1) {
  return static_cast<std::size_t>(((a * nb + b) * nc + c) * nd + d);
}

i64 clamp(i64 x, i64 hi) { return x < 0 ? 0 : x > hi ? hi : x; }

/// A number that counts assignments to any of its kind.
struct watched {
  static inline long writes = 0;
  float value = 0;

  watched() = default;
  watched(const watched&) = default;
  watched& operator=(const watched& other) {
    value = other.value;
    ++writes;
    return *this;
  }
};

constexpr i64 batch = 2, heads = 16, length = 1024, width = 64;
using cache_shape = shape<batch, heads, length, width>;

}  // namespace

TEST_CASE("dynamic-slice") {
  constexpr auto op = ops::dynamic_slice(shape<64, 480, 640>{}, ops::slice_sizes<3, 224, 224>{});
  const auto in = numbered<float>(64 * 480 * 640);
  std::vector<float> out(3 * 224 * 224), expected(out.size());
  const i64 tries[][3] = {{0, 0, 0}, {61, 256, 416}, {7, 100, 13}, {-5, 1000, 416}, {i64_max, i64_min, 3}};
  for (const auto& offset : tries) {
    REQUIRE(kernels::dynamic_slice(op, in.data(), out.data(), offset[0], offset[1], offset[2]));
    const i64 a = clamp(offset[0], 61), b = clamp(offset[1], 256), c = clamp(offset[2], 416);
    for (i64 i = 0; i < 3; ++i)
      for (i64 j = 0; j < 224; ++j)
        for (i64 k = 0; k < 224; ++k) expected[flat(i, j, 224, k, 224)] = in[flat(i + a, j + b, 480, k + c, 640)];
    CHECK(out == expected);
  }
  // offsets of other types
  REQUIRE(kernels::dynamic_slice(op, in.data(), out.data(), std::int8_t{-1}, 256u, std::uint64_t{1} << 63));
  CHECK(out[0] == in[flat(0, 256, 480, 416, 640)]);
}

TEST_CASE("dynamic-update-slice writes the window, in place, and nothing else") {
  constexpr auto op = ops::dynamic_update_slice(shape<100, 200>{}, shape<7, 30>{});
  const i64 tries[][2] = {{0, 0}, {93, 170}, {50, 60}, {-3, 500}, {i64_max, i64_min}};
  for (const auto& offset : tries) {
    std::vector<watched> operand(100 * 200), update(7 * 30);
    for (std::size_t k = 0; k < update.size(); ++k) update[k].value = static_cast<float>(k + 1);
    watched::writes = 0;
    REQUIRE(kernels::dynamic_update_slice(op, update.data(), operand.data(), offset[0], offset[1]));
    CHECK(watched::writes == 7 * 30);
    const i64 a = clamp(offset[0], 93), b = clamp(offset[1], 170);
    bool right = true;
    for (i64 i = 0; i < 100; ++i)
      for (i64 j = 0; j < 200; ++j) {
        const bool inside = i >= a && i < a + 7 && j >= b && j < b + 30;
        const float expected = inside ? update[static_cast<std::size_t>((i - a) * 30 + j - b)].value : 0;
        right = right && operand[static_cast<std::size_t>(i * 200 + j)].value == expected;
      }
    CHECK(right);
  }
}

TEST_CASE("a cache of keys: one position is written a step, windows are read") {
  constexpr auto put = ops::dynamic_update_slice(cache_shape{}, shape<batch, heads, 1, width>{});
  constexpr auto get = ops::dynamic_slice(cache_shape{}, ops::slice_sizes<batch, heads, 128, width>{});
  std::vector<float> cache(static_cast<std::size_t>(cache_shape::elements)), expected = cache;
  const auto now = [](i64 b, i64 h, i64 position, i64 k) {
    return static_cast<float>(((b * heads + h) * 31 + position) * 7 + k);
  };
  std::vector<float> step(static_cast<std::size_t>(batch * heads * width)), window;
  for (const i64 position : {i64{0}, i64{1}, i64{2}, i64{500}, i64{1023}, i64{1024}}) {
    const i64 written = clamp(position, length - 1);
    for (i64 b = 0; b < batch; ++b)
      for (i64 h = 0; h < heads; ++h)
        for (i64 k = 0; k < width; ++k) {
          step[flat(b, h, heads, k, width)] = now(b, h, position, k);
          expected[flat(b, h, heads, written, length, k, width)] = now(b, h, position, k);
        }
    REQUIRE(kernels::dynamic_update_slice(put, step.data(), cache.data(), 0, 0, position, 0));
    CHECK(std::memcmp(cache.data(), expected.data(), cache.size() * sizeof(float)) == 0);

    window.assign(static_cast<std::size_t>(batch * heads * 128 * width), -1);
    REQUIRE(kernels::dynamic_slice(get, cache.data(), window.data(), 0, 0, position - 64, 0));
    const i64 first = clamp(position - 64, length - 128);
    bool right = true;
    for (i64 b = 0; b < batch; ++b)
      for (i64 h = 0; h < heads; ++h)
        for (i64 i = 0; i < 128; ++i)
          for (i64 k = 0; k < width; ++k)
            right = right && window[flat(b, h, heads, i, 128, k, width)] ==
                                 cache[flat(b, h, heads, first + i, length, k, width)];
    CHECK(right);
  }
}

TEST_CASE("im2col") {
  // [2, 3, 56, 48] with windows of 7 x 5, strides 2 and 1, padding 3 and 2, dilation 1 and 2
  constexpr auto op =
      ops::reduce_window(shape<2, 3, 56, 48>{}, ops::window_size<1, 1, 7, 5>{}, ops::stride<1, 1, 2, 1>{},
                         ops::low<0, 0, 3, 2>{}, ops::high<0, 0, 3, 2>{}, ops::window_dilation<1, 1, 1, 2>{});
  using output = kernels::im2col_shape<decltype(op)>;
  static_assert(std::is_same_v<output, shape<2, 3, 28, 44, 7, 5>>);
  const auto in = numbered<float>(2 * 3 * 56 * 48, 1);
  std::vector<float> out(static_cast<std::size_t>(output::elements), 99), expected;
  REQUIRE(kernels::im2col(op, in.data(), out.data(), -1.0F));
  for (i64 n = 0; n < 2; ++n)
    for (i64 c = 0; c < 3; ++c)
      for (i64 y = 0; y < 28; ++y)
        for (i64 x = 0; x < 44; ++x)
          for (i64 i = 0; i < 7; ++i)
            for (i64 j = 0; j < 5; ++j) {
              const i64 row = y * 2 + i - 3, column = x + j * 2 - 2;
              const bool inside = row >= 0 && row < 56 && column >= 0 && column < 48;
              expected.push_back(inside ? in[flat(n, c, 3, row, 56, column, 48)] : -1.0F);
            }
  CHECK(out == expected);
}

TEST_CASE("tensors that are not there") {
  constexpr auto part = ops::dynamic_slice(shape<4>{}, ops::slice_sizes<2>{});
  constexpr auto update = ops::dynamic_update_slice(shape<4>{}, shape<2>{});
  constexpr auto nothing_at_all = ops::dynamic_slice(shape<4>{}, ops::slice_sizes<0>{});
  constexpr auto windows = ops::reduce_window(shape<4>{}, ops::window_size<2>{});
  const float in[4] = {1, 2, 3, 4};
  float out[6] = {};
  const auto none = static_cast<float*>(nullptr);
  CHECK(kernels::dynamic_slice(part, static_cast<const float*>(none), out, 0).what == kernels::fault::null_operand);
  CHECK(kernels::dynamic_slice(part, in, none, 0).what == kernels::fault::null_output);
  CHECK(kernels::dynamic_update_slice(update, static_cast<const float*>(none), out, 0).what ==
        kernels::fault::null_updates);
  CHECK(kernels::dynamic_update_slice(update, in, none, 0).what == kernels::fault::null_output);
  CHECK(kernels::dynamic_slice(nothing_at_all, static_cast<const float*>(none), none, 0));
  CHECK(kernels::im2col(windows, static_cast<const float*>(none), out).what == kernels::fault::null_operand);
  CHECK(kernels::im2col(windows, in, none).what == kernels::fault::null_output);
  CHECK(kernels::im2col(windows, in, out));
  CHECK(std::vector<float>(out, out + 6) == std::vector<float>{1, 2, 2, 3, 3, 4});
}
