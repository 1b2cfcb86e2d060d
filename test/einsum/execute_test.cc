// Einsums carried out, against their definition.
#include <algorithm>

#include "mercator/einsum/execute.hpp"
#include "test/arguments.hpp"
#include "test/einsum/random_einsum.hpp"

namespace ir = mercator::einsum_ir;
using namespace mercator_test;

namespace {

/// The semiring of shortest paths: a type of its own, whose addition is no addition.
struct distance {
  int steps = 12345;
  friend bool operator==(const distance&, const distance&) = default;
};
struct shortest {
  static constexpr distance zero() { return {1'000'000}; }
  static constexpr distance multiply(distance a, distance b) { return {std::min(a.steps + b.steps, 1'000'000)}; }
  static constexpr distance add(distance a, distance b) { return {std::min(a.steps, b.steps)}; }
};

template <class T>
T value_of(i64 x) {
  if constexpr (std::is_same_v<T, distance>)
    return {static_cast<int>(x) + 10};
  else
    return static_cast<T>(x);
}

template <class T, class Algebra>
void check(const einsum_case& c, random_numbers& random, const Algebra& algebra) {
  ir::problem p;
  REQUIRE_FALSE(c.bind(p));
  std::vector<std::vector<T>> operands;
  std::vector<const T*> data;
  for (const extents& shape : c.shapes) {
    std::vector<T> values;
    for (i64 k = shape.elements(); k > 0; --k) values.push_back(value_of<T>(random.in(-3, 3)));
    operands.push_back(std::move(values));
  }
  for (const auto& values : operands) data.push_back(values.data());
  const i64 elements = p.output_shape().elements();
  std::vector<T> out(static_cast<std::size_t>(elements), value_of<T>(77));
  ir::execute(p, out.data(), data.data(), algebra);
  const auto expected =
      einsum_reference(c).result<T>(operands, elements, algebra.zero(), Algebra::add, Algebra::multiply);
  CHECK_MESSAGE(out == expected, c.text);
}

}  // namespace

TEST_CASE("random einsums of one to five operands") {
  random_numbers random(7);
  const int cases = static_cast<int>(argument("cases", 500));
  int of_operands[6] = {};
  for (int k = 0; k < cases; ++k) {
    const einsum_case c = random_einsum(random, 5);
    ++of_operands[c.shapes.size()];
    // Small integers: every type is exact.
    check<float>(c, random, ir::plain_algebra<float>{});
    check<double>(c, random, ir::plain_algebra<double>{});
    check<std::int32_t>(c, random, ir::plain_algebra<std::int32_t>{});
    check<distance>(c, random, shortest{});
  }
  for (int k = 1; k <= 5; ++k) CHECK(of_operands[k] > cases / 20);
}

TEST_CASE("random einsums of larger sizes") {
  random_numbers random(8);
  for (int k = 0; k < 60; ++k) {
    const einsum_case c = random_einsum(random, 3, 150);
    check<float>(c, random, ir::plain_algebra<float>{});
    check<std::int32_t>(c, random, ir::plain_algebra<std::int32_t>{});
    check<distance>(c, random, shortest{});
  }
}

TEST_CASE("a label of size 0 makes empty sums at once, whatever the other sizes are") {
  const i64 large = i64{1} << 50;
  for (const auto& c : {einsum_case{"ij->", {{2, {large, 0}}}}, einsum_case{"ij,jk->", {{2, {large, 0}}, {2, {0, 5}}}},
                        einsum_case{"ij,jk,kl->", {{2, {0, 3}}, {2, {3, 0}}, {2, {0, large}}}}}) {
    ir::problem p;
    REQUIRE_FALSE(c.bind(p));
    const float* const none[3] = {};
    float out = 77;
    ir::execute(p, &out, none, ir::plain_algebra<float>{});
    CHECK(out == 0);
  }
}
