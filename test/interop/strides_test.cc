// Offsets and strides against their definition, over whole domains.
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/interop/strides.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

/// Calls visit(index) for every index of the shape.
template <class Visit>
void for_each_index(const extents& shape, Visit visit) {
  std::vector<i64> at(static_cast<std::size_t>(shape.rank));
  for (i64 n = 0; n < shape.elements(); ++n) {
    i64 rest = n;
    for (int k = shape.rank; k-- > 0; rest /= shape[k]) at[static_cast<std::size_t>(k)] = rest % shape[k];
    visit(at);
  }
}

i64 place(const strided_form& form, const std::vector<i64>& at) {
  i64 out = form.offset;
  for (int k = 0; k < form.rank; ++k) out += form.stride[k] * at[static_cast<std::size_t>(k)];
  return out;
}

/// Whether the map is an offset and strides on the shape, by all its points.
bool is_strided(const runtime_map& m, const extents& shape) {
  const std::vector<i64> origin(static_cast<std::size_t>(shape.rank));
  i64 offset = 0;
  strided_form form{true, shape.rank, 0, {}};
  m.evaluate(origin, {&offset, 1});
  form.offset = offset;
  for (int k = 0; k < shape.rank; ++k) {
    std::vector<i64> next = origin;
    if (shape[k] < 2) continue;
    next[static_cast<std::size_t>(k)] = 1;
    i64 there = 0;
    m.evaluate(next, {&there, 1});
    form.stride[k] = there - offset;
  }
  bool strided = true;
  for_each_index(shape, [&](const std::vector<i64>& at) {
    i64 there = 0;
    m.evaluate(at, {&there, 1});
    strided &= there == place(form, at);
  });
  return strided;
}

constexpr auto padded = strided_map(shape<4, 8>{}, strides<10, 1>{}, 3_c);
static_assert(padded == "(d0, d1) -> (d0 * 10 + d1 + 3), domain: d0 in [0, 3], d1 in [0, 7]"_map);
static_assert(strides_of(padded).exists && strides_of(padded).offset == 3);
static_assert(strides_of(padded).stride[0] == 10 && strides_of(padded).stride[1] == 1);
static_assert(strided_map(shape<4, 0>{}, strides<0, -2>{}) == "(d0, d1) -> (0), domain: KNOWN EMPTY"_map);
static_assert(strided_map(shape<>{}, strides<>{}, 5_c) == "() -> (5)"_map);
static_assert(strides_of("(d0) -> (d0 floordiv 8 * 8 + d0 mod 8 - 2), domain: d0 in [-3, 63]"_map).stride[0] == 1);
static_assert(strides_of("(d0) -> (d0 * -3), domain: d0 in [5, 9]"_map).offset == 0);
static_assert(!strides_of("(d0) -> (d0 floordiv 2), domain: d0 in [0, 2]"_map).exists);
static_assert(strides_of("(d0) -> (d0 floordiv 2), domain: d0 in [0, 1]"_map).exists);
static_assert(!strides_of("(d0, d1) -> (d0), domain: d0 in [0, 4], d1 in [0, 4], d0 + d1 in [0, 4]"_map).exists);

}  // namespace

TEST_CASE("strides make the map that has them") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    extents shape{static_cast<int>(random() % 4), {}};
    strided_form form{true, shape.rank, static_cast<i64>(random() % 21) - 10, {}};
    for (int k = 0; k < shape.rank; ++k) {
      shape.size[k] = static_cast<i64>(random() % 5);
      form.stride[k] = static_cast<i64>(random() % 21) - 10;
    }
    const auto m = strided_map(shape, form);
    REQUIRE(m);
    for_each_index(shape, [&](const std::vector<i64>& at) {
      i64 there = 0;
      m->evaluate(at, {&there, 1});
      CHECK(there == place(form, at));
    });
    const auto back = strides_of(*m);
    REQUIRE(back);
    CHECK(back->exists);
    for_each_index(shape, [&](const std::vector<i64>& at) { CHECK(place(*back, at) == place(form, at)); });
  }
}

TEST_CASE("a map is said to be strided where all its points are") {
  std::mt19937 random(11);
  int strided = 0, others = 0;
  const auto number = [&](int from, int to) {
    return std::to_string(from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1)));
  };
  for (int round = 0; round < 400; ++round) {
    const extents shape{2, {1 + static_cast<i64>(random() % 7), 1 + static_cast<i64>(random() % 7)}};
    const std::string text = "(d0, d1) -> ((d0 * " + number(-3, 3) + " + d1) floordiv " + number(1, 3) + " * " +
                             number(-2, 3) + " + d1 mod " + number(2, 8) + "), domain: d0 in [0, " +
                             std::to_string(shape[0] - 1) + "], d1 in [0, " + std::to_string(shape[1] - 1) + "]";
    const auto m = runtime_map::parse(text);
    REQUIRE(m);
    const auto answer = strides_of(*m);
    REQUIRE(answer);
    INFO(text);
    CHECK(answer->exists == is_strided(*m, shape));
    (answer->exists ? strided : others) += 1;
    if (!answer->exists) continue;
    for_each_index(shape, [&](const std::vector<i64>& at) {
      i64 there = 0;
      m->evaluate(at, {&there, 1});
      CHECK(there == place(*answer, at));
    });
  }
  CHECK(strided > 50);
  CHECK(others > 50);
}

TEST_CASE("what has no strides, and places that do not fit, are errors") {
  const auto message = [](const auto& answer) { return answer ? std::string() : answer.error().message; };
  CHECK(message(strided_map(extents{2, {4, 4}}, {true, 1, 0, {1}})) ==
        "strided_map requires a stride for each of 2 dimensions; got 1 stride");
  CHECK(message(strided_map(extents{1, {9}}, {true, 1, 0, {i64{1} << 61}})) ==
        "strided_map requires places that fit 64 bits");
  CHECK(message(strides_of(*runtime_map::parse("(d0) -> (d0, d0), domain: d0 in [0, 3]"))) ==
        "strides_of requires a map with one result and no variables but up to 32 dimensions");
  const auto wide =
      strides_of(*runtime_map::parse("(d0) -> (d0), domain: d0 in [-4611686018427387904, 4611686018427387904]"));
  REQUIRE(wide);
  CHECK(wide->exists);
  CHECK(wide->stride[0] == 1);
}
